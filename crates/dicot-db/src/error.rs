//! Why a database cannot be read, or is not what it claims to be.

use std::fmt;
use std::io;
use std::ops::Range;

use dicot::ValueError;

use crate::format::VERSION;

/// Why a database cannot be read, or is not what it claims to be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file cannot be read.
    #[error(fmt = io_error)]
    Io(#[from] io::Error),
    /// The file is not a database of values.
    #[error("no database of values")]
    Unknown,
    /// It has another version of the format: the one that it says.
    #[error("a database in version {0} of the format; this program reads version {VERSION}")]
    Version(u32),
    /// It was changed, or its end is missing.
    #[error("the database is damaged: {0}")]
    Damaged(#[from] Damage),
    /// It holds values of another ruleset.
    #[error("the database holds values of {found}, and not of {asked}")]
    Rules {
        /// The ruleset that was asked for.
        asked: String,
        /// The ruleset of the values.
        found: String,
    },
    /// All checksums are right, and what is under them is wrong: what, and where.
    #[error("the database is wrong: {0}")]
    Wrong(String),
    /// A value could not be computed, or a limit was passed.
    #[error(transparent)]
    Value(#[from] ValueError),
}

/// What of a database is damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The header.
    #[error("its header has another checksum")]
    Header,
    /// The list of checksums.
    #[error("its list of checksums has another checksum")]
    Checksums,
    /// The file has not as many bytes as it should have.
    #[error("it has {found} bytes, and should have {expected}")]
    Length {
        /// The bytes that it should have.
        expected: u64,
        /// The bytes that it has.
        found: u64,
    },
    /// A block has another checksum: its bytes, counted from the beginning of the file.
    #[error("bytes {} to {} have another checksum", .0.start, .0.end - 1)]
    Block(Range<u64>),
    /// The entry of a component has parts that are nowhere.
    #[error("entry {0} refers to what is not there")]
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
