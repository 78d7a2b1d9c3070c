//! The text form of a board: `x` Left, `o` Right, `.` empty, rows from the top.
//!
//! ```text
//! xo.
//! .ox      is read from this, from "xo./.ox" and from "xo.|.ox", and printed as "xo./.ox"
//! ```

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{Board, Cell, Shape, Word};
use crate::Player;

/// Why a text is not a board, or a shape is not one that a board can have.
///
/// Rows and columns are counted from 0 in the fields and from 1 in the message.
///
/// # Examples
/// ```
/// use dicot::board::{Board, ParsePositionError};
/// let error = "xo/x?".parse::<Board<u64>>().unwrap_err();
/// assert_eq!(error.to_string(), "row 2, column 2: unexpected '?', expected one of \"xo.\"");
/// assert!(matches!(error, ParsePositionError::UnknownLetter { row: 1, column: 1, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// There are no cells: an empty text, or a side of 0.
    Empty,
    /// A row has no cells.
    EmptyRow {
        /// The row, from the top, from 0.
        row: usize,
    },
    /// A row is longer or shorter than the first one.
    RaggedRow {
        /// The row, from the top, from 0.
        row: usize,
        /// Its number of cells.
        length: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// A character that stands for no kind of cell.
    UnknownLetter {
        /// The row, from the top, from 0.
        row: usize,
        /// The column, from the left, from 0, in characters.
        column: usize,
        /// The character.
        letter: char,
        /// The letters that this kind of board knows, in lower case.
        alphabet: &'static str,
    },
    /// More cells, or a longer side, than this type of board can hold.
    TooLarge {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
        /// The most cells this type of board can hold.
        limit: u32,
    },
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "the board has no cells"),
            Self::EmptyRow { row } => write!(f, "row {} is empty", row + 1),
            Self::RaggedRow { row, length, expected } => {
                write!(f, "row {} has length {length}, expected {expected} as in row 1", row + 1)
            }
            Self::UnknownLetter { row, column, letter, alphabet } => {
                let (row, column) = (row + 1, column + 1);
                write!(f, "row {row}, column {column}: unexpected {letter:?}, ")?;
                write!(f, "expected one of {alphabet:?}")
            }
            Self::TooLarge { width, height, limit } => {
                let cells = width.saturating_mul(height);
                write!(f, "the board has {cells} cells ({width} wide, {height} high); ")?;
                write!(f, "the limit is {limit} cells and {} a side", u8::MAX)
            }
        }
    }
}

impl Error for ParsePositionError {}

/// Reads a rectangle of letters: its shape, and every cell with its letter in lower case.
///
/// Rows end with `/`, `|`, `\n` or `\r\n`; line ends after the last row do not count. The alphabet
/// is in lower case; upper case is read as lower case. `limit` is the most cells allowed. Nothing
/// is allocated, however long the text is.
pub(crate) fn read_rows(
    text: &str,
    alphabet: &'static str,
    limit: u32,
) -> Result<(Shape, impl Iterator<Item = (Cell, char)>), ParsePositionError> {
    let shape = measure(text, alphabet, limit)?;
    // The counters stand second, so as not to be asked for a number after 255.
    let cells = rows(text).zip(0u8..).flat_map(|(letters, row)| {
        letters.chars().zip(0u8..).map(move |(letter, col)| (Cell { row, col }, lower(letter)))
    });
    Ok((shape, cells))
}

/// The shape of the text, all of which has been checked.
fn measure(text: &str, alphabet: &'static str, limit: u32) -> Result<Shape, ParsePositionError> {
    let (mut width, mut height) = (0, 0);
    if without_line_ends(text).is_empty() {
        return Err(ParsePositionError::Empty);
    }
    for (row, letters) in rows(text).enumerate() {
        let mut length = 0;
        for (column, letter) in letters.chars().enumerate() {
            if !alphabet.contains(lower(letter)) {
                return Err(ParsePositionError::UnknownLetter { row, column, letter, alphabet });
            }
            length = column + 1;
        }
        if length == 0 {
            return Err(ParsePositionError::EmptyRow { row });
        }
        if row > 0 && length != width {
            return Err(ParsePositionError::RaggedRow { row, length, expected: width });
        }
        (width, height) = (length, row + 1);
    }
    match (u8::try_from(width), u8::try_from(height)) {
        (Ok(w), Ok(h)) if u32::from(w) * u32::from(h) <= limit => Shape::new(w, h),
        _ => Err(ParsePositionError::TooLarge { width, height, limit }),
    }
}

fn rows(text: &str) -> impl Iterator<Item = &str> {
    without_line_ends(text)
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .flat_map(|line| line.split(['/', '|']))
}

fn without_line_ends(text: &str) -> &str {
    text.trim_end_matches(['\r', '\n'])
}

fn lower(letter: char) -> char {
    letter.to_ascii_lowercase()
}

impl<W: Word> FromStr for Board<W> {
    type Err = ParsePositionError;

    /// Reads `x`, `o` and `.`, in rows from the top.
    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let (shape, cells) = read_rows(text, "xo.", W::CELLS)?;
        let mut board = Board::empty(shape)?;
        for (cell, letter) in cells {
            match letter {
                'x' => board = board.with(cell, Player::Left),
                'o' => board = board.with(cell, Player::Right),
                _ => {}
            }
        }
        Ok(board)
    }
}

/// Prints the rows from the top, joined by `/`.
impl<W: Word> fmt::Display for Board<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.shape.height {
            if row > 0 {
                f.write_str("/")?;
            }
            for col in 0..self.shape.width {
                f.write_str(match self.get(Cell { row, col }) {
                    Some(Player::Left) => "x",
                    Some(Player::Right) => "o",
                    None => ".",
                })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_alphabet() {
        let (shape, cells) = read_rows("Ab\nb#\n", "ab#", 4).unwrap();
        let letters: String = cells.map(|(_, letter)| letter).collect();
        assert_eq!((shape, letters.as_str()), (Shape::new(2, 2).unwrap(), "abb#"));
        assert!(read_rows("x", "ab#", 4).is_err());
    }
}
