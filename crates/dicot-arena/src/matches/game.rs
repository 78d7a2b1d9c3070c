//! One game between two bots.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use dicot::Player;
use dicot::rules::{Ruleset, Turn};
use dicot::search::bot::Bot;

use super::record::Reason;

/// How much time players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// For each move.
    PerMove(Duration),
    /// For all moves of a game.
    PerGame(Duration),
}

/// A bot with a clock thinks for this part of what is left of it.
const PART_OF_CLOCK: u32 = 25;
/// No move takes longer; deadlines have to be instants.
const LONGEST: Duration = Duration::from_secs(1 << 30);

impl TimeControl {
    /// How long the next move may take, if the moves before took so long.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    /// use dicot_arena::matches::TimeControl;
    /// let clock = TimeControl::PerGame(Duration::from_secs(50));
    /// assert_eq!(clock.for_next_move(Duration::ZERO), Duration::from_secs(2));
    /// assert_eq!(clock.for_next_move(Duration::from_secs(25)), Duration::from_secs(1));
    /// assert_eq!(clock.for_next_move(Duration::from_secs(60)), Duration::ZERO);
    /// ```
    pub fn for_next_move(self, used: Duration) -> Duration {
        match self {
            TimeControl::PerMove(time) => time,
            TimeControl::PerGame(clock) => clock.saturating_sub(used) / PART_OF_CLOCK,
        }
    }

    /// How much was used too much, by a move and by it with all moves before.
    fn overrun(self, took: Duration, used: Duration) -> Duration {
        match self {
            TimeControl::PerMove(time) => took.saturating_sub(time),
            TimeControl::PerGame(clock) => used.saturating_sub(clock),
        }
    }
}

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Terms {
    /// The time of the players.
    pub time: TimeControl,
    /// How much too late an answer may be before the game is forfeited: 200 ms at first.
    pub grace: Duration,
    /// A game with so many moves, those of the opening included, that is not over is drawn: 1000 at first.
    pub max_plies: usize,
}

impl Terms {
    /// The usual ones, with that time.
    pub fn new(time: TimeControl) -> Terms {
        Terms { time, grace: Duration::from_millis(200), max_plies: 1000 }
    }
}

/// How a game went on after its opening, and how it ended; times are of Left, and of Right.
pub(super) struct Ending<M> {
    /// All moves, those of the opening first.
    pub(super) moves: Vec<M>,
    pub(super) winner: Option<Player>,
    pub(super) reason: Reason,
    /// What was wrong with the last answer, if something was.
    pub(super) fault: Option<String>,
    pub(super) used: [Duration; 2],
    pub(super) slowest: [Duration; 2],
}

/// A position that comes so often with the same player to move ends the game.
const REPETITIONS: u8 = 3;

/// Plays a game whose first moves are given and legal; the bots are Left and Right.
pub(super) fn play<P: Ruleset>(
    start: &Turn<P>,
    opening: &[P::Move],
    mut bots: [Box<dyn Bot<P>>; 2],
    terms: &Terms,
) -> Ending<P::Move> {
    let (mut turn, mut moves) = (start.clone(), Vec::with_capacity(opening.len()));
    let (mut used, mut slowest) = ([Duration::ZERO; 2], [Duration::ZERO; 2]);
    let mut met: HashMap<Turn<P>, u8> = HashMap::new();
    let mut fault = None;
    let (winner, reason) = loop {
        let (player, n) = (turn.to_move, turn.to_move as usize);
        if turn.moves().next().is_none() {
            break (Some(!player), Reason::NoMoves);
        }
        let times = met.entry(turn.clone()).or_default();
        *times += 1;
        if *times == REPETITIONS {
            break (None, Reason::Repetition);
        }
        if moves.len() >= terms.max_plies {
            break (None, Reason::MaxPlies);
        }
        let mv = if let Some(&mv) = opening.get(moves.len()) {
            mv
        } else {
            let before = Instant::now();
            let deadline = before + terms.time.for_next_move(used[n]).min(LONGEST);
            let answer = bots[n].choose(&turn, deadline);
            let took = before.elapsed();
            used[n] += took;
            slowest[n] = slowest[n].max(took);
            if terms.time.overrun(took, used[n]) > terms.grace {
                break (Some(!player), Reason::Time);
            }
            match answer {
                Some(mv) => mv,
                None => break (Some(!player), Reason::Resigned),
            }
        };
        match turn.play(mv) {
            Ok(next) => turn = next,
            Err(error) => {
                fault = Some(format!("{mv}: {}", error.reason));
                break (Some(!player), Reason::IllegalMove);
            }
        }
        moves.push(mv);
    };
    Ending { moves, winner, reason, fault, used, slowest }
}
