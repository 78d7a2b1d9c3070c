//! How a server is told to end.

use std::io;
use std::time::Duration;

use tokio::sync::watch;

/// What a server and its games listen to: first they are asked to end, then it is over.
///
/// Who is asked begins nothing new and finishes what is begun; when it is over, that is broken off.
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

/// What tells a [`Stop`]. If it is dropped before, nobody is ever asked.
#[derive(Debug)]
pub struct Stopper(watch::Sender<Stage>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Running,
    Asked,
    Over,
}

impl Stop {
    /// With what tells it.
    pub fn new() -> (Stopper, Stop) {
        let (sender, receiver) = watch::channel(Stage::Running);
        (Stopper(sender), Stop(receiver))
    }

    /// Asks when the process is interrupted or to terminate (SIGINT, SIGTERM); it is over after the time of grace
    /// or at the second such signal.
    ///
    /// # Errors
    /// If signals cannot be listened to.
    ///
    /// # Panics
    /// Outside of a Tokio runtime.
    pub fn on_signals(grace: Duration) -> io::Result<Stop> {
        let (stopper, stop) = Stop::new();
        let mut signals = Signals::new()?;
        tokio::spawn(async move {
            signals.next().await;
            tracing::info!(grace = grace.as_secs_f64(), "asked to end");
            stopper.ask();
            tokio::select! {
                () = tokio::time::sleep(grace) => {}
                () = signals.next() => {}
            }
            stopper.end();
            // So that nobody listens to a sender that is gone.
            stopper.0.closed().await;
        });
        Ok(stop)
    }

    /// Whether it was asked to end.
    pub fn is_asked(&self) -> bool {
        *self.0.borrow() >= Stage::Asked
    }

    /// Waits until it is asked to end.
    pub async fn asked(&self) {
        self.reached(Stage::Asked).await;
    }

    /// Waits until it is over.
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
    /// Asks to end.
    pub fn ask(&self) {
        self.raise(Stage::Asked);
    }

    /// Says that it is over.
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
