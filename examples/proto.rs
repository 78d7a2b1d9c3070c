use dicot::Player;
use dicot::rules::*;
use dicot::search::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p: Clobber =
        if let Some((h, w)) = a[1].split_once('x').filter(|(h, _)| h.parse::<u8>().is_ok()) {
            Clobber::checkerboard(w.parse().unwrap(), h.parse().unwrap()).unwrap()
        } else {
            a[1].parse().unwrap()
        };
    let mut limits = SolverLimits::default();
    limits.valued_size = a[2].parse().unwrap();
    limits.threads = a[3].parse().unwrap();
    let mut s = Solver::new().with_limits(limits);
    let start = Instant::now();
    let l = s.wins_first(&p.into(), Player::Left);
    let r = s.wins_first(&p.into(), Player::Right);
    println!("{}: {l:?} {r:?} {} nodes, {:.2?} {s:?}", a[1], s.nodes(), start.elapsed());
}
