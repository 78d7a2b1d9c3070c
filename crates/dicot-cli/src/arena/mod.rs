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

use std::io;

/// The result of writing to standard output: a server goes on after its reader has closed the pipe.
fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    })
}

/// Replaces control characters in a text of another program, because they could control the terminal.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "?")
}
