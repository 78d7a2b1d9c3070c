//! `moves`: the legal moves of a position.

use std::time::Duration;

use dicot::{LimitKind, Player, ValueError};
use dicot_answers::moves::Played;
use serde::Deserialize;

use crate::error::{ApiError, Limit};
use crate::request::{Answer, Call, Kind, Request, Side, default_rules};
use crate::settings::Settings;

/// A position whose moves are wanted.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MovesRequest {
    #[serde(default = "default_rules")]
    rules: String,
    /// The text of a ruleset file, whose ruleset takes the place of `rules`
    ruleset: Option<String>,
    #[cfg_attr(feature = "openapi", schema(example = "xox/ox."))]
    position: String,
    /// Whose turn it is
    side: Option<Side>,
    /// Moves to play first, the players taking turns
    #[serde(default)]
    played: Vec<String>,
}

impl Request for MovesRequest {
    fn kind(&self) -> Kind {
        Kind::Computation
    }

    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        Ok(settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let (position, max_moves) = (&self.position, call.settings.max_moves);
        let (rulesets, rules) = call.rulesets(&self.rules, self.ruleset.as_deref())?;
        let start = rulesets.find_for_board(rules, position)?.read(position)?;
        // Each move takes no time; many of them may.
        let in_time = |_: &&str| !call.interrupt.is_set();
        let texts = self.played.iter().map(String::as_str).take_while(in_time);
        let played = Played::new(start, self.side.map(Into::into), texts, "`side`")?;
        if call.interrupt.is_set() {
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
        Answer::new(&played.line())
    }
}
