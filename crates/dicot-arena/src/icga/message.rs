//! The messages and their text.

use std::fmt;
use std::str::FromStr;

use dicot::board::{Cell, Shape};
use dicot::rules::{Clobber448, clobber::ClobberMove};

/// The error for a line that is not the expected message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("expected {expected}")]
pub struct ParseMessageError {
    /// The expected message.
    pub expected: &'static str,
}

/// The error for a board that cannot be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Neither player can move.
    #[error("neither player can move on a board of fewer than two cells")]
    NoMove,
    /// More than 26 columns, 99 rows or 448 cells.
    #[error("a board has at most 26 columns, 99 rows and 448 cells")]
    TooLarge,
}

/// Returns the start position on a board of this size.
///
/// # Errors
/// [`BoardError`] if neither player can move, a move could not be written, or the board has more than 448 cells.
///
/// # Examples
/// ```
/// use dicot_arena::icga::{BoardError, start};
/// assert_eq!(start(2, 3)?.to_string(), "oxo/xox");
/// assert_eq!(start(1, 1), Err(BoardError::NoMove));
/// # Ok::<_, BoardError>(())
/// ```
pub fn start(rows: u8, cols: u8) -> Result<Clobber448, BoardError> {
    if rows > 99 || cols > 26 {
        return Err(BoardError::TooLarge);
    }
    if u16::from(rows) * u16::from(cols) < 2 {
        return Err(BoardError::NoMove);
    }
    Clobber448::start(cols, rows).map_err(|_| BoardError::TooLarge)
}

/// Splits a line into exactly `N` items, which are separated by blanks and tabs.
fn items<const N: usize>(line: &str) -> Option<[&str; N]> {
    let mut items = line.split([' ', '\t']).filter(|item| !item.is_empty());
    let mut result = [""; N];
    for item in &mut result {
        *item = items.next()?;
    }
    items.next().is_none().then_some(result)
}

/// Reads a number from 1 to 99 without leading zeros.
fn number(item: &str) -> Option<u8> {
    let digits = item.len() <= 2 && item.bytes().all(|c| c.is_ascii_digit());
    (digits && !item.starts_with('0')).then(|| item.parse().ok())?
}

/// The first line of a client, which contains its name.
///
/// # Examples
/// ```
/// use dicot_arena::icga::Login;
/// let login: Login = "play clobber alpha".parse()?;
/// assert_eq!((login.name(), login.to_string().as_str()), ("alpha", "play clobber alpha"));
/// assert!("play chess alpha".parse::<Login>().is_err());
/// # Ok::<_, dicot_arena::icga::ParseMessageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    name: String,
}

impl Login {
    /// Creates a login. A name has at least one character and contains no blanks and no ASCII control characters.
    ///
    /// # Errors
    /// [`ParseMessageError`] if the name is not valid.
    pub fn new(name: impl Into<String>) -> Result<Login, ParseMessageError> {
        let name = name.into();
        if name.is_empty() || name.bytes().any(|byte| byte <= b' ') {
            return Err(ParseMessageError { expected: "a name without blanks" });
        }
        Ok(Login { name })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl FromStr for Login {
    type Err = ParseMessageError;

    fn from_str(line: &str) -> Result<Login, ParseMessageError> {
        match items(line) {
            Some(["play", "clobber", name]) => Login::new(name),
            _ => Err(ParseMessageError { expected: "play clobber NAME" }),
        }
    }
}

impl fmt::Display for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play clobber {}", self.name)
    }
}

/// The start of a new game: the size of its board and the colour of the recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The first number, 1 to 99: the rows, or the columns if the server swaps them.
    pub m: u8,
    /// The second number, 1 to 99: the columns, or the rows if the server swaps them.
    pub n: u8,
    /// Whether the recipient is black and moves first.
    pub black: bool,
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.m, self.n, u8::from(self.black))
    }
}

/// A move in the notation of the protocol: column and row of the stone, then of the stone that it clobbers.
///
/// # Examples
/// ```
/// use dicot_arena::icga::{WrittenMove, start};
/// let position = start(10, 10)?;
/// let written: WrittenMove = "a 1 b 1".parse()?;
/// let mv = written.on(position.shape()).unwrap();
/// assert_eq!(mv.to_string(), "a1-b1");
/// assert_eq!(WrittenMove::of(mv, position.shape()), written);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenMove {
    /// Columns from the left, from 0, and rows from the bottom, from 1.
    from: (u8, u8),
    to: (u8, u8),
}

impl WrittenMove {
    /// Returns the notation of a move on a board of this shape.
    pub fn of(mv: ClobberMove, shape: Shape) -> WrittenMove {
        let square = |cell: Cell| (cell.col, shape.height().saturating_sub(cell.row));
        let [from, to] = mv.cells.map(square);
        WrittenMove { from, to }
    }

    /// Returns the move on a board of this shape, legal or not; `None` if a cell is not on the board.
    pub fn on(self, shape: Shape) -> Option<ClobberMove> {
        let cell = |(col, row)| {
            let cell = Cell { row: shape.height().checked_sub(row)?, col };
            shape.contains(cell).then_some(cell)
        };
        Some(ClobberMove::new([cell(self.from)?, cell(self.to)?], shape))
    }
}

impl FromStr for WrittenMove {
    type Err = ParseMessageError;

    fn from_str(line: &str) -> Result<WrittenMove, ParseMessageError> {
        let square = |col: &str, row| {
            let &[col] = col.as_bytes() else { return None };
            let col = col.is_ascii_alphabetic().then(|| col.to_ascii_lowercase() - b'a')?;
            Some((col, number(row)?))
        };
        items(line)
            .and_then(|[col, row, to_col, to_row]| {
                Some(WrittenMove { from: square(col, row)?, to: square(to_col, to_row)? })
            })
            .ok_or(ParseMessageError { expected: "a move like a 1 b 1" })
    }
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let col = |col| char::from(b'a'.saturating_add(col));
        let (from, to) = (self.from, self.to);
        write!(f, "{} {} {} {}", col(from.0), from.1, col(to.0), to.1)
    }
}

