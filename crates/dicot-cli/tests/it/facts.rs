//! The facts in JSON, against the tables of other programs: every column, to the letter. The tables
//! name their sources.

use serde_json::{Value, json};

use crate::{only_json, run, run_with};

/// Columns that are not in JSON: the question itself, and the numbers of options.
const NOT_IN_JSON: [&str; 4] = ["position", "expression", "n_left", "n_right"];

/// What a cell should say by this line of JSON.
fn cell(line: &Value, title: &str) -> String {
    match &line[title] {
        Value::Null => match &line[format!("{title}_length")] {
            Value::Null => "-".to_owned(),
            length => format!("TOOLONG:{length}"),
        },
        Value::String(text) => text.clone(),
        Value::Bool(truth) => u8::from(*truth).to_string(),
        other => other.to_string(),
    }
}

/// Asks a command about the rows of a table that are sampled, in one run: how many there are.
fn check(command: &str, table: &str, is_sampled: impl Fn(usize, &str) -> bool) -> usize {
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let titles: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let rows: Vec<Vec<&str>> = lines
        .enumerate()
        .filter(|(i, line)| is_sampled(*i, line))
        .map(|(_, line)| line.split('\t').collect())
        .collect();
    let input: String = rows.iter().map(|row| format!("{}\n", row[0])).collect();
    let run = run_with(&[command, "--json", "--max-value", "30000"], input.as_bytes());
    assert_eq!((run.err.as_str(), run.status), ("", Some(0)));
    let answers = run.json();
    assert_eq!(answers.len(), rows.len());
    let mut failures = Vec::new();
    for (row, answer) in rows.iter().zip(&answers) {
        for (title, &expected) in titles.iter().zip(row) {
            if NOT_IN_JSON.contains(title) || expected == "TIMEOUT" {
                continue;
            }
            assert!(answer.get(title).is_some(), "no field {title}: {answer}");
            let found = cell(answer, title);
            if found != expected {
                failures.push(format!("{title} of {}: {found}, not {expected}", row[0]));
            }
        }
    }
    let first = failures.iter().take(20).map(|f| format!("\n{f}")).collect::<String>();
    assert!(failures.is_empty(), "{} failures{first}", failures.len());
    rows.len()
}

#[test]
fn of_expressions() {
    let table = include_str!("../../../../tests/data/games_expr.tsv");
    assert_eq!(check("game", table, |_, _| true), 275);
}

#[test]
fn of_positions_on_grids() {
    let table = include_str!("../../../../tests/data/clobber_grid_all.tsv");
    assert_eq!(check("value", table, |_, _| true), 938);
}

#[test]
fn of_strips() {
    let table = include_str!("../../../../tests/data/clobber_1xn_all.tsv");
    assert_eq!(check("value", table, |i, _| i % 10 == 9), 322);
}

#[test]
fn of_positions_with_many_stones() {
    let table = include_str!("../../../../tests/data/clobber_random.tsv");
    let is_sampled = |i: usize, line: &str| i % 10 == 9 || line.contains("TOOLONG");
    assert_eq!(check("value", table, is_sampled), 59);
}

#[test]
fn texts_that_are_too_long() {
    let game = "{4|{1|*}||-2,-2*}";
    let whole = only_json(&["game", "--json", game]);
    assert_eq!(whole.get("rcf_length"), None);
    let cut = only_json(&["game", "--json", "--max-value", "3", game]);
    for name in ["value", "rcf", "frozen"] {
        assert_eq!(cut[name], Value::Null, "{cut}");
        let length = whole[name].as_str().unwrap().len();
        assert_eq!(cut[format!("{name}_length")], length, "{cut}");
    }
    // No atomic weight, and one that is too long.
    assert_eq!(cut.get("atomic_weight_length"), None);
    let cut = only_json(&["game", "--json", "--max-value", "3", "{^3|vv}"]);
    assert_eq!((&cut["atomic_weight"], &cut["atomic_weight_length"]), (&Value::Null, &json!(5)));
}

/// `*m` has 2·3^(m-1) plays.
#[test]
fn stop_counts_of_128_bits() {
    let line = run(&["game", "--json", "*50"]).out;
    assert!(line.contains("\"stop_count\":478598658461235059180166,"), "{line}");
    assert_eq!(only_json(&["game", "--json", "*100"])["stop_count"], Value::Null);
}

/// What cannot be represented is named, and the rest is there all the same.
#[test]
fn facts_that_are_out_of_range() {
    let most = "+-9223372036854775807";
    let line = only_json(&["game", "--json", most]);
    assert_eq!((&line["value"], &line["kind"]), (&json!(most), &json!("switch")));
    assert_eq!((&line["mean"], &line["thermograph"]), (&Value::Null, &Value::Null));
    assert_eq!(line["out_of_range"], json!(["thermograph", "frozen"]));
    assert_eq!(line["rcf"], most);
    assert!(run(&["game", most]).out.ends_with("\nout of range   thermograph, frozen\n"));
}
