//! Why a text has no value, and where.

use std::fmt;

use super::MAX_POWER;
use crate::form::{LimitKind, NumberUpStar, ValueError};

/// Why a text has no value, or is no game where one is asked for.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// let error = "{1|2".parse::<CanonicalForm>().unwrap_err();
/// assert_eq!(error.offset(), 4);
/// assert_eq!(error.to_string(), "at offset 4: expected `|`, `,` or `}` but the text ends");
///
/// let error = "{2|-1}.Temperatur".parse::<CanonicalForm>().unwrap_err();
/// let message = "at offset 7: unknown name `Temperatur`; is `Temperature` meant?";
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFormError(
    /// In a box, so that the results that the reader passes up are small: it recurses.
    Box<Place>,
);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    offset: usize,
    problem: NotationProblem,
    /// What stands at the offset; `None` at the end.
    found: Option<char>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationProblem {
    /// Something else was expected: its description.
    Expected(&'static str),
    /// A number is beyond `i64`, or its denominator beyond `2^62`.
    NumberOutOfRange,
    /// The denominator is not a power of two.
    NotDyadic,
    /// A nimber, or a multiple or power of `↑`, is beyond what is represented.
    MultipleOutOfRange,
    /// `*` between two games of which neither is an integer and not both are numbers.
    ProductOfGames,
    /// More than one group of bars is the longest.
    AmbiguousBars,
    /// `+-` after an operand.
    AmbiguousPlusMinus,
    /// A name that is neither defined nor an operation's.
    UnknownName {
        /// The name.
        name: String,
        /// A known name that is close to it.
        suggestion: Option<String>,
    },
    /// A name that cannot be defined.
    ReservedName(String),
    /// One kind of value stands where another is needed.
    WrongKind {
        /// The operation and the name of its argument, if it is one.
        argument: Option<(&'static str, &'static str)>,
        /// What is needed.
        needed: &'static str,
        /// What is there.
        found: &'static str,
    },
    /// An operation with too many arguments or too few.
    WrongCount {
        /// How the operation is written.
        usage: String,
        /// How many arguments are there, the game before a method included.
        found: usize,
    },
    /// The operation has no result for these games: why.
    Undefined(String),
    /// The text is read, but its value could not be computed.
    Form(ValueError),
}

impl ParseFormError {
    /// A problem at an offset of a text.
    pub(super) fn new(text: &str, offset: usize, problem: NotationProblem) -> ParseFormError {
        let found = text[offset..].chars().next();
        ParseFormError(Box::new(Place { offset, problem, found }))
    }

    /// The byte at which the problem is; the length of the text if it ends too early.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// What the problem is.
    pub fn problem(&self) -> &NotationProblem {
        &self.0.problem
    }

    /// The bound that was passed, if that is the problem.
    pub fn limit(&self) -> Option<LimitKind> {
        match self.0.problem {
            NotationProblem::Form(ValueError::Limit(kind)) => Some(kind),
            _ => None,
        }
    }
}

impl fmt::Display for ParseFormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {}: ", self.0.offset)?;
        match &self.0.problem {
            NotationProblem::Expected(what) => {
                write!(f, "expected {what}")?;
                match self.0.found {
                    None => f.write_str(" but the text ends"),
                    Some(c) => write!(f, " but found {c:?}"),
                }
            }
            NotationProblem::NumberOutOfRange => f.write_str(
                "number out of range: numerators are below 2^63 and denominators at most 2^62",
            ),
            NotationProblem::NotDyadic => {
                f.write_str("the denominator is not a power of two, so this is no short game")
            }
            NotationProblem::MultipleOutOfRange => write!(
                f,
                "nimbers and multiples of ^ go up to {}, powers of ^ up to {MAX_POWER}",
                NumberUpStar::MAX_MULTIPLE
            ),
            NotationProblem::ProductOfGames => {
                f.write_str("one side of this `*` must be an integer: games have no product")
            }
            NotationProblem::AmbiguousBars => f.write_str(
                "two groups of bars are the longest: make the root's longer or add braces",
            ),
            NotationProblem::AmbiguousPlusMinus => f.write_str(
                "`+-` after a game: write `+(+-G)` for a switch or `-G` for a difference",
            ),
            NotationProblem::UnknownName { name, suggestion } => {
                write!(f, "unknown name `{}`", Short(name))?;
                match suggestion {
                    None => Ok(()),
                    Some(other) => write!(f, "; is `{}` meant?", Short(other)),
                }
            }
            NotationProblem::ReservedName(name) => {
                write!(f, "`{}` has a meaning of its own and cannot be defined", Short(name))
            }
            NotationProblem::WrongKind { argument, needed, found } => match argument {
                None => write!(f, "expected {needed} but this is {found}"),
                Some((operation, name)) => {
                    write!(f, "`{name}` of {operation} must be {needed}, but this is {found}")
                }
            },
            NotationProblem::WrongCount { usage, found } => {
                write!(f, "write `{usage}`: there are {found} arguments here, counting the game")
            }
            NotationProblem::Undefined(why) => f.write_str(why),
            NotationProblem::Form(error) => error.fmt(f),
        }
    }
}

/// A name, cut if it is very long.
struct Short<'a>(&'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(40) {
            None => f.write_str(self.0),
            Some((end, _)) => write!(f, "{}...", &self.0[..end]),
        }
    }
}

impl std::error::Error for ParseFormError {}

impl From<ValueError> for NotationProblem {
    fn from(error: ValueError) -> NotationProblem {
        NotationProblem::Form(error)
    }
}
