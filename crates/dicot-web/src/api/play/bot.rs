//! `POST /api/bot`: lets a bot choose a move.

use dicot::Interrupt;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use dicot::analysis::ValueSource;
use dicot::rules::Turn;
use dicot_answers::object::TurnObject;
use dicot_arena::matches::Replay;
use serde::Serialize;

use super::{Game, game_request};
use crate::api::Json;
use crate::body::Call;
use crate::compute::compute_at;
use crate::error::{ApiError, Limit};

game_request! {
    /// A game in which a bot is to move.
    BotRequest {
        /// One of the ruleset's bots
        #[cfg_attr(test, schema(example = "strong"))]
        bot: String,
        /// The time limit of the bot
        #[cfg_attr(test, schema(example = 200))]
        milliseconds: u64,
        /// The seed of its random choices; a random seed by default
        seed: Option<u64>,
    }
}

/// The move of a bot.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct BotAnswer {
    #[serde(rename = "move")]
    mv: String,
    /// The position after the move
    position: String,
    /// The time that the bot thought
    milliseconds: u64,
}

/// The move of a bot at the end of a game so far.
fn think(
    replay: &Replay,
    bot: &str,
    time: Duration,
    seed: u64,
    interrupt: Interrupt,
    known_values: &[Arc<dyn ValueSource>],
) -> Result<BotAnswer, ApiError> {
    let started = Instant::now();
    let mut bot = replay.ruleset().bot(bot).map_err(ApiError::input)?(seed);
    bot.set_interrupt(interrupt);
    known_values.iter().for_each(|values| bot.set_value_source(values.clone()));
    let mut before: Vec<TurnObject> = replay.turns().cloned().collect();
    before.pop();
    bot.set_history(&before);
    let Turn { position, to_move } = replay.end();
    let mv = bot.choose(replay.end(), started + time);
    let over = || ApiError::input(format!("the game is over: {to_move} has no move"));
    let mv = mv.ok_or_else(over)?;
    let took = started.elapsed();
    let position = position.play(*to_move, &mv)?.to_string();
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    Ok(BotAnswer { mv, position, milliseconds })
}

/// The time after its limit at which a bot is interrupted. A first choice, not compared with others.
const BOT_GRACE: Duration = Duration::from_secs(1);

/// Let a bot choose a move
pub(crate) async fn bot(call: Call<BotRequest>) -> Result<Json, ApiError> {
    let Call { app, client, body: request } = call;
    let BotRequest { rules, start, first, played, bot, milliseconds, seed } = request;
    let game = Game { rules, start, first, played };
    let (time, most) = (Duration::from_millis(milliseconds), app.config().bot_time);
    if time > most {
        let error = format!("a bot may think for at most {} ms", most.as_millis());
        return Err(ApiError::limit(Limit::Time, error));
    }
    let known_values = app.config().known_values.clone();
    // `RandomState` has random keys, so its hash of a constant is a random number.
    let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let place = app.workers().place(&client)?.using_all(time, app.workers());
    compute_at(place, app.workers(), time + BOT_GRACE, move |run| {
        let answer = think(&game.replay()?, &bot, time, seed, run.interrupt(), &known_values)?;
        run.check()?;
        Json::new(&answer)
    })
    .await
}
