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
mean           0
temperature    0
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
mean           none: the game must be a stopper
stops          none: the game must be a stopper
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
        run.out.contains(
            "\nvalue          not found: the limit of 2 MiB of memory is reached (see --memory)\n"
        ),
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
    assert_eq!(lines[0]["moves"]["right"][1]["wins"], false);
    assert_eq!([&lines[0]["mean"], &lines[0]["kind"]], ["0", "integer"]);
    assert!(lines[1]["error"].as_str().unwrap().contains("unexpected 'x'"));
    assert_eq!((&lines[2]["value"], &lines[2]["stopper"]), (&"on".into(), &true.into()));
    assert!(lines[2]["mean"].is_null(), "{}", lines[2]);
    let reason = "the thermograph has no mast: its walls do not meet";
    assert_eq!(
        (&lines[2]["no_thermograph"], &lines[2]["left_stop"]),
        (&reason.into(), &"on".into())
    );
}

#[test]
fn sums() {
    let sum = format!("{BOARD} + clobber:xxo + {{2|pass}} + combo:b1,.,w1");
    let args = ["value", "--rules", "fox-and-geese", &sum];
    let page = format!(
        "\
parts          {BOARD}     over
               clobber:xxo           + ^
               {{2|pass}}              + 2over
               combo:b1,.,w1         + *
value          2over
outcome        Left wins, whoever starts (L)
mean           2
temperature    0
stops          2over and 2over
"
    );
    let text = run(&args);
    assert_eq!((text.status, text.out.as_str()), (Some(0), page.as_str()), "{text:?}");
    let line = &run(&[&args[..], &["--json"]].concat()).json()[0];
    assert_eq!((&line["value"], &line["outcome"]), (&"2over".into(), &"L".into()));
    assert_eq!(line["components"][1]["value"], "^");
    assert_eq!(line["position"], sum.as_str());

    let error = |text: &str| run(&["value", "--rules", "fox-and-geese", text]).err;
    assert_eq!(
        error(&format!("{BOARD} + + 1")),
        "error: part 2: there is nothing between two plus signs\n"
    );
    assert!(
        error("gf/.f + 1")
            .starts_with("error: part 1: no position of fox-and-geese (the board has 2 foxes")
    );
    let of_match = error(&format!("{BOARD} + konane-any:xo/ox"));
    assert!(of_match.contains("part 2: the positions of konane-any have no values"), "{of_match}");
    assert!(error(&format!("{BOARD} + true")).contains("true is not a game"));
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
    let (status, text) = error(&[BOARD, "--shared"]);
    assert_eq!(status, Some(2));
    assert!(text.contains("--shared is for rulesets whose play ends"), "{text}");
}

/// Sums of other rulesets have loopy parts too, and short sums have short values.
#[test]
fn sums_of_other_rulesets() {
    let value = |text: &str| run(&["value", text, "--json"]).json()[0]["value"].clone();
    assert_eq!(value("xxo + xo"), "^*");
    assert_eq!(value(&format!("xxo + fox-and-geese:{BOARD} + 1")), "1over");
    let page = run(&["value", "xxo + xo"]).out;
    assert!(page.starts_with("parts          xxo     ^\n               xo    + *\n"), "{page}");
    // Heaps are written with plus signs themselves.
    assert_eq!(run(&["value", "--rules", "kayles", "1+2", "--json"]).json()[0]["value"], "*3");
}

#[test]
fn latex() {
    let tex = |args: &[&str]| run(args).out;
    let position = ["value", "--rules", "fox-and-geese", BOARD, "--latex"];
    assert_eq!(tex(&position), "$\\mathbf{over}$\n");
    let table = run_with(&["value", "--rules", "combo", "--latex"], b"b1,./.,w1\n").out;
    assert!(table.contains("\\texttt{b1,./.,w1} & $\\mathbf{dud}$ & D \\\\\n"), "{table}");
    let game = ["game", "1^[on]* & a{0|{-1|a}}", "--latex"];
    let sides = r"$1{\uparrow}^{[\mathbf{on}]}{\ast} \mathbin{\&} ";
    assert!(tex(&game).starts_with(sides), "{}", tex(&game));
}

#[test]
fn games() {
    let page = "\
value          2over
outcome        Left wins, whoever starts (L)
mean           2
temperature    0
stops          2over and 2over
";
    assert_eq!(run(&["game", "over + 2"]).out, page);
    let line = &run(&["game", "dud", "--json"]).json()[0];
    assert_eq!([&line["value"], &line["kind"], &line["outcome"]], ["dud", "loopy", "D"]);
    for (g, h, relation) in [("over", "0", ">"), ("upon", "^^", "<"), ("{on|0}", "1", "||")] {
        assert_eq!(run(&["compare", g, h]).out, format!("{relation}\n"), "{g} {h}");
    }
    let error = run(&["compare", "over", "true"]).err;
    assert!(error.ends_with("error: second game: true is not a game\n"), "{error}");
}

#[test]
fn pictures() {
    let picture = run(&["board", "--rules", "fox-and-geese", BOARD]).out;
    assert!(picture.contains("value over"), "{picture}");
}
