//! The client's state machine.

use dicot::Player;
use dicot::rules::{Clobber448, Turn, clobber::ClobberMove};

use super::message::{BoardError, Login, ParseMessageError, ServerMessage, Setup, WrittenMove};

/// The client's side of the protocol, without input and output: it takes lines and returns lines.
///
/// It tracks the position, because the server does not always announce the end of a game.
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
    turn: Turn<Clobber448>,
}

/// An event of the tournament, as the client sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A game has started.
    Started {
        /// The rows of its board.
        rows: u8,
        /// The columns of its board.
        cols: u8,
        /// Whether the client is black and moves first.
        black: bool,
    },
    /// The game has ended.
    Ended {
        /// Whether the client has won.
        won: bool,
        /// How the game ended.
        why: Finish,
    },
    /// The server has started another game without finishing this one; the winner is not known.
    Dropped,
    /// A line between games does not start a game, for example an unnecessary end marker.
    Ignored,
}

/// How a game ended, as far as a client can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finish {
    /// The loser had no move.
    NoMove,
    /// According to the server, the loser has made an illegal move or forfeited in another way.
    Forfeit,
}

impl Finish {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Finish::NoMove => "no move",
            Finish::Forfeit => "forfeit",
        }
    }
}

/// An error after which a client cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The server sent an unexpected line during a game.
    #[error("the server sent {line:?}: {error}")]
    Message {
        /// The line.
        line: String,
        /// The expected message.
        error: ParseMessageError,
    },
    /// The server sent an illegal move.
    #[error("the server sent the move {line:?}: {reason}")]
    Move {
        /// The line.
        line: String,
        /// The rule that the move breaks.
        reason: &'static str,
    },
    /// The server started a game on a board that cannot be played on.
    #[error("the server's board: {0}")]
    Board(BoardError),
    /// The client's own move is illegal, or it is not the client's turn.
    #[error("the client's own move is illegal: {0}")]
    OwnMove(&'static str),
    /// The connection was closed during a game.
    #[error("the connection was closed during a game")]
    Closed,
}

impl Client {
    /// Creates a client that is not in a game.
    ///
    /// # Errors
    /// [`ParseMessageError`] if the name cannot be sent.
    pub fn new(name: impl Into<String>) -> Result<Client, ParseMessageError> {
        Ok(Client { login: Login::new(name)?, swapped: false, game: None })
    }

    /// Expects the columns before the rows in the server's messages.
    #[must_use]
    pub fn swapped(self) -> Client {
        Client { swapped: true, ..self }
    }

    /// The first line to send.
    pub fn login(&self) -> String {
        self.login.to_string()
    }

    /// Whether a game is in progress.
    pub fn is_playing(&self) -> bool {
        self.game.is_some()
    }

    /// The position if it is the client's turn; `None` otherwise.
    pub fn turn(&self) -> Option<&Turn<Clobber448>> {
        let game = self.game.as_ref()?;
        (game.turn.to_move == game.own).then_some(&game.turn)
    }

    /// Processes a line from the server and returns its events.
    ///
    /// On the client's turn, only a line that ends the game or starts another one is valid. Between games, lines that
    /// do not start a game are ignored.
    ///
    /// # Errors
    /// [`ClientError`] if the line is not valid. The client's state is undefined afterwards.
    pub fn receive(&mut self, line: &str) -> Result<Vec<Event>, ClientError> {
        let ended = match (line.parse(), &mut self.game) {
            (Ok(ServerMessage::Setup(setup)), game) => {
                let dropped = game.take().map(|_| Event::Dropped);
                let mut events: Vec<Event> = dropped.into_iter().collect();
                self.start_game(setup, &mut events)?;
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

    /// Makes a move. Returns the line to send, and the event if the move ends the game.
    ///
    /// # Errors
    /// [`ClientError::OwnMove`] if the move is illegal or it is not the client's turn; the client is unchanged then.
    pub fn play(&mut self, mv: ClobberMove) -> Result<(String, Option<Event>), ClientError> {
        let Some(game) = self.game.as_mut().filter(|game| game.turn.to_move == game.own) else {
            return Err(ClientError::OwnMove("it is not the client's turn"));
        };
        let shape = game.turn.position.shape();
        game.turn = game.turn.play(mv).map_err(|illegal| ClientError::OwnMove(illegal.reason))?;
        Ok((WrittenMove::of(mv, shape).to_string(), self.end_without_move()))
    }

    /// Processes the end of the connection.
    ///
    /// # Errors
    /// [`ClientError::Closed`] if a game is in progress; otherwise the tournament is over.
    pub fn closed(&self) -> Result<(), ClientError> {
        if self.is_playing() { Err(ClientError::Closed) } else { Ok(()) }
    }

    fn start_game(&mut self, setup: Setup, events: &mut Vec<Event>) -> Result<(), ClientError> {
        let Setup { m, n, black } = setup;
        let (rows, cols) = if self.swapped { (n, m) } else { (m, n) };
        let own = if black { Player::Left } else { Player::Right };
        events.push(Event::Started { rows, cols, black });
        match super::start(rows, cols) {
            Ok(position) => {
                let turn = Turn::new(position, Player::Left);
                self.game = Some(Game { own, turn });
            }
            // Black moves first and cannot, so it has lost.
            Err(BoardError::NoMove) => {
                events.push(Event::Ended { won: !black, why: Finish::NoMove });
            }
            Err(error) => return Err(ClientError::Board(error)),
        }
        Ok(())
    }

    /// Ends the game if the player to move has no legal move.
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
    /// Plays the opponent's move.
    fn receive(&mut self, written: WrittenMove) -> Result<(), &'static str> {
        if self.turn.to_move == self.own {
            return Err("it is the client's turn");
        }
        let mv = written.on(self.turn.position.shape()).ok_or("a cell is not on the board")?;
        self.turn = self.turn.play(mv).map_err(|illegal| illegal.reason)?;
        Ok(())
    }
}
