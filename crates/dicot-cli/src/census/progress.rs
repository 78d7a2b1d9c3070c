//! How far a census is: a bar on a terminal, and a line now and then elsewhere.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use dicot_census::{Progress, Stage};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::failure;
use crate::text::{grouped, per_second};

/// What is shown; nothing at first, because most censuses are short.
#[derive(Debug)]
pub(super) struct CensusProgress {
    /// On a terminal.
    bar: Option<ProgressBar>,
    stage: Option<Stage>,
    /// When the stage began.
    start: Instant,
    /// When something may be shown next.
    next: Instant,
}

const FIRST: Duration = Duration::from_millis(500);
const BETWEEN: Duration = Duration::from_millis(100);
/// Between two lines where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

impl CensusProgress {
    pub(super) fn new() -> CensusProgress {
        let now = Instant::now();
        let bar = io::stderr().is_terminal().then(ProgressBar::no_length);
        let first = if bar.is_some() { FIRST } else { BETWEEN_LINES };
        CensusProgress { bar, stage: None, start: now, next: now + first }
    }

    /// Shows it if it is time to.
    pub(super) fn show(&mut self, progress: &Progress) {
        let now = Instant::now();
        let begins = self.stage != Some(progress.stage);
        if begins {
            (self.stage, self.start) = (Some(progress.stage), now);
        }
        match &self.bar {
            Some(bar) if begins => begin(bar, progress),
            _ => {}
        }
        if now < self.next {
            return;
        }
        match &self.bar {
            Some(bar) => {
                bar.set_position(progress.done);
                bar.set_message(besides(progress));
                bar.tick();
                self.next = now + BETWEEN;
            }
            None => {
                failure::report(&self.line(progress, now - self.start));
                self.next = now + BETWEEN_LINES;
            }
        }
    }

    fn line(&self, progress: &Progress, time: Duration) -> String {
        let Progress { done, all, before, .. } = *progress;
        let mut text = format!("{}: {}", name(progress.stage), grouped(done));
        if all > 0 {
            let speed = per_second(done - before, time);
            text += &format!(" of {}, {}/s", grouped(all), grouped(speed));
            if let Some(seconds) = (all - done).checked_div(speed) {
                text += &format!(", {} left", HumanDuration(Duration::from_secs(seconds)));
            }
        }
        format!("{text}, {}", besides(progress))
    }

    /// The bar goes.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A stage begins.
fn begin(bar: &ProgressBar, progress: &Progress) {
    let template = if progress.all > 0 {
        "{prefix} {wide_bar} {human_pos}/{human_len}, {speed}/s, {eta} left, {msg}"
    } else {
        "{prefix} {human_pos}, {msg}"
    };
    bar.set_style(
        ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("speed", |state: &ProgressState, out: &mut dyn Write| {
                // What cannot be shown is left out.
                let _ = out.write_str(&grouped(state.per_sec() as u64));
            })
            .progress_chars("=> "),
    );
    bar.set_prefix(name(progress.stage));
    if progress.all > 0 {
        bar.set_length(progress.all);
    }
    bar.set_position(progress.before);
    bar.reset_eta();
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

/// Values and memory.
fn besides(progress: &Progress) -> String {
    let mebibytes = (progress.bytes >> 20) as u64;
    format!("{} values, {} MiB", grouped(progress.values as u64), grouped(mebibytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicot_census::{Census, Plan};

    #[test]
    fn lines() {
        let plan = Plan::boards("clobber", "2x2".parse().unwrap(), false).unwrap();
        let file = std::env::temp_dir().join(format!("dicot-progress-{}", std::process::id()));
        let progress = CensusProgress::new();
        let mut lines = Vec::new();
        let census = Census::new(plan, &file).threads(1).on_progress(|now| {
            let mut now = *now;
            (now.bytes, now.values) = (3 << 20, 1234);
            lines.push(progress.line(&now, Duration::from_secs(2)));
        });
        census.run().unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(
            lines,
            [
                "components: 0, 1,234 values, 3 MiB",
                "components: 6, 1,234 values, 3 MiB",
                "values of components: 0 of 6, 0/s, 1,234 values, 3 MiB",
                "values of components: 1 of 6, 0/s, 1,234 values, 3 MiB",
                "values of components: 3 of 6, 1/s, 3 seconds left, 1,234 values, 3 MiB",
                "values of components: 6 of 6, 3/s, 0 seconds left, 1,234 values, 3 MiB",
                "classes of positions: 0 of 13, 0/s, 1,234 values, 3 MiB",
                "classes of positions: 13 of 13, 6/s, 0 seconds left, 1,234 values, 3 MiB",
                "parts written: 0 of 1, 0/s, 1,234 values, 3 MiB",
            ]
        );
    }
}
