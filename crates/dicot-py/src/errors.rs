//! Errors of the library as Python's exceptions.

use std::io;
use std::path::Path;

use dicot::solver::VerifyError;
use dicot::{LimitKind, NotationProblem, ParseFormError, ValueError};
use dicot_rulesets::Failure;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError, PyOverflowError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    dicot,
    ParseError,
    PyValueError,
    "A text is not a game.\n\nIts attribute `offset` is the position of the error in the text, in characters from 0."
);
create_exception!(
    dicot,
    LimitError,
    PyException,
    "A limit of time or memory is reached.\n\nIntermediate results are kept; see `dicot.set_limits`."
);
create_exception!(
    dicot,
    LoopError,
    PyValueError,
    "Play does not end: a position of a `dicot.Ruleset` is its own follower.\n\nThe message names the positions on the way."
);

/// Play that leads from the first position back to the last, which is the same one.
pub(crate) fn loop_error(cycle: &[String]) -> PyErr {
    const MAX_SHOWN: usize = 6;
    let names = match cycle.len() {
        0..=MAX_SHOWN => cycle.join(" -> "),
        n => format!(
            "{} -> ... ({} more) -> {}",
            cycle[..MAX_SHOWN - 1].join(" -> "),
            n - MAX_SHOWN,
            cycle[n - 1]
        ),
    };
    LoopError::new_err(format!("play does not end, so there is no value: {names}"))
}

/// The exception for a file that cannot be read or written: FileNotFoundError, PermissionError and so on, with the name of the file.
pub(crate) fn os_error(py: Python<'_>, path: &Path, error: &io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    // "No such file or directory (os error 2)"
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let class = py.get_type::<PyOSError>();
    // Windows numbers its errors otherwise, and Python translates them.
    let exception = match cfg!(windows) {
        true => class.call1((0, text, path.as_os_str(), number)),
        false => class.call1((number, text, path.as_os_str())),
    };
    match exception {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// An error of a computation.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The value could not be computed.
    Value(ValueError),
    /// The text is not a game: the message and the offset in bytes.
    Notation(String, usize),
    /// The arguments are wrong.
    Arguments(String),
}

impl Problem {
    /// Creates an error about the arguments.
    pub(crate) fn arguments(message: impl Into<String>) -> Problem {
        Problem::Arguments(message.into())
    }

    /// The problem of an operation with this name.
    pub(crate) fn of(problem: NotationProblem, name: &str) -> Problem {
        match problem {
            NotationProblem::Value(error) => Problem::Value(error),
            problem => match problem.to_string() {
                message if message.contains(name) => Problem::Arguments(message),
                message => Problem::Arguments(format!("{name}: {message}")),
            },
        }
    }

    /// Whether the deadline has passed.
    pub(crate) fn is_time(&self) -> bool {
        matches!(self, Problem::Value(ValueError::Limit(LimitKind::Time)))
    }

    /// Converts the error to an exception; `text` is the text that could not be parsed.
    pub(crate) fn exception(self, py: Python<'_>, text: &str) -> PyErr {
        match self {
            Problem::Value(error) => exception(error),
            Problem::Arguments(message) => PyValueError::new_err(message),
            Problem::Notation(message, offset) => {
                let error = ParseError::new_err(message);
                // Python counts characters.
                let characters = text.get(..offset).map_or(0, |before| before.chars().count());
                match error.value(py).setattr("offset", characters) {
                    Ok(()) => error,
                    Err(other) => other,
                }
            }
        }
    }
}

fn exception(error: ValueError) -> PyErr {
    let message = error.to_string();
    match error {
        ValueError::Overflow | ValueError::TooManyOptions | ValueError::TooDeep => {
            PyOverflowError::new_err(message)
        }
        ValueError::Undefined(_) => PyValueError::new_err(message),
        ValueError::Limit(_) => LimitError::new_err(message),
        // A file of values is damaged.
        _ => PyOSError::new_err(message),
    }
}

impl From<ValueError> for Problem {
    fn from(error: ValueError) -> Problem {
        Problem::Value(error)
    }
}

impl From<ParseFormError> for Problem {
    fn from(error: ParseFormError) -> Problem {
        match *error.problem() {
            NotationProblem::Value(error) => Problem::Value(error),
            _ => Problem::Notation(error.to_string(), error.offset()),
        }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure.value {
            Some(error) => Problem::Value(error),
            None => Problem::arguments(failure.message()),
        }
    }
}

impl From<VerifyError> for Problem {
    fn from(error: VerifyError) -> Problem {
        match error {
            VerifyError::Value(error) => Problem::Value(error),
            other => Problem::arguments(other.to_string()),
        }
    }
}
