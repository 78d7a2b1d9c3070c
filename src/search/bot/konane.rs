//! The strong bot for Konane.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::alpha_beta::{AlphaBeta, before};
use super::decide::Decider;
use super::konane_view::KonaneView;
use super::{Bot, Dice, Interrupt};
use crate::Player;
use crate::analysis::KnownValues;
use crate::board::Word;
use crate::rules::{Konane, KonaneGame, KonaneMove, KonanePhase, Opening, Position, Turn};

/// The strong player of Konane: alpha-beta search, and the [`Solver`](crate::search::Solver) as soon as that can
/// decide.
///
/// Jumps are counted, as are the stones that can jump; a position from which it can be won is not given away once the
/// solver gets through within the time.
pub struct KonaneBot {
    search: AlphaBeta,
    decider: Decider,
    dice: Dice,
}

/// With more moves of both players than that the solver is not asked.
const MOST_MOVES: u64 = 40;

impl KonaneBot {
    /// A bot that has not thought about anything yet; the seed is for the choice of the first stone.
    pub fn new(seed: u64) -> KonaneBot {
        KonaneBot { search: AlphaBeta::new(20), decider: Decider::new(), dice: Dice::new(seed) }
    }

    fn jump<W: Word>(
        &mut self,
        position: &Konane<W>,
        player: Player,
        deadline: Instant,
    ) -> Option<KonaneMove> {
        let view = KonaneView::new(position, player);
        let moves = position.move_count(Player::Left) + position.move_count(Player::Right);
        let share = (moves <= MOST_MOVES).then_some(0.6);
        let of = (&view, position, player);
        self.decider.search_and_decide(&mut self.search, of, |step| view.mv(step), share, deadline)
    }

    /// The stone to remove after which the other player stands worst.
    fn remove<O: Opening, W: Word>(
        &mut self,
        game: &KonaneGame<O, W>,
        player: Player,
        deadline: Instant,
    ) -> Option<KonaneMove> {
        let moves: Vec<_> = game.moves(player).collect();
        if game.phase() == KonanePhase::FirstRemoval {
            return self.dice.pick(moves.into_iter());
        }
        let time = deadline.saturating_duration_since(Instant::now());
        let share = time / (moves.len() as u32 + 1);
        moves.into_iter().min_by_key(|&mv| {
            let mut after = *game;
            after.play_unchecked(player, mv);
            let view = KonaneView::new(after.position(), !player);
            let found = self.search.search(&view, Instant::now() + share, u32::MAX);
            found.map_or(i32::MIN, |found| found.value)
        })
    }
}

impl fmt::Debug for KonaneBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KonaneBot").field("decider", &self.decider).finish_non_exhaustive()
    }
}

impl<O: Opening, W: Word> Bot<KonaneGame<O, W>> for KonaneBot {
    fn choose(&mut self, turn: &Turn<KonaneGame<O, W>>, deadline: Instant) -> Option<KonaneMove> {
        let deadline = before(deadline);
        let (game, player) = (&turn.position, turn.to_move);
        if game.phase() != KonanePhase::Jumps {
            return self.remove(game, player, deadline);
        }
        if let Ok(small) = game.position().convert::<u64>() {
            self.jump(&small, player, deadline)
        } else if let Ok(wide) = game.position().convert::<u128>() {
            self.jump(&wide, player, deadline)
        } else {
            self.jump(game.position(), player, deadline)
        }
    }

    fn heed(&mut self, interrupt: Arc<AtomicBool>) {
        let interrupt = Interrupt(Some(interrupt));
        self.search.interrupt = interrupt.clone();
        self.decider.interrupt = interrupt;
    }

    fn consult(&mut self, values: Arc<dyn KnownValues>) {
        self.decider.consult(values);
    }
}
