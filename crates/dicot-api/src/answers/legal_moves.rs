//! Moves, and where they lead.

use dicot::Player;
use dicot::rules::{AnyPosition, Position};
use serde::Serialize;

/// A move, and where it leads.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it.
    pub position: String,
}

/// The moves of a player in the order of the ruleset, each with the position after it.
pub fn legal_moves(position: &AnyPosition, player: Player) -> Vec<LegalMove> {
    let moves = position.moves(player).zip(position.options(player));
    moves
        .map(|(mv, option)| LegalMove { mv: mv.to_string(), position: option.to_string() })
        .collect()
}
