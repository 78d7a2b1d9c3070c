//! The messages: a position for a program, and its move.
//!
//! # Examples
//! ```
//! use dicot::Player;
//! use dicot::rules::Turn;
//! use dicot_arena::combo::json::{Answers, request};
//! let turn = Turn::new("b2/./w1".parse()?, Player::Left);
//! assert_eq!(
//!     request(&turn),
//!     "{\"board\":{\"squares\":[[{\"x\":0,\"y\":0,\"piece_color\":\"black\",\"piece_count\":2},\
//!      {\"x\":0,\"y\":1,\"piece_count\":0},\
//!      {\"x\":0,\"y\":2,\"piece_color\":\"white\",\"piece_count\":1}]],\
//!      \"width\":1,\"height\":3},\"color\":\"black\"}\n"
//! );
//! let mut answers = Answers::new();
//! answers.push(b" {\"from\": {\"x\":0, \"y\":0}, \"to\": {\"x\":0, \"y\":2},");
//! assert!(answers.next().is_none());
//! answers.push(b" \"piece_count\":2}");
//! let mv = answers.next().unwrap()?;
//! assert_eq!(mv.to_string(), "0,0-0,2-2");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

use std::error::Error;
use std::fmt::{self, Write};

use dicot::Player;
use dicot::board::Cell;
use dicot::rules::{Combo, ComboMove, Turn};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::colour;

/// The longest answer, in bytes.
pub const LONGEST_ANSWER: usize = 1 << 16;

/// The longest request, in bytes.
pub const LONGEST_REQUEST: usize = 1 << 20;

/// Up to so many bytes an unfinished message is looked at for mistakes each time that it grows.
const LOOKED_AT: usize = 1 << 13;

/// What a program is sent: the board, and the colour that is to move; one line with its end.
///
/// The layout is that of the original, byte by byte.
pub fn request(turn: &Turn<Combo>) -> String {
    let (board, colour) = (board(&turn.position), colour(turn.to_move));
    format!("{{\"board\":{board},\"color\":\"{colour}\"}}\n")
}

/// The board as the original writes it.
///
/// # Examples
/// ```
/// use dicot_arena::combo::json::board;
/// assert_eq!(
///     board(&"b2".parse()?),
///     "{\"squares\":[[{\"x\":0,\"y\":0,\"piece_color\":\"black\",\"piece_count\":2}]],\
///      \"width\":1,\"height\":1}"
/// );
/// # Ok::<_, dicot::rules::ParseComboError>(())
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

/// What a program answers: its move; one line with its end.
///
/// # Examples
/// ```
/// use dicot::board::Cell;
/// use dicot::rules::ComboMove;
/// use dicot_arena::combo::json::answer;
/// let mv = ComboMove::new(Cell { row: 2, col: 3 }, Cell { row: 4, col: 5 }, 3);
/// assert_eq!(answer(mv), "{\"from\":{\"x\":3,\"y\":2},\"to\":{\"x\":5,\"y\":4},\"piece_count\":3}\n");
/// ```
pub fn answer(mv: ComboMove) -> String {
    object(mv) + "\n"
}

/// The move as the original writes it, without a line end.
pub fn object(mv: ComboMove) -> String {
    let (from, to) = (mv.from(), mv.to());
    format!(
        "{{\"from\":{{\"x\":{},\"y\":{}}},\"to\":{{\"x\":{},\"y\":{}}},\"piece_count\":{}}}",
        from.col,
        from.row,
        to.col,
        to.row,
        mv.count()
    )
}

/// Why bytes are no message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadMessage {
    /// They are not JSON: what is wrong with them.
    Syntax(String),
    /// They are no JSON object.
    NoObject,
    /// The object goes on for more bytes than this.
    TooLong(usize),
    /// Something is missing, or is not of its type: where, and what is expected.
    Field {
        /// The key, with those around it, as in `from.x`.
        key: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The board is none of Combo: why.
    Board(String),
}

impl fmt::Display for BadMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadMessage::Syntax(problem) => write!(f, "bad JSON: {problem}"),
            BadMessage::NoObject => f.write_str("expected a JSON object"),
            BadMessage::TooLong(limit) => write!(f, "the message is longer than {limit} bytes"),
            BadMessage::Field { key, expected } => write!(f, "{key:?}: expected {expected}"),
            BadMessage::Board(problem) => write!(f, "bad board: {problem}"),
        }
    }
}

impl Error for BadMessage {}

