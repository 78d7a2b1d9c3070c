//! The workers: as many computations at a time as there are cores, and a bounded number that wait.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::app::App;
use crate::config::Config;
use crate::error::{ApiError, panic_text};

/// Who computes.
#[derive(Debug)]
pub(crate) struct Workers {
    /// A permit for each that is free.
    free: Arc<Semaphore>,
    /// A permit for each request that may wait or be worked at.
    places: Arc<Semaphore>,
    /// How long one may wait.
    wait: Duration,
}

impl Workers {
    pub(crate) fn new(config: &Config) -> Workers {
        let workers = config.workers.max(1);
        let semaphore =
            |permits: usize| Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)));
        Workers {
            free: semaphore(workers),
            places: semaphore(workers.saturating_add(config.waiting)),
            wait: config.wait_time,
        }
    }

    /// A place among those who wait; whoever waits for something else first takes it before that.
    ///
    /// # Errors
    /// If there is none left.
    pub(crate) fn place(&self) -> Result<Place, ApiError> {
        let place = self.places.clone().try_acquire_owned();
        place.map(|place| Place { place, wait: self.wait }).map_err(|_| ApiError::busy())
    }
}

/// A place among those who wait or are worked at.
#[derive(Debug)]
pub(crate) struct Place {
    #[expect(dead_code, reason = "it is given back when dropped")]
    place: OwnedSemaphorePermit,
    /// How long its holder waits for a worker.
    wait: Duration,
}

impl Place {
    /// The same, for who waits as long as it takes.
    pub(crate) fn patient(self) -> Place {
        Place { wait: Duration::MAX, ..self }
    }
}

/// How much longer than its time a computation may take before it is interrupted.
const GRACE: Duration = Duration::from_millis(250);

/// Computes something on a thread of its own as soon as a worker is free.
///
/// The flag is set when the time is over or when this future is dropped, as it is when the client goes away: the
/// computation then ends soon. A panic in it is logged, and answered as a bug.
pub(crate) async fn compute<T: Send + 'static>(
    app: &App,
    time: Duration,
    work: impl FnOnce(Arc<AtomicBool>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let place = app.workers().place()?;
    compute_at(place, app, time, work).await
}

/// The same, for who has a place already.
pub(crate) async fn compute_at<T: Send + 'static>(
    place: Place,
    app: &App,
    time: Duration,
    work: impl FnOnce(Arc<AtomicBool>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let waiting = app.metrics().waiting();
    let free = app.workers().free.clone();
    // Nobody closes the semaphore.
    let Ok(Ok(permit)) = tokio::time::timeout(place.wait, free.acquire_owned()).await else {
        return Err(ApiError::busy());
    };
    drop(waiting);
    let running = app.metrics().running();
    let interrupt = Arc::new(AtomicBool::new(false));
    let gone = SetWhenDropped(interrupt.clone());
    let mut task = tokio::task::spawn_blocking(move || {
        let result = work(interrupt);
        // Not before the computation has ended, which may be after its request.
        drop((permit, place, running));
        result
    });
    // What keeps to its time by itself can say better what came of it.
    let ended = match tokio::time::timeout(time.saturating_add(GRACE), &mut task).await {
        Ok(ended) => ended,
        Err(_) => {
            gone.0.store(true, Relaxed);
            task.await
        }
    };
    match ended {
        Ok(result) => result,
        Err(error) => {
            if let Ok(panic) = error.try_into_panic() {
                app.metrics().panicked();
                tracing::error!(panic = panic_text(&*panic), "a computation panicked");
            }
            Err(ApiError::internal())
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
