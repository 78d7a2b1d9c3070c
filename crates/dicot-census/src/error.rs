//! Why a census cannot be made.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use dicot::{LimitKind, ValueError};
use dicot_answers::Failure;
use dicot_answers::rulesets::RulesetError;

/// Why a census cannot be made, or not to its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum CensusError {
    /// The ruleset is unknown, or its positions have no values.
    Ruleset(RulesetError),
    /// The boards of the ruleset cannot be counted; give a list of positions.
    NoBoards(String),
    /// The board does not exist, or has too many positions: the problem.
    Board(String),
    /// A line of a list is not a position.
    Line {
        /// The line, from 1.
        number: usize,
        /// The problem.
        problem: String,
    },
    /// A list has no positions.
    EmptyList,
    /// A block that was exchanged is damaged, or of another census.
    Block {
        /// The line, from 1.
        line: usize,
        /// The problem.
        problem: String,
    },
    /// A file cannot be read or written.
    Io(PathBuf, io::Error),
    /// A file is damaged, or not one of a census: the problem.
    File(PathBuf, String),
    /// A file or folder belongs to another census: its plan.
    OtherPlan(PathBuf, String),
    /// Another process is making this census; the folder of its checkpoints.
    Busy(PathBuf),
    /// A value cannot be computed.
    Value(ValueError),
    /// The limit of memory in bytes is reached.
    Memory(usize),
    /// It was interrupted.
    Interrupted,
}

impl CensusError {
    /// The error of a file, for `map_err`.
    pub(crate) fn of(path: &Path) -> impl Fn(io::Error) -> CensusError + '_ {
        move |error| CensusError::Io(path.to_owned(), error)
    }
}

impl fmt::Display for CensusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CensusError::Ruleset(error) => error.fmt(f),
            CensusError::NoBoards(name) => {
                write!(f, "the boards of {name} cannot be counted; give a list of positions")
            }
            CensusError::Board(problem) => f.write_str(problem),
            CensusError::Line { number, problem } => write!(f, "line {number}: {problem}"),
            CensusError::EmptyList => f.write_str("the list has no positions"),
            CensusError::Block { line, problem } => {
                write!(f, "line {line} of a block: {problem}")
            }
            CensusError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            CensusError::File(path, problem) => write!(f, "{}: {problem}", path.display()),
            CensusError::OtherPlan(path, plan) => {
                write!(f, "{}: belongs to another census: {plan}", path.display())
            }
            CensusError::Busy(path) => {
                write!(f, "{}: another process is making this census", path.display())
            }
            CensusError::Value(error) => error.fmt(f),
            CensusError::Memory(bytes) => LimitKind::Bytes(*bytes).fmt(f),
            CensusError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl Error for CensusError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CensusError::Io(_, error) => Some(error),
            CensusError::Value(error) => Some(error),
            _ => None,
        }
    }
}

impl From<RulesetError> for CensusError {
    fn from(error: RulesetError) -> CensusError {
        CensusError::Ruleset(error)
    }
}

impl From<Failure> for CensusError {
    fn from(failure: Failure) -> CensusError {
        match failure.value {
            Some(error) => CensusError::from(error),
            None => CensusError::Board(failure.message().to_owned()),
        }
    }
}

impl From<ValueError> for CensusError {
    fn from(error: ValueError) -> CensusError {
        match error {
            ValueError::Limit(LimitKind::Interrupted) => CensusError::Interrupted,
            ValueError::Limit(LimitKind::Bytes(bytes)) => CensusError::Memory(bytes),
            error => CensusError::Value(error),
        }
    }
}
