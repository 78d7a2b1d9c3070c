//! What an analyzer reports of a position, without types: moves are texts.

use dicot::analysis::Report;
use dicot::rules::{AnyPosition, Ruleset, Short};
use dicot::{CanonicalForm, Outcome, Player};

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
}
