//! Ends a session. One that is not ended expires when it has been idle for some time.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::{ApiError, ErrorBody};
use crate::sessions::{InSession, SessionName};
use crate::state::App;

/// End a session
#[utoipa::path(
    delete,
    path = "/api/session",
    params(("X-Dicot-Session" = String, Header, description = "The name of the session")),
    responses((status = 204), (status = 400, body = ErrorBody))
)]
pub(crate) async fn delete(
    State(app): State<App>,
    InSession(session): InSession,
) -> Result<StatusCode, ApiError> {
    let session = session.ok_or_else(|| ApiError::request("missing X-Dicot-Session header"))?;
    app.sessions().end(&session);
    Ok(StatusCode::NO_CONTENT)
}

/// The session to end.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct EndQuery {
    /// The name of the session
    id: String,
}

/// End a session, as a page that is closed does
#[utoipa::path(
    post,
    path = "/api/session/end",
    params(EndQuery),
    responses((status = 204), (status = 400, body = ErrorBody))
)]
pub(crate) async fn end(
    State(app): State<App>,
    query: Result<Query<EndQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<StatusCode, ApiError> {
    let missing = |_| ApiError::request("missing ?id=NAME, the name of the session");
    let Query(end) = query.map_err(missing)?;
    app.sessions().end(&SessionName::new(&end.id)?);
    Ok(StatusCode::NO_CONTENT)
}
