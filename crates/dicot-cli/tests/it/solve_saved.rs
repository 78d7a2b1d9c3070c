//! `dicot solve` with files: a proof in many runs, and what happens to files.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::folder::Folder;
#[cfg(unix)]
use crate::wait_until;
use crate::{Run, command, good, run, run_with};

const BOARD: &str = "xoxoxo/oxoxox/xoxoxo";

fn solve(arguments: &[&str]) -> Run {
    run(&[&["solve", "--json", "--memory", "32MiB"], arguments].concat())
}

/// The same command until it is done.
#[test]
fn many_runs() {
    let folder = Folder::new();
    let proof = folder.file("proof");
    let whole = solve(&[BOARD]).json()[0].clone();
    let repeated = ["--nodes", "700", "--load", &proof, "--save", &proof, BOARD];
    let mut nodes = 0;
    let (runs, line) = (0..)
        .find_map(|run| {
            let Run { status, err, .. } = &solve(&repeated);
            if run == 0 || *status == Some(3) {
                assert!(err.contains("the limit of 700 nodes is reached (see --nodes)"), "{err}");
                assert_eq!(folder.names(), ["proof"]);
                nodes += 700;
                assert!(run < 100);
                return None;
            }
            assert_eq!((*status, err.as_str()), (Some(0), ""));
            Some((run, solve(&repeated).json()[0].clone()))
        })
        .unwrap();
    assert!(runs > 1 && nodes < 3 * whole["nodes"].as_u64().unwrap(), "{runs} {whole}");
    assert_eq!((&line["outcome"], &line["nodes"]), (&whole["outcome"], &json!(0)));
    // What was saved answers for other sums and other rulesets as well.
    let other = folder.file("other");
    let sum = format!("{BOARD} + konane:xoxo/o.ox/xoxo + kayles:12 + ^");
    let first = solve(&["--load", &proof, "--save", &other, &sum]);
    let again = solve(&["--load", &other, &sum]);
    assert_eq!((again.status, &again.json()[0]["nodes"]), (Some(0), &json!(0)), "{again:?}");
    assert_eq!(first.json()[0]["outcome"], again.json()[0]["outcome"]);
    assert_eq!(folder.names(), ["other", "proof"]);
}

/// A search that is saved a hundred times finds what another one finds.
#[test]
fn saved_again_and_again() {
    let folder = Folder::new();
    let proof = folder.file("proof");
    let board = "xoxoxox/oxoxoxo/xoxoxox";
    let line = solve(&["--save", &proof, "--save-every", "20ms", board]);
    assert_eq!((line.status, line.err.as_str()), (Some(0), ""));
    assert_eq!(line.json()[0]["outcome"], solve(&[board]).json()[0]["outcome"]);
    let loaded = solve(&["--load", &proof, board]);
    assert_eq!(loaded.json()[0]["nodes"], 0);
    // The time of an item counts in all its parts.
    let large = "xoxoxoxoxo/oxoxoxoxox/xoxoxoxoxo/oxoxoxoxox";
    let limited = ["--save", &proof, "--force", "--save-every", "30ms", "--time", "200ms", large];
    let limited = solve(&limited);
    assert_eq!(limited.status, Some(3), "{limited:?}");
    assert_eq!(limited.err, "error: the time is up (see --time)\n");
}

/// When the memory is full, what was found is kept.
#[test]
fn memory_is_full() {
    let folder = Folder::new();
    let proof = folder.file("proof");
    let large = "xoxoxoxoxo/oxoxoxoxox/xoxoxoxoxo/oxoxoxoxox";
    let arguments =
        ["solve", "--json", "--memory", "4MB", "--time", "5s", "--load", &proof, "--save", &proof];
    let input = format!("{large}\nxo\n");
    let first = run_with(&arguments, input.as_bytes());
    assert_eq!((first.status, first.json().len()), (Some(3), 2), "{first:?}");
    assert_eq!(first.json()[1]["outcome"], "N");
    assert!(fs::metadata(&proof).unwrap().len() > 100_000);
    assert_eq!(run_with(&arguments, b"xo\n").status, Some(0));
}

