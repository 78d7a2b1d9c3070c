//! The handler of each path, and the middleware around all of them.

use axum::Router;
use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::error::ApiError;
use crate::guard::Hosts;
use crate::state::App;
use crate::unread::UnreadLimit;
use crate::{api, combo, guard, metrics, pages, unread};

/// The routes of the server. The layer that is added last sees a request first.
pub(crate) fn router(app: App) -> Router {
    let hosts = Hosts::new(app.config());
    let unread = UnreadLimit::new(app.config());
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/metrics", get(prometheus))
        .route("/connect", get(combo::connect))
        .merge(pages::router())
        .merge(api::router())
        .fallback(pages::not_found)
        .method_not_allowed_fallback(async || ApiError::method())
        .layer(CatchPanicLayer::custom(ApiError::panicked))
        .layer(from_fn_with_state(unread, unread::limit))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(hosts, guard::guard))
        .layer(from_fn_with_state(app.metrics().clone(), metrics::count))
        .with_state(app)
}

/// Answers `GET /metrics`.
async fn prometheus(State(app): State<App>) -> Response {
    let (sessions, bytes) = app.sessions().count();
    app.metrics().answer(sessions, bytes)
}
