//! What a request is, and what it is answered with.

use std::fmt::Debug;
use std::time::Duration;

use dicot::rules::AnyRuleset;
use dicot::{Interrupt, Limits, Player};
use dicot_rulesets::{DEFAULT_RULES, Rulesets, library, rule_file};
use serde::{Deserialize, Serialize};

use crate::Session;
use crate::requests::error::ApiError;
use crate::requests::settings::Settings;

/// A request that was read.
pub trait Request: Debug + Send {
    /// What it takes to answer it. Provided: a computation.
    fn kind(&self) -> Kind {
        Kind::Computation
    }

    /// The time limit.
    ///
    /// # Errors
    /// If the request sets one that is not valid.
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError>;

    /// The answer. A request may be answered more than once.
    ///
    /// # Errors
    /// If the request is not valid, or a limit is reached.
    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError>;
}

/// What it takes to answer a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A computation.
    Computation,
    /// A computation in the memory of a session.
    InSession,
    /// A computation that takes all of its time, as a bot does.
    TakesAllTime,
}

/// What a request is answered with.
#[derive(Debug)]
pub struct Call<'a> {
    /// The limits.
    pub settings: &'a Settings,
    /// The memory of the session, used by requests of [`Kind::InSession`].
    pub session: &'a mut Session,
    /// Ends the computation.
    pub interrupt: Interrupt,
    /// The seed of random choices, if the request has none.
    pub seed: u64,
}

impl Call<'_> {
    /// The limits of a computation with values that starts now.
    pub(crate) fn limits(&self, time: Duration) -> Limits {
        self.settings.value_limits(time, &self.interrupt)
    }

    /// The rulesets that a request may name, and the name of its own. `text` is that of a file, which takes the place of
    /// `rules`.
    pub(crate) fn rulesets(
        &self,
        rules: &str,
        text: Option<&str>,
    ) -> Result<(Rulesets, String), ApiError> {
        let mut rulesets = library().clone();
        let Some(text) = text else { return Ok((rulesets, rules.to_owned())) };
        let ruleset = self.ruleset(text, false)?;
        let name = ruleset.spec().name.clone();
        rulesets.add(ruleset);
        Ok((rulesets, name))
    }

    /// The ruleset of a text like that of a file.
    pub(crate) fn ruleset(&self, text: &str, tests: bool) -> Result<AnyRuleset, ApiError> {
        let limits = self.limits(self.settings.value_time);
        Ok(rule_file::of_others(text, tests, &limits)?)
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer in JSON.
    pub json: String,
    /// Whether the interrupt or a limit cut the computation short.
    pub is_cut_short: bool,
}

impl Answer {
    pub(crate) fn new(answer: &impl Serialize) -> Result<Answer, ApiError> {
        let json = serde_json::to_string(answer)
            .map_err(|error| ApiError::internal(format_args!("the answer is not JSON: {error}")))?;
        Ok(Answer { json, is_cut_short: false })
    }

    /// The same answer, with whether it was cut short.
    pub(crate) fn cut_short(self, is_cut_short: bool) -> Answer {
        Answer { is_cut_short, ..self }
    }
}

/// The ruleset of requests that do not name one.
pub(crate) fn default_rules() -> String {
    DEFAULT_RULES.to_owned()
}

/// A player in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black, who moves first unless the request or the position says otherwise
    Left,
    /// White
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        }
    }
}
