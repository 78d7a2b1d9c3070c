//! A game between two programs that run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dicot::Player;

use super::referee::{Reason, Referee};
use crate::matches::GameRecord;
use crate::process::{NoAnswer, Process};

/// The longest that a player took for a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slowest {
    /// For its first turn.
    pub first: Duration,
    /// For any later turn.
    pub later: Duration,
}

impl Slowest {
    /// The longer of both, each.
    #[must_use]
    pub fn max(self, other: Slowest) -> Slowest {
        Slowest { first: self.first.max(other.first), later: self.later.max(other.later) }
    }
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game.
    pub referee: Referee,
    /// How long Left and Right took.
    pub slowest: [Slowest; 2],
    /// How long they took for all turns together.
    pub used: [Duration; 2],
    /// What was wrong with the answer that lost the game, if something was.
    pub fault: Option<String>,
}

/// Plays a game to its end; `None` if it was stopped. The programs are Left and Right.
///
/// The clock of a turn runs from when the last byte of the request was written to when the answer has come; as much
/// as `grace` longer than the limit is in time. A line that is left over is the answer to the next request.
pub fn play(
    mut referee: Referee,
    programs: &mut [Process; 2],
    grace: Duration,
    stop: &AtomicBool,
) -> Option<Played> {
    let (mut slowest, mut used) = ([Slowest::default(); 2], [Duration::ZERO; 2]);
    let mut fault = None;
    while let Some(request) = referee.request() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let player = referee.turn().to_move;
        let (is_first, limit) = (referee.is_first_turn(), referee.limit() + grace);
        let program = &mut programs[player as usize];
        let written = program.write(request.as_bytes(), Instant::now() + limit);
        let answer = match written {
            // What the program has said before it ended still counts.
            Ok(_) | Err(NoAnswer::Closed(_)) => {
                let since = written.unwrap_or_else(|_| Instant::now());
                let line = program.next_line(since + limit);
                // A time-out took the limit; what was there before took none.
                let came = if line.is_ok() { program.came() } else { Instant::now() };
                let time = came.saturating_duration_since(since);
                used[player as usize] += time;
                let slowest = &mut slowest[player as usize];
                let slot = if is_first { &mut slowest.first } else { &mut slowest.later };
                *slot = time.max(*slot);
                line
            }
            Err(error) => Err(error),
        };
        match answer {
            Ok(line) => {
                let line = String::from_utf8_lossy(&line);
                referee.answer(&line);
                let legal = referee.ending().is_none_or(|end| end.reason == Reason::NoMoves);
                if !legal {
                    fault = Some(format!("{:?}", line.chars().take(60).collect::<String>()));
                }
            }
            Err(error) => {
                fault = Some(error.to_string());
                referee.forfeit(match error {
                    NoAnswer::TimedOut => Reason::Time,
                    NoAnswer::Closed(_) => Reason::Crash,
                    NoAnswer::TooLong => Reason::IllegalMove,
                });
            }
        }
    }
    Some(Played { referee, slowest, used, fault })
}

impl Played {
    /// The record of the game, with the names of Left and Right.
    pub fn record(&self, left: &str, right: &str) -> GameRecord {
        let mut record = self.referee.record(left, right);
        (record.fault, record.seconds) = (self.fault.clone(), Some(self.used.into()));
        record
    }

    /// Who has won. `None` cannot be: a game is played to its end.
    pub fn winner(&self) -> Option<Player> {
        self.referee.ending().map(|ending| ending.winner)
    }
}
