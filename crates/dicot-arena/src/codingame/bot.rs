//! Any bot as a program for CodinGame.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use dicot::board::ParsePositionError;
use dicot::rules::{HugeClobber, Turn};
use dicot::search::bot::Bot;

use super::message::{Reader, RequestError, action};

/// How long a bot thinks, from when it sees the first line of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// On its first turn, in which the program starts as well.
    pub first: Duration,
    /// On each later turn.
    pub later: Duration,
}

/// What is safe where the limits are 1000 ms and 150 ms.
impl Default for Clock {
    fn default() -> Clock {
        Clock { first: Duration::from_millis(750), later: Duration::from_millis(135) }
    }
}

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1024;

/// Answers the referee until it says no more.
///
/// The position is what the referee says, in every turn anew.
///
/// # Errors
/// [`PlayError`] if the referee writes what it should not, or cannot be read. A referee that does not listen
/// any more has ended the game.
///
/// # Examples
/// ```
/// use dicot::search::bot::RandomBot;
/// use dicot_arena::codingame::bot::{Clock, play};
/// let mut answers = Vec::new();
/// let game = "2\nb\nw.\nwb\nnull\n1\n..\n.w\nb1a1\n0\n";
/// play(&mut RandomBot::new(1), game.as_bytes(), &mut answers, Clock::default())?;
/// assert_eq!(answers, b"b1a1\nrandom\n"); // any answer will do where there is no move
/// # Ok::<_, dicot_arena::codingame::bot::PlayError>(())
/// ```
pub fn play(
    bot: &mut (impl Bot<HugeClobber> + ?Sized),
    mut input: impl BufRead,
    mut output: impl Write,
    clock: Clock,
) -> Result<(), PlayError> {
    let mut reader = Reader::new();
    let mut time = clock.first;
    let mut begun = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let begun_at = *begun.get_or_insert_with(Instant::now);
        let Some(request) = reader.line(&String::from_utf8_lossy(&line))? else { continue };
        let turn = Turn::new(request.position()?, request.player);
        let answer = bot.choose(&turn, begun_at + time).map_or("random".to_owned(), action);
        match writeln!(output, "{answer}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
        time = clock.later;
        begun = None;
    }
}

/// Why a bot cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum PlayError {
    /// A line is not what is due.
    Request(RequestError),
    /// The board is too large.
    Position(ParsePositionError),
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<RequestError> for PlayError {
    fn from(error: RequestError) -> PlayError {
        PlayError::Request(error)
    }
}

impl From<ParsePositionError> for PlayError {
    fn from(error: ParsePositionError) -> PlayError {
        PlayError::Position(error)
    }
}

impl From<io::Error> for PlayError {
    fn from(error: io::Error) -> PlayError {
        PlayError::Io(error)
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Request(error) => error.fmt(f),
            PlayError::Position(error) => error.fmt(f),
            PlayError::Io(error) => error.fmt(f),
        }
    }
}

impl Error for PlayError {}
