//! The messages: a request with a position, and an answer with a move.
//!
//! # Examples
//! ```
//! use dicot::Player;
//! use dicot::rules::Turn;
//! use dicot_arena::combo::json::{Messages, request};
//! let turn = Turn::new("b2/./w1".parse()?, Player::Left);
//! assert_eq!(
//!     request(&turn),
//!     "{\"board\":{\"squares\":[[{\"x\":0,\"y\":0,\"piece_color\":\"black\",\"piece_count\":2},\
//!      {\"x\":0,\"y\":1,\"piece_count\":0},\
//!      {\"x\":0,\"y\":2,\"piece_color\":\"white\",\"piece_count\":1}]],\
//!      \"width\":1,\"height\":3},\"color\":\"black\"}\n"
//! );
//! let mut answers = Messages::answers();
//! answers.push(b" {\"from\": {\"x\":0, \"y\":0}, \"to\": {\"x\":0, \"y\":2},");
//! assert!(answers.next().is_none());
//! answers.push(b" \"piece_count\":2}");
//! let mv = answers.next().unwrap()?;
//! assert_eq!(mv.to_string(), "0,0-0,2-2");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Write};

use dicot::Player;
use dicot::board::Cell;
use dicot::rules::{Combo, Turn, combo::ComboMove};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::colour;

// The following values are first choices, not compared with others.

/// The maximum length of an answer, in bytes.
pub const MAX_ANSWER: usize = 1 << 16;

/// The maximum length of a request, in bytes.
pub const MAX_REQUEST: usize = 1 << 20;

/// The length up to which an incomplete message is checked for syntax errors each time that it grows. Each check reads
/// the message from its start, so the limit bounds its cost.
const MAX_CHECKED: usize = 1 << 13;

/// Returns the request in a position: the board and the colour to move, as one line with its end.
///
/// The text is the same as the original program's, byte by byte.
pub fn request(turn: &Turn<Combo>) -> String {
    let (board, colour) = (board(&turn.position), colour(turn.to_move));
    format!("{{\"board\":{board},\"color\":\"{colour}\"}}\n")
}

/// Returns the board as the original program writes it.
///
/// # Examples
/// ```
/// use dicot_arena::combo::json::board;
/// assert_eq!(
///     board(&"b2".parse()?),
///     "{\"squares\":[[{\"x\":0,\"y\":0,\"piece_color\":\"black\",\"piece_count\":2}]],\
///      \"width\":1,\"height\":1}"
/// );
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn board(position: &Combo) -> String {
    let shape = position.shape();
    let mut text = String::from("{\"squares\":[");
    for x in 0..shape.width() {
        text += if x > 0 { ",[" } else { "[" };
        for y in 0..shape.height() {
            text += if y > 0 { "," } else { "" };
            let stack = position.stack(Cell { row: y, col: x });
            let (color, count) = match stack {
                Some((player, stones)) => {
                    (format!("\"piece_color\":\"{}\",", colour(player)), stones)
                }
                None => (String::new(), 0),
            };
            // Writing to a string never fails.
            let _ = write!(text, "{{\"x\":{x},\"y\":{y},{color}\"piece_count\":{count}}}");
        }
        text += "]";
    }
    let (width, height) = (shape.width(), shape.height());
    let _ = write!(text, "],\"width\":{width},\"height\":{height}}}");
    text
}

/// Returns the answer with a move, as one line with its end.
///
/// # Examples
/// ```
/// use dicot::board::Cell;
/// use dicot::rules::combo::ComboMove;
/// use dicot_arena::combo::json::answer;
/// let mv = ComboMove { from: Cell { row: 2, col: 3 }, to: Cell { row: 4, col: 5 }, count: 3 };
/// assert_eq!(answer(mv), "{\"from\":{\"x\":3,\"y\":2},\"to\":{\"x\":5,\"y\":4},\"piece_count\":3}\n");
/// ```
pub fn answer(mv: ComboMove) -> String {
    object(mv) + "\n"
}

/// Returns the move as the original program writes it, without a line end.
pub fn object(mv: ComboMove) -> String {
    let (from, to) = (mv.from, mv.to);
    format!(
        "{{\"from\":{{\"x\":{},\"y\":{}}},\"to\":{{\"x\":{},\"y\":{}}},\"piece_count\":{}}}",
        from.col, from.row, to.col, to.row, mv.count
    )
}

