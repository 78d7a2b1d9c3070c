//! Kayles and Nim against plain twins, Kayles with pins one by one on text, and against published values.

use std::collections::{BTreeSet, HashMap};

use dicot::analysis::{Analyze, Analyzer};
use dicot::board::ParsePositionError;
use dicot::rules::{Kayles, Nim, Position, Ruleset, Short, heap::HeapMove};
use dicot::solver::{NimberSolver, Solver, Sum};
use dicot::{CanonicalForm, Limits, Outcome, Player};

fn position(text: &str) -> Kayles {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The pins of a position, a row of `!` for each heap, with gaps between.
fn pins(position: &Kayles) -> String {
    let rows = position.heaps().iter().map(|&heap| "!".repeat(heap.into()));
    rows.collect::<Vec<_>>().join(".")
}

/// The rows that stand, as numbers of pins.
fn rows(pins: &str) -> Vec<usize> {
    pins.split('.').map(str::len).filter(|&row| row > 0).collect()
}

/// The plain twin: pins fall one by one or two that touch; the rows that then stand, each sorted and
/// once.
fn plain_options(pins: &str) -> BTreeSet<Vec<usize>> {
    let standing = |n: usize| pins.as_bytes().get(n) == Some(&b'!');
    let falls = (0..pins.len()).flat_map(|n| [n..n + 1, n..n + 2]);
    let falls = falls.filter(|fall| fall.clone().all(standing));
    let after = falls.map(|fall| {
        let mut after = pins.to_owned();
        after.replace_range(fall.clone(), &".".repeat(fall.len()));
        let mut rows = rows(&after);
        rows.sort();
        rows
    });
    after.collect()
}

/// All positions with up to so many pins, their heaps in every order.
fn positions(most: u16) -> Vec<Kayles> {
    fn add(heaps: &mut Vec<u16>, most: u16, all: &mut Vec<Kayles>) {
        let text = heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
        all.push(position(if text.is_empty() { "0" } else { &text }));
        for heap in 1..=most {
            heaps.push(heap);
            add(heaps, most - heap, all);
            heaps.pop();
        }
    }
    let mut all = Vec::new();
    add(&mut Vec::new(), most, &mut all);
    all
}

#[test]
fn moves_on_all_positions_with_ten_pins() {
    let all = positions(10);
    assert_eq!(all.len(), 1024);
    for position in all {
        let options: Vec<Kayles> = position.options(Player::Left).collect();
        let mut met: Vec<Vec<usize>> = options.iter().map(|option| rows(&pins(option))).collect();
        met.iter_mut().for_each(|rows| rows.sort());
        let distinct: BTreeSet<Vec<usize>> = met.iter().cloned().collect();
        assert_eq!(distinct, plain_options(&pins(&position)), "{position}");
        assert_eq!(distinct.len(), met.len(), "{position}: each option once");
        assert_eq!(position.options(Player::Right).collect::<Vec<_>>(), options);
        assert_eq!(position.move_count(Player::Right), options.len() as u64);
    }
}

/// The rows that a move leaves keep their place.
#[test]
fn moves_in_their_order() {
    let position = position("2+7+2");
    let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
    let expected = ["2>1", "2>0", "7>6", "7>1+5", "7>2+4", "7>3+3", "7>5", "7>1+4", "7>2+3"];
    assert_eq!(moves, expected);
    let after = |mv: &str| {
        let mv = position.read_move(mv).unwrap();
        position.clone().play(Player::Right, mv).unwrap().to_string()
    };
    assert_eq!([after("2>1"), after("2>0"), after("7>4+1")], ["1+7+2", "7+2", "2+1+4+2"]);
}

#[test]
fn illegal_moves() {
    let position = position("3+2");
    for (heap, part, other) in (0..6)
        .flat_map(|heap| (0..6).flat_map(move |part| (0..6).map(move |other| (heap, part, other))))
    {
        let mv = HeapMove::new(heap, part, other);
        let listed = position.moves(Player::Left).any(|legal| legal == mv);
        assert_eq!(position.is_legal(Player::Left, mv), listed, "{mv}");
        let mut after = position.clone();
        after.play_unchecked(Player::Left, mv);
        assert_eq!(after.to_string().parse(), Ok(after));
    }
    let reason = |heap, part, other| {
        let mv = HeapMove::new(heap, part, other);
        position.clone().play(Player::Left, mv).unwrap_err().to_string()
    };
    assert_eq!(reason(4, 3, 0), "illegal move 4>3 by Left: there is no such heap");
    let rule = "one pin must fall, or two that touch";
    assert_eq!(reason(3, 0, 0), format!("illegal move 3>0 by Left: {rule}"));
    assert_eq!(reason(3, 2, 1), format!("illegal move 3>1+2 by Left: {rule}"));
    let mv = HeapMove::new(2, 65535, 65535);
    assert!(!position.is_legal(Player::Left, mv));
    assert_eq!(mv.to_string(), "2>65535+65535");
}

#[test]
fn texts() {
    assert_eq!(position(" 7 + 5+1\n"), position("7+5+1"));
    assert_eq!(position("7+5+1").to_string(), "7+5+1");
    assert_eq!((position("0").to_string(), position("0").heaps().len()), ("0".into(), 0));
    assert_eq!(format!("{:?}", position("2")), "kayles(2)");
    assert_eq!(position("999+1").heaps(), [999, 1]);
    let message = |text: &str| text.parse::<Kayles>().unwrap_err().to_string();
    for (text, heap, bad) in
        [("", 1, ""), ("3+0", 2, "0"), ("1001", 1, "1001"), ("2++1", 2, ""), ("-1", 1, "-1")]
    {
        let expected =
            format!("heap {heap}: unexpected {bad:?}, expected a number of pins from 1 to 1000");
        assert_eq!(message(text), expected);
    }
    assert_eq!(
        "1000+1".parse::<Kayles>(),
        Err(ParsePositionError::TooMany { what: "pins", limit: 1000 })
    );
    assert_eq!(message("999+2"), "there are too many pins; the limit is 1000 in all");
    let many = vec!["1"; 1000].join("+");
    assert_eq!(position(&many).move_count(Player::Left), 1);

    let position = position("7");
    for text in ["7>2+3", " 7 > 3 + 2 "] {
        assert_eq!(position.read_move(text), Ok(HeapMove::new(7, 2, 3)));
    }
    for text in ["", "7", "7>", "7>2+", "7>1+1+1", "7>-1", "x>1", "7>99999"] {
        let reason = position.read_move(text).unwrap_err().reason;
        assert_eq!(reason, "expected a heap and what is left of it, like 7>2+3, 7>6 or 1>0");
    }
}

#[test]
fn normalized_positions() {
    let normalized = |text: &str| position(text).normalized().0.to_string();
    assert_eq!(normalized("7+5+1"), "1+5+7");
    assert_eq!(normalized("2+3+2+3+3"), "3");
    assert_eq!(normalized("4+4"), "0");
    assert_eq!(position("7+5").components().collect::<Vec<_>>(), [position("7"), position("5")]);
}

fn nimber(value: &CanonicalForm) -> u32 {
    value.to_nimber().expect("both players have the same moves")
}

/// The values of heaps of 0 to 11 pins, and their period of 12 from 71 on; 1000 is 88 and 76 times 12.
/// Source: Guy, Smith, *The G-values of various games* (1956); *Winning Ways*, chapter 4.
#[test]
fn nimbers_of_heaps() {
    let mut analyzer = Analyzer::new();
    let mut value =
        |heap: u16| nimber(&analyzer.canonical_form(&position(&heap.to_string())).unwrap());
    let values: Vec<u32> = (0..=250).map(&mut value).collect();
    assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert!((71..=238).all(|heap| values[heap] == values[heap + 12]));
    // 70 is the last exception.
    assert_ne!(values[70], values[82]);
    assert_eq!(value(1000), values[88]);
}

/// Values by the plain twin: the least nimber that no option has.
#[test]
fn values_as_by_hand() {
    fn plain(pins: &str, known: &mut HashMap<String, u32>) -> u32 {
        if let Some(&known) = known.get(pins) {
            return known;
        }
        let options: BTreeSet<u32> = plain_options(pins)
            .iter()
            .map(|rows| {
                let rows: Vec<String> = rows.iter().map(|&row| "!".repeat(row)).collect();
                plain(&rows.join("."), known)
            })
            .collect();
        let value = (0..).find(|n| !options.contains(n)).unwrap();
        known.insert(pins.to_owned(), value);
        value
    }
    let mut known = HashMap::new();
    for position in positions(9) {
        let value = nimber(&position.canonical_form());
        assert_eq!(value, plain(&pins(&position), &mut known), "{position}");
    }
}

/// Nim by its definition: one heap becomes smaller, in its place.
fn plain_nim_options(heaps: &[u16]) -> Vec<Vec<u16>> {
    let mut options = BTreeSet::new();
    for (n, &heap) in heaps.iter().enumerate() {
        // Of equal heaps, the first is played on.
        for rest in (0..heap).filter(|_| !heaps[..n].contains(&heap)) {
            let mut option = heaps.to_vec();
            option[n] = rest;
            options.insert(option.into_iter().filter(|&heap| heap > 0).collect());
        }
    }
    options.into_iter().collect()
}

#[test]
fn nim_on_all_positions_with_nine_stones() {
    let mut analyzer = Analyzer::new();
    for position in positions(9) {
        let heaps = position.heaps();
        let position: Nim = position.to_string().parse().unwrap();
        let mut options: Vec<Vec<u16>> =
            position.options(Player::Left).map(|option| option.heaps().to_vec()).collect();
        options.sort();
        assert_eq!(options, plain_nim_options(heaps), "{position}");
        let sum = heaps.iter().fold(0, |sum, &heap| sum ^ u32::from(heap));
        assert_eq!(nimber(&analyzer.canonical_form(&position).unwrap()), sum, "{position}");
    }
}

#[test]
fn moves_of_nim() {
    let position: Nim = "3+5".parse().unwrap();
    let reason = |mv: &str| {
        let mv = position.read_move(mv).unwrap();
        position.broken_rule(Player::Left, mv)
    };
    assert_eq!(reason("5>0"), None);
    assert_eq!(reason("4>0"), Some("there is no such heap"));
    let rule = "at least one stone must be taken, and the rest stay one heap";
    for mv in ["5>5", "5>6", "5>1+2"] {
        assert_eq!(reason(mv), Some(rule), "{mv}");
    }
    let error = position.read_move("5").unwrap_err();
    assert_eq!(error.reason, "expected a heap and what is left of it, like 7>4 or 1>0");
    let message = |text: &str| text.parse::<Nim>().unwrap_err().to_string();
    assert_eq!(
        message("3+x"),
        "heap 2: unexpected \"x\", expected a number of stones from 1 to 1000"
    );
    assert_eq!(message("600+401"), "there are too many stones; the limit is 1000 in all");
}

/// The largest heaps are valued without comparing their options, and large ones are searched in few nodes.
#[test]
fn large_heaps_of_nim() {
    let position = |text: &str| text.parse::<Nim>().unwrap();
    let mut analyzer = Analyzer::new().with_limits(Limits::default().with_steps(3_000_000));
    assert_eq!(nimber(&analyzer.canonical_form(&position("1000")).unwrap()), 1000);
    assert_eq!(nimber(&analyzer.canonical_form(&position("511+488+1")).unwrap()), 511 ^ 488 ^ 1);
    let mut solver = NimberSolver::new().with_limits(Limits::default().with_nodes(5_000));
    assert_eq!(solver.nim_value(&position("200+150")).unwrap(), 200 ^ 150);
    let mut solver = Solver::new().with_limits(Limits::default().with_nodes(5_000));
    let sum = Sum::from(position("200+150")) + "*3".parse::<CanonicalForm>().unwrap();
    assert_eq!(solver.outcome(&sum).unwrap(), Outcome::Next);
}
