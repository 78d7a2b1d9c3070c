//! A line on the terminal that shows the progress of a long computation.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dicot::analysis::Progress;
use dicot::solver::SearchProgress;
use dicot_rulesets::{grouped, lock};

use crate::text::per_second;

/// The line; clones share it. It is shown only if standard error is a terminal.
#[derive(Clone, Debug)]
pub(crate) struct ProgressLine(Option<Arc<Mutex<State>>>);

#[derive(Debug)]
struct State {
    /// When the computation began.
    start: Instant,
    /// When it may be written next.
    next: Instant,
    /// The number of characters of the text that is shown, and the width of the terminal when it was written.
    shown: (usize, usize),
}

/// Short computations show nothing.
const FIRST: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(200);

/// The part of a text that fits a line of the terminal, without the last column: after that the cursor would be on the
/// next line. The width is 0 if it is not known.
fn cut(text: &str, width: usize) -> String {
    let most = width.checked_sub(1).unwrap_or(usize::MAX);
    text.chars().take(most).collect()
}

/// The width of the terminal now, or 0 if it is not known.
fn width() -> usize {
    terminal_size::terminal_size_of(io::stderr()).map_or(0, |(width, _)| width.0.into())
}

/// Moves to the start of the text that is shown, and clears it. Where the terminal has become narrower, the text takes
/// several lines.
fn restart((characters, width_then): (usize, usize), width: usize) -> String {
    let lines_above = match width > 0 && width < width_then {
        true => characters.saturating_sub(1) / width,
        false => 0,
    };
    let up = if lines_above > 0 { format!("\x1b[{lines_above}A") } else { String::new() };
    format!("{up}\r\x1b[J")
}

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        let now = Instant::now();
        let state = || Arc::new(Mutex::new(State { start: now, next: now, shown: (0, 0) }));
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

    /// Shows a search, after a text.
    pub(crate) fn show_search(&self, text: &str, progress: &SearchProgress) {
        let SearchProgress { nodes, components, table_permille, verified, made_room, .. } =
            *progress;
        self.write(|time| {
            let speed = grouped(per_second(nodes, time));
            let [nodes, components] = [nodes, components as u64].map(grouped);
            let percent = table_permille / 10;
            if verified > 0 {
                return format!("{text}{} positions verified, {nodes} nodes", grouped(verified));
            }
            let room =
                if made_room > 0 { format!(", made room {made_room}x") } else { String::new() };
            format!("{text}{nodes} nodes, {speed} nodes/s, {components} components, table {percent}% full{room}")
        });
    }

    /// Writes a text, made of the time taken so far, if it is time for one.
    pub(crate) fn write(&self, text: impl FnOnce(Duration) -> String) {
        self.with(|state| {
            let now = Instant::now();
            if now < state.next {
                return;
            }
            let width = width();
            let text = cut(&text(now - state.start), width);
            let _ = write!(io::stderr(), "{}{text}", restart(state.shown, width));
            (state.next, state.shown) = (now + BETWEEN, (text.chars().count(), width));
        });
    }

    /// The computation ends: the line goes.
    pub(crate) fn clear(&self) {
        self.with(|state| {
            let shown = std::mem::take(&mut state.shown);
            if shown.0 > 0 {
                let _ = write!(io::stderr(), "{}", restart(shown, width()));
            }
        });
    }

    fn with(&self, f: impl FnOnce(&mut State)) {
        if let Some(state) = &self.0 {
            f(&mut lock(state));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{cut, restart};

    #[test]
    fn a_line_fits_the_terminal() {
        assert_eq!(cut("12 positions", 10), "12 positi");
        assert_eq!(cut("12 positions", 13), "12 positions");
        assert_eq!(cut("↑↑↑", 3), "↑↑");
        assert_eq!([cut("12", 1), cut("12", 0)], ["", "12"]);
    }

    #[test]
    fn a_terminal_that_becomes_narrower() {
        assert_eq!(restart((79, 80), 80), "\r\x1b[J");
        assert_eq!(restart((79, 80), 100), "\r\x1b[J");
        assert_eq!(restart((79, 80), 40), "\x1b[1A\r\x1b[J");
        assert_eq!(restart((40, 80), 40), "\r\x1b[J");
        assert_eq!(restart((79, 80), 0), "\r\x1b[J");
    }
}
