//! Counts of moves.

use dicot::rules::{AnyPosition, Clobber, Turn, perft};
use dicot::{Instant, Interrupt, LimitKind, Limits, Player, ValueError};
use dicot_rulesets::{PositionExt, RulesetExt, library};

#[test]
fn as_in_the_library() {
    let position: Clobber = "xoxo/oxox/xo.x".parse().unwrap();
    let none = Limits::default();
    for side in Player::BOTH {
        for depth in 0..=8 {
            let turn = Turn::new(position, side);
            for limits in [
                none.clone(),
                none.clone().with_bytes(0),
                none.clone().with_bytes(1 << 20),
                none.clone().with_threads(3),
                none.clone().with_threads(3).with_bytes(1 << 20),
            ] {
                assert_eq!(
                    AnyPosition::new(position).perft(&[side], depth, &limits).unwrap(),
                    perft(&turn, depth.into()),
                    "{side} {depth} {limits:?}"
                );
            }
        }
    }
}

/// From a heap of n counters there are as many sequences of k moves as choices of k of its n smaller sizes.
#[test]
fn numbers_beyond_64_bits() {
    let count = |heap: &str, depth| {
        let position = library().find("nim").unwrap().parse(heap).unwrap();
        position.perft(&[Player::Left], depth, &Limits::default().with_bytes(1 << 20))
    };
    assert_eq!(count("66", 33).unwrap(), 7_219_428_434_016_265_740);
    assert_eq!(count("70", 35).unwrap_err().message(), "the number is beyond 2^64 - 1");
}

#[test]
fn limits_end_it() {
    let position = Clobber::checkerboard(8, 8).unwrap();
    let interrupt = Interrupt::default();
    interrupt.set();
    let limits = Limits::default();
    for (limits, limit) in [
        (limits.clone().with_deadline(Instant::now()), LimitKind::Time),
        (limits.with_interrupt(interrupt), LimitKind::Interrupted),
    ] {
        for threads in [1, 2] {
            let limits = limits.clone().with_threads(threads);
            let failure =
                AnyPosition::new(position).perft(&[Player::Left], 9, &limits).unwrap_err();
            assert_eq!(failure.value, Some(ValueError::Limit(limit)));
        }
    }
}
