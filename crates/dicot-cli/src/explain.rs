//! `dicot explain`: how a game given by its options is simplified to its canonical form.

use dicot::{Calculation, Explanation, Limits};
use dicot_answers::Session;
use dicot_answers::explain::{self, ExplainLine};
use dicot_answers::object::ValuedRuleset;
use dicot_answers::position::Findings;

use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::game::new_session;
use crate::position::drawn_position;
use crate::style::Style;
use crate::text::short;
use crate::value::Positions;

/// Answers lines that are games in braces.
pub(crate) struct Forms {
    session: Session,
    limits: Limits,
    page: Page,
}

/// Answers lines that are positions, whose moves are the options.
pub(crate) struct PositionForms {
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

impl Forms {
    pub(crate) fn new(options: &Options) -> Forms {
        let limits = options.limits.limits();
        Forms { session: new_session(), limits, page: Page::new(options) }
    }
}

impl PositionForms {
    pub(crate) fn new(ruleset: &'static dyn ValuedRuleset, options: &Options) -> PositionForms {
        PositionForms { positions: Positions::new(ruleset, options), page: Page::new(options) }
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
        Ok(format!("{}\n{account}", drawn_position(&*findings.position, self.style)))
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
        serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
    }
}
