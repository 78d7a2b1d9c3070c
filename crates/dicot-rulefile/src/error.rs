//! Errors that name the file, the line and the column.

use std::error::Error;
use std::fmt::{self, Display};

use dicot::ValueError;

/// Why a text is not a ruleset: the place and the problem.
///
/// # Examples
/// ```
/// let error = dicot_rulefile::read("bad.game", "game bad\nletter xy left").unwrap_err();
/// assert_eq!(error.to_string(), "bad.game, line 2, column 8: expected a single character, found xy");
/// assert_eq!((error.line, error.column), (2, 8));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleFileError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
    /// Why the value of a test could not be computed, or the limit that was reached.
    pub value: Option<ValueError>,
}

impl Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleFileError { file, line, column, message, .. } = self;
        write!(f, "{file}, line {line}, column {column}: {message}")
    }
}

impl Error for RuleFileError {}

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// A problem at a place of the file whose name is not known here.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) place: Place,
    pub(crate) message: String,
    pub(crate) value: Option<ValueError>,
}

impl Problem {
    pub(crate) fn at(place: Place, message: impl Into<String>) -> Problem {
        Problem { place, message: message.into(), value: None }
    }

    /// The error with the name of the file.
    pub(crate) fn of(self, file: &str) -> RuleFileError {
        let Place { line, column } = self.place;
        RuleFileError {
            file: file.to_owned(),
            line,
            column,
            message: self.message,
            value: self.value,
        }
    }
}