/// JSON objects in a stream of bytes, with any whitespace between them.
#[derive(Debug)]
struct Objects {
    bytes: Vec<u8>,
    limit: usize,
    /// How many bytes were looked at, how many braces and brackets are open there, and whether it is within
    /// a string, or behind its backslash.
    seen: usize,
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Objects {
    fn new(limit: usize) -> Objects {
        Objects { bytes: Vec::new(), limit, seen: 0, depth: 0, in_string: false, escaped: false }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next object; `None` if it is not there as a whole.
    fn next(&mut self) -> Option<Result<Value, BadMessage>> {
        if self.seen == 0 {
            let start = self.bytes.iter().position(|byte| !byte.is_ascii_whitespace());
            self.bytes.drain(..start.unwrap_or(self.bytes.len()));
            if *self.bytes.first()? != b'{' {
                return Some(Err(BadMessage::NoObject));
            }
        }
        while let Some(&byte) = self.bytes.get(self.seen) {
            self.seen += 1;
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
                let object: Vec<u8> = self.bytes.drain(..self.seen).collect();
                self.seen = 0;
                if object.len() > self.limit {
                    return Some(Err(BadMessage::TooLong(self.limit)));
                }
                return Some(serde_json::from_slice(&object).map_err(syntax));
            }
        }
        if self.seen > self.limit {
            return Some(Err(BadMessage::TooLong(self.limit)));
        }
        // A mistake need not wait for an end that may never come.
        let start = self.bytes.get(..self.seen.min(LOOKED_AT))?;
        let error = serde_json::from_slice::<Value>(start).err()?;
        // A number that is too large now may have its exponent still to come: nothing else is wrong up to its end.
        let place = |error: &serde_json::Error| (error.line(), error.column());
        let in_number = start.last().is_some_and(u8::is_ascii_digit)
            && serde_json::from_slice::<IgnoredAny>(start)
                .is_err_and(|end| end.is_eof() && place(&end) == place(&error));
        let waits = self.seen > LOOKED_AT || error.is_eof() || in_number;
        (!waits).then(|| Err(syntax(error)))
    }
}

fn syntax(error: serde_json::Error) -> BadMessage {
    BadMessage::Syntax(error.to_string())
}

/// The value of a key of the object that has the name `within`.
fn field<'a>(
    object: &'a Value,
    within: &str,
    key: &str,
) -> Result<(&'a Value, String), BadMessage> {
    let path = if within.is_empty() { key.to_owned() } else { format!("{within}.{key}") };
    match object.get(key) {
        Some(value) => Ok((value, path)),
        None => Err(BadMessage::Field { key: path, expected: "to be there" }),
    }
}

/// A whole number; one that is too large for any board is 255, one below 0 as well.
fn number(object: &Value, within: &str, key: &str) -> Result<u8, BadMessage> {
    let (value, path) = field(object, within, key)?;
    match (value.as_u64(), value.as_i64()) {
        (Some(n), _) => Ok(u8::try_from(n).unwrap_or(u8::MAX)),
        (None, Some(_)) => Ok(u8::MAX),
        (None, None) => Err(BadMessage::Field { key: path, expected: "a whole number" }),
    }
}

/// Decodes the answers of a program, as they come.
///
/// There may be any whitespace in and between answers, line ends are not needed, and keys that are not known are
/// left out of account. What comes after an answer is the answer to the next request.
///
/// The original takes a missing key for 0 and leaves a value of a wrong type out: here both are errors, because
/// no move should be made that was not meant. Keys are in lower case.
#[derive(Debug)]
pub struct Answers(Objects);

impl Default for Answers {
    fn default() -> Answers {
        Answers::new()
    }
}

impl Answers {
    /// With no bytes yet.
    pub fn new() -> Answers {
        Answers(Objects::new(LONGEST_ANSWER))
    }

    /// Takes bytes that the program has written.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// The next answer; `None` if more bytes are needed.
    ///
    /// # Errors
    /// [`BadMessage`] if it is none; what comes after it has no meaning.
    #[expect(clippy::should_implement_trait, reason = "there may be a next one after `None`")]
    pub fn next(&mut self) -> Option<Result<ComboMove, BadMessage>> {
        Some(self.0.next()?.and_then(|value| read_answer(&value)))
    }
}

/// The move that a JSON object is. It need not be legal anywhere.
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
    Ok(ComboMove::new(cell("from")?, cell("to")?, number(value, "", "piece_count")?))
}

/// Decodes the requests that a program is sent, as they come: keys in any order, on one line or many.
#[derive(Debug)]
pub struct Requests(Objects);

impl Default for Requests {
    fn default() -> Requests {
        Requests::new()
    }
}

impl Requests {
    /// With no bytes yet.
    pub fn new() -> Requests {
        Requests(Objects::new(LONGEST_REQUEST))
    }

    /// Takes bytes that came.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// Whether some bytes, but not all, of a request have come.
    pub fn is_within_request(&self) -> bool {
        self.0.seen > 0
    }

    /// The next request; `None` if more bytes are needed.
    ///
    /// # Errors
    /// [`BadMessage`] if it is none; what comes after it has no meaning.
    #[expect(clippy::should_implement_trait, reason = "there may be a next one after `None`")]
    pub fn next(&mut self) -> Option<Result<Turn<Combo>, BadMessage>> {
        Some(self.0.next()?.and_then(|value| read_request(&value)))
    }
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
    let mut position = Combo::empty(width, height).map_err(|error| bad_board(&error))?;
    let (squares, path) = field(board, &path, "squares")?;
    let is_full = |list: &&Vec<Value>, length: u8| list.len() == usize::from(length);
    let columns = squares.as_array().filter(|list| is_full(list, width));
    let columns =
        columns.ok_or_else(|| wrong(&path, "a list of columns, as many as the width says"))?;
    for (x, column) in (0..width).zip(columns) {
        let column = column.as_array().filter(|list| is_full(list, height));
        let column =
            column.ok_or_else(|| wrong(&path, "columns of as many squares as the height says"))?;
        for (y, square) in (0..height).zip(column) {
            let path = format!("{path}[{x}][{y}]");
            let stones = number(square, &path, "piece_count")?;
            if stones > 0 {
                let player = player(square, &path, "piece_color")?;
                position = position
                    .with(Cell { row: y, col: x }, player, stones)
                    .map_err(|error| bad_board(&error))?;
            }
        }
    }
    Ok(Turn::new(position, player(value, "", "color")?))
}

fn player(object: &Value, within: &str, key: &str) -> Result<Player, BadMessage> {
    let (value, path) = field(object, within, key)?;
    let player = Player::BOTH.into_iter().find(|&player| value.as_str() == Some(colour(player)));
    player.ok_or(BadMessage::Field { key: path, expected: "\"black\" or \"white\"" })
}
