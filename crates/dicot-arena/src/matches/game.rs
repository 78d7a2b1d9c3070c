//! One game between two bots.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use dicot::Player;
use dicot::rules::Turn;
use dicot_answers::object::{BotObject, TurnObject};

use super::record::Reason;

/// The time limit of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A limit for each move.
    PerMove(Duration),
    /// A limit for all moves of a game.
    PerGame(Duration),
}

/// With a limit per game, a bot gets this part of its remaining time for a move. A first choice, not compared with
/// others.
const PART_OF_CLOCK: u32 = 25;

/// The maximum time for a move: 34 years, because deadlines must be valid instants.
const MAX_MOVE_TIME: Duration = Duration::from_secs(1 << 30);

impl TimeControl {
    /// Returns the time for the next move, given the time used for the moves before it.
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

    /// Returns the time by which the limit is exceeded after a move that took `took`, where `used` is the total time.
    fn overrun(self, took: Duration, used: Duration) -> Duration {
        match self {
            TimeControl::PerMove(time) => took.saturating_sub(time),
            TimeControl::PerGame(clock) => used.saturating_sub(clock),
        }
    }
}

/// The terms of every game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Terms {
    /// The time limit of each player.
    pub time: TimeControl,
    /// The time by which a player may exceed the limit; the default is 200 ms, a first choice.
    pub grace: Duration,
    /// The number of moves, including the opening, after which an unfinished game is a draw; the default is 1000, a
    /// first choice.
    pub max_plies: usize,
}

impl Terms {
    /// Creates the default terms with this time limit.
    pub fn new(time: TimeControl) -> Terms {
        Terms { time, grace: Duration::from_millis(200), max_plies: 1000 }
    }
}

/// How a game went on after its opening, and how it ended; times are of Left, and of Right.
pub(super) struct Ending {
    /// All moves, those of the opening first.
    pub(super) moves: Vec<String>,
    pub(super) winner: Option<Player>,
    pub(super) reason: Reason,
    /// What was wrong with the loser's last answer.
    pub(super) fault: Option<String>,
    /// The total times of Left and Right.
    pub(super) used: [Duration; 2],
    /// The longest moves of Left and Right.
    pub(super) slowest: [Duration; 2],
}

/// The number of occurrences of a position, with the same player to move, that makes a game a draw, as in chess.
const MAX_OCCURRENCES: u8 = 3;

/// Plays a game whose first moves are given and legal; the bots are Left and Right.
pub(super) fn play(
    start: &TurnObject,
    opening: &[String],
    mut bots: [Box<dyn BotObject>; 2],
    terms: &Terms,
) -> Ending {
    let (mut turn, mut moves) = (start.clone(), Vec::with_capacity(opening.len()));
    let (mut used, mut slowest) = ([Duration::ZERO; 2], [Duration::ZERO; 2]);
    let mut occurrences: HashMap<TurnObject, u8> = HashMap::new();
    let mut fault = None;
    let (winner, reason) = loop {
        let (player, n) = (turn.to_move, turn.to_move as usize);
        if !turn.position.has_more_moves(player, 0) {
            break (Some(!player), Reason::NoMoves);
        }
        let count = occurrences.entry(turn.clone()).or_default();
        *count += 1;
        if *count == MAX_OCCURRENCES {
            break (None, Reason::Repetition);
        }
        if moves.len() >= terms.max_plies {
            break (None, Reason::MaxPlies);
        }
        let mv = if let Some(mv) = opening.get(moves.len()) {
            mv.clone()
        } else {
            let before = Instant::now();
            let deadline = before + terms.time.for_next_move(used[n]).min(MAX_MOVE_TIME);
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
        match turn.position.play(player, &mv) {
            Ok(position) => turn = Turn { position, to_move: !player },
            Err(_) => {
                fault = Some(format!("{mv}: {}", turn.position.why_illegal(player, &mv)));
                break (Some(!player), Reason::IllegalMove);
            }
        }
        moves.push(mv);
    };
    Ending { moves, winner, reason, fault, used, slowest }
}
