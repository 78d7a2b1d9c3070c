//! `dicot value`: the value of a Clobber position, who wins, and the moves worth considering.

mod json;
mod page;

pub(crate) use page::board;

use dicot::Bounds;
use dicot::analysis::{Analyzer, Report};
use dicot::rules::HugeClobber;

use crate::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::limits::{self, LimitArgs};
use crate::progress::ProgressLine;
use crate::style::Style;

/// Answers lines that are positions.
pub(crate) struct Positions {
    /// Kept from line to line. Components of 64 cells or less have a table of their own in it.
    analyzer: Analyzer<HugeClobber>,
    used: bool,
    limits: LimitArgs,
    progress: ProgressLine,
    json: bool,
    max_value: u64,
    /// Whether people see the whole value, in the shared form.
    shared: bool,
    style: Style,
}

fn analyzer(limits: &LimitArgs, progress: &ProgressLine) -> Analyzer<HugeClobber> {
    let progress = progress.clone();
    Analyzer::new().with_limits(limits.limits()).on_progress(move |now| progress.show(now))
}

impl Positions {
    pub(crate) fn new(options: &Options) -> Positions {
        let progress = ProgressLine::new();
        Positions {
            analyzer: analyzer(&options.limits, &progress),
            used: false,
            limits: options.limits.clone(),
            progress,
            json: options.json,
            max_value: options.max_value,
            shared: false,
            style: Style::of_stdout(),
        }
    }

    /// The same, with whole values in the shared form for people.
    pub(crate) fn shared(self, shared: bool) -> Positions {
        Positions { shared, ..self }
    }

    /// Analyzes a position, once more from scratch if there is no room left for it: what there is to
    /// know, and the bounds for what is made of it.
    pub(crate) fn report(
        &mut self,
        position: &HugeClobber,
    ) -> Result<(Report<HugeClobber>, Bounds), Failure> {
        self.progress.start();
        let mut bounds = self.limits.bounds();
        let mut result = self.analyzer.report(position);
        let full = |result: &Result<_, _>| {
            result.as_ref().is_err_and(|&error| limits::is_out_of_room(error))
        };
        if self.used && full(&result) {
            self.analyzer = analyzer(&self.limits, &self.progress);
            bounds = self.limits.bounds();
            result = self.analyzer.report(position);
        }
        self.used = true;
        if full(&result) {
            self.analyzer = analyzer(&self.limits, &self.progress);
        }
        self.progress.clear();
        Ok((result?, bounds))
    }
}

impl Task for Positions {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let (report, bounds) = self.report(&HugeClobber::parse(item.trim())?)?;
        if self.json { self.json(&report, &bounds) } else { self.page(&report, &bounds) }
    }
}
