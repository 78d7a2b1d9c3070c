//! Why an operation does not have a result.

use dicot::ValueError;
use dicot::notation::NotationProblem;

/// The reason why an operation does not have a result.
#[derive(Debug)]
pub(crate) enum Failure {
    Value(ValueError),
    Undefined(String),
    WrongCount,
    WrongKind { index: usize, name: &'static str, needed: &'static str },
}

impl Failure {
    pub(crate) fn undefined(why: impl Into<String>) -> Failure {
        Failure::Undefined(why.into())
    }
}

impl From<ValueError> for Failure {
    fn from(error: ValueError) -> Failure {
        Failure::Value(error)
    }
}

/// The problem of a failure that is not that of an argument.
impl From<Failure> for NotationProblem {
    fn from(failure: Failure) -> NotationProblem {
        match failure {
            Failure::Value(error) => NotationProblem::Value(error),
            Failure::Undefined(why) => NotationProblem::Message(why),
            Failure::WrongKind { needed, .. } => NotationProblem::Expected(needed),
            Failure::WrongCount => NotationProblem::Expected("other arguments"),
        }
    }
}
