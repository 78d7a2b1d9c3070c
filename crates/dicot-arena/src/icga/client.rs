//! What a client makes of the lines that a server sends.

use std::error::Error;
use std::fmt;

use dicot::Player;
use dicot::rules::{ClobberMove, HugeClobber, Turn};

use super::message::{BoardError, Login, ParseMessageError, ServerMessage, Setup, WrittenMove};

/// The client's end of a connection, without the connection: lines in, lines out.
///
/// It knows the position itself, for the end of a game is not always sent.
///
/// # Examples
/// ```
/// use dicot_arena::icga::{Client, Event, Finish};
/// let mut client = Client::new("alpha")?;
/// assert_eq!(client.login(), "play clobber alpha");
/// client.receive("1 2 1")?;
/// let turn = client.turn().unwrap();
/// let mv = turn.moves().next().unwrap();
/// let (line, event) = client.play(mv)?;
/// assert_eq!(line, "a 1 b 1");
/// assert_eq!(event, Some(Event::Ended { won: true, why: Finish::NoMove }));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    login: Login,
    swapped: bool,
    game: Option<Game>,
}

#[derive(Clone, Debug)]
struct Game {
    own: Player,
    turn: Turn<HugeClobber>,
}

/// Something that has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A game has begun.
    Started {
        /// The rows of its board.
        rows: u8,
        /// The columns of its board.
        cols: u8,
        /// Whether the client is black and begins.
        black: bool,
    },
    /// The game has ended.
    Ended {
        /// Whether the client has won.
        won: bool,
        /// How.
        why: Finish,
    },
    /// The server has given the game up without a word and begun another one; who has won is not known.
    Dropped,
    /// A line was of no use between games, as when a server marks an end that needs no mark.
    Ignored,
}

/// How a game ended, as far as a client can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finish {
    /// The loser had no move.
    NoMove,
    /// The server said that the loser has made an illegal move, or has forfeited.
    Forfeit,
}

impl Finish {
    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Finish::NoMove => "no move",
            Finish::Forfeit => "forfeit",
        }
    }
}

/// What a client cannot go on after.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientError {
    /// The server sent a line that makes no sense in a game.
    Message {
        /// The line.
        line: String,
        /// What should stand there.
        error: ParseMessageError,
    },
    /// The server sent a move that is not legal.
    Move {
        /// The line.
        line: String,
        /// The rule that it breaks.
        reason: &'static str,
    },
    /// The server wants to play on a board that cannot be played on.
    Board(BoardError),
    /// The move to be made is not legal, or it is not the client's turn.
    OwnMove(&'static str),
    /// The connection was closed in a game.
    Closed,
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Message { line, error } => write!(f, "the server sent {line:?}: {error}"),
            ClientError::Move { line, reason } => {
                write!(f, "the server sent the move {line:?}: {reason}")
            }
            ClientError::Board(error) => write!(f, "the server's board: {error}"),
            ClientError::OwnMove(reason) => write!(f, "the move cannot be made: {reason}"),
            ClientError::Closed => write!(f, "the connection was closed in a game"),
        }
    }
}

impl Error for ClientError {}

impl Client {
    /// With a name, before any game.
    ///
    /// # Errors
    /// [`ParseMessageError`] if the name cannot be sent.
    pub fn new(name: impl Into<String>) -> Result<Client, ParseMessageError> {
        Ok(Client { login: Login::new(name)?, swapped: false, game: None })
    }

    /// The same, for a server that sends the columns before the rows.
    #[must_use]
    pub fn swapped(self) -> Client {
        Client { swapped: true, ..self }
    }

    /// The line to be sent first.
    pub fn login(&self) -> String {
        self.login.to_string()
    }

    /// Whether a game is going on.
    pub fn is_playing(&self) -> bool {
        self.game.is_some()
    }

    /// The position in which the client has to move; `None` if it has to wait.
    pub fn turn(&self) -> Option<&Turn<HugeClobber>> {
        let game = self.game.as_ref()?;
        (game.turn.to_move == game.own).then_some(&game.turn)
    }

