//! What can be asked.

mod play;

use axum::Router;

use crate::app::App;

/// All of it.
pub(crate) fn router() -> Router<App> {
    Router::new().merge(play::router())
}
