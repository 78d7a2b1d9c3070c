//! `dicot db`, and the files of values that other commands use.

use std::fs;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{Run, command, good, only_json, run, run_with};

/// The bytes of a database of 2x4.
static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = Folder::new();
    let out = folder.file("2x4.db");
    let built = run(&["db", "build", "2x4", "--output", &out]);
    assert_eq!((built.status, built.err.as_str()), (Some(0), ""), "{built:?}");
    assert_eq!(folder.names(), ["2x4.db"]);
    fs::read(&out).unwrap()
});

/// A database of 2x4 in the folder.
fn small(folder: &Folder) -> String {
    let file = folder.file("small.db");
    fs::write(&file, &*SMALL).unwrap();
    file
}

#[test]
fn built_checked_and_asked() {
    let folder = Folder::new();
    let out = folder.file("2x4.db");
    let built = only_json(&["db", "build", "2x4", "--output", &out, "--json"]);
    let checked = only_json(&["db", "check", &out, "--recompute", "all", "--json"]);
    for key in ["file", "rules", "components", "values", "bytes"] {
        assert_eq!(built[key], checked[key], "{key}");
    }
    assert_eq!((&checked["whole"], &checked["version"]), (&json!(true), &json!(1)));
    assert_eq!(checked["recomputed"], checked["components"]);
    assert_eq!(built["rules"], "clobber");
    assert_eq!(built["board"], json!({ "rows": 2, "columns": 4 }));
    assert_eq!(built["bytes"], fs::metadata(&out).unwrap().len());
    assert_eq!(fs::read(&out).unwrap(), *SMALL, "another run wrote another file");

    let text = good(&["db", "check", &out, "--recompute", "10"]);
    assert!(text.out.starts_with("ruleset     clobber\ncomponents  "), "{}", text.out);
    assert!(text.out.ends_with("state       whole, 10 values found again\n"), "{}", text.out);

    for (position, value) in [("xo", "*"), ("oox", "v"), ("xxo.ox", "^*"), ("....", "0")] {
        let got = run(&["db", "get", &out, position]);
        assert_eq!((got.status, got.out), (Some(0), format!("{value}\n")), "{position}");
    }
    let line = only_json(&["db", "get", &out, "xo.x/xo.o", "--json"]);
    let field = |position: &str, value: &str| json!({ "position": position, "value": value });
    let value = only_json(&["value", "xo.x/xo.o", "--json"]);
    assert_eq!(line["value"], value["value"]);
    assert_eq!(line["components"][1], field("x/o", "*"));
    let missing = run(&["db", "get", &out, "xo.xxxxo/.......o"]);
    assert_eq!((missing.status, missing.out.as_str()), (Some(1), ""));
    assert_eq!(missing.err, format!("error: xxxxo/....o: not in {out}\n"));
}

/// Lines of standard input, of which bad ones are told of.
#[test]
fn many_positions() {
    let folder = Folder::new();
    let file = small(&folder);
    let lines = run_with(&["db", "get", &file, "--json"], b"xo\nxz\nxxxxxo\nxxo\n");
    assert_eq!(lines.status, Some(1));
    let values: Vec<Value> = lines.json().into_iter().map(|line| line["value"].clone()).collect();
    assert_eq!(values, [json!("*"), json!(null), json!(null), json!("^")]);
    assert_eq!(lines.json()[2]["error"], format!("xxxxxo: not in {file}"));
}

