//! Items from standard input, one per line.

use std::io::{BufRead, BufReader, Read, Write};

use serde_json::json;

use crate::{command, run_with};

#[test]
fn the_run_goes_on_after_a_bad_line() {
    let run = run_with(&["value", "--json"], b"xo\nxz\n\nxxo\n");
    assert_eq!(run.status, Some(1));
    let lines = run.json();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["value"], "*");
    let error = "row 1, column 2: unexpected 'z', expected one of \"xo.\"";
    assert_eq!(lines[1], json!({"input": "xz", "error": error}));
    assert_eq!(lines[2], json!({"input": "", "error": "empty line"}));
    assert_eq!(lines[3]["value"], "^");
    assert_eq!(run.err, format!("line 2: {error}\nline 3: empty line\n"));
}

#[test]
fn people_see_errors_on_standard_error_only() {
    let run = run_with(&["game"], b"1\n{1|\n2\n");
    assert_eq!(run.status, Some(1));
    assert_eq!(run.out.matches("value ").count(), 2);
    assert!(run.err.starts_with("line 2: at offset 3: "), "{}", run.err);
}

#[test]
fn good_lines_only_end_well() {
    let run = run_with(&["value", "--json"], b"xo\nxxo");
    assert_eq!((run.status, run.json().len(), run.err.as_str()), (Some(0), 2, ""));
    assert_eq!(run_with(&["value"], b"").status, Some(0));
}

#[test]
fn line_ends_of_either_kind() {
    let run = run_with(&["value", "--json"], b"xo\r\nxxo\r\n");
    assert_eq!((run.status, run.json().len()), (Some(0), 2));
    assert_eq!(run.json()[0]["position"], "xo");
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = command(&["compare"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for (question, answer) in [("1\t2\n", "<\n"), ("^\t*\n", "||\n")] {
        stdin.write_all(question.as_bytes()).unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, answer);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_the_run_quietly() {
    let mut child = command(&["value", "--json"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let writer = std::thread::spawn(move || while stdin.write_all(b"xo\n").is_ok() {});
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.contains("\"*\""));
    drop(out);
    writer.join().unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn no_colours_in_a_pipe() {
    let run = run_with(&["value"], b"xox/ox.\nxz\n");
    assert!(run.out.is_ascii() && run.err.is_ascii());
    assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'));
}

/// A byte order mark, as PowerShell and editors write it, is not a part of the first item.
#[test]
fn byte_order_marks_are_skipped() {
    let cases: [(&[&str], &str); 8] = [
        (&["value", "--json"], "xo\n"),
        (&["game", "--json"], "1\n"),
        (&["compare"], "1\t2\n"),
        (&["solve", "--json"], "xo\n"),
        (&["moves"], "xo\n"),
        (&["repl"], "1 + 1\n"),
        (&["codingame", "bot"], "2\nb\nw.\nwb\nnull\n1\n"),
        (&["replay", "-"], "{\"rules\":\"clobber\",\"start\":\"xo\",\"moves\":[]}\n"),
    ];
    for (arguments, input) in cases {
        let run = run_with(arguments, format!("\u{feff}{input}").as_bytes());
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{arguments:?}: {run:?}");
        assert!(!run.out.is_empty() && !run.out.contains('\u{feff}'), "{arguments:?}: {run:?}");
    }
}

/// What cannot be printed is an error, also help.
#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error() {
    let cases: [&[&str]; 7] = [
        &["--help"],
        &["--version"],
        &["value", "--help"],
        &["value", "xo"],
        &["value", "--list"],
        &["perft", "1", "xo"],
        &["thermograph", "^"],
    ];
    for arguments in cases {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {err}");
        assert!(err.starts_with("error: standard output: No space"), "{arguments:?}: {err}");
    }
}
