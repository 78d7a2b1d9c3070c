//! What all requests share, and which of them goes where.

use std::fmt;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use dicot_arena::net::Stop;
use tower_http::catch_panic::CatchPanicLayer;

use crate::combo::Tables;
use crate::compute::Workers;
use crate::config::Config;
use crate::error::ApiError;
use crate::metrics::{self, Metrics};
use crate::room::{self, Room};
use crate::sessions::Sessions;
use crate::{api, assets, combo, guard};

/// What all requests share; clones are the same.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

struct Shared {
    config: Config,
    stop: Stop,
    metrics: Metrics,
    workers: Workers,
    sessions: Sessions,
    tables: Tables,
    room: Room,
}

impl App {
    pub(crate) fn new(config: Config, stop: Stop) -> App {
        let metrics = Metrics::new();
        let workers = Workers::new(&config);
        let sessions = Sessions::new(&config);
        let tables = Tables::new(&config);
        let room = Room::new(&config);
        App(Arc::new(Shared { config, stop, metrics, workers, sessions, tables, room }))
    }

    /// The limits and all else that was set.
    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    /// When the server ends: what outlives its request, as a WebSocket does, listens to this.
    pub(crate) fn stop(&self) -> &Stop {
        &self.0.stop
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn workers(&self) -> &Workers {
        &self.0.workers
    }

    pub(crate) fn room(&self) -> &Room {
        &self.0.room
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.0.tables
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("config", self.config()).finish_non_exhaustive()
    }
}

/// Which request goes where.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/", get(assets::explorer))
        .route("/play", get(assets::play))
        .route("/help", get(assets::help))
        .route("/favicon.ico", get(assets::icon))
        .route("/assets/{*path}", get(assets::asset))
        .route("/healthz", get(async || "ok\n"))
        .route("/metrics", get(metrics::metrics))
        .route("/connect", get(combo::connect))
        .merge(api::router())
        .fallback(assets::not_found)
        .method_not_allowed_fallback(async || ApiError::method())
        .layer(CatchPanicLayer::custom(ApiError::panicked))
        .layer(from_fn_with_state(app.clone(), room::room))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}
