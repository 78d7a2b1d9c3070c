//! `value`: the value of a position, and its moves.

use std::ops::RangeInclusive;
use std::time::Duration;

use dicot::{Limits, ValueError};
use dicot_answers::Failure;
use dicot_answers::facts::within_range;
use dicot_answers::position::{Findings, FullMoveField, PositionLine, Sides};
use dicot_calc::Value;
use serde::{Deserialize, Serialize};

use crate::cells::cells_of_components;
use crate::error::ApiError;
use crate::request::{Answer, Call, Kind, Request, default_rules};
use crate::settings::Settings;
use crate::size::check_size;

/// A position whose value is requested.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ValueRequest {
    /// The ruleset, one of those with values
    #[serde(default = "default_rules")]
    rules: String,
    /// The text of a ruleset file, whose ruleset takes the place of `rules`
    ruleset: Option<String>,
    #[cfg_attr(feature = "openapi", schema(example = "xox/ox."))]
    position: String,
    /// Whether to list all moves, with their values and the positions after them
    #[serde(default)]
    all_moves: bool,
    /// Whether to draw the thermograph
    #[serde(default)]
    thermograph: bool,
    /// The width of that picture in pixels, 200 to 2,000; it then has no title, and its text is not scaled
    thermograph_width: Option<u32>,
    /// The longest text of a value, in characters; 10,000 by default
    max_value: Option<u64>,
    /// The time limit
    seconds: Option<f64>,
}

/// The value of a position: the line of `dicot value --json`, and what else was requested.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValueAnswer {
    #[serde(flatten)]
    line: PositionLine,
    /// All moves, if requested
    #[serde(skip_serializing_if = "Option::is_none")]
    all_moves: Option<Sides<FullMoveField>>,
    /// The picture of the thermograph, if requested; null if the thermograph is out of range
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    thermograph_svg: Option<Option<String>>,
}

/// The longest text of a value if the request does not set one.
const DEFAULT_MAX_VALUE: u64 = 10_000;
/// The longest text of a value in the list of all moves.
const MAX_LISTED_VALUE: u64 = 1_000;
/// The longest value, in characters, that is the title of a picture.
const MAX_TITLE: u64 = 60;

/// The longest text of a value: what the request asks for, at most the limit of the settings.
pub(crate) fn max_value(asked: Option<u64>, settings: &Settings) -> u64 {
    asked.unwrap_or(DEFAULT_MAX_VALUE).min(settings.max_value)
}

impl Request for ValueRequest {
    fn kind(&self) -> Kind {
        Kind::InSession
    }

    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        settings.time(self.seconds, settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let settings = call.settings;
        let (rulesets, rules) = call.rulesets(&self.rules, self.ruleset.as_deref())?;
        let ruleset = rulesets.find_valued(rules)?;
        let position = ruleset.read(&self.position)?;
        check_size(&*position)?;
        let limits = settings.value_limits(self.time(settings)?, &call.interrupt);
        let limits = limits.with_positions(settings.value_positions);
        let max_value = max_value(self.max_value, settings);
        let answer = call.session.compute(&limits, |session, limits| {
            let findings = session.analyzer(ruleset, limits).findings(&*position)?;
            let mut calculation = findings.value.store().calculate(limits);
            let all_moves = self
                .all_moves
                .then(|| findings.all_moves(max_value.min(MAX_LISTED_VALUE), &mut calculation))
                .transpose()?;
            let thermograph_svg = self
                .thermograph
                .then(|| {
                    picture(
                        &findings.value.clone().into(),
                        self.thermograph_width,
                        &mut calculation,
                    )
                })
                .transpose()?;
            drop(calculation);
            let line = line(&findings, max_value, limits)?;
            Ok::<_, Failure>(ValueAnswer { line, all_moves, thermograph_svg })
        });
        Answer::new(&answer?)
    }
}

/// The line of `dicot value --json`, with the cells of the components on the board.
fn line(findings: &Findings, max_value: u64, limits: &Limits) -> Result<PositionLine, ValueError> {
    let mut line = findings.line(max_value, limits)?;
    let parts = findings.components.iter().map(|(part, _)| part.as_str());
    if let Some(cells) = cells_of_components(&*findings.position, parts) {
        for (part, cells) in line.components.iter_mut().zip(cells) {
            part.cells = Some(cells);
        }
    }
    Ok(line)
}

/// The limits of the width of a thermograph, in pixels.
const WIDTHS: RangeInclusive<u32> = 200..=2_000;

/// The picture of a game's thermograph, or of a thermograph; `None` for what is neither, does not have one, or has one
/// that is out of range. Without a width its title is the game, if that is short.
pub(crate) fn picture(
    value: &Value,
    width: Option<u32>,
    calculation: &mut dicot::Calculation<'_>,
) -> Result<Option<String>, Failure> {
    let thermograph = within_range(value.thermograph(calculation))?.flatten();
    let Some(thermograph) = thermograph else { return Ok(None) };
    let title = match (width, value) {
        (None, Value::Game(game)) => calculation.text_of_at_most(game, MAX_TITLE)?.0,
        (None, Value::Loopy(game)) => {
            Some(game.to_string()).filter(|text| text.len() as u64 <= MAX_TITLE)
        }
        _ => None,
    };
    let width = width.map(|width| width.clamp(*WIDTHS.start(), *WIDTHS.end()));
    let options = dicot_svg::Options { title, width };
    Ok(Some(dicot_svg::loopy_thermograph(&thermograph, &options).to_string()))
}
