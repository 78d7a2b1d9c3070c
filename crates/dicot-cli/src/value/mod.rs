//! `dicot value`: the value of a position, who wins, and the moves worth considering.

pub(crate) mod loopy;
mod page;
mod sum;

use clap::Args;
use dicot::Limits;
use dicot::rules::AnyRuleset;
use dicot_api::Session;
use dicot_api::answers::loopy_sum::LoopySum;
use dicot_api::answers::position::PositionLine;
use dicot_rulesets::{Findings, RulesetExt, Rulesets};

use crate::arguments::{RulesArg, Threads, usage};
use crate::batch::Task;
use crate::command::{Command, Failure, Options, Status};
use crate::latex::{self, Typeset};
use crate::position::read;
use crate::progress::ProgressLine;
use crate::rulesets;
use crate::style::Style;
use loopy::LoopyPositions;

/// The value of a position, who wins, and the moves worth considering
#[derive(Args)]
#[command(
    after_help = "\
Rows of a Clobber position are joined by `/`, `|` or line ends; upper case is read as well. Boards \
have up to 448 cells and 255 a side. A move like a1-b1 goes from the first column of the last row to \
the second. `dicot value --list` shows how positions of other rulesets are written.

Positions that take long are valued on all cores, or on --threads; the answers are the same.

Where play need not end the value is loopy, and if it does not fit the limits only who wins is printed. There parts joined by ` + ` \
are added: each is a position of --rules, NAME:POSITION, or a game in the notation of `dicot game`.

Examples:
  dicot value xox/ox.
  dicot value --list
  dicot value --rules konane x.ox/.o.x
  dicot value --rules fox-and-geese '.g.g/..../..../..f. + clobber:xxo + {1|pass}'",
    override_usage = "dicot value [OPTIONS] [POSITION]\n       dicot value --list [--json]"
)]
pub(crate) struct ValueArgs {
    /// In Clobber the rows from the top, joined by `/`: x is Left, o is Right, . is empty
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    rules: RulesArg,
    /// List the rulesets: their names, their rules, and how positions are written
    #[arg(long, conflicts_with_all = ["position", "rules", "shared"])]
    list: bool,
    /// Print the value in LaTeX; of standard input, a table of positions, values and outcomes
    #[arg(long, conflicts_with_all = ["json", "list", "shared"])]
    latex: bool,
    /// Print the whole value, with a name for each part that occurs more than once
    #[arg(long)]
    shared: bool,
    #[command(flatten)]
    threads: Threads,
}

impl Command for ValueArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let (known, json) = (&options.rulesets, options.json);
        if self.list {
            return rulesets::list(known, json).map_err(Failure::of_output);
        }
        let shared = options.for_people(self.shared);
        let any = known.find(&self.rules.rules)?;
        if any.has_loopy_values() {
            if shared {
                usage("--shared is for rulesets whose play ends");
            }
            let positions = LoopyPositions::new(known, any, options);
            return latex::run_or_batch(self.position, self.latex, json, positions);
        }
        let ruleset = rulesets::valued(known, &self.rules.rules)?;
        let positions = Positions::new(ruleset, options).sums(known);
        let positions = positions.shared(shared).threads(self.threads);
        latex::run_or_batch(self.position, self.latex, json, positions)
    }
}

/// Answers lines that are positions, or sums of them.
pub(crate) struct Positions<'r> {
    ruleset: AnyRuleset,
    /// The rulesets of the parts of sums, where these are answered.
    rulesets: Option<&'r Rulesets>,
    /// Kept from line to line.
    session: Session,
    limits: Limits,
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

/// A session with the values of `--db`, whose analyzers show their progress.
pub(crate) fn analysis_session(options: &Options, progress: &ProgressLine) -> Session {
    let progress = progress.clone();
    let session = Session::new().with_value_sources(&options.known_values);
    session.on_progress(move |now| progress.show(now))
}

impl<'r> Positions<'r> {
    pub(crate) fn new(ruleset: AnyRuleset, options: &Options) -> Positions<'r> {
        let progress = ProgressLine::new();
        Positions {
            ruleset,
            rulesets: None,
            session: analysis_session(options, &progress),
            limits: options.limits.limits(),
            progress,
            json: options.json,
            page: Page { max_value: options.max_value, shared: false, style: Style::of_stdout() },
        }
    }

    /// The same, with sums whose parts are positions of these rulesets.
    pub(crate) fn sums(self, rulesets: &'r Rulesets) -> Positions<'r> {
        Positions { rulesets: Some(rulesets), ..self }
    }

    /// The same, with whole values in the shared form for people.
    pub(crate) fn shared(self, shared: bool) -> Positions<'r> {
        Positions { page: Page { shared, ..self.page }, ..self }
    }

    /// The same, on that many threads.
    pub(crate) fn threads(self, threads: Threads) -> Positions<'r> {
        Positions { limits: self.limits.with_threads(threads.or_all()), ..self }
    }

    /// From now on Ctrl-C does not interrupt answers. The second one still ends the program.
    pub(crate) fn ignore_interrupt(&mut self) {
        self.limits.interrupt = None;
    }

    /// The ruleset that an item names before a colon, and the position after it.
    fn named<'i>(&self, item: &'i str) -> Option<(AnyRuleset, &'i str)> {
        let (name, position) = item.split_once(':')?;
        Some((self.rulesets?.find(name.trim()).ok()?, position))
    }

    /// Answers an item from the findings about its position, within the limits that are left.
    pub(crate) fn with_findings<T>(
        &mut self,
        item: &str,
        answer: impl Fn(&Findings, &Limits) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let named = self.named(item).filter(|(ruleset, _)| ruleset.has_values());
        let (ruleset, text) = named.unwrap_or_else(|| (self.ruleset.clone(), item));
        let position = read(&ruleset, text)?;
        self.session.compute(&self.limits, |session, limits| {
            self.progress.start();
            let findings = session.analyzer(&ruleset, limits).findings(&position);
            self.progress.clear();
            answer(&findings?, limits)
        })
    }
}

impl Task for Positions<'_> {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let (page, json) = (self.page, self.json);
        let is_loopy = self.named(item).is_some_and(|(ruleset, _)| !ruleset.has_values());
        if let Some(rulesets) = self.rulesets
            && (is_loopy || sum::is_sum(&self.ruleset, item))
        {
            self.progress.start();
            let sum = self.session.compute(&self.limits, |session, limits| {
                LoopySum::new(item, rulesets, &self.ruleset.spec().name, session, limits)
            });
            self.progress.clear();
            return sum::text(&sum?, json, page.max_value, page.style);
        }
        self.with_findings(item, |findings, limits| match json {
            true => {
                let line = PositionLine::new(findings, page.max_value, limits)?;
                Ok(serde_json::to_string(&line)?)
            }
            false => page.text(findings, limits),
        })
    }
}

impl Typeset for Positions<'_> {
    const ITEM: &'static str = <Positions<'_> as Task>::ITEM;
    const HEAD: &'static [&'static str] = &["position", "value", "outcome"];

    fn cells(&mut self, item: &str) -> Result<Vec<String>, Failure> {
        let max = self.page.max_value;
        self.with_findings(item, |findings, limits| {
            let mut calculation = findings.value.store().calculate(limits);
            let value = latex::value(&findings.value, max, &mut calculation)?;
            let position = latex::verbatim(&findings.position.to_string());
            Ok(vec![position, value, findings.outcome.to_string()])
        })
    }
}
