//! `dicot tree`.

use crate::folder::Folder;
use crate::{good, run};

#[test]
fn a_tree_goes_to_standard_output() {
    let run = good(&["tree", "{^^*|*,v}"]);
    assert!(run.out.starts_with("<?xml") && run.out.ends_with("</svg>\n"), "{}", run.out);
    assert!(run.out.contains("<title>{^^*|*,v}</title>"));
    assert_eq!(run.out.matches("class=\"leaf\"").count(), 3);
    assert_eq!(run.out.matches("class=\"node\"").count(), 1);
}

#[test]
fn numbers_are_leaves_unless_expanded() {
    let boxes = |arguments: &[&str]| {
        let run = run(arguments);
        assert_eq!(run.status, Some(0), "{run:?}");
        run.out.matches("class=\"node\"").count() + run.out.matches("class=\"leaf\"").count()
    };
    assert_eq!(boxes(&["tree", "5"]), 1);
    assert_eq!(boxes(&["tree", "5", "--expand"]), 6);
    assert_eq!(boxes(&["tree", "-1/2*", "--expand"]), 4); // -1/2*, -1/2, -1 and 0
}

#[test]
fn a_tree_goes_to_a_file() {
    let folder = Folder::new();
    let file = folder.file("g.svg");
    let run = run(&["tree", "{2||1|0}", "-o", &file, "--title", "a & b"]);
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("<title>a &amp; b</title>"), "{text}");
}

#[test]
fn too_many_games_are_an_error_that_says_how_many() {
    for (arguments, error) in [
        (
            ["tree", "1000000000", "--expand"].as_slice(),
            "error: the tree has 1000000001 different games, and at most 200 are drawn (see --nodes)\n",
        ),
        (
            &["tree", "{2||1|0}", "--nodes", "4"],
            "error: the tree has 5 different games, and at most 4 are drawn (see --nodes)\n",
        ),
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(3), "", error));
    }
    assert_eq!(run(&["tree", "{2||1|0}", "--nodes", "5"]).status, Some(0));
    assert_eq!(run(&["tree", "0", "--nodes", "0"]).status, Some(2));
}

#[test]
fn bad_expressions_and_limits_are_errors() {
    let bad = run(&["tree", "{1|"]);
    assert_eq!((bad.status, bad.out.as_str()), (Some(1), ""));
    assert!(bad.err.starts_with("error: ") && bad.err.ends_with("^\n"), "{}", bad.err);
    let limits = ["--nodes", "2000", "--expand", "--memory", "20MB"];
    let large = run(&[["tree", "*1999"].as_slice(), &limits].concat());
    assert_eq!((large.status, large.out.as_str()), (Some(3), ""));
    assert!(large.err.ends_with("(see --memory)\n"), "{}", large.err);
}
