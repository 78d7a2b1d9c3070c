//! The log of the servers: events with fields, on standard error.

use std::io::{self, IsTerminal};

use clap::Args;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// The option for the log.
#[derive(Args)]
pub(crate) struct LogArgs {
    /// What to log on standard error: off, error, warn, info, debug or trace, also for parts of the program, as in
    /// warn,dicot_arena::icga=debug
    #[arg(long, value_name = "WHAT", default_value = "info", value_parser = filter)]
    log: String,
}

impl LogArgs {
    /// Starts to log events, as lines of JSON or of text.
    pub(crate) fn start(&self, json: bool) -> io::Result<()> {
        let filter = filter_of(&self.log).map_err(io::Error::other)?;
        let log = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(io::stderr)
            .with_ansi(io::stderr().is_terminal());
        let started = if json { log.json().try_init() } else { log.try_init() };
        started.map_err(io::Error::other)
    }
}

fn filter_of(text: &str) -> Result<EnvFilter, String> {
    let filter = EnvFilter::builder().with_default_directive(LevelFilter::OFF.into());
    filter.parse(text).map_err(|error| error.to_string())
}

/// Checks a filter before the server starts.
fn filter(text: &str) -> Result<String, String> {
    filter_of(text).map(|_| text.to_owned())
}
