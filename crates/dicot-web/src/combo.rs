//! Combo's WebSocket, as the original page has it.

use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// Answers `GET /connect`.
pub(crate) async fn connect() -> Response {
    ApiError::request("expected a WebSocket").into_response()
}
