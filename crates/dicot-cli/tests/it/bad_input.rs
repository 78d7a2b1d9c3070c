//! A clear error each, and no panic, overflow or runaway memory.

use crate::{Run, run, run_with};

/// The error of a single item, the same as an argument and as a line.
fn error_of(command: &str, item: &str) -> String {
    let line = run_with(&[command, "--json"], format!("{item}\n").as_bytes());
    assert_eq!(line.status, Some(1), "{item}");
    assert_eq!(line.json().len(), 1);
    assert_eq!(line.json()[0]["input"], item);
    let error = line.json()[0]["error"].as_str().unwrap().to_owned();
    assert_eq!(line.err, format!("line 1: {error}\n"));
    if item.len() < 10_000 && !item.trim().is_empty() {
        let Run { out, err, status } = run(&[command, item]);
        assert_eq!((status, out.as_str()), (Some(1), ""), "{item}");
        assert!(err.starts_with(&format!("error: {error}\n")), "{item}: {err}");
    }
    error
}

#[test]
fn notation() {
    let cases = [
        ("{1|2", "at offset 4: expected"),
        ("1|2}", "at offset 1: expected"),
        ("{1|2}}", "at offset 5: expected"),
        ("{1,2}.Mean", "at offset 0: `G` of Mean must be a game"),
        ("*99999999999", "at offset 1: nimbers and multiples of ^ go up to 2147483647"),
        ("{1/3|}", "at offset 1: expected a game but this is a number whose denominator"),
        ("0/0", "at offset 1: a division by 0"),
        (
            "{99999999999999999999|}",
            "at offset 1: expected a game but this is an integer too large",
        ),
        ("1.5", "at offset 2: "),
        ("^<0>", "at offset 2: "),
        ("{1|*}*{1|*}", "at offset 5: "),
        ("?", "at offset 0: expected a game but found '?'"),
        ("", "empty line"),
        ("   ", "empty line"),
    ];
    for (text, start) in cases {
        let error = error_of("game", text);
        assert!(error.starts_with(start), "{text}: {error}");
    }
}

#[test]
fn a_caret_shows_where() {
    assert!(run(&["game", "1 + {1|2"]).err.ends_with("\n  1 + {1|2\n          ^\n"));
    assert_eq!(run(&["game", ""]).err, "error: the argument is empty\n");
}

#[test]
fn nested_a_hundred_thousand_deep() {
    let n = 100_000;
    for text in [
        "{".repeat(n),
        "{".repeat(n) + "0" + &"|1}".repeat(n),
        "{|".repeat(n) + &"}".repeat(n),
        "(".repeat(n) + "1" + &")".repeat(n),
        "-".repeat(n) + "^",
        "*(".repeat(n),
        "Tiny(".repeat(n),
        "+-{".repeat(n),
    ] {
        let error = error_of("game", &text);
        assert!(error.ends_with("nested more than 25000 levels deep"), "{error}");
    }
    assert!(error_of("game", &"|".repeat(n)).starts_with("at offset 0: "));
    assert!(error_of("game", &"1+".repeat(n)).ends_with("expected a game but the text ends"));
}

#[test]
fn boards() {
    let cases = [
        (vec!["x".repeat(50); 40].join("/"), "the board has 2000 cells (50 wide, 40 high)"),
        ("x".repeat(300), "the board has 300 cells (300 wide, 1 high)"),
        ("xo/x".into(), "row 2 has length 1, expected 2 as in row 1"),
        ("xo//xo".into(), "row 2 is empty"),
        ("xo/x?".into(), "row 2, column 2: unexpected '?'"),
        ("x\u{00e9}".into(), "row 1, column 2: unexpected 'é'"),
        ("".into(), "empty line"),
    ];
    for (text, start) in cases {
        let error = error_of("value", &text);
        assert!(error.starts_with(start), "{text}: {error}");
    }
}

#[test]
fn bytes_that_are_not_utf_8() {
    for command in ["value", "game", "compare"] {
        let run = run_with(&[command, "--json"], b"\xff\n1\t1\n");
        assert_eq!(run.json()[0]["error"], "byte 0 is not UTF-8");
        assert!(run.err.starts_with("line 1: byte 0 is not UTF-8\n"));
        assert_eq!((run.status, run.json().len()), (Some(1), 2));
    }
}

#[test]
fn a_line_too_long_to_keep() {
    let mut input = vec![b'x'; 80000000];
    input.extend(b"\nxo\n");
    let run = run_with(&["value", "--json"], &input);
    assert_eq!(run.status, Some(1));
    let lines = run.json();
    assert_eq!(lines[0]["error"], "the line has 80000000 bytes; the limit is 67108864");
    assert!(lines[0]["input"].as_str().unwrap().len() < 100);
    assert_eq!(lines[1]["value"], "*");
}

#[test]
fn a_caret_shows_where_in_a_position() {
    let cases: [(&[&str], &str); 8] = [
        (&["value", "xo/x?"], "\n  xo/x?\n      ^\n"),
        (&["value", "xo/x"], "\n  xo/x\n      ^\n"),
        (&["value", "xo/xoo"], "\n  xo/xoo\n       ^\n"),
        (&["moves", "xq"], "\n  xq\n   ^\n"),
        (&["perft", "1", "--rules", "kayles", "7+x"], "\n  7+x\n    ^\n"),
        (&["moves", "--rules", "combo", "w1,q/.,."], "\n  w1,q/.,.\n     ^\n"),
        (&["board", "xo?"], "\n  xo?\n    ^\n"),
        (&["explain", "--position", "xo?"], "\n  xo?\n    ^\n"),
    ];
    for (arguments, end) in cases {
        let run = run(arguments);
        assert_eq!(run.status, Some(1), "{arguments:?}");
        assert!(run.err.starts_with("error: ") && run.err.ends_with(end), "{arguments:?}: {run:?}");
    }
}

/// A text for another command, or in another notation, gets a hint.
#[test]
fn hints() {
    let cases = [
        ("game", "h = 3", "but found '='; to define a name, write `h := 3`"),
        ("game", "up", "up is written `^`"),
        ("game", "1 + Down", "down is written `v`"),
        ("game", "xox/ox.", "for a position, run `dicot value 'xox/ox.'`"),
        ("game", "xo+xo", "for a sum of positions, run `dicot value 'xo + xo'`"),
        ("value", "xo+xo", "for a sum, run `dicot value 'xo + xo'`"),
        ("value", "{1|*}", "for a game, run `dicot game '{1|*}'`"),
    ];
    for (command, text, hint) in cases {
        let error = error_of(command, text);
        assert!(error.ends_with(hint), "{command} {text}: {error}");
    }
    let defined = run_with(&["repl"], b"h := 2\nh = 3\n");
    assert!(defined.err.ends_with("to define a name, write `h := 3`\n"), "{defined:?}");
    // What the hints propose works.
    assert_eq!(run(&["value", "xo + xo"]).status, Some(0));
    assert_eq!(run(&["game", "h := 3"]).status, Some(0));
}
