//! The invariants of the fuzz targets, checked on the files of their corpus.

#[path = "../../fuzz/invariants.rs"]
pub mod invariants;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// A path within the folder of the fuzz targets.
fn path(within: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(within)
}

/// The files of a folder, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(path(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    files.map(|file| file.unwrap().path()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Checks an invariant on its corpus; the name of each file is printed first, so that a failure shows it.
fn check_corpus(name: &str, check: fn(&[u8])) {
    let files = files(&format!("corpus/{name}"));
    assert!(files.len() >= 3, "the corpus of {name} is too small");
    for file in files {
        eprintln!("{}", file.display());
        check(&fs::read(file).unwrap());
    }
}

macro_rules! corpus {
    ($($invariant:ident)*) => {
        const INVARIANTS: &[&str] = &[$(stringify!($invariant)),*];

        $(#[test]
        fn $invariant() {
            check_corpus(stringify!($invariant), invariants::$invariant);
        })*
    };
}

corpus! {
    net_lines
    icga_messages icga_game icga_client
    konane_messages konane_login konane_game konane_client
    codingame_turn codingame_game
    combo_json combo_game
    records positions
}

/// Every fuzz target is an invariant that is checked here.
#[test]
fn every_target() {
    let stem = |file: &PathBuf| file.file_stem().unwrap().to_str().unwrap().to_owned();
    let targets = files("fuzz_targets").iter().map(stem).collect::<BTreeSet<_>>();
    assert_eq!(targets, INVARIANTS.iter().map(|&name| name.to_owned()).collect());
}

/// These invariants hold for empty input and for any two bytes.
#[test]
fn tiny() {
    let all: [fn(&[u8]); 3] =
        [invariants::net_lines, invariants::combo_json, invariants::positions];
    for check in all {
        check(b"");
        for pair in 0..=u16::MAX {
            check(&pair.to_be_bytes());
        }
    }
}
