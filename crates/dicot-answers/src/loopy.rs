//! The value of a position whose play need not end, and its moves.

use dicot::rules::{Rank, Ruleset};
use dicot::{ByPlayer, Limits, Player, Store, ValueError};
use dicot_loopy::{LoopyOutcome, LoopyValue, PositionValues};
use serde::Serialize;

use crate::object::{PositionObject, RulesetObject};
use crate::position::Sides;

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
    /// The value.
    pub value: LoopyValue,
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
    /// The value of the position after it.
    pub value: LoopyValue,
    /// The winner after it; `None` is a draw.
    pub winner: Option<Player>,
}

impl LoopyFindings {
    /// Finds the values of a position and of all positions that it leads to. `object` is the position as an object.
    pub(crate) fn new<P: Ruleset>(
        position: &P,
        object: Box<dyn PositionObject>,
        limits: &Limits,
    ) -> Result<LoopyFindings, ValueError> {
        let store = Store::new();
        let calculation = &mut store.calculate(limits);
        let values = PositionValues::of([position.clone()], calculation)?;
        let value_of =
            |position: &P| values.get(position).cloned().expect("a position that was found");
        let mut moves = ByPlayer { left: Vec::new(), right: Vec::new() };
        for player in Player::BOTH {
            for (mv, option) in position.moves(player).zip(position.options(player)) {
                let value = value_of(&option);
                let outcome = value.outcome(calculation)?;
                let winner = ByPlayer { left: outcome.right_first, right: outcome.left_first };
                moves[player].push(LoopyMove {
                    name: mv.to_string(),
                    value,
                    winner: winner[player],
                });
            }
        }
        let value = value_of(position);
        let stops = match value.is_stopper() {
            true => Some(ByPlayer {
                left: value.stop(Player::Left, calculation)?,
                right: value.stop(Player::Right, calculation)?,
            }),
            false => None,
        };
        let outcome = value.outcome(calculation)?;
        Ok(LoopyFindings {
            position: object,
            positions: values.len(),
            value,
            outcome,
            stops,
            moves,
        })
    }

    /// The line of `dicot value --json`, with texts of at most `max_value` characters.
    pub fn line(&self, max_value: u64) -> LoopyLine {
        let text = |value: &LoopyValue| {
            Some(value.to_string()).filter(|text| text.len() as u64 <= max_value)
        };
        let moves = |player: Player| {
            let field = |LoopyMove { name, value, winner }: &LoopyMove| LoopyMoveField {
                mv: name.clone(),
                value: text(value),
                winner: winner.map(letter),
            };
            self.moves[player].iter().map(field).collect()
        };
        let stop = |player| text(&self.stops.as_ref()?[player]);
        let LoopyOutcome { left_first, right_first } = self.outcome;
        LoopyLine {
            position: self.position.to_string(),
            value: text(&self.value),
            outcome: self.outcome.to_string(),
            left_first: left_first.map(letter),
            right_first: right_first.map(letter),
            stopper: self.stops.is_some(),
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
    value: Option<String>,
    /// Who wins: `L`, `R`, `N`, `P`, `D` (a draw), `NHat`, `PHat`, `NCheck` or `PCheck`
    outcome: String,
    /// The winner if Left starts, `L` or `R`; null for a draw
    left_first: Option<&'static str>,
    /// The winner if Right starts
    right_first: Option<&'static str>,
    /// Whether the value is that of a stopper
    stopper: bool,
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

/// The letter of a player, as in outcomes.
fn letter(player: Player) -> &'static str {
    match player {
        Player::Left => "L",
        Player::Right => "R",
    }
}
