//! `dicot perft`.

use serde_json::json;

use crate::{only_json, run, run_with};

const SIX: &str = "xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox";

/// The rows of a table of other programs' numbers, which it names.
fn rows<'a>(table: &'a str, kind: &str) -> Vec<Vec<&'a str>> {
    let rows = table.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let rows: Vec<_> = rows.filter(|row| row.len() > 12 && row[4..6].join(" ") == kind).collect();
    assert!(rows.len() > 5, "{kind}");
    rows
}

#[test]
fn one_number() {
    let table = include_str!("../../../../tests/data/perft_clobber.tsv");
    for first in ["b", "w"] {
        let mut rows = rows(table, "orth play");
        rows.retain(|row| row[6] == first);
        let boards = rows.iter().map(|row| row[7].replace('b', "x").replace('w', "o"));
        let input = boards.map(|board| board + "\n").collect::<String>();
        for (depth, column) in [("0", None), ("1", Some(8)), ("2", Some(9)), ("3", Some(10))] {
            let run = run_with(&["perft", depth, "--first", first], input.as_bytes());
            let counts: Vec<&str> =
                rows.iter().map(|row| column.map_or("1", |column| row[column])).collect();
            assert_eq!(run.status, Some(0), "{run:?}");
            assert_eq!(run.out.lines().collect::<Vec<_>>(), counts, "{first} {depth}");
        }
    }
    assert_eq!(run(&["perft", "255", "xo"]).out, "0\n");
}

#[test]
fn either_player_may_begin_a_match_of_konane() {
    let table = include_str!("../../../../tests/data/perft_konane.tsv");
    let mut input = String::new();
    let mut counts = Vec::new();
    for row in rows(table, "artemis open1").into_iter().filter(|row| row[10] != "-") {
        input += &format!("{}\n", row[7].replace('b', "x").replace('w', "o"));
        counts.push(json!([row[10].parse::<u64>().unwrap(), null]));
    }
    let run = run_with(&["perft", "3", "--rules", "konane-artemis", "--json"], input.as_bytes());
    let found: Vec<_> =
        run.json().iter().map(|line| json!([line["lines"], line["side"]])).collect();
    assert_eq!(found, counts);
}

#[test]
fn openings_of_konane() {
    let table = include_str!("../../../../tests/data/perft_konane.tsv");
    for (which, kind) in
        [("artemis", "artemis open1"), ("any", "any open1"), ("dark", "dark open1")]
    {
        for row in rows(table, kind) {
            let count = |more: &[&str]| {
                run(&[&["perft", "3", "--rules", "konane", row[7]], more].concat()).out
            };
            assert_eq!(count(&["--opening", which]).trim_end(), row[10], "{row:?}");
            // A full board is the beginning of a match; the usual opening is that of Artemis.
            if which == "artemis" {
                assert_eq!(count(&[]).trim_end(), row[10], "{row:?}");
            }
        }
    }
    // With one hole it is a match only if that is said.
    let one_hole =
        |more: &[&str]| run(&[&["perft", "1", "--rules", "konane", ".ox"], more].concat()).out;
    assert_eq!([one_hole(&["--first", "o"]), one_hole(&["--first", "x"])], ["0\n", "1\n"]);
    assert_eq!(one_hole(&["--opening", "any"]), "1\n");
    let error = run(&["perft", "1", "xo", "--opening", "any"]);
    assert_eq!(error.status, Some(2));
    assert!(error.err.starts_with("error: --opening goes with --rules konane\n"), "{error:?}");
}

#[test]
fn fields_of_json() {
    let mut line = only_json(&["perft", "4", SIX, "--json"]);
    assert!(line["seconds"].take().as_f64().is_some_and(|seconds| seconds >= 0.0));
    assert_eq!(
        line,
        json!({
            "rules": "clobber",
            "position": SIX,
            "side": "left",
            "depth": 4,
            "lines": 6_812_036,
            "seconds": null,
        })
    );
}

#[test]
fn either_side_by_any_name() {
    // Left's only move ends the game; after Right's Left can move.
    let position = "xxo";
    for (lines, side, names) in [
        ("0\n", "left", ["left", "x", "black", "b", "B"]),
        ("1\n", "right", ["right", "o", "white", "w", "Right"]),
    ] {
        for name in names {
            assert_eq!(run(&["perft", "2", position, "--first", name]).out, lines, "{name}");
        }
        let line = only_json(&["perft", "2", position, "--first", names[0], "--json"]);
        assert_eq!(line["side"], side);
    }
}

#[test]
fn lines_of_positions() {
    let input = b"xo\nxz\nxxo\n\n";
    let answers = run_with(&["perft", "1"], input);
    assert_eq!((answers.status, answers.out.as_str()), (Some(1), "1\n1\n"));
    let error = "row 1, column 2: unexpected 'z', expected one of \"xo.\"";
    assert_eq!(answers.err, format!("line 2: {error}\nline 4: empty line\n"));
    let lines = run_with(&["perft", "1", "-", "--json"], input).json();
    assert_eq!((&lines[0]["lines"], lines.len()), (&json!(1), 4));
    assert_eq!(lines[1], json!({"input": "xz", "error": error}));
}

#[test]
fn the_time_of_each_item_is_limited() {
    let input = format!("{SIX}\nxo\n");
    let run = run_with(&["perft", "30", "--json", "--time", "200ms"], input.as_bytes());
    let lines = run.json();
    assert_eq!(lines[0]["error"], "the time is up (see --time)");
    assert_eq!((&lines[1]["lines"], run.status), (&json!(0), Some(3)));
}
