//! `dicot solve` at its limit of memory: the process stays near it, and the answers are right.

use std::fs;
use std::io::Write;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use crate::{Run, command};

/// The memory of a process without the pages of its program file, of which more or fewer are mapped
/// from one machine to the next, in KiB; `None` once it has ended.
fn memory(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Runs to the end; the peak is the largest of a hundred looks a second.
fn run_and_measure(arguments: &[&str]) -> (Run, u64) {
    let mut child = command(&[&["solve", "--json"], arguments].concat()).spawn().unwrap();
    child.stdin.take().unwrap().flush().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(memory(&child).unwrap_or(0));
        sleep(Duration::from_millis(10));
    }
    (child.wait_with_output().unwrap().into(), most)
}

/// What the documentation of `Solver` allows, in KiB.
fn allowed(limit_mib: u64, threads: u64) -> u64 {
    (limit_mib + limit_mib / 8 + 8 + 4 * threads) << 10
}

/// A search far beyond the limit, with all that it can be asked for.
#[test]
fn peaks() {
    let large = "xoxoxo/.xoxox/ooxoxo/xxoxox/.xxoxo/o.oxox";
    for (threads, more) in [(1_u64, &[][..]), (2, &[][..]), (4, &["--moves", "--verify"][..])] {
        let text = threads.to_string();
        let arguments = ["--memory", "16MiB", "--time", "8s", "--threads", &text, large];
        let (run, most) = run_and_measure(&[&arguments[..], more].concat());
        assert_eq!(run.status, Some(3), "{run:?}");
        assert_eq!(run.json()[0]["reason"], "the time is up (see --time)");
        assert!(most < allowed(16, threads), "{threads} threads: {most} KiB");
    }
}

/// A search of endgames, whose cache takes what is free at most.
#[test]
fn peak_of_endgames() {
    let board = "x...../....../....../....../....../.....o";
    let arguments =
        ["--rules", "amazons", "--memory", "64MiB", "--time", "8s", "--threads", "1", board];
    let (run, most) = run_and_measure(&arguments);
    assert_eq!(run.json()[0]["reason"], "the time is up (see --time)", "{run:?}");
    assert!(most < allowed(64, 1), "{most} KiB");
}

/// A verification that needs more memory than it may take.
#[test]
fn peak_of_a_verification() {
    let strip = "xo".repeat(20);
    let arguments = ["--memory", "24MiB", "--verify", "--moves", "--line", &strip];
    let (run, most) = run_and_measure(&arguments);
    assert_eq!((run.status, &run.json()[0]["outcome"]), (Some(3), &"N".into()), "{run:?}");
    assert!(run.json()[0]["reason"].as_str().unwrap().ends_with("(see --memory)"), "{run:?}");
    assert!(most < allowed(24, 1), "{most} KiB");
}

/// Values that do not fit are dropped and found again: a strip has many, and few positions.
#[test]
fn peak_of_many_values() {
    let sum = "xoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxo + {3||2|{1|*}} + {5|^*||v}";
    let (run, most) = run_and_measure(&["--memory", "24MiB", "--first", "x", "--time", "8s", sum]);
    assert!(matches!(run.status, Some(0 | 3)), "{run:?}");
    assert!(most < allowed(24, 1), "{most} KiB");
}
