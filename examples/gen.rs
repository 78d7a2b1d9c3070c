//! throwaway: generates test games
use dicot::*;
use std::collections::{HashMap, HashSet};
fn main() {
    // extra tests from args after day-3 dicots
    let day2: Vec<CanonicalForm> = ["0","*","^","v","^*","v*","*2"].iter().map(|s| s.parse().unwrap()).collect();
    let mut all: HashSet<CanonicalForm> = HashSet::new();
    all.insert(CanonicalForm::ZERO);
    for l in 1u32..128 { for r in 1u32..128 {
        let pick = |m: u32| (0..7).filter(move |i| m >> i & 1 == 1).map(|i| day2[i].clone()).collect::<Vec<_>>();
        all.insert(CanonicalForm::new(pick(l), pick(r)));
    }}
    eprintln!("{} dicots", all.len());
    let extra: Vec<CanonicalForm> = std::env::args().skip(2).map(|s| s.parse().unwrap()).collect();
    let base = std::env::args().nth(1).unwrap();
    let mut list: Vec<CanonicalForm> = if base == "day3" { all.into_iter().collect() } else { day2 };
    for e in extra { for f in e.followers() { if !list.contains(&f) { list.push(f); } } }
    list.sort_by(|a, b| a.birthday().cmp(&b.birthday()).then(a.structural_cmp(b)));
    // reps
    let mut reps: Vec<CanonicalForm> = vec![];
    for g in list { if reps.contains(&g) || reps.contains(&-&g) { continue; }
        let rep = if -&g == g { g } else if matches!(g.outcome(), Outcome::Left) { g } else if matches!(g.outcome(), Outcome::Right) { -g } else { if g.structural_cmp(&-&g).is_gt() { g } else { -g } };
        reps.push(rep); }
    eprintln!("{} reps", reps.len());
    let idx: HashMap<CanonicalForm, i32> = reps.iter().enumerate().map(|(i, g)| (g.clone(), i as i32)).collect();
    let at = |g: &CanonicalForm| idx.get(g).copied().unwrap_or_else(|| !idx[&-g]);
    println!("/// The test games by their options: `i >= 0` is `T_i`, and `!i` is `-T_i`.\nconst TEST_GAMES: &[(&[i8], &[i8])] = &[");
    for g in &reps {
        let l: Vec<i32> = g.options(Player::Left).map(|o| at(&o)).collect();
        let r: Vec<i32> = g.options(Player::Right).map(|o| at(&o)).collect();
        println!("    (&{l:?}, &{r:?}), // {g}");
    }
    println!("];");
}
