//! Who should have won a game, and with which move it was lost.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use dicot::analysis::KnownValues;
use dicot::rules::{Ruleset, Short};
use dicot::search::{Solver, SolverLimits};
use dicot::{LimitKind, Player, ValueError};
use dicot_arena::matches::{Replay, Review};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Game, Question};
use crate::api::{Json, Side, time};
use crate::app::App;
use crate::body::JsonBody;
use crate::compute::compute;
use crate::error::{ApiError, ErrorBody};
use crate::server::Client;

/// A game to be reviewed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
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
    /// Who won, if not by the rules: by time, say
    winner: Option<Side>,
    /// How long the solver may take
    seconds: Option<f64>,
}

/// Who should have won a game, and who gave it away.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewAnswer {
    rules: &'static str,
    /// Who wins with best play, at the start and after each move; null where the solver did not get to
    winners: Vec<Option<Side>>,
    /// The moves before the first position that is decided
    undecided: usize,
    /// The moves that gave a won game away
    mistakes: Vec<MistakeField>,
    /// The move with which the loser lost the game, from 1
    lost_at: Option<usize>,
    /// Why the solver did not decide every position
    reason: Option<String>,
}

/// A move that gave a won game away.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MistakeField {
    /// Which move, from 1
    ply: usize,
    /// Who made it
    side: Side,
    #[serde(rename = "move")]
    mv: String,
    /// Moves that win instead: one, if there was time to find it
    better: Vec<String>,
}

/// Asks who should have won.
struct Judge {
    winner: Option<Player>,
    limits: SolverLimits,
    known_values: Vec<Arc<dyn KnownValues>>,
}

impl Judge {
    fn solver(&self) -> Solver {
        let solver = Solver::new().with_limits(self.limits.clone());
        self.known_values.iter().cloned().fold(solver, Solver::with_known_values)
    }

    fn line<P: Ruleset>(&self, replay: &Replay<P>, review: &Review<P::Move>) -> ReviewAnswer {
        let by_rules = || replay.is_over().then(|| !replay.end().to_move);
        let winner = self.winner.or_else(by_rules);
        // Who gives up a won game has not lost it with a move.
        let loser = winner.filter(|_| review.winners.last() == Some(&winner)).map(|winner| !winner);
        let mistakes = review.mistakes.iter().map(|mistake| MistakeField {
            ply: mistake.ply,
            side: mistake.player.into(),
            mv: mistake.mv.to_string(),
            better: mistake.better.iter().map(ToString::to_string).collect(),
        });
        ReviewAnswer {
            rules: P::NAME,
            winners: review.winners.iter().map(|winner| winner.map(Side::from)).collect(),
            undecided: review.undecided(),
            mistakes: mistakes.collect(),
            lost_at: loser.and_then(|loser| Some(review.last_mistake(loser)?.ply)),
            reason: review.limit.map(|limit| match limit {
                // Who interrupts is the clock, or else nobody is there to be told.
                ValueError::Limit(LimitKind::Interrupted) => LimitKind::Time.to_string(),
                limit => limit.to_string(),
            }),
        }
    }
}

impl Question for Judge {
    type Answer = ReviewAnswer;

    fn answer<P: Ruleset>(self, replay: &Replay<P>) -> Result<ReviewAnswer, ApiError> {
        let mut solver = self.solver();
        match Review::of_match(replay, &mut solver) {
            Some(review) => Ok(self.line(replay, &review)),
            None => Err(ApiError::input(format!(
                "games of {} cannot be reviewed: play need not end",
                P::NAME
            ))),
        }
    }

    fn answer_short<P: Short + Ruleset>(
        self,
        replay: &Replay<P>,
    ) -> Result<ReviewAnswer, ApiError> {
        let mut solver = self.solver();
        let review = Review::of_short(replay, &mut solver);
        Ok(self.line(replay, &review))
    }
}

/// Who should have won a game, and with which move it was lost.
#[utoipa::path(
    post,
    path = "/api/review",
    request_body = ReviewRequest,
    responses((status = 200, body = ReviewAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn review(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    JsonBody(request): JsonBody<ReviewRequest>,
) -> Result<Json, ApiError> {
    let ReviewRequest { rules, start, first, played, winner, seconds } = request;
    let game = Game { rules, start, first, played };
    let config = app.config();
    let time = time(seconds, config.solve_time, config)?;
    let (bytes, known_values) = (config.solve_bytes, config.known_values.clone());
    compute(&app, &client, time, move |run| {
        let mut limits = SolverLimits::default();
        (limits.bytes, limits.time) = (bytes, Some(time));
        limits.interrupt = Some(run.interrupt());
        let (winner, known_values) = (winner.map(Player::from), known_values.clone());
        let review = game.ask(Judge { winner, limits, known_values })?;
        // As in a search, see `solve`.
        if review.reason.is_some() {
            run.check()?;
        }
        Json::new(&review)
    })
    .await
}
