//! The server's state machine for one game.

use std::fmt;
use std::time::Duration;

use dicot::Player;
use dicot::board::{ParsePositionError, U448};
use dicot::rules::{KonaneGame, KonaneMove, KonanePhase, Opening, Position};

use super::message::report;
use super::{Seat, ServerMessage, Square, read_jump, read_removal};

/// Returns the full board of this size.
///
/// # Errors
/// A description of what is wrong with the size: a side has at most 100 squares, because squares are written with two
/// digits; a board has at most 448 squares; and each player needs a stone to remove.
pub fn board<O: Opening>(rows: u8, cols: u8) -> Result<KonaneGame<O, U448>, String> {
    board_with_corner(rows, cols, Player::Left)
}

/// As [`board`], with a stone of this player at `[0:0]`. In the document of the Artemis server that stone is black
/// (Left's); some of its clients expect a white one.
///
/// # Errors
/// Those of [`board`].
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::CornerOrCentre;
/// use dicot_arena::konane::board_with_corner;
/// let board = board_with_corner::<CornerOrCentre>(2, 3, Player::Right)?;
/// assert_eq!(board.to_string(), "xox/oxo");
/// # Ok::<_, String>(())
/// ```
pub fn board_with_corner<O: Opening>(
    rows: u8,
    cols: u8,
    corner: Player,
) -> Result<KonaneGame<O, U448>, String> {
    if rows > 100 || cols > 100 {
        return Err("a side has more than 100 squares".to_owned());
    }
    let board = KonaneGame::start(cols, rows).map_err(|error| error.to_string())?;
    if board.shape().cells() < 2 {
        return Err("a board needs two stones at least".to_owned());
    }
    if corner == Player::Left {
        return Ok(board);
    }
    let exchanged = |cell| match cell {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let text: String = board.to_string().chars().map(exchanged).collect();
    text.parse().map_err(|error: ParsePositionError| error.to_string())
}

/// The server's side of one game, without input and output: it takes lines and returns messages with their recipients.
///
/// Only lines of the player on turn are accepted. When the game has an [`ending`](Game::ending), close both
/// connections.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot::rules::CornerOrCentre;
/// use dicot_arena::konane::{CLOCK, Game, Seat, board};
/// let (mut game, sent) = Game::start(board::<CornerOrCentre>(18, 18)?, 1, CLOCK);
/// let sent: Vec<String> = sent.iter().map(|(seat, message)| format!("{} {message}", seat.number())).collect();
/// assert_eq!(sent, ["1 Game:1", "2 Game:1", "1 Player:1", "1 ?Remove:"]);
/// let sent = game.line("[9:9]", Duration::from_secs(1));
/// assert_eq!(sent[0].1.to_string(), "Color:BLACK");
/// assert_eq!((game.on_turn(), game.ending()), (Seat::Two, None));
/// # Ok::<_, String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<O: Opening> {
    id: u64,
    start: KonaneGame<O, U448>,
    board: KonaneGame<O, U448>,
    on_turn: Seat,
    /// The colour of player 1, from the first removal on.
    colour_of_one: Option<Player>,
    clock: Duration,
    time_left: [Duration; 2],
    moves: Vec<(KonaneMove, Duration)>,
    ending: Option<Ending>,
}

/// Messages to send, with their recipients.
type Messages = Vec<(Seat, ServerMessage)>;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// The winner; `None` if the server shut down.
    pub winner: Option<Seat>,
    /// Why the game ended.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The loser was on turn and had no legal move.
    NoMove,
    /// The loser broke this rule.
    Illegal(&'static str),
    /// The loser's line was not an answer to the prompt, for this reason.
    Malformed(&'static str),
    /// The loser's time was up.
    Time,
    /// The loser closed the connection.
    Disconnect,
    /// The server shut down.
    Shutdown,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoMove => "no legal move",
            Reason::Illegal(rule) => rule,
            Reason::Malformed(text) => text,
            Reason::Time => "time expired",
            Reason::Disconnect => "disconnected",
            Reason::Shutdown => "the server is shutting down",
        })
    }
}

impl Reason {
    /// What was wrong with the loser's line, if that ended the game.
    pub fn rule(self) -> Option<&'static str> {
        match self {
            Reason::Illegal(rule) | Reason::Malformed(rule) => Some(rule),
            _ => None,
        }
    }
}

impl<O: Opening> Game<O> {
    /// Starts a game on a full [`board`] and returns the first messages.
    pub fn start(board: KonaneGame<O, U448>, id: u64, clock: Duration) -> (Game<O>, Messages) {
        let game = Game {
            id,
            start: board,
            board,
            on_turn: Seat::One,
            colour_of_one: None,
            clock,
            time_left: [clock; 2],
            moves: Vec::new(),
            ending: None,
        };
        let [one, two] = Seat::BOTH;
        let sent = vec![
            (one, ServerMessage::Game(id)),
            (two, ServerMessage::Game(id)),
            (one, ServerMessage::Player(one)),
            (one, ServerMessage::AskRemoval),
        ];
        (game, sent)
    }

    /// The number of the game.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The board at the start of the game.
    pub fn start_board(&self) -> &KonaneGame<O, U448> {
        &self.start
    }

    /// The current board.
    pub fn board(&self) -> &KonaneGame<O, U448> {
        &self.board
    }

    /// The player who was asked last.
    pub fn on_turn(&self) -> Seat {
        self.on_turn
    }

