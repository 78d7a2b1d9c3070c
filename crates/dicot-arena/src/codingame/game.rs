//! A game between two running programs.

use std::time::{Duration, Instant};

use dicot::{Interrupt, Player};

use super::referee::{Reason, Referee};
use crate::matches::GameRecord;
use crate::process::{NoAnswer, Process};

/// A player's slowest turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slowest {
    /// The time of the first turn.
    pub first: Duration,
    /// The maximum time of the later turns.
    pub later: Duration,
}

impl Slowest {
    /// Returns the maximum of each field.
    #[must_use]
    pub fn max(self, other: Slowest) -> Slowest {
        Slowest { first: self.first.max(other.first), later: self.later.max(other.later) }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The referee after the game.
    pub referee: Referee,
    /// The slowest turns of Left and Right.
    pub slowest: [Slowest; 2],
    /// The total times of Left and Right.
    pub used: [Duration; 2],
    /// What was wrong with the answer that lost the game.
    pub fault: Option<String>,
}

/// Plays a game to its end; `None` if it was stopped. The programs are Left and Right.
///
/// A turn is timed from the moment when the last byte of the request was written until the answer arrives; it may
/// exceed the limit by `grace`. A surplus line counts as the answer to the next request.
pub fn play(
    mut referee: Referee,
    programs: &mut [Process; 2],
    grace: Duration,
    stop: &Interrupt,
) -> Option<Played> {
    let (mut slowest, mut used) = ([Slowest::default(); 2], [Duration::ZERO; 2]);
    let mut fault = None;
    while let Some(request) = referee.request() {
        if stop.is_set() {
            return None;
        }
        let player = referee.turn().to_move;
        let (is_first, limit) = (referee.is_first_turn(), referee.limit() + grace);
        let program = &mut programs[player as usize];
        let written = program.write(request.as_bytes(), Instant::now() + limit);
        let answer = match written {
            // An answer that was written before the program ended counts.
            Ok(_) | Err(NoAnswer::Closed(_)) => {
                let since = written.unwrap_or_else(|_| Instant::now());
                let line = program.next_line(since + limit);
                // After a timeout the time is the limit; an answer that had arrived before the request took no time.
                let end = if line.is_ok() { program.arrived() } else { Instant::now() };
                let time = end.saturating_duration_since(since);
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
    /// Returns the record of the game, with the names of Left and Right.
    pub fn record(&self, left: &str, right: &str) -> GameRecord {
        let mut record = self.referee.record(left, right);
        (record.fault, record.seconds) = (self.fault.clone(), Some(self.used.into()));
        record
    }

    /// The winner; always `Some`, because the game was played to its end.
    pub fn winner(&self) -> Option<Player> {
        self.referee.ending().map(|ending| ending.winner)
    }
}
