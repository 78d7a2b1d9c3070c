//! The text form of a board: rows from the top, joined by `/`.

use std::borrow::Cow;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::bitboard::Bits;
use super::{Board, Cell, Shape, U448, Word};
use crate::player::padded;

/// Why a text is not a position, or a shape is not one that a board can have.
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A character that is not the letter of a cell.
    UnknownLetter {
        /// The row, from the top, from 0.
        row: usize,
        /// The place in the text of the row, from 0, in characters, blanks before the row included.
        column: usize,
        /// The character.
        letter: char,
        /// The letters that this kind of board knows, in lower case.
        alphabet: Cow<'static, str>,
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
    /// More than one row, where the ruleset is played on a strip.
    NotOneRow {
        /// The number of rows.
        height: usize,
    },
    /// None of a piece of which there must be one, or several.
    NotOne {
        /// What the pieces are called.
        pieces: &'static str,
        /// Their number.
        count: u32,
    },
    /// Fewer rows than a ruleset needs to start from.
    TooLow {
        /// The number of rows.
        height: u8,
        /// The least number.
        least: u8,
    },
    /// A text that is not a stack of stones.
    UnknownStack {
        /// The row, from the top, from 0.
        row: usize,
        /// The column, from the left, from 0, in cells.
        column: usize,
        /// The text, or its start.
        text: String,
    },
    /// A text that is not a heap.
    UnknownHeap {
        /// Which heap, from 0; in the message, from 1.
        heap: usize,
        /// The text, or its start.
        text: String,
        /// What heaps are made of: "pins".
        what: &'static str,
        /// The most that a heap can have.
        limit: u32,
    },
    /// A text that is not a term of a sum.
    UnknownTerm {
        /// Which term, from 0; in the message, from 1.
        term: usize,
        /// The text, or its start.
        text: String,
        /// What a term looks like.
        expected: &'static str,
    },
    /// A part of the text of a graph that cannot be read.
    UnknownGraphPart {
        /// The byte at which it begins, from 0; in the message, from 1.
        offset: usize,
        /// The part, or its start; empty at the end of the text.
        text: String,
        /// What was expected.
        expected: String,
    },
    /// More stones, pins or edges in all than a position can have.
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// The most that there can be.
        limit: u32,
    },
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
                let cells = width.saturating_mul(*height);
                write!(f, "the board has {cells} cells ({width} wide, {height} high); ")?;
                write!(f, "the limit is {limit} cells and {} a side", u8::MAX)?;
                let (wide, huge) = (u128::CELLS, U448::CELLS);
                let fits_huge =
                    *width.max(height) <= usize::from(u8::MAX) && cells <= huge as usize;
                if fits_huge && *limit < huge {
                    write!(f, "; a board in a u128 has up to {wide} cells, in a U448 {huge}")?;
                }
                Ok(())
            }
            Self::NotOneRow { height } => write!(f, "the board has {height} rows, expected one"),
            Self::NotOne { pieces, count } => {
                write!(f, "the board has {count} {pieces}, expected one")
            }
            Self::TooLow { height, least } => {
                write!(f, "the board is {height} high, expected {least} or more to start")
            }
            Self::UnknownStack { row, column, text } => {
                write!(f, "row {}, column {}: unexpected {text:?}, ", row + 1, column + 1)?;
                write!(f, "expected . or a stack like b2 or w1")
            }
            Self::UnknownHeap { heap, text, what, limit } => {
                write!(f, "heap {}: unexpected {text:?}, ", heap + 1)?;
                write!(f, "expected a number of {what} from 1 to {limit}")
            }
            Self::UnknownTerm { term, text, expected } => {
                write!(f, "term {}: unexpected {text:?}, expected {expected}", term + 1)
            }
            Self::UnknownGraphPart { offset, text, expected } => {
                write!(f, "column {}: unexpected ", offset + 1)?;
                match &**text {
                    "" => f.write_str("end")?,
                    text => write!(f, "{text:?}")?,
                }
                write!(f, ", expected {expected}")
            }
            Self::TooMany { what, limit } => {
                write!(f, "there are too many {what}; the limit is {limit} in all")
            }
        }
    }
}

impl Error for ParsePositionError {}

/// For conversions that cannot fail.
impl From<Infallible> for ParsePositionError {
    fn from(never: Infallible) -> ParsePositionError {
        match never {}
    }
}

/// The first characters of a text, for an error.
pub(crate) fn start_of(text: &str) -> String {
    text.chars().take(20).collect()
}

impl Shape {
    /// The shape, of at most `limit` cells.
    pub(crate) fn fitting(
        width: usize,
        height: usize,
        limit: u32,
    ) -> Result<Shape, ParsePositionError> {
        match (u8::try_from(width), u8::try_from(height)) {
            (Ok(w), Ok(h)) if u32::from(w) * u32::from(h) <= limit => Shape::new(w, h),
            _ => Err(ParsePositionError::TooLarge { width, height, limit }),
        }
    }

    /// The shape of a text with rows of these lengths, in cells; an error in a row comes before one of its length.
    pub(crate) fn of_rows(
        lengths: impl Iterator<Item = Result<usize, ParsePositionError>>,
        limit: u32,
    ) -> Result<Shape, ParsePositionError> {
        let (mut width, mut height) = (0, 0);
        for (row, length) in lengths.enumerate() {
            let length = length?;
            if length == 0 {
                return Err(ParsePositionError::EmptyRow { row });
            }
            if row > 0 && length != width {
                return Err(ParsePositionError::RaggedRow { row, length, expected: width });
            }
            (width, height) = (length, row + 1);
        }
        Shape::fitting(width, height, limit)
    }
}

