//! Lines of standard input, none of which takes more than its share of memory.

use std::io::{self, BufRead};

/// The longest line that is read.
pub(crate) const MAX_LINE: usize = 64 << 20;

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Text(String),
    /// A line that cannot be an item: what is known of it, and what is wrong.
    Bad(String, String),
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
    fn a_long_line_is_skipped() {
        let text = "x".repeat(MAX_LINE + 1) + "\nxo\n";
        let mut input = text.as_bytes();
        assert!(matches!(next_line(&mut input), Ok(Some(Line::Bad(..)))));
        assert_eq!(next_line(&mut input).unwrap(), Some(Line::Text("xo".into())));
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
