//! Toppling Dominoes against a plain twin on text, and against published theorems.
//!
//! Source: Fink, Nowakowski, Siegel, Wolfe, *Toppling Conjectures* (Games of No Chance 4, 2015): all that
//! its abstract says of values, as far as it can be seen in rows of eight dominoes.

use std::collections::HashMap;

use dicot::CanonicalForm;
use dicot::analysis::Analyzer;
use dicot::rules::TopplingDominoes;

/// The most dominoes of a row here.
const DOMINOES: usize = 8;

/// All rows of up to eight dominoes with their values: the options of a row are what is left of it and
/// right of it for each domino that a player can topple.
fn plain_values() -> HashMap<String, CanonicalForm> {
    let mut values = HashMap::from([(String::new(), CanonicalForm::ZERO)]);
    let mut longest = vec![String::new()];
    for _ in 0..DOMINOES {
        let longer = |row: String| ["l", "r", "e"].map(|domino| format!("{row}{domino}"));
        longest = longest.into_iter().flat_map(longer).collect();
        for row in &longest {
            let options = |own: &str| -> Vec<CanonicalForm> {
                let toppled = row.match_indices(|domino| domino == 'e' || own.contains(domino));
                toppled
                    .flat_map(|(at, _)| [&row[..at], &row[at + 1..]])
                    .map(|rest| values[rest].clone())
                    .collect()
            };
            let value = CanonicalForm::new(options("l"), options("r"));
            values.insert(row.clone(), value);
        }
    }
    values
}

fn mirrored(row: &str) -> String {
    row.chars().rev().collect()
}

#[test]
fn values_agree_with_the_twin() {
    let mut analyzer = Analyzer::new();
    for (row, value) in plain_values().into_iter().filter(|(row, _)| !row.is_empty()) {
        let position: TopplingDominoes = row.parse().unwrap();
        assert_eq!(analyzer.canonical_form(&position).unwrap(), value, "{row}");
        let position: TopplingDominoes = format!(".{row}..lre.").parse().unwrap();
        let sum = value
            + "lre"
                .parse::<TopplingDominoes>()
                .map(|row| analyzer.canonical_form(&row))
                .unwrap()
                .unwrap();
        assert_eq!(analyzer.canonical_form(&position).unwrap(), sum, "{row} with another row");
    }
}

#[test]
fn familiar_values() {
    let values = plain_values();
    for (row, value) in [
        ("lrl", "1/2"),
        ("lrlrl", "1/4"),
        ("lrllrl", "3/4"),
        ("lrrl", "^"),
        ("llrr", "+-1"),
        ("ler", "+-1"),
        ("lrlrlrlr", "*4"),
    ] {
        assert_eq!(values[row].to_string(), value, "{row}");
    }
    for n in 1..=DOMINOES {
        assert_eq!(values[&"l".repeat(n)], CanonicalForm::from(n as i64));
        assert_eq!(values[&"e".repeat(n)].to_nimber(), Some(n as u32));
    }
}

/// Of each number there is one row at most, and it is a palindrome.
#[test]
fn rows_of_numbers_are_unique_palindromes() {
    let mut numbers = HashMap::new();
    for (row, value) in plain_values().into_iter().filter(|(_, value)| value.to_number().is_some())
    {
        assert_eq!(row, mirrored(&row), "{value}");
        let other = numbers.insert(value.to_string(), row.clone());
        assert_eq!(other, None, "{row} is {value} too");
    }
    assert_eq!(numbers.len(), 31);
}

/// Without grey dominoes there are *m* rows of value \**m*, up to reflection.
#[test]
fn rows_of_nimbers() {
    let rows = |nimber: &str| {
        let values = plain_values().into_iter();
        let is = |(row, value): &(String, CanonicalForm)| {
            !row.contains('e') && *row <= mirrored(row) && value.to_string() == nimber
        };
        values.filter(is).count()
    };
    assert_eq!(["0", "*", "*2"].map(rows), [1, 1, 2]);
}

#[test]
fn infinitesimals_have_atomic_weight_0_or_1() {
    for (row, value) in plain_values().into_iter().filter(|(_, value)| value.is_infinitesimal()) {
        let weight = value.atomic_weight().map(|weight| weight.to_string());
        assert!(matches!(weight.as_deref(), Some("-1" | "0" | "1")), "{row}: {weight:?}");
    }
}

#[test]
fn texts() {
    assert_eq!("XOG.bw".parse::<TopplingDominoes>().unwrap().to_string(), "lre.lr");
    let error = "lr/rl".parse::<TopplingDominoes>().unwrap_err();
    assert_eq!(error.to_string(), "the board has 2 rows, expected one");
}
