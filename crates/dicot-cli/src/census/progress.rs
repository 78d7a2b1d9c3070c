//! The progress of a census: a line that is written again and again on a terminal, and a line every 30 seconds elsewhere.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use dicot_census::{Progress, Stage};
use dicot_rulesets::grouped;

use crate::failure;
use crate::progress::ProgressLine;
use crate::text::per_second;

/// What is shown; nothing at first, because most censuses are short.
#[derive(Debug)]
pub(super) struct CensusProgress {
    line: ProgressLine,
    is_terminal: bool,
    stage: Option<Stage>,
    /// When the stage began.
    start: Instant,
    /// The time of the next line without a terminal.
    next: Instant,
}

/// The time between two lines without a terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

impl CensusProgress {
    pub(super) fn new() -> CensusProgress {
        let (start, line) = (Instant::now(), ProgressLine::new());
        line.start();
        let is_terminal = io::stderr().is_terminal();
        CensusProgress { line, is_terminal, stage: None, start, next: start + BETWEEN_LINES }
    }

    /// Shows it if it is time to.
    pub(super) fn show(&mut self, progress: &Progress) {
        let now = Instant::now();
        if self.stage != Some(progress.stage) {
            (self.stage, self.start) = (Some(progress.stage), now);
        }
        let time = now - self.start;
        if self.is_terminal {
            self.line.write(|_| line(progress, time));
        } else if now >= self.next {
            self.next = now + BETWEEN_LINES;
            failure::report(&line(progress, time));
        }
    }

    /// The line goes.
    pub(super) fn clear(&self) {
        self.line.clear();
    }
}

/// The line, after a time in its stage. What matters most comes first: a narrow terminal cuts the rest.
fn line(progress: &Progress, time: Duration) -> String {
    let Progress { done, all, before, .. } = *progress;
    let mut text = format!("{}: {}", name(progress.stage), grouped(done));
    if all > 0 {
        let speed = per_second(done - before, time);
        text += &format!(" of {} ({}%)", grouped(all), (done as f64 / all as f64 * 100.0) as u64);
        if let Some(seconds) = (all - done).checked_div(speed) {
            text += &format!(", {} left", rounded(seconds));
        }
        text += &format!(", {}/s", grouped(speed));
    }
    let mebibytes = (progress.bytes >> 20) as u64;
    format!("{text}, {} values, {} MiB", grouped(progress.values as u64), grouped(mebibytes))
}

/// A time in its largest unit.
fn rounded(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

/// What a stage counts.
fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Components => "components",
        Stage::Resuming => "files read",
        Stage::Values => "values of components",
        Stage::Positions => "classes of positions",
        Stage::Writing => "parts written",
        _ => "done",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicot_census::{Census, Plan};

    #[test]
    fn lines() {
        let plan = Plan::boards("clobber", "2x2".parse().unwrap(), false).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut lines = Vec::new();
        let census =
            Census::new(plan, folder.path().join("census.parquet")).threads(1).on_progress(|now| {
                let mut now = *now;
                (now.bytes, now.values) = (3 << 20, 1234);
                lines.push(line(&now, Duration::from_secs(2)));
            });
        census.run().unwrap();
        assert_eq!(
            lines,
            [
                "components: 0, 1,234 values, 3 MiB",
                "components: 6, 1,234 values, 3 MiB",
                "values of components: 0 of 6 (0%), 0/s, 1,234 values, 3 MiB",
                "values of components: 1 of 6 (16%), 0/s, 1,234 values, 3 MiB",
                "values of components: 3 of 6 (50%), 3 s left, 1/s, 1,234 values, 3 MiB",
                "values of components: 6 of 6 (100%), 0 s left, 3/s, 1,234 values, 3 MiB",
                "classes of positions: 0 of 13 (0%), 0/s, 1,234 values, 3 MiB",
                "classes of positions: 13 of 13 (100%), 0 s left, 6/s, 1,234 values, 3 MiB",
                "parts written: 0 of 1 (0%), 0/s, 1,234 values, 3 MiB",
            ]
        );
    }

    #[test]
    fn times() {
        assert_eq!(
            [0, 119, 120, 7199, 7200].map(rounded),
            ["0 s", "119 s", "2 min", "119 min", "2 h"]
        );
    }
}
