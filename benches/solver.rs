//! Who wins: the solver beside a plain alpha-beta search with a table, for both first players, each time
//! with nothing known.
//!
//! `cargo bench --bench solver`

use std::collections::HashMap;

use criterion::{Criterion, criterion_group, criterion_main};
use dicot::rules::{Clobber, Clobber448, Ruleset, Short};
use dicot::solver::{Solver, Sum};
use dicot::{Outcome, Player};

/// Whether the stones to move win a board of Clobber, rows of 8 bits: every position is looked at once.
fn plain_wins(mover: u64, other: u64, known: &mut HashMap<(u64, u64), bool>) -> bool {
    if let Some(&wins) = known.get(&(mover, other)) {
        return wins;
    }
    // No column has number 7, so nothing goes round the edge.
    let mut wins = false;
    for shift in [1, 8] {
        for (mut hit, back) in [(mover & other >> shift, true), (mover & other << shift, false)] {
            while hit != 0 && !wins {
                let from = hit & hit.wrapping_neg();
                hit ^= from;
                let to = if back { from << shift } else { from >> shift };
                wins = !plain_wins(other ^ to, mover ^ from ^ to, known);
            }
        }
    }
    known.insert((mover, other), wins);
    wins
}

fn plain_outcome(width: u32, height: u32) -> Outcome {
    let cells = (0..height).flat_map(|row| (0..width).map(move |col| (row, col)));
    let bit = |(row, col): &(u32, u32)| 1_u64 << (8 * row + col);
    let (left, right): (Vec<_>, Vec<_>) = cells.partition(|(row, col)| (row + col) % 2 == 0);
    let [left, right] = [left, right].map(|cells| cells.iter().map(bit).sum::<u64>());
    let mut known = HashMap::new();
    let mut winner = |mover, other, player: Player| {
        if plain_wins(mover, other, &mut known) { player } else { !player }
    };
    let first = winner(left, right, Player::Left);
    Outcome::from_winners(first, winner(right, left, Player::Right))
}

fn outcome<P: Short + Ruleset>(board: &P) -> Outcome {
    Solver::new().outcome(&Sum::from(board.clone())).expect("no limit is passed")
}

fn checkerboards(criterion: &mut Criterion) {
    for (width, height) in [(3, 7), (4, 5)] {
        let mut group = criterion.benchmark_group(format!("{width}x{height}"));
        let board = Clobber::checkerboard(width, height).expect("it is small enough");
        let expected = plain_outcome(width.into(), height.into());
        assert_eq!(outcome(&board), expected);
        group.sample_size(10);
        group.bench_function("solver", |b| b.iter(|| outcome(&board)));
        group.bench_function("plain", |b| b.iter(|| plain_outcome(width.into(), height.into())));
        group.finish();
    }
}

/// Far out of reach of the plain search.
fn large(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10);
    for (width, height, expected) in
        [(12, 2, Outcome::Previous), (8, 3, Outcome::Previous), (40, 1, Outcome::Next)]
    {
        let board = Clobber448::checkerboard(width, height).expect("it is small enough");
        assert_eq!(outcome(&board), expected);
        group.bench_function(format!("{height}x{width}"), |b| b.iter(|| outcome(&board)));
    }
    group.finish();
}

criterion_group!(benches, checkerboards, large);
criterion_main!(benches);