/// What is in a file need not be computed: a limit that would end the computation does not matter.
#[test]
fn values_that_are_known() {
    let folder = Folder::new();
    let file = small(&folder);
    let board = "xoxo/oxox";
    let limited = ["value", board, "--max-positions", "8", "--json"];
    let without = run(&limited);
    let error = "the limit of 8 positions is reached (see --max-positions)";
    assert_eq!(without.json()[0]["error"], error);
    let with = |arguments: &[&str]| only_json(&[arguments, &["--db", &file]].concat());
    let known = with(&["value", board, "--max-positions", "30", "--json"]);
    assert_eq!(known, only_json(&["value", board, "--json"]));

    let explained = ["explain", "--position", board, "--json"];
    assert_eq!(with(&explained), only_json(&explained));
    let drawn = |arguments: &[&str]| run(&[&["board", board], arguments].concat()).out;
    assert_eq!(drawn(&["--db", &file]), drawn(&[]));
    assert_eq!(drawn(&["--db", &file, "--max-positions", "1"]), drawn(&[]));
    // The solver values what is this small by itself; more it has to search.
    let (large, nine) = (folder.file("large.db"), "xox/oxo/xox");
    let list = ["db", "build", "--from", "-", "--output", &large];
    assert_eq!(run_with(&list, nine.as_bytes()).status, Some(0));
    let searched = only_json(&["solve", nine, "--json"]);
    let found = only_json(&["solve", nine, "--json", "--db", &large]);
    assert_eq!(found["outcome"], searched["outcome"]);
    assert!(found["nodes"] == 0 && searched["nodes"] != 0, "{found} {searched}");
    // Several files, of which none or one is of the ruleset.
    let konane = folder.file("konane.db");
    let built = run(&["db", "build", "2x3", "--rules", "konane", "--output", &konane]);
    assert_eq!(built.status, Some(0), "{built:?}");
    let both = ["solve", "xoxo/oxox + konane:xo./.ox", "--db", &konane, "--db", &file, "--json"];
    assert_eq!(only_json(&both)["nodes"], 0);
    let other = ["value", board, "--db", &konane, "--json"];
    assert_eq!(only_json(&other), known);
}

/// Bots and reviews have files as well.
#[test]
fn matches_and_replays() {
    let folder = Folder::new();
    let (file, record) = (small(&folder), folder.file("games.jsonl"));
    let played = run(&[
        "match",
        "--a",
        "strong",
        "--b",
        "random",
        "--games",
        "2",
        "--size",
        "2x4",
        "--opening",
        "1",
        "--time",
        "20ms",
        "--record",
        &record,
        "--db",
        &file,
        "--json",
    ]);
    assert_eq!(played.status, Some(0), "{played:?}");
    // The solver has no time, and knows who wins all the same.
    let reviewed = run(&["replay", &record, "--json", "--db", &file]);
    assert_eq!(reviewed.status, Some(0), "{reviewed:?}");
    for game in reviewed.json() {
        assert_eq!((&game["limit"], game["start_wins"].is_string()), (&json!(null), true));
    }
    let turn = b"2\nb\nw.\nwb\nnull\n1\n";
    let bot = run_with(&["codingame", "bot", "--db", &file], turn);
    assert_eq!((bot.status, bot.err.as_str()), (Some(0), ""), "{bot:?}");
    assert!(!bot.out.is_empty());
    let referee = [
        "codingame",
        "referee",
        "--a",
        "bot:strong",
        "--b",
        "bot:random",
        "--games",
        "2",
        "--size",
        "3",
        "--opening",
        "0",
        "--db",
        &file,
        "--json",
    ];
    let refereed = only_json(&referee);
    assert_eq!((&refereed["games"], &refereed["a"]["crashes"]), (&json!(2), &json!(0)));
}

