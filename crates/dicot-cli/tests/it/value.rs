//! `dicot value`.

use serde_json::{Value, json};

use crate::{only_json, run};

#[test]
fn a_page_for_people() {
    let run = run(&["value", "xox/ox."]);
    assert_eq!(run.status, Some(0));
    assert_eq!(run.out.lines().next(), Some("   2 x o x"));
    assert_eq!(
        run.out.trim_start(),
        "\
2 x o x
   1 o x .
     a b c

value          {^^*|*,v}
outcome        the first player wins (N)
atomic weight  1/2

Left to move
  a2-b2, c2-b2, b1-b2   wins   leaves ^^*

Right to move
  b2-a2, b2-b1          wins   leaves v
  b2-c2, a1-a2, a1-b1   loses  leaves *
"
    );
}

#[test]
fn the_sum_is_visible() {
    let run = run(&["value", "xxo.ox"]);
    let sum = "\
components     xxo     ^
               ox    + *
value                = ^*
outcome        the first player wins (N)
atomic weight  1
";
    assert!(run.out.contains(sum), "{}", run.out);
    // The only winning move is reversible, so it leads to no canonical option.
    assert!(run.out.contains("  b1-c1   loses  leaves *\n  also winning: f1-e1\n"), "{}", run.out);
}

#[test]
fn who_wins_in_words() {
    let outcomes = [
        ("xxo", "Left wins, whoever starts (L)"),
        ("oox", "Right wins, whoever starts (R)"),
        ("xo", "the first player wins (N)"),
        ("xoxoxo", "the second player wins (P)"),
        ("xx.", "the second player wins (P)"),
    ];
    for (position, words) in outcomes {
        let out = run(&["value", position]).out;
        assert!(out.contains(&format!("outcome        {words}\n")), "{out}");
    }
}

#[test]
fn positions_are_read_as_by_the_library() {
    for text in ["xox/ox.", "xox|ox.", "XOX/OX.", "xox\nox.", "xox\r\nox.\r\n"] {
        assert_eq!(only_json(&["value", text, "--json"])["position"], "xox/ox.", "{text:?}");
    }
}

#[test]
fn fields_of_json() {
    assert_eq!(
        only_json(&["value", "--json", "xo.xxo"]),
        json!({
            "position": "xo.xxo",
            "value": "^*",
            "kind": "number_up_star",
            "outcome": "N",
            "mean": "0",
            "temperature": "0",
            "left_stop": "0",
            "right_stop": "0",
            "atomic_weight": "1",
            "birthday": 2,
            "stop_count": 4,
            "followers": 3,
            "nim_value": null,
            "all_small": true,
            "tempered": null,
            "rcf": "0",
            "frozen": "^*",
            "uptimal": "*.1",
            "thermograph": "Thermograph(0,[0],[0,-1],0,[0],[0,1])",
            "components": [
                {"position": "xo", "value": "*"},
                {"position": "xxo", "value": "^"},
            ],
            "moves": {
                "left": [{"move": "e1-f1", "value": "*", "wins": false}],
                "right": [{"move": "f1-e1", "value": "0", "wins": true}],
            },
            "winning_moves": {"left": ["a1-b1"], "right": ["f1-e1"]},
        })
    );
}

#[test]
fn boards_of_every_size() {
    let rows = |row: &str, height| vec![row; height].join("/");
    let boards = [
        rows("xo......", 1) + "/" + &rows("........", 7), // 64 cells
        "xo.".repeat(42),                                 // 126 cells
        "xo".to_owned() + &".".repeat(253),               // a side of 255
        rows("oooooooooooooooooooo", 22),                 // 440 cells
    ];
    for (board, value) in boards.into_iter().zip(["*", "0", "*", "0"]) {
        let line = only_json(&["value", "--json", &board]);
        assert_eq!(line["position"], *board);
        assert_eq!(line["value"], value);
    }
}