/// The error for an invalid message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadMessage {
    /// The bytes are not JSON; the parser's error.
    #[error("bad JSON: {0}")]
    Syntax(String),
    /// The bytes are not a JSON object.
    #[error("expected a JSON object")]
    NoObject,
    /// The object has more than this number of bytes.
    #[error("the message is longer than {0} bytes")]
    TooLong(usize),
    /// A value is missing or has a wrong type.
    #[error("{key:?}: expected {expected}")]
    Field {
        /// The path of the key, for example `from.x`.
        key: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The board is not a board of Combo, for this reason.
    #[error("bad board: {0}")]
    Board(String),
}

/// Decodes messages as they arrive: the [answers](Messages::answers) of a program, or the
/// [requests](Messages::requests) to it.
///
/// Messages are JSON objects and may contain any whitespace; they need no line ends. Keys are in lower case and may have
/// any order; unknown keys are ignored.
///
/// A scanner of its own, because the bytes arrive in chunks, an incomplete object is an error as soon as it cannot be
/// completed, and its length is limited.
#[derive(Debug)]
pub struct Messages<T> {
    bytes: Vec<u8>,
    /// The maximum length of a message, in bytes.
    limit: usize,
    read: fn(&Value) -> Result<T, BadMessage>,
    /// The number of bytes that are scanned; the state of the scanner at that point follows.
    scanned: usize,
    /// The number of open braces and brackets.
    depth: usize,
    in_string: bool,
    /// Whether the last byte was a backslash in a string.
    escaped: bool,
}

impl Messages<ComboMove> {
    /// Creates a decoder of answers. Bytes after an answer belong to the answer to the next request.
    ///
    /// The original program reads a missing key as 0 and ignores a value of a wrong type. Here both are errors, so
    /// that no unintended move is made.
    pub fn answers() -> Messages<ComboMove> {
        Messages::new(MAX_ANSWER, read_answer)
    }
}

impl Messages<Turn<Combo>> {
    /// Creates a decoder of requests.
    pub fn requests() -> Messages<Turn<Combo>> {
        Messages::new(MAX_REQUEST, read_request)
    }
}

impl<T> Messages<T> {
    fn new(limit: usize, read: fn(&Value) -> Result<T, BadMessage>) -> Messages<T> {
        Messages {
            bytes: Vec::new(),
            limit,
            read,
            scanned: 0,
            depth: 0,
            in_string: false,
            escaped: false,
        }
    }

    /// Adds bytes that have arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether part of a message, but not all of it, has arrived.
    pub fn is_within_message(&self) -> bool {
        self.scanned > 0
    }

    /// Returns the next message; `None` if more bytes are needed.
    ///
    /// # Errors
    /// [`BadMessage`] if the message is not valid; later messages are undefined.
    #[expect(clippy::should_implement_trait, reason = "`None` may be followed by another message")]
    pub fn next(&mut self) -> Option<Result<T, BadMessage>> {
        Some(self.next_object()?.and_then(|value| (self.read)(&value)))
    }

    /// Returns the next object; `None` if it is not complete.
    fn next_object(&mut self) -> Option<Result<Value, BadMessage>> {
        if self.scanned == 0 {
            let start = self.bytes.iter().position(|byte| !byte.is_ascii_whitespace());
            self.bytes.drain(..start.unwrap_or(self.bytes.len()));
            if *self.bytes.first()? != b'{' {
                return Some(Err(BadMessage::NoObject));
            }
        }
        while let Some(&byte) = self.bytes.get(self.scanned) {
            self.scanned += 1;
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_string => self.escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth -= 1,
                _ => {}
            }
            if self.depth == 0 {
                let object: Vec<u8> = self.bytes.drain(..self.scanned).collect();
                self.scanned = 0;
                if object.len() > self.limit {
                    return Some(Err(BadMessage::TooLong(self.limit)));
                }
                return Some(serde_json::from_slice(&object).map_err(syntax));
            }
        }
        if self.scanned > self.limit {
            return Some(Err(BadMessage::TooLong(self.limit)));
        }
        // A syntax error is reported at once, because the end of the object may never arrive.
        let start = self.bytes.get(..self.scanned.min(MAX_CHECKED))?;
        let error = serde_json::from_slice::<Value>(start).err()?;
        // A number out of range at the end may continue with a negative exponent. That is the case if the text has no
        // other error, so that a parser that ignores values only misses the end, at the same place.
        let place = |error: &serde_json::Error| (error.line(), error.column());
        let in_number = start.last().is_some_and(u8::is_ascii_digit)
            && serde_json::from_slice::<IgnoredAny>(start)
                .is_err_and(|end| end.is_eof() && place(&end) == place(&error));
        let incomplete = self.scanned > MAX_CHECKED || error.is_eof() || in_number;
        (!incomplete).then(|| Err(syntax(error)))
    }
}

