//! `dicot value`: the value of a position, who wins, and the moves worth considering.

mod json;
mod page;

use dicot::analysis::{Analyzer, Report};
use dicot::rules::{Ruleset, Short};
use dicot::{Bounds, CanonicalForm, Outcome, Player};

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

/// What there is to know about a position of any ruleset: positions and moves are texts.
pub(crate) struct Findings {
    pub(crate) position: String,
    /// Whether moves name cells by numbers.
    pub(crate) numbered: bool,
    components: Vec<(String, CanonicalForm)>,
    pub(crate) value: CanonicalForm,
    outcome: Outcome,
    left: Vec<Move>,
    right: Vec<Move>,
}

/// What there is to know about a move.
pub(crate) struct Move {
    pub(crate) name: String,
    pub(crate) value: CanonicalForm,
    wins: bool,
    sensible: bool,
}

impl<P: Short + Ruleset> From<Report<P>> for Findings {
    fn from(report: Report<P>) -> Findings {
        let [left, right] = Player::BOTH.map(|player| {
            let moves = report.moves(player).iter();
            let texts = moves.map(|m| Move {
                name: m.mv.to_string(),
                value: m.value.clone(),
                wins: m.wins,
                sensible: m.sensible,
            });
            texts.collect()
        });
        let components =
            report.components.into_iter().map(|(part, value)| (part.to_string(), value));
        Findings {
            position: report.position.to_string(),
            numbered: P::NUMBERED,
            components: components.collect(),
            value: report.value,
            outcome: report.outcome,
            left,
            right,
        }
    }
}

impl Findings {
    /// All moves of a player, in the order of the ruleset.
    pub(crate) fn moves(&self, player: Player) -> &[Move] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

fn analyzer<P: Short>(limits: &LimitArgs, progress: &ProgressLine) -> Analyzer<P> {
    let progress = progress.clone();
    Analyzer::new().with_limits(limits.limits()).on_progress(move |now| progress.show(now))
}

impl<P: Short + Ruleset> Positions<P> {
    pub(crate) fn new(options: &Options) -> Positions<P> {
        let progress = ProgressLine::new();
        Positions {
            analyzer: analyzer(&options.limits, &progress),
            used: false,
            limits: options.limits.clone(),
            progress,
            json: options.json,
            page: Page { max_value: options.max_value, shared: false, style: Style::of_stdout() },
        }
    }

    /// The same, with whole values in the shared form for people.
    pub(crate) fn shared(self, shared: bool) -> Positions<P> {
        Positions { page: Page { shared, ..self.page }, ..self }
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

impl<P: Short + Ruleset> Task for Positions<P> {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let (page, json) = (self.page, self.json);
        self.with_findings(item, |findings, bounds| match json {
            true => page.json(findings, bounds),
            false => page.text(findings, bounds),
        })
    }
}
