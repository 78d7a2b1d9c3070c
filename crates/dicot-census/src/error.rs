//! Errors of a census.

use std::io;
use std::path::{Path, PathBuf};

use dicot::{LimitKind, ValueError};
use dicot_rulesets::{Failure, RulesetError};

/// An error of making or reading a census.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The ruleset is unknown, or its positions do not have values.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The boards of the ruleset cannot be counted.
    #[error("the boards of {0} cannot be counted; give a list of positions")]
    NoBoards(String),
    /// The board does not exist, or has too many positions: the problem.
    #[error("{0}")]
    Board(String),
    /// A line of a list is not a position.
    #[error("line {number}: {problem}")]
    Line {
        /// The line, from 1.
        number: usize,
        /// The problem.
        problem: String,
    },
    /// A list does not contain positions.
    #[error("the list has no positions")]
    EmptyList,
    /// A block of values or rows is damaged, or belongs to another census.
    #[error("line {line} of a block: {problem}")]
    Block {
        /// The line, from 1.
        line: usize,
        /// The problem.
        problem: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    /// A file is damaged, or is not the file of a census: the problem.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, String),
    /// A file or folder belongs to another census: its plan.
    #[error("{path}: belongs to another census: {1}", path = .0.display())]
    OtherPlan(PathBuf, String),
    /// Another process is making this census; the folder of its checkpoints.
    #[error("{}: another process is making this census", .0.display())]
    Busy(PathBuf),
    /// A value cannot be computed.
    #[error(transparent)]
    Value(ValueError),
    /// The limit of memory in bytes is reached.
    #[error("{}", LimitKind::Bytes(*.0))]
    Memory(usize),
    /// The census was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl CensusError {
    /// The error of a file, for `map_err`.
    pub(crate) fn of(path: &Path) -> impl Fn(io::Error) -> CensusError + '_ {
        move |error| CensusError::Io(path.to_owned(), error)
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
