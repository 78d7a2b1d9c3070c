//! A game: clocks, draws, how it ends, and its record.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use dicot::Player;
use dicot::rules::{Combo, ComboMove, Position, Turn};

use crate::matches::{self, GameRecord};

/// What holds in a game beside the rules of Combo, under which it need not end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// How long each player may think in the whole game; `None` for as long as they like.
    pub clock: Option<Duration>,
    /// The game is a draw after so many moves.
    pub max_plies: Option<u32>,
    /// The game is a draw when a position occurs so many times with the same player to move.
    pub repetition: Option<u32>,
}

/// Why a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The loser has no legal move.
    NoMoves,
    /// The loser made an illegal move: which one, and the rule that it breaks.
    Illegal(ComboMove, &'static str),
    /// The loser's answer is no move: why.
    BadAnswer(String),
    /// The loser's clock has run out.
    OutOfTime,
    /// The loser's program has ended, or has closed its input or output: what is known of it.
    Ended(String),
    /// The loser's program could not be started: why. Without a winner neither program could.
    NotStarted(String),
    /// So many moves were made: a draw.
    MaxPlies,
    /// A position came again too often: a draw.
    Repetition,
    /// The game was stopped from outside, and nobody has won.
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
    /// What exactly was wrong, if something was.
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

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner; `None` if it is a draw, or nobody has won.
    pub winner: Option<Player>,
    /// Why.
    pub reason: Reason,
}

/// A game of Combo under terms, from its start to its end.
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
    /// What Left's and Right's clocks show.
    clocks: [Option<Duration>; 2],
    /// How long Left and Right thought.
    used: [Duration; 2],
    /// How often positions occurred since the last capture.
    times: HashMap<Turn<Combo>, u32>,
    end: Option<End>,
}

impl Game {
    /// The beginning of a game.
    pub fn new(start: Turn<Combo>, terms: Terms) -> Game {
        let mut game = Game {
            turn: start.clone(),
            start,
            clocks: [terms.clock; 2],
            used: [Duration::ZERO; 2],
            terms,
            moves: Vec::new(),
            times: HashMap::new(),
            end: None,
        };
        game.look();
        game
    }

    /// The position, and whose turn it is.
    pub fn turn(&self) -> &Turn<Combo> {
        &self.turn
    }

    /// The moves so far.
    pub fn moves(&self) -> &[ComboMove] {
        &self.moves
    }

    /// How much time the player has left; `None` if there are no clocks.
    pub fn clock(&self, player: Player) -> Option<Duration> {
        self.clocks[player as usize]
    }

    /// How the game has ended; `None` if it goes on.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Takes the answer of the player whose turn it is, and the time that it took.
    ///
    /// The player loses if the clock has run out, or if the move is illegal. A game that has ended stays as it is.
    pub fn play(&mut self, mv: ComboMove, thought: Duration) {
        if self.end.is_some() || self.runs_out(thought) {
            return;
        }
        let (player, position) = (self.turn.to_move, &self.turn.position);
        if !position.is_legal(player, mv) {
            self.lose(Reason::Illegal(mv, position.why_illegal(player, mv)));
            return;
        }
        if position.stack(mv.to()).is_some_and(|(owner, _)| owner != player) {
            self.times.clear();
        }
        self.turn.position.play_unchecked(player, mv);
        self.turn.to_move = !player;
        self.moves.push(mv);
        self.look();
    }

    /// Ends the game because the player whose turn it is has no good answer, after so much time.
    pub fn forfeit(&mut self, reason: Reason, thought: Duration) {
        if self.end.is_none() && !self.runs_out(thought) {
            self.lose(reason);
        }
    }

    /// Ends the game from outside, if it has not ended.
    pub fn call_off(&mut self, winner: Option<Player>, reason: Reason) {
        self.end.get_or_insert(End { winner, reason });
    }

    /// Stops the clock of the player whose turn it is; true if it had run out.
    fn runs_out(&mut self, thought: Duration) -> bool {
        let player = self.turn.to_move as usize;
        self.used[player] = self.used[player].saturating_add(thought);
        let clock = &mut self.clocks[player];
        let Some(left) = clock else { return false };
        *left = left.saturating_sub(thought);
        let out = left.is_zero();
        if out {
            self.lose(Reason::OutOfTime);
        }
        out
    }

    fn lose(&mut self, reason: Reason) {
        self.end = Some(End { winner: Some(!self.turn.to_move), reason });
    }

    /// Looks whether the game is over before the next move.
    fn look(&mut self) {
        if self.turn.moves().next().is_none() {
            self.lose(Reason::NoMoves);
            return;
        }
        if let Some(repetition) = self.terms.repetition {
            let times = self.times.entry(self.turn.clone()).or_default();
            *times += 1;
            if *times >= repetition {
                self.end = Some(End { winner: None, reason: Reason::Repetition });
                return;
            }
        }
        if self.terms.max_plies.is_some_and(|most| self.moves.len() as u64 >= u64::from(most)) {
            self.end = Some(End { winner: None, reason: Reason::MaxPlies });
        }
    }

    /// The record of the game so far, with the names of Left and Right.
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
