//! What the server says of itself, as text for Prometheus.

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

use crate::app::App;
use crate::error::ApiError;

/// Counters and gauges.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
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
struct Answered {
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

/// One more of something, as long as this is held.
#[derive(Debug)]
pub(crate) struct OneMore(Gauge);

impl OneMore {
    fn of(gauge: &Gauge) -> OneMore {
        gauge.inc();
        OneMore(gauge.clone())
    }
}

impl Drop for OneMore {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// From a quarter of a millisecond to about a minute.
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
        let panics =
            counter("computations_panicked", "Computations that panicked, which none should");
        let refused =
            counter("connections_refused", "Connections closed because there were too many");
        let mut gauge = |name: &str, help: &str| {
            let gauge: Gauge<i64, AtomicI64> = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        Metrics {
            running: gauge("computations_running", "Computations that run"),
            waiting: gauge("computations_waiting", "Computations that wait for a worker"),
            connections: gauge("connections", "Open connections"),
            sessions: gauge("sessions", "Sessions that are remembered"),
            session_bytes: gauge("session_bytes", "Memory that sessions keep"),
            memory: gauge("resident_memory_bytes", "Memory of the process, where the system tells"),
            panics,
            refused,
            requests,
            seconds,
            registry,
        }
    }

    /// A computation runs.
    pub(crate) fn running(&self) -> OneMore {
        OneMore::of(&self.running)
    }

    /// A computation waits.
    pub(crate) fn waiting(&self) -> OneMore {
        OneMore::of(&self.waiting)
    }

    /// A connection is open.
    pub(crate) fn connection(&self) -> OneMore {
        OneMore::of(&self.connections)
    }

    /// A connection was not taken.
    pub(crate) fn refused(&self) {
        self.refused.inc();
    }

    /// A computation panicked.
    pub(crate) fn panicked(&self) {
        self.panics.inc();
    }

    /// The text for Prometheus.
    fn text(&self, app: &App) -> Result<String, std::fmt::Error> {
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let (sessions, bytes) = app.sessions().count();
        self.sessions.set(count(sessions));
        self.session_bytes.set(count(bytes));
        self.memory.set(count(resident_bytes().unwrap_or(0)));
        let mut all = String::new();
        text::encode(&mut all, &self.registry)?;
        Ok(all)
    }
}

/// The memory of this process, where the system tells.
fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Answers `GET /metrics`.
pub(crate) async fn metrics(State(app): State<App>) -> Response {
    const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    match app.metrics().text(&app) {
        Ok(text) => ([(header::CONTENT_TYPE, KIND)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics cannot be written");
            ApiError::internal().into_response()
        }
    }
}

/// Counts a request and the time to its answer. What a client makes up is not counted by name.
pub(crate) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("other", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    let (metrics, status) = (app.metrics(), response.status().as_u16());
    metrics.requests.get_or_create(&Answered { route: route.clone(), status }).inc();
    metrics.seconds.get_or_create(&Route { route }).observe(begin.elapsed().as_secs_f64());
    response
}
