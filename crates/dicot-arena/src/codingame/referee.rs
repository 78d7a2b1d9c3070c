//! The referee's state machine for one game.

use std::time::Duration;

use dicot::Player;
use dicot::rules::{Clobber448, IllegalMove, Turn, clobber::ClobberMove};
use dicot_bots::Dice;

use super::message::{Answer, Request, action};
use crate::game::{Game, Reason, Terms};
use crate::matches::GameRecord;

/// CodinGame's time limit for a player's first turn.
pub const FIRST_TURN: Duration = Duration::from_millis(1000);

/// CodinGame's time limit for each later turn.
pub const LATER_TURN: Duration = Duration::from_millis(150);

/// The referee's side of one game, without input and output.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::GenClobber;
/// use dicot_arena::codingame::referee::Referee;
/// use dicot_arena::game::Reason;
/// let mut referee = Referee::new(GenClobber::start(2, 2)?, Player::Right, 1);
/// assert_eq!(referee.request().unwrap(), "2\nw\nwb\nbw\nnull\n4\n");
/// referee.answer("a2b2 hello");
/// assert_eq!(referee.request().unwrap(), "2\nb\n.w\nbw\na2b2\n1\n");
/// referee.answer("b1a1"); // illegal: the stone is White's
/// let end = referee.game().end().unwrap();
/// assert_eq!((end.winner, &end.reason), (Some(Player::Right), &Reason::IllegalMove));
/// assert_eq!(referee.request(), None);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game<Turn<Clobber448>>,
    /// Whether Left and Right have had a turn.
    started: [bool; 2],
    /// The number of moves that belong to the opening.
    opening: usize,
    comment: String,
    dice: Dice,
}

impl Referee {
    /// Starts a game from this position. `first` moves first, in CodinGame Right. The seed determines the moves for the
    /// answer `random`.
    pub fn new(position: Clobber448, first: Player, seed: u64) -> Referee {
        Referee {
            game: Game::new(Turn::new(position, first), Terms::default()),
            started: [false; 2],
            opening: 0,
            comment: String::new(),
            dice: Dice::new(seed),
        }
    }

    /// Makes a move of the opening, before the first request. The next turn of each player is still its first.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is illegal; the game is unchanged then.
    pub fn open(&mut self, mv: ClobberMove) -> Result<(), Box<IllegalMove<Clobber448>>> {
        self.turn().play(mv)?;
        self.game.play(mv);
        self.opening = self.game.moves().len();
        Ok(())
    }

    /// The game, with its moves and its end.
    pub fn game(&self) -> &Game<Turn<Clobber448>> {
        &self.game
    }

    /// The position and the player to move.
    pub fn turn(&self) -> &Turn<Clobber448> {
        self.game.turn()
    }

    /// The comment of the last answer.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Returns the record of the game so far, with the names of Left and Right.
    pub fn record(&self, left: &str, right: &str) -> GameRecord {
        GameRecord { opening: self.opening, ..self.game.record(left, right) }
    }

    /// Whether the player to move has not had a turn yet.
    pub fn is_first_turn(&self) -> bool {
        !self.started[self.turn().to_move as usize]
    }

    /// The time limit of the player to move.
    pub fn limit(&self) -> Duration {
        if self.is_first_turn() { FIRST_TURN } else { LATER_TURN }
    }

    /// Returns the text to send to the player to move; `None` if the game is over.
    pub fn request(&self) -> Option<String> {
        if self.game.end().is_some() {
            return None;
        }
        let Turn { position, to_move } = self.turn();
        let request = Request::new(position, *to_move, self.game.moves().last().copied());
        let setup = if self.is_first_turn() { request.setup() } else { String::new() };
        Some(setup + &request.to_string())
    }

    /// Adds the time of a turn of the player to move. The limits are those of the caller.
    pub fn spend(&mut self, took: Duration) {
        self.game.spend(took);
    }

    /// Processes the answer of the player to move: a line without its line end.
    ///
    /// As in CodinGame's referee, the text before the first space needs only to start with a legal move; nothing is
    /// trimmed. Does nothing after the end of the game.
    pub fn answer(&mut self, line: &str) {
        if self.game.end().is_some() {
            return;
        }
        let (answer, turn) = (Answer::of(line), self.game.turn());
        let mv = match answer.action {
            "random" => self.dice.pick(turn.moves()),
            text => turn.moves().find(|&mv| text.starts_with(&action(mv))),
        };
        answer.shown_comment().clone_into(&mut self.comment);
        match mv {
            Some(mv) => {
                self.started[turn.to_move as usize] = true;
                self.game.play(mv);
            }
            None => {
                let shown: String = line.chars().take(MAX_SHOWN).collect();
                self.forfeit(Reason::IllegalMove, format!("{shown:?}"));
            }
        }
    }

    /// Ends the game: the player to move loses because of this fault. Does nothing after the end of the game.
    pub fn forfeit(&mut self, reason: Reason, fault: impl Into<String>) {
        self.game.forfeit(reason, Some(fault.into()));
    }
}

/// The number of characters of a wrong answer that are recorded. A first choice, not compared with others.
const MAX_SHOWN: usize = 60;
