//! `solve`: who wins a position or a sum, by a search.

use std::time::Duration;

use dicot::solver::{Solver, VerifyError};
use dicot::{Instant, LimitKind, ValueError};
use dicot_rulesets::{Parts, RulesetExt, Rulesets, no_solution};
use serde::Deserialize;

use crate::answers::solve::{self, Wanted};
use crate::requests::error::{ApiError, Limit};
use crate::requests::request::{Answer, Call, Request, Side, default_rules};
use crate::requests::settings::Settings;

/// A sum to be solved.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// Parts joined by ` + `: positions of `rules`, `NAME:POSITION`, or games
    #[cfg_attr(feature = "openapi", schema(example = "xoxo/oxox + konane:.xo. + {1|*}"))]
    sum: String,
    /// The ruleset of the parts that do not name theirs; under the rules of a match, the sum is one position of it
    #[serde(default = "default_rules")]
    rules: String,
    /// The text of a ruleset file, whose ruleset takes the place of `rules`
    ruleset: Option<String>,
    /// Whether play is misère: a player who cannot move wins
    #[serde(default)]
    misere: bool,
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

impl Request for SolveRequest {
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        settings.time(self.seconds, settings.solve_time)
    }

    /// A search that reaches a limit of time or memory also has an answer: the partial result, and the `reason`.
    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let settings = call.settings;
        let (rulesets, rules) = call.rulesets(&self.rules, self.ruleset.as_deref())?;
        if !rulesets.find(&rules)?.has_sums() {
            return Err(ApiError::input(no_solution(&rules)));
        }
        let (parts, max_parts) = (Parts::count(&self.sum), settings.max_parts);
        if parts > max_parts {
            return Err(ApiError::limit(
                Limit::Size,
                format_args!("the sum has {parts} terms, and the limit is {max_parts}"),
            ));
        }
        let mut solver = settings.solver(self.time(settings)?, &call.interrupt);
        let answer = answer(self, &rulesets, &rules, &mut solver)?;
        Ok(Answer::new(&answer.json_line())?.cut_short(answer.reason.is_some()))
    }
}

/// Solves the sum as far as the limits allow.
fn answer(
    request: &SolveRequest,
    rulesets: &Rulesets,
    rules: &str,
    solver: &mut Solver,
) -> Result<solve::Answer, ApiError> {
    let start = Instant::now();
    let SolveRequest { misere, first, moves, line, .. } = *request;
    let first = first.map(Into::into);
    let wanted = Wanted { misere, first, moves, line, verify: false, nim_value: first.is_none() };
    let (mut answer, result) = solver.as_one_call(|solver, limits| {
        match Parts::read(&request.sum, rulesets, rules, limits) {
            Ok(parts) => {
                let mut answer = solve::Answer::new(parts, wanted);
                let result = answer.fill(solver, wanted);
                Ok((answer, result))
            }
            Err(failure) => match failure.value {
                Some(limit @ ValueError::Limit(_)) => {
                    let unread = Parts::unread(&request.sum);
                    Ok((solve::Answer::new(unread, wanted), Err(VerifyError::from(limit))))
                }
                _ => Err(ApiError::from(failure)),
            },
        }
    })?;
    (answer.nodes, answer.time) = (solver.nodes(), start.elapsed());
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
