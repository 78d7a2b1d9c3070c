//! `dicot value`: the value of a position, who wins, and the moves worth considering.

mod page;

use std::sync::Arc;

use dicot::Bounds;
use dicot::analysis::{Analyzer, KnownValues};
use dicot::rules::{Ruleset, Short};
use dicot_answers::position::Findings;

use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::limits::{self, LimitArgs};
use crate::position::read;
use crate::progress::ProgressLine;
use crate::style::Style;

/// Answers lines that are positions.
pub(crate) struct Positions<P: Short> {
    /// Kept from line to line. Small components have a table of their own in it.
    analyzer: Analyzer<P>,
    used: bool,
    limits: LimitArgs,
    known_values: Vec<Arc<dyn KnownValues>>,
    progress: ProgressLine,
    json: bool,
    page: Page,
}

/// How answers are written.
#[derive(Clone, Copy)]
struct Page {
    max_value: u64,
    /// Whether people see the whole value, in the shared form.
    shared: bool,
    style: Style,
}

fn analyzer<P: Short + Ruleset>(
    limits: &LimitArgs,
    known_values: &[Arc<dyn KnownValues>],
    progress: &ProgressLine,
) -> Analyzer<P> {
    let progress = progress.clone();
    let analyzer =
        Analyzer::new().with_limits(limits.limits()).on_progress(move |now| progress.show(now));
    known_values.iter().cloned().fold(analyzer, Analyzer::with_known_values)
}

impl<P: Short + Ruleset> Positions<P> {
    pub(crate) fn new(options: &Options) -> Positions<P> {
        let progress = ProgressLine::new();
        Positions {
            analyzer: analyzer(&options.limits, &options.known_values, &progress),
            used: false,
            limits: options.limits.clone(),
            known_values: options.known_values.clone(),
            progress,
            json: options.json,
            page: Page { max_value: options.max_value, shared: false, style: Style::of_stdout() },
        }
    }

    /// The same, with whole values in the shared form for people.
    pub(crate) fn shared(self, shared: bool) -> Positions<P> {
        Positions { page: Page { shared, ..self.page }, ..self }
    }

    /// An analyzer that knows nothing but what was known before.
    fn new_analyzer(&self) -> Analyzer<P> {
        analyzer(&self.limits, &self.known_values, &self.progress)
    }

    /// Answers what there is to know of a position, within the bounds that are left; once more from
    /// scratch if there is no room left for it.
    pub(crate) fn with_findings(
        &mut self,
        item: &str,
        f: impl Fn(&Findings, &Bounds) -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        let position: P = read(item)?;
        let once = |this: &mut Positions<P>| {
            this.progress.start();
            let bounds = this.limits.bounds();
            let report = this.analyzer.report(&position);
            this.progress.clear();
            f(&report?.into(), &bounds)
        };
        let full = |result: &Result<String, Failure>| {
            let error = result.as_ref().err().and_then(|failure| failure.value);
            error.is_some_and(limits::is_out_of_room)
        };
        let mut result = once(self);
        if self.used && full(&result) {
            self.analyzer = self.new_analyzer();
            result = once(self);
        }
        self.used = true;
        if full(&result) {
            self.analyzer = self.new_analyzer();
        }
        result
    }
}

impl<P: Short + Ruleset> Task for Positions<P> {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let (page, json) = (self.page, self.json);
        self.with_findings(item, |findings, bounds| match json {
            true => {
                let line = findings.line(page.max_value, bounds)?;
                serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
            }
            false => page.text(findings, bounds),
        })
    }
}
