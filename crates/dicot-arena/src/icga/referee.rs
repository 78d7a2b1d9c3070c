//! The server's state machine for one game.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{Clobber448, Turn};

use super::message::{BoardError, ServerMessage, Setup, WrittenMove};
use crate::game::{End, Game, Reason, Terms};

/// The server's side of one game, without input and output: it takes lines and returns lines. Left is black and moves
/// first.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot_arena::game::Reason;
/// use dicot_arena::icga::Referee;
/// let mut referee = Referee::new(10, 10, false)?;
/// assert_eq!(referee.setup(Player::Right), "10 10 0");
/// let step = referee.receive("a 1 b 1");
/// assert_eq!(step.send, [(Player::Right, "a 1 b 1".to_owned())]);
/// let step = referee.receive("a 1 a 3");
/// assert_eq!(step.send, [(Player::Right, "error".to_owned()), (Player::Left, "end".to_owned())]);
/// let end = step.end.unwrap();
/// assert_eq!((end.winner, end.reason), (Some(Player::Left), Reason::IllegalMove));
/// # Ok::<_, dicot_arena::icga::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game<Turn<Clobber448>>,
    swapped: bool,
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

impl Referee {
    /// Starts a game on a board of this size; `swapped` if the columns are sent before the rows.
    ///
    /// # Errors
    /// [`BoardError`] if the board cannot be played on, for example because neither player can move.
    pub fn new(rows: u8, cols: u8, swapped: bool) -> Result<Referee, BoardError> {
        let turn = Turn::new(super::start(rows, cols)?, Player::Left);
        Ok(Referee { game: Game::new(turn, Terms::default()), swapped })
    }

    /// Returns the line that announces the game to a player.
    pub fn setup(&self, player: Player) -> String {
        let shape = self.game.turn().position.shape();
        let (rows, cols) = (shape.height(), shape.width());
        let (m, n) = if self.swapped { (cols, rows) } else { (rows, cols) };
        Setup { m, n, black: player == Player::Left }.to_string()
    }

    /// The game; the line of its player to move is expected.
    pub fn game(&self) -> &Game<Turn<Clobber448>> {
        &self.game
    }

    /// Adds the time of a turn of the player to move. The limits are those of the caller.
    pub fn spend(&mut self, took: Duration) {
        self.game.spend(took);
    }

    /// Processes a line of the player to move. Does nothing after the end of the game.
    pub fn receive(&mut self, line: &str) -> Step {
        if self.game.end().is_some() {
            return Step::default();
        }
        let turn = self.game.turn();
        let written = match line.parse::<WrittenMove>() {
            Ok(written) => written,
            Err(error) => return self.lose(Reason::Malformed, Some(error.to_string())),
        };
        let rule = match written.on(turn.position.shape()) {
            None => "a cell is not on the board",
            Some(mv) => match turn.play(mv) {
                Err(error) => error.reason,
                Ok(after) => {
                    self.game.play(mv);
                    let send = vec![(after.to_move, written.to_string())];
                    return Step { send, end: self.game.end().cloned() };
                }
            },
        };
        self.lose(Reason::IllegalMove, Some(format!("{written}: {rule}")))
    }

    /// Ends the game: the player to move loses. Does nothing after the end of the game.
    pub fn forfeit(&mut self, reason: Reason) -> Step {
        self.lose(reason, None)
    }

    fn lose(&mut self, reason: Reason, fault: Option<String>) -> Step {
        if self.game.end().is_some() {
            return Step::default();
        }
        let loser = self.game.turn().to_move;
        let mut send = vec![(!loser, ServerMessage::End.to_string())];
        if reason != Reason::Disconnected {
            send.insert(0, (loser, ServerMessage::Error.to_string()));
        }
        self.game.forfeit(reason, fault);
        Step { send, end: self.game.end().cloned() }
    }
}
