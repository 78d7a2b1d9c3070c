//! Matches with other programs: a file for each protocol, and what several of them need.

pub(crate) mod bot;
pub(crate) mod codingame;
pub(crate) mod combo;
pub(crate) mod icga;
pub(crate) mod konane;
pub(crate) mod log;
pub(crate) mod matches;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod server;

use std::fmt;
use std::io;
use std::path::Path;

use dicot::Interrupt;

/// Returns a flag that Ctrl-C sets, so that other programs are ended before this one.
pub(crate) fn interrupted() -> Interrupt {
    let interrupt = Interrupt::default();
    let flag = interrupt.clone();
    // Without a handler the system ends the process, which is acceptable.
    let _ = ctrlc::set_handler(move || flag.set());
    interrupt
}

/// An error that names the file.
fn of_file(path: &Path, error: impl fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

/// Replaces control characters in a text of another program, because they could control the terminal.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "?")
}
