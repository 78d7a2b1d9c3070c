//! Splits a stream of bytes into lines, with limits on memory.

/// A line splitter: takes bytes in chunks of any size and returns whole lines.
///
/// A line ends with LF or CR LF. A line that is too long is reported once, as soon as it exceeds the limit, and the
/// rest of it is skipped. Invalid UTF-8 becomes U+FFFD.
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
    max_line_len: usize,
    capacity: usize,
    /// Bytes up to the next line end belong to a line that was reported or discarded.
    skipping: bool,
}

/// The error for a line that exceeds the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is too long")]
pub struct TooLong;

impl Lines {
    /// Creates a splitter for lines of up to `max_line_len` bytes, not counting their ends. It buffers up to
    /// `capacity` bytes, or one line of the maximum length if that is more.
    pub fn new(max_line_len: usize, capacity: usize) -> Lines {
        let capacity = capacity.max(max_line_len.saturating_add(2));
        Lines { bytes: Vec::new(), max_line_len, capacity, skipping: false }
    }

    /// The number of bytes that fit into the buffer. It is positive whenever [`next_line`](Lines::next_line) returns
    /// `None`.
    pub fn room(&self) -> usize {
        self.capacity - self.bytes.len()
    }

    /// Takes bytes while there is [room](Lines::room) and returns the number of bytes taken.
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

    /// Returns the next line without its end; `None` if no whole line is buffered.
    ///
    /// # Errors
    /// [`TooLong`], once for each line that is too long.
    pub fn next_line(&mut self) -> Option<Result<String, TooLong>> {
        let text_len = |bytes: &[u8]| bytes.len() - usize::from(bytes.ends_with(b"\r"));
        let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') else {
            let too_long = text_len(&self.bytes) > self.max_line_len;
            if too_long {
                self.bytes.clear();
                self.skipping = true;
            }
            return too_long.then_some(Err(TooLong));
        };
        let length = text_len(&self.bytes[..end]);
        let line = (length <= self.max_line_len)
            .then(|| String::from_utf8_lossy(&self.bytes[..length]).into_owned());
        self.bytes.drain(..=end);
        Some(line.ok_or(TooLong))
    }

    /// Discards all buffered lines and returns their number. If the last one is incomplete, its rest is skipped when it
    /// arrives.
    pub fn discard(&mut self) -> usize {
        let whole = self.bytes.iter().filter(|&&byte| byte == b'\n').count();
        let incomplete = self.bytes.last().is_some_and(|&byte| byte != b'\n');
        self.skipping |= incomplete;
        self.bytes.clear();
        whole + usize::from(incomplete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all lines that are buffered, `None` for each that is too long.
    fn all(lines: &mut Lines) -> Vec<Option<String>> {
        std::iter::from_fn(|| lines.next_line()).map(Result::ok).collect()
    }

    #[test]
    fn chunks_of_any_size() {
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
            for mut chunk in bytes.chunks(size) {
                while !chunk.is_empty() {
                    let taken = lines.push(chunk);
                    chunk = &chunk[taken..];
                    found.extend(all(&mut lines));
                    assert!(lines.room() > 0);
                }
            }
            assert_eq!(found, expected, "in chunks of {size}");
        }
    }

    #[test]
    fn long_lines_are_reported_before_they_end() {
        let mut lines = Lines::new(4, 0);
        assert_eq!(lines.room(), 6);
        assert_eq!(lines.push(b"1234\r"), 5);
        assert_eq!(lines.next_line(), None);
        assert_eq!(lines.push(b"5"), 1);
        assert_eq!(lines.next_line(), Some(Err(TooLong)));
        // The rest is skipped and takes no room.
        assert_eq!(lines.push(&[b'6'; 100_000]), 100_000);
        assert_eq!((lines.next_line(), lines.room()), (None, 6));
        lines.push(b"\nok\n");
        assert_eq!(all(&mut lines), [Some("ok".to_owned())]);
    }

    #[test]
    fn full_buffer() {
        let mut lines = Lines::new(4, 10);
        assert_eq!(lines.push(&[b'\n'; 100]), 10);
        assert_eq!((lines.room(), lines.push(b"x")), (0, 0));
        assert_eq!(lines.next_line(), Some(Ok(String::new())));
        assert_eq!(lines.room(), 1);
    }

    #[test]
    fn incomplete_lines_are_discarded_to_their_end() {
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
