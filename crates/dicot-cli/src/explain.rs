//! `dicot explain`: how a game given by its options is simplified to its canonical form.

use clap::Args;
use dicot::{Calculation, Explanation, Limits};
use dicot_api::Session;
use dicot_api::answers::explain::{self, ExplainLine};
use dicot_rulesets::{DEFAULT_RULES, Findings};

use crate::batch::{self, Task};
use crate::command::{Command, Failure, Options, Status};
use crate::game::new_session;
use crate::position::drawn_position;
use crate::rulesets;
use crate::style::Style;
use crate::text::short;
use crate::value::Positions;

/// How a game is simplified to its canonical form: which options are dominated or reversible, and why
#[derive(Args)]
#[command(after_help = "\
An option of Left is dominated if another option is at least as good for Left. It is reversible if Right \
has an answer that is at least as good for Right as the whole game G; it is then replaced by Left's \
options after that answer. For Right, exchange the players. The notation is that of `dicot game`.

Examples:
  dicot explain '{0,*|*,^}'
  dicot explain --position xox/ox.
  dicot explain --position --rules konane x.ox/.o.x")]
pub(crate) struct ExplainArgs {
    /// A game in braces, like {0,*|*,^}, whose options are not simplified first
    #[arg(allow_hyphen_values = true)]
    game: Option<String>,
    /// Read a position, whose moves are the options
    #[arg(long)]
    position: bool,
    /// The ruleset of the position; `dicot value --list` lists all
    #[arg(long, value_name = "NAME", requires = "position", default_value = DEFAULT_RULES)]
    rules: String,
}

impl Command for ExplainArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let page = Page::new(options);
        if self.position {
            let ruleset = rulesets::valued(&options.rulesets, &self.rules)?;
            let positions = Positions::new(ruleset, options);
            return batch::run(self.game, page.json, &mut PositionForms { positions, page });
        }
        let limits = options.limits.limits();
        batch::run(self.game, page.json, &mut Forms { session: new_session(), limits, page })
    }
}

/// Answers lines that are games in braces.
struct Forms {
    session: Session,
    limits: Limits,
    page: Page,
}

/// Answers lines that are positions, whose moves are the options.
struct PositionForms {
    positions: Positions<'static>,
    page: Page,
}

/// How answers are written.
#[derive(Clone, Copy)]
struct Page {
    json: bool,
    max_value: u64,
    style: Style,
}

impl Page {
    fn new(options: &Options) -> Page {
        let Options { json, max_value, .. } = *options;
        Page { json, max_value, style: Style::of_stdout() }
    }
}

impl Task for Forms {
    const ITEM: &'static str = "game in braces";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let page = self.page;
        self.session.compute(&self.limits, |session, limits| {
            let mut calculation = session.store().calculate(limits);
            let options = dicot_calc::parse_options(item, &mut calculation);
            let (left, right) = options.map_err(|error| Failure::notation(item, &error))?;
            let explanation = calculation.explain(left, right)?;
            match page.json {
                true => page.line(item, &explanation, None, &mut calculation),
                false => page.account(&explanation, None, &mut calculation),
            }
        })
    }
}

impl Task for PositionForms {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let page = self.page;
        self.positions.with_findings(item, |findings, limits| page.explain(findings, limits))
    }
}

impl Page {
    /// Explains the value of a position by its moves.
    fn explain(self, findings: &Findings, limits: &Limits) -> Result<String, Failure> {
        let mut calculation = findings.value.store().calculate(limits);
        let explanation = explain::of_moves(findings, &mut calculation)?;
        if self.json {
            let position = findings.position.to_string();
            return self.line(&position, &explanation, Some(findings), &mut calculation);
        }
        let account = self.account(&explanation, Some(findings), &mut calculation)?;
        Ok(format!("{}\n{account}", drawn_position(&findings.position, self.style)))
    }
}

impl Page {
    /// What a person reads.
    fn account(
        self,
        explanation: &Explanation,
        findings: Option<&Findings>,
        calculation: &mut Calculation<'_>,
    ) -> Result<String, Failure> {
        explanation.account(|g, whose| {
            let name = self.style.symbols(&short(g, calculation)?);
            // The account grows to twice its length.
            calculation.hold(2 * name.len())?;
            let Some(player) = whose else { return Ok(name) };
            let by = findings.map_or(String::new(), |findings| findings.moves_to(player, g));
            Ok(format!("{player}'s {name}{by}"))
        })
    }

    /// The object for programs.
    fn line(
        self,
        input: &str,
        explanation: &Explanation,
        findings: Option<&Findings>,
        calculation: &mut Calculation<'_>,
    ) -> Result<String, Failure> {
        let line = ExplainLine::new(input, explanation, findings, self.max_value, calculation)?;
        Ok(serde_json::to_string(&line)?)
    }
}
