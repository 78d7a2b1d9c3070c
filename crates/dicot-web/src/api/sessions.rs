//! Ends a session. One that is not ended expires when it has been idle for some time.

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;

use crate::error::ApiError;
use crate::sessions::{InSession, SessionName};
use crate::state::App;

/// End a session
pub(crate) async fn delete(
    State(app): State<App>,
    InSession(session): InSession,
) -> Result<StatusCode, ApiError> {
    let session = session.ok_or_else(|| ApiError::request("missing X-Dicot-Session header"))?;
    app.sessions().end(&session);
    Ok(StatusCode::NO_CONTENT)
}

/// End a session, as a page that is closed does. Names are not percent-decoded, because none needs it.
pub(crate) async fn end(
    State(app): State<App>,
    RawQuery(query): RawQuery,
) -> Result<StatusCode, ApiError> {
    let name = query.as_deref().and_then(|query| query.strip_prefix("id="));
    let missing = || ApiError::request("missing ?id=NAME, the name of the session");
    app.sessions().end(&SessionName::new(name.ok_or_else(missing)?)?);
    Ok(StatusCode::NO_CONTENT)
}
