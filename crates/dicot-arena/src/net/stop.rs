//! Graceful shutdown in two stages.

use std::io;
use std::time::Duration;

use tokio::sync::watch;

/// A shutdown signal in two stages: first a stop is requested, then it is enforced.
///
/// After the request, a server starts nothing new and finishes what it has started; when it is over, unfinished work is
/// aborted.
///
/// # Examples
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use dicot_arena::net::Stop;
/// let (stopper, stop) = Stop::new();
/// assert!(!stop.is_asked());
/// stopper.ask();
/// stop.asked().await; // at once
/// stopper.end();
/// stop.over().await;
/// # });
/// ```
#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<Stage>);

/// The sender of a [`Stop`]. If it is dropped, the stages that it has not sent are never reached.
#[derive(Debug)]
pub struct Stopper(watch::Sender<Stage>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Running,
    Asked,
    Over,
}

impl Stop {
    /// Creates a signal and its sender.
    pub fn new() -> (Stopper, Stop) {
        let (sender, receiver) = watch::channel(Stage::Running);
        (Stopper(sender), Stop(receiver))
    }

    /// Creates a signal that is sent by SIGINT or SIGTERM: the first one requests the stop; after the time `grace`, or
    /// at the second one, it is over.
    ///
    /// # Errors
    /// If the signal handlers cannot be installed.
    ///
    /// # Panics
    /// Outside of a Tokio runtime.
    pub fn on_signals(grace: Duration) -> io::Result<Stop> {
        let (stopper, stop) = Stop::new();
        let mut signals = Signals::new()?;
        tokio::spawn(async move {
            signals.next().await;
            stopper.ask();
            // A log that cannot be written, or that nobody reads, must not be in the way.
            tracing::info!(grace = grace.as_secs_f64(), "stop requested");
            tokio::select! {
                () = tokio::time::sleep(grace) => {}
                () = signals.next() => {}
            }
            stopper.end();
            // Keeps the sender alive until no receiver is left.
            stopper.0.closed().await;
        });
        Ok(stop)
    }

    /// Whether a stop was requested.
    pub fn is_asked(&self) -> bool {
        *self.0.borrow() >= Stage::Asked
    }

    /// Waits until a stop is requested.
    pub async fn asked(&self) {
        self.reached(Stage::Asked).await;
    }

    /// Waits until the stop is enforced.
    pub async fn over(&self) {
        self.reached(Stage::Over).await;
    }

    async fn reached(&self, stage: Stage) {
        if self.0.clone().wait_for(|&now| now >= stage).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Stopper {
    /// Requests the stop.
    pub fn ask(&self) {
        self.raise(Stage::Asked);
    }

    /// Enforces the stop.
    pub fn end(&self) {
        self.raise(Stage::Over);
    }

    fn raise(&self, stage: Stage) {
        self.0.send_modify(|now| *now = stage.max(*now));
    }
}

#[cfg(unix)]
struct Signals([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]))
    }

    async fn next(&mut self) {
        let [interrupt, terminate] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
