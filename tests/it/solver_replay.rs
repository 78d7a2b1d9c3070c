//! Verification: whoever wins by the exact value is verified to win, whatever the solver had to search.

use std::sync::Arc;
use std::time::Duration;

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, Clobber, Domineering, Kayles, Ruleset, Short};
use dicot::solver::{Solver, Sum, Verified, VerifyError};
use dicot::{CanonicalForm, Interrupt, LimitKind, Limits, Outcome, Player, ValueError};

use crate::plain::random::Random;

/// A solver that values components of at most this size.
fn searching(valued_size: u32) -> Solver {
    let mut solver = Solver::new().with_limits(limits());
    solver.valued_size = valued_size;
    solver
}

/// 64 MiB of memory.
fn limits() -> Limits {
    Limits::default().with_bytes(1 << 26)
}

/// Verifies both starters; how many positions that were.
fn verified(solver: &mut Solver, sum: &Sum, outcome: Outcome) -> u64 {
    let all = Player::BOTH.map(|first| {
        let verified = solver.verify(sum, first).unwrap_or_else(|error| panic!("{sum}: {error}"));
        let Verified { winner, winner_positions, loser_positions, .. } = verified;
        assert_eq!(winner, outcome.winner(first), "{sum}");
        // The first position, and at least a move where the winner has to move.
        assert!(winner != first || winner_positions > 0 && loser_positions > 0, "{sum}");
        assert!(winner == first || loser_positions > 0, "{sum}");
        winner_positions + loser_positions
    });
    all.iter().sum()
}

#[test]
fn all_2x4_boards() {
    let (mut solver, mut analyzer) = (searching(2), Analyzer::new());
    for number in 0..3_usize.pow(8) {
        let letter = |cell: u32| ['.', 'x', 'o'][number / 3_usize.pow(cell) % 3];
        let row = |row: u32| (0..4).map(|col| letter(4 * row + col)).collect::<String>();
        let board: Clobber = [row(0), row(1)].join("/").parse().unwrap();
        let outcome = analyzer.outcome(&board).unwrap();
        verified(&mut solver, &board.into(), outcome);
    }
}

fn positions_of<P: Short + Ruleset>(starts: &[&str], valued_size: u32) {
    let (mut solver, mut analyzer) = (searching(valued_size), Analyzer::new());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for start in starts {
        for _ in 0..12 {
            let position: P = random.follower(start, 4);
            let outcome = analyzer.outcome(&position).unwrap();
            verified(&mut solver, &position.into(), outcome);
        }
    }
}

#[test]
fn of_every_ruleset() {
    for valued_size in [1, 8] {
        positions_of::<Clobber>(&["xoxo/oxox/xo.x"], valued_size);
        positions_of::<Domineering>(&["..../..../....", "...../.#.../..#.."], valued_size);
        let boxed = positions_of::<AnyPosition>;
        boxed(&["kings:xoxo/oxox", "hot-clobber:xoxo/ooxx", "amazons:x../..o"], valued_size);
        boxed(&["konane:oxox/xo.o/ox.x", "konane:.xoxo.oxo.x"], valued_size);
        boxed(&["fission:..../..x./.x..", "fission:..x..x.."], valued_size);
        boxed(&["toads-and-frogs:tt.tf.ff", "toads-and-frogs:ttt..fff"], valued_size);
        positions_of::<Kayles>(&["7+5+3", "12+1"], valued_size);
    }
}

/// Equal rests of boards are looked at once, so that there are few positions.
#[test]
fn larger_boards() {
    let board = Sum::from(Clobber::checkerboard(9, 2).unwrap());
    let mut solver = searching(8);
    let positions = verified(&mut solver, &board, Outcome::Previous);
    assert!((1000..100_000).contains(&positions), "{positions}");
    let mut solver = searching(4);
    solver.limits.threads = Some(2);
    verified(&mut solver, &board, Outcome::Previous);
}

#[test]
fn ends_of_play() {
    let mut solver = searching(2);
    let verified = |sum: &Sum, first, solver: &mut Solver| solver.verify(sum, first).unwrap();
    // Whoever starts has no move.
    let nothing = verified(&Sum::default(), Player::Left, &mut solver);
    assert_eq!((nothing.winner, nothing.winner_positions), (Player::Right, 0));
    assert_eq!(nothing.loser_positions, 1);
    // Left takes the star, and Right cannot move.
    let star = Sum::from(CanonicalForm::STAR);
    let star = verified(&star, Player::Left, &mut solver);
    assert_eq!((star.winner, star.winner_positions, star.loser_positions), (Player::Left, 1, 1));
    // Two equal heaps are played to the end: 2+2, 1+1 and nothing with the loser to move, and 1+2, 2 and 1
    // with the winner.
    let heaps = Sum::from("2+2".parse::<Kayles>().unwrap());
    let heaps = verified(&heaps, Player::Left, &mut solver);
    assert_eq!(
        (heaps.winner, heaps.loser_positions, heaps.winner_positions),
        (Player::Right, 3, 3)
    );
}

#[test]
fn limits_hold() {
    let fails = |limits: Limits, valued_size, sum: &Sum| {
        let mut solver = searching(valued_size).with_limits(limits);
        match solver.verify(sum, Player::Left) {
            Err(VerifyError::Value(ValueError::Limit(kind))) => kind,
            other => panic!("{other:?}"),
        }
    };
    // Quick to solve, and long to verify.
    let strip = Sum::from("xo".repeat(20).parse::<Clobber>().unwrap());
    let time = Limits::default().with_time(Duration::from_secs(1)).with_bytes(1 << 30);
    assert_eq!(fails(time, 8, &strip), LimitKind::Time);
    assert_eq!(fails(limits().with_bytes(1 << 24), 8, &strip), LimitKind::Bytes(1 << 24));
    let interrupt = Interrupt::default();
    interrupt.set();
    assert_eq!(fails(limits().with_interrupt(interrupt), 8, &strip), LimitKind::Interrupted);
    let board = Sum::from(Clobber::checkerboard(7, 3).unwrap());
    assert_eq!(fails(limits().with_nodes(600), 2, &board), LimitKind::Nodes(600));
}

#[test]
fn progress_of_long_ones() {
    let most = Arc::new(std::sync::atomic::AtomicU64::new(0));
    let seen = most.clone();
    let limits = limits().with_time(Duration::from_secs(3));
    let mut solver = Solver::new().with_limits(limits).on_progress(move |progress| {
        seen.fetch_max(progress.verified, std::sync::atomic::Ordering::Relaxed);
    });
    let strip = Sum::from("xo".repeat(20).parse::<Clobber>().unwrap());
    let _ = solver.verify(&strip, Player::Left);
    assert!(most.load(std::sync::atomic::Ordering::Relaxed) > 1000);
}
