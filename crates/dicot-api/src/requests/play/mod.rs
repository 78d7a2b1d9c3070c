//! Games: their state, moves of bots, and reviews.
//!
//! No games are stored: a client sends all moves each time, and they are replayed within the limits of the request. So a
//! page can be reloaded, go back, and be open twice.

pub mod bot;
pub mod review;
pub mod turn;

use dicot::rules::{AnyRuleset, Ruleset, Turn};
use dicot::{Limits, Player, ValueError};
use dicot_arena::matches::{Replay, ReplayError};
use dicot_rulesets::{Failure, RulesetExt};

use crate::requests::error::{ApiError, Limit};
use crate::requests::request::Side;

/// The limit of the moves of a game. Only games of Combo come near it.
pub(crate) const MAX_PLIES: usize = 2_000;

/// Defines a request about a game so far, with more fields. (`#[serde(flatten)]` would not refuse unknown fields.)
macro_rules! game_request {
    ($(#[$attribute:meta])* $name:ident { $($more:tt)* }) => {
        #[derive(Debug, serde::Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        $(#[$attribute])*
        pub struct $name {
            /// The ruleset; `konane` means whole matches, as `konane-artemis`; left out if `ruleset` is there
            #[cfg_attr(feature = "openapi", schema(example = "clobber"))]
            #[serde(default)]
            rules: String,
            /// The text of a ruleset file, whose ruleset takes the place of `rules`
            ruleset: Option<String>,
            /// The start position
            #[cfg_attr(feature = "openapi", schema(example = "xoxo/oxox"))]
            start: String,
            /// Who moved first; by default the ruleset decides
            first: Option<crate::requests::request::Side>,
            /// The moves: 2,000 at most
            #[serde(default)]
            #[cfg_attr(feature = "openapi", schema(example = json!(["a1-b1"])))]
            played: Vec<String>,
            $($more)*
        }

        impl $name {
            /// Replays the game by the rules, in this time.
            fn replay(
                &self,
                call: &mut crate::requests::request::Call<'_>,
                time: std::time::Duration,
            ) -> Result<dicot_arena::matches::Replay, crate::requests::error::ApiError> {
                let limits = call.limits(time);
                let (rulesets, rules) = call.rulesets(&self.rules, self.ruleset.as_deref())?;
                let ruleset = rulesets.find_for_match(&rules)?;
                super::replay(&ruleset, &self.start, self.first, &self.played, &limits)
            }
        }
    };
}
use game_request;

/// Replays a game by the rules.
fn replay(
    ruleset: &AnyRuleset,
    start: &str,
    first: Option<Side>,
    played: &[String],
    limits: &Limits,
) -> Result<Replay, ApiError> {
    if played.len() > MAX_PLIES {
        let error = format!("the game has {} moves, and the limit is {MAX_PLIES}", played.len());
        return Err(ApiError::limit(Limit::Size, error));
    }
    let bad_start = |failure: Failure| ApiError::input(format!("start: {}", failure.message()));
    let position = ruleset.parse(start).map_err(bad_start)?;
    let by_rules = || position.starters().first().copied().unwrap_or(Player::Left);
    let to_move = first.map_or_else(by_rules, Player::from);
    let start = Turn { position, to_move };
    Replay::from_start(start, played, limits).map_err(|error| match error {
        ReplayError::Limit(limit) => ValueError::Limit(limit).into(),
        error => ApiError::input(error),
    })
}
