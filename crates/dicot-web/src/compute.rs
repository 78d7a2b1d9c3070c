//! Runs computations: a limited number at a time, while a limited number waits.

use std::sync::Arc;
use std::time::Duration;

use dicot::Interrupt;
use dicot_arena::net::Admission;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::config::Config;
use crate::error::{ApiError, panic_text};
use crate::metrics::Metrics;
use crate::queue::{Arrival, Queue, Slot};

/// The threads that compute, and the places of the requests that wait for them.
#[derive(Debug)]
pub(crate) struct Workers {
    queue: Queue,
    metrics: Metrics,
    /// A permit for each request that may wait or run.
    places: Arc<Semaphore>,
    /// The maximum time that a request waits.
    wait: Duration,
    /// The time slice of the short lane, see [`queue`](crate::queue).
    short_time: Duration,
}

impl Workers {
    pub(crate) fn new(config: &Config, metrics: Metrics) -> Workers {
        let workers = config.workers.max(1);
        let places = workers.saturating_add(config.waiting).min(Semaphore::MAX_PERMITS);
        Workers {
            queue: Queue::new(workers, config.computations_per_address.max(1)),
            metrics,
            places: Arc::new(Semaphore::new(places)),
            wait: config.wait_time,
            short_time: config.short_time,
        }
    }

    /// A place in the queue for a request of this client. A request that first waits for something else, such as its
    /// session, takes its place before that, so that all that waits is counted.
    ///
    /// # Errors
    /// If too many requests wait or run.
    pub(crate) fn place(&self, client: &Admission) -> Result<Place, ApiError> {
        let permit = self.places.clone().try_acquire_owned().map_err(|_| ApiError::busy())?;
        let arrival = self.queue.arrival(client.address());
        Ok(Place { _permit: permit, arrival, wait: self.wait, may_be_short: true })
    }
}

/// The place of a request among those that wait or run, from its arrival until its computation ends.
#[derive(Debug)]
pub(crate) struct Place {
    _permit: OwnedSemaphorePermit,
    arrival: Arrival,
    /// The maximum time that the request waits for a thread.
    wait: Duration,
    /// Whether the computation may fit into the time slice of the short lane.
    may_be_short: bool,
}

impl Place {
    /// The same place without a limit of the time that it waits.
    pub(crate) fn without_timeout(self) -> Place {
        Place { wait: Duration::MAX, ..self }
    }

    /// The same place for a computation that takes all of its time, as a bot does: it tries the short lane only if that
    /// time fits its slice.
    pub(crate) fn using_all(self, time: Duration, workers: &Workers) -> Place {
        Place { may_be_short: time <= workers.short_time / 2, ..self }
    }
}

/// One attempt at a computation.
#[derive(Debug)]
pub(crate) struct Attempt {
    interrupt: Interrupt,
    on_lane: bool,
}

impl Attempt {
    /// The flag that ends the attempt.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Whether the time slice of the short lane is over.
    fn is_out_of_slice(&self) -> bool {
        self.on_lane && self.interrupt.is_set()
    }

    /// Checks that the answer of an interrupted computation is final. For computations that have an answer even then,
    /// as a bot has.
    ///
    /// # Errors
    /// If the time slice of the short lane is over: the computation starts again on a worker.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if self.is_out_of_slice() { Err(ApiError::interrupted()) } else { Ok(()) }
    }

    /// Whether the computation starts again on a worker if this is its result.
    pub(crate) fn is_repeated_after<T>(&self, result: &Result<T, ApiError>) -> bool {
        self.is_out_of_slice() && result.as_ref().is_err_and(ApiError::is_of_time)
    }
}

/// The time after its limit at which a computation is interrupted. One that checks the time itself ends earlier. A
/// first choice, not compared with others.
const GRACE: Duration = Duration::from_millis(250);

/// Runs `work` on a blocking thread as soon as the queue gives one to the place.
///
/// The flag of the [`Attempt`] is set when its time is over, and when this future is dropped, as it is when the client
/// disconnects: the computation then ends soon. A panic is logged and answered as a bug.
///
/// `work` runs a second time if it failed with the time limit because its time slice on the short lane was over. Any
/// other result is final.
pub(crate) async fn compute_at<T: Send + 'static>(
    mut place: Place,
    workers: &Workers,
    time: Duration,
    mut work: impl FnMut(&Attempt) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    loop {
        let waiting = workers.metrics.waiting();
        let slot = workers.queue.slot(place.arrival, place.may_be_short);
        let Ok(Some(slot)) = timeout(place.wait, slot).await else {
            return Err(ApiError::busy());
        };
        drop(waiting);
        let running = workers.metrics.running();
        let interrupt = Interrupt::default();
        let on_drop = SetWhenDropped(interrupt.clone());
        let time = time.saturating_add(GRACE);
        let (on_lane, allowed) = match slot.kind() {
            Slot::Worker => (false, time),
            Slot::Lane => (workers.short_time < time, workers.short_time.min(time)),
        };
        let mut task = tokio::task::spawn_blocking(move || {
            let attempt = Attempt { interrupt, on_lane };
            let result = work(&attempt);
            // The thread is free only now: the computation may end after its request.
            drop((slot, running));
            match attempt.is_repeated_after(&result) {
                true => Err((work, Place { may_be_short: false, ..place })),
                false => Ok(result),
            }
        });
        let ended = match timeout(allowed, &mut task).await {
            Ok(ended) => ended,
            Err(_) => {
                on_drop.0.set();
                task.await
            }
        };
        match ended {
            Ok(Ok(result)) => return result,
            Ok(Err(again)) => (work, place) = again,
            Err(error) => {
                if let Ok(panic) = error.try_into_panic() {
                    workers.metrics.panicked();
                    tracing::error!(panic = panic_text(&*panic), "a computation panicked");
                }
                return Err(ApiError::internal());
            }
        }
    }
}

/// Interrupts a computation when its request is dropped.
struct SetWhenDropped(Interrupt);

impl Drop for SetWhenDropped {
    fn drop(&mut self) {
        self.0.set();
    }
}
