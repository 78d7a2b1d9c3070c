//! A game: clocks, draws, its end and its record.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use dicot::Player;
use dicot::rules::{Combo, ComboMove, Position, Turn};

use crate::matches::{self, GameRecord};

/// The limits of a game in addition to the rules of Combo, under which a game may be infinite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The time of each player for the whole game; `None` for no limit.
    pub clock: Option<Duration>,
    /// The game is a draw after this number of moves.
    pub max_plies: Option<u32>,
    /// The game is a draw when a position occurs this number of times with the same player to move.
    pub repetition: Option<u32>,
}

/// Why a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The loser has no legal move.
    NoMoves,
    /// The loser made this illegal move, which breaks this rule.
    Illegal(ComboMove, &'static str),
    /// The loser's answer is not a move, for this reason.
    BadAnswer(String),
    /// The loser's clock has run out.
    OutOfTime,
    /// The loser's program has ended, or has closed its input or output; a description.
    Ended(String),
    /// The loser's program could not be started, for this reason. Without a winner, neither program could.
    NotStarted(String),
    /// A draw: the maximum number of moves was made.
    MaxPlies,
    /// A draw: a position was repeated too often.
    Repetition,
    /// The game was stopped without a winner.
    Stopped,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoMoves => f.write_str("no moves"),
            Reason::Illegal(mv, rule) => write!(f, "illegal move {mv}: {rule}"),
            Reason::BadAnswer(problem) => write!(f, "bad answer: {problem}"),
            Reason::OutOfTime => f.write_str("out of time"),
            Reason::Ended(how) => f.write_str(how),
            Reason::NotStarted(why) => write!(f, "cannot be started: {why}"),
            Reason::MaxPlies => f.write_str("limit of moves"),
            Reason::Repetition => f.write_str("repetition"),
            Reason::Stopped => f.write_str("stopped"),
        }
    }
}

impl Reason {
    /// What was wrong with the loser's answer or program.
    fn fault(&self) -> Option<String> {
        match self {
            Reason::Illegal(mv, rule) => Some(format!("{mv}: {rule}")),
            Reason::BadAnswer(what) | Reason::Ended(what) | Reason::NotStarted(what) => {
                Some(what.clone())
            }
            _ => None,
        }
    }
}

impl From<&Reason> for matches::Reason {
    fn from(reason: &Reason) -> matches::Reason {
        match reason {
            Reason::NoMoves => matches::Reason::NoMoves,
            Reason::Illegal(..) => matches::Reason::IllegalMove,
            Reason::BadAnswer(_) => matches::Reason::Malformed,
            Reason::OutOfTime => matches::Reason::Time,
            Reason::Ended(_) => matches::Reason::Crash,
            Reason::NotStarted(_) => matches::Reason::NotStarted,
            Reason::MaxPlies => matches::Reason::MaxPlies,
            Reason::Repetition => matches::Reason::Repetition,
            Reason::Stopped => matches::Reason::Stopped,
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner; `None` for a draw or a stopped game.
    pub winner: Option<Player>,
    /// Why the game ended.
    pub reason: Reason,
}

/// A game of Combo with its clocks, under [`Terms`].
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot::Player;
/// use dicot::rules::{Ruleset, Turn};
/// use dicot_arena::combo::game::{Game, Reason, Terms};
/// let start = Turn::new("b2,.,w1".parse()?, Player::Left);
/// let mut game = Game::new(start, Terms::default());
/// let mv = game.turn().position.read_move("0,0 2,0 2")?;
/// game.play(mv, Duration::ZERO);
/// let end = game.end().unwrap();
/// assert_eq!((end.winner, &end.reason), (Some(Player::Left), &Reason::NoMoves));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Turn<Combo>,
    turn: Turn<Combo>,
    terms: Terms,
    moves: Vec<ComboMove>,
    /// The remaining times of Left and Right.
    clocks: [Option<Duration>; 2],
    /// The times used by Left and Right.
    used: [Duration; 2],
    /// The number of occurrences of each position since the last capture, after which no earlier position can recur.
    occurrences: HashMap<Turn<Combo>, u32>,
    end: Option<End>,
}

impl Game {
    /// Starts a game.
    pub fn new(start: Turn<Combo>, terms: Terms) -> Game {
        let mut game = Game {
            turn: start.clone(),
            start,
            clocks: [terms.clock; 2],
            used: [Duration::ZERO; 2],
            terms,
            moves: Vec::new(),
            occurrences: HashMap::new(),
            end: None,
        };
        game.check_end();
        game
    }

