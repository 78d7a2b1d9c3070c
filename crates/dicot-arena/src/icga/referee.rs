//! The server's state machine for one game.

use dicot::Player;
use dicot::rules::{Clobber448, ClobberMove, Turn};

use super::message::{BoardError, ServerMessage, Setup, WrittenMove};
use crate::matches::{self, GameRecord};

/// The server's side of one game, without input and output: it takes lines and returns lines. Left is black and moves
/// first.
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
    start: Turn<Clobber448>,
    turn: Turn<Clobber448>,
    swapped: bool,
    moves: Vec<ClobberMove>,
    end: Option<End>,
    /// What was wrong with the line that lost the game.
    fault: Option<String>,
}

/// The result of processing a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The lines to send with their recipients, in this order.
    pub send: Vec<(Player, String)>,
    /// The end of the game, if the line ended it.
    pub end: Option<End>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct End {
    /// The winner.
    pub winner: Player,
    /// Why the loser has lost.
    pub reason: Reason,
}

/// Why a player has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The player had no legal move.
    NoMove,
    /// The move was illegal.
    Illegal,
    /// The line was not a move, or was too long.
    Malformed,
    /// The time was up.
    Time,
    /// The connection was closed.
    Disconnected,
    /// It was the player's turn when the server shut down.
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
    /// Starts a game on a board of this size; `swapped` if the columns are sent before the rows.
    ///
    /// # Errors
    /// [`BoardError`] if the board cannot be played on, for example because neither player can move.
    pub fn new(rows: u8, cols: u8, swapped: bool) -> Result<Referee, BoardError> {
        let turn = Turn::new(super::start(rows, cols)?, Player::Left);
        Ok(Referee { start: turn, turn, swapped, moves: Vec::new(), end: None, fault: None })
    }

    /// Returns the line that announces the game to a player.
    pub fn setup(&self, player: Player) -> String {
        let shape = self.turn.position.shape();
        let (rows, cols) = (shape.height(), shape.width());
        let (m, n) = if self.swapped { (cols, rows) } else { (rows, cols) };
        Setup { m, n, black: player == Player::Left }.to_string()
    }

    /// The player to move, whose line is expected.
    pub fn to_move(&self) -> Player {
        self.turn.to_move
    }

    /// The current position.
    pub fn position(&self) -> &Clobber448 {
        &self.turn.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[ClobberMove] {
        &self.moves
    }

    /// The end of the game; `None` while it is in progress.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Returns the record of the game so far, with the names of Left and Right.
    pub fn record(&self, left: &str, right: &str) -> GameRecord {
        let mut record = GameRecord::of(&self.start, &self.moves);
        (record.left, record.right) = (left.to_owned(), right.to_owned());
        record.winner = self.end.map(|end| end.winner);
        record.reason = self.end.map(|end| end.reason.into());
        record.fault.clone_from(&self.fault);
        record
    }

    /// Processes a line of the player [to move](Referee::to_move). Does nothing after the end of the game.
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
            self.fault = Some(format!("{written}: a cell is not on the board"));
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

    /// Ends the game: the player to move loses. Does nothing after the end of the game.
    pub fn forfeit(&mut self, reason: Reason) -> Step {
        if self.end.is_some() {
            return Step::default();
        }
        let (loser, winner) = (self.turn.to_move, !self.turn.to_move);
        self.end = Some(End { winner, reason });
        let send = match reason {
            // Both players know it from the position.
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