/// The old file stays until the new one is whole.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed() {
    let folder = Folder::new();
    let proof = folder.file("proof");
    let large = "xoxoxoxoxo/oxoxoxoxox/xoxoxoxoxo/oxoxoxoxox";
    let arguments = ["solve", "--json", "--load", &proof, "--save", &proof, "--save-every", "10ms"];
    let length = || fs::metadata(&proof).map_or(0, |file| file.len());
    let running = || {
        let before = length();
        let child = command(&[&arguments[..], &[large]].concat()).spawn().unwrap();
        wait_until("something new is saved", 600, || length() > before);
        child
    };
    for round in 0..6 {
        let mut child = running();
        sleep(Duration::from_millis(70 * round)); // to kill it at different points of saving
        child.kill().unwrap();
        child.wait().unwrap();
        good(&[&arguments[..], &["xo"]].concat());
        assert_eq!(folder.names(), ["proof"]);
    }
    // Ctrl-C ends the search, and what was found is saved.
    let child = running();
    let before = length();
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ended: Run = child.wait_with_output().unwrap().into();
    assert_eq!((ended.status, &ended.json()[0]["reason"]), (Some(130), &json!("interrupted")));
    assert!(length() >= before);
}

#[test]
fn files_that_are_wrong() {
    let folder = Folder::new();
    let file = |name, bytes: &[u8]| {
        fs::write(folder.file(name), bytes).unwrap();
        folder.file(name)
    };
    let (missing, proof) = (folder.file("missing"), folder.file("proof"));
    assert_eq!(solve(&["--save", &proof, BOARD]).status, Some(0));
    let bytes = fs::read(&proof).unwrap();
    let cut = file("cut", &bytes[..bytes.len() - 1]);
    let text = file("text", b"xoxo\n");
    let newer = file("newer", b"dicot solver 9\n");
    let error = |arguments: &[&str]| {
        let run = solve(&[arguments, &["xo"]].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{run:?}");
        run.err
    };
    let of = |path: &str, message: &str| format!("error: {path}: {message}\n");
    assert_eq!(error(&["--load", &missing]), of(&missing, "no such file"));
    let other = ["--load", &missing, "--save", &folder.file("other")];
    assert_eq!(error(&other), of(&missing, "no such file"));
    // Nothing is saved over a file that is not understood.
    let both = ["--load", &cut, "--save", &cut];
    assert_eq!(error(&both), of(&cut, "the file is damaged"));
    assert_eq!(fs::read(&cut).unwrap(), &bytes[..bytes.len() - 1]);
    assert_eq!(error(&["--load", &text]), of(&text, "not a file that a solver saved"));
    assert!(error(&["--load", &newer]).contains("saved in version \"9\" of the format"));
    let little = run(&["solve", "--load", &proof, "--memory", "60KB", "xo"]);
    assert_eq!((little.status, little.out.as_str()), (Some(1), ""));
    assert!(little.err.ends_with("(see --memory)\n"), "{}", little.err);
    let nowhere = folder.file("no/such/directory");
    assert!(error(&["--save", &nowhere]).starts_with(&format!("error: {nowhere}: ")));
    let itself = folder.file("");
    assert!(error(&["--save", &itself]).ends_with("is a directory\n"));
    assert_eq!(folder.names(), ["cut", "newer", "proof", "text"]);
    for bad in
        [&["--save-every", "1s"][..], &["--save", &proof, "--save-every", "none"], &["--load"]]
    {
        assert_eq!(solve(&[&["xo"], bad].concat()).status, Some(2), "{bad:?}");
    }
}

/// A file that the run does not go on from is replaced with --force only, and refused before the search.
#[test]
fn files_that_are_not_replaced() {
    let folder = Folder::new();
    let (proof, notes) = (folder.file("proof"), folder.file("notes"));
    assert_eq!(solve(&["--save", &proof, BOARD]).status, Some(0));
    fs::write(&notes, "precious notes\n").unwrap();
    let (old_proof, old_notes) = (fs::read(&proof).unwrap(), fs::read(&notes).unwrap());
    let refused = |arguments: &[&str], file: &str, message: &str| {
        let run = solve(arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert_eq!(run.err, format!("error: {file}: {message}\n"));
        assert_eq!(fs::read(&proof).unwrap(), old_proof);
        assert_eq!(fs::read(&notes).unwrap(), old_notes);
    };
    let other = "not a file that solve saved; choose another name, or replace it with --force";
    let saved = format!(
        "already contains a saved solver; add --load {proof} to go on from it, choose another name, \
         or replace it with --force"
    );
    refused(&["--save", &notes, "xo"], &notes, other);
    refused(&["--load", &proof, "--save", &notes, "xo"], &notes, other);
    refused(&["--save", &proof, "xo"], &proof, &saved);
    let copy = folder.file("copy");
    fs::copy(&proof, &copy).unwrap();
    refused(&["--load", &copy, "--save", &proof, "xo"], &proof, &saved);
    // Nor is a file whose name is that of the temporary file.
    let part = folder.file("new.part");
    fs::write(&part, "more notes\n").unwrap();
    let run = solve(&["--save", &folder.file("new"), "xo"]);
    assert!(run.status == Some(1) && run.err.contains("new.part: the temporary file"), "{run:?}");
    assert_eq!(fs::read(&part).unwrap(), b"more notes\n");
    // An empty file is not worth a refusal; of the files above, all are replaced if asked.
    let empty = folder.file("empty");
    fs::write(&empty, "").unwrap();
    assert_eq!(solve(&["--save", &empty, "xo"]).status, Some(0));
    assert_eq!(solve(&["--load", &proof, "--save", &proof, "xo"]).status, Some(0));
    for file in [&notes, &proof] {
        assert_eq!(solve(&["--save", file, "--force", "xo"]).status, Some(0));
        assert!(fs::read(file).unwrap().starts_with(b"dicot solver "));
    }
    assert_eq!(solve(&["--force", "xo"]).status, Some(2));
    assert_eq!(folder.names(), ["copy", "empty", "new.part", "notes", "proof"]);
}

/// A run at its limit of memory saves what it keeps, and the next run goes on from that.
#[test]
fn saved_at_the_limit_of_memory() {
    let folder = Folder::new();
    let proof = folder.file("proof");
    let board = "xoxoxox/oxoxoxo/xoxoxox/xo.....";
    let arguments = ["solve", "--json", "--memory", "3MiB", "--first", "o", "--load", &proof];
    let arguments = [&arguments[..], &["--save", &proof, board]].concat();
    let nodes = |run: &Run| run.json()[0]["nodes"].as_u64().unwrap();
    let limited = [&arguments[..], &["--nodes", "20000"]].concat();
    let first = run(&limited);
    assert_eq!((first.status, nodes(&first)), (Some(3), 20_000), "{first:?}");
    // What is loaded answers: the next runs get ahead, each from where the one before was.
    let done = (0..50).map(|_| run(&limited)).find(|run| run.status != Some(3)).unwrap();
    assert_eq!((done.status, done.err.as_str()), (Some(0), ""));
    let again = run(&arguments);
    assert_eq!(nodes(&again), 0);
    assert_eq!(again.json()[0]["right_first"], done.json()[0]["right_first"]);
}

/// An item that cannot be read does not keep others from being saved.
#[test]
fn many_items() {
    let folder = Folder::new();
    let proof = folder.file("proof");
    let input = format!("{BOARD}\nxz\n{BOARD} + ^\n");
    let arguments = ["solve", "--json", "--memory", "32MiB", "--save", &proof];
    assert_eq!(run_with(&arguments, input.as_bytes()).status, Some(1));
    let again = solve(&["--load", &proof, &format!("{BOARD} + ^")]);
    assert_eq!(again.json()[0]["nodes"], Value::from(0));
}
