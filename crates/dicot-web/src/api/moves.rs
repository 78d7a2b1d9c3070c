//! `POST /api/moves`: the legal moves of a position.

use dicot::{LimitKind, Player, ValueError};
use dicot_answers::moves::Played;
use dicot_answers::rulesets::library;
use serde::Deserialize;

use super::{Json, Side, default_rules};
use crate::body::Call;
use crate::compute::compute;
use crate::error::{ApiError, Limit};

/// A position whose moves are wanted.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct MovesRequest {
    #[serde(default = "default_rules")]
    rules: String,
    #[cfg_attr(test, schema(example = "xox/ox."))]
    position: String,
    /// Whose turn it is
    side: Option<Side>,
    /// Moves to play first, the players taking turns
    #[serde(default)]
    played: Vec<String>,
}

/// The legal moves of a position
pub(crate) async fn moves(call: Call<MovesRequest>) -> Result<Json, ApiError> {
    let Call { app, client, body: request } = call;
    let max_moves = app.config().max_moves;
    compute(app.workers(), &client, app.config().value_time, move |run| {
        let MovesRequest { rules, position, side, played } = &request;
        let start = library().find_for_board(rules, position)?.read(position)?;
        let interrupt = run.interrupt();
        // Each move takes no time; many of them may.
        let in_time = |_: &&str| !interrupt.is_set();
        let texts = played.iter().map(String::as_str).take_while(in_time);
        let played = Played::new(start, side.map(Into::into), texts, "`side`")?;
        if interrupt.is_set() {
            return Err(ValueError::Limit(LimitKind::Time).into());
        }
        for player in Player::BOTH {
            if played.position.has_more_moves(player, max_moves) {
                return Err(ApiError::limit(
                    Limit::Size,
                    format_args!("{player} has more than {max_moves} moves, the limit of a list"),
                ));
            }
        }
        Json::new(&played.line())
    })
    .await
}