/// A message of the server.
///
/// # Examples
/// ```
/// use dicot_arena::icga::{ServerMessage, Setup};
/// let message: ServerMessage = "8 10\t0 ".parse()?;
/// assert_eq!(message, ServerMessage::Setup(Setup { m: 8, n: 10, black: false }));
/// assert_eq!(message.to_string(), "8 10 0");
/// # Ok::<_, dicot_arena::icga::ParseMessageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ServerMessage {
    /// A new game begins.
    Setup(Setup),
    /// The opponent moves.
    Move(WrittenMove),
    /// The recipient's move was illegal, or it forfeited: it has lost.
    Error,
    /// The opponent's move was illegal, or the opponent forfeited: the recipient has won.
    End,
}

impl FromStr for ServerMessage {
    type Err = ParseMessageError;

    fn from_str(line: &str) -> Result<ServerMessage, ParseMessageError> {
        if let Some([word]) = items(line) {
            match word {
                "error" => return Ok(ServerMessage::Error),
                "end" => return Ok(ServerMessage::End),
                _ => {}
            }
        }
        if let Some([m, n, black @ ("0" | "1")]) = items(line)
            && let (Some(m), Some(n)) = (number(m), number(n))
        {
            return Ok(ServerMessage::Setup(Setup { m, n, black: black == "1" }));
        }
        line.parse().map(ServerMessage::Move).map_err(|_| ParseMessageError {
            expected: "a new game like 10 10 1, a move like a 1 b 1, error, or end",
        })
    }
}

impl fmt::Display for ServerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerMessage::Setup(setup) => setup.fmt(f),
            ServerMessage::Move(written) => written.fmt(f),
            ServerMessage::Error => f.write_str("error"),
            ServerMessage::End => f.write_str("end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves() {
        for line in ["a 1 b 1", "z 99 y 99", "c 10 c 9"] {
            assert_eq!(line.parse::<WrittenMove>().unwrap().to_string(), line);
        }
        for line in ["A 1 B 1", "\ta   1\tb 1  ", " a 1 b 1"] {
            assert_eq!(line.parse::<WrittenMove>().unwrap().to_string(), "a 1 b 1");
        }
        let bad = [
            "",
            " ",
            "a",
            "a 1",
            "a 1 b",
            "a 1 b 1 c",
            "a1 b1",
            "a1-b1",
            "1 a 1 b",
            "aa 1 b 1",
            "a 0 b 1",
            "a 01 b 1",
            "a 100 b 1",
            "a +1 b 1",
            "a -1 b 1",
            "a 1 b 1\r",
            "a\u{b}1 b 1",
            "ä 1 b 1",
            "a ١ b 1",
            "a 1 b 1.",
            "[ 1 b 1",
            "error",
            "10 10 1",
        ];
        for line in bad {
            assert!(line.parse::<WrittenMove>().is_err(), "{line:?}");
        }
    }

    /// On boards of several shapes, every move is read as it was written, with rows counted from the bottom.
    #[test]
    fn moves_on_boards() {
        use dicot::Player;
        use dicot::rules::Position;
        for (rows, cols) in [(1, 2), (2, 1), (4, 5), (10, 10), (99, 4), (17, 26), (16, 26)] {
            let position = start(rows, cols).unwrap();
            let shape = position.shape();
            for mv in Player::BOTH.into_iter().flat_map(|player| position.moves(player)) {
                let written = WrittenMove::of(mv, shape).to_string();
                let name = mv.to_string().replace('-', "");
                assert_eq!(written.replace(' ', ""), name);
                assert_eq!(written.parse::<WrittenMove>().unwrap().on(shape), Some(mv));
            }
        }
        let shape = start(3, 4).unwrap().shape();
        for line in ["a 1 a 4", "a 4 a 3", "d 1 e 1", "e 1 d 1", "a 99 z 99"] {
            assert_eq!(line.parse::<WrittenMove>().unwrap().on(shape), None, "{line}");
        }
    }

    #[test]
    fn boards() {
        assert_eq!(start(1, 1), Err(BoardError::NoMove));
        for (rows, cols) in [(0, 10), (10, 0)] {
            assert_eq!(start(rows, cols), Err(BoardError::NoMove));
        }
        for (rows, cols) in [(100, 2), (2, 27), (99, 26), (255, 255)] {
            assert_eq!(start(rows, cols), Err(BoardError::TooLarge));
        }
        assert_eq!(start(17, 26).unwrap().shape().cells(), 442);
    }

    #[test]
    fn messages_of_a_server() {
        for line in ["10 10 1", "1 2 0", "99 99 1", "a 1 b 1", "error", "end"] {
            assert_eq!(line.parse::<ServerMessage>().unwrap().to_string(), line);
        }
        for line in ["", "10 10", "10 10 2", "0 10 1", "100 10 1", "10 10 1 1", "Error", "ends"] {
            assert!(line.parse::<ServerMessage>().is_err(), "{line:?}");
        }
    }

    #[test]
    fn logins() {
        let name = |line: &str| line.parse::<Login>().map(|login| login.name).ok();
        assert_eq!(name(" play\tclobber  x#y! "), Some("x#y!".to_owned()));
        for line in
            ["", "play", "play clobber", "Play clobber x", "play clobber x y", "play clobber \u{7}"]
        {
            assert_eq!(name(line), None, "{line:?}");
        }
    }
}