    /// Takes a line of the server; what has happened.
    ///
    /// On its own turn a client expects no line, but takes one that ends the game or begins another. Between
    /// games, lines that begin none are ignored.
    ///
    /// # Errors
    /// [`ClientError`] if the line makes no sense. Then the client does not know any more what is going on.
    pub fn receive(&mut self, line: &str) -> Result<Vec<Event>, ClientError> {
        let ended = match (line.parse(), &mut self.game) {
            (Ok(ServerMessage::Setup(setup)), game) => {
                let dropped = game.take().map(|_| Event::Dropped);
                let mut events: Vec<Event> = dropped.into_iter().collect();
                self.begin(setup, &mut events)?;
                return Ok(events);
            }
            (_, None) => return Ok(vec![Event::Ignored]),
            (Ok(ServerMessage::Move(written)), Some(game)) => {
                game.receive(written)
                    .map_err(|reason| ClientError::Move { line: line.to_owned(), reason })?;
                return Ok(self.end_without_move().into_iter().collect());
            }
            (Ok(ServerMessage::End), _) => Event::Ended { won: true, why: Finish::Forfeit },
            (Ok(ServerMessage::Error), _) => Event::Ended { won: false, why: Finish::Forfeit },
            (Err(error), _) => {
                return Err(ClientError::Message { line: line.to_owned(), error });
            }
        };
        self.game = None;
        Ok(vec![ended])
    }

    /// Makes a move: the line to be sent, and the end of the game if it is one.
    ///
    /// # Errors
    /// [`ClientError::OwnMove`] if the move is not legal or it is not the client's turn; nothing changes then.
    pub fn play(&mut self, mv: ClobberMove) -> Result<(String, Option<Event>), ClientError> {
        let Some(game) = self.game.as_mut().filter(|game| game.turn.to_move == game.own) else {
            return Err(ClientError::OwnMove("it is not the player's turn"));
        };
        let shape = game.turn.position.shape();
        game.turn = game.turn.play(mv).map_err(|illegal| ClientError::OwnMove(illegal.reason))?;
        Ok((WrittenMove::of(mv, shape).to_string(), self.end_without_move()))
    }

    /// Notes that the server has closed the connection.
    ///
    /// # Errors
    /// [`ClientError::Closed`] if a game was going on; otherwise it is the end of the tournament.
    pub fn closed(&self) -> Result<(), ClientError> {
        if self.is_playing() { Err(ClientError::Closed) } else { Ok(()) }
    }

    fn begin(&mut self, setup: Setup, events: &mut Vec<Event>) -> Result<(), ClientError> {
        let Setup { m, n, black } = setup;
        let (rows, cols) = if self.swapped { (n, m) } else { (m, n) };
        let own = if black { Player::Left } else { Player::Right };
        events.push(Event::Started { rows, cols, black });
        match super::start(rows, cols) {
            Ok(position) => {
                let turn = Turn::new(position, Player::Left);
                self.game = Some(Game { own, turn });
            }
            // Black has lost before it has begun.
            Err(BoardError::NoMove) => {
                events.push(Event::Ended { won: !black, why: Finish::NoMove });
            }
            Err(error) => return Err(ClientError::Board(error)),
        }
        Ok(())
    }

    /// If the player to move cannot, the game is over.
    fn end_without_move(&mut self) -> Option<Event> {
        let game = self.game.as_ref()?;
        if game.turn.moves().next().is_some() {
            return None;
        }
        let won = game.turn.to_move != game.own;
        self.game = None;
        Some(Event::Ended { won, why: Finish::NoMove })
    }
}

impl Game {
    /// Plays a move of the opponent.
    fn receive(&mut self, written: WrittenMove) -> Result<(), &'static str> {
        if self.turn.to_move == self.own {
            return Err("it is the client's own turn");
        }
        let mv = written.on(self.turn.position.shape()).ok_or("a cell is not on the board")?;
        self.turn = self.turn.play(mv).map_err(|illegal| illegal.reason)?;
        Ok(())
    }
}
