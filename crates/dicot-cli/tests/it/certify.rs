//! `dicot certify`: certificates that `dicot solve` writes, and files that prove nothing.

use std::fs;

use serde_json::json;

use crate::folder::Folder;
use crate::{only_json, run, run_with};

#[test]
fn certificates_of_the_solver() {
    let folder = Folder::new();
    for (i, (sum, rules)) in [
        ("xoxoxo/oxoxox/xoxoxo", "clobber"),
        ("xoxox/oxoxo + oxo/xo. + ^*", "clobber"),
        ("xoxoxoxo/oxoxoxox + domineering:..../..../...# + 1/2", "clobber"),
        ("...../...../...../.....", "domineering"),
        ("xoxo/ox.o/xoxo + clobber:xoxoxoxoxox", "konane"),
        ("x..o/..../o...", "amazons"),
        ("xoxox/oxoxo", "hot-clobber"),
        ("11 + kayles:7", "kayles"),
        ("lrrlrlrl + {2|-1}", "toppling-dominoes"),
        ("xxo/.oo", "twisted-clobber"),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.file(&format!("{i}.cert"));
        let solve = ["solve", "--rules", rules, sum, "--certificate", &file, "--json"];
        let solved = only_json(&solve);
        for threads in ["1", "3"] {
            let certify = ["certify", &file, "--json", "--threads", threads];
            let checked = only_json(&certify);
            assert_eq!(checked["proved"], json!(true), "{sum}");
            for key in ["left_first", "right_first"] {
                assert_eq!(checked[key], solved[key], "{sum}");
            }
            for key in ["facts", "components", "values", "bytes"] {
                assert_eq!(checked[key], solved["certificate"][key], "{sum}: {key}");
            }
        }
        let text = run(&["certify", &file]).out;
        assert!(text.contains("Left starts") && text.contains("Right starts"), "{text}");
    }
}

/// A proof is about the rules that the checker is given.
#[test]
fn rules_from_files() {
    let folder = Folder::new();
    let [rules, others, file] =
        ["dominoes.game", "others.game", "4x4.cert"].map(|n| folder.file(n));
    let dominoes = "game dominoes\nletter . empty\nletter # blocked\nleft east, south: .. -> ##\nright as left\n";
    fs::write(&rules, dominoes).unwrap();
    fs::write(&others, dominoes.replace("east, south", "east")).unwrap();
    let sum = "..../..../..../....";
    let solved = only_json(&["solve", "--rules", &rules, sum, "--certificate", &file, "--json"]);
    assert_eq!(solved["left_first"], json!("R"));
    let checked = only_json(&["certify", &file, "--rules", &rules, "--json"]);
    assert_eq!((&checked["proved"], &checked["left_first"]), (&json!(true), &json!("R")));
    assert_eq!(checked["rules"][0]["file"], json!(rules));
    let text = run(&["certify", &file, "--rules", &rules]).out;
    assert!(text.contains("dominoes.game, SHA-256 ") && text.contains("Right wins"), "{text}");
    for arguments in [vec!["certify", &file], vec!["certify", &file, "--rules", &others]] {
        let refused = run(&arguments);
        assert_eq!((refused.status, refused.out.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(refused.err.ends_with("; its file is given with --rules\n"), "{}", refused.err);
    }
}

/// Two files whose short names are the same, found by trying 500,000 names of letters. The files of one do not speak of the other.
#[test]
fn rules_of_one_short_name() {
    let folder = Folder::new();
    let [rules, others, file, table] =
        ["step.game", "take.game", "one.cert", "table"].map(|n| folder.file(n));
    let game = |n: u32, moves| {
        format!("game g\nletter x left n{n}\nletter . empty\nleft east: {moves} -> .x\n")
    };
    fs::write(&rules, game(148_386, "x.")).unwrap();
    fs::write(&others, game(2_370, "xx")).unwrap();
    for rules in [&rules, &others] {
        let line = only_json(&["perft", "--rules", rules, "1", "x.", "--json"]);
        assert_eq!(line["rules"], json!("g-32adb1c3.game"));
    }
    let sum = "x..x..xx";
    for out in [["--certificate", &file], ["--save", &table]] {
        let solve = ["solve", "--rules", &rules, sum, "--valued-size", "0"];
        assert_eq!(run(&[&solve[..], &out].concat()).status, Some(0));
    }
    let checked = only_json(&["certify", &file, "--rules", &rules, "--json"]);
    assert_eq!(checked["proved"], json!(true));
    let refused = run(&["certify", &file, "--rules", &others]);
    assert!(refused.err.ends_with("; its file is given with --rules\n"), "{}", refused.err);
    let both = run(&["certify", &file, "--rules", &rules, "--rules", &others]);
    assert_eq!((both.status, both.out.as_str()), (Some(1), ""));
    assert!(
        both.err.contains("the name g-32adb1c3.game is that of other rules already"),
        "{}",
        both.err
    );
    let loaded = run(&["solve", "--rules", &others, sum, "--load", &table]);
    assert_eq!((loaded.status, loaded.out.as_str()), (Some(1), ""));
    assert!(loaded.err.contains("unknown ruleset \"g-32adb1c3"), "{}", loaded.err);
}

#[test]
fn files_that_prove_nothing() {
    let folder = Folder::new();
    let file = folder.file("2x5.cert");
    let solved = run(&["solve", "xoxox/oxoxo", "--certificate", &file, "--first", "left"]);
    assert_eq!(solved.status, Some(0), "{}", solved.err);
    let bytes = fs::read(&file).unwrap();
    let text = run(&["certify", &file]).out;
    assert!(!text.contains("Right starts"), "{text}");
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let cut = run(&["certify", &file]);
    assert_eq!((cut.status, cut.out.as_str()), (Some(1), ""));
    assert!(cut.err.contains("2x5.cert: line ") && cut.err.contains("gzip"), "{}", cut.err);
    let plain = b"dicot certificate 1\nrules 0 chess\n";
    let refused = run_with(&["certify", "-"], plain);
    assert_eq!(refused.status, Some(1));
    assert_eq!(refused.err, "error: -: line 2: unknown ruleset \"chess\", or without values\n");
    let refused = run_with(&["certify", "-", "--json"], plain);
    let line = &refused.json()[0];
    assert_eq!((&line["proved"], &line["line"]), (&json!(false), &json!(2)));
    let full = run_with(
        &["certify", "-", "--memory", "1MB"],
        &[&plain[..20], &b"v |\n".repeat(20_000)].concat(),
    );
    assert_eq!(full.status, Some(3));
    assert!(full.err.contains("raise it with --memory"), "{}", full.err);
    let none = run(&["certify", &folder.file("none")]);
    assert_eq!(none.status, Some(1));
    assert!(none.err.contains("no such file"), "{}", none.err);
}
