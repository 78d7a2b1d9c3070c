//! `--rules NAME` and `dicot value --list`.

use serde_json::json;

use crate::{good, only_json, run, run_with};

#[test]
fn the_list_for_people() {
    let run = good(&["value", "--list"]);
    let clobber = "\
clobber
  rules      move a stone onto an adjacent enemy stone, which is removed
  positions  rows from the top, joined by `/`: x Left, o Right, . empty
";
    assert!(run.out.starts_with(clobber), "{}", run.out);
}

#[test]
fn the_list_for_programs() {
    let run = run(&["value", "--list", "--json"]);
    let lines = run.json();
    assert_eq!(lines.len(), dicot::rules::rulesets().count());
    let clobber = json!({
        "name": "clobber",
        "aliases": [],
        "title": "Clobber",
        "family": "Clobber",
        "about": "move a stone onto an adjacent enemy stone, which is removed",
        "notation": "rows from the top, joined by `/`: x Left, o Right, . empty",
        "board": "rectangle",
        "graph": null,
        "cells": [
            {"letter": "x", "name": "Left", "kind": "left"},
            {"letter": "o", "name": "Right", "kind": "right"},
            {"letter": ".", "name": "empty", "kind": "empty"},
        ],
        "players": {"left": "Black", "right": "White"},
        "pieces": {"left": "stone", "right": "stone"},
        "symmetry": "all",
        "rank": "pieces",
        "sizes": [[6, 6], [8, 8], [10, 10]],
        "start": null,
        "numbered": false,
        "pointing": "in-turn",
        "hints": [],
        "lines": false,
        "hexagons": false,
        "opening": null,
        "matches": null,
        "values": true,
    });
    let mut line = lines[0].as_object().unwrap().clone();
    for list in ["how_to_play", "examples", "positions"] {
        assert!(line.remove(list).is_some_and(|list| !list.as_array().unwrap().is_empty()));
    }
    assert_eq!(serde_json::Value::from(line), clobber);
    let snort = lines.iter().find(|line| line["name"] == "snort").unwrap();
    assert_eq!(snort["board"], "graph");
    assert_eq!(
        snort["graph"],
        json!({"coloured": false, "labelled": true, "taken": false, "grounded": false, "directed": false, "counted": false})
    );
    let konane = lines.iter().find(|line| line["name"] == "konane-artemis").unwrap();
    assert_eq!(konane["opening"], json!({"moves": 2, "then": "konane"}));
}

#[test]
fn every_ruleset_of_the_list_can_be_chosen() {
    for line in run(&["value", "--list", "--json"]).json() {
        let name = line["name"].as_str().unwrap();
        for command in [&["moves"][..], &["perft", "1"]] {
            let run = run_with(&[command, &["--rules", name]].concat(), b"");
            assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{name}");
        }
        let run = run(&["value", "--rules", name]);
        let has_values = line["values"] == true || line["rank"] == "nothing";
        assert_eq!(run.status == Some(0), has_values, "{name} {run:?}");
    }
}

#[test]
fn clobber_is_what_nobody_asked_for() {
    let page = run(&["value", "xox/ox."]);
    for name in ["clobber", "CLOBBER"] {
        assert_eq!(run(&["value", "--rules", name, "xox/ox."]).out, page.out);
        assert_eq!(only_json(&["perft", "1", "xo", "--rules", name, "--json"])["rules"], "clobber");
    }
    let line = only_json(&["explain", "--position", "--rules", "clobber", "xxo", "--json"]);
    assert_eq!(line["value"], "^");
}

#[test]
fn another_ruleset() {
    let page = run(&["value", "--rules", "konane", "x.ox/#o.x"]).out;
    assert!(page.starts_with("   1 x . o x\n   0 # o . x\n     0 1 2 3\n\n"), "{page}");
    assert!(page.contains("\nvalue                = 1\noutcome        Left wins"), "{page}");
    let lines = run_with(&["value", "--rules", "kings", "--json"], b"xo\nxo.\n.x/o.\n").json();
    let values: Vec<_> = lines.iter().map(|line| line["value"].as_str()).collect();
    assert_eq!(values, [Some("*"); 3]);
}

#[test]
fn a_ruleset_without_values() {
    for command in [&["value"][..], &["explain", "--position"]] {
        let run = run(&[command, &["xoxo/oxox", "--rules", "konane-any"]].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
        assert!(
            run.err
                .starts_with("error: the positions of konane-any have no values that are short: "),
            "{run:?}"
        );
        assert!(run.err.contains("see `dicot moves`"), "{run:?}");
    }
}

#[test]
fn an_unknown_name() {
    for command in [
        &["value", "xo"][..],
        &["explain", "--position", "xo"],
        &["moves", "xo"],
        &["perft", "1", "xo"],
    ] {
        let run = run(&[command, &["--rules", "cloober"]].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{command:?}");
        let error = "error: invalid value 'cloober' for '--rules <NAME>': unknown ruleset \"cloober\"; did you mean \
                     clobber?";
        assert!(run.err.starts_with(error), "{}", run.err);
    }
    let error = run(&["value", "xo", "--rules", "chess"]).err;
    for known in dicot::rules::rulesets() {
        assert!(error.contains(known.name), "{}: {error}", known.name);
    }
}

#[test]
fn wrong_usage_has_status_2() {
    for arguments in [
        &["value", "--list", "xo"][..],
        &["value", "--list", "--rules", "clobber"],
        &["explain", "--rules", "clobber", "{1|2}"],
        &["moves", "-", "a1-b1"],
        &["moves", "xo", "--first", "z"],
        &["perft"],
        &["perft", "xo"],
        &["perft", "-1", "xo"],
        &["perft", "256", "xo"],
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{arguments:?} {run:?}");
    }
}
