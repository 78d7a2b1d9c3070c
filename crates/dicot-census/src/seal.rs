//! Texts with a checksum, which are stored in files and sent to other machines.

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use crate::CensusError;

const CHECKSUM: &str = "checksum ";

/// Appends a line with the checksum of the lines.
pub(crate) fn with_checksum(mut lines: String) -> String {
    let last = checksum_line(&[&lines]);
    lines.push_str(&last);
    lines
}

/// The checksum line of a text that consists of these parts.
pub(crate) fn checksum_line(parts: &[&str]) -> String {
    let mut hash = Xxh3Default::new();
    parts.iter().for_each(|part| hash.update(part.as_bytes()));
    format!("{CHECKSUM}{:016x}\n", hash.digest())
}

/// Verifies the checksum and returns the lines before it.
pub(crate) fn verified(text: &str) -> Result<&str, CensusError> {
    let damaged = |problem: &str| CensusError::Block {
        line: text.lines().count().max(1),
        problem: problem.to_owned(),
    };
    let whole = text.strip_suffix('\n').ok_or_else(|| damaged("the end is missing"))?;
    let start = whole.rfind('\n').map_or(0, |end| end + 1);
    let (lines, last) = text.split_at(start);
    let stated = last
        .strip_prefix(CHECKSUM)
        .and_then(|sum| sum.strip_suffix('\n'))
        .ok_or_else(|| damaged("expected a checksum"))?;
    if format!("{:016x}", xxh3_64(lines.as_bytes())) != stated {
        return Err(damaged("the checksum is wrong"));
    }
    Ok(lines)
}

/// An iterator over lines that counts them, for errors.
pub(crate) struct Lines<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
    /// The number of the line that was read last, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Lines<'a> {
        Lines { lines: text.lines().peekable(), number: 0 }
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next()
    }

    /// Returns the next line if the condition holds for it.
    pub(crate) fn next_if(&mut self, wanted: impl FnOnce(&&'a str) -> bool) -> Option<&'a str> {
        let line = self.lines.next_if(|line| wanted(line))?;
        self.number += 1;
        Some(line)
    }

    /// An error about the line that was read last.
    pub(crate) fn problem(&self, problem: impl Into<String>) -> CensusError {
        CensusError::Block { line: self.number, problem: problem.into() }
    }

    /// Reads the next line, which must begin with `start`, and returns the rest of it.
    pub(crate) fn expect(&mut self, start: &str) -> Result<&'a str, CensusError> {
        let rest = self.next().and_then(|line| line.strip_prefix(start));
        rest.ok_or_else(|| self.problem(format!("expected {:?}", start.trim_end())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_byte() {
        let text = with_checksum("one\ntwo\n".into());
        assert_eq!(verified(&text).unwrap(), "one\ntwo\n");
        for i in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[i] ^= 1;
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(verified(&changed).is_err(), "{changed:?}");
            }
            assert!(verified(&text[..i]).is_err());
        }
        assert_eq!(verified(&with_checksum(String::new())).unwrap(), "");
    }
}
