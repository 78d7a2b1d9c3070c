//! The client's state machine.

use std::time::Duration;

use dicot::Player;
use dicot::board::{Cell, U448};
use dicot::rules::{
    KonaneGame, Position, Ruleset, Turn,
    konane::{CornerOrCentre, KonaneMove, KonanePhase},
};

use super::{Password, ServerMessage, Square};

/// The game as the client's bot plays it: with the opening rule that every server allows.
pub type ClientGame = KonaneGame<CornerOrCentre, U448>;

/// The answers to the login prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credentials {
    /// The number of the user.
    pub user: u64,
    /// The password.
    pub password: Password,
    /// The number of the opponent.
    pub opponent: u64,
}

/// The client's side of the protocol, without input and output: it takes lines of the server and returns what to do.
///
/// Moves are made on the board when the server reports them, including the client's own moves. The order of the
/// messages about players and colours does not matter.
///
/// # Examples
/// ```
/// use dicot_arena::konane::{Client, Credentials, Password, Step, board};
/// let login = Credentials { user: 1, password: Password(17), opponent: 2 };
/// let mut client = Client::new(board(18, 18)?, login);
/// assert_eq!(client.receive("?Username:"), Ok(Step::Send("1".to_owned())));
/// assert_eq!(client.receive("Game:1"), Ok(Step::Wait));
/// let Ok(Step::Choose { turn, .. }) = client.receive("?Remove:") else { panic!() };
/// let mv = turn.moves().next();
/// assert_eq!(client.chosen(mv), "[17:17]");
/// # Ok::<_, String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    credentials: Credentials,
    board: ClientGame,
    /// From `Color:`, or else the colour of the stone that the client removed.
    colour: Option<Player>,
    /// Whether the game has started.
    playing: bool,
    error: Option<String>,
}

/// The next action of a [`Client`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Wait for the next line.
    Wait,
    /// Send this line.
    Send(String),
    /// Choose a move and send the line that [`Client::chosen`] returns for it.
    Choose {
        /// The position.
        turn: Turn<ClientGame>,
        /// The remaining time for jumps; `None` for a removal, or if the server did not send it.
        time_left: Option<Duration>,
    },
    /// The session is over.
    Over(Outcome),
}

/// The outcome of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The client has won.
    Won,
    /// The client has lost, because of this error if there is one.
    Lost(Option<String>),
    /// The server refused the client.
    Refused(String),
    /// The connection ended without a result.
    Aborted,
}

/// The error for a line of the server that is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("the server sent {line:?}, but {reason}")]
pub struct ClientError {
    line: String,
    reason: &'static str,
}

impl Client {
    /// Creates a client for a game on this full board.
    pub fn new(board: ClientGame, credentials: Credentials) -> Client {
        Client { credentials, board, colour: None, playing: false, error: None }
    }

    /// The board according to the server's reports.
    pub fn board(&self) -> &ClientGame {
        &self.board
    }

    /// The error that the server has sent; at most the result of the game follows.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Processes a line of the server.
    ///
    /// # Errors
    /// [`ClientError`] if the server reports an impossible move, or asks for a move at the wrong time.
    pub fn receive(&mut self, line: &str) -> Result<Step, ClientError> {
        let Some(message) = ServerMessage::read(line) else { return Ok(Step::Wait) };
        self.message(message).map_err(|reason| ClientError { line: line.to_owned(), reason })
    }

