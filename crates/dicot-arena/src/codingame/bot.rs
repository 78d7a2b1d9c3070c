//! Runs any bot as a program for CodinGame.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use dicot::board::ParsePositionError;
use dicot::rules::{Clobber448, Turn};
use dicot_bots::Bot;

use super::message::{Reader, RequestError, action};

/// A bot's thinking time, counted from the first line of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// In the first turn, which includes the start of the program.
    pub first: Duration,
    /// In each later turn.
    pub later: Duration,
}

/// 750 ms and 135 ms: CodinGame's limits of 1000 ms and 150 ms with a safety margin, which is a first choice.
impl Default for Clock {
    fn default() -> Clock {
        Clock { first: Duration::from_millis(750), later: Duration::from_millis(135) }
    }
}

/// The maximum length of a line that is read, in bytes: more than any line of the protocol needs.
const MAX_LINE: u64 = 1024;

/// Answers the referee's requests until the input ends.
///
/// The position is read from each request; the bot's own moves are not tracked.
///
/// # Errors
/// [`PlayError`] if the referee breaks the protocol, or reading or writing fails. A closed output is not an error: the
/// referee has ended the game.
///
/// # Examples
/// ```
/// use dicot_bots::RandomBot;
/// use dicot_arena::codingame::bot::{Clock, play};
/// let mut answers = Vec::new();
/// let game = "2\nb\nw.\nwb\nnull\n1\n..\n.w\nb1a1\n0\n";
/// play(&mut RandomBot::new(1), game.as_bytes(), &mut answers, Clock::default())?;
/// assert_eq!(answers, b"b1a1\nrandom\n"); // without a legal move, any text is a valid answer
/// # Ok::<_, dicot_arena::codingame::bot::PlayError>(())
/// ```
pub fn play(
    bot: &mut (impl Bot<Clobber448> + ?Sized),
    mut input: impl BufRead,
    mut output: impl Write,
    clock: Clock,
) -> Result<(), PlayError> {
    let mut reader = Reader::new();
    let mut time = clock.first;
    let mut start = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let started = *start.get_or_insert_with(Instant::now);
        let Some(request) = reader.line(&String::from_utf8_lossy(&line))? else { continue };
        let turn = Turn::new(request.position()?, request.player);
        let answer = bot.choose(&turn, started + time).map_or("random".to_owned(), action);
        match writeln!(output, "{answer}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
        time = clock.later;
        start = None;
    }
}

/// Why a bot has stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The referee sent an unexpected line.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The board is too large.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}
