//! `dicot game`.

use serde_json::{Value, json};

use crate::value::SHARED;
use crate::{only_json, run, run_with};

#[test]
fn a_table_for_people() {
    let run = run(&["game", "{1|*} + ^"]);
    assert_eq!(run.status, Some(0));
    assert_eq!(
        run.out,
        "\
value          {1^|^*}
kind           hot: the player who moves gains
outcome        Left wins, whoever starts (L)
stops          1 (Left), 0 (Right)
mean           1/2
temperature    1/2
reduced form   {1|0}
frozen         1/2*
birthday       4
followers      7
stop count     7
"
    );
}

/// The atomic weight, where there is one; no reduced form or frozen game that says nothing new.
#[test]
fn a_table_of_an_infinitesimal() {
    assert_eq!(
        run(&["game", "{^^*|*,v}"]).out,
        "\
value          {^^*|*,v}
kind           infinitesimal; dicot (all-small)
outcome        the first player wins (N)
stops          0 (Left), 0 (Right)
mean           0
temperature    0
atomic weight  1/2
birthday       4
followers      6
stop count     9
"
    );
}

#[test]
fn fields_of_json() {
    assert_eq!(
        only_json(&["game", "--json", "{1/2|0}"]),
        json!({
            "input": "{1/2|0}",
            "value": "{1/2|0}",
            "kind": "hot",
            "outcome": "N",
            "mean": "1/4",
            "temperature": "1/4",
            "left_stop": "1/2",
            "right_stop": "0",
            "atomic_weight": null,
            "birthday": 3,
            "stop_count": 2,
            "followers": 4,
            "nim_value": null,
            "all_small": false,
            "tempered": "odd",
            "rcf": "{1/2|0}",
            "frozen": "1/4*",
            "uptimal": null,
            "thermograph": "Thermograph(1/4,[1/4,-1/2],[0,-1,0],1/4,[1/4],[0,1])",
        })
    );
}

#[test]
fn kinds() {
    let kinds = [
        ("-3", "integer"),
        ("{0|1}", "dyadic"),
        ("*2+*3", "nimber"),
        ("1/2^*", "number_up_star"),
        ("{^|*}", "uptimal"),
        ("1^<3>*2", "uptimal"),
        ("+-1", "switch"),
        ("+-{*,^}", "infinitesimal_switch"),
        ("{0||0|-2}", "tiny"),
        ("-Tiny({3|2})", "tiny"),
        ("-1/2+Miny(1)", "number_tiny"),
        ("{^|v*}", "infinitesimal"),
        ("1+{^|v*}", "numberish"),
        ("{2|1||0}", "hot"),
    ];
    for (game, kind) in kinds {
        assert_eq!(only_json(&["game", "--json", game])["kind"], kind, "{game}");
    }
}

#[test]
fn a_long_value_is_cut() {
    let game = "{8|4}+{3|*}+{7|^}+{2||1|-5}+{5|{2|-7}}+{20|-3*}+{30||9|*2}";
    let value = only_json(&["game", "--json", game])["value"].as_str().unwrap().to_owned();
    assert!(value.len() > 500, "{value}");
    let page = run(&["game", game]).out;
    assert_eq!(value.len(), 22_331);
    let length = "               (22,331 characters; --shared shows all of it)";
    let start = format!("value          {}...\n{length}\n", &value[..500]);
    assert!(page.starts_with(&start), "{page}");
    let line = only_json(&["game", "--json", "--max-value", "500", game]);
    assert_eq!((&line["value"], &line["value_length"]), (&Value::Null, &json!(value.len())));
}

#[test]
fn the_shared_form() {
    let value = SHARED.replace("; ", ";\n               ");
    let page = run(&["game", "--shared", SHARED]).out;
    assert!(page.starts_with(&format!("value          {value}\nkind ")), "{page}");
    let tree = only_json(&["game", "--json", SHARED])["value"].as_str().unwrap().to_owned();
    assert_eq!(run(&["game", "--shared", &tree]).out, page);
    // What is no game has no parts.
    assert_eq!(run(&["game", "--shared", "^ < 1"]).out, "true\n");
}

