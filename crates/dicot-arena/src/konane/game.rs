//! The game, as the server conducts it.

use std::fmt;
use std::time::Duration;

use dicot::Player;
use dicot::board::{ParsePositionError, Wide};
use dicot::rules::{KonaneGame, KonaneMove, KonanePhase, Opening, Position};

use super::message::report;
use super::{Seat, ServerMessage, Square, read_jump, read_removal};

/// The full board of that many rows and columns, if it is one to play on.
///
/// # Errors
/// What is wrong with the size: squares are written with two digits, so that sides go up to 100; boards have up to
/// 448 squares; and there must be a stone for each player to remove.
pub fn board<O: Opening>(rows: u8, cols: u8) -> Result<KonaneGame<O, Wide>, String> {
    board_with_corner(rows, cols, Player::Left)
}

/// The same with a stone of this player at `[0:0]`: Left's is black, as the document of the Artemis server has it; some
/// of its clients expect a white one.
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
) -> Result<KonaneGame<O, Wide>, String> {
    if rows > 100 || cols > 100 {
        return Err("a side has more than 100 squares".to_owned());
    }
    let board = KonaneGame::start(cols, rows).map_err(|error| error.to_string())?;
    if board.shape().cells() < 2 {
        return Err("there is no second stone to remove".to_owned());
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

/// A game between two clients, as the server conducts it: it takes lines and says what to send to whom.
///
/// Only the player on turn is listened to. When there is an [`ending`](Game::ending), both connections are to be
/// closed.
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
    start: KonaneGame<O, Wide>,
    board: KonaneGame<O, Wide>,
    on_turn: Seat,
    /// The colour of player 1, from the first removal on.
    colour_of_one: Option<Player>,
    clock: Duration,
    left: [Duration; 2],
    moves: Vec<(KonaneMove, Duration)>,
    ending: Option<Ending>,
}

/// What is sent, and to whom.
type Sent = Vec<(Seat, ServerMessage)>;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// Who won; nobody if the server stopped.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The loser was on turn and had no move.
    NoMove,
    /// The loser broke that rule.
    Illegal(&'static str),
    /// The loser sent what is no answer to the prompt.
    Malformed(&'static str),
    /// The time of the loser was up.
    Time,
    /// The loser was gone.
    Disconnect,
    /// The server stopped.
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
    /// The rule that was broken, if that is why.
    pub fn rule(self) -> Option<&'static str> {
        match self {
            Reason::Illegal(rule) | Reason::Malformed(rule) => Some(rule),
            _ => None,
        }
    }
}

impl<O: Opening> Game<O> {
    /// The beginning on a full [`board`], and what is sent first.
    pub fn start(board: KonaneGame<O, Wide>, id: u64, clock: Duration) -> (Game<O>, Sent) {
        let game = Game {
            id,
            start: board,
            board,
            on_turn: Seat::One,
            colour_of_one: None,
            clock,
            left: [clock; 2],
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

    /// The board as it was at the beginning.
    pub fn start_board(&self) -> &KonaneGame<O, Wide> {
        &self.start
    }

    /// The board as it is now.
    pub fn board(&self) -> &KonaneGame<O, Wide> {
        &self.board
    }

    /// Who was asked last.
    pub fn on_turn(&self) -> Seat {
        self.on_turn
    }

    /// The colour of a player, which the first removal decides.
    pub fn colour(&self, seat: Seat) -> Option<Player> {
        let colour = self.colour_of_one?;
        Some(if seat == Seat::One { colour } else { !colour })
    }

    /// The time that a player has left for jumps.
    pub fn left(&self, seat: Seat) -> Duration {
        self.left[seat as usize]
    }

    /// How long the player on turn may take to answer.
    ///
    /// Removals are not charged to the clock, but one that takes longer than the whole clock is too late as well.
    pub fn allowed(&self) -> Duration {
        match self.board.phase() {
            KonanePhase::Jumps => self.left(self.on_turn),
            _ => self.clock,
        }
    }

    /// The removals and jumps so far, and how long each took.
    pub fn moves(&self) -> &[(KonaneMove, Duration)] {
        &self.moves
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Takes the answer of the player on turn, who took that long.
    pub fn line(&mut self, line: &str, took: Duration) -> Sent {
        if self.ending.is_some() {
            return Vec::new();
        }
        if took > self.allowed() {
            return self.expired();
        }
        let shape = self.board.shape();
        let cell = |square: Square| square.cell(shape);
        let jumps = self.board.phase() == KonanePhase::Jumps;
        // What is read, if it is, and lies on the board, if it does.
        let read = match jumps {
            false => read_removal(line).map(|at| Some(KonaneMove::removal(cell(at)?, shape))),
            true => read_jump(line)
                .map(|[from, to]| Some(KonaneMove::jump(cell(from)?, cell(to)?, shape))),
        };
        match read {
            None if jumps => self.malformed("expected a move like [2:0]:[0:0]"),
            None => self.malformed("expected a square like [0:0]"),
            Some(None) => self.forfeit(Reason::Illegal("the square is not on the board")),
            Some(Some(mv)) => self.answered(mv, took),
        }
    }

    /// Ends the game because what the player on turn sent is no line, or no answer.
    pub fn malformed(&mut self, text: &'static str) -> Sent {
        self.forfeit(Reason::Malformed(text))
    }

    /// Ends the game because the time of the player on turn is up.
    pub fn expired(&mut self) -> Sent {
        self.forfeit(Reason::Time)
    }

    /// Ends the game because a player is gone.
    pub fn gone(&mut self, seat: Seat) -> Sent {
        self.end(Some(!seat), Reason::Disconnect, vec![(!seat, ServerMessage::YouWin)])
    }

    /// Ends the game because the server stops: nobody wins.
    pub fn stopped(&mut self) -> Sent {
        let error = ServerMessage::Error(Reason::Shutdown.to_string());
        let sent = Seat::BOTH.map(|seat| (seat, error.clone())).to_vec();
        self.end(None, Reason::Shutdown, sent)
    }

    /// The game goes on with this move, unless it is illegal.
    fn answered(&mut self, mv: KonaneMove, took: Duration) -> Sent {
        let phase = self.board.phase();
        let seat = self.on_turn;
        // On a full board the stone decides the colour.
        let dark = self.board.position().stones(Player::Left).contains(mv.from());
        let player = self.colour(seat).unwrap_or(if dark { Player::Left } else { Player::Right });
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
                let left = &mut self.left[seat as usize];
                *left = left.saturating_sub(took);
            }
        }
        sent.extend(Seat::BOTH.map(|seat| (seat, report.clone())));
        self.on_turn = !seat;
        sent.extend(self.ask(!player));
        sent
    }

    /// Asks the player on turn, who has lost if there is no legal move.
    fn ask(&mut self, player: Player) -> Sent {
        let seat = self.on_turn;
        if self.board.moves(player).next().is_none() {
            return self.lose(Reason::NoMove, Vec::new());
        }
        let prompt = match self.board.phase() {
            KonanePhase::Jumps => ServerMessage::AskMove(Some(self.left(seat))),
            _ => ServerMessage::AskRemoval,
        };
        vec![(seat, prompt)]
    }

    /// The player on turn has lost, and is told why.
    fn forfeit(&mut self, reason: Reason) -> Sent {
        let error = ServerMessage::Error(reason.to_string());
        self.lose(reason, vec![(self.on_turn, error)])
    }

    /// The player on turn has lost.
    fn lose(&mut self, reason: Reason, mut sent: Sent) -> Sent {
        let seat = self.on_turn;
        sent.push((seat, ServerMessage::OpponentWins));
        sent.push((!seat, ServerMessage::YouWin));
        self.end(Some(!seat), reason, sent)
    }

    /// The first ending counts, and the others say nothing.
    fn end(&mut self, winner: Option<Seat>, reason: Reason, sent: Sent) -> Sent {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.ending = Some(Ending { winner, reason });
        sent
    }
}
