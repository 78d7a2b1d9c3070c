//! The winner with best play after each move of a game, and the mistakes.

use dicot::solver::Solver;
use dicot::{Player, ValueError};
use dicot_answers::object::{PositionObject, TurnObject};

use super::replay::Replay;

/// The winner of each position of a game with best play, and the moves that turned a win into a loss.
///
/// Positions are solved from the end backwards, until the solver reaches a limit.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::solver::Solver;
/// use dicot_answers::rulesets::library;
/// use dicot_arena::matches::{Records, Replay, Review};
/// // Left could win in two ways, a1-b1 and c1-b1.
/// let text = r#"{"rules":"clobber","start":"xoxo","moves":["c1-d1","b1-a1"],"winner":"right"}"#;
/// let (_, record) = Records::of(text.as_bytes()).next().unwrap()?;
/// let replay = Replay::of(library().find("clobber").unwrap(), &record)?;
/// let review = Review::of(&replay, &mut Solver::new()).unwrap();
/// assert_eq!(review.winners, [Player::Left, Player::Right, Player::Right].map(Some));
/// let mistake = review.last_mistake(Player::Left).unwrap();
/// assert_eq!((mistake.ply, mistake.better.as_deref().unwrap()), (1, "a1-b1"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// Who wins with best play, at the start and after each move; `None` where the solver no longer decides.
    pub winners: Vec<Option<Player>>,
    /// The moves that gave a won game away, in their order.
    pub mistakes: Vec<Mistake>,
    /// Why the solver did not decide every position.
    pub limit: Option<ValueError>,
}

/// A move after which the opponent wins, though whoever made it could have won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// Which move, from 1.
    pub ply: usize,
    /// The player who made it.
    pub player: Player,
    /// The move.
    pub mv: String,
    /// A move that wins instead, if there was time to find one.
    pub better: Option<String>,
}

impl Review {
    /// The review of a game; `None` if the positions of its ruleset cannot be solved.
    pub fn of(replay: &Replay, solver: &mut Solver) -> Option<Review> {
        let turns: Vec<&TurnObject> = replay.turns().collect();
        let mut review =
            Review { winners: vec![None; turns.len()], mistakes: Vec::new(), limit: None };
        if !replay.ruleset().has_sums() {
            return None;
        }
        solver.as_one_call(|solver, _| {
            for (i, &turn) in turns.iter().enumerate().rev() {
                let (player, after) = (turn.to_move, review.winners.get(i + 1).copied().flatten());
                // Whoever made a winning move could win.
                let won = after == Some(player);
                match if won { Ok(true) } else { wins(solver, &*turn.position, player) } {
                    Ok(true) => review.winners[i] = Some(player),
                    Ok(false) => review.winners[i] = Some(!player),
                    Err(limit) => {
                        review.limit = Some(limit);
                        break;
                    }
                }
                if let (Some(mv), false) = (replay.moves().get(i), won)
                    && review.winners[i] == Some(player)
                {
                    let better = winning_move(solver, &*turn.position, player).ok().flatten();
                    let mv = mv.clone();
                    review.mistakes.push(Mistake { ply: i + 1, player, mv, better });
                }
            }
            review.mistakes.reverse();
        });
        Some(review)
    }

    /// The moves before the first position that is decided: 0 if all are.
    pub fn undecided(&self) -> usize {
        self.winners.iter().take_while(|winner| winner.is_none()).count()
    }

    /// The last mistake of a player: the move with which the game was lost, if that player lost it.
    pub fn last_mistake(&self, player: Player) -> Option<&Mistake> {
        self.mistakes.iter().rev().find(|mistake| mistake.player == player)
    }
}

/// Whether the player wins, moving first.
fn wins(
    solver: &mut Solver,
    position: &dyn PositionObject,
    player: Player,
) -> Result<bool, ValueError> {
    match position.sum() {
        Some(sum) => solver.wins_first(&sum, player),
        None => Ok(winning_move(solver, position, player)?.is_some()),
    }
}

/// A move with which the player wins.
fn winning_move(
    solver: &mut Solver,
    position: &dyn PositionObject,
    player: Player,
) -> Result<Option<String>, ValueError> {
    for (mv, option) in position.moves(player).into_iter().zip(position.options(player)) {
        if !wins(solver, &*option, !player)? {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}