    /// The position and the player to move.
    pub fn turn(&self) -> &Turn<Combo> {
        &self.turn
    }

    /// The moves so far.
    pub fn moves(&self) -> &[ComboMove] {
        &self.moves
    }

    /// The player's remaining time; `None` without clocks.
    pub fn clock(&self, player: Player) -> Option<Duration> {
        self.clocks[player as usize]
    }

    /// The end of the game; `None` while it is in progress.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Makes a move of the player to move, who took this time.
    ///
    /// The player loses if the clock has run out or the move is illegal. Does nothing after the end of the game.
    pub fn play(&mut self, mv: ComboMove, thought: Duration) {
        if self.end.is_some() || self.runs_out(thought) {
            return;
        }
        let (player, position) = (self.turn.to_move, &self.turn.position);
        if let Some(rule) = position.broken_rule(player, mv) {
            self.lose(Reason::Illegal(mv, rule));
            return;
        }
        if position.stack(mv.to()).is_some_and(|(owner, _)| owner != player) {
            self.occurrences.clear();
        }
        self.turn.position.play_unchecked(player, mv);
        self.turn.to_move = !player;
        self.moves.push(mv);
        self.check_end();
    }

    /// Ends the game: the player to move loses after this time, for this reason or on time. Does nothing after the end
    /// of the game.
    pub fn forfeit(&mut self, reason: Reason, thought: Duration) {
        if self.end.is_none() && !self.runs_out(thought) {
            self.lose(reason);
        }
    }

    /// Ends the game with this result. Does nothing after the end of the game.
    pub fn call_off(&mut self, winner: Option<Player>, reason: Reason) {
        self.end.get_or_insert(End { winner, reason });
    }

    /// Subtracts the time from the clock of the player to move, who loses if it has run out. Returns whether it has.
    fn runs_out(&mut self, thought: Duration) -> bool {
        let player = self.turn.to_move as usize;
        self.used[player] = self.used[player].saturating_add(thought);
        let clock = &mut self.clocks[player];
        let Some(time_left) = clock else { return false };
        *time_left = time_left.saturating_sub(thought);
        let out = time_left.is_zero();
        if out {
            self.lose(Reason::OutOfTime);
        }
        out
    }

    fn lose(&mut self, reason: Reason) {
        self.end = Some(End { winner: Some(!self.turn.to_move), reason });
    }

    /// Ends the game if it is over before the next move.
    fn check_end(&mut self) {
        if self.turn.moves().next().is_none() {
            self.lose(Reason::NoMoves);
            return;
        }
        if let Some(repetition) = self.terms.repetition {
            let occurrences = self.occurrences.entry(self.turn.clone()).or_default();
            *occurrences += 1;
            if *occurrences >= repetition {
                self.end = Some(End { winner: None, reason: Reason::Repetition });
                return;
            }
        }
        if self.terms.max_plies.is_some_and(|max| self.moves.len() as u64 >= u64::from(max)) {
            self.end = Some(End { winner: None, reason: Reason::MaxPlies });
        }
    }

    /// Returns the record of the game so far, with the names of Left and Right.
    pub fn record(&self, left: &str, right: &str) -> GameRecord {
        let mut record = GameRecord::of(&self.start, &self.moves);
        (record.left, record.right) = (left.to_owned(), right.to_owned());
        record.seconds = Some(self.used.into());
        if let Some(End { winner, reason }) = &self.end {
            record.winner = *winner;
            record.reason = Some(reason.into());
            record.fault = reason.fault();
        }
        record
    }
}
