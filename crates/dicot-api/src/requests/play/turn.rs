//! `turn`: the state of a game.

use std::time::Duration;

use dicot::board::Cell;
use dicot::rules::{AnyMove, Position, Turn};
use dicot_arena::matches::Replay;
use serde::Serialize;

use super::game_request;
use crate::requests::error::{ApiError, Limit};
use crate::requests::request::{Answer, Call, Request, Side};
use crate::requests::settings::Settings;

game_request! {
    /// A game so far.
    TurnRequest {}
}

/// The state of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnAnswer {
    rules: String,
    position: String,
    /// Whose turn it is
    side: Side,
    /// The legal moves of that player
    moves: Vec<MoveField>,
    /// Whether the game is over: there are no legal moves
    over: bool,
    /// The winner, if the game is over
    winner: Option<Side>,
    /// The last move
    last: Option<MoveField>,
    /// The number of times that this position has occurred, with the same player to move
    times: usize,
}

/// A move with its cells, in the order in which a player points at them; columns and rows count from 0 at the top
/// left. Moves of Kayles have no cells.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveField {
    #[serde(rename = "move")]
    mv: String,
    /// The stone to move or to remove, or half of a domino
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<[u8; 2]>,
    /// The target of the stone, or the other half of the domino
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<[u8; 2]>,
    /// A second target: the arrow of an amazon, the other half in Fission
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<[u8; 2]>,
    /// The number of stones of a stack that move
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u8>,
}

impl From<AnyMove> for MoveField {
    fn from(mv: AnyMove) -> MoveField {
        let [from, to, then] = mv.cells().map(|cell| cell.map(|Cell { row, col }| [col, row]));
        MoveField { mv: mv.to_string(), from, to, then, count: mv.count() }
    }
}

impl TurnAnswer {
    /// The answer for a game in which the player has at most `max_moves` moves.
    fn new(replay: &Replay, max_moves: usize) -> Result<TurnAnswer, ApiError> {
        let Turn { position, to_move } = replay.end();
        if position.move_count(*to_move) > max_moves as u64 {
            let error = format!("the player has more than {max_moves} moves");
            return Err(ApiError::limit(Limit::Size, error));
        }
        let moves: Vec<MoveField> = position.moves(*to_move).map(MoveField::from).collect();
        Ok(TurnAnswer {
            rules: replay.ruleset().spec().name.clone(),
            position: position.to_string(),
            side: (*to_move).into(),
            moves,
            over: replay.is_over(),
            winner: replay.winner().map(Side::from),
            last: replay.moves().last().map(|mv| MoveField::from(*mv)),
            times: times(replay),
        })
    }
}

/// The number of turns that are as the last one.
fn times(replay: &Replay) -> usize {
    replay.turns().filter(|&turn| turn == replay.end()).count()
}

impl Request for TurnRequest {
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        Ok(settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        Answer::new(&TurnAnswer::new(
            &self.replay(call, call.settings.value_time)?,
            call.settings.max_moves,
        )?)
    }
}
