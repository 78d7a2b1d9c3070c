//! The data that all requests share.

use std::fmt;
use std::sync::Arc;

use dicot_arena::net::Stop;

use crate::combo::Tables;
use crate::compute::Workers;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::sessions::Sessions;

/// The data that all requests share. Clones share it, too.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

struct Shared {
    config: Config,
    stop: Stop,
    metrics: Metrics,
    workers: Workers,
    sessions: Sessions,
    tables: Tables,
}

impl App {
    pub(crate) fn new(config: Config, stop: Stop) -> App {
        let metrics = Metrics::default();
        let workers = Workers::new(&config, metrics.clone());
        let sessions = Sessions::new(&config);
        let tables = Tables::new(&config);
        App(Arc::new(Shared { config, stop, metrics, workers, sessions, tables }))
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    /// The signal that the server stops. Tasks that outlive their request, such as WebSockets, end on it.
    pub(crate) fn stop(&self) -> &Stop {
        &self.0.stop
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn workers(&self) -> &Workers {
        &self.0.workers
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
