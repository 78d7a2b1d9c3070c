//! throwaway
use dicot::analysis::*;
use dicot::rules::*;
use dicot::*;
fn main() {
    for f in std::env::args().skip(1) {
        let t = std::fs::read_to_string(&f).unwrap();
        let mut an = Analyzer::new();
        let (mut ok, mut bad) = (0, 0);
        for line in t.lines().skip(1) {
            let c: Vec<&str> = line.split('\t').collect();
            let v = an.canonical_form(&Clobber::parse(c[0]).unwrap()).unwrap();
            let s = v.to_string();
            let good = (s == c[1] || c[1] == format!("TOOLONG:{}", s.len()))
                && v.outcome().letter().to_string() == c[3]
                && v.stop(Player::Left).to_string() == c[6]
                && v.birthday().to_string() == c[9]
                && v.follower_count().to_string() == c[11]
                && v.text_len() == s.len() as u64
                && s.parse::<CanonicalForm>().unwrap() == v;
            if good {
                ok += 1
            } else {
                bad += 1;
                if bad < 10 {
                    println!(
                        "{}: got {} want {} ; b {} {} f {} {}",
                        c[0],
                        v.text_start(100),
                        &c[1][..c[1].len().min(100)],
                        v.birthday(),
                        c[9],
                        v.follower_count(),
                        c[11]
                    );
                }
            }
        }
        println!("{f}: {ok} ok {bad} bad");
    }
}