#[test]
fn files_that_are_refused() {
    let folder = Folder::new();
    let good = small(&folder);
    let write = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let (path, mut bytes) = (folder.file(name), SMALL.clone());
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        path
    };
    let missing = folder.file("missing.db");
    let newer = write("newer.db", &|bytes| bytes[16] = 7);
    let header = write("header.db", &|bytes| bytes[90] ^= 1);
    let cut = write("cut.db", &|bytes| bytes.truncate(bytes.len() - 1));
    let text = write("text.db", &|bytes| *bytes = b"xox/ox.\n".to_vec());
    let cases = [
        (&missing, "no such file".to_owned()),
        (&newer, "a database in version 7 of the format; this program reads version 1".to_owned()),
        (&header, "the database is damaged: its header has another checksum".to_owned()),
        (&text, "not a database of values".to_owned()),
        (
            &cut,
            format!(
                "the database is damaged: it has {} bytes, and should have {}",
                SMALL.len() - 1,
                SMALL.len()
            ),
        ),
    ];
    let commands: [&[&str]; 7] = [
        &["value", "xo"],
        &["solve", "xo"],
        &["board", "xo"],
        &["explain", "--position", "xo"],
        &["match", "--a", "strong", "--b", "random"],
        &["codingame", "bot"],
        &["serve", "--listen", "127.0.0.1:0"],
    ];
    for (file, problem) in &cases {
        for command in commands {
            let refused = run(&[command, &["--db", &good, "--db", file]].concat());
            assert_eq!((refused.status, refused.out.as_str()), (Some(1), ""), "{refused:?}");
            assert_eq!(refused.err, format!("error: {file}: {problem}\n"));
        }
        let checked = run(&["db", "check", file]);
        assert_eq!((checked.status, checked.out.as_str()), (Some(1), ""));
        assert_eq!(checked.err, format!("error: {file}: {problem}\n"));
        let line = &run(&["db", "check", file, "--json"]).json()[0];
        assert_eq!(
            (&line["whole"], &line["error"]),
            (&json!(false), &json!(format!("{file}: {problem}")))
        );
    }
    // Damage further inside is found when it is looked at, and by a check.
    let inside = write("inside.db", &|bytes| *bytes.last_mut().unwrap() ^= 1);
    let asked = run(&["value", "xo", "--db", &inside]);
    assert_eq!((asked.status, asked.out.as_str()), (Some(1), ""));
    assert_eq!(asked.err, "error: the known values are damaged (see --db)\n");
    let got = run(&["db", "get", &inside, "xo"]);
    assert!(
        got.err.starts_with(&format!("error: {inside}: the database is damaged: bytes ")),
        "{got:?}"
    );
    let checked = run(&["db", "check", &inside]);
    assert_eq!(checked.status, Some(1));
    assert!(checked.out.contains("components  ") && !checked.out.contains("whole"), "{checked:?}");
    assert!(checked.err.ends_with(" have another checksum\n"), "{checked:?}");
}

#[test]
fn commands_without_a_use_for_files() {
    let folder = Folder::new();
    let file = small(&folder);
    let cases: [&[&str]; 9] = [
        &["game", "1"],
        &["compare", "1", "2"],
        &["explain", "{0|*}"],
        &["moves", "xo"],
        &["perft", "1", "xo"],
        &["value", "--list"],
        &["combo", "bot"],
        &["codingame", "export"],
        &["db", "get", &file, "xo"],
    ];
    for arguments in cases {
        let refused = run(&[arguments, &["--db", &file]].concat());
        assert_eq!((refused.status, refused.out.as_str()), (Some(2), ""), "{refused:?}");
        assert!(refused.err.contains("--db has no effect on `dicot "), "{refused:?}");
    }
}

#[test]
fn components_of_filled_boards_and_of_lists() {
    let folder = Folder::new();
    let [filled, listed] = ["filled.db", "listed.db"].map(|name| folder.file(name));
    let build = |arguments: &[&str], input: &str| -> Value {
        let arguments = [&["db", "build", "--json"], arguments].concat();
        let built = run_with(&arguments, input.as_bytes());
        assert_eq!((built.status, built.err.as_str()), (Some(0), ""), "{built:?}");
        built.json()[0].clone()
    };
    let all = build(&["2x4", "--output", &filled, "--filled"], "");
    // The same from a list of all these boards.
    let row =
        |n: u32| (0..4).map(|bit| if n >> bit & 1 == 1 { 'x' } else { 'o' }).collect::<String>();
    let list: String = (0..256).map(|n| format!("{}/{}\n\n", row(n >> 4), row(n & 15))).collect();
    let same = build(&["--from", "-", "--output", &listed], &list);
    assert_eq!(all["components"], same["components"]);
    assert_eq!(fs::read(&filled).unwrap(), fs::read(&listed).unwrap());
    // In Clobber whatever fits can arise: what was on an empty cell has clobbered its neighbour.
    assert_eq!(fs::read(&filled).unwrap(), *SMALL);
    // What one position leads to: 3 pieces.
    let one = build(&["--from", "-", "--output", &listed, "--force"], "xxo\n");
    assert_eq!(one["components"], 2);
    for (list, problem) in [("xo\nxz\n", "-: line 2: "), ("", "-: the list has no positions")] {
        let bad = run_with(&["db", "build", "--from", "-", "--output", &listed], list.as_bytes());
        assert_eq!(bad.status, Some(1));
        assert!(bad.err.starts_with(&format!("error: {problem}")), "{bad:?}");
    }
}

