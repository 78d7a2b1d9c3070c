//! `dicot compare`.

use serde_json::json;

use crate::{only_json, run, run_with};

#[test]
fn the_four_relations() {
    for (g, h, relation) in
        [("*", "^^", "<"), ("1", "^", ">"), ("{0|*}", "^", "="), ("^", "*", "||")]
    {
        let run = run(&["compare", g, h]);
        assert_eq!((run.status, run.out), (Some(0), format!("{relation}\n")), "{g} ? {h}");
    }
}

#[test]
fn fields_of_json() {
    let line = only_json(&["compare", "{0|*}", "*2", "--json"]);
    assert_eq!(line, json!({"g": "{0|*}", "h": "*2", "relation": ">"}));
}

#[test]
fn both_are_expressions() {
    assert_eq!(run(&["compare", "{2|-1}.Temperature", "a := 1/2; 3*a"]).out, "=\n");
    assert_eq!(run(&["compare", "{3|-1} Cool 1", "^.NortonProduct({1|1*})"]).out, "||\n");
    let run = run(&["compare", "1", "^ < 1"]);
    assert_eq!(run.err, "error: second game: true is not a game\n");
}

#[test]
fn pairs_are_separated_by_a_tab() {
    let run = run_with(&["compare"], b"1\t2\n1 2\n1\t2\t3\n^\t*\n");
    assert_eq!((run.out.as_str(), run.status), ("<\n||\n", Some(1)));
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(
        errors,
        [
            "line 2: expected two games with a tab between, found 1",
            "line 3: expected two games with a tab between, found 3"
        ]
    );
}

#[test]
fn which_game_is_wrong() {
    let run = run(&["compare", "1", "{1|2"]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.starts_with("error: second game: at offset 4: "), "{}", run.err);
    assert!(run.err.ends_with("\n  {1|2\n      ^\n"), "{}", run.err);
}
