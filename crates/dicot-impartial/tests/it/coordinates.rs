//! Games on pairs of numbers, by facts about them.

use dicot::{LimitKind, Limits};
use dicot_impartial::CoordinateGame;

fn game(text: &str) -> CoordinateGame {
    text.parse().unwrap()
}

/// The pairs (floor(k·φ), floor(k·φ²)) are those that the player who moves loses. Source: Wythoff (1907).
#[test]
fn lost_positions_of_wythoffs_game() {
    let table = game("wythoff").table(60, 60, &Limits::default()).unwrap();
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    for (n, row) in table.iter().enumerate() {
        for (m, &value) in row.iter().enumerate() {
            assert_eq!(value, table[m][n]);
            let k = n.abs_diff(m) as f64;
            let least = n.min(m) as f64;
            assert_eq!(value == 0, (k * golden).floor() == least, "{n} {m}");
        }
    }
}

/// With a first move of less than all, the player who moves loses exactly the Fibonacci numbers. Source: Whinihan (1963).
#[test]
fn lost_positions_of_fibonacci_nim() {
    let table = game("FibonacciNim").table(100, 100, &Limits::default()).unwrap();
    // The first player takes all but not the whole heap: so the limit is half of heap - 1, rounded up, or less.
    let lost = (2..=100).filter(|&n| (1..n).all(|taken| table[n - taken][taken] != 0));
    assert_eq!(lost.collect::<Vec<_>>(), [2, 3, 5, 8, 13, 21, 34, 55, 89]);
}

#[test]
fn limits_and_errors() {
    let table = |last| game("Mem").table(last, last, &Limits::default().with_bytes(1 << 20));
    assert_eq!(table(usize::MAX), Err(LimitKind::Bytes(1 << 20)));
    assert_eq!(table(20).unwrap()[0].len(), 21);
    let error = |text: &str| text.parse::<CoordinateGame>().unwrap_err().to_string();
    assert_eq!(error("Memo"), "byte 3: expected the end, found o");
    assert_eq!(error("TakeAway(0)"), "byte 9: expected a number from 1 on, found 0");
    assert!(error("chess").starts_with("byte 0: expected Wythoff, "));
}
