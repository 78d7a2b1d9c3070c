//! Games: whose turn it is, what a bot plays, and what went wrong.

use axum::Router;

use crate::app::App;

/// `/api/turn`, `/api/bot` and `/api/review`.
pub(crate) fn router() -> Router<App> {
    Router::new()
}
