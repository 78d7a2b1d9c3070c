//! Saved sequences: the values of a code, and what their computation goes on from, in a file.
//!
//! A file begins with a line that names the format and its version, and a line with the code. Then follow numbers of 32
//! bits, little-endian: the number of values, and the values; if no period is proved, and moves leave more than two heaps, the
//! tables of sets (`parts.rs`), of which each list and each set is after its length. A checksum of 64 bits ends the
//! file: FNV-1a of all bytes before it.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};

use dicot::{LimitKind, Limits};

use crate::code::HeapCode;
use crate::sequence::{Method, Sequence};

/// The first bytes of a file that [`Sequence::save`] writes. The version of the format follows.
pub const FORMAT_NAME: &[u8] = b"dicot heaps ";
const VERSION: &[u8] = b"1";
/// The bytes of the checksum.
const CHECKSUM: usize = 8;

/// Why a sequence cannot be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file was not written by [`Sequence::save`].
    Unknown,
    /// The file has another version of the format.
    Version(String),
    /// The file is damaged or truncated.
    Damaged,
    /// The file has the values of this code instead.
    Code(String),
    /// The limit of memory is reached.
    Limit(LimitKind),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Io(error) => error.fmt(f),
            LoadError::Unknown => f.write_str("this is not a file of saved heaps"),
            LoadError::Version(version) => {
                let known = String::from_utf8_lossy(VERSION);
                write!(f, "the file has version {version} of the format; expected {known}")
            }
            LoadError::Damaged => f.write_str("the file of saved heaps is damaged"),
            LoadError::Code(code) => write!(f, "the file has the heaps of the code {code}"),
            LoadError::Limit(limit) => limit.fmt(f),
        }
    }
}

impl Error for LoadError {}

impl Sequence {
    /// Writes the values, and what their computation goes on from.
    ///
    /// # Errors
    /// Those of the writer.
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_impartial::{HeapCode, Sequence};
    /// let code: HeapCode = "0.37B".parse()?;
    /// let mut sequence = Sequence::new(code.clone());
    /// sequence.extend_to(100, &Limits::default()).unwrap();
    /// let mut file = Vec::new();
    /// sequence.save(&mut file).unwrap();
    /// let mut later = Sequence::load(code, &file[..], &Limits::default()).unwrap();
    /// assert_eq!(later.values(), sequence.values());
    /// later.extend_to(200, &Limits::default()).unwrap();
    /// # Ok::<_, dicot_impartial::ParseError>(())
    /// ```
    pub fn save(&self, mut output: impl Write) -> io::Result<()> {
        let mut bytes = [FORMAT_NAME, VERSION, b"\n"].concat();
        bytes.extend(format!("{}\n", self.code()).bytes());
        put(&mut bytes, self.values());
        if let (Method::Splits(splits), None) = (&self.method, self.period()) {
            splits.save(&mut bytes);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        output.write_all(&bytes)?;
        output.flush()
    }

    /// Reads the values of a code that [`save`](Sequence::save) wrote.
    ///
    /// # Errors
    /// See [`LoadError`]. The sequence of another code is not loaded.
    pub fn load(code: HeapCode, input: impl Read, limits: &Limits) -> Result<Sequence, LoadError> {
        let most = limits.bytes.unwrap_or(usize::MAX - 1);
        let mut bytes = Vec::new();
        input.take(most as u64 + 1).read_to_end(&mut bytes).map_err(LoadError::Io)?;
        if bytes.len() > most {
            return Err(LoadError::Limit(LimitKind::Bytes(most)));
        }
        let mut rest = bytes.strip_prefix(FORMAT_NAME).ok_or(LoadError::Unknown)?;
        let mut line = || {
            let end = rest.iter().position(|&byte| byte == b'\n').ok_or(LoadError::Damaged)?;
            let (line, after) = (String::from_utf8_lossy(&rest[..end]), &rest[end + 1..]);
            rest = after;
            Ok(line)
        };
        let version = line()?;
        if version.as_bytes() != VERSION {
            return Err(LoadError::Version(version.into_owned()));
        }
        let found = line()?;
        let (all, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(LoadError::Damaged)?;
        if checksum(all) != u64::from_le_bytes(*sum) {
            return Err(LoadError::Damaged);
        }
        if found != code.to_string() {
            return Err(LoadError::Code(found.into_owned()));
        }
        let mut numbers = Numbers(&rest[..rest.len() - CHECKSUM]);
        let mut sequence = Sequence::new(code);
        sequence.restore(&mut numbers, limits)?;
        if numbers.is_empty() { Ok(sequence) } else { Err(LoadError::Damaged) }
    }
}

/// Appends a list after its length.
pub(crate) fn put(bytes: &mut Vec<u8>, list: &[u32]) {
    bytes.extend((list.len() as u32).to_le_bytes());
    list.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}

/// The numbers of a file that are not read yet.
pub(crate) struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn next(&mut self) -> Result<u32, LoadError> {
        let (number, rest) = self.0.split_first_chunk().ok_or(LoadError::Damaged)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*number))
    }

    /// A list after its length.
    pub(crate) fn list(&mut self) -> Result<Vec<u32>, LoadError> {
        let len = self.next()?;
        // Memory is taken for what is there, and not for what the length promises.
        (0..len).map(|_| self.next()).collect()
    }
}

/// FNV-1a of 64 bits. Source: Fowler, Noll, Vo.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
