//! An independent checker of certificates, which prove who wins a sum of combinatorial games.
//!
//! `docs/guide/certificates.md` describes the format. To believe a result, read three files, which have under 500 lines:
//!
//! - `proof.rs`: what a line adds, and when a fact is proved by those above it;
//! - `components.rs`: how a position is a sum of components and a value;
//! - `values.rs`: the order, sums and negatives of values.
//!
//! The others can refuse a file, but cannot make it accepted: `lines.rs` and `syntax.rs` read it, and what they read is checked; `run.rs`
//! distributes the facts over threads, and the proof counts those that are checked; `simplify.rs` finds canonical forms, which are compared
//! with the games that they are of; `limits.rs` bounds memory and time, and `messages.rs` writes errors. What a file proves is
//! in [`Proved::parts`], [`Proved::values`] and [`Proved::winners`].
//!
//! What has to be trusted besides is `dicot::rules`, or where [`Options::ruleset`] knows others, their rules:
//!
//! - which moves a position has (`moves`, `options`),
//! - that a position is the sum of its `components`,
//! - that `normalized` gives a position of the same value, or of the negative one where it says so, and that `negative`
//!   exchanges the players,
//! - that texts are read as the positions that people take them for.
//!
//! The program `certify-clobber` does not use the rules either: it is one file for Clobber alone, without dependencies.

mod components;
mod limits;
mod lines;
mod messages;
mod proof;
mod run;
mod simplify;
mod syntax;
mod values;

use std::fmt;
use std::io::{self, Read};

use dicot::Player;
use dicot::rules::AnyRuleset;

/// How to check.
///
/// # Examples
/// ```
/// use dicot_certify::{Options, certify};
/// let mut options = Options::default();
/// options.ruleset = |_| None; // no ruleset is known
/// let text = "dicot certificate 1\nrules 0 clobber\n";
/// assert!(certify(text.as_bytes(), &options, |_| ()).is_err());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The number of threads.
    pub threads: usize,
    /// The limit of memory in bytes: facts, components, values and caches.
    pub bytes: usize,
    /// The ruleset of a name in a certificate.
    pub ruleset: fn(&str) -> Option<AnyRuleset>,
}

/// All cores, 1 GiB, and the rulesets of the library.
impl Default for Options {
    fn default() -> Options {
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        Options { threads, bytes: 1 << 30, ruleset: AnyRuleset::named }
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
    run::certify(file, options, progress)
}

/// Why a line is refused.
#[derive(Debug)]
enum Trouble {
    Wrong(String),
    Memory,
    /// A value takes too long.
    Steps,
}

/// The trouble of a line that is wrong.
fn wrong<T>(reason: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Wrong(reason.into()))
}
