//! Patterns with several runs, against a plain twin, and on the longest rows.

use dicot::Player;
use dicot::analysis::Analyzer;
use dicot::rules::{AnyRuleset, Position, Short};
use dicot_proptest::ruleset_laws;
use proptest::prelude::*;

/// A ruleset whose only move of Left is this one, to the east.
fn ruleset(pattern: &str, after: &str) -> AnyRuleset {
    let text = format!(
        "game runs\nboard row\nletter x left\nletter o right\nletter . empty\nletter # blocked\n\
         set A x .\nset B o .\nleft east: {pattern} -> {after}\nright as left\n"
    );
    dicot_rulefile::read("runs.game", &text).unwrap()
}

/// An element of a pattern: the cells that it matches, and whether they are a run.
type Elements = &'static [(&'static str, bool)];

/// Patterns, the cells after a move, and their elements. The first cell and the last become empty.
const PATTERNS: [(&str, &str, Elements); 5] = [
    ("x.**o", "..**.", &[("x", false), (".", true), ("o", false)]),
    ("xA**B**o", ".A**B**.", &[("x", false), ("x.", true), ("o.", true), ("o", false)]),
    ("xB**A**x", ".B**A**.", &[("x", false), ("o.", true), ("x.", true), ("x", false)]),
    ("xA*B**x", ".A*B**.", &[("x", false), ("x.", true), ("o.", true), ("x", false)]),
    (
        "x.**B**.**x",
        "..**B**.**.",
        &[("x", false), (".", true), ("o.", true), (".", true), ("x", false)],
    ),
];

/// The ends of the matches of elements that begin at a cell. A run is as long as it can be; the player chooses the length of the
/// first one of `any`.
fn plain_ends(row: &[u8], at: usize, elements: Elements, any: bool) -> Vec<usize> {
    let Some((&(cells, is_run), rest)) = elements.split_first() else { return vec![at] };
    let matches = |at: usize| row.get(at).is_some_and(|&cell| cells.as_bytes().contains(&cell));
    if !is_run {
        return if matches(at) { plain_ends(row, at + 1, rest, any) } else { Vec::new() };
    }
    let longest = (at..).take_while(|&at| matches(at)).count();
    let lengths = if any { 0..=longest } else { longest..=longest };
    lengths.flat_map(|length| plain_ends(row, at + length, rest, false)).collect()
}

/// Left's options.
fn plain_options(row: &str, elements: Elements, any: bool) -> Vec<String> {
    let mut options = Vec::new();
    for start in 0..row.len() {
        for end in plain_ends(row.as_bytes(), start, elements, any) {
            let mut after = row.as_bytes().to_vec();
            (after[start], after[end - 1]) = (b'.', b'.');
            options.push(String::from_utf8(after).unwrap());
        }
    }
    options.sort();
    options.dedup();
    options
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_are_those_of_the_twin(rows in proptest::collection::vec("[xo.]{1,9}", 8)) {
        for (pattern, after, elements) in PATTERNS {
            let ruleset = ruleset(pattern, after);
            let any = pattern.contains("A*B");
            for row in &rows {
                let position = ruleset.read(row).unwrap();
                let mut options: Vec<String> =
                    position.options(Player::Left).map(|option| option.to_string()).collect();
                options.sort();
                options.dedup();
                prop_assert_eq!(options, plain_options(row, elements, any), "{} on {}", pattern, row);
                ruleset_laws(&position)?;
            }
        }
    }
}

/// Thirty runs on a row of 255 cells, whose lengths have more combinations than anybody can count.
#[test]
fn many_runs_on_the_longest_rows() {
    let runs = ".**".repeat(28);
    let ruleset = ruleset(&format!("x{runs}o"), &format!(".{runs}."));
    let row = format!("x{}o{}x{}o", ".".repeat(100), ".".repeat(50), ".".repeat(101));
    let position = ruleset.read(&row).unwrap();
    assert_eq!(position.moves(Player::Left).count(), 2);
    // Right's only move is between those of Left: the row is a single component.
    assert_eq!(position.components().count(), 1);
    assert_eq!(Analyzer::new().canonical_form(&position).unwrap().to_string(), "1*");
    // A run leaves nothing for the cell after it.
    let never = self::ruleset(&format!("x{runs}.o"), &format!(".{runs}.."));
    let position = never.read(&row).unwrap();
    assert_eq!(position.moves(Player::Left).count(), 0);
}
