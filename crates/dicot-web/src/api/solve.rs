//! `POST /api/solve`: who wins a position or a sum, by a search.

use std::time::Instant;

use dicot::solver::{Solver, VerifyError};
use dicot::{LimitKind, Limits, ValueError};
use dicot_answers::rulesets::library;
use dicot_answers::solve::{Answer, Parts, Wanted, no_solution};
use serde::Deserialize;

use super::{Json, Side, default_rules, time};
use crate::body::Call;
use crate::compute::compute;
use crate::error::{ApiError, Limit};

/// A sum to be solved.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    /// Parts joined by ` + `: positions of `rules`, `NAME:POSITION`, or games
    #[cfg_attr(test, schema(example = "xoxo/oxox + konane:.xo. + {1|*}"))]
    sum: String,
    /// The ruleset of the parts that do not name theirs, one of those with values
    #[serde(default = "default_rules")]
    rules: String,
    /// Solve only for the winner if this player starts
    first: Option<Side>,
    /// Whether to find the winning moves
    #[serde(default)]
    moves: bool,
    /// Whether to find a line of best play
    #[serde(default)]
    line: bool,
    /// The time limit
    seconds: Option<f64>,
}

/// Who wins a position or a sum
///
/// A search that reaches a limit of time or memory also has an answer: the partial result, and the `reason`.
pub(crate) async fn solve(call: Call<SolveRequest>) -> Result<Json, ApiError> {
    let Call { app, client, body: request } = call;
    let config = app.config().clone();
    let time = time(request.seconds, config.solve_time, &config)?;
    if library().find(&request.rules)?.valued().is_none() {
        return Err(ApiError::input(no_solution(&request.rules)));
    }
    let (parts, max_parts) = (Parts::count(&request.sum), config.max_parts);
    if parts > max_parts {
        return Err(ApiError::limit(
            Limit::Size,
            format_args!("the sum has {parts} terms, and the limit is {max_parts}"),
        ));
    }
    compute(app.workers(), &client, time, move |run| {
        let limits = Limits::default()
            .with_bytes(config.solve_bytes)
            .with_time(time)
            .with_interrupt(run.interrupt());
        let known_values = config.known_values.iter().cloned();
        let solver = Solver::new().with_limits(limits);
        let mut solver = known_values.fold(solver, Solver::with_value_source);
        let answer = answer(&request, &mut solver)?;
        // An answer with a limit for its reason is only final if the limit was one of the request.
        if answer.reason.is_some() {
            run.check()?;
        }
        Json::new(&answer.json_line())
    })
    .await
}

/// Solves the sum as far as the limits allow.
fn answer(request: &SolveRequest, solver: &mut Solver) -> Result<Answer, ApiError> {
    let start = Instant::now();
    let SolveRequest { first, moves, line, .. } = *request;
    let wanted = Wanted { first: first.map(Into::into), moves, line, verify: false };
    let (mut answer, result) = solver.as_one_call(|solver, limits| {
        match Parts::read(&request.sum, library(), &request.rules, limits) {
            Ok(parts) => {
                let mut answer = Answer::new(parts, wanted);
                let result = answer.fill(solver, wanted);
                Ok((answer, result))
            }
            Err(failure) => match failure.value {
                Some(limit @ ValueError::Limit(_)) => {
                    let unread = Parts::unread(&request.sum);
                    Ok((Answer::new(unread, wanted), Err(VerifyError::from(limit))))
                }
                _ => Err(ApiError::from(failure)),
            },
        }
    })?;
    (answer.nodes, answer.time) = (solver.nodes, start.elapsed());
    match result {
        Ok(()) => Ok(answer),
        Err(VerifyError::Value(ValueError::Limit(kind))) => {
            // The deadline has passed, or the client has disconnected and nothing is sent.
            let kind = if kind == LimitKind::Interrupted { LimitKind::Time } else { kind };
            answer.reason = Some(kind.to_string());
            Ok(answer)
        }
        Err(VerifyError::Value(error)) => Err(ApiError::from(error)),
        Err(error) => Err(ApiError::input(error)),
    }
}
