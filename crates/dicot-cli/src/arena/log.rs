//! The log of the servers: events with fields, on standard error.

use std::io::{self, IsTerminal};

use clap::Args;
use tracing_subscriber::filter::{LevelFilter, ParseError, Targets};
use tracing_subscriber::prelude::*;

/// The option for the log.
#[derive(Args)]
pub(crate) struct LogArgs {
    /// What to log on standard error: off, error, warn, info, debug or trace, also for parts of the program, as in
    /// warn,dicot_arena::icga=debug
    #[arg(long, value_name = "WHAT", default_value = "info", value_parser = filter)]
    log: Targets,
}

impl LogArgs {
    /// Starts to log events, as lines of JSON or of text.
    pub(crate) fn start(&self, json: bool) -> io::Result<()> {
        let filter = self.log.clone();
        let log = tracing_subscriber::fmt()
            .with_max_level(LevelFilter::TRACE)
            .with_writer(io::stderr)
            // Lines that cannot be written are lost: a report of that on standard error would panic.
            .log_internal_errors(false)
            .with_ansi(io::stderr().is_terminal());
        let started = match json {
            true => log.json().finish().with(filter).try_init(),
            false => log.finish().with(filter).try_init(),
        };
        started.map_err(io::Error::other)
    }
}

/// Reads what to log.
fn filter(text: &str) -> Result<Targets, String> {
    text.parse().map_err(|error: ParseError| error.to_string())
}