#[test]
fn other_rulesets() {
    let folder = Folder::new();
    let out = folder.file("a.db");
    for (rules, board) in [
        ("konane", "2x3"),
        ("domineering", "2x3"),
        ("amazons", "2x2"),
        ("fission", "2x3"),
        ("toads-and-frogs", "1x5"),
        ("queens", "2x2"),
        ("anti-clobber", "1x3"),
    ] {
        let built = run(&["db", "build", board, "--rules", rules, "--output", &out, "--force"]);
        assert_eq!(built.status, Some(0), "{rules}: {built:?}");
        let checked = run(&["db", "check", &out, "--recompute", "all"]);
        assert_eq!((checked.status, checked.err.as_str()), (Some(0), ""), "{rules}: {checked:?}");
    }
    let kayles = ["db", "build", "1x3", "--rules", "kayles", "--output", &out];
    assert!(run(&kayles).err.contains("the boards of kayles cannot be counted"), "kayles");
    let listed = ["db", "build", "--from", "-", "--rules", "kayles", "--output", &out, "--force"];
    assert_eq!(run_with(&listed, b"12\n").status, Some(0));
    assert_eq!(run(&["db", "get", &out, "12+3"]).status, Some(0));
    let combo = run(&["db", "build", "2x2", "--rules", "combo", "--output", &out]);
    assert!(combo.err.contains("the positions of combo have no values"), "{combo:?}");
}

/// What cannot be built leaves the old file as it was, and is gone on with by the same command.
#[test]
fn builds_that_end_early() {
    let folder = Folder::new();
    let out = small(&folder);
    let build = ["db", "build", "3x4", "--filled", "--threads", "1", "--output", &out];
    for (limit, problem) in [
        (["--time", "0ms"], "error: the time is up (see --time)"),
        (["--memory", "200KB"], "error: the limit of 200000 bytes of memory is reached"),
    ] {
        let run = run(&[&build[..], &limit[..]].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(3), ""), "{run:?}");
        assert!(run.err.starts_with(problem), "{run:?}");
        assert_eq!(fs::read(&out).unwrap(), *SMALL);
    }
    let done = run(&build);
    assert_eq!((done.status, done.err.as_str()), (Some(0), ""), "{done:?}");
    // Nothing is left in the folder but the file, which is what a build without a pause makes.
    assert_eq!(folder.names(), ["small.db"]);
    let whole = folder.file("whole.db");
    assert_eq!(run(&["db", "build", "3x4", "--filled", "--output", &whole]).status, Some(0));
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn builds_that_make_no_sense() {
    let folder = Folder::new();
    let out = folder.file("a.db");
    for bad in [
        &["db", "build", "--output", &out][..],
        &["db", "build", "3x4"],
        &["db", "build", "3by4", "--output", &out],
        &["db", "build", "0x4", "--output", &out],
        &["db", "build", "2x2", "--from", "-", "--output", &out],
        &["db", "build", "2x2", "--rules", "chess", "--output", &out],
        &["db", "check"],
        &["db", "check", &out, "--recompute", "some"],
    ] {
        assert_eq!(run(bad).status, Some(2), "{bad:?}");
    }
    let itself = folder.file("");
    let error = run(&["db", "build", "1x2", "--output", &itself]).err;
    assert_eq!(error, format!("error: {itself}: is a directory\n"));
    assert_eq!(folder.names(), [""; 0]);
}

/// Ctrl-C ends it soon, and leaves the old file.
#[cfg(unix)]
#[test]
fn interrupted() {
    let folder = Folder::new();
    let out = small(&folder);
    let arguments = ["db", "build", "4x4", "--filled", "--threads", "1", "--output", &out];
    let mut child = command(&arguments).spawn().unwrap();
    // The folder of checkpoints is there soon after the signal is handled.
    while !fs::exists(format!("{out}.checkpoint")).unwrap() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ended: Run = child.wait_with_output().unwrap().into();
    assert_eq!((ended.status, ended.out.as_str()), (Some(130), ""), "{ended:?}");
    assert_eq!(ended.err, "interrupted: the same command continues from the checkpoint\n");
    assert_eq!(fs::read(&out).unwrap(), *SMALL);
}

