//! The server's state machine for one game.

use std::time::Duration;

use dicot::Player;
use dicot::board::U448;
use dicot::rules::{
    Konane, KonaneGame, Position, Ruleset, Short, Turn,
    konane::{KonaneMove, KonanePhase, Opening},
};

use super::message::report;
use super::{Seat, ServerMessage, Square, read_jump, read_removal};
use crate::game::{End, Game, Reason, Terms};
use crate::matches::GameRecord;

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
/// use dicot::rules::konane::CornerOrCentre;
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
    let board = Konane::start(cols, rows).map_err(|error| error.to_string())?;
    if board.shape().cells() < 2 {
        return Err("a board needs two stones at least".to_owned());
    }
    Ok(KonaneGame::from(if corner == Player::Left { board } else { board.negative() }))
}

/// The server's side of one game, without input and output: it takes lines and returns messages with their recipients.
///
/// Only lines of the player on turn are accepted. When the [game](Referee::game) has an end, close both
/// connections.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// use dicot::rules::konane::CornerOrCentre;
/// use dicot_arena::konane::{CLOCK, Referee, Seat, board};
/// let (mut referee, sent) = Referee::start(board::<CornerOrCentre>(18, 18)?, 1, CLOCK);
/// let sent: Vec<String> = sent.iter().map(|(seat, message)| format!("{} {message}", seat.number())).collect();
/// assert_eq!(sent, ["1 Game:1", "2 Game:1", "1 Player:1", "1 ?Remove:"]);
/// let sent = referee.receive("[9:9]", Duration::from_secs(1));
/// assert_eq!(sent[0].1.to_string(), "Color:BLACK");
/// assert_eq!((referee.on_turn(), referee.game().end()), (Seat::Two, None));
/// # Ok::<_, String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee<O: Opening> {
    id: u64,
    /// The game from the first removal on, which decides the colours. Before it, player 1 has any colour that can begin.
    game: Game<Turn<KonaneGame<O, U448>>>,
    clock: Duration,
    /// The time that each move took.
    times: Vec<Duration>,
}

/// Messages to send, with their recipients.
type Messages = Vec<(Seat, ServerMessage)>;

/// The error that is sent to both players when the server shuts down.
pub(super) const STOPPING: &str = "the server is shutting down";

impl<O: Opening> Referee<O> {
    /// Starts a game on a full [`board`] and returns the first messages.
    pub fn start(board: KonaneGame<O, U448>, id: u64, clock: Duration) -> (Referee<O>, Messages) {
        let first = board.starters().first().copied().unwrap_or(Player::Left);
        let game = Game::new(Turn::new(board, first), Terms::default());
        let game = Referee { id, game, clock, times: Vec::new() };
        let [one, two] = Seat::BOTH;
        let sent = vec![
            (one, ServerMessage::Game(id)),
            (two, ServerMessage::Game(id)),
            (one, ServerMessage::Player(one)),
            (one, ServerMessage::AskRemoval),
        ];
        (game, sent)
    }

    /// The game, with its moves and its end.
    pub fn game(&self) -> &Game<Turn<KonaneGame<O, U448>>> {
        &self.game
    }

    /// The current board.
    pub fn board(&self) -> &KonaneGame<O, U448> {
        &self.game.turn().position
    }

    /// The player who was asked last.
    pub fn on_turn(&self) -> Seat {
        self.seat(self.game.turn().to_move)
    }

    /// The winner; `None` while the game is in progress, or if the server shut down.
    pub fn winner(&self) -> Option<Seat> {
        self.game.end()?.winner.map(|winner| self.seat(winner))
    }

    fn seat(&self, player: Player) -> Seat {
        if player == self.game.start().to_move { Seat::One } else { Seat::Two }
    }

    fn player(&self, seat: Seat) -> Player {
        let first = self.game.start().to_move;
        if seat == Seat::One { first } else { !first }
    }

    /// The colour of a player; `None` before the first removal, which decides it.
    pub fn colour(&self, seat: Seat) -> Option<Player> {
        (!self.times.is_empty()).then(|| self.player(seat))
    }

    /// The remaining time of a player for jumps.
    pub fn time_left(&self, seat: Seat) -> Duration {
        let jumps = self.times.iter().skip(2 + seat as usize).step_by(2);
        jumps.fold(self.clock, |time, &took| time.saturating_sub(took))
    }

    /// The time limit for the answer of the player on turn.
    ///
    /// A removal does not count towards the clock, but it may not take longer than the whole clock. A player who needs
    /// exactly this time is in time.
    pub fn allowed(&self) -> Duration {
        match self.board().phase() {
            KonanePhase::Jumps => self.time_left(self.on_turn()),
            _ => self.clock,
        }
    }

