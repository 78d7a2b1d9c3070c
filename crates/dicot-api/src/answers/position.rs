//! The value of a position, and its moves.

use dicot::{Calculation, CanonicalForm, Limits, Player, ValueError};
use dicot_rulesets::Findings;
use serde::Serialize;

use super::facts::{FactFields, Facts};
use super::legal_moves::{LegalMove, legal_moves};
use super::text::ValueField;

/// The line of `dicot value --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionLine {
    position: String,
    #[serde(flatten)]
    value: ValueField,
    #[serde(flatten)]
    facts: FactFields,
    /// The components that are not trivially 0
    pub components: Vec<ComponentField>,
    /// The sensible moves: those that lead to canonical options
    moves: Sides<MoveField>,
    /// The moves that win, sensible or not
    winning_moves: Sides<String>,
}

impl PositionLine {
    /// The line, with texts of at most `max_value` characters.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(
        findings: &Findings,
        max_value: u64,
        limits: &Limits,
    ) -> Result<PositionLine, ValueError> {
        let mut calculation = findings.value.store().calculate(limits);
        let mut field = |value: &CanonicalForm| ValueField::new(value, max_value, &mut calculation);
        let value = field(&findings.value)?;
        let mut components = Vec::new();
        for (position, value) in &findings.components {
            let (position, value) = (position.clone(), field(value)?);
            components.push(ComponentField { position, value, cells: None });
        }
        let mut moves = |player| -> Result<Vec<MoveField>, ValueError> {
            let mut fields = Vec::new();
            for m in findings.moves(player).iter().filter(|m| m.sensible) {
                let (mv, value) = (m.name.clone(), field(&m.value)?);
                fields.push(MoveField { mv, value, wins: m.wins });
            }
            Ok(fields)
        };
        let moves = Sides { left: moves(Player::Left)?, right: moves(Player::Right)? };
        let winning = |player| {
            findings.moves(player).iter().filter(|m| m.wins).map(|m| m.name.clone()).collect()
        };
        let facts = Facts::new(&findings.value, &mut calculation)?;
        Ok(PositionLine {
            position: findings.position.to_string(),
            value,
            facts: facts.fields(max_value, &mut calculation)?,
            components,
            moves,
            winning_moves: Sides { left: winning(Player::Left), right: winning(Player::Right) },
        })
    }
}

/// A component of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ComponentField {
    /// The component, cropped
    pub(crate) position: String,
    #[serde(flatten)]
    pub(crate) value: ValueField,
    /// Where it is on the board: column, and row from the top, from 0
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<[u16; 2]>>,
}

/// A move and what it leads to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct MoveField {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: ValueField,
    /// Whether the player wins with it
    wins: bool,
}

/// A list for each player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sides<T> {
    pub(crate) left: Vec<T>,
    pub(crate) right: Vec<T>,
}

/// A move with all there is to know about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FullMoveField {
    #[serde(flatten)]
    basic: MoveField,
    /// Whether it leads to a canonical option; any other move is dominated or reversible
    sensible: bool,
    /// The position after it
    position: String,
}

/// All moves of both players, with texts of at most `max_value` characters.
///
/// # Errors
/// If a limit is reached.
pub fn all_moves(
    findings: &Findings,
    max_value: u64,
    calculation: &mut Calculation<'_>,
) -> Result<Sides<FullMoveField>, ValueError> {
    let mut fields = |player| -> Result<Vec<FullMoveField>, ValueError> {
        let after = legal_moves(&findings.position, player);
        let mut fields = Vec::new();
        for (m, LegalMove { position, .. }) in findings.moves(player).iter().zip(after) {
            let value = ValueField::new(&m.value, max_value, calculation)?;
            let basic = MoveField { mv: m.name.clone(), value, wins: m.wins };
            fields.push(FullMoveField { basic, sensible: m.sensible, position });
        }
        Ok(fields)
    };
    Ok(Sides { left: fields(Player::Left)?, right: fields(Player::Right)? })
}
