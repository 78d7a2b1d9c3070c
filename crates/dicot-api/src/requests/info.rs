//! `rulesets`, `operations` and `limits`, which have no body, and `start`: the positions that matches start from.

use std::collections::BTreeMap;
use std::time::Duration;

use dicot::rules;
use dicot::rules::AnyRuleset;
use dicot_rulesets::{DEFAULT_RULES, RulesetExt, library, sum_of_games};
use serde::{Deserialize, Serialize};

use crate::answers::rulesets::RulesetLine;
use crate::requests::error::ApiError;
use crate::requests::play::MAX_PLIES;
use crate::requests::request::{Answer, Call, Request, default_rules};
use crate::requests::settings::Settings;

/// The limits of requests.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LimitsAnswer {
    /// The default time limit of a value
    value_seconds: f64,
    /// The default time limit of a search
    solve_seconds: f64,
    /// The longest time limit that a request may set
    most_seconds: f64,
    /// The longest time that a request may give a bot for a move
    bot_seconds: f64,
    value_bytes: usize,
    value_positions: usize,
    solve_bytes: usize,
    /// The maximum number of stones of a component of Clobber whose value is computed, unless it is a single row
    max_cells_value: u32,
    /// The same for all rulesets that have such a limit: stones in Clobber, and in other games moves of both players
    max_size_value: BTreeMap<&'static str, u32>,
    /// The longest value that a request may ask for, in characters
    max_value: u64,
    /// The limit of the moves listed for a player
    max_moves: usize,
    /// The limit of the terms of a sum
    max_parts: usize,
    /// The limit of the moves of a game
    max_plies: usize,
    /// The memory that each session keeps between requests
    session_bytes: usize,
}

/// All limits of requests.
pub fn limits(settings: &Settings) -> LimitsAnswer {
    let sizes = rules::rulesets().filter_map(|spec| Some((spec.name, spec.max_size?)));
    LimitsAnswer {
        value_seconds: settings.value_time.as_secs_f64(),
        solve_seconds: settings.solve_time.as_secs_f64(),
        most_seconds: settings.max_time.as_secs_f64(),
        bot_seconds: settings.bot_time.as_secs_f64(),
        value_bytes: settings.value_bytes,
        value_positions: settings.value_positions,
        solve_bytes: settings.solve_bytes,
        max_cells_value: rules::spec(DEFAULT_RULES)
            .and_then(|spec| spec.max_size)
            .unwrap_or(u32::MAX),
        max_size_value: sizes.collect(),
        max_value: settings.max_value,
        max_moves: settings.max_moves,
        max_parts: settings.max_parts,
        max_plies: MAX_PLIES,
        session_bytes: settings.session_bytes,
    }
}

/// A ruleset: the line of `dicot value --list --json`, with its bots and whether it has a start position.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesetAnswer {
    #[serde(flatten)]
    line: RulesetLine,
    /// The names of its bots, the weakest first
    bots: Vec<&'static str>,
    /// The strength of each bot, in words
    bot_titles: Vec<&'static str>,
    /// Whether matches have a usual start position
    starts: bool,
}

/// All rulesets, and that of their sums.
pub fn rulesets(settings: &Settings) -> Vec<RulesetAnswer> {
    let all = settings.rulesets.iter().chain(library().iter());
    all.chain([&sum_of_games()]).map(RulesetAnswer::new).collect()
}

impl RulesetAnswer {
    fn new(ruleset: &AnyRuleset) -> RulesetAnswer {
        let mut sizes = ruleset.spec().sizes.iter();
        let bots = ruleset.bots();
        RulesetAnswer {
            line: RulesetLine::new(ruleset),
            bots: bots.iter().map(|bot| bot.name).collect(),
            bot_titles: bots.iter().map(|bot| bot.title).collect(),
            starts: sizes.any(|&(width, height)| ruleset.start_position(width, height).is_some()),
        }
    }
}

/// A ruleset as the text of a file. The answer is its line of `rulesets`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesetRequest {
    /// The text, whose tests are run
    #[cfg_attr(
        feature = "openapi",
        schema(example = "game pennies\nletter x left\nletter . empty\nleft east: x -> .")
    )]
    ruleset: String,
}

impl Request for RulesetRequest {
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        Ok(settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        Answer::new(&RulesetAnswer::new(&call.ruleset(&self.ruleset, true)?))
    }
}

/// An operation of the notation: what the interactive help of `dicot repl` says of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OperationAnswer {
    name: &'static str,
    aliases: &'static [&'static str],
    /// The usual notation
    usage: String,
    /// A summary of the result, in one line
    summary: &'static str,
    /// The source: book and chapter, or paper
    source: &'static str,
    /// An expression
    example: &'static str,
    /// The value of that expression
    result: &'static str,
}

/// All operations that expressions can use, and what they mean.
pub fn operations() -> Vec<OperationAnswer> {
    let all = dicot_calc::operations().iter().map(|operation| OperationAnswer {
        name: operation.name(),
        aliases: operation.aliases(),
        usage: operation.usage(),
        summary: operation.summary(),
        source: operation.source(),
        example: operation.example().0,
        result: operation.example().1,
    });
    all.collect()
}

/// The board of a match.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StartRequest {
    #[serde(default = "default_rules")]
    rules: String,
    /// The text of a ruleset file, whose ruleset takes the place of `rules`
    ruleset: Option<String>,
    #[cfg_attr(feature = "openapi", schema(example = 8))]
    width: u8,
    #[cfg_attr(feature = "openapi", schema(example = 8))]
    height: u8,
}

/// The position that matches start from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StartAnswer {
    position: String,
}

impl Request for StartRequest {
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        Ok(settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let StartRequest { ref rules, ref ruleset, width, height } = *self;
        let (rulesets, rules) = call.rulesets(rules, ruleset.as_deref())?;
        let ruleset = rulesets.find(&rules)?;
        let position = ruleset.start_position(width, height).ok_or_else(|| {
            ApiError::input(format_args!("{rules} has no usual start position on {width}x{height}"))
        })?;
        Answer::new(&StartAnswer { position: position.to_string() })
    }
}
