//! Near names of rulesets, and files of other programs.

use crate::folder::Folder;
use crate::{run, run_with};

#[test]
fn near_names_of_rulesets() {
    for (arguments, near) in [
        (&["solve", "konan:xo"][..], "\"konan\"; did you mean konane?"),
        (&["solve", "konan:xo + ^"], "\"konan\"; did you mean konane?"),
        (&["value", "konan:xo"], "\"konan\"; did you mean konane?"),
        (&["value", "konan:xo + clobber:xo"], "\"konan\"; did you mean konane?"),
        (&["moves", "konan:xo"], "\"konan\"; did you mean konane?"),
        (&["game", "clober:xo"], "\"clober\"; did you mean clobber?"),
        (&["moves", "konane:xo"], "the ruleset is named by --rules konane"),
        (&["value", "--rules", "impartail-konane", "xo"], "did you mean impartial-konane?"),
        (&["value", "--rules", "clober", "xo"], "did you mean clobber?"),
    ] {
        let run = run(arguments);
        assert!(matches!(run.status, Some(1 | 2)), "{arguments:?} {run:?}");
        assert!(run.err.contains(near), "{arguments:?} {run:?}");
    }
    // An ordinal sum is not a position.
    assert_eq!(run(&["solve", "1:*"]).status, Some(0));
    let label = run_with(&["label"], b"konan:xo\n");
    assert!(label.json()[0]["error"].as_str().unwrap().contains("did you mean konane?"));
}

#[test]
fn files_of_other_programs() {
    for (name, program) in
        [("a.cgs", "a script of CGSuite"), ("a.test", "a test file of MCGS"), ("A.SGF", "SGF")]
    {
        for arguments in [
            &["value", name][..],
            &["solve", name],
            &["moves", name],
            &["board", name],
            &["game", name],
            &["value", "--rules", name, "xo"],
            &["certify", "--rules", name, "x.cert"],
            &["label", name],
            &["replay", name],
        ] {
            let run = run(arguments);
            assert!(matches!(run.status, Some(1 | 2)), "{arguments:?} {run:?}");
            assert!(run.err.contains(program), "{arguments:?} {run:?}");
            assert!(run.err.contains("dicot does not r"), "{arguments:?} {run:?}");
        }
    }
}

#[test]
fn folders_that_are_not_those_of_the_command() {
    let folder = Folder::new();
    let empty = run(&["results", "list", "--folder", &folder.file("")]);
    assert_eq!((empty.status, empty.out.as_str()), (Some(1), ""));
    assert!(empty.err.contains("no claims, which are files NAME.json; --folder"), "{}", empty.err);
    let out = folder.file("a");
    // Too little memory ends it, and its folder is left.
    let stopped = run(&["census", "4x4", "--output", &out, "--memory", "100KB"]);
    assert_eq!(stopped.status, Some(3), "{stopped:?}");
    let foreign = run(&["db", "build", "2x2", "--output", &out]);
    assert_eq!(foreign.status, Some(1));
    assert!(foreign.err.contains("has the results of another command, about "), "{}", foreign.err);
    assert!(foreign.err.contains("give another --output, or remove the"), "{}", foreign.err);
}
