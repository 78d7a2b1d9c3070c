//! `dicot value`: the value of a Clobber position, who wins, and the moves worth considering.

mod json;
mod page;

use dicot::Store;
use dicot::analysis::Analyzer;
use dicot::board::{ParsePositionError, Word};
use dicot::rules::{Clobber, GenClobber, HugeClobber, Short, WideClobber};

use crate::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::limits::{self, LimitArgs};
use crate::progress::ProgressLine;
use crate::style::Style;

/// Answers lines that are positions.
pub(crate) struct Positions {
    analyzers: Analyzers,
    limits: LimitArgs,
    progress: ProgressLine,
    json: bool,
    max_value: u64,
    style: Style,
}

/// What is kept from line to line, one analyzer for each size of board.
struct Analyzers {
    small: Analyzer<Clobber>,
    wide: Analyzer<WideClobber>,
    huge: Analyzer<HugeClobber>,
    used: bool,
}

impl Analyzers {
    fn new(limits: &LimitArgs, progress: &ProgressLine) -> Analyzers {
        fn analyzer<P: Short>(
            store: &Store,
            limits: &LimitArgs,
            progress: &ProgressLine,
        ) -> Analyzer<P> {
            let progress = progress.clone();
            Analyzer::in_store(store.clone())
                .with_limits(limits.limits())
                .on_progress(move |now| progress.show(now))
        }
        let store = Store::new();
        Analyzers {
            small: analyzer(&store, limits, progress),
            wide: analyzer(&store, limits, progress),
            huge: analyzer(&store, limits, progress),
            used: false,
        }
    }
}

impl Positions {
    pub(crate) fn new(options: &Options) -> Positions {
        let progress = ProgressLine::new();
        Positions {
            analyzers: Analyzers::new(&options.limits, &progress),
            limits: options.limits.clone(),
            progress,
            json: options.json,
            max_value: options.max_value,
            style: Style::of_stdout(),
        }
    }

    /// Analyzes a position, once more from scratch if there is no room left for it.
    fn describe<W: Word>(
        &mut self,
        position: &GenClobber<W>,
        pick: fn(&mut Analyzers) -> &mut Analyzer<GenClobber<W>>,
    ) -> Result<String, Failure> {
        self.progress.start();
        let mut bounds = self.limits.bounds();
        let mut result = pick(&mut self.analyzers).report(position);
        let full = |result: &Result<_, _>| {
            result.as_ref().is_err_and(|&error| limits::is_out_of_room(error))
        };
        if self.analyzers.used && full(&result) {
            self.analyzers = Analyzers::new(&self.limits, &self.progress);
            bounds = self.limits.bounds();
            result = pick(&mut self.analyzers).report(position);
        }
        self.analyzers.used = true;
        if full(&result) {
            self.analyzers = Analyzers::new(&self.limits, &self.progress);
        }
        self.progress.clear();
        let report = result?;
        if self.json { self.json(&report, &bounds) } else { self.page(&report, &bounds) }
    }
}

impl Task for Positions {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let text = item.trim();
        if let Some(position) = parse::<u64>(text)? {
            self.describe(&position, |analyzers| &mut analyzers.small)
        } else if let Some(position) = parse::<u128>(text)? {
            self.describe(&position, |analyzers| &mut analyzers.wide)
        } else {
            self.describe(&HugeClobber::parse(text)?, |analyzers| &mut analyzers.huge)
        }
    }
}

/// The position; `None` if it needs a larger type.
fn parse<W: Word>(text: &str) -> Result<Option<GenClobber<W>>, Failure> {
    match GenClobber::parse(text) {
        Err(ParsePositionError::TooLarge { .. }) => Ok(None),
        result => Ok(Some(result?)),
    }
}
