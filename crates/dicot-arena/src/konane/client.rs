//! The game, as a client sees it.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use dicot::Player;
use dicot::board::{Cell, Wide};
use dicot::rules::{CornerOrCentre, KonaneGame, KonaneMove, KonanePhase, Position, Ruleset, Turn};

use super::{Password, ServerMessage, Square};

/// A match as the client's bot plays it: of the openings, the one that every server allows.
pub type ClientGame = KonaneGame<CornerOrCentre, Wide>;

/// Who the client is, and whom it wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credentials {
    /// The number of the user.
    pub user: u64,
    /// The password.
    pub password: Password,
    /// The number of the opponent.
    pub opponent: u64,
}

/// The game as a client sees it: it takes the lines of the server and says what to do.
///
/// Moves are made on the board when the server reports them, its own ones too. The order of the reports about
/// players and colours does not matter.
///
/// # Examples
/// ```
/// use dicot_arena::konane::{Client, Credentials, Password, Step, board};
/// let login = Credentials { user: 1, password: Password(17), opponent: 2 };
/// let mut client = Client::new(board(18, 18)?, login);
/// assert_eq!(client.line("?Username:"), Ok(Step::Send("1".to_owned())));
/// assert_eq!(client.line("Game:1"), Ok(Step::Wait));
/// let Ok(Step::Choose { turn, .. }) = client.line("?Remove:") else { panic!() };
/// let mv = turn.moves().next();
/// assert_eq!(client.chosen(mv), "[17:17]");
/// # Ok::<_, String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    credentials: Credentials,
    board: ClientGame,
    /// From `Color:`, or else the colour of the stone that it removed.
    colour: Option<Player>,
    /// Whether the game has begun.
    playing: bool,
    error: Option<String>,
}

/// What a [`Client`] does next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// It waits for the next line.
    Wait,
    /// It sends this line.
    Send(String),
    /// It chooses a move and sends what [`Client::chosen`] makes of it.
    Choose {
        /// The position.
        turn: Turn<ClientGame>,
        /// The time that is left for jumps; `None` if the server did not say, or for a removal.
        left: Option<Duration>,
    },
    /// It is over.
    Over(Outcome),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The client has won.
    Won,
    /// The client has lost, because of that error if there is one.
    Lost(Option<String>),
    /// The server did not let it play.
    Refused(String),
    /// The connection ended without a result.
    Aborted,
}

/// Why a line of the server makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientError {
    line: String,
    reason: &'static str,
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server sent {:?}, but {}", self.line, self.reason)
    }
}

impl Error for ClientError {}

impl Client {
    /// A client that has not said anything yet, for a game on that full board.
    pub fn new(board: ClientGame, credentials: Credentials) -> Client {
        Client { credentials, board, colour: None, playing: false, error: None }
    }

    /// The board as the server has reported it.
    pub fn board(&self) -> &ClientGame {
        &self.board
    }

    /// The error that the server has sent, after which there is little to wait for.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Takes a line of the server.
    ///
    /// # Errors
    /// [`ClientError`] if the server reports a move that cannot be, or asks for one that makes no sense.
    pub fn line(&mut self, line: &str) -> Result<Step, ClientError> {
        let Some(message) = ServerMessage::read(line) else { return Ok(Step::Wait) };
        self.message(message).map_err(|reason| ClientError { line: line.to_owned(), reason })
    }

    /// Takes a message of the server.
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
                    return Err("two stones are removed already");
                }
                // The one who begins may take either colour; the other has what is left.
                let starters = self.board.starters();
                let known = self.colour.filter(|colour| starters.contains(colour));
                let first = starters.first().copied();
                let to_move = known.or(first).ok_or("nobody can remove a stone")?;
                Step::Choose { turn: Turn::new(self.board, to_move), left: None }
            }
            ServerMessage::AskMove(left) => {
                if self.board.phase() != KonanePhase::Jumps {
                    return Err("the opening is not over");
                }
                let turn = Turn::new(self.board, self.colour.ok_or("no colour is known")?);
                match turn.moves().next() {
                    Some(_) => Step::Choose { turn, left },
                    None => Step::Send(NO_MOVE.to_owned()),
                }
            }
            ServerMessage::YouWin => Step::Over(Outcome::Won),
            ServerMessage::OpponentWins => Step::Over(Outcome::Lost(self.error.take())),
            ServerMessage::Error(text) if !self.playing => Step::Over(Outcome::Refused(text)),
            // A result may follow, or not.
            ServerMessage::Error(text) => {
                self.error.get_or_insert(text);
                Step::Wait
            }
        })
    }

    /// The answer to the last prompt for a move. If there was no move to choose, the server says what that means.
    pub fn chosen(&mut self, mv: Option<KonaneMove>) -> String {
        let Some(mv) = mv else { return NO_MOVE.to_owned() };
        if mv.to().is_none() {
            let own = self.owner(mv.from());
            self.colour = self.colour.or(own);
        }
        mv.to_string()
    }

    /// What came of it if the server sends nothing more.
    pub fn closed(&mut self) -> Outcome {
        match self.error.take() {
            Some(error) => Outcome::Lost(Some(error)),
            None => Outcome::Aborted,
        }
    }

    /// Whose stone lies there.
    fn owner(&self, cell: Cell) -> Option<Player> {
        let on_board = self.board.shape().contains(cell);
        let lies =
            |player: &Player| on_board && self.board.position().stones(*player).contains(cell);
        Player::BOTH.into_iter().find(lies)
    }

    /// A stone is removed: the server decides which one may be.
    fn removed(&mut self, square: Square) -> Result<(), &'static str> {
        let shape = self.board.shape();
        let cell = square.cell(shape).ok_or("the square is not on the board")?;
        let player = self.owner(cell).ok_or("there is no stone to remove")?;
        if self.board.phase() == KonanePhase::Jumps {
            return Err("two stones are removed already");
        }
        self.board.play_unchecked(player, KonaneMove::removal(cell, shape));
        Ok(())
    }

    /// A stone jumps.
    fn moved(&mut self, squares: [Square; 2]) -> Result<(), &'static str> {
        let shape = self.board.shape();
        let [Some(from), Some(to)] = squares.map(|square| square.cell(shape)) else {
            return Err("the squares are not on the board");
        };
        let player = self.owner(from).ok_or("there is no stone to move")?;
        let mv = KonaneMove::jump(from, to, shape);
        self.board = self.board.play(player, mv).map_err(|error| error.reason)?;
        Ok(())
    }
}

/// What a client sends that is asked for a move and has none: well formed, and illegal.
const NO_MOVE: &str = "[0:0]:[0:0]";
