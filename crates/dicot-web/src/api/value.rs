//! `POST /api/value`: the value of a position, and its moves.

use std::ops::RangeInclusive;

use dicot::{Limits, ValueError};
use dicot_answers::Failure;
use dicot_answers::facts::within_range;
use dicot_answers::position::{Findings, FullMoveField, PositionLine, Sides};
use dicot_answers::rulesets::library;
use serde::{Deserialize, Serialize};

use super::cells::cells_of_components;
use super::size::check_size;
use super::{Json, compute_in_session, default_rules, limits, time};
use crate::body::Call;
use crate::config::Config;
use crate::error::ApiError;
use crate::sessions::InSession;

/// A position whose value is requested.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ValueRequest {
    /// The ruleset, one of those with values
    #[serde(default = "default_rules")]
    rules: String,
    #[cfg_attr(test, schema(example = "xox/ox."))]
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
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ValueAnswer {
    #[serde(flatten)]
    line: PositionLine,
    /// All moves, if requested
    #[serde(skip_serializing_if = "Option::is_none")]
    all_moves: Option<Sides<FullMoveField>>,
    /// The picture of the thermograph, if requested; null if the thermograph is out of range
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    thermograph_svg: Option<Option<String>>,
}

/// The longest text of a value if the request does not set one.
const DEFAULT_MAX_VALUE: u64 = 10_000;
/// The longest text of a value in the list of all moves.
const MAX_LISTED_VALUE: u64 = 1_000;
/// The longest value, in characters, that is the title of a picture.
const MAX_TITLE: u64 = 60;

/// The longest text of a value: what the request asks for, at most the server's limit.
pub(super) fn max_value(asked: Option<u64>, config: &Config) -> u64 {
    asked.unwrap_or(DEFAULT_MAX_VALUE).min(config.max_value)
}

/// The value of a position
pub(crate) async fn value(
    InSession(session): InSession,
    Call { app, client, body: request }: Call<ValueRequest>,
) -> Result<Json, ApiError> {
    let time = time(request.seconds, app.config().value_time, app.config())?;
    compute_in_session(&app, &client, session, time, move |session, run, config| {
        let ruleset = library().find_valued(&request.rules)?;
        let position = ruleset.read(&request.position)?;
        check_size(&*position)?;
        let limits = limits(time, run.interrupt(), config).with_positions(config.value_positions);
        let max_value = max_value(request.max_value, config);
        let answer = session.compute(&limits, |session, limits| {
            let findings = session.analyzer(ruleset, limits).findings(&*position)?;
            let mut calculation = findings.value.store().calculate(limits);
            let all_moves = request
                .all_moves
                .then(|| findings.all_moves(max_value.min(MAX_LISTED_VALUE), &mut calculation))
                .transpose()?;
            let thermograph_svg = request
                .thermograph
                .then(|| picture(&findings.value, request.thermograph_width, &mut calculation))
                .transpose()?;
            drop(calculation);
            let line = line(&findings, max_value, limits)?;
            Ok::<_, Failure>(ValueAnswer { line, all_moves, thermograph_svg })
        });
        Ok(answer?)
    })
    .await
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

/// The picture of a game's thermograph, or `None` if it is out of range. Without a width its title is the game, if that
/// is short.
pub(super) fn picture(
    game: &dicot::CanonicalForm,
    width: Option<u32>,
    calculation: &mut dicot::Calculation<'_>,
) -> Result<Option<String>, Failure> {
    let Some(thermograph) = within_range(calculation.thermograph(game))? else { return Ok(None) };
    let title = match width {
        Some(_) => None,
        None => calculation.text_of_at_most(game, MAX_TITLE)?.0,
    };
    let width = width.map(|width| width.clamp(*WIDTHS.start(), *WIDTHS.end()));
    let options = dicot_svg::Options { title, width };
    Ok(Some(dicot_svg::thermograph(&thermograph, &options).to_string()))
}
