//! The claims of the fuzz targets, tried on the files of their corpus.

#[path = "../fuzz/claims.rs"]
pub mod claims;

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

/// Tries a claim on its corpus; a failure names the file.
fn try_corpus(name: &str, claim: fn(&[u8])) {
    let files = files(&format!("corpus/{name}"));
    assert!(files.len() >= 3, "the corpus of {name} is too small");
    for file in files {
        eprintln!("{}", file.display());
        claim(&fs::read(file).unwrap());
    }
}

macro_rules! corpus {
    ($($claim:ident)*) => {
        const CLAIMS: &[&str] = &[$(stringify!($claim)),*];

        $(#[test]
        fn $claim() {
            try_corpus(stringify!($claim), claims::$claim);
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

/// Every fuzz target is a claim that is tried here.
#[test]
fn every_target() {
    let stem = |file: &PathBuf| file.file_stem().unwrap().to_str().unwrap().to_owned();
    let targets = files("fuzz_targets").iter().map(stem).collect::<BTreeSet<_>>();
    assert_eq!(targets, CLAIMS.iter().map(|&claim| claim.to_owned()).collect());
}

/// Any two bytes, and nothing, are harmless to every claim.
#[test]
fn tiny() {
    let all: [fn(&[u8]); 3] = [claims::net_lines, claims::combo_json, claims::positions];
    for claim in all {
        claim(b"");
        for pair in 0..=u16::MAX {
            claim(&pair.to_be_bytes());
        }
    }
}
