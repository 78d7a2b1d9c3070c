//! Matches with other programs: a file for each system, and what several of them need.

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
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is true after Ctrl-C, so that programs are ended before we are.
pub(crate) fn interrupted() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler the system ends us, which is as well.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    stop
}

/// An error that names the file.
fn of_file(path: &Path, error: impl fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {error}", path.display()))
}

/// A text of somebody else as a terminal may show it, in which nothing steers the terminal.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "?")
}
