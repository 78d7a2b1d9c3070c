//! The rules of a game between two programs: who is asked what, what an answer means, who has won.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{ClobberMove, HugeClobber, IllegalMove, Position, Turn};
use dicot::search::bot::Dice;

use super::message::{Answer, Request, action};
use crate::matches::{self, GameRecord};

/// The time for a player's first turn.
pub const FIRST_TURN: Duration = Duration::from_millis(1000);

/// The time for each later turn.
pub const LATER_TURN: Duration = Duration::from_millis(150);

/// How a game has ended: who has won, and why the other one has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who has won.
    pub winner: Player,
    /// Why the other one has lost.
    pub reason: Reason,
}

/// Why a player has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The player has no legal move.
    NoMoves,
    /// The answer was no legal move.
    IllegalMove,
    /// There was no answer in time.
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

/// A game as its referee sees it.
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
/// referee.answer("b1a1"); // that is White's stone
/// let ending = referee.ending().unwrap();
/// assert_eq!((ending.winner, ending.reason), (Player::Right, Reason::IllegalMove));
/// assert_eq!(referee.request(), None);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    start: Turn<HugeClobber>,
    turn: Turn<HugeClobber>,
    /// Whether Left and Right have had a turn.
    started: [bool; 2],
    moves: Vec<ClobberMove>,
    /// So many of them are the opening.
    opening: usize,
    comment: String,
    ending: Option<Ending>,
    dice: Dice,
}

impl Referee {
    /// A game from that position; `first` has the first turn, which is Right in CodinGame. The seed decides what
    /// `random` means.
    pub fn new(position: HugeClobber, first: Player, seed: u64) -> Referee {
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

    /// Makes a move of the opening, before anybody is asked: nobody has had a turn after it.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is none; the game is then as it was.
    pub fn open(&mut self, mv: ClobberMove) -> Result<(), Box<IllegalMove<HugeClobber>>> {
        self.turn.play(mv)?;
        self.make(mv);
        self.started = [false; 2];
        self.opening = self.moves.len();
        Ok(())
    }

    /// The position, and whose turn it is.
    pub fn turn(&self) -> &Turn<HugeClobber> {
        &self.turn
    }

    /// The moves so far, those of the opening as well.
    pub fn moves(&self) -> &[ClobberMove] {
        &self.moves
    }

    /// What the last one to answer had to say.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The record of the game so far, with the names of Left and Right.
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

    /// The time that the player to move has.
    pub fn limit(&self) -> Duration {
        if self.is_first_turn() { FIRST_TURN } else { LATER_TURN }
    }

    /// What to write to the player to move; `None` if the game is over.
    pub fn request(&self) -> Option<String> {
        if self.ending.is_some() {
            return None;
        }
        let Turn { position, to_move } = &self.turn;
        let request = Request::new(position, *to_move, self.moves.last().copied());
        let setup = if self.is_first_turn() { request.setup() } else { String::new() };
        Some(setup + &request.to_string())
    }

    /// The player to move has answered with this line, which is without its line end.
    ///
    /// A move counts if the line starts with it, up to the first space; nothing is trimmed. After the end of the
    /// game an answer does nothing.
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

    /// The player to move has lost, if the game is not over.
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