#[test]
fn large_numbers_cost_nothing() {
    let line = only_json(&["game", "--json", "1000000000"]);
    assert_eq!((&line["value"], &line["birthday"]), (&json!("1000000000"), &json!(1_000_000_000)));
}

/// As all that is printed: `1/2` and eighty ups, not a power of two.
#[test]
fn a_number_and_ups() {
    let line = only_json(&["game", "--json", "1/2^80"]);
    assert_eq!((&line["value"], &line["birthday"]), (&json!("1/2^80"), &json!(83)));
}

#[test]
fn operations() {
    let value = |text: &str| only_json(&["game", "--json", text])["value"].clone();
    assert_eq!(value("{2|-1}.Temperature"), "3/2");
    assert_eq!(value("a := {3|-1}; Cool(a, 1)"), "{2|0}");
    assert_eq!(value("{3|-1} Heat 1"), "{4|-2}");
}

#[test]
fn results_that_are_no_games() {
    let result = |text: &str| only_json(&["game", "--json", text]);
    assert_eq!(result("^ < 1"), json!({ "input": "^ < 1", "result": true }));
    assert_eq!(result("^.OutcomeClass")["result"], "L");
    assert_eq!(result("{^^*|*,v}.RightOptions")["result"], json!(["*", "v"]));
    assert_eq!(result("[1,1<2,Left]")["result"], json!(["1", true, "Left"]));
    assert_eq!(result("1/3")["result"], "1/3");
    assert_eq!(result("{2,1/3,1}")["result"], json!(["1/3", "1", "2"]));
    assert_eq!(result("[[1],{*}]")["result"], json!([["1"], ["*"]]));
    assert_eq!(result("x -> x + 1")["result"], "x -> x + 1");
    assert_eq!(result("'{0|0}' + 1")["result"], "'{0|0}' + 1");
    assert_eq!(run(&["game", "{[1/3],'{*|*}',^}"]).out, "{^,'{*|*}',[1/3]}\n");
    let thermograph = "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])";
    assert_eq!(result("{2|-1}.Thermograph")["result"], thermograph);
    assert_eq!(run(&["game", "^ <> *"]).out, "true\n");
    assert_eq!(run(&["game", "[^,{1|0}]"]).out, "[^,{1|0}]\n");
    let long = run(&["game", "500.Followers"]);
    assert!(long.out.ends_with("...\n(1,895 characters)\n"), "{}", long.out);
}

#[test]
fn lines_share_their_names() {
    let input = b"a := {1|*}\na + nonsense\na := a - 1; a.Mean\n[a]\n";
    let run = run_with(&["game", "--json"], input);
    let lines = run.json();
    assert_eq!(lines[0]["value"], "{1|*}");
    assert_eq!(lines[1]["error"], "at offset 4: unknown name `nonsense`");
    assert_eq!(lines[2]["value"], "-1/2");
    assert_eq!(lines[3]["result"], json!(["{0|-1*}"]));
}

/// What CGSuite reads otherwise is noted beside the answer.
#[test]
fn notes() {
    let note = "`6*5` is read as 6 + *5; the product is `6 * 5`";
    let text = run(&["game", "6*5"]);
    assert_eq!((text.status, text.err), (Some(0), format!("note: {note}\n")));
    assert_eq!(only_json(&["game", "6*5", "--json"])["notes"], json!([note]));
    assert_eq!(only_json(&["game", "6 * 5", "--json"]).get("notes"), None);
}

/// A line that ends in `;` prints nothing; positions are values in the lines after it.
#[test]
fn statements_and_positions() {
    let lines = b"c := clobber(\"xo/ox\"); d := c + nim(3);\nd // a comment\nc.Components.Size\n";
    assert_eq!(run_with(&["repl"], lines).out, "*2\n1\n");
    let text = run(&["game", "clobber(\"xox/ox.\").CanonicalForm"]);
    assert!(text.out.starts_with("value          {^^*|*,v}\n"), "{text:?}");
}
