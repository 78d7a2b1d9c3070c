//! The winner with best play after each move of a game, and the mistakes.

use dicot::rules::{AnyMove, AnyPosition, Position};
use dicot::solver::Solver;
use dicot::{Instant, Limits, Player, Store, ValueError};
use dicot_loopy::Exploration;
use dicot_rulesets::{AnyTurn, PositionExt, RulesetExt, Subject};

use super::replay::Replay;

/// The winner of each position of a game with best play, and the moves that turned a win into a loss.
///
/// Positions are solved from the end backwards, until the solver reaches a limit. Where play need not end, those that they lead to are
/// explored instead, and solved by retrograde analysis.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::solver::Solver;
/// use dicot_rulesets::library;
/// use dicot_arena::matches::{Records, Replay, Review};
/// // Left could win in two ways, a1-b1 and c1-b1.
/// let text = r#"{"rules":"clobber","start":"xoxo","moves":["c1-d1","b1-a1"],"winner":"right"}"#;
/// let (_, record) = Records::of(text.as_bytes()).next().unwrap()?;
/// let replay = Replay::of(&library().find("clobber").unwrap(), &record)?;
/// let review = Review::of(&replay, &mut Solver::new()).unwrap();
/// assert_eq!(review.winners, [Player::Left, Player::Right, Player::Right].map(Some));
/// let mistake = review.last_mistake(Player::Left).unwrap();
/// assert_eq!((mistake.ply, mistake.better.unwrap().text()), (1, "a1-b1"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review {
    /// Who wins with best play, at the start and after each move; `None` where it is a draw, or the solver no longer decides.
    pub winners: Vec<Option<Player>>,
    /// Whether it is a draw with best play, at the start and after each move.
    pub draws: Vec<bool>,
    /// The moves that gave a won game or a draw away, in their order.
    pub mistakes: Vec<Mistake>,
    /// Why the solver did not decide every position.
    pub limit: Option<ValueError>,
}

/// A move that gave a won game or a draw away.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// Which move, from 1.
    pub ply: usize,
    /// The player who made it.
    pub player: Player,
    /// The move.
    pub mv: AnyMove,
    /// A move that wins instead, or that keeps the draw, if there was time to find one.
    pub better: Option<AnyMove>,
    /// The answer that wins, or that keeps the draw, if there was time to find one.
    pub answer: Option<AnyMove>,
}

impl Review {
    /// The review of a game; `None` if the positions of its ruleset cannot be solved.
    pub fn of(replay: &Replay, solver: &mut Solver) -> Option<Review> {
        let turns: Vec<&AnyTurn> = replay.turns().collect();
        let mut review = Review {
            winners: vec![None; turns.len()],
            draws: vec![false; turns.len()],
            mistakes: Vec::new(),
            limit: None,
        };
        if replay.ruleset().has_loopy_values() {
            let limits = solver.as_one_call(|_, limits| limits.clone());
            review.limit = review.explore(replay.moves(), &turns, &limits).err();
            return Some(review);
        }
        if !replay.ruleset().has_sums() {
            return None;
        }
        solver.as_one_call(|solver, _| {
            for (i, &turn) in turns.iter().enumerate().rev() {
                let (player, after) = (turn.to_move, review.winners.get(i + 1).copied().flatten());
                // Whoever made a winning move could win.
                let won = after == Some(player);
                match if won { Ok(true) } else { wins(solver, &turn.position, player) } {
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
                    let mut find = |turn: &AnyTurn| {
                        winning_move(solver, &turn.position, turn.to_move).ok().flatten()
                    };
                    let (better, answer) = (find(turn), find(turns[i + 1]));
                    review.mistakes.push(Mistake { ply: i + 1, player, mv: *mv, better, answer });
                }
            }
            review.mistakes.reverse();
        });
        Some(review)
    }

    /// Reviews a game whose play need not end, as far back as all positions that follow fit the limits: a half of the time and of the
    /// memory is for finding them.
    fn explore(
        &mut self,
        moves: &[AnyMove],
        turns: &[&AnyTurn],
        limits: &Limits,
    ) -> Result<(), ValueError> {
        let now = Instant::now();
        let half = |end: Instant| now + end.saturating_duration_since(now) / 2;
        let to_explore = limits
            .clone()
            .with_deadline(limits.deadline.map(half))
            .with_bytes(limits.bytes.map(|bytes| bytes / 2));
        let (store, mut backwards) = (Store::new(), turns.iter().rev().map(|turn| &turn.position));
        let Some(end) = backwards.next() else { return Ok(()) };
        let earlier: Vec<&AnyPosition> = backwards.collect();
        let explored = end.explore(&earlier, &mut store.calculate(&to_explore), &mut |_| {});
        let Some(Exploration { graph, roots, limit, .. }) = explored else { return Ok(()) };
        let outcomes = graph.outcomes(&mut store.calculate(limits))?;
        let winner = |number: u32, to_move| outcomes[number as usize].winner(to_move);
        for (i, &number) in (0..turns.len()).rev().zip(&roots) {
            let player = turns[i].to_move;
            self.winners[i] = winner(number, player);
            self.draws[i] = self.winners[i].is_none();
            let (best, played) = (self.winners[i], self.winners.get(i + 1).copied().flatten());
            let Some(mv) = moves.get(i).filter(|_| best != played) else { continue };
            let to = |turn: &AnyTurn, number: u32, result| {
                let mut options = graph.options(number, turn.to_move).iter();
                let n = options.position(|&option| winner(option, !turn.to_move) == result)?;
                turn.position.moves(turn.to_move).nth(n)
            };
            let better = to(turns[i], number, best);
            let after = turns.len().checked_sub(i + 2).and_then(|n| roots.get(n));
            let answer = after.and_then(|&after| to(turns[i + 1], after, played));
            self.mistakes.push(Mistake { ply: i + 1, player, mv: *mv, better, answer });
        }
        self.mistakes.reverse();
        limit.map_or(Ok(()), Err)
    }

    /// The moves before the first position that is decided: 0 if all are.
    pub fn undecided(&self) -> usize {
        let decided = self.winners.iter().zip(&self.draws);
        decided.take_while(|(winner, draw)| winner.is_none() && !**draw).count()
    }

    /// The last mistake of a player: the move with which the game was lost, if that player lost it.
    pub fn last_mistake(&self, player: Player) -> Option<&Mistake> {
        self.mistakes.iter().rev().find(|mistake| mistake.player == player)
    }

    /// The move with which the game that `winner` won was lost. A player who resigns a won game has not lost it by a move.
    pub fn losing_mistake(&self, winner: Player) -> Option<&Mistake> {
        (self.winners.last() == Some(&Some(winner))).then(|| self.last_mistake(!winner))?
    }
}

/// Whether the player wins, moving first.
fn wins(solver: &mut Solver, position: &AnyPosition, player: Player) -> Result<bool, ValueError> {
    Subject::of(position.clone()).wins_first(solver, player)
}

/// A move with which the player wins.
fn winning_move(
    solver: &mut Solver,
    position: &AnyPosition,
    player: Player,
) -> Result<Option<AnyMove>, ValueError> {
    for (mv, option) in position.moves(player).zip(position.options(player)) {
        if !wins(solver, &option, !player)? {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}
