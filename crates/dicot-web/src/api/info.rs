//! Information about the server: rulesets, the positions that matches start from, and limits.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use dicot::rules;
use dicot_answers::object::RulesetObject;
use dicot_answers::rulesets::{RulesetLine, library};
use serde::{Deserialize, Serialize};

use super::play::MAX_PLIES;
use super::{Json, default_rules};
use crate::body::JsonBody;
use crate::error::ApiError;
use crate::state::App;

/// All limits of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct LimitsAnswer {
    /// The limit of a request body in bytes
    body_bytes: usize,
    /// The maximum time for the body of a request to arrive
    body_seconds: f64,
    /// The maximum time for the head of a request to arrive, and the maximum time that a connection is idle
    head_seconds: f64,
    /// The maximum time that a client does not read while an answer waits to be sent
    write_seconds: f64,
    /// The maximum time that a request waits for a worker, or for its session
    wait_seconds: f64,
    /// The limit of the bytes of all answers above 64 KiB that clients have not read yet
    answer_bytes: usize,
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
    sessions: usize,
    session_bytes: usize,
    session_idle_seconds: f64,
    /// The limit of open connections, including Combo's WebSockets
    connections: usize,
    /// The limit of open connections from one address
    per_address: usize,
    /// The maximum number of computations at a time; one more runs for at most `short_seconds`
    concurrent: usize,
    /// The maximum number of computations at a time for one address
    concurrent_per_address: usize,
    /// The time slice of a request that finds no free worker; if it does not suffice, the request starts again when one is free
    short_seconds: f64,
    /// The maximum number of requests that wait for a worker
    waiting: usize,
    /// The limit of open WebSockets of Combo
    tables: u16,
    /// The limit of open WebSockets of Combo from one address
    tables_per_address: u16,
    /// The longest time that white's bot thinks about a move in Combo
    combo_seconds: f64,
    /// The time after which a silent WebSocket is sent a ping, and after the ping the time after which it is closed
    ping_seconds: f64,
    /// The time without a move after which a WebSocket is closed
    table_idle_seconds: f64,
}

/// All limits
pub(crate) async fn limits(State(app): State<App>) -> Result<Json, ApiError> {
    let config = app.config();
    let seconds = |time: Duration| time.as_secs_f64();
    let sizes = rules::rulesets().filter_map(|spec| Some((spec.name, spec.max_size?)));
    Json::new(&LimitsAnswer {
        body_bytes: config.body_bytes,
        body_seconds: seconds(config.body_time),
        head_seconds: seconds(config.head_time),
        write_seconds: seconds(config.write_time),
        wait_seconds: seconds(config.wait_time),
        answer_bytes: config.answer_bytes,
        value_seconds: seconds(config.value_time),
        solve_seconds: seconds(config.solve_time),
        most_seconds: seconds(config.max_time),
        bot_seconds: seconds(config.bot_time),
        value_bytes: config.value_bytes,
        value_positions: config.value_positions,
        solve_bytes: config.solve_bytes,
        max_cells_value: (rules::spec(&default_rules()).and_then(|spec| spec.max_size))
            .unwrap_or(u32::MAX),
        max_size_value: sizes.collect(),
        max_value: config.max_value,
        max_moves: config.max_moves,
        max_parts: config.max_parts,
        max_plies: MAX_PLIES,
        sessions: config.sessions,
        session_bytes: config.session_bytes,
        session_idle_seconds: seconds(config.session_idle),
        connections: config.connections,
        per_address: config.per_address,
        concurrent: config.workers,
        concurrent_per_address: config.computations_per_address.min(config.workers),
        short_seconds: seconds(config.short_time),
        waiting: config.waiting,
        tables: config.tables,
        tables_per_address: config.tables_per_address,
        combo_seconds: seconds(config.combo_time),
        ping_seconds: seconds(config.ping_time),
        table_idle_seconds: seconds(config.table_idle),
    })
}

/// A ruleset: the line of `dicot value --list --json`, with its bots and whether it has a start position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct RulesetAnswer {
    #[serde(flatten)]
    line: RulesetLine,
    /// The names of its bots, the weakest first
    bots: Vec<&'static str>,
    /// The strength of each bot, in words
    bot_titles: Vec<&'static str>,
    /// Whether matches have a usual start position
    starts: bool,
}

/// All rulesets
pub(crate) async fn rulesets() -> Result<Json, ApiError> {
    let starts = |ruleset: &dyn RulesetObject| {
        let sizes = ruleset.spec().sizes;
        sizes.iter().any(|&(width, height)| ruleset.start_position(width, height).is_some())
    };
    let all = library().iter().map(|ruleset| RulesetAnswer {
        line: RulesetLine::new(ruleset),
        bots: ruleset.bots(),
        bot_titles: ruleset.bot_titles(),
        starts: starts(ruleset),
    });
    Json::new(&all.collect::<Vec<_>>())
}

/// An operation of the notation: what the interactive help of `dicot repl` says of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct OperationAnswer {
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

/// All operations that expressions can use, and what they mean
pub(crate) async fn operations() -> Result<Json, ApiError> {
    let all = dicot_calc::operations().iter().map(|operation| OperationAnswer {
        name: operation.name(),
        aliases: operation.aliases(),
        usage: operation.usage(),
        summary: operation.summary(),
        source: operation.source(),
        example: operation.example().0,
        result: operation.example().1,
    });
    Json::new(&all.collect::<Vec<_>>())
}

/// The board of a match.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct StartRequest {
    #[serde(default = "default_rules")]
    rules: String,
    #[cfg_attr(test, schema(example = 8))]
    width: u8,
    #[cfg_attr(test, schema(example = 8))]
    height: u8,
}

/// The position that matches start from.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct StartAnswer {
    position: String,
}

/// The position that matches start from on a board of that size
pub(crate) async fn start(JsonBody(request): JsonBody<StartRequest>) -> Result<Json, ApiError> {
    let StartRequest { ref rules, width, height } = request;
    let ruleset = library().find(rules)?;
    let position = ruleset.start_position(width, height).ok_or_else(|| {
        ApiError::input(format_args!("{rules} has no usual start position on {width}x{height}"))
    })?;
    Json::new(&StartAnswer { position: position.to_string() })
}
