//! The value of a position, and its moves.

use dicot::analysis::Report;
use dicot::rules::{AnyPosition, Ruleset, Short};
use dicot::{Calculation, CanonicalForm, Limits, Outcome, Player, ValueError};
use serde::Serialize;

use crate::facts::{FactFields, Facts};
use crate::legal_moves::{LegalMove, legal_moves};
use crate::text::ValueField;

/// The value of a position of any ruleset, its components and its moves.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The position.
    pub position: AnyPosition,
    /// The components that are not trivially 0, with their values.
    pub components: Vec<(String, CanonicalForm)>,
    /// The canonical form of the position.
    pub value: CanonicalForm,
    /// Who wins, for either player to start.
    pub outcome: Outcome,
    left: Vec<Move>,
    right: Vec<Move>,
}

/// A move, the value after it, and whether it is good.
#[derive(Clone, Debug)]
pub struct Move {
    /// The move.
    pub name: String,
    /// The value of the position after it.
    pub value: CanonicalForm,
    /// Whether the player wins with it.
    pub wins: bool,
    /// Whether it leads to a canonical option.
    pub sensible: bool,
}

impl Findings {
    /// The findings of a report about the position.
    pub(crate) fn new<P: Short + Ruleset>(position: AnyPosition, report: Report<P>) -> Findings {
        let [left, right] = Player::BOTH.map(|player| {
            let moves = report.moves[player].iter();
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
            position,
            components: components.collect(),
            value: report.value,
            outcome: report.outcome,
            left,
            right,
        }
    }

    /// All moves of a player, in the order of the ruleset.
    pub fn moves(&self, player: Player) -> &[Move] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The values that a player's moves leave, each once: the options that the value is simplified from.
    pub fn option_values(&self, player: Player) -> Vec<CanonicalForm> {
        let mut options: Vec<CanonicalForm> = Vec::new();
        for m in self.moves(player) {
            if !options.contains(&m.value) {
                options.push(m.value.clone());
            }
        }
        options
    }

    /// The first moves of a player that leave a value, as an explanation adds them to an option: ` (by a1-b1)`.
    /// Empty if no move does.
    pub fn moves_to(&self, player: Player, value: &CanonicalForm) -> String {
        /// Enough to find the others on the board.
        const MAX_MOVES: usize = 3;
        let moves = self.moves(player).iter().filter(|m| m.value == *value);
        let mut names: Vec<&str> = moves.map(|m| m.name.as_str()).take(MAX_MOVES + 1).collect();
        match names.len() {
            0 => return String::new(),
            1..=MAX_MOVES => {}
            _ => names[MAX_MOVES] = "...",
        }
        format!(" (by {})", names.join(", "))
    }

    /// The line of `dicot value --json`, with texts of at most `max_value` characters.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn line(&self, max_value: u64, limits: &Limits) -> Result<PositionLine, ValueError> {
        let mut calculation = self.value.store().calculate(limits);
        let mut field = |value: &CanonicalForm| ValueField::new(value, max_value, &mut calculation);
        let value = field(&self.value)?;
        let mut components = Vec::new();
        for (position, value) in &self.components {
            let (position, value) = (position.clone(), field(value)?);
            components.push(ComponentField { position, value, cells: None });
        }
        let mut moves = |player| -> Result<Vec<MoveField>, ValueError> {
            let mut fields = Vec::new();
            for m in self.moves(player).iter().filter(|m| m.sensible) {
                let (mv, value) = (m.name.clone(), field(&m.value)?);
                fields.push(MoveField { mv, value, wins: m.wins });
            }
            Ok(fields)
        };
        let moves = Sides { left: moves(Player::Left)?, right: moves(Player::Right)? };
        let winning =
            |player| self.moves(player).iter().filter(|m| m.wins).map(|m| m.name.clone()).collect();
        let facts = Facts::new(&self.value, &mut calculation)?;
        Ok(PositionLine {
            position: self.position.to_string(),
            value,
            facts: facts.fields(max_value, &mut calculation)?,
            components,
            moves,
            winning_moves: Sides { left: winning(Player::Left), right: winning(Player::Right) },
        })
    }

    /// All moves of both players, with texts of at most `max_value` characters.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn all_moves(
        &self,
        max_value: u64,
        calculation: &mut Calculation<'_>,
    ) -> Result<Sides<FullMoveField>, ValueError> {
        let mut fields = |player| -> Result<Vec<FullMoveField>, ValueError> {
            let after = legal_moves(&self.position, player);
            let mut fields = Vec::new();
            for (m, LegalMove { position, .. }) in self.moves(player).iter().zip(after) {
                let value = ValueField::new(&m.value, max_value, calculation)?;
                let basic = MoveField { mv: m.name.clone(), value, wins: m.wins };
                fields.push(FullMoveField { basic, sensible: m.sensible, position });
            }
            Ok(fields)
        };
        Ok(Sides { left: fields(Player::Left)?, right: fields(Player::Right)? })
    }
}

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
