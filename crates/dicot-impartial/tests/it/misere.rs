//! Genera of heaps.

use std::collections::HashMap;

use dicot::{LimitKind, Limits};
use dicot_impartial::{Genera, Genus};

use crate::table::rows;

/// The genus that CGSuite prints: without superscript that of a nim heap, with one digit that of a sum of nim heaps.
fn genus(text: &str) -> Genus {
    let (normal, rest) = text.split_once('^').unwrap_or((text, ""));
    let normal: u32 = normal.trim_matches(['(', ')']).parse().unwrap();
    let number = |text: &str| text.parse::<u32>().unwrap();
    let mut misere: Vec<u32> = match rest.strip_prefix('(') {
        Some(list) => list.trim_end_matches(')').split(',').map(number).collect(),
        None => rest.chars().map(|c| c.to_digit(10).unwrap()).collect(),
    };
    if misere.is_empty() {
        misere.push(if normal < 2 { normal ^ 1 } else { normal });
    }
    if let [first] = misere[..] {
        misere = match (normal, first) {
            (0, 1) => vec![1, 2, 0],
            (1, 0) => vec![0, 3, 1],
            _ => vec![first, first ^ 2],
        };
    }
    Genus { normal, misere }
}

#[test]
fn genera_of_the_oracle() {
    let mut games: HashMap<&str, Genera> = HashMap::new();
    let (mut checked, mut restive) = (0, 0);
    for row in rows(include_str!("../data/misere_heap.tsv")) {
        let name = row["ruleset"];
        let game = games.entry(name).or_insert_with(|| Genera::new(name.parse().unwrap()));
        let heap = row["n"].parse().unwrap();
        game.extend_to(heap, &Limits::default()).unwrap();
        let (found, expected) = (game.genus(heap).unwrap(), genus(row["genus"]));
        assert_eq!(found.normal, expected.normal, "{}", row["key"]);
        // A genus such as 1^4 is restive: only its first misère value is printed.
        let digits = row["genus"].split_once('^').map_or(0, |(_, digits)| digits.len());
        let is_restive = digits == 1 && !expected.is_tame();
        restive += u32::from(is_restive);
        for n in 0..if is_restive { 1 } else { 12 } {
            assert_eq!(found.misere_value(n), expected.misere_value(n), "{} {n}", row["key"]);
        }
        assert_eq!(found.misere[0].to_string(), row["misere_nim_value"], "{}", row["key"]);
        let outcome = if found.misere[0] == 0 { "P" } else { "N" };
        assert_eq!(outcome, row["misere_outcome"], "{}", row["key"]);
        checked += 1;
    }
    assert_eq!((checked, restive), (531, 10));
}

#[test]
fn limits() {
    let mut kayles = Genera::new("0.77".parse().unwrap());
    let limits = Limits::default().with_bytes(1 << 20);
    assert_eq!(kayles.extend_to(100, &limits), Err(LimitKind::Bytes(1 << 20)));
    assert!(kayles.genus(9).is_some());
    assert_eq!(kayles.genus(100), None);
}