    /// Returns the record of the game between these users, player 1 first; `None` if the game is not over. It contains
    /// no passwords.
    pub fn record(&self, users: [u64; 2]) -> Option<GameRecord> {
        self.game.end()?;
        let name = |player| users[self.seat(player) as usize].to_string();
        let millis = |time: &Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Some(GameRecord {
            game: Some(self.id),
            times: self.times.iter().map(millis).collect(),
            ..self.game.record(&name(Player::Left), &name(Player::Right))
        })
    }

    /// Processes the answer of the player on turn, who took this time.
    pub fn receive(&mut self, line: &str, took: Duration) -> Messages {
        if self.game.end().is_some() {
            return Vec::new();
        }
        if took > self.allowed() {
            return self.expired();
        }
        let shape = self.board().position.shape();
        let cell = |square: Square| square.cell(shape);
        let jumps = self.board().phase() == KonanePhase::Jumps;
        // `None` if the line is malformed, `Some(None)` if a square is not on the board.
        let read = match jumps {
            false => read_removal(line).map(|at| Some(KonaneMove::removal(cell(at)?, shape))),
            true => read_jump(line)
                .map(|[from, to]| Some(KonaneMove::jump(cell(from)?, cell(to)?, shape))),
        };
        match read {
            None if jumps => self.malformed("expected a move like [2:0]:[0:0]"),
            None => self.malformed("expected a square like [0:0]"),
            Some(None) => self.illegal("the square is not on the board"),
            Some(Some(mv)) => self.play(mv, took),
        }
    }

    /// Ends the game because the player on turn sent an invalid line, for this reason.
    pub fn malformed(&mut self, text: &str) -> Messages {
        self.forfeit(Reason::Malformed, text, Some(text.to_owned()))
    }

    fn illegal(&mut self, rule: &str) -> Messages {
        self.forfeit(Reason::IllegalMove, rule, Some(rule.to_owned()))
    }

    /// Ends the game because the time of the player on turn is up.
    pub fn expired(&mut self) -> Messages {
        self.forfeit(Reason::Time, "time expired", None)
    }

    /// Ends the game because a player has closed the connection.
    pub fn disconnect(&mut self, seat: Seat) -> Messages {
        let winner = Some(self.player(!seat));
        self.end(winner, Reason::Disconnected, vec![(!seat, ServerMessage::YouWin)])
    }

    /// Ends the game without a winner because the server shuts down.
    pub fn stopped(&mut self) -> Messages {
        let error = ServerMessage::Error(STOPPING.to_owned());
        self.end(None, Reason::Stopped, Seat::BOTH.map(|seat| (seat, error.clone())).to_vec())
    }

    /// Makes a move of the player on turn, who loses if it is illegal.
    fn play(&mut self, mv: KonaneMove, took: Duration) -> Messages {
        let start = *self.board();
        if self.times.is_empty() {
            // The first stone that is removed decides its player's colour.
            let black = start.position.board().stones(Player::Left).contains(mv.from);
            let first = if black { Player::Left } else { Player::Right };
            self.game = Game::new(Turn::new(start, first), Terms::default());
        }
        let player = self.game.turn().to_move;
        if let Err(error) = start.play(player, mv) {
            return self.illegal(error.reason);
        }
        self.game.spend(took);
        self.game.play(mv);
        self.times.push(took);
        let [one, two] = Seat::BOTH;
        let mut sent = Vec::new();
        if start.phase() == KonanePhase::FirstRemoval {
            sent.push((one, ServerMessage::Colour(player)));
            sent.push((two, ServerMessage::Colour(!player)));
            sent.push((two, ServerMessage::Player(two)));
        }
        let report = report(mv, start.position.shape());
        sent.extend(Seat::BOTH.map(|seat| (seat, report.clone())));
        let seat = self.on_turn();
        match self.board().phase() {
            _ if self.game.end().is_some() => sent.extend(lost(seat)),
            KonanePhase::Jumps => {
                sent.push((seat, ServerMessage::AskMove(Some(self.time_left(seat)))));
            }
            _ => sent.push((seat, ServerMessage::AskRemoval)),
        }
        sent
    }

    /// Ends the game: the player on turn loses and gets this text as an error.
    fn forfeit(&mut self, reason: Reason, text: &str, fault: Option<String>) -> Messages {
        if self.game.end().is_some() {
            return Vec::new();
        }
        self.game.forfeit(reason, fault);
        let seat = self.on_turn();
        let mut sent = vec![(seat, ServerMessage::Error(text.to_owned()))];
        sent.extend(lost(seat));
        sent
    }

    /// Ends the game. If it has ended before, nothing changes and no messages are sent.
    fn end(&mut self, winner: Option<Player>, reason: Reason, sent: Messages) -> Messages {
        if self.game.end().is_some() {
            return Vec::new();
        }
        self.game.finish(End { winner, reason, fault: None });
        sent
    }
}

/// The result, to the player who has lost and to the winner.
fn lost(seat: Seat) -> [(Seat, ServerMessage); 2] {
    [(seat, ServerMessage::OpponentWins), (!seat, ServerMessage::YouWin)]
}
