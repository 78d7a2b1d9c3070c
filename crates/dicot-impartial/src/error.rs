//! Errors of reading codes and expressions.

use std::fmt;

use dicot::LimitKind;

/// The error of a text that cannot be read.
///
/// # Examples
/// ```
/// let error = "0.7-".parse::<dicot_impartial::HeapCode>().unwrap_err();
/// assert_eq!(error.offset(), 3);
/// assert_eq!(error.to_string(), "byte 3: expected a digit from 0 to Z, `{`, `[` or the end, found -");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    offset: usize,
    problem: String,
    limit: Option<LimitKind>,
}

impl ParseError {
    pub(crate) fn new(offset: usize, problem: impl Into<String>) -> ParseError {
        ParseError { offset, problem: problem.into(), limit: None }
    }

    pub(crate) fn of_limit(offset: usize, limit: LimitKind) -> ParseError {
        ParseError { limit: Some(limit), ..ParseError::new(offset, limit.to_string()) }
    }

    /// The limit that was reached, if the text is not wrong.
    pub fn limit(&self) -> Option<LimitKind> {
        self.limit
    }

    /// What is wrong there.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// The byte of the text at which the problem is.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.problem)
    }
}

impl std::error::Error for ParseError {}

/// A text and how far it has been read.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Reader<'t> {
        Reader { text, offset: 0 }
    }

    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    pub(crate) fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn skip_blanks(&mut self) {
        self.offset = self.text.len() - self.rest().trim_start().len();
    }

    /// Reads the text if it comes next, in upper or lower case.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let found =
            self.rest().get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
        if found {
            self.offset += text.len();
        }
        found
    }

    /// Reads the longest prefix of such characters.
    pub(crate) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let part = &rest[..rest.find(|c| !wanted(c)).unwrap_or(rest.len())];
        self.offset += part.len();
        part
    }

    /// Reads a decimal number up to `max`.
    pub(crate) fn number(&mut self, max: u64) -> Result<u64, ParseError> {
        let start = self.offset;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.expected("a number"));
        }
        match digits.parse() {
            Ok(n) if n <= max => Ok(n),
            _ => {
                Err(ParseError::new(start, format!("the number is too large; the limit is {max}")))
            }
        }
    }

    /// Reads the text, or fails.
    pub(crate) fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        if self.take(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// The error that something else comes next.
    pub(crate) fn expected(&self, what: &str) -> ParseError {
        let found = self.peek().map_or("the end".to_owned(), |c| c.to_string());
        ParseError::new(self.offset, format!("expected {what}, found {found}"))
    }
}
