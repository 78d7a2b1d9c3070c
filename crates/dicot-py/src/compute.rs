//! Computing without Python's lock, interruptible by Ctrl-C.
//!
//! A computation may block Python for ten milliseconds. It starts on the calling thread, without Python's lock; a longer one starts
//! again on a thread of its own, while the caller asks Python for signals every 20 ms, so that Ctrl-C ends it and other threads continue.
//!
//! A fork copies the locks that other threads hold, and not the threads. So a child has a session of its own, and computes with its
//! store also with values of others, which are read without locks; the old session is neither used nor freed.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use dicot::{Interrupt, Limits};
use dicot_rulesets::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::Problem;

/// A computation that takes less time runs on the calling thread, because starting a thread costs more. A first choice,
/// not compared with others.
const ON_CALLING_THREAD: Duration = Duration::from_millis(10);
/// The time between two checks for Ctrl-C. A first choice, not compared with others.
const BETWEEN_SIGNAL_CHECKS: Duration = Duration::from_millis(20);

/// The limits of a computation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitSettings {
    /// The limit of time.
    pub(crate) time: Option<Duration>,
    /// The limit of memory in bytes, including earlier results.
    pub(crate) bytes: Option<usize>,
    /// The number of threads for the value of a position; one for each core if `None`.
    pub(crate) threads: Option<usize>,
}

/// Computes within limits, without Python's lock. The computation may be started twice.
pub(crate) fn compute<T: Send>(
    py: Python<'_>,
    settings: LimitSettings,
    computation: impl Fn(&Limits) -> Result<T, Problem> + Send + Sync,
) -> PyResult<T> {
    compute_with_text(py, settings, "", computation)
}

/// As [`compute`], of a text: errors have a position in it.
pub(crate) fn compute_with_text<T: Send>(
    py: Python<'_>,
    settings: LimitSettings,
    text: &str,
    computation: impl Fn(&Limits) -> Result<T, Problem> + Send + Sync,
) -> PyResult<T> {
    let start = Instant::now();
    let deadline = settings.time.and_then(|time| start.checked_add(time));
    let soon = start + ON_CALLING_THREAD;
    let mut limits = Limits::default()
        .with_bytes(settings.bytes)
        .with_threads(settings.threads)
        .with_deadline(deadline.map_or(soon, |deadline| deadline.min(soon)));
    match py.detach(|| computation(&limits)) {
        Err(problem) if problem.is_time() && deadline.is_none_or(|deadline| deadline > soon) => {}
        result => return result.map_err(|problem| problem.exception(py, text)),
    }
    limits.deadline = deadline;
    let result = interruptibly(py, |interrupt| {
        let limits = limits.clone().with_interrupt(interrupt);
        computation(&limits)
    })?;
    result.map_err(|problem| problem.exception(py, text))
}

/// Runs a computation that stops when the flag is set, without Python's lock. Meanwhile Python's signals are handled;
/// if a handler raises an exception, as Ctrl-C does, the flag is set and the exception is raised.
pub(crate) fn interruptibly<T: Send>(
    py: Python<'_>,
    long: impl FnOnce(Interrupt) -> T + Send,
) -> PyResult<T> {
    interruptibly_with(py, Interrupt::default(), long)
}

/// As [`interruptibly`], with a flag that something else can set as well.
pub(crate) fn interruptibly_with<T: Send>(
    py: Python<'_>,
    interrupt: Interrupt,
    long: impl FnOnce(Interrupt) -> T + Send,
) -> PyResult<T> {
    if cfg!(target_family = "wasm") {
        // Pyodide starts no threads: a computation ends by its limits alone.
        return Ok(py.detach(|| long(interrupt)));
    }
    thread::scope(|scope| {
        let (sender, answer) = channel();
        let answer = Mutex::new(answer);
        let flag = interrupt.clone();
        let worker = thread::Builder::new()
            .name("dicot".to_owned())
            .spawn_scoped(scope, move || {
                // The receiver may be dropped.
                let _ = sender.send(long(flag));
            })
            .map_err(|error| PyRuntimeError::new_err(format!("a thread cannot start: {error}")))?;
        loop {
            let received = py.detach(|| {
                let answer = lock(&answer);
                answer.recv_timeout(BETWEEN_SIGNAL_CHECKS)
            });
            match received {
                Ok(value) => return Ok(value),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(raised) = py.check_signals() {
                        interrupt.set();
                        // The result, even a panic, is ignored.
                        let _ = py.detach(|| worker.join());
                        return Err(raised);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = py.detach(|| worker.join());
                    return Err(PyRuntimeError::new_err(
                        "the computation panicked: this is a bug of dicot",
                    ));
                }
            }
        }
    })
}
