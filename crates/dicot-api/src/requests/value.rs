//! `value`: the value of a position, and its moves.

use std::ops::RangeInclusive;
use std::time::Duration;

use dicot::rules::AnyPosition;
use dicot::{Limits, Store, ValueError};
use dicot_calc::Value;
use dicot_rulesets::{Failure, Findings, RulesetExt};
use serde::{Deserialize, Serialize};

use crate::Session;
use crate::answers::facts::within_range;
use crate::answers::loopy::LoopyLine;
use crate::answers::position::{FullMoveField, PositionLine, Sides, all_moves};
use crate::requests::components::as_numbers;
use crate::requests::error::ApiError;
use crate::requests::request::{Answer, Call, Kind, Request, default_rules};
use crate::requests::settings::Settings;
use crate::requests::size::check_size;

/// A position whose value is requested.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ValueRequest {
    /// The ruleset; where play need not end, the answer has a loopy value
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
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ValueAnswer {
    /// Play ends
    Short(Box<ShortAnswer>),
    /// Play need not end
    Loopy(Box<LoopyAnswer>),
}

/// The value of a position, and its moves.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShortAnswer {
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

/// The value of a position whose play need not end, and all moves.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoopyAnswer {
    #[serde(flatten)]
    line: LoopyLine,
    /// The picture of the thermograph, if requested; null if there is none
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
        let any = rulesets.find(&rules)?;
        let position = any.parse(&self.position)?;
        let limits = call.limits(self.time(settings)?);
        let limits = limits.with_positions(settings.value_positions);
        let max_value = max_value(self.max_value, settings);
        if any.has_loopy_values() {
            return self.loopy_answer(&position, max_value, call.session, &limits);
        }
        let ruleset = rulesets.find_valued(&rules)?;
        check_size(&position)?;
        let answer = call.session.compute(&limits, |session, limits| {
            let findings = session.analyzer(&ruleset, limits).findings(&position)?;
            let mut calculation = findings.value.store().calculate(limits);
            let all_moves = self
                .all_moves
                .then(|| all_moves(&findings, max_value.min(MAX_LISTED_VALUE), &mut calculation))
                .transpose()?;
            let value = &findings.value.clone().into();
            let thermograph_svg = self
                .thermograph
                .then(|| picture(value, self.thermograph_width, &mut calculation))
                .transpose()?;
            drop(calculation);
            let line = line(&findings, max_value, limits)?;
            Ok::<_, Failure>(ShortAnswer { line, all_moves, thermograph_svg })
        });
        Answer::new(&ValueAnswer::Short(answer?.into()))
    }
}

impl ValueRequest {
    /// The answer for a position whose play need not end: who wins, and the value if it was found within the limits.
    fn loopy_answer(
        &self,
        position: &AnyPosition,
        max_value: u64,
        session: &Session,
        limits: &Limits,
    ) -> Result<Answer, ApiError> {
        let Some(findings) = session.loopy_findings(position, limits) else {
            return Err(ApiError::internal("the ruleset has no loopy values"));
        };
        let findings = findings?;
        let line = findings.line(max_value, max_value.min(MAX_LISTED_VALUE));
        let is_cut_short = findings.facts.value.is_err();
        let store = Store::new();
        let picture = |value| {
            picture(&Value::from(value), self.thermograph_width, &mut store.calculate(limits))
        };
        let picture = || findings.facts.value.ok().map(picture).transpose().map(Option::flatten);
        let thermograph_svg = self.thermograph.then(picture).transpose()?;
        let answer = LoopyAnswer { line, thermograph_svg };
        Ok(Answer::new(&ValueAnswer::Loopy(answer.into()))?.cut_short(is_cut_short))
    }
}

/// The line of `dicot value --json`, with the cells of the components on the board.
fn line(findings: &Findings, max_value: u64, limits: &Limits) -> Result<PositionLine, ValueError> {
    let mut line = PositionLine::new(findings, max_value, limits)?;
    let places = findings.position.places().into_iter().flatten();
    for (part, place) in line.components.iter_mut().zip(places) {
        part.cells = Some(as_numbers(place));
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::requests::{Client, Settings};

    fn value(settings: Settings, request: &Value) -> Value {
        let answer = Client::new(settings).answer("value", request.to_string().as_bytes(), "");
        serde_json::from_str(&answer.unwrap()).unwrap()
    }

    #[test]
    fn values_where_play_need_not_end() {
        let request = json!({
            "rules": "fox-and-geese", "position": ".g.g/..../..../..f.", "thermograph": true, "max_value": 10,
        });
        let mut answer = value(Settings::default(), &request);
        let svg = answer["thermograph_svg"].take();
        assert!(svg.as_str().unwrap().contains("<title>over</title>"), "{svg}");
        let moves = answer["moves"].take();
        let expected = json!({
            "position": ".g.g/..../..../..f.", "value": "over", "kind": "stopper", "outcome": "L",
            "left_first": "L", "right_first": "L", "stopper": true, "mean": "0", "temperature": "0",
            "left_stop": "over", "right_stop": "over", "thermograph": "Thermograph(0,[0],[0,-1],0,[],[0])",
            "positions": 117, "moves": null, "thermograph_svg": null,
        });
        assert_eq!(answer, expected);
        assert_eq!(moves["left"].as_array().unwrap().len(), 3);
        let expected = json!({
            "move": "b4-a3", "value": null, "value_length": 13, "value_start": "{over||0|off}",
            "wins": true, "position": "...g/g.../..../..f.",
        });
        assert_eq!(moves["left"][0], expected);
    }

    #[test]
    fn a_draw_has_no_thermograph() {
        let request = json!({"rules": "combo", "position": "b1,./.,w1", "thermograph": true});
        let answer = value(Settings::default(), &request);
        assert_eq!((&answer["value"], &answer["kind"]), (&json!("dud"), &json!("loopy")));
        assert_eq!((&answer["outcome"], &answer["left_first"]), (&json!("D"), &json!(null)));
        assert_eq!(answer["no_thermograph"], "the game must be a stopper");
        assert_eq!((&answer["mean"], &answer["thermograph_svg"]), (&json!(null), &json!(null)));
        assert_eq!(answer["moves"]["right"][0]["wins"], json!(null));
        let short = json!({"rules": "combo", "position": "b1,.,w1"});
        let answer = value(Settings::default(), &short);
        assert_eq!((&answer["value"], &answer["kind"]), (&json!("*"), &json!("nimber")));
    }

    /// Values need more memory than who wins.
    #[test]
    fn who_wins_without_a_value() {
        let settings = Settings { value_bytes: 2 << 20, ..Settings::default() };
        let request = json!({"rules": "combo", "position": "b1,.,w1/.,b1,w1", "thermograph": true});
        let answer = value(settings, &request);
        assert_eq!((&answer["value"], &answer["kind"]), (&json!(null), &json!(null)));
        assert!(answer["reason"].as_str().unwrap().contains("memory"), "{answer}");
        assert!(answer["outcome"].is_string() && answer["thermograph_svg"].is_null(), "{answer}");
        let moves = answer["moves"]["left"].as_array().unwrap();
        assert!(!moves.is_empty() && moves.iter().all(|mv| mv.get("value").is_none()), "{answer}");
    }
}
