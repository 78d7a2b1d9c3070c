//! `POST /api/game`: evaluates an expression.

use dicot_answers::Failure;
use dicot_answers::game::GameLine;
use dicot_calc::Value;
use serde::{Deserialize, Serialize};

use super::value::{max_value, picture};
use super::{Json, compute_in_session, limits, time};
use crate::body::Call;
use crate::error::ApiError;
use crate::sessions::InSession;

/// An expression to be evaluated.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    /// The expression, in the notation of `dicot game`; in a session, definitions stay
    #[cfg_attr(test, schema(example = "{2|-1}.Temperature"))]
    expression: String,
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
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct GameAnswer {
    #[serde(flatten)]
    line: GameLine,
    /// The picture of the thermograph, if requested; null if the thermograph is out of range
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<String>))]
    thermograph_svg: Option<Option<String>>,
}

/// Evaluate an expression
pub(crate) async fn game(
    InSession(session): InSession,
    Call { app, client, body: request }: Call<GameRequest>,
) -> Result<Json, ApiError> {
    let time = time(request.seconds, app.config().value_time, app.config())?;
    compute_in_session(&app, &client, session, time, move |session, run, config| {
        let limits = limits(time, run.interrupt(), config);
        let GameRequest { expression, thermograph, thermograph_width, max_value: asked, .. } =
            &request;
        let max_value = max_value(*asked, config);
        let answer = session.compute(&limits, |session, limits| {
            let value = session.sheet_mut().evaluate(expression, limits);
            let value = value.map_err(|error| Failure::notation(&error))?;
            let mut calculation = session.store().calculate(limits);
            let line =
                GameLine::new(expression, &value, max_value, config.max_value, &mut calculation)?;
            let thermograph_svg = match &value {
                Value::Game(game) if *thermograph => {
                    Some(picture(game, *thermograph_width, &mut calculation)?)
                }
                _ => None,
            };
            Ok::<_, Failure>(GameAnswer { line, thermograph_svg })
        });
        Ok(answer?)
    })
    .await
}
