//! A line on the terminal that says how far a long computation is.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use dicot::analysis::Progress;

use crate::text::grouped;

/// The line; copies are the same line. There is none unless standard error is a terminal.
#[derive(Clone, Debug)]
pub(crate) struct ProgressLine(Option<Arc<Mutex<State>>>);

#[derive(Debug)]
struct State {
    /// When it may be written next.
    next: Instant,
    shown: bool,
}

/// Short computations show nothing.
const FIRST: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(200);

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        let state = || Arc::new(Mutex::new(State { next: Instant::now(), shown: false }));
        ProgressLine(io::stderr().is_terminal().then(state))
    }

    /// A computation begins.
    pub(crate) fn start(&self) {
        self.with(|state| state.next = Instant::now() + FIRST);
    }

    pub(crate) fn show(&self, progress: &Progress) {
        self.with(|state| {
            let now = Instant::now();
            if now < state.next {
                return;
            }
            (state.next, state.shown) = (now + BETWEEN, true);
            let [positions, forms] =
                [progress.positions, progress.forms].map(|n| grouped(n as u64));
            let _ = write!(io::stderr(), "\r{positions} positions, {forms} values\x1b[K");
        });
    }

    /// The computation ends: the line goes.
    pub(crate) fn clear(&self) {
        self.with(|state| {
            if std::mem::take(&mut state.shown) {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
    }

    fn with(&self, f: impl FnOnce(&mut State)) {
        if let Some(state) = &self.0 {
            f(&mut state.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}