fn syntax(error: serde_json::Error) -> BadMessage {
    BadMessage::Syntax(error.to_string())
}

/// Returns the value of a key of the object with the path `within`, and its path.
fn field<'a>(
    object: &'a Value,
    within: &str,
    key: &str,
) -> Result<(&'a Value, String), BadMessage> {
    let path = if within.is_empty() { key.to_owned() } else { format!("{within}.{key}") };
    match object.get(key) {
        Some(value) => Ok((value, path)),
        None => Err(BadMessage::Field { key: path, expected: "a value, found none" }),
    }
}

/// Reads an integer. Integers that are negative or too large for any board become 255.
fn number(object: &Value, within: &str, key: &str) -> Result<u8, BadMessage> {
    let (value, path) = field(object, within, key)?;
    match (value.as_u64(), value.as_i64()) {
        (Some(n), _) => Ok(u8::try_from(n).unwrap_or(u8::MAX)),
        (None, Some(_)) => Ok(u8::MAX),
        (None, None) => Err(BadMessage::Field { key: path, expected: "a whole number" }),
    }
}

/// Reads the move from a JSON object. Whether the move is legal is not checked.
///
/// # Errors
/// [`BadMessage::Field`] if something is missing or of another type.
///
/// # Examples
/// ```
/// use dicot_arena::combo::json::read_answer;
/// let value = serde_json::json!({"from": {"x": 3, "y": 2}, "to": {"x": 5, "y": 4}, "piece_count": 3});
/// assert_eq!(read_answer(&value)?.to_string(), "3,2-5,4-3");
/// # Ok::<_, dicot_arena::combo::json::BadMessage>(())
/// ```
pub fn read_answer(value: &Value) -> Result<ComboMove, BadMessage> {
    let cell = |key: &str| {
        let (cell, path) = field(value, "", key)?;
        Ok(Cell { col: number(cell, &path, "x")?, row: number(cell, &path, "y")? })
    };
    let (from, to) = (cell("from")?, cell("to")?);
    Ok(ComboMove { from, to, count: number(value, "", "piece_count")? })
}

fn read_request(value: &Value) -> Result<Turn<Combo>, BadMessage> {
    let wrong = |key: &str, expected| BadMessage::Field { key: key.to_owned(), expected };
    let (board, path) = field(value, "", "board")?;
    let bad_board = |error: &dyn fmt::Display| BadMessage::Board(error.to_string());
    let side = |key: &str| {
        number(board, &path, key)?;
        let side = &board[key];
        let fits = side.as_u64().and_then(|side| u8::try_from(side).ok());
        fits.ok_or_else(|| {
            bad_board(&format_args!("the {key} is {side}, expected at most {}", u8::MAX))
        })
    };
    let (width, height) = (side("width")?, side("height")?);
    Combo::new(width, height, []).map_err(|error| bad_board(&error))?;
    let mut stacks = Vec::new();
    let (squares, path) = field(board, &path, "squares")?;
    let is_full = |list: &&Vec<Value>, length: u8| list.len() == usize::from(length);
    let columns = squares.as_array().filter(|list| is_full(list, width));
    let columns = columns.ok_or_else(|| wrong(&path, "an array of `width` columns"))?;
    for (x, column) in (0..width).zip(columns) {
        let column = column.as_array().filter(|list| is_full(list, height));
        let column = column.ok_or_else(|| wrong(&path, "columns of `height` squares"))?;
        for (y, square) in (0..height).zip(column) {
            let path = format!("{path}[{x}][{y}]");
            let stones = number(square, &path, "piece_count")?;
            if stones > 0 {
                let player = player(square, &path, "piece_color")?;
                stacks.push((Cell { row: y, col: x }, player, stones));
            }
        }
    }
    let position = Combo::new(width, height, stacks).map_err(|error| bad_board(&error))?;
    Ok(Turn::new(position, player(value, "", "color")?))
}

fn player(object: &Value, within: &str, key: &str) -> Result<Player, BadMessage> {
    let (value, path) = field(object, within, key)?;
    let player = Player::BOTH.into_iter().find(|&player| value.as_str() == Some(colour(player)));
    player.ok_or(BadMessage::Field { key: path, expected: "\"black\" or \"white\"" })
}
