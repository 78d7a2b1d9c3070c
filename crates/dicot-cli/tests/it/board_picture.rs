//! `dicot board`: a picture of a position with the values of its components.

use crate::{Run, run};

/// The texts of a class in the picture on standard output, in order.
fn texts(run: &Run, class: &str) -> Vec<String> {
    assert_eq!(run.status, Some(0), "{run:?}");
    let document = roxmltree::Document::parse(&run.out).unwrap();
    let nodes = document.descendants().filter(|node| node.attribute("class") == Some(class));
    nodes.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

/// How many shapes of a class there are.
fn count(run: &Run, class: &str) -> usize {
    texts(run, class).len()
}

#[test]
fn one_component() {
    let run = run(&["board", "xox/ox."]);
    assert_eq!(run.err, "");
    assert_eq!(texts(&run, "title"), ["xox/ox."]);
    assert_eq!(texts(&run, "letter"), ["A", "A"]);
    assert_eq!(texts(&run, "group-label"), ["{^^*|*,v}"]);
    assert_eq!(texts(&run, "caption"), ["value {^^*|*,v}"]);
    assert_eq!(texts(&run, "coordinate"), ["2", "1", "a", "b", "c"]);
    assert_eq!([count(&run, "left-stone"), count(&run, "right-stone")], [3, 2]);
}

#[test]
fn a_graph() {
    let run = run(&["board", "--rules", "hackenbush", "n=4 0-1:b 1-2:r 1-3:g"]);
    assert_eq!(run.err, "");
    assert_eq!(texts(&run, "title"), ["Hackenbush"]);
    assert_eq!(texts(&run, "number"), ["1", "2", "3"]);
    assert_eq!(count(&run, "edge"), 3);
    let value = crate::run(&["value", "--rules", "hackenbush", "n=4 0-1:b 1-2:r 1-3:g", "--json"]);
    let value = value.json()[0]["value"].as_str().unwrap().to_owned();
    assert_eq!(texts(&run, "caption"), [format!("value {value}")]);
}

/// Equal components are drawn each on its own; dead stones have no colour.
#[test]
fn many_components() {
    let run = run(&["board", "xo.oxx.x/....o..x/xxo....x"]);
    assert_eq!(texts(&run, "group-label"), ["*", "*", "^"]);
    assert_eq!(texts(&run, "caption"), ["value ^"]);
    assert_eq!([count(&run, "left-stone"), count(&run, "right-stone")], [8, 4]);
    assert_eq!(count(&run, "outline"), 3);
}

/// Domineering on 2x2 is +-1; an amazon with one cell has one move.
#[test]
fn components_of_other_rulesets() {
    let boards = [
        ("domineering", "..#../..#..", &["+-1", "+-1"][..], "0"),
        ("domineering", ".#..", &["-1"], "-1"),
        ("amazons", "x.#.o", &["1", "-1"], "0"),
        ("konane", "xo..o./......", &["1"], "1"),
        ("toads-and-frogs", "t.f.", &["1/2"], "1/2"),
    ];
    for (rules, position, labels, value) in boards {
        let run = run(&["board", "--rules", rules, position]);
        assert_eq!(texts(&run, "group-label"), labels, "{rules} {position}");
        assert_eq!(texts(&run, "caption"), [format!("value {value}")], "{rules} {position}");
    }
    assert_eq!(texts(&run(&["board", "--rules", "domineering", ".."]), "title"), ["Domineering"]);
}

#[test]
fn nothing_to_move() {
    for position in ["x", ".", "xx./..o"] {
        let run = run(&["board", position]);
        assert_eq!(texts(&run, "caption"), ["value 0"]);
        assert_eq!(count(&run, "group"), 0);
    }
}

#[test]
fn large_boards() {
    let strip = ["xo", "."].concat().repeat(85);
    let run_strip = run(&["board", &strip]);
    assert_eq!(count(&run_strip, "group"), 85);
    assert_eq!(texts(&run_strip, "caption"), ["value *"]);
    assert_eq!(texts(&run_strip, "title"), ["Clobber, 1 row, 255 columns"]);
    let square = [["xo.."; 5].concat(), ".".repeat(20)].join("/");
    let square = [square.as_str(); 10].join("/");
    assert_eq!(count(&run(&["board", &square, "--title", "Many"]), "group"), 50);
}

#[test]
fn long_values_are_cut() {
    let run = run(&["board", "xoxox/oxooo/xxoxo"]);
    let [label] = <[String; 1]>::try_from(texts(&run, "group-label")).unwrap();
    assert!(label.ends_with(" characters)"), "{label}");
    let [caption] = <[String; 1]>::try_from(texts(&run, "caption")).unwrap();
    assert_eq!(caption, format!("value {label}"));
}

#[test]
fn what_is_no_position() {
    for (position, message) in [
        ("xo/x", "row 2 has length 1"),
        ("xo?", "unexpected '?'"),
        ("", "the board has no cells"),
        (&"x".repeat(256), "the limit is 448 cells and 255 a side"),
    ] {
        let run = run(&["board", position]);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
        assert!(run.err.starts_with("error: ") && run.err.contains(message), "{run:?}");
    }
}

#[test]
fn limits_are_kept() {
    let board = ["xoxoxo", "oxoxox"].repeat(3).join("/");
    for limit in [["--max-positions", "100"], ["--max-forms", "10"], ["--time", "1ms"]] {
        let run = run(&["board", &board, limit[0], limit[1]]);
        assert_eq!((run.status, run.out.as_str()), (Some(3), ""));
        assert!(run.err.contains(&format!("(see {})", limit[0])), "{run:?}");
    }
}

/// Components within reach whose sum is not: the picture says so, and so does a note.
#[test]
fn a_sum_out_of_reach() {
    let board = "xoxo.oxo.x/oxx..xoxox/xo...oox.o";
    let run = run(&["board", board, "--memory", "1500KB"]);
    assert_eq!(run.status, Some(3), "{run:?}");
    let run = Run { status: Some(0), ..run };
    let caption = texts(&run, "caption").concat();
    assert!(caption.starts_with("the whole value was not found: the limit of 1500000 bytes"));
    assert_eq!(run.err, format!("note: {caption}\n"));
    assert_eq!(count(&run, "group"), 2);
}
