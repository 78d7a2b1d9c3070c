//! The game of a record, as the rules have it.

use std::error::Error;
use std::fmt;

use dicot::Player;
use dicot::rules::{Ruleset, Turn};

use super::record::{GameRecord, Reason};

/// The game of a record: its moves are legal, and its result is what the rules say.
///
/// # Examples
/// ```
/// use dicot::rules::HugeClobber;
/// use dicot_arena::matches::{Records, Replay};
/// let text = r#"{"rules":"clobber","start":"xo.","moves":["a1-b1","a1-b1"]}"#;
/// let (_, record) = Records::of(text.as_bytes()).next().unwrap()?;
/// let error = Replay::<HugeClobber>::of(&record).unwrap_err();
/// assert_eq!(error.to_string(), "move 2: illegal move a1-b1 by Right: there is no stone to move");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay<P: Ruleset> {
    start: Turn<P>,
    moves: Vec<P::Move>,
    end: Turn<P>,
}

impl<P: Ruleset> Replay<P> {
    /// Plays the moves of a record, which is one of this ruleset.
    ///
    /// # Errors
    /// [`ReplayError`] if the start cannot be read, a move is illegal, or the result is not that of the game.
    pub fn of(record: &GameRecord) -> Result<Replay<P>, ReplayError> {
        let start = record.start.trim().parse::<P>();
        let start = start.map_err(|error| ReplayError::Start { reason: error.to_string() })?;
        let start = Turn::new(start, record.first);
        let (mut end, mut moves) = (start.clone(), Vec::with_capacity(record.moves.len()));
        for text in &record.moves {
            let ply = moves.len() + 1;
            let bad_move = |error: &dyn Error| ReplayError::Move { ply, reason: error.to_string() };
            let mv = end.position.read_move(text).map_err(|error| bad_move(&error))?;
            end = end.play(mv).map_err(|error| bad_move(&error))?;
            moves.push(mv);
        }
        let replay = Replay { start, moves, end };
        replay.check_result(record)?;
        Ok(replay)
    }

    /// Whether winner and reason can be true.
    fn check_result(&self, record: &GameRecord) -> Result<(), ReplayError> {
        let (player, winner) = (self.end.to_move, record.winner);
        let is_over = self.is_over();
        match &record.reason {
            Some(Reason::NoMoves) if !is_over => Err(ReplayError::NotOver { player }),
            Some(reason) if reason.is_draw() => {
                winner.map_or(Ok(()), |winner| Err(ReplayError::DrawWon { winner }))
            }
            Some(Reason::NoMoves) if winner.is_none() => {
                Err(ReplayError::WrongWinner { winner: !player })
            }
            Some(Reason::NoMoves) | None if is_over && winner == Some(player) => {
                Err(ReplayError::WrongWinner { winner: !player })
            }
            _ => Ok(()),
        }
    }

    /// The position at the beginning.
    pub fn start(&self) -> &Turn<P> {
        &self.start
    }

    /// The moves.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The position after the last move.
    pub fn end(&self) -> &Turn<P> {
        &self.end
    }

    /// Whether whoever is to move at the end cannot.
    pub fn is_over(&self) -> bool {
        self.end.moves().next().is_none()
    }

    /// All positions, from the start to the end: one more than there are moves.
    pub fn turns(&self) -> impl Iterator<Item = Turn<P>> {
        let mut turn = self.start.clone();
        let later = self.moves.iter().map(move |&mv| {
            turn.position.play_unchecked(turn.to_move, mv);
            turn.to_move = !turn.to_move;
            turn.clone()
        });
        std::iter::once(self.start.clone()).chain(later)
    }
}

/// Why a record is not that of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The start is no position of the ruleset.
    Start {
        /// Why not.
        reason: String,
    },
    /// A move cannot be read, or is illegal.
    Move {
        /// Which one, from 1.
        ply: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The record says that there are no moves left, and there are.
    NotOver {
        /// Who can still move.
        player: Player,
    },
    /// The record names another winner.
    WrongWinner {
        /// Who won.
        winner: Player,
    },
    /// The record says that the game was drawn, and names a winner.
    DrawWon {
        /// Whom it names.
        winner: Player,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Start { reason } => write!(f, "start: {reason}"),
            ReplayError::Move { ply, reason } => write!(f, "move {ply}: {reason}"),
            ReplayError::NotOver { player } => {
                write!(f, "the end: {player} can still move, and the record says \"no moves\"")
            }
            ReplayError::WrongWinner { winner } => {
                write!(f, "the end: {winner} has won, and the record says otherwise")
            }
            ReplayError::DrawWon { winner } => {
                write!(f, "the end: a draw, and the record says that {winner} won")
            }
        }
    }
}

impl Error for ReplayError {}
