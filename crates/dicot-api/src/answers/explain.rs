//! How a game is simplified: the line of `dicot explain --json`.

use dicot::explain::{Reason, Step};
use dicot::{Calculation, CanonicalForm, Explanation, Player, ValueError};
use dicot_rulesets::Findings;
use serde::Serialize;

use super::position::Sides;
use super::text::{lower, text_bytes};

/// Explains the value of a position by its moves.
///
/// # Errors
/// If a limit is reached.
pub fn of_moves(
    findings: &Findings,
    calculation: &mut Calculation<'_>,
) -> Result<Explanation, ValueError> {
    let [left, right] = Player::BOTH.map(|player| findings.option_values(player));
    calculation.explain(left, right)
}

/// The line of `dicot explain --json`. A value whose text is too long is null.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplainLine {
    /// The game in braces, or the position
    input: String,
    /// The moves of the position, if it is one
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Sides<OptionField>>,
    /// Left's options before they are simplified
    left: Vec<Option<String>>,
    /// Right's options
    right: Vec<Option<String>>,
    /// The steps of the simplification, in order
    steps: Vec<StepField>,
    /// The canonical form
    value: Option<String>,
    /// The value if it is a number
    simplest_number: Option<String>,
}

/// A move and the value that it leaves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionField {
    #[serde(rename = "move")]
    mv: String,
    value: Option<String>,
}

/// A step: of the last three fields only those that belong to the reason.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StepField {
    /// Whose option it is: `left` or `right`
    player: &'static str,
    /// The option that is removed or replaced
    option: Option<String>,
    /// `dominated`, `reversible` or `duplicate`
    reason: &'static str,
    /// The option that dominates it
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    by: Option<Option<String>>,
    /// The opponent's option of it through which it is reversible
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    through: Option<Option<String>>,
    /// The options that replace a reversible option
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced_by: Option<Vec<Option<String>>>,
    /// The options after the answer that do not, since they are in the list already or were replaced before; only if there are some
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<Vec<Option<String>>>,
}

impl ExplainLine {
    /// The line of an explanation, with the moves of the position that it explains, if it is one, and texts of at most
    /// `max_value` characters.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(
        input: &str,
        explanation: &Explanation,
        findings: Option<&Findings>,
        max_value: u64,
        calculation: &mut Calculation<'_>,
    ) -> Result<ExplainLine, ValueError> {
        let mut text = |g: &CanonicalForm| -> Result<Option<String>, ValueError> {
            let (text, _) = calculation.text_of_at_most(g, max_value)?;
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
        let mut options = |findings: &Findings, player| {
            let moves = findings.moves(player).iter();
            let fields =
                moves.map(|m| Ok(OptionField { mv: m.name.clone(), value: text(&m.value)? }));
            fields.collect::<Result<Vec<_>, ValueError>>()
        };
        let moves = match findings {
            Some(findings) => Some(Sides {
                left: options(findings, Player::Left)?,
                right: options(findings, Player::Right)?,
            }),
            None => None,
        };
        Ok(ExplainLine {
            input: input.to_owned(),
            moves,
            left,
            right,
            steps,
            value: text(&explanation.value)?,
            simplest_number: explanation.value.to_number().map(|x| x.to_string()),
        })
    }
}

impl StepField {
    fn new(
        step: &Step,
        mut text: impl FnMut(&CanonicalForm) -> Result<Option<String>, ValueError>,
    ) -> Result<StepField, ValueError> {
        let mut field = StepField {
            player: lower(step.player),
            option: text(&step.option)?,
            reason: "duplicate",
            by: None,
            through: None,
            replaced_by: None,
            omitted: None,
        };
        match &step.reason {
            Reason::Dominated { by } => {
                field.reason = "dominated";
                field.by = Some(text(by)?);
            }
            Reason::Reversible { through, replaced_by, omitted } => {
                field.reason = "reversible";
                field.through = Some(text(through)?);
                let replaced_by = replaced_by.iter().map(&mut text).collect::<Result<_, _>>()?;
                field.replaced_by = Some(replaced_by);
                let omitted = omitted.iter().map(text).collect::<Result<Vec<_>, _>>()?;
                field.omitted = Some(omitted).filter(|omitted| !omitted.is_empty());
            }
            _ => {}
        }
        Ok(field)
    }
}
