//! x
use dicot::Player;
use dicot::rules::*;
fn main() {
    let n = std::env::args().nth(1).unwrap();
    let t = std::fs::read_to_string(&n).unwrap();
    let t: String =
        t.lines().filter(|l| !l.starts_with("test")).map(|l| l.to_owned() + "\n").collect();
    let r = dicot_rulefile::read(&n, &t).unwrap();
    let p = r.read(&std::env::args().nth(2).unwrap()).unwrap();
    for pl in Player::BOTH {
        for m in p.moves(pl) {
            println!("{pl} {m} {}", p.clone().play(pl, m).unwrap());
        }
    }
    println!("{}", dicot::analysis::Analyzer::new().canonical_form(&p).unwrap());
    println!("{:?}", p.components().collect::<Vec<_>>());
    println!("{:?} {:?}", p.negative(), p.normalized());
    println!("{:?}", p.spec());
}
