//! Operations on values, by dicot and by the crate `cgt`, in turn and in one run:
//!
//! ```sh
//! cargo run --release --bin algebra
//! ```
//!
//! The games are all those born by day 2 and by day 3, and the values of all boards of 3x3 Clobber.
//! Both are given the same games and the same pairs of them, drawn at random but the same in every run;
//! dicot starts with a new store, and so with empty memos, each time. `all pairs` is dicot alone, once
//! for each unordered pair. Times are medians of several rounds, in microseconds for one operation.

#[path = "../../../../tests/it/plain/born.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod born;

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use cgt::short::partizan::canonical_form::CanonicalForm as Peer;
use dicot::analysis::Analyzer;
use dicot::rules::Clobber;
use dicot::{CanonicalForm, Player, Store, StructuralOrd};

fn born(day: u32) -> Vec<CanonicalForm> {
    born::born_by(&Store::global(), day)
}

fn distinct(mut games: Vec<CanonicalForm>) -> Vec<CanonicalForm> {
    games.sort_by_cached_key(|g| StructuralOrd(g.clone()));
    games.dedup();
    games
}

/// The values of all boards of 3x3.
fn clobber() -> Vec<CanonicalForm> {
    let mut analyzer = Analyzer::new();
    let values = (0..3usize.pow(9)).map(|number| {
        let letter = |cell: u32| char::from(b".xo"[number / 3usize.pow(cell) % 3]);
        let row = |row: u32| (0..3).map(|col| letter(3 * row + col)).collect::<String>();
        let board = [row(0), row(1), row(2)].join("/").parse::<Clobber>().expect("a board");
        analyzer.canonical_form(&board).expect("no limits")
    });
    let values: Vec<_> = values.map(|g| Store::global().adopt(&g)).collect();
    distinct(values)
}

/// A game of dicot as one of `cgt`.
fn peer(g: &CanonicalForm, known: &mut HashMap<CanonicalForm, Peer>) -> Peer {
    if let Some(known) = known.get(g) {
        return known.clone();
    }
    let mut list = |player| g.options(player).map(|o| peer(&o, known)).collect::<Vec<_>>();
    let (left, right) = (list(Player::Left), list(Player::Right));
    let value = match g.to_integer() {
        Some(n) => Peer::new_integer(n),
        None => Peer::new_from_moves(left, right),
    };
    known.insert(g.clone(), value.clone());
    value
}

/// Pairs of indices below `n`.
fn draw(n: usize, count: usize) -> Vec<(usize, usize)> {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % n
    };
    (0..count).map(|_| (next(), next())).collect()
}

/// Microseconds for each of `count` operations.
fn time(count: usize, run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e6 / count as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

const ROUNDS: usize = 5;

/// One line of the table: both in turn, dicot in a new store each time.
fn line(
    what: &str,
    count: usize,
    games: &[CanonicalForm],
    dicot: impl Fn(&[CanonicalForm]) -> f64,
    cgt: impl Fn() -> f64,
) {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let store = Store::new();
        let here: Vec<_> = games.iter().map(|g| store.adopt(g)).collect();
        times[0].push(dicot(&here));
        times[1].push(cgt());
    }
    let [dicot, cgt] = times.map(median);
    println!("| {what} | {count} | {dicot:.3} | {cgt:.3} | {:.1} |", cgt / dicot);
}

