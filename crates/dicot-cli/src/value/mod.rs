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

    /// Answers what there is to know of a position, within the bounds that are left; once more from
    /// scratch if there is no room left for it.
    pub(crate) fn with_report<T>(
        &mut self,
        position: &HugeClobber,
        f: impl Fn(&Positions, &Report<HugeClobber>, &Bounds) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let once = |this: &mut Positions| {
            this.progress.start();
            let bounds = this.limits.bounds();
            let report = this.analyzer.report(position);
            this.progress.clear();
            f(this, &report?, &bounds)
        };
        let full = |result: &Result<T, Failure>| {
            let error = result.as_ref().err().and_then(|failure| failure.value);
            error.is_some_and(limits::is_out_of_room)
        };
        let mut result = once(self);
        if self.used && full(&result) {
            self.analyzer = analyzer(&self.limits, &self.progress);
            result = once(self);
        }
        self.used = true;
        if full(&result) {
            self.analyzer = analyzer(&self.limits, &self.progress);
        }
        result
    }
}

impl Task for Positions {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let position = HugeClobber::parse(item.trim())?;
        self.with_report(&position, |this, report, bounds| match this.json {
            true => this.json(report, bounds),
            false => this.page(report, bounds),
        })
    }
}
