//! What a server makes of the lines of two players.

use dicot::Player;
use dicot::rules::{ClobberMove, HugeClobber, Turn};

use super::message::{BoardError, ServerMessage, Setup, WrittenMove};
use crate::matches::{self, GameRecord};

/// The server's side of one game, without the connections: lines in, lines out. Left is black and begins.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot_arena::icga::{Reason, Referee};
/// let mut referee = Referee::new(10, 10, false)?;
/// assert_eq!(referee.setup(Player::Right), "10 10 0");
/// let step = referee.receive("a 1 b 1");
/// assert_eq!(step.send, [(Player::Right, "a 1 b 1".to_owned())]);
/// let step = referee.receive("a 1 a 3");
/// assert_eq!(step.send, [(Player::Right, "error".to_owned()), (Player::Left, "end".to_owned())]);
/// let end = step.end.unwrap();
/// assert_eq!((end.winner, end.reason), (Player::Left, Reason::Illegal));
/// # Ok::<_, dicot_arena::icga::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    start: Turn<HugeClobber>,
    turn: Turn<HugeClobber>,
    swapped: bool,
    moves: Vec<ClobberMove>,
    end: Option<End>,
    /// What exactly was wrong with the line that lost the game.
    fault: Option<String>,
}

/// What is to be done after a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The lines to be sent, in this order, and to whom.
    pub send: Vec<(Player, String)>,
    /// The end of the game, if it is that.
    pub end: Option<End>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct End {
    /// Who has won.
    pub winner: Player,
    /// Why the other one has lost.
    pub reason: Reason,
}

/// Why a player has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It had no move.
    NoMove,
    /// Its move was illegal.
    Illegal,
    /// Its line was no move, or too long.
    Malformed,
    /// Its time was up.
    Time,
    /// It had closed the connection.
    Disconnected,
    /// It was its turn when the server had to end.
    Stopped,
}

impl From<Reason> for matches::Reason {
    fn from(reason: Reason) -> matches::Reason {
        match reason {
            Reason::NoMove => matches::Reason::NoMoves,
            Reason::Illegal => matches::Reason::IllegalMove,
            Reason::Malformed => matches::Reason::Malformed,
            Reason::Time => matches::Reason::Time,
            Reason::Disconnected => matches::Reason::Disconnected,
            Reason::Stopped => matches::Reason::Stopped,
        }
    }
}

impl Referee {
    /// A new game on a board of that size; `swapped` if the columns are sent before the rows.
    ///
    /// # Errors
    /// [`BoardError`] if it cannot be played on, for instance because nobody could ever move.
    pub fn new(rows: u8, cols: u8, swapped: bool) -> Result<Referee, BoardError> {
        let turn = Turn::new(super::start(rows, cols)?, Player::Left);
        Ok(Referee { start: turn, turn, swapped, moves: Vec::new(), end: None, fault: None })
    }

    /// The line that tells a player of the game.
    pub fn setup(&self, player: Player) -> String {
        let shape = self.turn.position.shape();
        let (rows, cols) = (shape.height(), shape.width());
        let (m, n) = if self.swapped { (cols, rows) } else { (rows, cols) };
        Setup { m, n, black: player == Player::Left }.to_string()
    }

    /// The player whose line is waited for.
    pub fn to_move(&self) -> Player {
        self.turn.to_move
    }

    /// The position now.
    pub fn position(&self) -> &HugeClobber {
        &self.turn.position
    }

    /// The moves that were made.
    pub fn moves(&self) -> &[ClobberMove] {
        &self.moves
    }

    /// The end of the game, once it has come.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The record of the game so far, with the names of Left and Right.
    pub fn record(&self, left: &str, right: &str) -> GameRecord {
        let mut record = GameRecord::of(&self.start, &self.moves);
        (record.left, record.right) = (left.to_owned(), right.to_owned());
        record.winner = self.end.map(|end| end.winner);
        record.reason = self.end.map(|end| end.reason.into());
        record.fault.clone_from(&self.fault);
        record
    }

    /// Takes a line of the player [to move](Referee::to_move). After the end nothing comes of it.
    pub fn receive(&mut self, line: &str) -> Step {
        if self.end.is_some() {
            return Step::default();
        }
        let written = match line.parse::<WrittenMove>() {
            Ok(written) => written,
            Err(error) => {
                self.fault = Some(error.to_string());
                return self.forfeit(Reason::Malformed);
            }
        };
        let Some(mv) = written.on(self.turn.position.shape()) else {
            self.fault = Some(format!("{written}: the board has no such cell"));
            return self.forfeit(Reason::Illegal);
        };
        match self.turn.play(mv) {
            Ok(turn) => self.turn = turn,
            Err(error) => {
                self.fault = Some(format!("{written}: {}", error.reason));
                return self.forfeit(Reason::Illegal);
            }
        }
        self.moves.push(mv);
        let next = self.turn.to_move;
        if self.turn.moves().next().is_none() {
            self.end = Some(End { winner: !next, reason: Reason::NoMove });
        }
        Step { send: vec![(next, written.to_string())], end: self.end }
    }

    /// Ends the game: the player to move loses. After the end nothing comes of it.
    pub fn forfeit(&mut self, reason: Reason) -> Step {
        if self.end.is_some() {
            return Step::default();
        }
        let (loser, winner) = (self.turn.to_move, !self.turn.to_move);
        self.end = Some(End { winner, reason });
        let send = match reason {
            // Both see it themselves.
            Reason::NoMove => Vec::new(),
            Reason::Disconnected => vec![(winner, ServerMessage::End.to_string())],
            _ => vec![
                (loser, ServerMessage::Error.to_string()),
                (winner, ServerMessage::End.to_string()),
            ],
        };
        Step { send, end: self.end }
    }
}
