//! Who should have won a game, move by move, and who gave it away.

use std::any::Any;

use dicot::board::Wide;
use dicot::rules::{
    AnyStone, CornerOrCentre, DarkCornerOrCentre, KonaneGame, KonanePhase, Opening, Ruleset, Short,
    Turn,
};
use dicot::search::{Solver, Sum};
use dicot::{Player, ValueError};

use super::replay::Replay;

/// Who wins each position of a game with best play, and which moves gave a won game away.
///
/// Positions are solved from the end backwards, as far as the limits of the solver reach.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::HugeClobber;
/// use dicot::search::Solver;
/// use dicot_arena::matches::{Records, Replay, Review};
/// // Left could win in two ways, a1-b1 and c1-b1.
/// let text = r#"{"rules":"clobber","start":"xoxo","moves":["c1-d1","b1-a1"],"winner":"right"}"#;
/// let (_, record) = Records::of(text.as_bytes()).next().unwrap()?;
/// let replay = Replay::<HugeClobber>::of(&record)?;
/// let review = Review::of_short(&replay, &mut Solver::new());
/// assert_eq!(review.winners, [Player::Left, Player::Right, Player::Right].map(Some));
/// let mistake = review.last_mistake(Player::Left).unwrap();
/// assert_eq!((mistake.ply, mistake.better.unwrap().to_string().as_str()), (1, "a1-b1"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Review<M> {
    /// Who wins with best play, at the start and after each move; `None` where the solver no longer decides.
    pub winners: Vec<Option<Player>>,
    /// The moves that gave a won game away, in their order.
    pub mistakes: Vec<Mistake<M>>,
    /// Why the solver did not decide every position.
    pub limit: Option<ValueError>,
}

/// A move after which the opponent wins, though whoever made it could have won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake<M> {
    /// Which move, from 1.
    pub ply: usize,
    /// Who made it.
    pub player: Player,
    /// The move.
    pub mv: M,
    /// A move that wins instead, if there was time to find one.
    pub better: Option<M>,
}

impl<M> Review<M> {
    /// The moves before the first position that is decided: 0 if all are.
    pub fn undecided(&self) -> usize {
        self.winners.iter().take_while(|winner| winner.is_none()).count()
    }

    /// The last mistake of a player: the move with which the game was lost, if that player lost it.
    pub fn last_mistake(&self, player: Player) -> Option<&Mistake<M>> {
        self.mistakes.iter().rev().find(|mistake| mistake.player == player)
    }
}

impl<M: Copy> Review<M> {
    /// The review of a game whose positions have values.
    pub fn of_short<P>(replay: &Replay<P>, solver: &mut Solver) -> Review<M>
    where
        P: Short + Ruleset<Move = M>,
    {
        Reviewer { solver, sum: |position: &P| Some(Sum::from(position.clone())) }.review(replay)
    }

    /// The review of a match of Konane: its jumps have values. `None` for all other rulesets without values.
    pub fn of_match<P>(replay: &Replay<P>, solver: &mut Solver) -> Option<Review<M>>
    where
        P: Ruleset<Move = M>,
    {
        let sum = jumps::<P, CornerOrCentre>()
            .or_else(jumps::<P, AnyStone>)
            .or_else(jumps::<P, DarkCornerOrCentre>)?;
        Some(Reviewer { solver, sum }.review(replay))
    }
}

/// The sum that is left to play, unless the next move is still one of the opening.
type SumOf<P> = fn(&P) -> Option<Sum>;

/// What makes sums of matches of Konane, if `P` is the type of those with that opening.
fn jumps<P: Ruleset, O: Opening>() -> Option<SumOf<P>> {
    let sum: SumOf<KonaneGame<O, Wide>> =
        |game| (game.phase() == KonanePhase::Jumps).then(|| Sum::from(*game.position()));
    (&sum as &dyn Any).downcast_ref().copied()
}

/// Finds out who wins.
struct Reviewer<'a, P> {
    solver: &'a mut Solver,
    sum: SumOf<P>,
}

impl<P: Ruleset> Reviewer<'_, P> {
    fn review(mut self, replay: &Replay<P>) -> Review<P::Move> {
        let turns: Vec<Turn<P>> = replay.turns().collect();
        let mut review =
            Review { winners: vec![None; turns.len()], mistakes: Vec::new(), limit: None };
        let Reviewer { solver, sum } = &mut self;
        solver.as_one_call(|solver| {
            let mut reviewer = Reviewer { solver, sum: *sum };
            for (i, turn) in turns.iter().enumerate().rev() {
                let after = review.winners.get(i + 1).copied().flatten();
                // Whoever made a winning move could win.
                let won = after == Some(turn.to_move);
                match if won { Ok(true) } else { reviewer.wins(turn) } {
                    Ok(true) => review.winners[i] = Some(turn.to_move),
                    Ok(false) => review.winners[i] = Some(!turn.to_move),
                    Err(limit) => {
                        review.limit = Some(limit);
                        break;
                    }
                }
                if let (Some(&mv), false) = (replay.moves().get(i), won)
                    && review.winners[i] == Some(turn.to_move)
                {
                    let better = reviewer.winning_move(turn).ok().flatten();
                    let player = turn.to_move;
                    review.mistakes.push(Mistake { ply: i + 1, player, mv, better });
                }
            }
            review.mistakes.reverse();
        });
        review
    }

    /// Whether the player to move wins.
    fn wins(&mut self, turn: &Turn<P>) -> Result<bool, ValueError> {
        match (self.sum)(&turn.position) {
            Some(sum) => self.solver.wins_first(&sum, turn.to_move),
            None => Ok(self.winning_move(turn)?.is_some()),
        }
    }

    fn winning_move(&mut self, turn: &Turn<P>) -> Result<Option<P::Move>, ValueError> {
        for mv in turn.moves() {
            let mut next = turn.clone();
            next.position.play_unchecked(turn.to_move, mv);
            next.to_move = !turn.to_move;
            if !self.wins(&next)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