    /// Processes a message of the server.
    fn message(&mut self, message: ServerMessage) -> Result<Step, &'static str> {
        let Credentials { user, password: Password(password), opponent } = self.credentials;
        Ok(match message {
            ServerMessage::Banner | ServerMessage::Player(_) => Step::Wait,
            ServerMessage::AskUsername => Step::Send(user.to_string()),
            ServerMessage::AskPassword => Step::Send(password.to_string()),
            ServerMessage::AskOpponent => Step::Send(opponent.to_string()),
            ServerMessage::Game(_) => {
                self.playing = true;
                Step::Wait
            }
            ServerMessage::Colour(player) => {
                self.colour = Some(player);
                Step::Wait
            }
            ServerMessage::Removed(square) => {
                self.removed(square)?;
                Step::Wait
            }
            ServerMessage::Moved(squares) => {
                self.moved(squares)?;
                Step::Wait
            }
            ServerMessage::AskRemoval => {
                if self.board.phase() == KonanePhase::Jumps {
                    return Err("the opening is over: two stones are removed");
                }
                // The first player may remove a stone of either colour; the second player has the other colour.
                let starters = self.board.starters();
                let own = self.colour.filter(|colour| starters.contains(colour));
                let first = starters.first().copied();
                let to_move = own.or(first).ok_or("no stone can be removed")?;
                Step::Choose { turn: Turn::new(self.board, to_move), time_left: None }
            }
            ServerMessage::AskMove(time_left) => {
                if self.board.phase() != KonanePhase::Jumps {
                    return Err("the opening is not over");
                }
                let colour = self.colour.ok_or("the client's colour is not known")?;
                let turn = Turn::new(self.board, colour);
                match turn.moves().next() {
                    Some(_) => Step::Choose { turn, time_left },
                    None => Step::Send(NO_MOVE.to_owned()),
                }
            }
            ServerMessage::YouWin => Step::Over(Outcome::Won),
            ServerMessage::OpponentWins => Step::Over(Outcome::Lost(self.error.take())),
            ServerMessage::Error(text) if !self.playing => Step::Over(Outcome::Refused(text)),
            // A result may follow.
            ServerMessage::Error(text) => {
                self.error.get_or_insert(text);
                Step::Wait
            }
        })
    }

    /// Returns the answer to the last prompt for a move. Without a move it is an illegal one, so that the server
    /// decides the game.
    pub fn chosen(&mut self, mv: Option<KonaneMove>) -> String {
        let Some(mv) = mv else { return NO_MOVE.to_owned() };
        if mv.to.is_none() {
            let own = self.owner(mv.from);
            self.colour = self.colour.or(own);
        }
        mv.to_string()
    }

    /// The outcome if the server sends no more lines.
    pub fn closed(&mut self) -> Outcome {
        match self.error.take() {
            Some(error) => Outcome::Lost(Some(error)),
            None => Outcome::Aborted,
        }
    }

    /// The owner of the stone on a cell, if there is one.
    fn owner(&self, cell: Cell) -> Option<Player> {
        let on_board = self.board.position.shape().contains(cell);
        let owns = |player: &Player| {
            on_board && self.board.position.board().stones(*player).contains(cell)
        };
        Player::BOTH.into_iter().find(owns)
    }

    /// Removes a stone. Any stone is accepted: the server decides which removals are legal.
    fn removed(&mut self, square: Square) -> Result<(), &'static str> {
        let shape = self.board.position.shape();
        let cell = square.cell(shape).ok_or("the square is not on the board")?;
        let player = self.owner(cell).ok_or("there is no stone to remove")?;
        if self.board.phase() == KonanePhase::Jumps {
            return Err("the opening is over: two stones are removed");
        }
        self.board.play_unchecked(player, KonaneMove::removal(cell, shape));
        Ok(())
    }

    /// Makes a jump.
    fn moved(&mut self, squares: [Square; 2]) -> Result<(), &'static str> {
        let shape = self.board.position.shape();
        let [Some(from), Some(to)] = squares.map(|square| square.cell(shape)) else {
            return Err("the squares are not on the board");
        };
        let player = self.owner(from).ok_or("there is no stone to move")?;
        let mv = KonaneMove::jump(from, to, shape);
        self.board = self.board.play(player, mv).map_err(|error| error.reason)?;
        Ok(())
    }
}

/// The answer of a client that has no legal move: well formed, and illegal.
const NO_MOVE: &str = "[0:0]:[0:0]";
