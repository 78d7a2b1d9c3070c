//! Games: their state, moves of bots, and reviews.
//!
//! The server stores no games: a client sends all moves each time, and they are replayed, which takes less than a
//! millisecond. So a page can be reloaded, go back, and be open twice.

pub(super) mod bot;
pub(super) mod review;
pub(super) mod turn;

use axum::Router;
use axum::routing::post;
use dicot::Player;
use dicot_answers::rulesets::library;
use dicot_arena::matches::{GameRecord, Replay};

use super::Side;
use crate::error::{ApiError, Limit};
use crate::state::App;

/// The routes `/api/turn`, `/api/bot` and `/api/review`.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/turn", post(turn::turn))
        .route("/api/bot", post(bot::bot))
        .route("/api/review", post(review::review))
}

/// The limit of the moves of a game. Only games of Combo come near it.
pub(crate) const MAX_PLIES: usize = 2_000;

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        }
    }
}

/// Defines a request about a game so far, with more fields. (`#[serde(flatten)]` would not refuse unknown fields.)
macro_rules! game_request {
    ($(#[$attribute:meta])* $name:ident { $($more:tt)* }) => {
        #[derive(Debug, serde::Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        $(#[$attribute])*
        pub(crate) struct $name {
            /// The ruleset; `konane` means whole matches, as `konane-artemis`
            #[cfg_attr(test, schema(example = "clobber"))]
            rules: String,
            /// The start position
            #[cfg_attr(test, schema(example = "xoxo/oxox"))]
            start: String,
            /// Who moved first; by default the ruleset decides
            first: Option<crate::api::Side>,
            /// The moves: 2,000 at most
            #[serde(default)]
            #[cfg_attr(test, schema(example = json!(["a1-b1"])))]
            played: Vec<String>,
            $($more)*
        }
    };
}
pub(super) use game_request;

game_request! {
    /// A game so far.
    #[cfg_attr(test, schema(as = TurnRequest))]
    Game {}
}

impl Game {
    /// Replays the game by the rules.
    fn replay(&self) -> Result<Replay, ApiError> {
        let ruleset = library().find_for_match(&self.rules)?;
        if self.played.len() > MAX_PLIES {
            let moves = self.played.len();
            let error = format!("the game has {moves} moves, and the limit is {MAX_PLIES}");
            return Err(ApiError::limit(Limit::Size, error));
        }
        let first = match self.first {
            Some(side) => side.into(),
            None => {
                let start = ruleset
                    .read(&self.start)
                    .map_err(|failure| ApiError::input(format!("start: {}", failure.message())))?;
                start.starters().first().copied().unwrap_or(Player::Left)
            }
        };
        let name = ruleset.spec().name;
        let mut record = GameRecord::new(name, &self.start, self.played.clone());
        record.first = first;
        Replay::of(ruleset, &record).map_err(ApiError::input)
    }
}
