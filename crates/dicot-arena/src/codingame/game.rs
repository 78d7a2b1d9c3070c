//! A game between two running programs.

use std::time::{Duration, Instant};

use dicot::Interrupt;

use super::referee::Referee;
use crate::game::Reason;
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

/// Plays a game to its end and returns the referee and the slowest turns of Left and Right; `None` if the game was
/// stopped. The programs are Left and Right.
///
/// A turn is timed from the moment when the last byte of the request was written until the answer arrives; it may
/// exceed the limit by `grace`. A surplus line counts as the answer to the next request.
pub fn play(
    mut referee: Referee,
    programs: &mut [Process; 2],
    grace: Duration,
    stop: &Interrupt,
) -> Option<(Referee, [Slowest; 2])> {
    let mut slowest = [Slowest::default(); 2];
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
                referee.spend(time);
                let slowest = &mut slowest[player as usize];
                let slot = if is_first { &mut slowest.first } else { &mut slowest.later };
                *slot = time.max(*slot);
                line
            }
            Err(error) => Err(error),
        };
        match answer {
            Ok(line) => referee.answer(&String::from_utf8_lossy(&line)),
            Err(error) => {
                let reason = match error {
                    NoAnswer::TimedOut => Reason::Time,
                    NoAnswer::Closed(_) => Reason::Crash,
                    NoAnswer::TooLong => Reason::IllegalMove,
                };
                referee.forfeit(reason, error.to_string());
            }
        }
    }
    Some((referee, slowest))
}
