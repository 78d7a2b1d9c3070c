//! `dicot puzzles`.

use std::fs;

use crate::{good, run};

/// The puzzles of the pages.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../dicot-pages/assets/puzzles.txt");

#[test]
fn the_puzzles_of_the_pages_have_one_answer() {
    let text = fs::read_to_string(FILE).unwrap();
    let grades: Vec<&str> = text.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert!(grades.chunks(7).all(|week| week == ["1", "2", "3", "4", "5", "6", "7"]));
    let checked = good(&["puzzles", "--check", FILE]).out;
    assert_eq!(checked, format!("{} puzzles have these answers, and no others\n", grades.len()));
}

#[test]
fn the_same_arguments_give_the_same_puzzles() {
    let of_seed = |seed| good(&["puzzles", "--weeks", "2", "--seed", seed]).out;
    let puzzles = of_seed("3");
    assert_eq!(puzzles.lines().count(), 14);
    assert_eq!(of_seed("3"), puzzles);
    assert_ne!(of_seed("4"), puzzles);
}

#[test]
fn damaged_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    for (line, message) in [
        ("", "line 2: expected a grade"),
        ("8\twinner\tN\tclobber:xo", "line 2: expected a grade from 1 to 7"),
        ("1\twinner", "line 2: expected what is asked, an answer and positions"),
        ("1\tcolour\tN\tclobber:xo", "line 2: unknown kind of puzzle \"colour\""),
        ("1\twinner\tN", "line 2: expected positions: 1"),
        ("1\tcompare\t=\tclobber:xo", "line 2: expected positions: 2"),
        ("1\twinner\tP\tclobber:xo", "line 2: the answer is N"),
        ("1\tmove left\ta1-b1\tclobber:xox", "line 2: several answers are right, or none"),
        ("1\twinner\tN\tclobber:xq", "line 2: clobber:xq: "),
        ("1\twinner\tN\tclobbers:xo", "line 2: clobbers:xo: unknown ruleset"),
        ("1\twinner\tN\txo", "line 2: xo: expected a ruleset and a colon"),
    ] {
        fs::write(&file, format!("1\twinner\tN\tclobber:xo\n{line}\n")).unwrap();
        let run = run(&["puzzles", "--check", file.to_str().unwrap()]);
        let message = format!("{}, {message}", file.display());
        assert!(run.status == Some(1) && run.err.contains(&message), "{line}: {run:?}");
    }
    fs::write(&file, "").unwrap();
    assert!(run(&["puzzles", "--check", file.to_str().unwrap()]).err.contains("has no puzzle"));
}
