//! What Rust programs expect of the types of a library.

use std::cell::Cell as Memory;
use std::panic::{RefUnwindSafe, UnwindSafe, catch_unwind, set_hook, take_hook};

use dicot::analysis::Analyze;
use dicot::board::{Bitboard, Cell, Shape};
use dicot::rules::{AnyPosition, Clobber, Combo, Hackenbush, Kayles, PartizanEuclid};
use dicot::solver::{NimberSolver, Solver, Sum};
use dicot::{CanonicalForm, Dyadic, Limits, Player, Store};

/// Positions, moves and numbers fill the width that is asked for, as values do.
#[test]
fn widths() {
    let clobber: Clobber = "xo/.x".parse().unwrap();
    assert_eq!(format!("{clobber:>8}|{clobber:_<8}|{clobber:.3}"), "   xo/.x|xo/.x___|xo/");
    assert_eq!(format!("{:^7}", AnyPosition::new(clobber)), " xo/.x ");
    assert_eq!(
        format!("{:>5}|{:>5}", Dyadic::from(7), "3/4".parse::<Dyadic>().unwrap()),
        "    7|  3/4"
    );
    assert_eq!(
        format!("{:>5}|{:<2}|", "3+1".parse::<Kayles>().unwrap(), "0".parse::<Kayles>().unwrap()),
        "  3+1|0 |"
    );
    assert_eq!(format!("{:>7}", "b2,w1".parse::<Combo>().unwrap()), "  b2,w1");
    assert_eq!(format!("{:>9}", "n=2 0-1:b".parse::<Hackenbush>().unwrap()), "n=2 0-1:b");
    assert_eq!(format!("{:>11}", "n=2 0-1:b".parse::<Hackenbush>().unwrap()), "  n=2 0-1:b");
    assert_eq!(format!("{:>4}", "2,3".parse::<PartizanEuclid>().unwrap()), " 2,3");
    let sum = Sum::from(clobber) + CanonicalForm::STAR;
    assert_eq!(format!("{sum:>18}"), " clobber:xo/.x + *");
    assert_eq!(format!("{:>9}", sum.moves(Player::Left)[0]), " 1: a2-b2");
}

#[test]
fn equal_moves_of_sums() {
    let sum = Sum::from("xo.ox".parse::<Clobber>().unwrap()) + CanonicalForm::STAR;
    let (moves, again) = (sum.moves(Player::Left), sum.clone().moves(Player::Left));
    assert_eq!(moves, again);
    assert!(
        moves
            .iter()
            .enumerate()
            .all(|(n, mv)| moves.iter().position(|other| other == mv) == Some(n))
    );
    assert_ne!(sum, Sum::from("xo.o.".parse::<Clobber>().unwrap()) + CanonicalForm::STAR);
    assert_ne!(sum, sum.clone() + CanonicalForm::UP);
    assert_ne!(Sum::from("3".parse::<Kayles>().unwrap()), sum);
}

/// A panic names the line that called the library.
#[test]
fn panics_are_in_the_line_of_the_caller() {
    thread_local!(static LINE: Memory<Option<u32>> = const { Memory::new(None) });
    let hook = take_hook();
    set_hook(Box::new(move |info| {
        let place = info.location().filter(|place| place.file().ends_with("idioms.rs"));
        match place {
            Some(place) => LINE.set(Some(place.line())),
            None => hook(info),
        }
    }));
    let most = || CanonicalForm::from(i64::MAX);
    let calls: [(u32, &dyn Fn()); 6] = [
        (line!(), &|| _ = most() + most()),
        (line!(), &|| _ = 1 + most()),
        (line!(), &|| _ = most() * 2),
        (line!(), &|| _ = CanonicalForm::from(i64::MIN)),
        (line!(), &|| _ = CanonicalForm::nimber(u32::MAX)),
        (line!(), &|| _ = Dyadic::from(i64::MAX) + Dyadic::from(1)),
    ];
    for (line, call) in calls {
        LINE.set(None);
        let panicked = catch_unwind(std::panic::AssertUnwindSafe(call)).is_err();
        assert_eq!((panicked, LINE.get()), (true, Some(line)));
    }
}

#[test]
fn values_survive_caught_panics() {
    fn is_unwind_safe<T: UnwindSafe + RefUnwindSafe>() {}
    is_unwind_safe::<CanonicalForm>();
    is_unwind_safe::<Store>();
    is_unwind_safe::<Limits>();
    is_unwind_safe::<Clobber>();
    let value = "xoxo".parse::<Clobber>().unwrap().canonical_form();
    assert_eq!(catch_unwind(|| &value - &value).unwrap(), 0);
}

/// A bitboard against the list of its cells.
#[test]
fn bitboards_are_sets() {
    let shape = Shape::new(5, 4).unwrap();
    let list = |keep: fn(usize) -> bool| -> Vec<Cell> {
        let cells = Bitboard::<u64>::full(shape).cells().enumerate();
        cells.filter(|&(n, _)| keep(n)).map(|(_, cell)| cell).collect()
    };
    let (threes, evens) = (list(|n| n % 3 == 0), list(|n| n % 2 == 0));
    let set = |cells: &[Cell]| {
        let mut set = Bitboard::<u64>::empty(shape);
        set.extend(cells.iter().copied());
        set
    };
    let (a, b) = (set(&threes), set(&evens));
    assert_eq!((a.into_iter().len(), a.cells().collect::<Vec<_>>()), (threes.len(), threes));
    type Change = fn(&mut Bitboard<u64>, Bitboard<u64>);
    type Keep = fn(usize) -> bool;
    let cases: [(_, Change, Keep); 4] = [
        (a & b, |a, b| *a &= b, |n| n % 6 == 0),
        (a | b, |a, b| *a |= b, |n| n % 3 == 0 || n % 2 == 0),
        (a ^ b, |a, b| *a ^= b, |n| (n % 3 == 0) != (n % 2 == 0)),
        (a - b, |a, b| *a -= b, |n| n % 3 == 0 && n % 2 != 0),
    ];
    for (result, assign, keep) in cases {
        let mut assigned = a;
        assign(&mut assigned, b);
        assert_eq!((result, assigned), (set(&list(keep)), result));
    }
    assert_eq!(!a, set(&list(|n| n % 3 != 0)));
    assert_eq!(!Bitboard::<u64>::empty(shape), Bitboard::full(shape));
}

/// A solver has as many threads as its limits say, and one without them, with which its nodes are the same each time.
#[test]
fn threads_of_a_solver() {
    let board = Sum::from(Clobber::checkerboard(6, 3).unwrap());
    let nodes = |limits: Limits| {
        let mut solver = Solver::new().with_limits(limits);
        solver.outcome(&board).unwrap();
        solver.nodes()
    };
    let one = nodes(Limits::default());
    assert!(one > 100 && one == nodes(Limits::default().with_threads(1)));
    assert_eq!(one, nodes(Limits::default().with_threads(0)));
    // The second thread takes part, so that the sum of both differs; which of many runs does is left to chance.
    assert!((0..50).any(|_| nodes(Limits::default().with_threads(2)) != one));
    assert_eq!(NimberSolver::<Kayles>::new().nodes(), 0);
}
