//! A game between two players, whatever its protocol: turns, times, the end and the record.
//!
//! The protocols decide what an answer means and how a turn is timed; a [`Game`] decides who has won.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::time::Duration;

use dicot::Player;
use dicot::rules::{Ruleset, Turn};
use serde::{Deserialize, Serialize};

use crate::matches::GameRecord;

/// A position and the player to move, as a [`Game`] needs them: typed, or of a ruleset that is chosen at run time.
pub trait State: Clone + Eq + Hash {
    /// A move.
    type Move: Clone + fmt::Display;

    /// The player to move.
    fn to_move(&self) -> Player;

    /// Whether the player to move has a legal move.
    fn can_move(&self) -> bool;

    /// Returns the turn after a move.
    ///
    /// # Errors
    /// The rule that the move breaks.
    fn after(&self, mv: &Self::Move) -> Result<Self, String>;

    /// Returns a record of a game that starts here, without moves.
    fn record(&self) -> GameRecord;
}

impl<P: Ruleset> State for Turn<P> {
    type Move = P::Move;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn can_move(&self) -> bool {
        self.moves().next().is_some()
    }

    fn after(&self, mv: &P::Move) -> Result<Self, String> {
        self.clone().play(*mv).map_err(|illegal| illegal.reason.to_owned())
    }

    fn record(&self) -> GameRecord {
        let record = GameRecord::new(
            self.position.spec().name_in_files(),
            &self.position.to_string(),
            Vec::new(),
        );
        GameRecord { first: self.to_move, ..record }
    }
}

/// The time limit of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A limit for each move.
    PerMove(Duration),
    /// A limit for all moves of a game.
    PerGame(Duration),
}

/// With a limit per game, a bot gets 1/25 of its remaining time for a move. A first choice, not compared with others.
const CLOCK_DIVISOR: u32 = 25;

impl TimeControl {
    /// Returns the time for the next move, given the time used for the moves before it.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    /// use dicot_arena::game::TimeControl;
    /// let clock = TimeControl::PerGame(Duration::from_secs(50));
    /// assert_eq!(clock.for_next_move(Duration::ZERO), Duration::from_secs(2));
    /// assert_eq!(clock.for_next_move(Duration::from_secs(25)), Duration::from_secs(1));
    /// assert_eq!(clock.for_next_move(Duration::from_secs(60)), Duration::ZERO);
    /// ```
    pub fn for_next_move(self, used: Duration) -> Duration {
        match self {
            TimeControl::PerMove(time) => time,
            TimeControl::PerGame(clock) => clock.saturating_sub(used) / CLOCK_DIVISOR,
        }
    }
}

/// The limits of a game in addition to its rules. By default there are none, and some games may be infinite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The time limit of each player.
    pub time: Option<TimeControl>,
    /// The time by which a player may exceed the limit.
    pub grace: Duration,
    /// The number of moves after which an unfinished game is a draw.
    pub max_plies: Option<usize>,
    /// The number of occurrences of a position, with the same player to move, that makes a game a draw.
    pub repetition: Option<u32>,
}

/// The end of a game.
///
/// It is displayed as the reason and, if there is one, the fault: `malformed: expected a JSON object`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner; `None` for a draw or a stopped game.
    pub winner: Option<Player>,
    /// Why the game ended.
    pub reason: Reason,
    /// What was wrong with the answer or the program that lost the game.
    pub fault: Option<String>,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Some(fault) => write!(f, "{}: {fault}", self.reason),
            None => self.reason.fmt(f),
        }
    }
}

/// A game: its moves, the time that each player has used, and its end.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot::Player;
/// use dicot::rules::{Combo, Ruleset, Turn};
/// use dicot_arena::game::{Game, Reason, Terms, TimeControl};
/// let start = Turn::new("b2,.,w1".parse::<Combo>()?, Player::Left);
/// let time = Some(TimeControl::PerGame(Duration::from_secs(60)));
/// let mut game = Game::new(start, Terms { time, ..Terms::default() });
/// let mv = game.turn().position.read_move("0,0 2,0 2")?;
/// game.spend(Duration::from_secs(20));
/// game.play(mv);
/// let end = game.end().unwrap();
/// assert_eq!((end.winner, &end.reason), (Some(Player::Left), &Reason::NoMoves));
/// assert_eq!(game.clock(Player::Left), Some(Duration::from_secs(40)));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<S: State> {
    start: S,
    turn: S,
    terms: Terms,
    moves: Vec<S::Move>,
    /// The times used by Left and Right.
    used: [Duration; 2],
    /// The longest turns of Left and Right.
    slowest: [Duration; 2],
    /// The number of occurrences of each position, counted only if the terms limit it.
    occurrences: HashMap<S, u32>,
    end: Option<End>,
}

impl<S: State> Game<S> {
    /// Starts a game.
    pub fn new(start: S, terms: Terms) -> Game<S> {
        let mut game = Game {
            turn: start.clone(),
            start,
            terms,
            moves: Vec::new(),
            used: [Duration::ZERO; 2],
            slowest: [Duration::ZERO; 2],
            occurrences: HashMap::new(),
            end: None,
        };
        game.check_end();
        game
    }

    /// The position and the player to move at the start.
    pub fn start(&self) -> &S {
        &self.start
    }

    /// The position and the player to move.
    pub fn turn(&self) -> &S {
        &self.turn
    }

    /// The moves so far.
    pub fn moves(&self) -> &[S::Move] {
        &self.moves
    }

    /// The time that a player has used.
    pub fn used(&self, player: Player) -> Duration {
        self.used[player as usize]
    }

    /// The longest turn of a player.
    pub fn slowest(&self, player: Player) -> Duration {
        self.slowest[player as usize]
    }

