//! Games: whose turn it is, what a bot plays, and what went wrong.
//!
//! The server holds no games: whoever plays sends all moves each time, and they are played again, which takes
//! less than a millisecond. So pages can be reloaded, go back, and be open twice.

pub(super) mod bot;
pub(super) mod review;
pub(super) mod turn;

use axum::Router;
use axum::routing::post;
use dicot::Player;
use dicot::rules::{self, CornerOrCentre, HugeKonane, KonaneGame, Ruleset, Short, Visitor};
use dicot_arena::matches::{GameRecord, Replay};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Side;
use crate::app::App;
use crate::error::{ApiError, Limit};

/// `/api/turn`, `/api/bot` and `/api/review`.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/turn", post(turn::turn))
        .route("/api/bot", post(bot::bot))
        .route("/api/review", post(review::review))
}

/// The most moves of a game. Only Combo has games that are so long.
pub(crate) const MOST_PLIES: usize = 2_000;

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        }
    }
}

/// A game so far.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = TurnRequest)]
#[serde(deny_unknown_fields)]
pub(crate) struct Game {
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
}

impl Game {
    /// The game as the rules have it.
    fn replay<P: Ruleset>(&self) -> Result<Replay<P>, ApiError> {
        if self.played.len() > MOST_PLIES {
            let moves = self.played.len();
            let error = format!("the game has {moves} moves, and the limit is {MOST_PLIES}");
            return Err(ApiError::limit(Limit::Size, error));
        }
        let first = match self.first {
            Some(side) => side.into(),
            None => {
                let start = self.start.trim().parse::<P>();
                let start = start.map_err(|error| ApiError::input(format!("start: {error}")))?;
                start.starters().first().copied().unwrap_or(Player::Left)
            }
        };
        let mut record = GameRecord::new(P::NAME, &self.start, self.played.clone());
        record.first = first;
        Replay::of(&record).map_err(ApiError::input)
    }

    /// Puts a question about the game to its ruleset.
    fn ask<Q: Question>(&self, question: Q) -> Result<Q::Answer, ApiError> {
        let name = match self.rules.as_str() {
            konane if konane.eq_ignore_ascii_case(HugeKonane::NAME) => {
                KonaneGame::<CornerOrCentre>::NAME
            }
            name => name,
        };
        let answer = rules::choose(name, Asked { game: self, question });
        answer.unwrap_or_else(|| Err(ApiError::no_ruleset(&self.rules)))
    }
}

/// What can be asked about a game under any rules.
trait Question: Sized {
    type Answer;

    fn answer<P: Ruleset>(self, replay: &Replay<P>) -> Result<Self::Answer, ApiError>;

    /// The same where positions have values.
    fn answer_short<P: Short + Ruleset>(
        self,
        replay: &Replay<P>,
    ) -> Result<Self::Answer, ApiError> {
        self.answer(replay)
    }
}

/// A question about a game, for the ruleset.
struct Asked<'a, Q> {
    game: &'a Game,
    question: Q,
}

impl<Q: Question> Visitor for Asked<'_, Q> {
    type Output = Result<Q::Answer, ApiError>;

    fn short<P: Short + Ruleset>(self) -> Self::Output {
        self.question.answer_short(&self.game.replay::<P>()?)
    }

    fn loopy<P: Ruleset>(self) -> Self::Output {
        self.question.answer(&self.game.replay::<P>()?)
    }
}
