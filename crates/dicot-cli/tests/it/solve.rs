//! Who wins: agreement with known outcomes and with values, limits, and what is printed.

use serde_json::{Value, json};

use crate::{only_json, run, run_with};

/// Takes minutes.
const LARGE: &str = "xoxoxoxoxo/oxoxoxoxox/xoxoxoxoxo/oxoxoxoxox";

/// The memory of a short run: the table takes half of it.
const LITTLE: [&str; 2] = ["--memory", "32MiB"];

fn solved(arguments: &[&str]) -> Value {
    only_json(&[&["solve", "--json"], &LITTLE[..], arguments].concat())
}

/// Each position is followed by who wins if Left (x) starts, and if Right does.
#[test]
fn outcomes_of_another_program() {
    let data = include_str!("../../../../tests/data/clobber_outcomes.tsv");
    let rows: Vec<Vec<&str>> = data
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    let input: String = rows.iter().map(|row| format!("{}\n", row[0])).collect();
    let run = run_with(&["solve", "--json"], input.as_bytes());
    assert_eq!((run.status, run.err.as_str(), rows.len()), (Some(0), "", 914));
    let letter = |stone| if stone == "x" { "L" } else { "R" };
    for (line, row) in run.json().iter().zip(&rows) {
        assert_eq!(line["position"], row[0]);
        assert_eq!(line["left_first"], letter(row[1]), "{line}");
        assert_eq!(line["right_first"], letter(row[2]), "{line}");
        assert_eq!(line["outcome"], row[3], "{line}");
    }
    assert_eq!(run.json().len(), rows.len());
}

/// The outcome and the winning moves of a position are those of its value.
#[test]
fn positions_of_each_ruleset() {
    for (rules, position) in [
        ("clobber", "xoxo/oxox/xo.x"),
        ("clobber", "xo"),
        ("clobber", "x.o"),
        ("diagonal-clobber", "xox/oxo"),
        ("konane", "xoxo/o.ox/xoxo"),
        ("fission", "x../.x."),
        ("toads-and-frogs", "tt..ff"),
        ("domineering", ".../..#"),
        ("domineering", "..../..../...."),
        ("kayles", "7+5"),
    ] {
        let value = only_json(&["value", "--json", "--rules", rules, position]);
        let line = solved(&["--rules", rules, "--moves", "--line", position]);
        for field in ["position", "outcome", "winning_moves"] {
            assert_eq!(line[field], value[field], "{rules} {position} {field}");
        }
        let outcome = value["outcome"].as_str().unwrap();
        let first = |winners: &str| if winners.contains(outcome) { "L" } else { "R" };
        assert_eq!(line["left_first"], first("LN"));
        assert_eq!(line["right_first"], first("LP"));
        assert!(line["line"].is_array() && line.get("reason").is_none());
    }
}

/// The value of a sum is the sum of the values.
#[test]
fn sums_of_several_rulesets() {
    let parts = [
        ("clobber", "xxo/ox."),
        ("clobber", "xoxo/oxox"),
        ("konane", "x.ox/.o.x"),
        ("kayles", "7+5"),
        ("domineering", "..#/..."),
        ("toads-and-frogs", "t.t.ff"),
    ];
    let values = parts.map(|(rules, position)| {
        let line = only_json(&["value", "--json", "--rules", rules, position]);
        line["value"].as_str().unwrap().to_owned()
    });
    for i in 0..parts.len() {
        for j in 0..parts.len() {
            let ((a, first), (b, second)) = (parts[i], parts[j]);
            let named = |rules: &str, position: &str| match rules {
                "clobber" => position.to_owned(),
                _ => format!("{rules}:{position}"),
            };
            let sum = format!("{} + {} + {{1 + *|-1}} + v", named(a, first), named(b, second));
            let game = format!("({}) + ({}) + {{1 + *|-1}} + v", values[i], values[j]);
            let line = solved(&[&sum, "--moves"]);
            assert_eq!(line["outcome"], only_json(&["game", "--json", &game])["outcome"], "{sum}");
            let wins = |side: &str| line["winning_moves"][side] != json!([]);
            assert_eq!(wins("left"), line["left_first"] == "L", "{line}");
            assert_eq!(wins("right"), line["right_first"] == "R", "{line}");
        }
    }
}