    /// The remaining time of a player; `None` without a limit for the whole game.
    pub fn clock(&self, player: Player) -> Option<Duration> {
        match self.terms.time {
            Some(TimeControl::PerGame(clock)) => Some(clock.saturating_sub(self.used(player))),
            _ => None,
        }
    }

    /// The end of the game; `None` while it is in progress.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Adds the time of a turn of the player to move, who loses if the limit is reached. Does nothing after the end of
    /// the game.
    pub fn spend(&mut self, took: Duration) {
        if self.end.is_some() {
            return;
        }
        let player = self.turn.to_move() as usize;
        self.used[player] = self.used[player].saturating_add(took);
        self.slowest[player] = self.slowest[player].max(took);
        let is_out = self.terms.time.is_some_and(|time| match time {
            TimeControl::PerMove(limit) => took >= limit.saturating_add(self.terms.grace),
            TimeControl::PerGame(limit) => {
                self.used[player] >= limit.saturating_add(self.terms.grace)
            }
        });
        if is_out {
            self.forfeit(Reason::Time, None);
        }
    }

    /// Makes a move of the player to move, who loses if it is illegal. Does nothing after the end of the game.
    pub fn play(&mut self, mv: S::Move) {
        if self.end.is_some() {
            return;
        }
        match self.turn.after(&mv) {
            Ok(turn) => {
                self.turn = turn;
                self.moves.push(mv);
                self.check_end();
            }
            Err(rule) => self.forfeit(Reason::IllegalMove, Some(format!("{mv}: {rule}"))),
        }
    }

    /// Ends the game: the player to move loses. Does nothing after the end of the game.
    pub fn forfeit(&mut self, reason: Reason, fault: Option<String>) {
        let winner = Some(!self.turn.to_move());
        self.finish(End { winner, reason, fault });
    }

    /// Ends the game with this result. Does nothing after the end of the game.
    pub fn finish(&mut self, end: End) {
        self.end.get_or_insert(end);
    }

    /// Ends the game if it is over before the next move.
    fn check_end(&mut self) {
        if !self.turn.can_move() {
            return self.forfeit(Reason::NoMoves, None);
        }
        let draw = |reason| End { winner: None, reason, fault: None };
        if let Some(repetition) = self.terms.repetition {
            let occurrences = self.occurrences.entry(self.turn.clone()).or_default();
            *occurrences += 1;
            if *occurrences >= repetition {
                return self.finish(draw(Reason::Repetition));
            }
        }
        if self.terms.max_plies.is_some_and(|max| self.moves.len() >= max) {
            self.finish(draw(Reason::MaxPlies));
        }
    }

    /// Returns the record of the game so far, with the names of Left and Right.
    pub fn record(&self, left: &str, right: &str) -> GameRecord {
        let end = self.end.as_ref();
        GameRecord {
            moves: self.moves.iter().map(ToString::to_string).collect(),
            left: left.to_owned(),
            right: right.to_owned(),
            winner: end.and_then(|end| end.winner),
            reason: end.map(|end| end.reason.clone()),
            fault: end.and_then(|end| end.fault.clone()),
            seconds: Some(self.used.into()),
            ..self.start.record()
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
#[non_exhaustive]
pub enum Reason {
    /// The loser had no legal move.
    NoMoves,
    /// The loser exceeded the time limit.
    Time,
    /// The loser made an illegal move.
    IllegalMove,
    /// The loser's answer was not a move.
    Malformed,
    /// The loser closed the connection.
    Disconnected,
    /// The loser's program ended.
    Crash,
    /// The loser's program could not be started; without a winner, neither program could.
    NotStarted,
    /// The game was stopped. If there is a winner, it was the loser's turn.
    Stopped,
    /// The loser resigned.
    Resigned,
    /// A draw: a position occurred [`Terms::repetition`] times.
    Repetition,
    /// A draw: the maximum number of moves was reached.
    MaxPlies,
    /// A reason that another program has written.
    Other(String),
}

impl Reason {
    /// The names in records.
    const NAMES: [(Reason, &str); 11] = [
        (Reason::NoMoves, "no moves"),
        (Reason::Time, "time"),
        (Reason::IllegalMove, "illegal move"),
        (Reason::Malformed, "malformed"),
        (Reason::Disconnected, "disconnected"),
        (Reason::Crash, "crash"),
        (Reason::NotStarted, "not started"),
        (Reason::Stopped, "stopped"),
        (Reason::Resigned, "resigned"),
        (Reason::Repetition, "draw: repetition"),
        (Reason::MaxPlies, "draw: max plies"),
    ];

    /// Whether the loser forfeited the game, by a fault or by not playing on.
    pub fn is_forfeit(&self) -> bool {
        match self {
            Reason::Time
            | Reason::IllegalMove
            | Reason::Malformed
            | Reason::Disconnected
            | Reason::Crash
            | Reason::NotStarted
            | Reason::Stopped => true,
            Reason::NoMoves
            | Reason::Resigned
            | Reason::Repetition
            | Reason::MaxPlies
            | Reason::Other(_) => false,
        }
    }

    /// Whether the game was drawn for this reason.
    pub fn is_draw(&self) -> bool {
        matches!(self, Reason::Repetition | Reason::MaxPlies)
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        let entry = Reason::NAMES.into_iter().find(|(_, name)| *name == text);
        entry.map_or(Reason::Other(text), |(reason, _)| reason)
    }
}

impl From<Reason> for String {
    fn from(reason: Reason) -> String {
        reason.to_string()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = Reason::NAMES.iter().find(|(reason, _)| reason == self);
        match (entry, self) {
            (Some((_, name)), _) => f.write_str(name),
            (None, Reason::Other(text)) => f.write_str(text),
            (None, _) => fmt::Debug::fmt(self, f),
        }
    }
}
