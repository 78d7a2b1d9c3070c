//! `dicot value`: the value of a position, who wins, and the moves worth considering.

mod page;

use std::sync::Arc;

use dicot::analysis::ValueSource;
use dicot::{Limits, Store};
use dicot_answers::object::{AnalyzerObject, ValuedRuleset};
use dicot_answers::position::Findings;

use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::limits::{self, LimitArgs};
use crate::position::read;
use crate::progress::ProgressLine;
use crate::style::Style;

/// Answers lines that are positions.
pub(crate) struct Positions {
    ruleset: &'static dyn ValuedRuleset,
    /// Kept from line to line.
    analyzer: Box<dyn AnalyzerObject>,
    used: bool,
    limits: LimitArgs,
    known_values: Vec<Arc<dyn ValueSource>>,
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

/// An analyzer that shows its progress, with a new store.
pub(crate) fn analyzer(
    ruleset: &dyn ValuedRuleset,
    limits: &LimitArgs,
    known_values: &[Arc<dyn ValueSource>],
    progress: &ProgressLine,
) -> Box<dyn AnalyzerObject> {
    let mut analyzer = ruleset.analyzer(Store::new());
    analyzer.set_limits(limits.limits());
    let progress = progress.clone();
    analyzer.set_progress(Box::new(move |now| progress.show(now)));
    known_values.iter().for_each(|values| analyzer.add_value_source(values.clone()));
    analyzer
}

impl Positions {
    pub(crate) fn new(ruleset: &'static dyn ValuedRuleset, options: &Options) -> Positions {
        let progress = ProgressLine::new();
        Positions {
            ruleset,
            analyzer: analyzer(ruleset, &options.limits, &options.known_values, &progress),
            used: false,
            limits: options.limits.clone(),
            known_values: options.known_values.clone(),
            progress,
            json: options.json,
            page: Page { max_value: options.max_value, shared: false, style: Style::of_stdout() },
        }
    }

    /// The same, with whole values in the shared form for people.
    pub(crate) fn shared(self, shared: bool) -> Positions {
        Positions { page: Page { shared, ..self.page }, ..self }
    }

    /// An analyzer that knows nothing but what was known before.
    fn new_analyzer(&self) -> Box<dyn AnalyzerObject> {
        analyzer(self.ruleset, &self.limits, &self.known_values, &self.progress)
    }

    /// Answers what there is to know of a position, within the limits that are left; once more from
    /// scratch if there is no room left for it.
    pub(crate) fn with_findings(
        &mut self,
        item: &str,
        f: impl Fn(&Findings, &Limits) -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        let position = read(self.ruleset, item)?;
        let once = |this: &mut Positions| {
            this.progress.start();
            let limits = this.limits.limits().starting_now();
            let findings = this.analyzer.findings(&*position);
            this.progress.clear();
            f(&findings?, &limits)
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

impl Task for Positions {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let (page, json) = (self.page, self.json);
        self.with_findings(item, |findings, limits| match json {
            true => {
                let line = findings.line(page.max_value, limits)?;
                serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
            }
            false => page.text(findings, limits),
        })
    }
}
