//! The handlers of `/api`, one file each.

mod cells;
mod game;
mod info;
mod moves;
mod openapi;
mod play;
mod sessions;
mod size;
mod solve;
mod value;

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use dicot::{Interrupt, Limits, Player};
use dicot_answers::Session;
use dicot_answers::rulesets::DEFAULT_RULES;
use serde::{Deserialize, Serialize};

use crate::compute::{Attempt, compute_at};
use crate::config::Config;
use crate::error::ApiError;
use crate::server::Client;
use crate::sessions::SessionName;
use crate::state::App;

/// The routes of `/api`.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api", get(openapi::openapi))
        .route("/api/limits", get(info::limits))
        .route("/api/rulesets", get(info::rulesets))
        .route("/api/operations", get(info::operations))
        .route("/api/value", post(value::value))
        .route("/api/game", post(game::game))
        .route("/api/solve", post(solve::solve))
        .route("/api/moves", post(moves::moves))
        .route("/api/start", post(info::start))
        .route("/api/session", delete(sessions::delete))
        .route("/api/session/end", post(sessions::end))
        .merge(play::router())
}

/// An answer in JSON. It is written on the thread that computed it, since it can be long.
#[derive(Debug)]
pub(super) struct Json(Bytes);

impl Json {
    pub(super) fn new(answer: &impl Serialize) -> Result<Json, ApiError> {
        let bytes = serde_json::to_vec(answer).map_err(|error| {
            tracing::error!(%error, "an answer cannot be written");
            ApiError::internal()
        })?;
        Ok(Json(bytes.into()))
    }
}

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        let kind = HeaderValue::from_static("application/json");
        ([(header::CONTENT_TYPE, kind)], self.0).into_response()
    }
}

/// The ruleset of requests that do not name one.
pub(super) fn default_rules() -> String {
    DEFAULT_RULES.to_owned()
}

/// A player in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    /// Black, who moves first unless the request or the position says otherwise
    Left,
    /// White
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

/// The time limit of a request: the requested one, at most the server's limit; the default if it does not set one.
pub(super) fn time(
    seconds: Option<f64>,
    default: Duration,
    config: &Config,
) -> Result<Duration, ApiError> {
    let Some(seconds) = seconds else { return Ok(default) };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time.min(config.max_time)),
        // Too large for a `Duration`.
        Err(_) if seconds > 0.0 => Ok(config.max_time),
        _ => Err(ApiError::request("`seconds` must be a positive number")),
    }
}

/// The limits of a computation with values that starts now.
pub(super) fn limits(time: Duration, interrupt: Interrupt, config: &Config) -> Limits {
    Limits::default()
        .with_forms(config.value_forms)
        .with_bytes(config.value_bytes)
        .with_time(time)
        .with_interrupt(interrupt)
        .starting_now()
}

/// Computes in the memory of a session, or in temporary memory if the request does not name a session.
async fn compute_in_session<T: Serialize>(
    app: &App,
    client: &Client,
    session: Option<SessionName>,
    time: Duration,
    mut work: impl FnMut(&mut Session, &Attempt, &Config) -> Result<T, ApiError> + Send + 'static,
) -> Result<Json, ApiError> {
    let place = app.workers().place(client)?;
    let is_kept = session.is_some();
    let mut memory = app.sessions().memory(session).await?;
    let config = app.config().clone();
    compute_at(place, app.workers(), time, move |run| {
        let answer = work(&mut memory.session, run, &config);
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
