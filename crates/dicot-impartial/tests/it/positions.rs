//! Heaps and pairs as positions: their values by their moves alone, and by the sequences.

use std::collections::HashMap;

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, Position};
use dicot::{Limits, Player};
use dicot_impartial::{HeapCode, HeapSum, Sequence, ruleset};

/// The nim value of a position by those of its options.
fn by_moves(position: &HeapSum, known: &mut HashMap<String, u32>) -> u32 {
    let key = position.to_string();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut options = Vec::new();
    for mv in position.moves(Player::Left) {
        let mut option = position.clone();
        option.play_unchecked(Player::Left, mv);
        options.push(by_moves(&option, known));
    }
    let value = (0..).find(|n| !options.contains(n)).unwrap();
    known.insert(key, value);
    value
}

fn read(game: &str, text: &str) -> AnyPosition {
    ruleset(game).unwrap().read(text).unwrap()
}

#[test]
fn values_are_those_of_the_moves() {
    let mut count = 0;
    for (game, texts) in [
        ("0.77", &["1", "9", "12", "7+5", "3+3+2"][..]),
        ("0.07", &["9", "10", "6+6+2"]),
        ("GrundysGame", &["8", "11", "7+3"]),
        ("Nim", &["5", "3+5+6", "2+2"]),
        ("Subtraction([1,3])", &["7", "5+2"]),
        ("4.[3]", &["9", "5+3"]),
        ("0.8", &["9", "7+3"]),
        ("8.0", &["9", "6+4"]),
        ("Wythoff", &["3,4", "5,2+1,1", "0,3"]),
        ("GenWythoff(k->k+2)", &["3,4", "5,5"]),
        ("FibonacciNim", &["7,2", "8,1+3,1"]),
        ("TakeAway(3)", &["7,2"]),
        ("Mem", &["7,2", "6,0"]),
    ] {
        for text in texts {
            let position = read(game, text);
            let heaps: HeapSum = position.to_type().unwrap();
            let expected = by_moves(&heaps, &mut HashMap::new());
            let value = Analyzer::new().canonical_form(&position).unwrap();
            assert_eq!(value.to_nimber(), Some(expected), "{game}: {text}");
            assert_eq!(position.to_string(), *text);
            count += 1;
        }
    }
    assert_eq!(count, 32);
}

#[test]
fn long_heaps_have_the_values_of_their_sequence() {
    for game in ["0.77", "0.007", "4!.0", "0.6"] {
        let code: HeapCode = game.parse().unwrap();
        let mut sequence = Sequence::new(code);
        sequence.extend_to(1000, &Limits::default()).unwrap();
        for heap in [1, 17, 500, 1000] {
            let value = Analyzer::new().canonical_form(&read(game, &heap.to_string())).unwrap();
            assert_eq!(value.to_nimber(), Some(sequence.values()[heap]), "{game}: {heap}");
        }
    }
}

#[test]
fn moves_and_errors() {
    let moves = |game: &str, text: &str| {
        let position = read(game, text);
        position.moves(Player::Left).map(|mv| mv.text().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves("0.77", "3"), "3>1 3>2 3>1+1");
    assert_eq!(moves("Nim", "1+1"), "1>0");
    assert_eq!(moves("Wythoff", "1,1"), "1,1>0,0 1,1>0,1 1,1>1,0");
    let error = |game: &str, text: &str| ruleset(game).unwrap().read(text).unwrap_err().to_string();
    assert!(error("0.77", "3+x").starts_with("heap 2: unexpected \"x\""));
    assert!(error("0.77", "999+2").contains("1000"));
    assert!(error("0.8", "101").contains("100"));
    assert!(error("Wythoff", "3").starts_with("heap 1"));
    let unknown = |game: &str| ruleset(game).unwrap_err().to_string();
    assert!(unknown("chess").contains("unknown game"));
    assert!(unknown("{2+}!.0").contains("at most 6 heaps"));
}
