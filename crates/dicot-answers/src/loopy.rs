//! The value of a position whose play need not end, and its moves.

use dicot::rules::{Rank, Ruleset};
use dicot::{ByPlayer, LimitKind, Limits, Player, Store, ValueError};
use dicot_loopy::{LoopyOutcome, LoopyValue, PositionOutcomes, PositionValues};
use serde::Serialize;

use crate::object::{PositionObject, RulesetObject};
use crate::position::Sides;
use crate::text::letter;

/// Whether positions of the ruleset have loopy values: play need not end.
pub fn has_loopy_values(ruleset: &'static dyn RulesetObject) -> bool {
    ruleset.valued().is_none() && ruleset.spec().rank == Rank::Nothing
}

/// The value of a position whose play need not end, and its moves.
#[derive(Clone, Debug)]
pub struct LoopyFindings {
    /// The position.
    pub position: Box<dyn PositionObject>,
    /// The number of positions that it leads to, itself included.
    pub positions: usize,
    /// The value; `None` if it is too large for the limit of memory.
    pub value: Option<LoopyValue>,
    /// Who wins, for either player to start.
    pub outcome: LoopyOutcome,
    /// The stops of a stopper, where Left moves first and where Right does.
    pub stops: Option<ByPlayer<LoopyValue>>,
    /// The moves of the players, in the order of the ruleset.
    pub moves: ByPlayer<Vec<LoopyMove>>,
}

/// A move, the value after it, and who wins then.
#[derive(Clone, Debug)]
pub struct LoopyMove {
    /// The move.
    pub name: String,
    /// The value of the position after it, if values were found.
    pub value: Option<LoopyValue>,
    /// The winner after it; `None` is a draw.
    pub winner: Option<Player>,
}

impl LoopyFindings {
    /// Finds the values of a position and of all positions that it leads to, or who wins them if the memory is too small
    /// for their values. `object` is the position as an object.
    pub(crate) fn new<P: Ruleset>(
        position: &P,
        object: Box<dyn PositionObject>,
        limits: &Limits,
    ) -> Result<LoopyFindings, ValueError> {
        let limits = &limits.starting_now();
        let store = Store::new();
        let mut calculation = store.calculate(limits);
        let values = match PositionValues::of([position.clone()], &mut calculation) {
            Ok(values) => Some(values),
            Err(ValueError::Limit(LimitKind::Bytes(_)) | ValueError::Overflow) => None,
            Err(error) => return Err(error),
        };
        let outcomes = match &values {
            Some(_) => None,
            None => {
                calculation = store.calculate(limits);
                Some(PositionOutcomes::of([position.clone()], &mut calculation)?)
            }
        };
        let mut found = |position: &P| {
            let value = values.as_ref().and_then(|values| values.get(position)).cloned();
            let outcome = match &value {
                Some(value) => value.outcome(&mut calculation)?,
                None => {
                    let outcome = outcomes.as_ref().and_then(|outcomes| outcomes.get(position));
                    outcome.expect("a position that was found")
                }
            };
            Ok::<_, ValueError>((value, outcome))
        };
        let mut moves = ByPlayer { left: Vec::new(), right: Vec::new() };
        for player in Player::BOTH {
            for (mv, option) in position.moves(player).zip(position.options(player)) {
                let (value, outcome) = found(&option)?;
                let winner = ByPlayer { left: outcome.right_first, right: outcome.left_first };
                let (name, winner) = (mv.to_string(), winner[player]);
                moves[player].push(LoopyMove { name, value, winner });
            }
        }
        let (value, outcome) = found(position)?;
        let stops = match value.as_ref().filter(|value| value.is_stopper()) {
            Some(value) => Some(ByPlayer {
                left: value.stop(Player::Left, &mut calculation)?,
                right: value.stop(Player::Right, &mut calculation)?,
            }),
            None => None,
        };
        let positions = outcomes.map_or_else(|| values.map_or(0, |v| v.len()), |o| o.len());
        Ok(LoopyFindings { position: object, positions, value, outcome, stops, moves })
    }

    /// The line of `dicot value --json`, with texts of at most `max_value` characters.
    pub fn line(&self, max_value: u64) -> LoopyLine {
        let text = |value: &LoopyValue| {
            Some(value.to_string()).filter(|text| text.len() as u64 <= max_value)
        };
        let moves = |player: Player| {
            let field = |LoopyMove { name, value, winner }: &LoopyMove| LoopyMoveField {
                mv: name.clone(),
                value: value.as_ref().and_then(text),
                winner: winner.map(letter),
            };
            self.moves[player].iter().map(field).collect()
        };
        let stop = |player| text(&self.stops.as_ref()?[player]);
        let LoopyOutcome { left_first, right_first } = self.outcome;
        LoopyLine {
            position: self.position.to_string(),
            value: self.value.as_ref().and_then(text),
            outcome: self.outcome.to_string(),
            left_first: left_first.map(letter),
            right_first: right_first.map(letter),
            stopper: self.value.as_ref().map(LoopyValue::is_stopper),
            left_stop: stop(Player::Left),
            right_stop: stop(Player::Right),
            positions: self.positions,
            moves: Sides { left: moves(Player::Left), right: moves(Player::Right) },
        }
    }
}

/// The line of `dicot value --json` for a position whose play need not end. Texts that are too long are null.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyLine {
    position: String,
    /// Null also if it is too large for the limit of memory
    value: Option<String>,
    /// Who wins: `L`, `R`, `N`, `P`, `D` (a draw), `NHat`, `PHat`, `NCheck` or `PCheck`
    outcome: String,
    /// The winner if Left starts, `L` or `R`; null for a draw
    left_first: Option<&'static str>,
    /// The winner if Right starts
    right_first: Option<&'static str>,
    /// Whether the value is that of a stopper; null without a value
    stopper: Option<bool>,
    /// Null if the value is not that of a stopper
    left_stop: Option<String>,
    right_stop: Option<String>,
    /// The number of positions that the position leads to, itself included
    positions: usize,
    /// All moves
    moves: Sides<LoopyMoveField>,
}

/// A move and what it leads to.
#[derive(Clone, Debug, Serialize)]
struct LoopyMoveField {
    #[serde(rename = "move")]
    mv: String,
    value: Option<String>,
    /// The winner after the move, `L` or `R`; null for a draw
    winner: Option<&'static str>,
}
