//! `explain`: why options are dominated or reversible.

use std::time::Duration;

use dicot_rulesets::{Failure, RulesetExt};
use serde::Deserialize;

use crate::answers::explain::{ExplainLine, of_moves};
use crate::requests::error::ApiError;
use crate::requests::request::{Answer, Call, Kind, Request};
use crate::requests::settings::Settings;
use crate::requests::size::check_size;
use crate::requests::value::max_value;

/// A game or a position whose simplification is requested. The answer is the line of `dicot explain --json`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// A game in braces, or a position of `rules`
    #[cfg_attr(feature = "openapi", schema(example = "{0,*|^}"))]
    game: String,
    /// The ruleset of a position, one of those with values
    rules: Option<String>,
    /// The text of a ruleset file, whose ruleset takes the place of `rules`
    ruleset: Option<String>,
    /// The longest text of a value, in characters; 10,000 by default
    max_value: Option<u64>,
    /// The time limit
    seconds: Option<f64>,
}

impl Request for ExplainRequest {
    fn kind(&self) -> Kind {
        Kind::InSession
    }

    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        settings.time(self.seconds, settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let (settings, game) = (call.settings, self.game.as_str());
        let limits = call.limits(self.time(settings)?);
        let max_value = max_value(self.max_value, settings);
        let rules = self.rules.as_deref().or(self.ruleset.as_deref().map(|_| ""));
        let answer = match rules {
            None => call.session.compute(&limits, |session, limits| {
                let mut calculation = session.store().calculate(limits);
                let options = dicot_calc::parse_options(game, &mut calculation);
                let (left, right) = options.map_err(|error| Failure::notation(&error))?;
                let explanation = calculation.explain(left, right)?;
                let line = ExplainLine::new(game, &explanation, None, max_value, &mut calculation)?;
                Ok::<_, Failure>(line)
            }),
            Some(rules) => {
                let (rulesets, rules) = call.rulesets(rules, self.ruleset.as_deref())?;
                let ruleset = rulesets.find_valued(&rules)?;
                let position = ruleset.parse(game)?;
                check_size(&position)?;
                let limits = limits.with_positions(settings.value_positions);
                call.session.compute(&limits, |session, limits| {
                    let findings = session.analyzer(&ruleset, limits).findings(&position)?;
                    let mut calculation = findings.value.store().calculate(limits);
                    let explanation = of_moves(&findings, &mut calculation)?;
                    let (text, findings) = (findings.position.to_string(), Some(&findings));
                    let line = ExplainLine::new(
                        &text,
                        &explanation,
                        findings,
                        max_value,
                        &mut calculation,
                    )?;
                    Ok::<_, Failure>(line)
                })
            }
        };
        Answer::new(&answer?)
    }
}
