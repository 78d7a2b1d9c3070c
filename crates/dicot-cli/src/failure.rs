//! Errors of items, and how they are printed.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use dicot::{LimitKind, NotationProblem, ParseFormError, ValueError};
use dicot_api::AsValueError;
use dicot_rulesets::RulesetError;

use crate::status::Status;
use crate::{hint, limits};

/// The error of an item.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    /// A text and the byte in it at which the problem is.
    place: Option<(String, usize)>,
    /// If the value could not be computed: why.
    pub(crate) value: Option<ValueError>,
    /// The partial result, which is printed instead of an answer.
    pub(crate) known: Option<String>,
    /// If it ends the run, as when results cannot be written: the kind of the error.
    ends_run: Option<io::ErrorKind>,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), place: None, value: None, known: None, ends_run: None }
    }

    /// The error of a text that is not a game.
    pub(crate) fn notation(text: &str, error: &ParseFormError) -> Failure {
        let value = match *error.problem() {
            // How far the text was read when time or memory ran out is of no interest.
            NotationProblem::Value(limit @ ValueError::Limit(_)) => return Failure::from(limit),
            NotationProblem::Value(value) => Some(value),
            _ => None,
        };
        if let Some(problem) = hint::instead(text) {
            return Failure::new(problem);
        }
        let place = Some((text.to_owned(), error.offset()));
        let failure = Failure { place, value, ..Failure::new(error.to_string()) };
        failure.with_hint(hint::for_game(text, error))
    }

    /// The error of a text that is not a position.
    pub(crate) fn position(text: &str, failure: dicot_rulesets::Failure) -> Failure {
        if let Some(problem) = hint::instead(text) {
            return Failure::new(problem);
        }
        let place = failure.offset().map(|offset| (text.to_owned(), offset));
        Failure { place, ..Failure::from(failure) }.with_hint(hint::for_position(text))
    }

    /// The error at a byte of a text.
    pub(crate) fn at(text: &str, offset: usize, message: impl Into<String>) -> Failure {
        Failure { place: Some((text.to_owned(), offset)), ..Failure::new(message) }
    }

    /// The same, with what to do instead.
    fn with_hint(self, hint: Option<String>) -> Failure {
        match hint {
            None => self,
            Some(hint) => Failure { message: format!("{}; {hint}", self.message), ..self },
        }
    }

    /// The same, of one part of the input.
    pub(crate) fn of(self, part: &str) -> Failure {
        Failure { message: format!("{part}: {}", self.message), ..self }
    }

    /// The status of a run in which this is all that went wrong.
    pub(crate) fn status(&self) -> Status {
        Status::of(self.value)
    }

    /// The error of a result that could not be written.
    pub(crate) fn of_output(error: io::Error) -> Failure {
        Failure::from(of_output(error))
    }

    /// Prints the message; what Ctrl-C ended has another one at the end of the run. Returns the status, or an error that
    /// ends the run.
    pub(crate) fn report(self) -> io::Result<Status> {
        match self.ends_run {
            Some(kind) => Err(io::Error::new(kind, self.message)),
            None => {
                if !self.is_interrupted() {
                    report(&format!("error: {}", self.with_caret()));
                }
                Ok(self.status())
            }
        }
    }

    /// Whether Ctrl-C ended the computation.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.value == Some(ValueError::Limit(LimitKind::Interrupted))
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The message, and the text with a caret under the problem.
    pub(crate) fn with_caret(&self) -> String {
        match &self.place {
            None => self.message.clone(),
            Some((text, offset)) => format!("{}\n{}", self.message, caret(text, *offset)),
        }
    }
}

/// An error that ends the run.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { ends_run: Some(error.kind()), ..Failure::new(error.to_string()) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::from(io::Error::from(error))
    }
}

impl From<ValueError> for Failure {
    fn from(value: ValueError) -> Failure {
        let message = match limits::option_of(value) {
            Some(option) => format!("{value} (see {option})"),
            None => value.to_string(),
        };
        Failure { value: Some(value), ..Failure::new(message) }
    }
}

impl From<RulesetError> for Failure {
    fn from(error: RulesetError) -> Failure {
        Failure::new(error.to_string())
    }
}

impl From<dicot_rulesets::Failure> for Failure {
    fn from(failure: dicot_rulesets::Failure) -> Failure {
        match failure.value {
            Some(limit @ ValueError::Limit(_)) => Failure::from(limit),
            value => Failure { value, ..Failure::new(failure.message()) },
        }
    }
}

impl AsValueError for Failure {
    fn value_error(&self) -> Option<ValueError> {
        self.value
    }
}

/// The part of the text around the byte, and a caret under it.
fn caret(text: &str, offset: usize) -> String {
    const AROUND: usize = 30;
    let before = text.get(..offset).unwrap_or(text);
    let after = &text[before.len()..];
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let skipped = before.chars().count().saturating_sub(AROUND);
    let before: String = before.chars().skip(skipped).map(plain).collect();
    let mut rest = after.chars();
    let after: String = rest.by_ref().take(AROUND).map(plain).collect();
    let (start, end) = (if skipped > 0 { "..." } else { "" }, rest.next().map_or("", |_| "..."));
    let indent = " ".repeat(2 + start.len() + before.chars().count());
    format!("  {start}{before}{after}{end}\n{indent}^")
}

/// An error of writing the results, which keeps its kind.
pub(crate) fn of_output(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

/// An error with the name of its file.
pub(crate) fn about(file: &Path, error: impl Display) -> io::Error {
    io::Error::other(format!("{}: {error}", file.display()))
}

/// The command that builds all of the program.
pub(crate) const FULL_BUILD: &str = "cargo run --release --features full -- ...";

/// The error about a part that this build is without.
pub(crate) fn without(name: &str) -> String {
    format!("this build is without `{name}`; `{FULL_BUILD}` has it")
}

/// Writes to standard error; an error of writing is ignored.
pub(crate) fn report(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

#[cfg(test)]
mod tests {
    use super::caret;

    #[test]
    fn carets() {
        assert_eq!(caret("{1|2", 4), "  {1|2\n      ^");
        assert_eq!(caret("↑ + ?", 6), "  ↑ + ?\n      ^");
        let long = caret(&"1+".repeat(1000), 1000);
        let (text, mark) = long.split_once('\n').unwrap();
        assert_eq!(text.len(), 2 + 3 + 60 + 3);
        assert_eq!(mark.len(), 2 + 3 + 30 + 1);
    }
}
