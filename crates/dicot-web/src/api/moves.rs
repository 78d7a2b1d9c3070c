//! `POST /api/moves`: the legal moves of a position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use axum::Extension;
use axum::extract::State;
use dicot::board::Wide;
use dicot::rules::{self, CornerOrCentre, HugeKonane, KonaneGame, Ruleset, Short, Visitor};
use dicot::{LimitKind, Player, ValueError};
use dicot_answers::moves::{MovesLine, Played};
use dicot_answers::position::read;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Json, Side, usual_rules};
use crate::app::App;
use crate::body::JsonBody;
use crate::compute::compute;
use crate::error::{ApiError, ErrorBody, Limit};
use crate::server::Client;

/// A position whose moves are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MovesRequest {
    #[serde(default = "usual_rules")]
    rules: String,
    #[schema(example = "xox/ox.")]
    position: String,
    /// Whose turn it is
    side: Option<Side>,
    /// Moves to play first, the players taking turns
    #[serde(default)]
    played: Vec<String>,
}

/// The legal moves of a position
#[utoipa::path(
    post,
    path = "/api/moves",
    request_body = MovesRequest,
    responses((status = 200, body = MovesLine), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn moves(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    JsonBody(request): JsonBody<MovesRequest>,
) -> Result<Json, ApiError> {
    let most = app.config().most_moves;
    compute(&app, &client, app.config().value_time, move |run| {
        let (request, rules) = (&request, match_or_jumps(&request));
        let question = MovesOf { request, interrupt: run.interrupt(), most };
        rules::choose(rules, question).unwrap_or_else(|| Err(ApiError::no_ruleset(rules)))
    })
    .await
}

/// The ruleset: in Konane a full board is the beginning of a match, and any other a position of the game of jumps.
fn match_or_jumps(request: &MovesRequest) -> &str {
    let is_full = !request.position.contains('.');
    match request.rules.eq_ignore_ascii_case(HugeKonane::NAME) && is_full {
        true => KonaneGame::<CornerOrCentre, Wide>::NAME,
        false => &request.rules,
    }
}

struct MovesOf<'a> {
    request: &'a MovesRequest,
    interrupt: Arc<AtomicBool>,
    /// The most moves of a player that are listed.
    most: usize,
}

impl Visitor for MovesOf<'_> {
    type Output = Result<Json, ApiError>;

    fn short<P: Short + Ruleset>(self) -> Result<Json, ApiError> {
        self.loopy::<P>()
    }

    fn loopy<P: Ruleset>(self) -> Result<Json, ApiError> {
        let start: P = read(&self.request.position)?;
        // Each move takes no time; many of them may.
        let in_time = |_: &&str| !self.interrupt.load(Relaxed);
        let texts = self.request.played.iter().map(String::as_str).take_while(in_time);
        let played = Played::new(start, self.request.side.map(Into::into), texts, "`side`")?;
        if self.interrupt.load(Relaxed) {
            return Err(ValueError::Limit(LimitKind::Time).into());
        }
        let most = self.most;
        for player in Player::BOTH {
            if played.position.moves(player).nth(most).is_some() {
                return Err(ApiError::limit(
                    Limit::Size,
                    format_args!("{player} has more than {most} moves, and so many are listed"),
                ));
            }
        }
        Json::new(&played.line())
    }
}
