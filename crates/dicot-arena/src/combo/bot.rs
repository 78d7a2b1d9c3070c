//! A bot as a program: it reads requests and writes moves.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use dicot::rules::{Combo, Turn};
use dicot_bots::Bot;

use super::json::{BadMessage, Messages, answer};
use super::seat::Pace;

/// The number of bytes that are read at a time.
const CHUNK: usize = 1 << 13;

/// Why a bot has stopped before the end of its input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// A request is not valid.
    #[error("bad request: {0}")]
    Request(BadMessage),
    /// The input ends within a request.
    #[error("the input ends within a request")]
    Unfinished,
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The clock of a bot, which the requests do not contain: it measures the bot's own thinking time, and starts again
/// when the number of stones grows, because that is a new game.
#[derive(Clone, Debug)]
pub struct OwnClock {
    per_game: Option<Duration>,
    time_left: Option<Duration>,
    stones: u32,
}

impl OwnClock {
    /// Creates a clock with this time for each game; `None` for no limit.
    pub fn new(per_game: Option<Duration>) -> OwnClock {
        OwnClock { per_game, time_left: per_game, stones: 0 }
    }

    /// Returns the remaining time at the start of a turn in this position.
    pub fn at(&mut self, turn: &Turn<Combo>) -> Option<Duration> {
        let stones = dicot::Player::BOTH.map(|player| turn.position.total(player)).iter().sum();
        if stones > self.stones {
            self.time_left = self.per_game;
        }
        self.stones = stones;
        self.time_left
    }

    /// Subtracts the time of a move.
    pub fn take(&mut self, thought: Duration) {
        self.time_left = self.time_left.map(|time| time.saturating_sub(thought));
    }
}

/// Answers requests until the input ends, with one line for each position in which the player can move.
///
/// # Errors
/// [`BotError`] if a request is not valid, or reading or writing fails.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot_bots::RandomBot;
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
    let (mut requests, mut chunk) = (Messages::requests(), [0; CHUNK]);
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
            Ok(0) if requests.is_within_message() => return Err(BotError::Unfinished),
            Ok(0) => return Ok(()),
            Ok(length) => requests.push(&chunk[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}
