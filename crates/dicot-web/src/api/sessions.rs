//! The end of a session, which otherwise comes after some time of silence.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::sessions::{InSession, SessionName};

/// Forget a session
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
    let session = session.ok_or_else(|| ApiError::request("expected X-Dicot-Session"))?;
    app.sessions().end(&session);
    Ok(StatusCode::NO_CONTENT)
}

/// Which session ends.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct Ending {
    /// The name of the session
    id: String,
}

/// Forget a session, as a page that goes away can ask for
#[utoipa::path(
    post,
    path = "/api/session/end",
    params(Ending),
    responses((status = 204), (status = 400, body = ErrorBody))
)]
pub(crate) async fn end(
    State(app): State<App>,
    query: Result<Query<Ending>, axum::extract::rejection::QueryRejection>,
) -> Result<StatusCode, ApiError> {
    let expected = |_| ApiError::request("expected ?id=NAME, the name of a session");
    let Query(ending) = query.map_err(expected)?;
    app.sessions().end(&SessionName::new(&ending.id)?);
    Ok(StatusCode::NO_CONTENT)
}
