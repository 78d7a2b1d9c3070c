//! What a bot plays.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use dicot::analysis::KnownValues;
use dicot::rules::{Ruleset, Turn};
use dicot_arena::bots;
use dicot_arena::matches::Replay;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Game, Question};
use crate::api::{Json, Side};
use crate::app::App;
use crate::body::JsonBody;
use crate::compute::compute_at;
use crate::error::{ApiError, ErrorBody, Limit};
use crate::server::Client;

/// A game in which a bot is to move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BotRequest {
    // Those of `Game`: flattened, unknown fields could not be refused.
    /// The ruleset; with `konane` whole matches are meant, as `konane-artemis`
    #[schema(example = "clobber")]
    rules: String,
    /// The position at the beginning
    #[schema(example = "xoxo/oxox")]
    start: String,
    /// Who moved first; by default who usually does
    first: Option<Side>,
    /// The moves: 2,000 at most
    #[serde(default)]
    #[schema(example = json!(["a1-b1"]))]
    played: Vec<String>,
    /// One of the ruleset's bots
    #[schema(example = "strong")]
    bot: String,
    /// How long it may think
    #[schema(example = 200)]
    milliseconds: u64,
    /// Decides what it leaves to chance; by default another one each time
    seed: Option<u64>,
}

/// What a bot plays.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BotAnswer {
    #[serde(rename = "move")]
    mv: String,
    /// The position after the move
    position: String,
    /// How long it thought
    milliseconds: u64,
}

/// Asks a bot for a move.
struct Think<'a> {
    bot: &'a str,
    time: Duration,
    seed: u64,
    interrupt: Arc<AtomicBool>,
    known_values: Vec<Arc<dyn KnownValues>>,
}

impl Question for Think<'_> {
    type Answer = BotAnswer;

    fn answer<P: Ruleset>(self, replay: &Replay<P>) -> Result<BotAnswer, ApiError> {
        let started = Instant::now();
        let mut bot = bots::of::<P>(self.bot, self.seed).map_err(ApiError::input)?;
        bot.heed(self.interrupt);
        self.known_values.into_iter().for_each(|values| bot.consult(values));
        let mut before: Vec<Turn<P>> = replay.turns().collect();
        let over =
            || ApiError::input(format!("the game is over: {} has no move", replay.end().to_move));
        let Some(turn) = before.pop() else { return Err(over()) };
        bot.recall(&before);
        let mv = bot.choose(&turn, started + self.time).ok_or_else(over)?;
        let took = started.elapsed();
        let mut position = turn.position;
        position.play_unchecked(turn.to_move, mv);
        Ok(BotAnswer {
            mv: mv.to_string(),
            position: position.to_string(),
            milliseconds: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        })
    }
}

/// How much longer than it was told a bot may take, before it is interrupted.
const BOT_GRACE: Duration = Duration::from_secs(1);

/// What a bot plays where the game stands.
#[utoipa::path(
    post,
    path = "/api/bot",
    request_body = BotRequest,
    responses((status = 200, body = BotAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn bot(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    JsonBody(request): JsonBody<BotRequest>,
) -> Result<Json, ApiError> {
    let BotRequest { rules, start, first, played, bot, milliseconds, seed } = request;
    let game = Game { rules, start, first, played };
    let (time, most) = (Duration::from_millis(milliseconds), app.config().bot_time);
    if time > most {
        let error = format!("a bot may think for at most {} ms", most.as_millis());
        return Err(ApiError::limit(Limit::Time, error));
    }
    let known_values = app.config().known_values.clone();
    // What the hasher was seeded with is chance enough.
    let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let place = app.workers().place(&client)?.using_all(time, &app);
    compute_at(place, &app, time + BOT_GRACE, move |run| {
        let (interrupt, known_values) = (run.interrupt(), known_values.clone());
        let answer = game.ask(Think { bot: &bot, time, seed, interrupt, known_values })?;
        run.check()?;
        Json::new(&answer)
    })
    .await
}
