//! The game of a record, checked against the rules.

use std::iter::once;

use dicot::rules::{AnyMove, AnyRuleset, Position, Ruleset, Turn};
use dicot::{LimitKind, Limits, Player};
use dicot_rulesets::{AnyTurn, Failure, RulesetExt};

use super::record::GameRecord;
use crate::game::Reason;

/// The game of a record, whose moves are legal and whose result agrees with the rules.
///
/// # Examples
/// ```
/// use dicot_rulesets::library;
/// use dicot_arena::matches::{Records, Replay};
/// let text = r#"{"rules":"clobber","start":"xo.","moves":["a1-b1","a1-b1"]}"#;
/// let (_, record) = Records::of(text.as_bytes()).next().unwrap()?;
/// let error = Replay::of(&library().find("clobber").unwrap(), &record).unwrap_err();
/// assert_eq!(error.to_string(), "move 2: illegal move a1-b1 by Right: there is no stone to move");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    /// The turn before each move.
    before: Vec<AnyTurn>,
    moves: Vec<AnyMove>,
    end: AnyTurn,
}

impl Replay {
    /// Plays the moves of a record, which is one of this ruleset.
    ///
    /// # Errors
    /// [`ReplayError`] if the start cannot be read, a move is illegal, or the result is not that of the game.
    pub fn of(ruleset: &AnyRuleset, record: &GameRecord) -> Result<Replay, ReplayError> {
        Replay::within(ruleset, record, &Limits::default())
    }

    /// As [`of`](Replay::of), while the deadline and the interrupt of the limits allow: they are checked before each move.
    ///
    /// # Errors
    /// As [`of`](Replay::of), and [`ReplayError::Limit`].
    ///
    /// # Examples
    /// ```
    /// use dicot::{Interrupt, LimitKind, Limits, Player};
    /// use dicot_rulesets::library;
    /// use dicot_arena::matches::{GameRecord, Replay, ReplayError};
    /// let record = GameRecord::new("clobber", "xo", vec!["a1-b1".to_owned()]);
    /// let interrupt = Interrupt::default();
    /// interrupt.set();
    /// let limits = Limits::default().with_interrupt(interrupt);
    /// let error = Replay::within(&library().find("clobber").unwrap(), &record, &limits).unwrap_err();
    /// assert_eq!(error, ReplayError::Limit(LimitKind::Interrupted));
    /// ```
    pub fn within(
        ruleset: &AnyRuleset,
        record: &GameRecord,
        limits: &Limits,
    ) -> Result<Replay, ReplayError> {
        let start = ruleset.parse(&record.start);
        let bad_start = |failure: Failure| ReplayError::Start { reason: failure.message().into() };
        let start = Turn { position: start.map_err(bad_start)?, to_move: record.first };
        let replay = Replay::from_start(start, &record.moves, limits)?;
        replay.check_result(record)?;
        Ok(replay)
    }

    /// Plays moves from a start, while the deadline and the interrupt of the limits allow.
    ///
    /// # Errors
    /// As [`within`](Replay::within).
    pub fn from_start(
        start: AnyTurn,
        played: &[String],
        limits: &Limits,
    ) -> Result<Replay, ReplayError> {
        let (mut before, mut moves, mut end) = (Vec::new(), Vec::new(), start);
        for (text, ply) in played.iter().zip(1..) {
            limits.check().map_err(ReplayError::Limit)?;
            let bad_move = |reason| ReplayError::Move { ply, reason };
            let mv = end.position.read_move(text).map_err(|error| bad_move(error.to_string()))?;
            let next = end.clone().play(mv).map_err(|illegal| bad_move(illegal.to_string()))?;
            before.push(std::mem::replace(&mut end, next));
            moves.push(mv);
        }
        Ok(Replay { before, moves, end })
    }

    /// Checks that winner and reason do not contradict the moves.
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

    /// The ruleset.
    pub fn ruleset(&self) -> &AnyRuleset {
        self.end.position.ruleset()
    }

    /// The position at the beginning.
    pub fn start(&self) -> &AnyTurn {
        self.before.first().unwrap_or(&self.end)
    }

    /// The moves.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// The position after the last move.
    pub fn end(&self) -> &AnyTurn {
        &self.end
    }

    /// Whether the player to move at the end cannot move.
    pub fn is_over(&self) -> bool {
        self.end.position.move_count(self.end.to_move) == 0
    }

    /// Who won by the rules, if the game is over.
    pub fn winner(&self) -> Option<Player> {
        self.is_over().then_some(!self.end.to_move)
    }

    /// All positions, from the start to the end: one more than there are moves.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = &AnyTurn> {
        self.before.iter().chain(once(&self.end))
    }
}

/// The error for a record that is not a valid game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The start is not a position of the ruleset.
    #[error("start: {reason}")]
    Start {
        /// What is wrong with it.
        reason: String,
    },
    /// A move cannot be read, or is illegal.
    #[error("move {ply}: {reason}")]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The deadline has passed, or the interrupt is set.
    #[error("{0}")]
    Limit(LimitKind),
    /// According to the record there is no legal move at the end, but there is one.
    #[error("the end: the reason is \"no moves\", but {player} can move")]
    NotOver {
        /// The player who can move.
        player: Player,
    },
    /// The record names a wrong winner.
    #[error("the end: {winner} has won, but the record says otherwise")]
    WrongWinner {
        /// The player who has won.
        winner: Player,
    },
    /// The record of a draw names a winner.
    #[error("the end: the game is a draw, but the record names {winner} as the winner")]
    DrawWon {
        /// The winner that it names.
        winner: Player,
    },
}
