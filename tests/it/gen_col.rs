//! Generalized Col: against Col, Snort and Fjords, and against a plain twin of its moves for all labels.

use std::collections::HashMap;

use dicot::Player;
use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset, Position, Short, graph::gen_col::ruleset_named};
use dicot::solver::{Solver, Sum};
use dicot_proptest::{reachable, ruleset_laws};
use proptest::prelude::*;

use crate::plain::random::Random;
use crate::plain::rulesets::{Moves, by_moves};
use crate::plain::table;

fn ruleset(name: &str) -> AnyRuleset {
    ruleset_named(name).unwrap().unwrap()
}

#[test]
fn values_of_other_programs() {
    let mut analyzers: HashMap<&str, Analyzer<AnyPosition>> = HashMap::new();
    let mut count = 0;
    for row in table::rows(include_str!("../data/graph_games.tsv")) {
        let name = match row.get("rules") {
            "col" => "gen-col-nr-nl",
            "snort" => "gen-col-nl-nr",
            "fjords" => "gen-col-l-r",
            _ => continue,
        };
        let position = ruleset(name).read(&row["position"]).unwrap();
        let value = analyzers.entry(name).or_default().canonical_form(&position).unwrap();
        assert_eq!(value.to_string(), row["value"], "line {}: {name} {position}", row.line);
        count += 1;
    }
    assert_eq!(count, 829);
}

const LABELS: [&str; 8] = ["0", "n", "l", "r", "nl", "nr", "lr", "nlr"];

/// The moves on a graph, whose vertices are a text of `.`, `L`, `R` and `#`.
fn twin(permitted: [&'static str; 2], edges: Vec<[usize; 2]>) -> Box<Moves> {
    Box::new(move |vertices, player| {
        let own = ['L', 'R'][player as usize];
        let may_take = |label: char| match label {
            '.' => permitted[player as usize].contains('n'),
            label => permitted[player as usize].contains(label.to_ascii_lowercase()),
        };
        let labels: Vec<char> = vertices.chars().collect();
        let taken = (0..labels.len()).filter(|&v| may_take(labels[v])).map(|taken| {
            let after = (0..labels.len()).map(|v| match labels[v] {
                _ if v == taken => '#',
                label if !edges.iter().any(|&e| e == [v, taken] || e == [taken, v]) => label,
                '.' => own,
                label if label == own => own,
                _ => '#',
            });
            after.collect()
        });
        taken.collect()
    })
}

/// Random graphs of five vertices under all labels: the value, also as a negative, and who wins.
#[test]
fn all_labels_by_a_plain_twin() {
    let mut random = Random(3);
    for (left, right) in LABELS.iter().flat_map(|left| LABELS.map(|right| (*left, right))) {
        let rules = ruleset(&format!("gen-col-{left}-{right}"));
        let (mut analyzer, mut solver) = (Analyzer::<AnyPosition>::new(), Solver::new());
        for _ in 0..12 {
            let pairs = (0..5).flat_map(|v| (0..v).map(move |u| [u, v]));
            let edges: Vec<[usize; 2]> = pairs.filter(|_| random.below(2) == 0).collect();
            let vertices: String =
                (0..5).map(|_| ['.', '.', '.', 'L', 'R', '#'][random.below(6)]).collect();
            let labels = vertices.char_indices().filter(|(_, label)| *label != '.');
            let text = format!(
                "n=5{} | {}",
                edges.iter().map(|[u, v]| format!(" {u}-{v}")).collect::<String>(),
                labels.map(|(v, label)| format!("{v}:{label}")).collect::<Vec<_>>().join(" "),
            );
            let text = text.trim_end_matches(" | ");
            let position = rules.read(text).unwrap();
            let moves = twin([left, right], edges);
            for player in Player::BOTH {
                assert_eq!(
                    position.moves(player).count(),
                    moves(&vertices, player).len(),
                    "{left}-{right} {text}"
                );
            }
            let expected = by_moves(&vertices, &*moves, &mut HashMap::new());
            let value = analyzer.canonical_form(&position).unwrap();
            assert_eq!(value, expected, "{left}-{right} {text}");
            let negative = rules.read(&position.negative().to_string()).unwrap();
            assert_eq!(negative, position.negative(), "{left}-{right} {text}");
            assert_eq!(
                analyzer.canonical_form(&negative).unwrap(),
                -value.clone(),
                "{left}-{right} {text}"
            );
            let outcome = solver.outcome(&Sum::from(position)).unwrap();
            assert_eq!(outcome, value.outcome(), "{left}-{right} {text}");
        }
    }
}

#[test]
fn names() {
    let named = |name: &str| ruleset_named(name).unwrap();
    assert_eq!(named("Gen-Col-RN-ln").unwrap(), named("gen-col-nr-nl").unwrap());
    assert_ne!(named("gen-col-nr-nl").unwrap(), named("gen-col-nr-l").unwrap());
    assert_eq!(named("gen-col-rn-ln").unwrap().spec().name, "gen-col-nr-nl");
    for wrong in ["", "n", "n-", "-n", "nn-l", "n-0l", "n-l-r", "x-n", "n_l"] {
        let error = named(&format!("gen-col-{wrong}")).unwrap_err();
        assert!(error.starts_with(&format!("{wrong:?} are not the labels of gen-col-")), "{error}");
    }
    assert!(ruleset_named("gen-co").is_none() && ruleset_named("gen-clobber").is_none());
}

#[test]
fn texts() {
    let rules = ruleset("gen-col-nlr-n");
    for (text, read) in
        [("---", "n=4 0-1 1-2 2-3"), ("L-.", "n=2 0-1 | 0:L"), ("-n=2 0-1", "-n=2 0-1")]
    {
        assert_eq!(rules.read(text).unwrap().to_string(), read);
    }
    // The negative of a position of Snort is one of Snort.
    let same = ruleset("gen-col-nl-nr");
    assert!(same.read("-n=2 0-1").is_err());
    let position = same.read("n=2 0-1 | 0:L").unwrap();
    assert_eq!(position.negative().to_string(), "n=2 0-1 | 0:R");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn laws(
        snort in reachable(ruleset("gen-col-nl-nr").read("grid 2x3 | 0:L").unwrap(), 4),
        uneven in reachable(ruleset("gen-col-nlr-n").read("path 6 | 2:R").unwrap(), 4),
    ) {
        ruleset_laws(&snort)?;
        ruleset_laws(&uneven)?;
    }
}
