//! The binary, run as a person or a script would.

mod arguments;
mod bad_input;
mod board_picture;
mod campaign;
mod census;
mod census_report;
mod certify;
#[cfg(unix)]
mod closed_log;
mod closed_pipe;
mod codingame;
mod combo;
mod compare;
#[cfg(unix)]
mod ctrl_c;
mod db;
mod explain;
mod facts;
mod find;
mod folder;
mod game;
#[cfg(unix)]
mod guide;
mod heap;
mod hints;
mod icga;
mod json_fields;
mod konane_play;
mod label;
mod latex;
mod limits;
mod lines;
mod loopy;
mod matches;
mod moves;
mod pages;
mod perft;
mod pictures;
mod puzzles;
mod repl;
mod results;
mod rule_files;
mod rulesets;
mod serve;
#[cfg(unix)]
mod shell;
mod solve;
#[cfg(target_os = "linux")]
mod solve_memory;
mod solve_saved;
#[cfg(unix)]
mod terminal;
mod tree_picture;
mod value;
mod worksheet;

use std::io::Write;
use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::{thread::sleep, time::Duration};

use serde_json::Value;

/// What a run left behind.
#[derive(Debug)]
struct Run {
    out: String,
    err: String,
    status: Option<i32>,
}

impl Run {
    /// Each line of the output as a JSON value.
    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            status: output.status.code(),
        }
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dicot"));
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits until something holds, for about this time at most.
#[cfg(unix)]
fn wait_until(what: &str, seconds: u32, holds: impl Fn() -> bool) {
    for _ in 0..200 * seconds {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(5));
    }
    panic!("{what}: not in {seconds} s");
}

/// Runs with nothing on standard input.
fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// Runs with nothing on standard input; the run must succeed without a message.
fn good(arguments: &[&str]) -> Run {
    let run = run(arguments);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{run:?}");
    run
}

fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may end before it has read all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.into()
}

/// The only line of output, of a run that succeeds.
fn only_json(arguments: &[&str]) -> Value {
    let run = run(arguments);
    assert_eq!(run.status, Some(0), "{run:?}");
    let [line] = <[Value; 1]>::try_from(run.json()).unwrap();
    line
}

/// What `dicot replay` makes of a file of records, each of which is that of a game: a value for each game.
fn replayed(file: &str) -> Vec<Value> {
    let run = run(&["replay", file, "--json", "--time", "20ms"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    run.json()
}
