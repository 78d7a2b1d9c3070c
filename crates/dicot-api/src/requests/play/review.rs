//! `review`: who should have won a game, and by which move it was lost.

use std::time::Duration;

use dicot::{LimitKind, Player, ValueError};
use dicot_arena::matches::{Replay, Review};
use serde::Serialize;

use super::game_request;
use crate::requests::error::ApiError;
use crate::requests::request::{Answer, Call, Request, Side};
use crate::requests::settings::Settings;

game_request! {
    /// A game to be reviewed.
    ReviewRequest {
        /// The winner, if the game did not end by the rules but, for example, on time
        winner: Option<Side>,
        /// The time limit of the solver
        seconds: Option<f64>,
    }
}

/// Who should have won a game, and the moves that gave it away.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewAnswer {
    rules: String,
    /// Who wins with best play, at the start and after each move: `left`, `right` or `draw`; null for positions that are not
    /// decided
    winners: Vec<Option<Best>>,
    /// The number of moves before the first decided position
    undecided: usize,
    /// The moves that gave a won game or a draw away
    mistakes: Vec<MistakeField>,
    /// The move with which the loser lost the game, from 1
    lost_at: Option<usize>,
    /// Why the solver did not decide every position
    reason: Option<String>,
}

/// The result of best play.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Best {
    /// Left wins
    Left,
    /// Right wins
    Right,
    /// Nobody can force a win
    Draw,
}

/// A move that gave a won game or a draw away.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MistakeField {
    /// The number of the move, from 1
    ply: usize,
    /// The player who made the move
    side: Side,
    #[serde(rename = "move")]
    mv: String,
    /// Moves that win instead, or keep the draw: at most one, empty if the time limit was reached first
    better: Vec<String>,
    /// The answer of the opponent that wins, or keeps the draw; null if the time limit was reached first
    answer: Option<String>,
}

impl ReviewAnswer {
    /// Creates the answer for a game, with the winner if the game did not end by the rules.
    fn new(replay: &Replay, review: &Review, winner: Option<Player>) -> ReviewAnswer {
        let winner = winner.or_else(|| replay.winner());
        let mistakes = review.mistakes.iter().map(|mistake| MistakeField {
            ply: mistake.ply,
            side: mistake.player.into(),
            mv: mistake.mv.to_string(),
            better: mistake.better.iter().map(ToString::to_string).collect(),
            answer: mistake.answer.map(|answer| answer.to_string()),
        });
        let best = |(winner, &draw): (&Option<Player>, &bool)| match winner {
            Some(Player::Left) => Some(Best::Left),
            Some(Player::Right) => Some(Best::Right),
            None => draw.then_some(Best::Draw),
        };
        ReviewAnswer {
            rules: replay.ruleset().spec().name.clone(),
            winners: review.winners.iter().zip(&review.draws).map(best).collect(),
            undecided: review.undecided(),
            mistakes: mistakes.collect(),
            lost_at: winner.and_then(|winner| Some(review.losing_mistake(winner)?.ply)),
            reason: review.limit.map(|limit| match limit {
                // The deadline has passed, or the client has disconnected and nothing is sent.
                ValueError::Limit(LimitKind::Interrupted) => LimitKind::Time.to_string(),
                limit => limit.to_string(),
            }),
        }
    }
}

impl Request for ReviewRequest {
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        settings.time(self.seconds, settings.solve_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let settings = call.settings;
        let replay = self.replay(call, self.time(settings)?)?;
        let mut solver = settings.solver(self.time(settings)?, &call.interrupt);
        let review = Review::of(&replay, &mut solver).ok_or_else(|| {
            let rules = &replay.ruleset().spec().name;
            ApiError::input(format!("games of {rules} cannot be reviewed: no solver knows them"))
        })?;
        let review = ReviewAnswer::new(&replay, &review, self.winner.map(Player::from));
        Ok(Answer::new(&review)?.cut_short(review.reason.is_some()))
    }
}
