//! Ctrl-C: every run ends with status 130 and says what was not done.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::folder::Folder;
use crate::{Run, command};

const LARGE: &str = "xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox";

/// A sum that takes more than minutes.
const LONG: &str = "*12.Heat(1) + {5|*11.Heat(2)} + {7|*10.Heat(3)}";

/// Starts a run and presses Ctrl-C when the condition holds.
fn interrupted(arguments: &[&str], mut has_begun: impl FnMut(&mut Child) -> bool) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    while !has_begun(&mut child) {
        assert_eq!(child.try_wait().unwrap(), None, "{arguments:?}");
        sleep(Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    child.wait_with_output().unwrap().into()
}

/// Whether a file has at least this number of lines.
fn has_lines(file: &str, lines: usize) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.lines().count() >= lines)
}

/// After the first answer they compute the next one or wait for the next line.
#[test]
fn commands_that_answer_lines() {
    for (arguments, [first, second]) in [
        (&["value", "--json"][..], ["xo", LARGE]),
        (&["game", "--json"], ["1", LONG]),
        (&["repl"], ["1", LONG]),
        (&["compare"], ["1\t2", &format!("{LONG}\t*")]),
        (&["explain", "--json"], ["{0|0}", &format!("{{{LONG}|0}}")]),
        (&["solve", "--json"], ["xo", LARGE]),
        (&["perft", "9"], ["xo", LARGE]),
        (&["label"], ["xo", LARGE]),
        (&["heap", "--json"], ["0.3", ""]),
        (&["nim"], ["1", ""]),
        (&["moves"], ["xo", ""]),
    ] {
        let mut err = String::new();
        let mut child = command(arguments).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{first}\n{second}").as_bytes()).unwrap();
        if !second.is_empty() {
            input.write_all(b"\n").unwrap();
        }
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut answer = String::new();
        out.read_line(&mut answer).unwrap();
        assert!(!answer.trim().is_empty(), "{arguments:?}");
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        out.read_to_string(&mut answer).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let status = child.wait().unwrap().code();
        let what = if arguments == ["label"] { "labels" } else { "answer" };
        assert_eq!(status, Some(130), "{arguments:?} {err}");
        assert_eq!(err, format!("interrupted: lines from 2 on have no {what}\n"), "{arguments:?}");
    }
}

#[test]
fn what_was_found_is_printed() {
    let mut first = String::new();
    let run = interrupted(&["find", "--json", "--outcome", "P", "--count", "1000000"], |child| {
        // A position is printed when it is found.
        let mut byte = [0];
        while byte != *b"\n" {
            child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
            first.push(byte[0].into());
        }
        true
    });
    assert!(first.contains(r#""outcome":"P""#), "{first}");
    assert_eq!(run.status, Some(130), "{run:?}");
    assert!(run.err.starts_with("interrupted: "), "{}", run.err);
    assert!(run.err.ends_with(" positions were searched, and there may be more\n"), "{}", run.err);
    let hot = ["--hot", "--rules", "domineering", "--cells", "9", "--time", "none", "--json"];
    let mut waits = 0;
    let run = interrupted(&[&["find"], &hot[..]].concat(), |_| {
        waits += 1;
        waits == 400
    });
    assert_eq!(run.status, Some(130), "{run:?}");
    assert!(run.json()[0]["temperature"].is_string(), "{run:?}");
    assert!(run.err.ends_with(" positions were searched, and there may be more\n"), "{}", run.err);
}

#[test]
fn partial_answers_are_printed_and_saved() {
    let folder = Folder::new();
    let [heaps, table] = ["heaps", "table"].map(|name| folder.file(name));
    let every = ["--save-every", "1ms", "--save"];
    let heap = ["heap", "0.777", "--to", "10000000", "--json"];
    let run =
        interrupted(&[&heap[..], &every, &[&heaps]].concat(), |_| fs::exists(&heaps).unwrap());
    assert_eq!(run.err, "interrupted: the answer is what was found so far\n");
    assert_eq!((run.status, &run.json()[0]["reason"]), (Some(130), &"interrupted".into()));
    let solve = ["solve", LARGE, "--json"];
    let run =
        interrupted(&[&solve[..], &every, &[&table]].concat(), |_| fs::exists(&table).unwrap());
    assert_eq!(run.err, "interrupted: the answer is what was found so far\n");
    assert_eq!((run.status, &run.json()[0]["reason"]), (Some(130), &"interrupted".into()));
    let campaign = folder.file("campaign");
    let jobs = format!("{campaign}/jobs.jsonl");
    let run =
        interrupted(&["campaign", "6x6", &campaign, "--threads", "1"], |_| has_lines(&jobs, 1));
    assert_eq!(run.status, Some(130), "{run:?}");
    let goes_on = "interrupted: the position is not solved; the same command goes on\n";
    assert_eq!(run.err, goes_on);
    assert!(run.out.contains("not known yet"), "{}", run.out);
}

/// The table of the games that were played is printed, and does not pass for the whole.
#[test]
fn series_of_games() {
    let folder = Folder::new();
    for (command, games) in [
        (&["match", "--a", "random", "--b", "random", "--json"][..], "1000000"),
        (
            &["combo", "match", "--black", "random", "--white", "random", "--max-plies", "9"],
            "65535",
        ),
        (&["codingame", "referee", "--a", "yes random", "--b", "yes random", "--json"], "1000000"),
    ] {
        let record = folder.file(command[0]);
        let options = ["--games", games, "--record", &record];
        let run = interrupted(&[command, &options].concat(), |_| has_lines(&record, 3));
        assert_eq!(run.status, Some(130), "{run:?}");
        let played = run.err.lines().last().unwrap().strip_prefix("interrupted: ").unwrap();
        let (played, of) = played.split_once(" of ").unwrap();
        let played: u64 = played.replace(',', "").parse().unwrap();
        assert!(of.replace(',', "").starts_with(games) && played >= 3, "{}", run.err);
        if command.contains(&"--json") {
            assert_eq!(run.json()[0]["games"], played, "{run:?}");
        }
        let recorded = fs::read_to_string(&record).unwrap().lines().count() as u64;
        assert!((played..=played + 1).contains(&recorded), "{played} {recorded}");
    }
}
