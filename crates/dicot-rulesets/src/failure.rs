//! The error of an answer.

use dicot::{NotationProblem, ParseFormError, ValueError};

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    message: String,
    /// The byte of the text at which the problem is.
    offset: Option<usize>,
    /// If the value could not be computed: why.
    pub value: Option<ValueError>,
}

impl Failure {
    /// A failure with a message: lower case, no full stop.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), offset: None, value: None }
    }

    /// The same error with the byte of the text at which the problem is.
    #[must_use]
    pub fn at(self, offset: Option<usize>) -> Failure {
        Failure { offset, ..self }
    }

    /// The error of a text that is not a game.
    pub fn notation(error: &ParseFormError) -> Failure {
        let value = match *error.problem() {
            // How far the text was read when time or memory ran out is of no interest.
            NotationProblem::Value(limit @ ValueError::Limit(_)) => return Failure::from(limit),
            NotationProblem::Value(value) => Some(value),
            _ => None,
        };
        Failure { message: error.to_string(), offset: Some(error.offset()), value }
    }

    /// The same error with the part of the input in front.
    #[must_use]
    pub fn of(self, part: &str) -> Failure {
        Failure { message: format!("{part}: {}", self.message), ..self }
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The byte of the text at which the problem is, if that is known.
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }
}

impl From<ValueError> for Failure {
    fn from(value: ValueError) -> Failure {
        Failure { message: value.to_string(), offset: None, value: Some(value) }
    }
}
