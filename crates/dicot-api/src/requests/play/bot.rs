//! `bot`: lets a bot choose a move.

use std::time::Duration;

use dicot::Instant;
use dicot_rulesets::{AnyTurn, RulesetExt};
use serde::Serialize;

use super::game_request;
use crate::requests::error::{ApiError, Limit};
use crate::requests::request::{Answer, Call, Kind, Request};
use crate::requests::settings::Settings;

game_request! {
    /// A game in which a bot is to move.
    BotRequest {
        /// One of the ruleset's bots
        #[cfg_attr(feature = "openapi", schema(example = "strong"))]
        bot: String,
        /// The time limit of the bot
        #[cfg_attr(feature = "openapi", schema(example = 200))]
        milliseconds: u64,
        /// The seed of its random choices; a random seed by default
        seed: Option<u64>,
    }
}

/// The move of a bot.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotAnswer {
    #[serde(rename = "move")]
    mv: String,
    /// The position after the move
    position: String,
    /// The time that the bot thought
    milliseconds: u64,
}

impl Request for BotRequest {
    fn kind(&self) -> Kind {
        Kind::TakesAllTime
    }

    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        let (time, max) = (Duration::from_millis(self.milliseconds), settings.bot_time);
        if time > max {
            let error = format!("a bot may think for at most {} ms", max.as_millis());
            return Err(ApiError::limit(Limit::Time, error));
        }
        Ok(time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let time = self.time(call.settings)?;
        let (replay, started) = (self.replay(call, call.settings.value_time)?, Instant::now());
        let seed = self.seed.unwrap_or(call.seed);
        let bot = replay.ruleset().bot(&self.bot).map_err(ApiError::input)?;
        let mut bot = (bot.make)(seed);
        bot.set_interrupt(call.interrupt.clone());
        let known_values = &call.settings.known_values;
        known_values.iter().for_each(|values| bot.set_value_source(values.clone()));
        let mut before: Vec<AnyTurn> = replay.turns().cloned().collect();
        before.pop();
        bot.set_history(&before);
        let end = replay.end();
        let over = || ApiError::input(format!("the game is over: {} has no move", end.to_move));
        let mv = bot.choose(end, started + time).ok_or_else(over)?;
        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let after = end.clone().play(mv).map_err(ApiError::input)?;
        let (mv, position) = (mv.to_string(), after.position.to_string());
        let answer = Answer::new(&BotAnswer { mv, position, milliseconds })?;
        Ok(answer.cut_short(call.interrupt.is_set()))
    }
}
