//! The workers: a bounded number of computations at a time, and a bounded number that wait.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use dicot_arena::net::Admission;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::app::App;
use crate::config::Config;
use crate::error::{ApiError, panic_text};
use crate::queue::{Arrival, Queue, Slot};

/// The threads that compute, and the requests that wait for them.
#[derive(Debug)]
pub(crate) struct Workers {
    queue: Queue,
    /// A permit for each request that may wait or run.
    places: Arc<Semaphore>,
    /// How long a request may wait.
    wait: Duration,
    /// How long a request may run on the short lane.
    short_time: Duration,
}

impl Workers {
    pub(crate) fn new(config: &Config) -> Workers {
        let workers = config.workers.max(1);
        let places = workers.saturating_add(config.waiting).min(Semaphore::MAX_PERMITS);
        Workers {
            queue: Queue::new(workers, config.computations_per_address.max(1)),
            places: Arc::new(Semaphore::new(places)),
            wait: config.wait_time,
            short_time: config.short_time,
        }
    }

    /// A place for a request of this client. A request that waits for something else first takes it before that.
    ///
    /// # Errors
    /// If there are too many requests.
    pub(crate) fn place(&self, client: &Admission) -> Result<Place, ApiError> {
        let permit = self.places.clone().try_acquire_owned().map_err(|_| ApiError::busy())?;
        let arrival = self.queue.arrival(client.address());
        Ok(Place { _permit: permit, arrival, wait: self.wait, may_be_short: true })
    }
}

/// A place among the requests that wait or run.
#[derive(Debug)]
pub(crate) struct Place {
    _permit: OwnedSemaphorePermit,
    arrival: Arrival,
    /// How long its holder waits for a thread.
    wait: Duration,
    /// Whether the computation may fit into the time of the short lane.
    may_be_short: bool,
}

impl Place {
    /// The same for a request that waits without limit.
    pub(crate) fn patient(self) -> Place {
        Place { wait: Duration::MAX, ..self }
    }

    /// The same for a computation that takes all its time, as a bot does: it only tries the short lane if that time
    /// fits.
    pub(crate) fn using_all(self, time: Duration, app: &App) -> Place {
        Place { may_be_short: time <= app.workers().short_time / 2, ..self }
    }
}

/// One run of a computation.
#[derive(Debug)]
pub(crate) struct Run {
    interrupt: Arc<AtomicBool>,
    on_lane: bool,
}

impl Run {
    /// The flag that ends the run soon after it is set.
    pub(crate) fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Whether the time slice of the short lane is over.
    fn is_out_of_slice(&self) -> bool {
        self.on_lane && self.interrupt.load(Relaxed)
    }

    /// For a computation that gives an answer even when it is interrupted.
    ///
    /// # Errors
    /// If the time slice of the short lane is over: the computation then starts again on a worker.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if self.is_out_of_slice() { Err(ApiError::interrupted()) } else { Ok(()) }
    }

    /// Whether the computation starts again on a worker if this is its result.
    pub(crate) fn is_repeated_after<T>(&self, result: &Result<T, ApiError>) -> bool {
        self.is_out_of_slice() && result.as_ref().is_err_and(ApiError::is_of_time)
    }
}

/// How much longer than its time a computation may take before it is interrupted.
const GRACE: Duration = Duration::from_millis(250);

/// Computes something on a thread of its own as soon as one is free, see [`compute_at`].
pub(crate) async fn compute<T: Send + 'static>(
    app: &App,
    client: &Admission,
    time: Duration,
    work: impl FnMut(&Run) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let place = app.workers().place(client)?;
    compute_at(place, app, time, work).await
}

/// Computes something on a thread of its own as soon as one is free for the place.
///
/// The flag of the [`Run`] is set when its time is over or when this future is dropped, as it is when the client goes
/// away: the computation then ends soon. A panic in it is logged, and answered as a bug.
///
/// `work` runs a second time if it ends with the limit of time because its time slice on the short lane was over. Any
/// other result is final.
pub(crate) async fn compute_at<T: Send + 'static>(
    mut place: Place,
    app: &App,
    time: Duration,
    mut work: impl FnMut(&Run) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let workers = app.workers();
    loop {
        let waiting = app.metrics().waiting();
        let slot = workers.queue.slot(place.arrival, place.may_be_short);
        let Ok(Some(slot)) = timeout(place.wait, slot).await else {
            return Err(ApiError::busy());
        };
        drop(waiting);
        let running = app.metrics().running();
        let interrupt = Arc::new(AtomicBool::new(false));
        let gone = SetWhenDropped(interrupt.clone());
        let time = time.saturating_add(GRACE);
        let (on_lane, allowed) = match slot.kind() {
            Slot::Worker => (false, time),
            Slot::Lane => (workers.short_time < time, workers.short_time.min(time)),
        };
        let mut task = tokio::task::spawn_blocking(move || {
            let run = Run { interrupt, on_lane };
            let result = work(&run);
            // Not before the computation has ended, which may be after its request.
            drop((slot, running));
            match run.is_repeated_after(&result) {
                true => Err((work, Place { may_be_short: false, ..place })),
                false => Ok(result),
            }
        });
        // A computation that keeps to its time by itself describes the result better.
        let ended = match timeout(allowed, &mut task).await {
            Ok(ended) => ended,
            Err(_) => {
                gone.0.store(true, Relaxed);
                task.await
            }
        };
        match ended {
            Ok(Ok(result)) => return result,
            Ok(Err(again)) => (work, place) = again,
            Err(error) => {
                if let Ok(panic) = error.try_into_panic() {
                    app.metrics().panicked();
                    tracing::error!(panic = panic_text(&*panic), "a computation panicked");
                }
                return Err(ApiError::internal());
            }
        }
    }
}

/// Ends a computation for which nobody waits any more.
struct SetWhenDropped(Arc<AtomicBool>);

impl Drop for SetWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
