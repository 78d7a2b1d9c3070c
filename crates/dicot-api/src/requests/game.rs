//! `game`: evaluates an expression.

use std::time::Duration;

use dicot_calc::Value;
use dicot_rulesets::Failure;
use serde::{Deserialize, Serialize};

use crate::answers::game::GameLine;
use crate::answers::text::text_bytes;
use crate::requests::error::ApiError;
use crate::requests::request::{Answer, Call, Kind, Request};
use crate::requests::settings::Settings;
use crate::requests::value::{max_value, picture};

/// An expression to be evaluated.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// The expression, in the notation of `dicot game`; in a session, definitions stay
    #[cfg_attr(feature = "openapi", schema(example = "{2|-1}.Temperature"))]
    expression: String,
    /// Names whose definitions the session forgets before it evaluates the expression
    #[serde(default)]
    forget: Vec<String>,
    /// Whether to draw the thermograph, if the result is a game
    #[serde(default)]
    thermograph: bool,
    /// The width of that picture in pixels, 200 to 2,000; it then has no title, and its text is not scaled
    thermograph_width: Option<u32>,
    /// The longest text of a value, in characters; 10,000 by default
    max_value: Option<u64>,
    /// The time limit
    seconds: Option<f64>,
}

/// The result of an expression: the line of `dicot game --json`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameAnswer {
    #[serde(flatten)]
    line: GameLine,
    /// The picture of the thermograph, if requested; null if the thermograph is out of range
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    thermograph_svg: Option<Option<String>>,
    /// The result, if it is a picture
    #[serde(skip_serializing_if = "Option::is_none")]
    picture_svg: Option<String>,
}

impl Request for GameRequest {
    fn kind(&self) -> Kind {
        Kind::InSession
    }

    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        settings.time(self.seconds, settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let settings = call.settings;
        let limits = call.limits(self.time(settings)?);
        let max_value = max_value(self.max_value, settings);
        let answer = call.session.compute(&limits, |session, limits| {
            if !self.forget.is_empty() {
                session.sheet_mut().forget(&self.forget);
            }
            let value = session.sheet_mut().evaluate(&self.expression, limits);
            let value = value.map_err(|error| Failure::notation(&error))?;
            let notes = session.sheet().notes().to_vec();
            let mut calculation = session.store().calculate(limits);
            let line = GameLine::new(
                &self.expression,
                &value,
                &notes,
                max_value,
                settings.max_value,
                &mut calculation,
            )?;
            let is_drawn = value.to_loopy().is_some() || matches!(value, Value::Thermograph(_));
            let thermograph_svg = (self.thermograph && is_drawn)
                .then(|| picture(&value, self.thermograph_width, &mut calculation))
                .transpose()?;
            let picture_svg = value.picture().map(ToString::to_string);
            calculation.hold(text_bytes(picture_svg.as_deref()))?;
            Ok::<_, Failure>(GameAnswer { line, thermograph_svg, picture_svg })
        });
        Answer::new(&answer?)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::requests::{Client, Settings};

    fn game(expression: &str) -> Value {
        let request = json!({"expression": expression}).to_string();
        let answer = Client::new(Settings::default()).answer("game", request.as_bytes(), "");
        serde_json::from_str(&answer.unwrap()).unwrap()
    }

    #[test]
    fn names_are_forgotten() {
        let mut client = Client::new(Settings::default());
        let mut answer =
            |request: Value| client.answer("game", request.to_string().as_bytes(), "s");
        assert!(answer(json!({"expression": "nim := 3; b := 4"})).is_ok());
        let known = answer(json!({"expression": "nim(2).Value + b", "forget": ["nim"]})).unwrap();
        assert!(known.contains("\"value\":\"4*2\""), "{known}");
        assert!(answer(json!({"expression": "b", "forget": ["b", "c"]})).is_err());
    }

    #[test]
    fn pictures_and_long_tables() {
        let answer = game("[0,1,2].ScatterPlot");
        assert_eq!(answer["result"], "<picture of 793 x 456>");
        assert!(answer["picture_svg"].as_str().unwrap().starts_with("<?xml"), "{answer}");
        // A table is longer than a value may be.
        let answer = game("Table([[m*n for m from 1 to 60] for n from 1 to 60])");
        assert!(answer["result"].as_str().unwrap().len() > 20_000, "{answer}");
        assert_eq!(answer.get("picture_svg"), None);
        assert_eq!(game("MutableSet([2,1])")["result"], json!(["1", "2"]));
    }
}
