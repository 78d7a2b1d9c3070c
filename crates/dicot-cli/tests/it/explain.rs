//! `dicot explain`.

use serde_json::{Value, json};

use crate::{good, only_json, run, run_with};

#[test]
fn an_account_for_people() {
    let run = good(&["explain", "{0,*|*,^^}"]);
    assert_eq!(
        run.out,
        "\
G = {0,*|*,^^}
1. Right's ^^ is dominated by Right's *, since * <= ^^.
   G = {0,*|*}
2. Left's * is reversible through 0, since 0 <= G. It is replaced by Left's options of 0: there are none.
   G = {0|*}
No option is dominated or reversible any more, so this is the canonical form of ^.
"
    );
}

#[test]
fn fields_of_json() {
    assert_eq!(
        only_json(&["explain", "--json", "{^,^,0|2,*}"]),
        json!({
            "input": "{^,^,0|2,*}",
            "left": ["^", "^", "0"],
            "right": ["2", "*"],
            "steps": [
                {"player": "left", "option": "^", "reason": "duplicate"},
                {"player": "left", "option": "0", "reason": "dominated", "by": "^"},
                {"player": "right", "option": "2", "reason": "dominated", "by": "*"},
            ],
            "value": "^[2]",
            "simplest_number": null,
        })
    );
    let line = only_json(&["explain", "--json", "{0|2}"]);
    let step = json!({
        "player": "right", "option": "2", "reason": "reversible", "through": "1", "replaced_by": []
    });
    assert_eq!((&line["steps"], &line["simplest_number"]), (&json!([step]), &json!("1")));
}

/// An option after the answer that was replaced itself before does not come back, and the account says so.
#[test]
fn options_that_are_there_already_or_were_replaced() {
    let game = "{{*1|0}|0,1,{1/2,{2|-1},{{2|1}|-2}|-2},{{2|1}|-2}}";
    let account = good(&["explain", game]).out;
    let line = only_json(&["explain", "--json", game]);
    let mut omitted = 0;
    for (i, step) in line["steps"].as_array().unwrap().iter().enumerate() {
        let lists = account.lines().filter(|line| line.starts_with("   G = ")).nth(i).unwrap();
        let games = |key: &str| step[key].as_array().cloned().unwrap_or_default();
        for game in games("replaced_by") {
            assert!(lists.contains(game.as_str().unwrap()), "{lists} {game}");
        }
        if !games("omitted").is_empty() {
            omitted += 1;
            let sentence = account.lines().find(|line| line.starts_with(&format!("{}. ", i + 1)));
            let expected = "in the list already or were replaced before: ";
            assert!(sentence.unwrap().contains(expected), "{account}");
        }
    }
    assert!(omitted > 0, "{account}");
}

#[test]
fn the_moves_of_a_position() {
    let page = run(&["explain", "--position", "xox/ox."]);
    assert_eq!(
        page.out,
        "   2 x o x
   1 o x .
     a b c

G = {^^*,v*|v,*}
1. Left's v* (by a2-a1, b1-a1) is dominated by Left's ^^* (by a2-b2, c2-b2, b1-b2), since v* <= ^^*.
   G = {^^*|v,*}
No option is dominated or reversible any more, so this is the canonical form of {^^*|*,v}.
"
    );
    let line = only_json(&["explain", "--position", "--json", "xxo"]);
    assert_eq!(line["moves"]["left"], json!([{"move": "b1-c1", "value": "0"}]));
    assert_eq!(line["moves"]["right"], json!([{"move": "c1-b1", "value": "*"}]));
    assert_eq!((&line["value"], &line["steps"]), (&json!("^"), &json!([])));
}

#[test]
fn lines_and_what_is_wrong_with_them() {
    let run = run_with(&["explain", "--json"], b"{1|0}\n1 + *\n{1|2|3}\n{1,2|}\n");
    assert_eq!(run.status, Some(1));
    let lines = run.json();
    assert_eq!(lines[0]["steps"], json!([]));
    let error = "at offset 0: expected the options of one game, in braces: `{L|R}` but found '1'";
    assert_eq!(lines[1], json!({"input": "1 + *", "error": error}));
    assert!(lines[2]["error"].as_str().unwrap().starts_with("at offset 4: two groups of bars"));
    assert_eq!(lines[3]["value"], "3");
}

#[test]
fn long_values_are_cut() {
    let game = "{{8|4}+{3|*}+{7|^}+{2||1|-5}+{5|{2|-7}}+{20|-3*},0|}";
    let page = run(&["explain", game]).out;
    assert!(page.contains("... (") && page.lines().all(|line| line.len() < 1000), "{page}");
    let line = only_json(&["explain", "--json", "--max-value", "20", game]);
    assert_eq!((&line["left"][0], &line["left"][1]), (&Value::Null, &json!("0")));
}

#[test]
fn limits_hold() {
    let run = run(&["explain", "--time", "0", "{1|0}"]);
    assert_eq!((run.status, run.err.as_str()), (Some(3), "error: the time is up (see --time)\n"));
}
