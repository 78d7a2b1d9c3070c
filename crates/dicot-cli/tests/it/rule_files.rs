//! `--rules FILE.game`.

use std::fs;

use crate::folder::Folder;
use crate::{good, only_json, run, run_with};

fn example(name: &str) -> String {
    format!("{}/../../examples/games/{name}.game", env!("CARGO_MANIFEST_DIR"))
}

/// The answers are those for the ruleset of the library.
#[test]
fn commands() {
    let (file, board) = (example("domineering"), "../../..");
    for command in [&["value"][..], &["explain", "--position"], &["moves"]] {
        let out = |rules| good(&[command, &[board, "--rules", rules]].concat()).out;
        assert_eq!(out(&file), out("domineering"), "{command:?}");
    }
    let played = |rules| good(&["moves", "--rules", rules, board, "a1-a2", "a3-b3"]).out;
    assert_eq!(played(&file), played("domineering"));
    let illegal = run(&["moves", "--rules", &file, board, "a1-b1"]);
    assert_eq!(illegal.status, Some(1));
    assert!(illegal.err.contains("illegal move a1-b1 by Left"), "{}", illegal.err);
    let lines = |rules| {
        let mut line = only_json(&["perft", "--rules", rules, "2", board, "--json"]);
        (line["rules"].take(), line["lines"].take())
    };
    let (rules, count) = lines(&file);
    assert_eq!(count, lines("domineering").1);
    let rules = rules.as_str().unwrap();
    assert!(rules.starts_with("domineering-") && rules.ends_with(".game"), "{rules}");
    let label =
        |rules| run_with(&["label", "--rules", rules], b"../..\n").json()[0]["outcome"].take();
    assert_eq!(label(&file), label("domineering"));
    let sum = format!("{board} + {file}:.. + 1");
    assert_eq!(only_json(&["solve", "--rules", &file, &sum, "--json"])["outcome"], "N");
}

#[test]
fn censuses_and_databases() {
    let (folder, file) = (Folder::new(), example("domineering"));
    let census = |rules, out: &str| {
        let run = run(&["census", "--rules", rules, "2x3", "--output", &folder.file(out)]);
        assert_eq!(run.status, Some(0), "{}", run.err);
        let counts = run.out.split(", in").next().unwrap_or_default();
        counts.to_owned()
    };
    let counts = census(&file, "file");
    assert!(counts.contains("64 positions in 24 classes"), "{counts}");
    assert_eq!(counts, census("domineering", "library"));
    let db = folder.file("values.db");
    assert_eq!(run(&["db", "build", "--rules", &file, "2x3", "--output", &db]).status, Some(0));
    let page = |more: &[&str]| good(&[&["value", "--rules", &file, "../../.."], more].concat()).out;
    assert_eq!(page(&["--db", &db]), page(&[]));
}

/// A search that was saved goes on with the same rules only.
#[test]
fn saved_searches() {
    let folder = Folder::new();
    let (rules, saved) = (folder.file("one.game"), folder.file("saved"));
    let write = |direction: &str| {
        let text = format!(
            "game one\nletter x left\nletter o right\nletter . empty\nleft {direction}: xo -> .x\nright as left\n"
        );
        fs::write(&rules, text).unwrap();
    };
    let (board, load) = ("xoxo/oxox/xoxo", ["--load", &saved]);
    write("orthogonal");
    good(&["solve", "--rules", &rules, board, "--save", &saved]);
    good(&[&["solve", "--rules", &rules, board][..], &load].concat());
    write("diagonal");
    let other = run(&[&["solve", "--rules", &rules, board][..], &load].concat());
    assert_eq!(other.status, Some(1));
    assert!(other.err.contains("unknown ruleset \"one-"), "{}", other.err);
}

#[test]
fn bad_files() {
    let folder = Folder::new();
    let file = folder.file("bad.game");
    let missing = run(&["value", "--rules", &file, "xo"]);
    assert_eq!(missing.status, Some(2));
    assert!(missing.err.contains("bad.game: No such file"), "{}", missing.err);
    for (text, expected) in [
        (&b"game bad\nleft east: x -> ."[..], "bad.game, line 2, column 12: unknown letter x"),
        (
            b"game bad\nletter x left\nleft east: x -> x",
            "line 3, column 1: play need not end: x -> x",
        ),
        (b"game \xff", "bad.game: stream did not contain valid UTF-8"),
        (&[b'/'; 70_000], "line 1, column 1: the file has 65537 bytes; the limit is 65536"),
    ] {
        fs::write(&file, text).unwrap();
        let run = run(&["value", "--rules", &file, "xo"]);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{expected}");
        assert!(run.err.contains(expected), "{}", run.err);
    }
}

/// Rows have coordinates, those of the library and of files; a game with a slash is not drawn as a board.
#[test]
fn rows_have_coordinates() {
    for rules in ["toppling-dominoes", &example("toppling-dominoes")] {
        let page = good(&["value", "--rules", rules, "lre"]).out;
        assert!(page.starts_with("   1 l r e\n     a b c\n"), "{rules}: {page}");
    }
    assert!(good(&["solve", "1/2"]).out.starts_with("  1/2\n\n"));
    assert!(good(&["value", "--rules", "kayles", "7"]).out.starts_with("  7\n"));
}
