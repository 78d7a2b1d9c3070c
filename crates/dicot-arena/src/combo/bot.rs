//! A bot as a program for others: requests come in, moves go out.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use dicot::rules::{Combo, Turn};
use dicot::search::bot::Bot;

use super::json::{BadMessage, Requests, answer};
use super::seat::Pace;

/// How much is read at a time.
const CHUNK: usize = 1 << 13;

/// Why a bot has ended before its input.
#[derive(Debug)]
#[non_exhaustive]
pub enum BotError {
    /// A request is none.
    Request(BadMessage),
    /// The input ends within a request.
    Unfinished,
    /// It cannot read or write.
    Io(io::Error),
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotError::Request(error) => write!(f, "bad request: {error}"),
            BotError::Unfinished => f.write_str("the input ends within a request"),
            BotError::Io(error) => error.fmt(f),
        }
    }
}

impl Error for BotError {}

impl From<io::Error> for BotError {
    fn from(error: io::Error) -> BotError {
        BotError::Io(error)
    }
}

/// The clock of a bot that is not told how much time it has: it knows its own thinking, and that a game with more
/// stones than before is a new one.
#[derive(Clone, Debug)]
pub struct OwnClock {
    whole: Option<Duration>,
    left: Option<Duration>,
    stones: u32,
}

impl OwnClock {
    /// With so much time for a game; `None` for as much as it likes.
    pub fn new(whole: Option<Duration>) -> OwnClock {
        OwnClock { whole, left: whole, stones: 0 }
    }

    /// What is left when this position comes.
    pub fn at(&mut self, turn: &Turn<Combo>) -> Option<Duration> {
        let stones = dicot::Player::BOTH.map(|player| turn.position.total(player)).iter().sum();
        if stones > self.stones {
            self.left = self.whole;
        }
        self.stones = stones;
        self.left
    }

    /// Takes off what a move took.
    pub fn take(&mut self, thought: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(thought));
    }
}

/// Answers requests until the input ends: a line for each position in which there is a move.
///
/// # Errors
/// [`BotError`]
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot::search::bot::RandomBot;
/// use dicot_arena::combo::bot::{OwnClock, serve};
/// use dicot_arena::combo::json::request;
/// use dicot_arena::combo::seat::Pace;
/// let (turn, mut out) = (Turn::new("b1,.".parse()?, Player::Left), Vec::new());
/// let (pace, clock) = (Pace(Duration::from_secs(1)), OwnClock::new(None));
/// serve(&mut RandomBot::new(1), request(&turn).as_bytes(), &mut out, pace, clock)?;
/// assert_eq!(out, b"{\"from\":{\"x\":0,\"y\":0},\"to\":{\"x\":1,\"y\":0},\"piece_count\":1}\n");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    bot: &mut dyn Bot<Combo>,
    mut input: impl Read,
    mut output: impl Write,
    pace: Pace,
    mut clock: OwnClock,
) -> Result<(), BotError> {
    let (mut requests, mut chunk) = (Requests::new(), [0; CHUNK]);
    loop {
        while let Some(turn) = requests.next() {
            let turn = turn.map_err(BotError::Request)?;
            let started = Instant::now();
            let time = pace.time(clock.at(&turn));
            if let Some(mv) = bot.choose(&turn, started + time) {
                output.write_all(answer(mv).as_bytes())?;
                output.flush()?;
            }
            clock.take(started.elapsed());
        }
        match input.read(&mut chunk) {
            Ok(0) if requests.is_within_request() => return Err(BotError::Unfinished),
            Ok(0) => return Ok(()),
            Ok(length) => requests.push(&chunk[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}