#[test]
fn a_part_is_a_position_or_a_game() {
    let outcome = |arguments: &[&str]| solved(arguments)["outcome"].clone();
    assert_eq!(outcome(&["{1|*}"]), "L");
    assert_eq!(outcome(&["v"]), "R");
    assert_eq!(outcome(&["*:1 + ^*"]), "L");
    assert_eq!(outcome(&["KAYLES: 3 + *3"]), "P");
    // In Kayles 3 is a heap, and (3) is a game.
    assert_eq!(outcome(&["--rules", "kayles", "3 + *3"]), "P");
    assert_eq!(outcome(&["--rules", "kayles", "(3) + *3"]), "L");
    assert_eq!(outcome(&["{2|-1}.Cool(1/2) + xo"]), "N");
    let line = solved(&["^ + konane:.xo. + {1|*} + xxo", "--moves", "--first", "x"]);
    assert_eq!(line["position"], "^ + konane:.xo. + {1|*} + xxo");
    assert_eq!(line["right_first"], Value::Null);
    assert_eq!(line["winning_moves"]["right"], Value::Null);
    let left: Vec<&str> =
        line["winning_moves"]["left"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
    assert!(left.contains(&"3: {1|*} to 1"), "{left:?}");
    assert!(left.iter().any(|mv| mv.starts_with("4: b1-c1")), "{left:?}");
}

/// Games of a sum have moves of their own: the heaps of Nim are nimbers.
#[test]
fn moves_in_a_sum_of_games() {
    let nim = solved(&["*12 + *19 + *27", "--moves", "--line"]);
    assert_eq!((&nim["position"], &nim["outcome"]), (&json!("*12 + *19 + *27"), &json!("N")));
    for side in ["left", "right"] {
        assert_eq!(nim["winning_moves"][side], json!(["1: *12 to *8"]));
    }
    assert_eq!(nim["line"][0], "1: *8");
    // Under misère play two heaps of two are won by the second player, and nothing at all by the first.
    assert_eq!(solved(&["*2 + *2", "--misere"])["outcome"], "P");
    assert_eq!(solved(&["0", "--misere"])["outcome"], "N");
}

#[test]
fn parts_that_are_neither() {
    let error = |sum: &str| {
        let run = run(&["solve", sum]);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
        run.err
    };
    let both = error("xo + xz");
    assert!(both.starts_with("error: part 2: no position of clobber (row 1, column 2: "), "{both}");
    assert!(both.contains("and no game (at offset 0: "), "{both}");
    assert!(error("konane:xz").starts_with("error: row 1, column 2: "));
    assert!(error("xo + combo:xo").contains("part 2: the positions of combo cannot be solved"));
    assert!(error("xo + + xo").contains("part 2: there is nothing between two plus signs"));
    assert!(error("chess:xo").contains("no position of clobber"));
    assert!(error("xo + 1 <= 2").contains("part 2: no position"));
    assert!(error("99999999999999999999").contains("and no game ("));
    assert!(error("9000000000000000000 + 9000000000000000000").contains("out of range"));
    assert_eq!(run(&["solve", "--rules", "combo", "xo"]).status, Some(2));
    assert_eq!(run(&["solve", "--memory", "none", "xo"]).status, Some(2));
    assert_eq!(run(&["solve", "--threads", "0", "xo"]).status, Some(2));
}

#[test]
fn a_page_for_people() {
    let page = run(&["solve", "xox/ox.", "--moves", "--line", LITTLE[0], LITTLE[1]]);
    assert_eq!(page.status, Some(0));
    let expected = "   \
   2 x o x
   1 o x .
     a b c

outcome        the first player wins (N)
Left starts    Left wins
Right starts   Right wins
Left wins by   a2-b2, c2-b2, b1-b2
Right wins by  b2-a2, b2-b1
best play      Left a2-b2, Right a1-b1, Left b2-b1
nodes          ";
    assert!(page.out.starts_with(expected), "{}", page.out);
    let page = run(&["solve", "--first", "o", "xo + ^ + v + kayles:3", LITTLE[0], LITTLE[1]]);
    let expected = "\
part 1         xo
part 2         ^
part 3         v
part 4         kayles:3
Right starts   Right wins
nodes          ";
    assert!(page.out.starts_with(expected), "{}", page.out);
}

#[test]
fn limits_of_an_item() {
    let input = format!("xo\n{LARGE}\nxxo\n");
    for (option, limit, reason) in [
        ("--time", "300ms", "the time is up (see --time)"),
        ("--nodes", "1000", "the limit of 1000 nodes is reached (see --nodes)"),
    ] {
        let arguments = ["solve", "--moves", option, limit, LITTLE[0], LITTLE[1]];
        let run = run_with(&[&arguments[..], &["--json"]].concat(), input.as_bytes());
        let lines = run.json();
        assert_eq!((run.status, lines.len()), (Some(3), 3));
        assert_eq!((&lines[0]["outcome"], &lines[2]["outcome"]), (&json!("N"), &json!("L")));
        assert_eq!((&lines[1]["outcome"], &lines[1]["reason"]), (&Value::Null, &json!(reason)));
        assert_eq!(lines[1]["winning_moves"], json!({"left": null, "right": null}));
        assert_eq!(run.err, format!("line 2: {reason}\n"));
        let page = run_with(&arguments, input.as_bytes());
        assert_eq!((page.status, page.err), (Some(3), run.err));
        assert_eq!(page.out.matches("nodes/s)").count(), 3);
    }
    let input = input + "xz\n";
    let run = run_with(&["solve", "--nodes", "1", LITTLE[0], LITTLE[1]], input.as_bytes());
    assert_eq!(run.status, Some(1));
}

/// One thread searches exactly as many nodes as it may, several at most as many.
#[test]
fn nodes_are_exact() {
    for nodes in [1_u64, 2, 255, 256, 257, 1000] {
        let text = nodes.to_string();
        for threads in ["1", "3"] {
            let run = run(&["solve", "--json", "--nodes", &text, "--threads", threads, LARGE]);
            let line = &run.json()[0];
            let searched = line["nodes"].as_u64().unwrap();
            assert_eq!(run.status, Some(3), "{run:?}");
            assert!(searched == nodes || (threads == "3" && searched < nodes), "{line}");
            let reason = format!("the limit of {nodes} nodes is reached (see --nodes)");
            assert_eq!(line["reason"], json!(reason));
        }
    }
}

/// A solver that is full forgets and goes on; where even that is not enough, it is given up between items.
#[test]
fn memory_is_bounded() {
    let input = format!("{LARGE}\nxo\n");
    for (memory, end) in [("4MB", "(see --nodes)"), ("150KB", "(see --memory)")] {
        let arguments = ["solve", "--json", "--nodes", "50000", "--memory", memory];
        let run = run_with(&arguments, input.as_bytes());
        let lines = run.json();
        assert_eq!(run.status, Some(3));
        assert!(lines[0]["reason"].as_str().unwrap().ends_with(end), "{memory}: {}", lines[0]);
        assert_eq!(lines[1]["outcome"], "N");
    }
}

/// Where positions are numbers, a number that is no position is no game either.
#[test]
fn nim_values() {
    let line = solved(&["--rules", "cram", "...../...../...../....."]);
    assert_eq!((&line["nim_value"], &line["outcome"]), (&json!(2), &json!("N")));
    let line = solved(&["cram:...../...../...../..... + kayles:3 + *"]);
    assert_eq!((&line["nim_value"], &line["outcome"]), (&json!(0), &json!("P")));
    let line = solved(&["--rules", "Impartial-Clobber", "xxo", "--moves"]);
    assert_eq!(line["nim_value"], 2);
    assert_eq!(line["winning_moves"]["right"], json!(["b1-c1"]));
    // Made by their names, and with a value of the analyzer to compare with.
    for (rules, text) in [("impartial-konane", "xoxo/o.xo"), ("impartial-domineering", ".../...")] {
        let value = only_json(&["value", "--json", "--rules", rules, text]);
        assert!(value["nim_value"].is_number());
        assert_eq!(solved(&["--rules", rules, text])["nim_value"], value["nim_value"], "{rules}");
    }
    for arguments in
        [&["xxo"][..], &["cram:.. + {1|*}"], &["--misere", "cram:.."], &["cram:..", "--first", "x"]]
    {
        assert!(solved(arguments).get("nim_value").is_none(), "{arguments:?}");
    }
    assert!(run(&["solve", "cram:.. + *3"]).out.contains("nim value      2"));
}

#[test]
fn numbers_of_kayles() {
    for text in ["4096", "7+100000", "1001+2"] {
        let run = run_with(&["solve", "--rules", "kayles", text], b"");
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{text}: {run:?}");
    }
    assert_eq!(solved(&["--rules", "kayles", "4 + {4|}"])["outcome"], "L");
}

#[test]
fn threads_give_the_same_answers() {
    let sum = "xoxox/oxoxo/xoxox";
    let [one, two] = ["1", "2"].map(|threads| solved(&["--threads", threads, "--moves", sum]));
    for field in ["outcome", "winning_moves"] {
        assert_eq!(one[field], two[field]);
    }
}

#[test]
fn verification() {
    let line = solved(&["xoxox/oxoxo/xoxox", "--verify"]);
    let checks = line["verified"].as_object().unwrap();
    assert_eq!(checks.keys().collect::<Vec<_>>(), ["left_first", "right_first"]);
    for check in checks.values() {
        let positions = check["positions"].as_u64().unwrap();
        assert!((100..10_000).contains(&positions), "{line}");
    }
    let line = solved(&["^ + konane:.xo. + {1|*} + xxo", "--first", "o", "--verify"]);
    assert_eq!(line["verified"]["left_first"], Value::Null);
    assert!(line["verified"]["right_first"]["positions"].as_u64().unwrap() > 1);
    assert!(solved(&["xo"]).get("verified").is_none());
    let page = run(&["solve", "--verify", "xxo", LITTLE[0], LITTLE[1]]);
    let expected = "\
outcome        Left wins, whoever starts (L)
Left starts    Left wins
Right starts   Left wins
verified       Left starts: Left's moves held against all replies, 2 positions
verified       Right starts: Left's moves held against all replies, 3 positions
nodes          ";
    assert!(page.out.ends_with('\n') && page.out.contains(expected), "{}", page.out);
}

/// What is known stays when the time is up.
#[test]
fn verification_out_of_time() {
    let strip = "xo".repeat(24);
    let run = run(&["solve", "--json", "--verify", "--time", "3s", &strip]);
    let line = &run.json()[0];
    assert_eq!((run.status, &line["outcome"]), (Some(3), &json!("N")), "{line}");
    assert_eq!(line["reason"], "the time is up (see --time)");
    // A fast machine verifies the first of the two in this time, never both.
    assert_eq!(line["verified"]["right_first"], json!(null), "{line}");
}

/// Of single rows of Kayles the second player wins 1, 4 and 9, as tests of the library say.
#[test]
fn misere_play() {
    for (pins, outcome) in [("1", "P"), ("2", "N"), ("4", "P"), ("8", "N"), ("9", "P")] {
        let line = solved(&["--misere", "--rules", "kayles", "--line", pins]);
        assert_eq!((&line["outcome"], &line["misere"]), (&json!(outcome), &json!(true)), "{pins}");
        // Who starts cannot move in the end, and so wins, after an even number of moves.
        let moves = line["line"].as_array().unwrap().len();
        assert_eq!(moves.is_multiple_of(2), outcome == "N", "{line}");
    }
    let page = run(&["solve", "--misere", "xo"]);
    assert!(page.out.contains("misère outcome the second player wins (P)"), "{}", page.out);
    assert!(solved(&["xo"]).get("misere").is_none());
    let refused = run(&["solve", "--misere", "--verify", "xo"]);
    assert_eq!(refused.status, Some(2));
    assert!(
        refused.err.contains("--misere") && refused.err.contains("--verify"),
        "{}",
        refused.err
    );
    let cut = run(&["solve", "--json", "--misere", "--nodes", "10", "xoxo/oxox/xoxo"]);
    assert_eq!((cut.status, cut.json()[0]["outcome"].is_null()), (Some(3), true));
}

/// Checks as in test files of MCGS.
#[test]
fn test_files_of_mcgs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.test");
    let text = "{version 1.7}\n[clobber] XO|OX [integer_game] -1 {B loss, W win}\n/* 3x3 */ [impartial clobber]\nXOX|OXO|XOX\n\
        {N 1, B win, W loss}\n{B loss}\n[chess]\n3|4 {B win}\n[up_star] 1 {B, winning moves B}\n\
        [sheep] (3 0|0 0) {winning moves W None, winning moves B a1-a2-2}\n\
        [clobber_1xn] OXO {winning moves B 2-1 2-3, thermograph L: (1, -1) (0, 0) R: (-1, -1) (0, 0)}\n";
    std::fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    let run = run(&["solve", "--tests", name]);
    let expected = format!(
        "{name}:5: W loss: impartial-clobber:xox/oxo/xox: Right wins\n\
         {name}:10: winning moves B a1-a2-2: battle-sheep:b3,./.,.: a1-a2-1 a1-a2-2 a1-b1-1 a1-b1-2\n\
         9 checks hold, 2 do not; not tried: 1 ([chess]), 1 (winning moves of [up_star])\n"
    );
    assert_eq!((run.out, run.err.as_str(), run.status), (expected, "", Some(1)));
}
