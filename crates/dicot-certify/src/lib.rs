//! An independent checker of certificates, which prove who wins a sum of combinatorial games.
//!
//! `docs/guide/certificates.md` describes the format. What has to be trusted besides this crate is `dicot::rules`:
//!
//! - which moves a position has (`moves`, `options`),
//! - that a position is the sum of its `components`,
//! - that `normalized` gives a position of the same value, or of the negative one where it says so, and that `negative`
//!   exchanges the players,
//! - that texts are read as the positions that people take them for.
//!
//! Values, their order and their sums are computed by the crate itself, and there is no search. The program
//! `certify-clobber` does not even use the rules: it is one file for Clobber alone, without dependencies.

mod check;
mod components;
mod facts;
mod lines;
mod values;

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dicot::Player;

/// How to check.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The number of threads.
    pub threads: usize,
    /// The limit of memory in bytes: facts, components, values and caches.
    pub bytes: usize,
}

/// All cores, and 1 GiB.
impl Default for Options {
    fn default() -> Options {
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        Options { threads, bytes: 1 << 30 }
    }
}

/// How far a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Lines that are checked.
    pub lines: u64,
    /// Facts among them.
    pub facts: u64,
    /// Bytes of the file, as it is stored, that are read.
    pub bytes: u64,
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proved {
    /// The positions whose sum it is about, each as the name of its ruleset, a colon, and its text.
    pub parts: Vec<String>,
    /// The values that are added to them, as braces.
    pub values: Vec<String>,
    /// Who wins, by who moves first: Left, then Right; at least one of them is proved.
    pub winners: [Option<Player>; 2],
    /// The number of components.
    pub components: u64,
    /// The number of values.
    pub value_count: u64,
    /// The number of facts.
    pub facts: u64,
    /// The bytes of the file, as it is stored.
    pub bytes: u64,
    /// The most bytes that the limit of memory counted.
    pub memory: usize,
    /// The SHA-256 of the file, as it is stored.
    pub sha256: [u8; 32],
}

/// Why a certificate is refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum CertifyError {
    /// The file cannot be read.
    Io(io::Error),
    /// A line is wrong, or is not proved by those before it.
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// The memory of this many bytes is full.
    Memory(usize),
}

impl fmt::Display for CertifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Line { line, reason } => write!(f, "line {line}: {reason}"),
            Self::Memory(bytes) => {
                write!(f, "the memory limit of {} MiB is reached; raise it", bytes >> 20)
            }
        }
    }
}

impl std::error::Error for CertifyError {}

/// Checks a certificate, which may be compressed by gzip.
///
/// # Errors
/// [`CertifyError`] if it is not a proof, cannot be read, or does not fit the memory.
///
/// # Complexity
/// Linear in the number of facts times that of the moves of their states; facts are kept in memory, 4 bytes for each of their
/// components and about 30 more.
///
/// # Examples
/// Whoever moves first wins `xo`: the mover clobbers, and nothing is left.
/// ```
/// use dicot::Player;
/// use dicot_certify::{Options, certify};
/// let text = "dicot certificate 1\nrules 0 clobber\nc 0 xo\nw 1 0 m 0 a1-b1\npart 0 xo\n\
///     claim L L\nend 6 c0a973115bd06083\n";
/// let proved = certify(text.as_bytes(), &Options::default(), |_| ())?;
/// assert_eq!(proved.winners, [Some(Player::Left), None]);
/// # Ok::<_, dicot_certify::CertifyError>(())
/// ```
pub fn certify(
    file: impl Read + Send,
    options: &Options,
    progress: impl FnMut(Progress) + Send,
) -> Result<Proved, CertifyError> {
    check::certify(file, options, progress)
}

/// Bytes in use, and their limit.
#[derive(Debug)]
struct Memory {
    used: AtomicUsize,
    peak: AtomicUsize,
    limit: usize,
}

impl Memory {
    fn new(limit: usize) -> Arc<Memory> {
        Arc::new(Memory { used: AtomicUsize::new(0), peak: AtomicUsize::new(0), limit })
    }

    fn take(&self, bytes: usize) -> Result<(), Trouble> {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(used, Ordering::Relaxed);
        if used > self.limit { Err(Trouble::Memory) } else { Ok(()) }
    }

    fn give(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Why a line is refused.
#[derive(Debug)]
enum Trouble {
    Wrong(String),
    Memory,
    /// A value takes too long.
    Steps,
    /// A value has more moves in a row than this.
    Deep(u32),
}

/// The trouble of a line that is wrong.
fn wrong<T>(reason: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Wrong(reason.into()))
}

impl Trouble {
    fn at(self, line: u64, memory: &Memory) -> CertifyError {
        let reason = match self {
            Trouble::Memory => return CertifyError::Memory(memory.limit),
            Trouble::Wrong(reason) => reason,
            Trouble::Steps => "the values take too many steps to compute".to_owned(),
            Trouble::Deep(limit) => format!("a value has more than {limit} moves in a row"),
        };
        CertifyError::Line { line, reason }
    }
}
