//! Counters of the server, as text for Prometheus (OpenMetrics 1.0).

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use dicot_rulesets::lock;

/// Counters and gauges. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metrics(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// The number of answers, by route and status.
    requests: Mutex<BTreeMap<(String, u16), u64>>,
    /// The times to answer, by route.
    times: Mutex<BTreeMap<String, Times>>,
    running: Arc<AtomicUsize>,
    waiting: Arc<AtomicUsize>,
    connections: Arc<AtomicUsize>,
    refused: AtomicUsize,
    panics: AtomicUsize,
}

/// A histogram of times.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    sum: Duration,
    count: u64,
    /// How many times are at most each of the bounds.
    at_most: [u64; BOUNDS.len()],
}

/// From a quarter of a millisecond to about a minute, in seconds.
const BOUNDS: [f64; 10] =
    [0.000_25, 0.001, 0.004, 0.016, 0.064, 0.256, 1.024, 4.096, 16.384, 65.536];

/// Raises a gauge by one until it is dropped.
#[derive(Debug)]
pub(crate) struct Raised(Arc<AtomicUsize>);

impl Raised {
    fn new(gauge: &Arc<AtomicUsize>) -> Raised {
        gauge.fetch_add(1, Ordering::Relaxed);
        Raised(gauge.clone())
    }
}

impl Drop for Raised {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Times {
    fn add(&mut self, time: Duration) {
        self.sum += time;
        self.count += 1;
        for (bound, count) in BOUNDS.iter().zip(&mut self.at_most) {
            *count += u64::from(time.as_secs_f64() <= *bound);
        }
    }
}

impl Metrics {
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
        self.0.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a computation that panicked.
    pub(crate) fn panicked(&self) {
        self.0.panics.fetch_add(1, Ordering::Relaxed);
    }

    fn answered(&self, route: String, status: u16, time: Duration) {
        lock(&self.0.times).entry(route.clone()).or_default().add(time);
        *lock(&self.0.requests).entry((route, status)).or_default() += 1;
    }

    /// All metrics as an answer, with the number of sessions and their memory in bytes.
    pub(crate) fn answer(&self, sessions: usize, session_bytes: usize) -> Response {
        const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut text, sessions, session_bytes);
        ([(header::CONTENT_TYPE, KIND)], text).into_response()
    }

    fn write(&self, f: &mut String, sessions: usize, session_bytes: usize) -> fmt::Result {
        let counts = &self.0;
        head(f, "requests", "counter", "Requests answered")?;
        for ((route, status), count) in &*lock(&counts.requests) {
            writeln!(f, "dicot_requests_total{{route={route:?},status=\"{status}\"}} {count}")?;
        }
        head(f, "request_seconds", "histogram", "Time to answer")?;
        writeln!(f, "# UNIT dicot_request_seconds seconds")?;
        for (route, Times { sum, count, at_most }) in &*lock(&counts.times) {
            let seconds = "dicot_request_seconds";
            for (bound, count) in BOUNDS.iter().zip(at_most) {
                writeln!(f, "{seconds}_bucket{{le=\"{bound}\",route={route:?}}} {count}")?;
            }
            writeln!(f, "{seconds}_bucket{{le=\"+Inf\",route={route:?}}} {count}")?;
            writeln!(f, "{seconds}_sum{{route={route:?}}} {}", sum.as_secs_f64())?;
            writeln!(f, "{seconds}_count{{route={route:?}}} {count}")?;
        }
        let read = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        let resident = resident_bytes().unwrap_or(0);
        let (panics, refused) = (read(&counts.panics), read(&counts.refused));
        for (name, help, count) in [
            (
                "computations_panicked",
                "Computations that panicked (0 unless dicot has a bug)",
                panics,
            ),
            ("connections_refused", "Connections closed because there were too many", refused),
        ] {
            head(f, name, "counter", help)?;
            writeln!(f, "dicot_{name}_total {count}")?;
        }
        for (name, help, count) in [
            ("computations_running", "Computations that run", read(&counts.running)),
            ("computations_waiting", "Computations that wait for a worker", read(&counts.waiting)),
            ("connections", "Open connections", read(&counts.connections)),
            ("sessions", "Sessions in memory", sessions),
            ("session_bytes", "Memory of all sessions", session_bytes),
            ("resident_memory_bytes", "Memory of the process (0 where /proc is missing)", resident),
        ] {
            head(f, name, "gauge", help)?;
            writeln!(f, "dicot_{name} {count}")?;
        }
        writeln!(f, "# EOF")
    }
}

fn head(f: &mut String, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(f, "# HELP dicot_{name} {help}.\n# TYPE dicot_{name} {kind}")
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
    metrics.answered(route, response.status().as_u16(), begin.elapsed());
    response
}
