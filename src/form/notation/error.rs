//! Why a text has no value, and where.

use std::fmt;

use super::MAX_POWER;
use crate::LimitKind;
use crate::form::{NumberUpStar, ValueError};

/// Why a text has no value, or its value is not a game though it must be one.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// let error = "{1|2".parse::<CanonicalForm>().unwrap_err();
/// assert_eq!(error.offset(), 4);
/// assert_eq!(error.to_string(), "at offset 4: expected `|`, `,` or `}` but the text ends");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFormError(
    /// In a box, because the parser recurses: it keeps its results, and so its stack frames, small.
    Box<Place>,
);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    offset: usize,
    problem: NotationProblem,
    /// The character at the offset; `None` at the end.
    found: Option<char>,
}

/// The problem with a text.
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
    /// Two groups of bars are the longest.
    AmbiguousBars,
    /// `+-` after an operand.
    AmbiguousPlusMinus,
    /// A name that is neither defined nor an operation's.
    UnknownName {
        /// The name.
        name: String,
        /// A similar name that is known.
        suggestion: Option<String>,
    },
    /// A name that cannot be defined.
    ReservedName(String),
    /// Something else, which is what a language that contains the notation says: its message.
    Message(String),
    /// The text is read, but its value could not be computed.
    Value(ValueError),
}

impl NotationProblem {
    /// The options of a text are wanted, which is not one game in braces.
    pub const NOT_IN_BRACES: NotationProblem =
        NotationProblem::Expected("the options of one game, in braces: `{L|R}`");
}

impl ParseFormError {
    /// A problem at an offset of a text, that of a character or of the end.
    ///
    /// # Panics
    /// If it is not such an offset.
    pub fn new(text: &str, offset: usize, problem: NotationProblem) -> ParseFormError {
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

    /// The limit that was reached, if that is the problem.
    pub fn limit(&self) -> Option<LimitKind> {
        match self.0.problem {
            NotationProblem::Value(ValueError::Limit(kind)) => Some(kind),
            _ => None,
        }
    }
}

impl fmt::Display for ParseFormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {}: {}", self.0.offset, self.0.problem)?;
        match (&self.0.problem, self.0.found) {
            (NotationProblem::Expected(_), None) => f.write_str(" but the text ends"),
            (NotationProblem::Expected(_), Some(c)) => write!(f, " but found {c:?}"),
            _ => Ok(()),
        }
    }
}

/// The message without the place in a text.
impl fmt::Display for NotationProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationProblem::Expected(what) => write!(f, "expected {what}"),
            NotationProblem::NumberOutOfRange => f.write_str(
                "number out of range: numerators are below 2^63 and denominators at most 2^62",
            ),
            NotationProblem::NotDyadic => {
                f.write_str("the denominator is not a power of two, so this is not a short game")
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
                write!(f, "unknown name `{}`", cut(name))?;
                match suggestion {
                    None => Ok(()),
                    Some(other) => write!(f, "; is `{}` meant?", cut(other)),
                }
            }
            NotationProblem::ReservedName(name) => {
                write!(f, "`{}` has a meaning of its own and cannot be defined", cut(name))
            }
            NotationProblem::Message(message) => f.write_str(message),
            NotationProblem::Value(error) => error.fmt(f),
        }
    }
}

/// A name, cut if it is very long.
fn cut(name: &str) -> String {
    match name.char_indices().nth(40) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}...", &name[..end]),
    }
}

impl std::error::Error for ParseFormError {}

impl From<ValueError> for NotationProblem {
    fn from(error: ValueError) -> NotationProblem {
        NotationProblem::Value(error)
    }
}
