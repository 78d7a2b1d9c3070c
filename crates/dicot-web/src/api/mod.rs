//! What can be asked, a file for each question.

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

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use dicot::{Bounds, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;

/// All of it.
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

/// An answer in JSON, written by whoever computed it.
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

/// The ruleset of those who name none.
pub(super) fn usual_rules() -> String {
    "clobber".to_owned()
}

/// A player in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    /// Black, who begins where nobody says who does
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

/// The time that was asked for, as far as it is allowed; or what is usual.
pub(super) fn time(
    seconds: Option<f64>,
    usual: Duration,
    config: &Config,
) -> Result<Duration, ApiError> {
    let Some(seconds) = seconds else { return Ok(usual) };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time.min(config.most_time)),
        // It is beyond what can be counted.
        Err(_) if seconds > 0.0 => Ok(config.most_time),
        _ => Err(ApiError::request("`seconds` must be a positive number")),
    }
}

/// Bounds of a computation with values that begins now.
pub(super) fn bounds(time: Duration, interrupt: Arc<AtomicBool>, config: &Config) -> Bounds {
    Bounds {
        forms: config.value_forms,
        bytes: Some(config.value_bytes),
        deadline: Instant::now().checked_add(time),
        interrupt: Some(interrupt),
    }
}
