//! `moves`: the legal moves of a position.

use std::time::Duration;

use dicot::rules::Position;
use dicot::{Player, ValueError};
use dicot_rulesets::RulesetExt;
use serde::Deserialize;

use crate::answers::moves::Played;
use crate::requests::error::{ApiError, Limit};
use crate::requests::request::{Answer, Call, Request, Side, default_rules};
use crate::requests::settings::Settings;

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

/// The limit of the texts of the positions after the moves of a player, in bytes: those of 10,000 moves on the largest
/// board take 4 MB, and those of the 2,016 moves on a graph of 64 vertices, all of them joined, 33 MB.
const MAX_LIST_BYTES: usize = 16 << 20;

impl Request for MovesRequest {
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        Ok(settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let (position, max_moves) = (&self.position, call.settings.max_moves);
        let limits = call.limits(self.time(call.settings)?);
        let (rulesets, rules) = call.rulesets(&self.rules, self.ruleset.as_deref())?;
        let start = rulesets.find_for_board(&rules, position)?.parse(position)?;
        let in_time = |_: &&str| limits.check().is_ok();
        let texts = self.played.iter().map(String::as_str).take_while(in_time);
        let played = Played::new(start, self.side.map(Into::into), texts, "`side`")?;
        limits.check().map_err(ValueError::Limit)?;
        // Each move is listed with the position after it.
        let max_moves = max_moves.min(MAX_LIST_BYTES / played.position.to_string().len().max(1));
        for player in Player::BOTH {
            if played.position.move_count(player) > max_moves as u64 {
                return Err(ApiError::limit(
                    Limit::Size,
                    format_args!(
                        "{player} has more than {max_moves} moves, the limit of a list for positions of this size"
                    ),
                ));
            }
        }
        Answer::new(&played.line())
    }
}
