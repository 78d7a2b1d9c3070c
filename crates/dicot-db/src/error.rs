//! Errors of reading and verifying a database.

use std::fmt;
use std::io;
use std::ops::Range;

use dicot::ValueError;

use crate::format::VERSION;

/// An error of reading or verifying a database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file cannot be read.
    #[error(fmt = io_error)]
    Io(#[from] io::Error),
    /// The file is not a database of values.
    #[error("not a database of values")]
    Unknown,
    /// The file has another version of the format, which is given.
    #[error("a database in version {0} of the format; this program reads version {VERSION}")]
    Version(u32),
    /// The file was changed or truncated.
    #[error("the database is damaged: {0}")]
    Damaged(#[from] Damage),
    /// The database holds values of another ruleset.
    #[error("the database holds values of {found}, not of {asked}")]
    Rules {
        /// The ruleset that was asked for.
        asked: String,
        /// The ruleset of the values.
        found: String,
    },
    /// All checksums are right, but the contents are not; the text says what is wrong, and where.
    #[error("the database is wrong: {0}")]
    Wrong(String),
    /// A value could not be computed, or a limit was passed.
    #[error(transparent)]
    Value(#[from] ValueError),
}

/// The damaged part of a database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The header.
    #[error("its header has another checksum")]
    Header,
    /// The list of checksums.
    #[error("its list of checksums has another checksum")]
    Checksums,
    /// The file does not have the expected number of bytes.
    #[error("it has {found} bytes, and should have {expected}")]
    Length {
        /// The bytes that it should have.
        expected: u64,
        /// The bytes that it has.
        found: u64,
    },
    /// The checksum of a block is wrong; its bytes, counted from the beginning of the file.
    #[error("bytes {} to {} have another checksum", .0.start, .0.end - 1)]
    Block(Range<u64>),
    /// The entry of a component refers to a text or a value outside of its section.
    #[error("entry {0} refers to a text or value that does not exist")]
    Entry(u64),
    /// The value with that number is invalid, or does not exist.
    #[error("invalid value {0}")]
    Value(u32),
}

fn io_error(error: &io::Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match error.kind() {
        io::ErrorKind::NotFound => f.write_str("no such file"),
        _ => write!(f, "{error}"),
    }
}
