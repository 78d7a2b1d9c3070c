//! Ctrl-C, for all commands: the run ends with status 130, and a line says what was not done.
//!
//! The first signal sets an interrupt, which computations check, so that partial results are still printed and saved. A
//! second one ends the program at once, and so does the first if no computation has taken the interrupt, or while the
//! program waits for input.

use std::io;
use std::process::{ExitCode, exit};
use std::sync::{LazyLock, Mutex};

use dicot::Interrupt;
use dicot_rulesets::lock;

use crate::failure::report;

/// The status of a program that Ctrl-C ends, as shells have it.
const STATUS: u8 = 130;

/// What is known about the run.
#[derive(Default)]
struct Run {
    interrupt: Interrupt,
    /// Whether there was a signal.
    is_pressed: bool,
    /// Whether something checks the interrupt.
    is_checked: bool,
    /// The number of threads that wait for input.
    waiting: usize,
    /// Whether a signal ends a computation only, and not the run.
    goes_on: bool,
    /// What is not done if the run ends now.
    not_done: Option<String>,
}

static RUN: LazyLock<Mutex<Run>> = LazyLock::new(Mutex::default);

/// Handles signals from now on.
pub(crate) fn listen() {
    // Without a handler the system ends the process, with the same status in a shell.
    let _ = ctrlc::set_handler(|| {
        let mut run = lock(&RUN);
        if run.goes_on {
            return run.interrupt.set();
        }
        if run.is_pressed || !run.is_checked || run.waiting > 0 {
            run.report();
            exit(STATUS.into());
        }
        run.is_pressed = true;
        run.interrupt.set();
    });
}

impl Run {
    fn report(&self) {
        let not_done = self.not_done.as_deref().unwrap_or("the command is not finished");
        report(&format!("interrupted: {not_done}"));
    }
}

/// The interrupt, which the caller checks from now on.
pub(crate) fn interrupt() -> Interrupt {
    let mut run = lock(&RUN);
    run.is_checked = true;
    run.interrupt.clone()
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_pressed() -> bool {
    lock(&RUN).is_pressed
}

/// Waits for input; Ctrl-C ends the program in the meantime. After Ctrl-C the input is at its end.
pub(crate) fn while_waiting<T>(
    read: impl FnOnce() -> io::Result<Option<T>>,
) -> io::Result<Option<T>> {
    {
        // Under one lock: a signal between the check and the wait would not end the wait.
        let mut run = lock(&RUN);
        if run.is_pressed {
            return Ok(None);
        }
        run.waiting += 1;
    }
    let read = read();
    lock(&RUN).waiting -= 1;
    read
}

/// From now on Ctrl-C ends a computation, and the run goes on.
pub(crate) fn go_on() {
    lock(&RUN).goes_on = true;
}

/// Sets what is not done if the run ends now.
pub(crate) fn set_not_done(text: impl Into<String>) {
    lock(&RUN).not_done = Some(text.into());
}

/// The run ends as by Ctrl-C: a server that handles signals itself was stopped before it was done.
#[cfg(feature = "full")]
pub(crate) fn press(not_done: &str) {
    let mut run = lock(&RUN);
    run.is_pressed = true;
    run.not_done = Some(not_done.to_owned());
}

/// The status of the run: 130 after Ctrl-C, and then it says what was not done.
pub(crate) fn status_or(status: ExitCode) -> ExitCode {
    let run = lock(&RUN);
    if !run.is_pressed {
        return status;
    }
    run.report();
    ExitCode::from(STATUS)
}
