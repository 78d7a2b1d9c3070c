//! `dicot explain`: how a game given by its options is simplified to its canonical form.

use dicot::explain::{Reason, Step};
use dicot::{Calculation, CanonicalForm, Explanation, Limits, Player};
use dicot_answers::Session;
use dicot_answers::object::ValuedRuleset;
use dicot_answers::position::Findings;
use dicot_answers::text::{lower, text_bytes};
use serde::Serialize;

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
    positions: Positions,
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
        let [left, right] = Player::BOTH.map(|player| findings.option_values(player));
        let explanation = calculation.explain(left, right)?;
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
        let mut text = |g: &CanonicalForm| -> Result<Text, Failure> {
            let (text, _) = calculation.text_of_at_most(g, self.max_value)?;
            calculation.hold(text_bytes(text.as_deref()))?;
            Ok(text)
        };
        let mut list =
            |games: &[CanonicalForm]| games.iter().map(&mut text).collect::<Result<Vec<_>, _>>();
        let (left, right) = (list(&explanation.left)?, list(&explanation.right)?);
        let mut steps = Vec::new();
        for step in &explanation.steps {
            steps.push(StepField::new(step, &mut text)?);
        }
        let mut moves = |findings: &Findings, player| {
            let moves = findings.moves(player).iter();
            let fields =
                moves.map(|m| Ok(MoveField { mv: m.name.clone(), value: text(&m.value)? }));
            fields.collect::<Result<Vec<_>, Failure>>()
        };
        let moves = match findings {
            Some(findings) => Some(Moves {
                left: moves(findings, Player::Left)?,
                right: moves(findings, Player::Right)?,
            }),
            None => None,
        };
        let line = Line {
            input,
            moves,
            left,
            right,
            steps,
            value: text(&explanation.value)?,
            simplest_number: explanation.value.to_number().map(|x| x.to_string()),
        };
        serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
    }
}

/// The text of a value; none if it is too long.
type Text = Option<String>;

#[derive(Serialize)]
struct Line<'a> {
    input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Moves>,
    left: Vec<Text>,
    right: Vec<Text>,
    steps: Vec<StepField>,
    value: Text,
    simplest_number: Option<String>,
}

#[derive(Serialize)]
struct Moves {
    left: Vec<MoveField>,
    right: Vec<MoveField>,
}

#[derive(Serialize)]
struct MoveField {
    #[serde(rename = "move")]
    mv: String,
    value: Text,
}

/// A step: of the last three fields only those that belong to the reason.
#[derive(Serialize)]
struct StepField {
    player: &'static str,
    option: Text,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    through: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced_by: Option<Vec<Text>>,
}

impl StepField {
    fn new(
        step: &Step,
        mut text: impl FnMut(&CanonicalForm) -> Result<Text, Failure>,
    ) -> Result<StepField, Failure> {
        let mut field = StepField {
            player: lower(step.player),
            option: text(&step.option)?,
            reason: "duplicate",
            by: None,
            through: None,
            replaced_by: None,
        };
        match &step.reason {
            Reason::Dominated { by } => {
                field.reason = "dominated";
                field.by = Some(text(by)?);
            }
            Reason::Reversible { through, replaced_by } => {
                field.reason = "reversible";
                field.through = Some(text(through)?);
                field.replaced_by = Some(replaced_by.iter().map(text).collect::<Result<_, _>>()?);
            }
            _ => {}
        }
        Ok(field)
    }
}