fn operations(name: &str, games: &[CanonicalForm], count: usize) {
    let mut known = HashMap::new();
    let peers: Vec<Peer> = games.iter().map(|g| peer(g, &mut known)).collect();
    let pairs = draw(games.len(), count);
    let pairs = &pairs[..];

    line(
        &format!("{name}: sum"),
        count,
        games,
        |games| {
            time(count, || pairs.iter().for_each(|&(i, j)| drop(black_box(&games[i] + &games[j]))))
        },
        || {
            time(count, || {
                pairs.iter().for_each(|&(i, j)| drop(black_box(&peers[i] + &peers[j])));
            })
        },
    );
    line(
        &format!("{name}: `<=`"),
        count,
        games,
        |games| {
            let ask = |&(i, j): &(usize, usize)| games[i] <= games[j];
            time(count, || assert!(black_box(pairs.iter().filter(|p| ask(p)).count()) > 0))
        },
        || {
            let ask = |&(i, j): &(usize, usize)| Peer::leq(&peers[i], &peers[j]);
            time(count, || assert!(black_box(pairs.iter().filter(|p| ask(p)).count()) > 0))
        },
    );

    let sums: Vec<CanonicalForm> = pairs.iter().map(|&(i, j)| &games[i] + &games[j]).collect();
    let peer_sums: Vec<Peer> = pairs.iter().map(|&(i, j)| &peers[i] + &peers[j]).collect();
    line(
        &format!("{name}: print and read a sum"),
        count,
        &sums,
        |games| {
            time(count, || {
                for g in games {
                    let back = g.store().parse(&g.to_string()).expect("a game");
                    assert!(back == *g);
                }
            })
        },
        || {
            time(count, || {
                for g in &peer_sums {
                    // It does not read all that it prints.
                    drop(black_box(g.to_string().parse::<Peer>()));
                }
            })
        },
    );
    line(
        &format!("{name}: thermograph of a sum"),
        count,
        &sums,
        |games| time(count, || games.iter().for_each(|g| drop(black_box(g.thermograph())))),
        || time(count, || peer_sums.iter().for_each(|g| drop(black_box(g.thermograph())))),
    );
}

/// Atomic weights of sums of two of these games, which are dicots.
fn atomic_weights(name: &str, games: &[CanonicalForm], count: usize) {
    let mut known = HashMap::new();
    let pairs = draw(games.len(), count);
    let sums: Vec<CanonicalForm> = pairs.iter().map(|&(i, j)| &games[i] + &games[j]).collect();
    let peers: Vec<Peer> = sums.iter().map(|g| peer(g, &mut known)).collect();
    line(
        &format!("{name}: atomic weight of a sum"),
        count,
        &sums,
        |games| time(count, || games.iter().for_each(|g| drop(black_box(g.atomic_weight())))),
        || time(count, || peers.iter().for_each(|g| drop(black_box(g.atomic_weight())))),
    );
}

/// The sums of all unordered pairs, in one new store; and all of them once more.
fn all_pairs(name: &str, games: &[CanonicalForm]) {
    let count = games.len() * (games.len() + 1) / 2;
    let mut forms = 0;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..3 {
        let store = Store::new();
        let games: Vec<_> = games.iter().map(|g| store.adopt(g)).collect();
        for times in &mut times {
            times.push(time(count, || {
                for (i, g) in games.iter().enumerate() {
                    games[..=i].iter().for_each(|h| drop(black_box(g + h)));
                }
            }));
        }
        forms = store.len();
    }
    let [first, again] = times.map(median);
    println!("| {name}: sum, all pairs ({forms} forms) | {count} | {first:.3} | | |");
    println!("| {name}: sum, all pairs once more | {count} | {again:.3} | | |");
}

fn main() {
    println!("| operation | times | dicot, us | cgt, us | ratio |\n|---|---:|---:|---:|---:|");
    let (day_2, day_3, clobber) = (born(2), born(3), clobber());
    for (name, games, count) in
        [("day 2", &day_2, 2000), ("day 3", &day_3, 5000), ("3x3 Clobber", &clobber, 1000)]
    {
        operations(name, games, count);
        all_pairs(name, games);
    }
    let dicots: Vec<_> = day_3.into_iter().filter(CanonicalForm::is_dicot).collect();
    atomic_weights("dicots of day 3", &dicots, 5000);
    atomic_weights("3x3 Clobber", &clobber, 1000);
}