/// The shape of the text, all of which has been checked.
fn measure(text: &str, alphabet: &'static str, limit: u32) -> Result<Shape, ParsePositionError> {
    if without_line_ends(text).is_empty() {
        return Err(ParsePositionError::Empty);
    }
    let lengths = rows(text).enumerate().map(|(row, letters)| {
        let blanks = letters.len() - letters.trim_start_matches(BLANKS).len();
        let mut length = 0;
        for letter in letters.trim_matches(BLANKS).chars() {
            if !alphabet.contains(lower(letter, alphabet)) {
                let column = blanks + length;
                let alphabet = alphabet.into();
                return Err(ParsePositionError::UnknownLetter { row, column, letter, alphabet });
            }
            length += 1;
        }
        Ok(length)
    });
    Shape::of_rows(lengths, limit)
}

fn rows(text: &str) -> impl Iterator<Item = &str> {
    without_line_ends(text)
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .flat_map(|line| line.split(['/', '|']))
}

/// What may surround a row.
const BLANKS: [char; 2] = [' ', '\t'];

fn without_line_ends(text: &str) -> &str {
    text.trim_end_matches(['\r', '\n', ' ', '\t'])
}

/// The letters of the first row of a text that was read with an alphabet, in lower case.
pub(crate) fn letters_of_row(text: &str, alphabet: &str) -> impl Iterator<Item = char> {
    let row = rows(text).next().unwrap_or_default().trim_matches(BLANKS);
    row.chars().map(move |letter| lower(letter, alphabet))
}

/// The letter as the alphabet has it: black is `x` and white is `o`, or black is `l`, white is `r`, and grey is `e`.
fn lower(letter: char, alphabet: &str) -> char {
    match letter.to_ascii_lowercase() {
        'b' if alphabet.starts_with("xo") => 'x',
        'w' if alphabet.starts_with("xo") => 'o',
        'b' | 'x' if alphabet.starts_with("lr") => 'l',
        'w' | 'o' if alphabet.starts_with("lr") => 'r',
        'g' if alphabet.starts_with("lre") => 'e',
        letter => letter,
    }
}

impl<W: Word, const N: usize> Board<W, N> {
    /// Reads letters in rows from the top, joined by `/`, `|` or line ends; a last line end and blanks
    /// around a row are ignored.
    ///
    /// The letters, in lower case, are those of the sets and after them that of a cell in none. Upper case is read as
    /// lower case, and where the letters begin with `xo`, `b` and `w` (black and white) as `x` and `o`. Where they begin
    /// with `lr`, `x` and `b` are read as `l`, `o` and `w` as `r`, and `g` (grey) as `e` if that is the third letter.
    ///
    /// # Errors
    /// [`ParsePositionError`] says what is wrong, and where.
    ///
    /// # Panics
    /// If there are not `N` + 1 letters.
    ///
    /// # Examples
    /// Dominoes on a board of two rows: the free cells are a set, the others covered.
    /// ```
    /// use dicot::board::Board;
    /// let board = Board::<u64, 1>::read("..#/#..", ".#")?;
    /// assert_eq!(board.set(0).len(), 4);
    /// assert_eq!(board.shown(".#").to_string(), "..#/#..");
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn read(text: &str, letters: &'static str) -> Result<Self, ParsePositionError> {
        assert_eq!(letters.chars().count(), N + 1, "one letter for each set, and one for no set");
        let shape = measure(text, letters, W::CELLS)?;
        let mut board = Board::empty(shape)?;
        for (row, line) in (0..shape.height).zip(rows(text)) {
            for (col, letter) in (0..shape.width).zip(line.trim_matches(BLANKS).chars()) {
                let letter = lower(letter, letters);
                if let Some(set) = letters.chars().take(N).position(|known| known == letter) {
                    board = board.with_in(Cell { row, col }, set);
                }
            }
        }
        Ok(board)
    }

    /// Prints with these letters, which are as for [`read`](Board::read): rows from the top, joined by
    /// `/`, or as lines with `{:#}`.
    pub fn shown(&self, letters: &'static str) -> impl fmt::Display + use<W, N> {
        Shown { board: *self, letters, none: letters.chars().nth(N).unwrap_or('?') }
    }
}

/// A board, the letters of its sets, and that of a cell in none.
struct Shown<W: Word, const N: usize> {
    board: Board<W, N>,
    letters: &'static str,
    none: char,
}

/// `?` for a set without a letter.
impl<W: Word, const N: usize> fmt::Display for Shown<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if f.alternate() { '\n' } else { '/' };
        padded(f, &|text| {
            for cell in self.board.shape().all_cells() {
                if cell.col == 0 && cell.row > 0 {
                    text.push(end);
                }
                text.push(match self.board.find(cell) {
                    Some(set) => self.letters.chars().nth(set).unwrap_or('?'),
                    None => self.none,
                });
            }
            Ok(())
        })
    }
}

/// Shows the rows from the top: `x` and `o` on a board of two sets, as [`Display`](fmt::Display), and the
/// numbers of the sets otherwise, with letters from 10 on; `.` for a cell in none.
impl<W: Word, const N: usize> fmt::Debug for Board<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = if N == 2 { "xo" } else { "0123456789abcdefghijklmnopqrstuvwxyz" };
        write!(f, "Board({})", Shown { board: *self, letters, none: '.' })
    }
}

/// The letters of the stones of Left and of Right, and of an empty cell.
const STONES: &str = "xo.";

impl<W: Word> FromStr for Board<W> {
    type Err = ParsePositionError;

    /// Reads `x`, `o` and `.`, in rows from the top.
    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Board::read(text, STONES)
    }
}

/// Prints the rows from the top, joined by `/`, or as lines with `{:#}`.
impl<W: Word> fmt::Display for Board<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.shown(STONES), f)
    }
}
