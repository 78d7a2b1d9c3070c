//! Computing without Python's lock, while Ctrl-C still works.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use dicot::{Interrupt, Limits};
use dicot_answers::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::Problem;
use crate::session::Allowance;

/// A computation that takes less time runs on the calling thread: a new thread takes longer to start.
const AT_ONCE: Duration = Duration::from_millis(10);
/// The time between two checks for Ctrl-C in Python.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Computes within the allowance, without Python's lock. The computation may be begun twice.
pub(crate) fn compute<T: Send>(
    py: Python<'_>,
    allowance: Allowance,
    computation: impl Fn(&Limits) -> Result<T, Problem> + Send + Sync,
) -> PyResult<T> {
    compute_with_text(py, allowance, "", computation)
}

/// The same, of a text: errors say where in it.
pub(crate) fn compute_with_text<T: Send>(
    py: Python<'_>,
    allowance: Allowance,
    text: &str,
    computation: impl Fn(&Limits) -> Result<T, Problem> + Send + Sync,
) -> PyResult<T> {
    let start = Instant::now();
    let deadline = allowance.time.and_then(|time| start.checked_add(time));
    let soon = start + AT_ONCE;
    let mut limits = Limits::default()
        .with_bytes(allowance.bytes)
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

/// Does something that may take long and gives up when the flag is set, without Python's lock. If Python has a signal
/// to handle and that raises an exception, as Ctrl-C does, then that is raised.
pub(crate) fn interruptibly<T: Send>(
    py: Python<'_>,
    long: impl FnOnce(Interrupt) -> T + Send,
) -> PyResult<T> {
    let interrupt = Interrupt::default();
    thread::scope(|scope| {
        let (sender, answer) = channel();
        let answer = Mutex::new(answer);
        let flag = interrupt.clone();
        let worker = thread::Builder::new()
            .name("dicot".to_owned())
            .spawn_scoped(scope, move || {
                // The receiver may be gone.
                let _ = sender.send(long(flag));
            })
            .map_err(|error| PyRuntimeError::new_err(format!("a thread cannot start: {error}")))?;
        loop {
            let received = py.detach(|| {
                let answer = lock(&answer);
                answer.recv_timeout(BETWEEN_LOOKS)
            });
            match received {
                Ok(value) => return Ok(value),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(raised) = py.check_signals() {
                        interrupt.set();
                        // Its result, even a panic, is ignored.
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
