//! `POST /api/game`: evaluates an expression.

use axum::Extension;
use axum::extract::State;
use dicot_answers::Failure;
use dicot_answers::game::GameLine;
use dicot_calc::Value;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::value::{max_value, picture};
use super::{Json, limits, time};
use crate::body::JsonBody;
use crate::compute::compute_at;
use crate::error::{ApiError, ErrorBody};
use crate::server::Client;
use crate::sessions::{InSession, SESSION};
use crate::state::App;

/// An expression to be evaluated.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    /// The expression, in the notation of `dicot game`; in a session, definitions stay
    #[schema(example = "{2|-1}.Temperature")]
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
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameAnswer {
    #[serde(flatten)]
    line: GameLine,
    /// The picture of the thermograph, if requested; null if the thermograph is out of range
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    thermograph_svg: Option<Option<String>>,
}

/// Evaluate an expression
#[utoipa::path(
    post,
    path = "/api/game",
    params(("X-Dicot-Session" = Option<String>, Header, description = SESSION)),
    request_body = GameRequest,
    responses((status = 200, body = GameAnswer), (status = "4XX", body = ErrorBody), (status = 503, body = ErrorBody))
)]
pub(crate) async fn game(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    InSession(session): InSession,
    JsonBody(request): JsonBody<GameRequest>,
) -> Result<Json, ApiError> {
    let time = time(request.seconds, app.config().value_time, app.config())?;
    let place = app.workers().place(&client)?;
    let is_kept = session.is_some();
    let mut memory = app.sessions().memory(session).await?;
    let config = app.config().clone();
    compute_at(place, app.workers(), time, move |run| {
        let limits = limits(time, run.interrupt(), &config);
        let GameRequest { expression, thermograph, thermograph_width, max_value: asked, .. } =
            &request;
        let max_value = max_value(*asked, &config);
        let answer = memory.session.compute(&limits, |session, limits| {
            let value = session.sheet_mut().evaluate(expression, limits);
            let value = value.map_err(|error| Failure::notation(&error))?;
            let mut calculation = session.store().calculate(limits);
            let line =
                GameLine::new(expression, &value, max_value, config.most_value, &mut calculation)?;
            let thermograph_svg = match &value {
                Value::Game(game) if *thermograph => {
                    Some(picture(game, *thermograph_width, &mut calculation)?)
                }
                _ => None,
            };
            Ok::<_, Failure>(GameAnswer { line, thermograph_svg })
        });
        let answer = answer.map_err(ApiError::from);
        if run.is_repeated_after(&answer) {
            memory.session.sheet_mut().take_back();
        }
        if is_kept {
            memory.shrink_to(config.session_bytes)?;
        }
        Json::new(&answer?)
    })
    .await
}