#[test]
fn a_text_that_explodes() {
    let strip = "xo".repeat(15);
    let line = only_json(&["value", "--json", &strip]);
    assert_eq!(line["value"], Value::Null);
    assert_eq!(line["followers"], 4251);
    assert_eq!(line["value_length"], 26_712_367);
    assert_eq!(line["components"][0]["value"], Value::Null);
    assert_eq!(line["components"][0]["value_length"], 26_712_367);

    // What is made of it is as long.
    assert_eq!((&line["atomic_weight"], &line["rcf"]), (&json!("0"), &json!("0")));
    assert_eq!((&line["frozen"], &line["frozen_length"]), (&Value::Null, &json!(26_712_367)));

    let page = run(&["value", &strip]).out;
    assert!(page.len() < 10_000);
    assert!(
        page.contains(
            "(26,712,367 characters; birthday 15; 4,251 followers; --shared shows all of it)"
        ),
        "{page}"
    );
}

#[test]
fn the_longest_value_is_up_to_you() {
    let line = only_json(&["value", "xox/ox.", "--json", "--max-value", "8"]);
    assert_eq!((&line["value"], &line["value_length"]), (&Value::Null, &json!(9)));
    let line = only_json(&["value", "xox/ox.", "--json", "--max-value", "9"]);
    assert_eq!((&line["value"], &line["value_length"]), (&json!("{^^*|*,v}"), &Value::Null));
}

/// The value of the strip of 16 in the shared form.
pub(crate) const SHARED: &str = "a := {^,^^*|*,^,+-{*,^}}; b := {0|^,+-{*,^}}; \
    +-{a,{^^*|+-{^<2>*,^,b,{^^*|v,+-{*,^}}},{^[2]*,b,{^^,^^*|*,^,{^,^*|*,v}}|*,-a}}}";

#[test]
fn the_shared_form() {
    let strip = "xoxoxoxoxoxoxoxo";
    let page = run(&["value", "--shared", strip]).out;
    let value = format!("value          {}\n", SHARED.replace("; ", ";\n               "));
    assert!(page.contains(&value), "{page}");
    // In JSON it stands in for a text that is too long, unless it is too long itself.
    let line = only_json(&["value", "--json", "--max-value", "130", strip]);
    assert_eq!((&line["value"], &line["shared"]), (&Value::Null, &json!(SHARED)));
    let line = only_json(&["value", "--json", "--max-value", "100", strip]);
    assert_eq!((&line["value"], &line["shared"]), (&Value::Null, &Value::Null));
    let line = only_json(&["value", "--json", strip]);
    assert_eq!((line["value"].as_str().map(str::len), &line["shared"]), (Some(139), &Value::Null));
}

/// A position may name its ruleset, and a size is the position to begin with on a board of that size.
#[test]
fn named_positions_and_sizes() {
    let value = |arguments: &[&str]| only_json(&[&["value", "--json"], arguments].concat());
    let named = value(&["domineering:.#."]);
    assert_eq!(named, value(&["--rules", "domineering", ".#."]));
    for (rules, size, board) in [
        ("domineering", "2x3", ".../..."),
        ("domineering", "3×2", "../../.."),
        ("clobber", "2x3", "oxo/xox"),
        ("twisted-clobber", "2x3", "oxo/xox"),
        ("dicotic-domineering", "2x3", ".../..."),
        ("impartial-nogo", "1x3", "..."),
    ] {
        assert_eq!(value(&["--rules", rules, size]), value(&["--rules", rules, board]), "{size}");
    }
    let solved = only_json(&["solve", "--json", "--rules", "clobber", "2x3"]);
    assert_eq!((&solved["position"], &solved["outcome"]), (&json!("oxo/xox"), &json!("P")));
    // A cake is written so.
    assert_eq!(value(&["--rules", "cutcake", "2x3"])["position"], "2x3");
    assert_eq!(run(&["value", "--rules", "domineering", "300x300"]).status, Some(1));
    let none = run(&["value", "--rules", "konane", "4x4"]);
    assert!(none.err.contains("konane does not have a start position of 4x4"), "{none:?}");
}
