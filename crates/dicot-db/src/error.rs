//! Why a database cannot be read, or is not what it claims to be.

use std::error::Error;
use std::fmt;
use std::io;
use std::ops::Range;

use dicot::ValueError;

use crate::format::VERSION;

/// Why a database cannot be read, or is not what it claims to be.
#[derive(Debug)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a database of values.
    Unknown,
    /// It has another version of the format: the one that it says.
    Version(u32),
    /// It was changed, or its end is missing.
    Damaged(Damage),
    /// It holds values of another ruleset.
    Rules {
        /// The ruleset that was asked for.
        asked: String,
        /// The ruleset of the values.
        found: String,
    },
    /// All checksums are right, and what is under them is wrong: what, and where.
    Wrong(String),
    /// A value could not be computed, or a limit was passed.
    Value(ValueError),
}

/// What of a database is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// The header.
    Header,
    /// The list of checksums.
    Checksums,
    /// The file has not as many bytes as it should have.
    Length {
        /// The bytes that it should have.
        expected: u64,
        /// The bytes that it has.
        found: u64,
    },
    /// A block has another checksum: its bytes, counted from the beginning of the file.
    Block(Range<u64>),
    /// The entry of a component has parts that are nowhere.
    Entry(u64),
    /// The value with that number is invalid, or does not exist.
    Value(u32),
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseError::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                f.write_str("no such file")
            }
            DatabaseError::Io(error) => error.fmt(f),
            DatabaseError::Unknown => f.write_str("no database of values"),
            DatabaseError::Version(version) => write!(
                f,
                "a database in version {version} of the format; this program reads version {VERSION}"
            ),
            DatabaseError::Damaged(damage) => write!(f, "the database is damaged: {damage}"),
            DatabaseError::Rules { asked, found } => {
                write!(f, "the database holds values of {found}, and not of {asked}")
            }
            DatabaseError::Wrong(what) => write!(f, "the database is wrong: {what}"),
            DatabaseError::Value(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Header => f.write_str("its header has another checksum"),
            Damage::Checksums => f.write_str("its list of checksums has another checksum"),
            Damage::Length { expected, found } => {
                write!(f, "it has {found} bytes, and should have {expected}")
            }
            Damage::Block(Range { start, end }) => {
                write!(f, "bytes {start} to {} have another checksum", end - 1)
            }
            Damage::Entry(entry) => write!(f, "entry {entry} refers to what is not there"),
            Damage::Value(number) => write!(f, "invalid value {number}"),
        }
    }
}

impl Error for DatabaseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            DatabaseError::Io(error) => Some(error),
            DatabaseError::Value(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for DatabaseError {
    fn from(error: io::Error) -> DatabaseError {
        DatabaseError::Io(error)
    }
}

impl From<ValueError> for DatabaseError {
    fn from(error: ValueError) -> DatabaseError {
        DatabaseError::Value(error)
    }
}

impl From<Damage> for DatabaseError {
    fn from(damage: Damage) -> DatabaseError {
        DatabaseError::Damaged(damage)
    }
}
