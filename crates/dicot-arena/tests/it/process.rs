//! Programs as players: no behaviour of a program blocks the game.
#![cfg(unix)]

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use dicot_arena::process::{MAX_LINE, NoAnswer, Process, Program};

fn start(script: &str) -> Process {
    Program::shell(script).start().unwrap()
}

/// A deadline that only a hanging test reaches.
fn later() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(50)
}

#[test]
fn lines_and_bytes() {
    let mut process = start("read a; printf 'x%s\\n\\nlast' $a; read b; printf $b");
    process.write(b"1\n", later()).unwrap();
    assert_eq!(process.next_line(later()).unwrap(), b"x1");
    assert_eq!(process.next_line(later()).unwrap(), b"");
    // An incomplete line is not returned.
    assert_eq!(process.next_line(soon()), Err(NoAnswer::TimedOut));
    process.write(b"2\n", later()).unwrap();
    let mut bytes = Vec::new();
    let end = loop {
        match process.next_bytes(later()) {
            Ok(more) => bytes.extend(more),
            Err(end) => break end,
        }
    };
    assert_eq!(bytes, b"last2");
    let NoAnswer::Closed(Some(status)) = end else { panic!("{end:?}") };
    assert!(status.success());
    assert_eq!(process.next_line(later()), Err(end), "it stays closed");
}

#[test]
fn late_lines_time_out() {
    let mut process = start("read go; echo one; echo two; sleep 600");
    let deadline = Instant::now();
    assert_eq!(process.next_line(deadline), Err(NoAnswer::TimedOut));
    process.write(b"\n", later()).unwrap();
    assert_eq!(process.next_line(later()).unwrap(), b"one");
    assert!(process.arrived() > deadline);
    assert_eq!(process.next_line(deadline), Err(NoAnswer::TimedOut));
    assert_eq!(process.next_bytes(deadline), Err(NoAnswer::TimedOut));
    assert_eq!(process.next_line(later()).unwrap(), b"two", "and is not lost");
}

#[test]
fn how_a_program_ends() {
    let ends = |script| match start(script).next_line(later()) {
        Err(NoAnswer::Closed(Some(status))) => status.code(),
        other => panic!("{other:?}"),
    };
    assert_eq!(ends("exit 3"), Some(3));
    assert_eq!(ends("kill -9 $$"), None);
    assert_eq!(ends("no-such-program-here"), Some(127));
    assert!(Program::new("/no/such/program").start().is_err());
    // The output is closed, but the program still runs.
    assert_eq!(start("exec >&-; sleep 600").next_line(later()), Err(NoAnswer::Closed(None)));
}

#[test]
fn a_program_that_does_not_read() {
    let much = vec![b'x'; 1 << 20];
    let mut process = start("sleep 600");
    assert_eq!(process.write(&much, soon()), Err(NoAnswer::TimedOut));
    assert_eq!(process.write(b"more", soon()), Err(NoAnswer::TimedOut));
    let mut process = start("exec <&-; echo closed; sleep 600");
    assert_eq!(process.next_line(later()).unwrap(), b"closed");
    assert_eq!(process.write(&much, later()), Err(NoAnswer::Closed(None)));
    assert_eq!(process.write(&much, later()), Err(NoAnswer::Closed(None)));
}

/// A program that closes its input and still runs does not delay every turn.
#[test]
fn the_end_is_waited_for_once() {
    let mut process = start("exec <&-; echo closed; sleep 600");
    assert_eq!(process.next_line(later()).unwrap(), b"closed");
    let patience = later();
    for _ in 0..1000 {
        assert_eq!(process.write(b"more", later()), Err(NoAnswer::Closed(None)));
    }
    assert!(Instant::now() < patience);
}

#[test]
fn a_program_that_writes_without_end() {
    let mut process = start("tr '\\0' x </dev/zero");
    assert_eq!(process.next_line(later()), Err(NoAnswer::TooLong));
    assert_eq!(process.next_line(later()), Err(NoAnswer::TooLong));
    let mut process = start("yes");
    for _ in 0..100_000 {
        assert_eq!(process.next_line(later()).unwrap(), b"y");
    }
    let longest = format!("head -c {MAX_LINE} /dev/zero; echo");
    assert_eq!(start(&longest).next_line(later()).unwrap().len(), MAX_LINE);
}

#[test]
fn its_processes_are_killed() {
    let mut process = start("sleep 600 & echo $!; echo $$; wait");
    let mut id = || String::from_utf8(process.next_line(later()).unwrap()).unwrap();
    let (started, own) = (id(), id());
    assert_eq!(own, process.id().to_string());
    drop(process);
    assert!(!runs(&own));
    wait_gone(&started);
}

/// Waits until a process has ended; it may still be a zombie.
pub(crate) fn wait_gone(id: &str) {
    let until = later();
    while runs(id) {
        assert!(Instant::now() < until, "process {id} still runs");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process runs; a zombie does not.
fn runs(id: &str) -> bool {
    if !Path::new("/proc/self/stat").exists() {
        let status = std::process::Command::new("kill").args(["-0", id]).status();
        return status.unwrap().success();
    }
    std::fs::read_to_string(format!("/proc/{id}/stat"))
        .is_ok_and(|stat| !stat.rsplit(')').next().unwrap().starts_with(" Z"))
}

#[test]
fn in_a_directory_with_arguments() {
    let program = Program::new("sh").arg("-c").arg("pwd; echo $0").arg("two words");
    let mut process = program.in_directory("/").start().unwrap();
    assert_eq!(process.next_line(later()).unwrap(), b"/");
    assert_eq!(process.next_line(later()).unwrap(), b"two words");
}