    /// The colour of a player; `None` before the first removal, which decides it.
    pub fn colour(&self, seat: Seat) -> Option<Player> {
        let colour = self.colour_of_one?;
        Some(if seat == Seat::One { colour } else { !colour })
    }

    /// The remaining time of a player for jumps.
    pub fn time_left(&self, seat: Seat) -> Duration {
        self.time_left[seat as usize]
    }

    /// The time limit for the answer of the player on turn.
    ///
    /// A removal does not count towards the clock, but it may not take longer than the whole clock.
    pub fn allowed(&self) -> Duration {
        match self.board.phase() {
            KonanePhase::Jumps => self.time_left(self.on_turn),
            _ => self.clock,
        }
    }

    /// The removals and jumps so far, with the time that each took.
    pub fn moves(&self) -> &[(KonaneMove, Duration)] {
        &self.moves
    }

    /// How the game ended; `None` while it is in progress.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Processes the answer of the player on turn, who took this time.
    pub fn line(&mut self, line: &str, took: Duration) -> Messages {
        if self.ending.is_some() {
            return Vec::new();
        }
        if took > self.allowed() {
            return self.expired();
        }
        let shape = self.board.shape();
        let cell = |square: Square| square.cell(shape);
        let jumps = self.board.phase() == KonanePhase::Jumps;
        // `None` if the line is malformed, `Some(None)` if a square is not on the board.
        let read = match jumps {
            false => read_removal(line).map(|at| Some(KonaneMove::removal(cell(at)?, shape))),
            true => read_jump(line)
                .map(|[from, to]| Some(KonaneMove::jump(cell(from)?, cell(to)?, shape))),
        };
        match read {
            None if jumps => self.malformed("expected a move like [2:0]:[0:0]"),
            None => self.malformed("expected a square like [0:0]"),
            Some(None) => self.forfeit(Reason::Illegal("the square is not on the board")),
            Some(Some(mv)) => self.play(mv, took),
        }
    }

    /// Ends the game because the player on turn sent an invalid line, for this reason.
    pub fn malformed(&mut self, text: &'static str) -> Messages {
        self.forfeit(Reason::Malformed(text))
    }

    /// Ends the game because the time of the player on turn is up.
    pub fn expired(&mut self) -> Messages {
        self.forfeit(Reason::Time)
    }

    /// Ends the game because a player has closed the connection.
    pub fn disconnect(&mut self, seat: Seat) -> Messages {
        self.end(Some(!seat), Reason::Disconnect, vec![(!seat, ServerMessage::YouWin)])
    }

    /// Ends the game without a winner because the server shuts down.
    pub fn stopped(&mut self) -> Messages {
        let error = ServerMessage::Error(Reason::Shutdown.to_string());
        let sent = Seat::BOTH.map(|seat| (seat, error.clone())).to_vec();
        self.end(None, Reason::Shutdown, sent)
    }

    /// Makes a move of the player on turn, who loses if it is illegal.
    fn play(&mut self, mv: KonaneMove, took: Duration) -> Messages {
        let phase = self.board.phase();
        let seat = self.on_turn;
        // The first stone that is removed decides its player's colour.
        let black = self.board.position().stones(Player::Left).contains(mv.from());
        let player = self.colour(seat).unwrap_or(if black { Player::Left } else { Player::Right });
        self.board = match self.board.play(player, mv) {
            Ok(board) => board,
            Err(error) => return self.forfeit(Reason::Illegal(error.reason)),
        };
        self.moves.push((mv, took));
        let report = report(mv, self.board.shape());
        let [one, two] = Seat::BOTH;
        let mut sent = Vec::new();
        match phase {
            KonanePhase::FirstRemoval => {
                self.colour_of_one = Some(player);
                sent = vec![
                    (one, ServerMessage::Colour(player)),
                    (two, ServerMessage::Colour(!player)),
                    (two, ServerMessage::Player(two)),
                ];
            }
            KonanePhase::SecondRemoval(_) => {}
            KonanePhase::Jumps => {
                let time_left = &mut self.time_left[seat as usize];
                *time_left = time_left.saturating_sub(took);
            }
        }
        sent.extend(Seat::BOTH.map(|seat| (seat, report.clone())));
        self.on_turn = !seat;
        sent.extend(self.ask(!player));
        sent
    }

    /// Prompts the player on turn, who loses without a legal move.
    fn ask(&mut self, player: Player) -> Messages {
        let seat = self.on_turn;
        if self.board.moves(player).next().is_none() {
            return self.lose(Reason::NoMove, Vec::new());
        }
        let prompt = match self.board.phase() {
            KonanePhase::Jumps => ServerMessage::AskMove(Some(self.time_left(seat))),
            _ => ServerMessage::AskRemoval,
        };
        vec![(seat, prompt)]
    }

    /// Ends the game: the player on turn loses and gets the reason as an error.
    fn forfeit(&mut self, reason: Reason) -> Messages {
        let error = ServerMessage::Error(reason.to_string());
        self.lose(reason, vec![(self.on_turn, error)])
    }

    /// Ends the game: the player on turn loses.
    fn lose(&mut self, reason: Reason, mut sent: Messages) -> Messages {
        let seat = self.on_turn;
        sent.push((seat, ServerMessage::OpponentWins));
        sent.push((!seat, ServerMessage::YouWin));
        self.end(Some(!seat), reason, sent)
    }

    /// Ends the game. If it has ended before, nothing changes and no messages are sent.
    fn end(&mut self, winner: Option<Seat>, reason: Reason, sent: Messages) -> Messages {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.ending = Some(Ending { winner, reason });
        sent
    }
}
