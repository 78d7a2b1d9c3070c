//! A line on the terminal that says how far a long computation is.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use dicot::analysis::Progress;
use dicot::search::SearchProgress;

use crate::text::{grouped, per_second};

/// The line; copies are the same line. There is none unless standard error is a terminal.
#[derive(Clone, Debug)]
pub(crate) struct ProgressLine(Option<Arc<Mutex<State>>>);

#[derive(Debug)]
struct State {
    /// When the computation began.
    start: Instant,
    /// When it may be written next.
    next: Instant,
    shown: bool,
}

/// Short computations show nothing.
const FIRST: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(200);

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        let now = Instant::now();
        let state = || Arc::new(Mutex::new(State { start: now, next: now, shown: false }));
        ProgressLine(io::stderr().is_terminal().then(state))
    }

    /// A computation begins.
    pub(crate) fn start(&self) {
        self.with(|state| {
            state.start = Instant::now();
            state.next = state.start + FIRST;
        });
    }

    pub(crate) fn show(&self, progress: &Progress) {
        let [positions, forms] = [progress.positions, progress.forms].map(|n| grouped(n as u64));
        self.write(|_| format!("{positions} positions, {forms} values"));
    }

    pub(crate) fn show_search(&self, progress: &SearchProgress) {
        let SearchProgress { nodes, pieces, table_permille, verified, made_room, .. } = *progress;
        self.write(|time| {
            let speed = grouped(per_second(nodes, time));
            let [nodes, pieces] = [nodes, pieces as u64].map(grouped);
            let percent = table_permille / 10;
            if verified > 0 {
                return format!("{} positions verified, {nodes} nodes", grouped(verified));
            }
            let room =
                if made_room > 0 { format!(", made room {made_room}x") } else { String::new() };
            format!("{nodes} nodes, {speed} nodes/s, {pieces} pieces, table {percent}% full{room}")
        });
    }

    pub(crate) fn show_text(&self, text: impl FnOnce() -> String) {
        self.write(|_| text());
    }

    /// Writes a text, made of the time taken so far, if it is time for one.
    fn write(&self, text: impl FnOnce(Duration) -> String) {
        self.with(|state| {
            let now = Instant::now();
            if now < state.next {
                return;
            }
            (state.next, state.shown) = (now + BETWEEN, true);
            let _ = write!(io::stderr(), "\r{}\x1b[K", text(now - state.start));
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
