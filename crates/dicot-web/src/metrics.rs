//! Counters of the server, as text for Prometheus.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::error::ApiError;

/// Counters and gauges. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Metrics(Arc<Registered>);

#[derive(Debug)]
struct Registered {
    registry: Registry,
    requests: Family<RouteAndStatus, Counter>,
    seconds: Family<Route, Histogram>,
    running: Gauge,
    waiting: Gauge,
    panics: Counter,
    connections: Gauge,
    refused: Counter,
    sessions: Gauge,
    session_bytes: Gauge,
    memory: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteAndStatus {
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

/// Raises a gauge by one until it is dropped.
#[derive(Debug)]
pub(crate) struct Raised(Gauge);

impl Raised {
    fn new(gauge: &Gauge) -> Raised {
        gauge.inc();
        Raised(gauge.clone())
    }
}

impl Drop for Raised {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// The histogram of answer times: buckets from a quarter of a millisecond to about a minute.
fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.000_25, 4.0, 10))
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("dicot");
        let requests = Family::default();
        registry.register("requests", "Requests answered", requests.clone());
        let seconds: Family<Route, Histogram> =
            Family::new_with_constructor(seconds as fn() -> Histogram);
        registry.register_with_unit("request", "Time to answer", Unit::Seconds, seconds.clone());
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let panics = counter(
            "computations_panicked",
            "Computations that panicked (0 unless dicot has a bug)",
        );
        let refused =
            counter("connections_refused", "Connections closed because there were too many");
        let mut gauge = |name: &str, help: &str| {
            let gauge: Gauge<i64, AtomicI64> = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        Metrics(Arc::new(Registered {
            running: gauge("computations_running", "Computations that run"),
            waiting: gauge("computations_waiting", "Computations that wait for a worker"),
            connections: gauge("connections", "Open connections"),
            sessions: gauge("sessions", "Sessions in memory"),
            session_bytes: gauge("session_bytes", "Memory of all sessions"),
            memory: gauge(
                "resident_memory_bytes",
                "Memory of the process (0 where /proc is missing)",
            ),
            panics,
            refused,
            requests,
            seconds,
            registry,
        }))
    }

    /// Counts a computation that runs.
    pub(crate) fn running(&self) -> Raised {
        Raised::new(&self.0.running)
    }

    /// Counts a computation that waits for a thread.
    pub(crate) fn waiting(&self) -> Raised {
        Raised::new(&self.0.waiting)
    }

    /// Counts an open connection.
    pub(crate) fn connection(&self) -> Raised {
        Raised::new(&self.0.connections)
    }

    /// Counts a connection that was refused.
    pub(crate) fn refused(&self) {
        self.0.refused.inc();
    }

    /// Counts a computation that panicked.
    pub(crate) fn panicked(&self) {
        self.0.panics.inc();
    }

    /// All metrics as an answer, with the number of sessions and their memory in bytes.
    pub(crate) fn answer(&self, sessions: usize, session_bytes: usize) -> Response {
        const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let metrics = &self.0;
        metrics.sessions.set(count(sessions));
        metrics.session_bytes.set(count(session_bytes));
        metrics.memory.set(count(resident_bytes().unwrap_or(0)));
        let mut all = String::new();
        match text::encode(&mut all, &metrics.registry) {
            Ok(()) => ([(header::CONTENT_TYPE, KIND)], all).into_response(),
            Err(error) => {
                tracing::error!(%error, "the metrics cannot be written");
                ApiError::internal().into_response()
            }
        }
    }
}

/// The memory of this process; `None` if the system has no `/proc`.
fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Middleware that counts a request and the time to its answer.
///
/// All paths without a route count as `other`: clients must not be able to create metrics.
pub(crate) async fn count(
    State(metrics): State<Metrics>,
    request: Request,
    next: Next,
) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("other", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    let (metrics, status) = (metrics.0, response.status().as_u16());
    metrics.requests.get_or_create(&RouteAndStatus { route: route.clone(), status }).inc();
    metrics.seconds.get_or_create(&Route { route }).observe(begin.elapsed().as_secs_f64());
    response
}
