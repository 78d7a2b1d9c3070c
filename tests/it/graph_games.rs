//! Games on graphs against the values of other programs, a brute-force twin of canonical labelling, and theorems.

use std::collections::{HashMap, HashSet};

use dicot::analysis::{Analyze, Analyzer};
use dicot::board::{Edge, EdgeColour, Graph, GraphForm, ParsePositionError};
use dicot::rules::{
    AnyPosition, AnyRuleset, ArcKayles, Hackenbush, PartizanArcKayles, Position, Ruleset, Short,
    Snort,
};
use dicot::{CanonicalForm, Dyadic, Player};
use proptest::prelude::*;

use crate::plain::table;

#[test]
fn values_of_other_programs() {
    let (mut analyzers, mut counts) = (HashMap::new(), HashMap::new());
    for row in table::rows(include_str!("../data/graph_games.tsv")) {
        let rules = row.get("rules");
        let analyzer = analyzers.entry(rules).or_insert_with(Analyzer::<AnyPosition>::new);
        let position = AnyRuleset::named(rules).unwrap().read(&row["position"]).unwrap();
        let value: CanonicalForm = row["value"].parse().unwrap();
        let found = analyzer.canonical_form(&position).unwrap();
        assert_eq!(found, value, "line {}: {rules} {position}", row.line);
        *counts.entry(rules).or_insert(0) += 1;
    }
    let mut counts: Vec<(&str, u32)> = counts.into_iter().collect();
    counts.sort_unstable();
    let expected = [
        ("arc-kayles", 639),
        ("childish-hackenbush", 57),
        ("col", 321),
        ("fjords", 187),
        ("hackenbush", 342),
        ("partizan-arc-kayles", 155),
        ("snort", 321),
    ];
    assert_eq!(counts, expected);
}