/// A file that would be lost stays.
#[test]
fn databases_of_others_stay() {
    let folder = Folder::new();
    let out = small(&folder);
    let build = |arguments: &[&str]| run(&[&["db", "build", "--output", &out], arguments].concat());
    let remedies = "; it is not replaced: give another --output, or add --force\n";
    let components = only_json(&["db", "check", &out, "--json"])["components"].clone();
    let holds = format!("holds {components} components");
    for (arguments, problem) in [
        (&["2x2", "--rules", "konane"][..], format!("{holds} of clobber, not of konane")),
        (&["2x3"], format!("{holds}, of which ")),
        (&["1x9"], format!("{holds}, of which ")),
    ] {
        let refused = build(arguments);
        assert_eq!((refused.status, refused.out.as_str()), (Some(1), ""), "{refused:?}");
        assert!(refused.err.starts_with(&format!("error: {out}: {problem}")), "{refused:?}");
        assert!(refused.err.ends_with(remedies), "{refused:?}");
        assert_eq!(fs::read(&out).unwrap(), *SMALL);
        assert_eq!(folder.names(), ["small.db"]);
    }
    // The same board, and one that has all of it.
    let words = format!("{out}: {components} components of clobber, 2 rows, 4 columns, ");
    assert!(build(&["2x4"]).out.starts_with(&words));
    assert_eq!(fs::read(&out).unwrap(), *SMALL);
    assert_eq!(build(&["3x3", "--filled"]).status, Some(1));
    assert_eq!(build(&["2x5", "--filled"]).status, Some(0));
    // Other files, damaged ones and those of another version.
    let mut newer = SMALL.clone();
    newer[16] = 7;
    let mut damaged = SMALL.clone();
    *damaged.last_mut().unwrap() ^= 1;
    damaged.truncate(damaged.len() - 9);
    for (bytes, problem) in [
        (b"precious notes\n".to_vec(), "is not a database of values"),
        (newer, "a database in version 7 of the format; this program reads version 1"),
        (damaged, "the database is damaged: it has "),
    ] {
        fs::write(&out, &bytes).unwrap();
        let refused = build(&["2x4"]);
        assert_eq!(refused.status, Some(1), "{refused:?}");
        assert!(refused.err.starts_with(&format!("error: {out}: {problem}")), "{refused:?}");
        assert!(refused.err.ends_with(remedies), "{refused:?}");
        assert_eq!(fs::read(&out).unwrap(), bytes);
        assert_eq!(build(&["2x4", "--force"]).status, Some(0));
        assert_eq!(fs::read(&out).unwrap(), *SMALL);
    }
    assert_eq!(folder.names(), ["small.db"]);
}

/// Killed at any moment, also while it writes the file and removes its folder, the same command ends well.
#[cfg(unix)]
#[test]
fn killed_at_random() {
    let folder = Folder::new();
    let out = folder.file("a.db");
    let arguments = ["db", "build", "2x4", "--threads", "1", "--output", &out];
    let start = std::time::Instant::now();
    assert_eq!(run(&arguments).status, Some(0));
    let time = start.elapsed();
    for round in 0..20u32 {
        if round % 4 == 0 {
            fs::remove_file(&out).unwrap();
        }
        let mut child = command(&arguments).spawn().unwrap();
        // More of them near the end.
        std::thread::sleep(time * (round + 4) / 22);
        child.kill().unwrap();
        child.wait().unwrap();
        let next = run(&arguments);
        assert_eq!((next.status, next.err.as_str()), (Some(0), ""), "{next:?}");
        assert_eq!(fs::read(&out).unwrap(), *SMALL);
        assert_eq!(folder.names(), ["a.db"]);
    }
    // What a process left that was killed while it wrote the file, and what is somebody else's.
    let part = |process: &str| folder.file(&format!("a.db.{process}.part"));
    for process in ["4194305", "4194306"] {
        fs::write(part(process), if process.ends_with('5') { &[] } else { &SMALL[..999] }).unwrap();
    }
    let alive = std::process::id().to_string();
    fs::write(part(&alive), b"").unwrap();
    fs::write(part("4194307"), b"notes").unwrap();
    assert_eq!(run(&arguments).status, Some(0));
    let mut left = [alive.as_str(), "4194307"].map(|process| format!("a.db.{process}.part"));
    left.sort();
    assert_eq!(folder.names(), [&["a.db".to_owned()][..], &left].concat());
}
