//! Labels of many positions: agreement with `dicot solve`, order, limits and bad lines.

use std::fs;

use serde_json::json;

use crate::folder::Folder;
use crate::{run, run_with};

/// Some of the known outcomes of another program, in their order, on any number of threads and from a file.
#[test]
fn outcomes_of_another_program() {
    let data = include_str!("../../../../tests/data/clobber_outcomes.tsv");
    let rows = data.lines().filter(|line| !line.starts_with('#')).skip(1).step_by(5);
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
    let input: String = rows.iter().map(|row| format!("{}\n", row[0])).collect();
    let labels = run_with(&["label", "--threads", "1"], input.as_bytes());
    assert_eq!((labels.status, labels.err.as_str()), (Some(0), ""));
    let solved = run_with(&["solve", "--json", "--moves"], input.as_bytes()).json();
    let lines = labels.json();
    assert_eq!((lines.len(), solved.len()), (183, 183));
    for ((line, row), solved) in lines.iter().zip(&rows).zip(&solved) {
        assert_eq!((&line["position"], &line["outcome"]), (&json!(row[0]), &json!(row[3])));
        for field in ["left_first", "right_first", "winning_moves"] {
            assert_eq!(line[field], solved[field], "{line}");
        }
    }
    let folder = Folder::new();
    let file = folder.file("positions.txt");
    fs::write(&file, format!("\u{feff}{input}")).unwrap();
    let again = run(&["label", &file, "--threads", "3"]);
    assert_eq!((again.status, again.out), (Some(0), labels.out));
}

#[test]
fn objects_in_json() {
    let input = "{\"game\": 2, \"position\": \"7+5\", \"rules\": \"kayles\"}\r\nxo + {1|*}\n";
    let run = run_with(&["label", "--first", "right"], input.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    let [kayles, sum] = <[_; 2]>::try_from(run.json()).unwrap();
    assert_eq!((&kayles["game"], &kayles["rules"]), (&json!(2), &json!("kayles")));
    assert_eq!((&kayles["right_first"], &kayles["left_first"]), (&json!("R"), &json!(null)));
    assert_eq!(kayles["winning_moves"]["left"], json!(null));
    assert_eq!(sum["position"], "xo + {1|*}");
    assert!(!sum["winning_moves"]["right"].as_array().unwrap().is_empty());
}

#[test]
fn bad_lines_and_limits() {
    let input = "xo\n\nxq\n{\"position\": \"ox\", \"rules\": 1}\nxoxox/oxoxo/xoxox/oxoxo\n";
    let run = run_with(&["label", "--nodes", "20"], input.as_bytes());
    assert_eq!(run.status, Some(1));
    let lines = run.json();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["outcome"], "N");
    assert_eq!(lines[1], json!({"input": "", "error": "empty line"}));
    assert_eq!(lines[2]["input"], "xq");
    assert_eq!(lines[3]["error"], "the field \"rules\" is not a text");
    assert_eq!(lines[4]["outcome"], json!(null));
    assert!(lines[4]["reason"].as_str().unwrap().contains("20"), "{}", lines[4]);
    let messages: Vec<&str> = run.err.lines().collect();
    assert_eq!(messages.len(), 4, "{messages:?}");
    for (message, number) in messages.iter().zip(2..) {
        assert!(message.starts_with(&format!("line {number}: ")), "{message}");
    }
    assert!(messages[3].ends_with("(see --nodes)"), "{}", messages[3]);
    let limited = run_with(&["label", "--nodes", "20"], b"xoxox/oxoxo/xoxox/oxoxo\n");
    assert_eq!(limited.status, Some(3));
    let refused = |arguments: &[&str]| {
        let run = crate::run(arguments);
        assert_eq!(run.out, "");
        (run.status, run.err)
    };
    assert_eq!(refused(&["label", "--rules", "combo"]).0, Some(2));
    assert_eq!(refused(&["label", "--memory", "none"]).0, Some(2));
    assert_eq!(refused(&["label", "--json"]).0, Some(2));
    let (status, message) = refused(&["label", "/nowhere/positions.txt"]);
    assert_eq!(status, Some(1));
    assert!(message.starts_with("error: /nowhere/positions.txt: "), "{message}");
    assert_eq!(crate::run(&["label"]).status, Some(0));
}
