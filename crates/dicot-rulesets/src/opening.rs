//! Who wins where a match opens with moves of another kind, which do not belong to a sum: the removals of Konane.

use dicot::rules::{AnyPosition, Position};
use dicot::solver::{Solver, Sum, SumMove, VerifyError};
use dicot::{Player, ValueError};

use crate::PositionExt;

/// What is searched: a sum, or a position before the end of the opening, whose moves are tried one after another until
/// sums are left.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::solver::Solver;
/// use dicot_rulesets::{RulesetExt, Subject, library};
/// let start = library().find("konane-artemis").unwrap().start_position(4, 4).unwrap();
/// assert!(!Subject::of(start).wins_first(&mut Solver::new(), Player::Left)?);
/// # Ok::<_, dicot::ValueError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// A sum.
    Sum(Sum),
    /// A position in the opening.
    Opening(AnyPosition),
}

/// A move: the number of its part, and its text.
pub type PartMove = (usize, String);

fn part_move(mv: SumMove) -> PartMove {
    (mv.part, mv.mv)
}

impl Subject {
    /// What is searched for a position.
    pub fn of(position: AnyPosition) -> Subject {
        match position.sum() {
            Some(sum) => Subject::Sum(sum),
            None => Subject::Opening(position),
        }
    }

    /// A player's moves in the opening, and what is searched after them.
    fn options(position: &AnyPosition, player: Player) -> Vec<(PartMove, Subject)> {
        let moves = position.moves(player).map(|mv| (0, mv.to_string()));
        moves.zip(position.options(player).map(Subject::of)).collect()
    }

    /// Whether the player wins, moving first.
    ///
    /// # Errors
    /// If a limit of the solver is reached, or the position has no value.
    pub fn wins_first(&self, solver: &mut Solver, player: Player) -> Result<bool, ValueError> {
        match self {
            Subject::Sum(sum) => solver.wins_first(sum, player),
            Subject::Opening(position) => {
                let options = Subject::options(position, player);
                let ends = options.is_empty();
                for (_, option) in options {
                    if !option.wins_first(solver, !player)? {
                        return Ok(true);
                    }
                }
                Ok(ends && solver.misere)
            }
        }
    }

    /// The moves with which the player wins, moving first.
    pub fn winning_moves(
        &self,
        solver: &mut Solver,
        player: Player,
    ) -> Result<Vec<PartMove>, ValueError> {
        match self {
            Subject::Sum(sum) => {
                Ok(solver.winning_moves(sum, player)?.into_iter().map(part_move).collect())
            }
            Subject::Opening(position) => {
                let mut winning = Vec::new();
                for (mv, option) in Subject::options(position, player) {
                    if !option.wins_first(solver, !player)? {
                        winning.push(mv);
                    }
                }
                Ok(winning)
            }
        }
    }

    /// A line of best play: the first winning move, or the first move.
    pub fn line(&self, solver: &mut Solver, player: Player) -> Result<Vec<PartMove>, ValueError> {
        match self {
            Subject::Sum(sum) => Ok(solver.line(sum, player)?.into_iter().map(part_move).collect()),
            Subject::Opening(position) => {
                let mut first = None;
                for (mv, option) in Subject::options(position, player) {
                    let wins = !option.wins_first(solver, !player)?;
                    if wins || first.is_none() {
                        first = Some((mv, option));
                    }
                    if wins {
                        break;
                    }
                }
                let Some((mv, option)) = first else { return Ok(Vec::new()) };
                Ok([vec![mv], option.line(solver, !player)?].concat())
            }
        }
    }

    /// Plays the winner's moves against all replies, and returns the number of positions.
    pub fn verify(&self, solver: &mut Solver, player: Player) -> Result<u64, VerifyError> {
        match self {
            Subject::Sum(sum) => {
                let verified = solver.verify(sum, player)?;
                Ok(verified.winner_positions + verified.loser_positions)
            }
            Subject::Opening(position) => {
                let wins = self.wins_first(solver, player)?;
                let mut positions = 1;
                for (_, option) in Subject::options(position, player) {
                    if !wins || !option.wins_first(solver, !player)? {
                        positions += option.verify(solver, !player)?;
                        if wins {
                            break;
                        }
                    }
                }
                Ok(positions)
            }
        }
    }
}
