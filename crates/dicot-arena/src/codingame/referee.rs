//! The referee's state machine for one game.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{Clobber448, ClobberMove, IllegalMove, Position, Turn};
use dicot_bots::Dice;

use super::message::{Answer, Request, action};
use crate::matches::{self, GameRecord};

/// CodinGame's time limit for a player's first turn.
pub const FIRST_TURN: Duration = Duration::from_millis(1000);

/// CodinGame's time limit for each later turn.
pub const LATER_TURN: Duration = Duration::from_millis(150);

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner.
    pub winner: Player,
    /// Why the loser has lost.
    pub reason: Reason,
}

/// Why a player has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The player has no legal move.
    NoMoves,
    /// The answer was not a legal move.
    IllegalMove,
    /// The player did not answer in time.
    Time,
    /// The program has ended, or has closed its input or output.
    Crash,
}

impl From<Reason> for matches::Reason {
    fn from(reason: Reason) -> matches::Reason {
        match reason {
            Reason::NoMoves => matches::Reason::NoMoves,
            Reason::IllegalMove => matches::Reason::IllegalMove,
            Reason::Time => matches::Reason::Time,
            Reason::Crash => matches::Reason::Crash,
        }
    }
}

/// The referee's side of one game, without input and output.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::GenClobber;
/// use dicot_arena::codingame::referee::{Reason, Referee};
/// let mut referee = Referee::new(GenClobber::start(2, 2)?, Player::Right, 1);
/// assert_eq!(referee.request().unwrap(), "2\nw\nwb\nbw\nnull\n4\n");
/// referee.answer("a2b2 hello");
/// assert_eq!(referee.request().unwrap(), "2\nb\n.w\nbw\na2b2\n1\n");
/// referee.answer("b1a1"); // illegal: the stone is White's
/// let ending = referee.ending().unwrap();
/// assert_eq!((ending.winner, ending.reason), (Player::Right, Reason::IllegalMove));
/// assert_eq!(referee.request(), None);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    start: Turn<Clobber448>,
    turn: Turn<Clobber448>,
    /// Whether Left and Right have had a turn.
    started: [bool; 2],
    moves: Vec<ClobberMove>,
    /// The number of moves that belong to the opening.
    opening: usize,
    comment: String,
    ending: Option<Ending>,
    dice: Dice,
}

impl Referee {
    /// Starts a game from this position. `first` moves first, in CodinGame Right. The seed determines the moves for the
    /// answer `random`.
    pub fn new(position: Clobber448, first: Player, seed: u64) -> Referee {
        let start = Turn::new(position, first);
        let mut referee = Referee {
            start,
            turn: start,
            started: [false; 2],
            moves: Vec::new(),
            opening: 0,
            comment: String::new(),
            ending: None,
            dice: Dice::new(seed),
        };
        referee.end_if_stuck();
        referee
    }

    /// Makes a move of the opening, before the first request. The next turn of each player is still its first.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is illegal; the game is unchanged then.
    pub fn open(&mut self, mv: ClobberMove) -> Result<(), Box<IllegalMove<Clobber448>>> {
        self.turn.play(mv)?;
        self.make(mv);
        self.started = [false; 2];
        self.opening = self.moves.len();
        Ok(())
    }

    /// The position and the player to move.
    pub fn turn(&self) -> &Turn<Clobber448> {
        &self.turn
    }

    /// The moves so far, including the opening.
    pub fn moves(&self) -> &[ClobberMove] {
        &self.moves
    }

    /// The comment of the last answer.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The end of the game; `None` while it is in progress.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns the record of the game so far, with the names of Left and Right.
    pub fn record(&self, left: &str, right: &str) -> GameRecord {
        let mut record = GameRecord::of(&self.start, &self.moves);
        (record.left, record.right) = (left.to_owned(), right.to_owned());
        record.winner = self.ending.map(|ending| ending.winner);
        record.reason = self.ending.map(|ending| ending.reason.into());
        record.opening = self.opening;
        record
    }

    /// Whether the player to move has not had a turn yet.
    pub fn is_first_turn(&self) -> bool {
        !self.started[self.turn.to_move as usize]
    }

    /// The time limit of the player to move.
    pub fn limit(&self) -> Duration {
        if self.is_first_turn() { FIRST_TURN } else { LATER_TURN }
    }

    /// Returns the text to send to the player to move; `None` if the game is over.
    pub fn request(&self) -> Option<String> {
        if self.ending.is_some() {
            return None;
        }
        let Turn { position, to_move } = &self.turn;
        let request = Request::new(position, *to_move, self.moves.last().copied());
        let setup = if self.is_first_turn() { request.setup() } else { String::new() };
        Some(setup + &request.to_string())
    }

    /// Processes the answer of the player to move: a line without its line end.
    ///
    /// As in CodinGame's referee, the text before the first space needs only to start with a legal move; nothing is
    /// trimmed. Does nothing after the end of the game.
    pub fn answer(&mut self, line: &str) {
        if self.ending.is_some() {
            return;
        }
        let answer = Answer::of(line);
        let mv = match answer.action {
            "random" => self.dice.pick(self.turn.moves()),
            text => self.turn.moves().find(|&mv| text.starts_with(&action(mv))),
        };
        answer.shown_comment().clone_into(&mut self.comment);
        match mv {
            Some(mv) => self.make(mv),
            None => self.forfeit(Reason::IllegalMove),
        }
    }

    /// Ends the game: the player to move loses. Does nothing after the end of the game.
    pub fn forfeit(&mut self, reason: Reason) {
        let winner = !self.turn.to_move;
        self.ending.get_or_insert(Ending { winner, reason });
    }

    fn make(&mut self, mv: ClobberMove) {
        let Turn { position, to_move } = &mut self.turn;
        self.started[*to_move as usize] = true;
        position.play_unchecked(*to_move, mv);
        *to_move = !*to_move;
        self.moves.push(mv);
        self.end_if_stuck();
    }

    fn end_if_stuck(&mut self) {
        if self.turn.moves().next().is_none() {
            self.forfeit(Reason::NoMoves);
        }
    }
}
