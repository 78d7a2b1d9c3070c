//! How positions are read from texts, and where a text is wrong.

use std::error::Error;

use dicot::board::ParsePositionError;
use dicot::rules::{AnyPosition, AnyRuleset, BoardKind};

use crate::failure::Failure;

/// Any error, as a text is read.
type AnyError = Box<dyn Error + Send + Sync>;

/// Reads a position of a ruleset, or a size such as `2x3`, which is the position to begin with on a board of two rows.
pub(crate) fn parse(ruleset: &AnyRuleset, text: &str) -> Result<AnyPosition, Failure> {
    let spec = ruleset.spec();
    read(text, spec.board, |text| ruleset.read(text)).or_else(|failure| {
        let (rows, columns) = size(text).ok_or(failure)?;
        ruleset.start_position(columns, rows).ok_or_else(|| {
            let name = &spec.name;
            Failure::new(format!("{name} does not have a start position of {rows}x{columns}"))
        })
    })
}

/// Reads the rows and columns of a size such as `2x3`.
fn size(text: &str) -> Option<(u8, u8)> {
    let (rows, columns) = text.trim().split_once(['x', 'X', '×'])?;
    let number =
        |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    Some((number(rows)?, number(columns)?))
}

/// Reads a position of a ruleset that is played on that kind of board.
fn read<P>(
    text: &str,
    board: BoardKind,
    read: impl Fn(&str) -> Result<P, AnyError>,
) -> Result<P, Failure> {
    read(text.trim()).map_err(|error| {
        let blanks = text.len() - text.trim_start().len();
        let offset = offset(text.trim(), board, &*error).map(|offset| blanks + offset);
        Failure::new(error.to_string()).at(offset)
    })
}

/// The byte of a text at which a ruleset of the library found a problem. In a row that is too long or too short, that is
/// where it should end or ends.
fn offset(text: &str, board: BoardKind, error: &(dyn Error + 'static)) -> Option<usize> {
    let (row, column) = match *error.downcast_ref()? {
        ParsePositionError::EmptyRow { row } => (row, 0),
        ParsePositionError::RaggedRow { row, length, expected } => (row, length.min(expected)),
        ParsePositionError::UnknownLetter { row, column, .. }
        | ParsePositionError::UnknownStack { row, column, .. } => (row, column),
        ParsePositionError::UnknownHeap { heap, .. }
        | ParsePositionError::UnknownTerm { term: heap, .. } => {
            let (start, heap) = part(text, heap, &['+']);
            return Some(start + heap.len() - heap.trim_start().len());
        }
        ParsePositionError::UnknownGraphPart { offset, .. } => return Some(offset),
        _ => return None,
    };
    let (start, row) = part(text, row, &['/', '|', '\n']);
    let row = row.trim_end_matches('\r');
    let column = match board {
        BoardKind::Stacks => part(row, column, &[',']).0,
        _ => row.char_indices().nth(column).map_or(row.len(), |(offset, _)| offset),
    };
    Some(start + column.min(row.len()))
}

/// A part of a text, by its number from 0, and the byte at which it begins.
fn part<'a>(text: &'a str, number: usize, separators: &[char]) -> (usize, &'a str) {
    let before = text.split(separators).take(number).map(|part| part.len() + 1);
    let start = before.sum::<usize>().min(text.len());
    (start, text[start..].split(separators).next().unwrap_or_default())
}
