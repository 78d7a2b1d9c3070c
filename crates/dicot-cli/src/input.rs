//! Lines of standard input, none of which takes more than its share of memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use dicot_rulesets::rule_file::foreign_file;

use crate::failure::about;

/// The longest line that is read.
pub(crate) const MAX_LINE: usize = 64 << 20;

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Text(String),
    /// A line that cannot be an item: what is known of it, and what is wrong.
    Bad(String, String),
}

/// Opens a file of lines, or standard input for `-`.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let name = path.to_string_lossy();
    match foreign_file(&name) {
        Some(problem) => Err(io::Error::other(problem)),
        None if name == "-" => Ok(Box::new(BufReader::new(io::stdin()))),
        None => {
            let file = File::open(path).map_err(|error| about(path, error))?;
            Ok(Box::new(BufReader::new(file)))
        }
    }
}

/// U+FEFF in UTF-8, which some editors and shells write at the start of a text.
const BYTE_ORDER_MARK: [u8; 3] = *b"\xef\xbb\xbf";

/// The input without a byte order mark at its start. Waits for the first byte.
pub(crate) fn without_mark<R: BufRead>(mut input: R) -> io::Result<impl BufRead + use<R>> {
    let mut length = 0;
    while length < BYTE_ORDER_MARK.len() {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.first() != Some(&BYTE_ORDER_MARK[length]) {
            break;
        }
        input.consume(1);
        length += 1;
    }
    // The beginning of a mark is text.
    let start = if length < BYTE_ORDER_MARK.len() { length } else { 0 };
    Ok(Cursor::new(BYTE_ORDER_MARK).take(start as u64).chain(input))
}

/// Reads a line; `None` at the end of the input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let (mut line, mut length, mut ended) = (Vec::new(), 0, false);
    while !ended {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            break;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = MAX_LINE.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        length += part.len();
        ended = end.is_some();
        let used = part.len() + usize::from(ended);
        input.consume(used);
    }
    if length == 0 && !ended {
        return Ok(None);
    }
    if length > MAX_LINE {
        line.truncate(60);
        let start = format!("{}...", String::from_utf8_lossy(&line));
        let problem = format!("the line has {length} bytes; the limit is {MAX_LINE}");
        return Ok(Some(Line::Bad(start, problem)));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(Some(String::from_utf8(line).map_or_else(
        |error| {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            Line::Bad(text, format!("byte {at} is not UTF-8"))
        },
        Line::Text,
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let mut input: &[u8] = b"xo\r\n\n\xff\nlast";
        let mut next = || next_line(&mut input).unwrap();
        assert_eq!(next(), Some(Line::Text("xo".into())));
        assert_eq!(next(), Some(Line::Text(String::new())));
        assert_eq!(next(), Some(Line::Bad("\u{fffd}".into(), "byte 0 is not UTF-8".into())));
        assert_eq!(next(), Some(Line::Text("last".into())));
        assert_eq!(next(), None);
    }

    #[test]
    fn byte_order_marks() {
        let read = |bytes: &[u8]| {
            let mut text = Vec::new();
            // One byte at a time, as a pipe may give them.
            let input = io::BufReader::with_capacity(1, bytes);
            without_mark(input).unwrap().read_to_end(&mut text).unwrap();
            text
        };
        assert_eq!(read(b"\xef\xbb\xbfxo\n"), b"xo\n");
        for text in [&b""[..], b"xo", b"\xef", b"\xef\xbbxo", b"xo\xef\xbb\xbf"] {
            assert_eq!(read(text), text);
        }
        assert_eq!(read(b"\xef\xbb\xbf\xef\xbb\xbf"), b"\xef\xbb\xbf");
    }

    #[test]
    fn a_long_line_is_skipped() {
        let text = "x".repeat(MAX_LINE + 1) + "\nxo\n";
        let mut input = text.as_bytes();
        assert!(matches!(next_line(&mut input), Ok(Some(Line::Bad(..)))));
        assert_eq!(next_line(&mut input).unwrap(), Some(Line::Text("xo".into())));
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
