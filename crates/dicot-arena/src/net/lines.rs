//! Lines cut out of a stream of bytes, within bounds.

use std::error::Error;
use std::fmt;

/// Bytes on their way to being lines: it takes them in pieces of any size and gives whole lines.
///
/// A line ends in LF; one CR before that belongs to the end. A line that is too long is reported once, as soon
/// as that is known, and the rest of it is skipped. Bytes that are no UTF-8 become U+FFFD.
///
/// # Examples
/// ```
/// use dicot_arena::net::{Lines, TooLong};
/// let mut lines = Lines::new(5, 100);
/// lines.push(b"one\r\ntw");
/// assert_eq!([lines.next_line(), lines.next_line()], [Some(Ok("one".to_owned())), None]);
/// lines.push(b"o\nthirteen\n");
/// assert_eq!([lines.next_line(), lines.next_line()], [Some(Ok("two".to_owned())), Some(Err(TooLong))]);
/// assert_eq!(lines.next_line(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Lines {
    bytes: Vec<u8>,
    longest: usize,
    most: usize,
    /// What comes up to the next line end belongs to a line that is already dealt with.
    skipping: bool,
}

/// A line has more bytes than are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the line is too long")
    }
}

impl Error for TooLong {}

impl Lines {
    /// For lines of up to `longest` bytes without their ends, of which `most` bytes are kept at a time (or as
    /// many as the longest line needs).
    pub fn new(longest: usize, most: usize) -> Lines {
        let most = most.max(longest.saturating_add(2));
        Lines { bytes: Vec::new(), longest, most, skipping: false }
    }

    /// How many more bytes it takes. There is room whenever [`next_line`](Lines::next_line) has nothing.
    pub fn room(&self) -> usize {
        self.most - self.bytes.len()
    }

    /// Takes bytes, up to its [room](Lines::room); the number of those taken.
    pub fn push(&mut self, bytes: &[u8]) -> usize {
        let mut skipped = 0;
        if self.skipping {
            let end = bytes.iter().position(|&byte| byte == b'\n');
            self.skipping = end.is_none();
            skipped = end.map_or(bytes.len(), |end| end + 1);
        }
        let kept = self.room().min(bytes.len() - skipped);
        self.bytes.extend_from_slice(&bytes[skipped..skipped + kept]);
        skipped + kept
    }

    /// The next line, without its end; `None` if there is no whole one.
    ///
    /// # Errors
    /// [`TooLong`], once for each line that is.
    pub fn next_line(&mut self) -> Option<Result<String, TooLong>> {
        let text = |bytes: &[u8]| bytes.len() - usize::from(bytes.ends_with(b"\r"));
        let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') else {
            let too_long = text(&self.bytes) > self.longest;
            if too_long {
                self.bytes.clear();
                self.skipping = true;
            }
            return too_long.then_some(Err(TooLong));
        };
        let length = text(&self.bytes[..end]);
        let line = (length <= self.longest)
            .then(|| String::from_utf8_lossy(&self.bytes[..length]).into_owned());
        self.bytes.drain(..=end);
        Some(line.ok_or(TooLong))
    }

    /// Throws away all that it holds, and of a line that is not whole the rest that is still to come; the number
    /// of those lines.
    pub fn discard(&mut self) -> usize {
        let whole = self.bytes.iter().filter(|&&byte| byte == b'\n').count();
        let begun = self.bytes.last().is_some_and(|&byte| byte != b'\n');
        self.skipping |= begun;
        self.bytes.clear();
        whole + usize::from(begun)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that the lines give now.
    fn all(lines: &mut Lines) -> Vec<Option<String>> {
        std::iter::from_fn(|| lines.next_line()).map(Result::ok).collect()
    }

    #[test]
    fn pieces_of_any_size() {
        let bytes = b"a 1 b 1\r\n\nx\r\r\n123456789\r\n1234567890\n123456789\r\r\n\xff\n\r\nhalf";
        let line = |text: &str| Some(text.to_owned());
        let expected = vec![
            line("a 1 b 1"),
            line(""),
            line("x\r"),
            line("123456789"),
            None,
            None,
            line("\u{fffd}"),
            line(""),
        ];
        for size in 1..=bytes.len() {
            let mut lines = Lines::new(9, 11);
            let mut found = Vec::new();
            for mut piece in bytes.chunks(size) {
                while !piece.is_empty() {
                    let taken = lines.push(piece);
                    piece = &piece[taken..];
                    found.extend(all(&mut lines));
                    assert!(lines.room() > 0);
                }
            }
            assert_eq!(found, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn long_lines_are_known_before_they_end() {
        let mut lines = Lines::new(4, 0);
        assert_eq!(lines.room(), 6);
        assert_eq!(lines.push(b"1234\r"), 5);
        assert_eq!(lines.next_line(), None);
        assert_eq!(lines.push(b"5"), 1);
        assert_eq!(lines.next_line(), Some(Err(TooLong)));
        // The rest costs no room, however long it is.
        assert_eq!(lines.push(&[b'6'; 100_000]), 100_000);
        assert_eq!((lines.next_line(), lines.room()), (None, 6));
        lines.push(b"\nok\n");
        assert_eq!(all(&mut lines), [Some("ok".to_owned())]);
    }

    #[test]
    fn full() {
        let mut lines = Lines::new(4, 10);
        assert_eq!(lines.push(&[b'\n'; 100]), 10);
        assert_eq!((lines.room(), lines.push(b"x")), (0, 0));
        assert_eq!(lines.next_line(), Some(Ok(String::new())));
        assert_eq!(lines.room(), 1);
    }

    #[test]
    fn what_was_begun_is_discarded_to_its_end() {
        let mut lines = Lines::new(9, 100);
        assert_eq!(lines.discard(), 0);
        lines.push(b"one\ntwo\n");
        assert_eq!(lines.discard(), 2);
        lines.push(b"one\ntw");
        assert_eq!(lines.discard(), 2);
        lines.push(b"o");
        assert_eq!((lines.next_line(), lines.discard()), (None, 0));
        lines.push(b"o\nthree\n");
        assert_eq!(all(&mut lines), [Some("three".to_owned())]);
    }
}
