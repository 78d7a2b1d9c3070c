//! `dicot value` where play need not end.

use crate::{run, run_with};

const BOARD: &str = ".g.g/..../..../..f.";

#[test]
fn a_page() {
    let run = run(&["value", "--rules", "fox-and-geese", BOARD]);
    let page = "   4 . g . g
   3 . . . .
   2 . . . .
   1 . . f .
     a b c d

value          over
outcome        Left wins, whoever starts (L)
stops          over and over
positions      117

Left to move
  b4-a3   wins   leaves {over||0|off}
  d4-c3   wins   leaves over
  b4-c3   loses  leaves {over|off}

Right to move
  c1-b2, c1-d2   loses  leaves {over|0}
";
    assert_eq!((run.status, run.out.as_str()), (Some(0), page), "{run:?}");
}

#[test]
fn a_draw() {
    let run = run(&["value", "--rules", "combo", "b1,./.,w1"]);
    let page = "  b1  .
   . w1

value          dud
outcome        a draw, whoever starts (D)
stops          none: the value is not that of a stopper
positions      12

Left to move
  0,0-1,0-1, 0,0-0,1-1   draws  leaves dud

Right to move
  1,1-1,0-1, 1,1-0,1-1   draws  leaves dud
";
    assert_eq!((run.status, run.out.as_str()), (Some(0), page), "{run:?}");
}

/// Values need more memory than who wins.
#[test]
fn a_value_that_is_too_large() {
    let run = run(&["value", "--rules", "combo", "b1,.,w1/.,b1,w1", "--memory", "2MiB"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(
        run.out.contains("\nvalue          too large for the memory (see --memory)\n"),
        "{}",
        run.out
    );
    assert!(run.out.contains("\noutcome        "), "{}", run.out);
    assert!(!run.out.contains("leaves"), "{}", run.out);
}

#[test]
fn lines() {
    let input = b"t.f.\ntx\n.t.\n";
    let run = run_with(&["value", "--rules", "backsliding-toads-and-frogs", "--json"], input);
    assert_eq!(run.status, Some(1));
    let lines = run.json();
    assert_eq!(lines[0]["value"], "0");
    assert_eq!((&lines[0]["outcome"], &lines[0]["positions"]), (&"P".into(), &12.into()));
    assert_eq!(lines[0]["left_first"], "R");
    assert_eq!(lines[0]["moves"]["right"][1]["move"], "c1-d1");
    assert_eq!(lines[0]["moves"]["right"][1]["winner"], "L");
    assert!(lines[1]["error"].as_str().unwrap().contains("unexpected 'x'"));
    assert_eq!((&lines[2]["value"], &lines[2]["stopper"]), (&"on".into(), &true.into()));
}

#[test]
fn errors() {
    let error = |args: &[&str]| {
        let run = run(&[&["value", "--rules", "fox-and-geese"], args].concat());
        assert_eq!(run.out, "");
        (run.status, run.err)
    };
    let (status, text) = error(&["gf/f."]);
    assert_eq!((status, &*text), (Some(1), "error: the board has 2 foxes, expected one\n"));
    let large = ".g.g.g.g/......../......../......../......../......../......../....f...";
    let (status, text) = error(&[large, "--time", "10ms"]);
    assert_eq!(status, Some(3));
    assert!(text.starts_with("error: the time is up"), "{text}");
    let (status, text) = error(&[large, "--memory", "1MiB"]);
    assert_eq!(status, Some(3));
    assert!(text.contains("--memory"), "{text}");
    let (status, text) = error(&[BOARD, "--latex"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("--latex and --shared are for rulesets whose play ends"), "{text}");
}
