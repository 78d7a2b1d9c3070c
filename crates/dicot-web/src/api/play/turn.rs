//! Where a game stands.

use std::any::Any;

use axum::extract::State;
use dicot::board::Cell;
use dicot::rules::{
    AmazonsMove, ClobberMove, ComboMove, DomineeringMove, FissionMove, KonaneMove, Ruleset,
    ToadsAndFrogsMove,
};
use dicot_arena::matches::Replay;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Game, Question};
use crate::api::{Json, Side};
use crate::app::App;
use crate::body::JsonBody;
use crate::error::{ApiError, ErrorBody, Limit};

/// Where a game stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TurnAnswer {
    rules: &'static str,
    position: String,
    /// Whose turn it is
    side: Side,
    /// What that player can do
    moves: Vec<MoveField>,
    /// Whether that is nothing
    over: bool,
    /// Who has won, if the game is over
    winner: Option<Side>,
    /// The last move
    last: Option<MoveField>,
    /// How often this position has come, with the same player to move
    times: usize,
}

/// A move, with its cells in the order in which a hand points at them; columns and rows count from 0, from the top
/// left. In Kayles there are none.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MoveField {
    #[serde(rename = "move")]
    mv: String,
    /// The stone to move or to remove, or half of a domino
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<[u8; 2]>,
    /// Where it goes
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<[u8; 2]>,
    /// Where else something goes: the arrow of an Amazon, the other half in Fission
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<[u8; 2]>,
    /// How many stones of a stack go
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u8>,
}

impl MoveField {
    fn of<M: Any + ToString>(mv: &M) -> MoveField {
        let any: &dyn Any = mv;
        let (mut cells, mut count) = ([None; 3], None);
        if let Some(mv) = any.downcast_ref::<ClobberMove>() {
            cells = [Some(mv.from()), Some(mv.to()), None];
        } else if let Some(mv) = any.downcast_ref::<KonaneMove>() {
            cells = [Some(mv.from()), mv.to(), None];
        } else if let Some(mv) = any.downcast_ref::<ComboMove>() {
            (cells, count) = ([Some(mv.from()), Some(mv.to()), None], Some(mv.count()));
        } else if let Some(mv) = any.downcast_ref::<ToadsAndFrogsMove>() {
            cells = [Some(mv.from()), Some(mv.to()), None];
        } else if let Some(mv) = any.downcast_ref::<DomineeringMove>() {
            let [a, b] = mv.cells();
            cells = [Some(a), Some(b), None];
        } else if let Some(mv) = any.downcast_ref::<FissionMove>() {
            let [a, b] = mv.halves();
            cells = [Some(mv.from()), Some(a), Some(b)];
        } else if let Some(mv) = any.downcast_ref::<AmazonsMove>() {
            cells = [Some(mv.from()), Some(mv.to()), Some(mv.arrow())];
        }
        let [from, to, then] = cells.map(|cell| cell.map(|Cell { row, col }| [col, row]));
        MoveField { mv: mv.to_string(), from, to, then, count }
    }
}

/// Asks for the state of a game.
struct Stands {
    most_moves: usize,
}

impl Question for Stands {
    type Answer = TurnAnswer;

    fn answer<P: Ruleset>(self, replay: &Replay<P>) -> Result<TurnAnswer, ApiError> {
        let end = replay.end();
        let moves: Vec<P::Move> = end.moves().take(self.most_moves + 1).collect();
        if moves.len() > self.most_moves {
            let error = format!("the player has more than {} moves", self.most_moves);
            return Err(ApiError::limit(Limit::Size, error));
        }
        let over = moves.is_empty();
        Ok(TurnAnswer {
            rules: P::NAME,
            position: end.position.to_string(),
            side: end.to_move.into(),
            moves: moves.iter().map(MoveField::of).collect(),
            over,
            winner: over.then(|| (!end.to_move).into()),
            last: replay.moves().last().map(MoveField::of),
            times: replay.turns().filter(|turn| turn == end).count(),
        })
    }
}

/// Where a game stands: whose turn it is, and what that player can do.
#[utoipa::path(
    post,
    path = "/api/turn",
    request_body = Game,
    responses((status = 200, body = TurnAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn turn(
    State(app): State<App>,
    JsonBody(game): JsonBody<Game>,
) -> Result<Json, ApiError> {
    Json::new(&game.ask(Stands { most_moves: app.config().most_moves })?)
}
