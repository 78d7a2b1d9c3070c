//! The strong bot for Konane.

use std::fmt;
use std::sync::Arc;

use dicot::analysis::ValueSource;
use dicot::board::Word;
use dicot::rules::{
    Konane, KonaneGame, Position, Turn,
    konane::{KonaneMove, KonanePhase, Opening},
};
use dicot::{Instant, Interrupt, Player};

use crate::alpha_beta::AlphaBeta;
use crate::endgame::Endgame;
use crate::konane_view::KonaneView;
use crate::transposition::MAX_VALUE;
use crate::{Bot, Dice, before, is_due, share_of};

/// The strong player of Konane: alpha-beta search, and the [`Solver`](dicot::solver::Solver) as soon as it can decide.
///
/// The search counts jumps and the stones that can jump. The bot does not give a won position away once the solver is
/// done within the time.
pub struct KonaneBot {
    search: AlphaBeta,
    endgame: Endgame,
    dice: Dice,
    interrupt: Interrupt,
}

/// The solver is not asked where both players together have more moves. A guess.
const MAX_SOLVED_MOVES: u64 = 40;
/// The share of the time for the alpha-beta search where the solver is asked as well. A guess.
const SEARCH_SHARE: f64 = 0.6;

impl KonaneBot {
    /// Creates a bot with an empty transposition table of 16 MiB, and an empty solver. The seed decides which stone it
    /// removes first.
    pub fn new(seed: u64) -> KonaneBot {
        KonaneBot {
            search: AlphaBeta::new(20),
            endgame: Endgame::new(),
            dice: Dice::new(seed),
            interrupt: Interrupt::default(),
        }
    }

    /// The moves of a position of jumps, the best first, and the value of the best.
    fn rank_jumps<W: Word>(
        &mut self,
        position: &Konane<W>,
        player: Player,
        until: Instant,
    ) -> (Vec<KonaneMove>, i32) {
        match position.shape().cells() {
            ..=64 => self.rank_in::<1, W>(position, player, until),
            65..=128 => self.rank_in::<2, W>(position, player, until),
            _ => self.rank_in::<7, W>(position, player, until),
        }
    }

    /// [`rank_jumps`](KonaneBot::rank_jumps) with sets of `N` words.
    fn rank_in<const N: usize, W: Word>(
        &mut self,
        position: &Konane<W>,
        player: Player,
        until: Instant,
    ) -> (Vec<KonaneMove>, i32) {
        let view = KonaneView::<N>::new(position, player);
        let mut stop = || is_due(until, &self.interrupt);
        let ranking = self.search.rank_moves(&view, u32::MAX, &mut stop);
        (ranking.steps.into_iter().map(|step| view.mv(step)).collect(), ranking.value)
    }

    fn jump<W: Word>(
        &mut self,
        position: &Konane<W>,
        player: Player,
        deadline: Instant,
    ) -> Option<KonaneMove> {
        let moves = position.move_count(Player::Left) + position.move_count(Player::Right);
        let share = (moves <= MAX_SOLVED_MOVES).then_some(SEARCH_SHARE);
        let until = share_of(share.unwrap_or(1.0), deadline);
        let (moves, value) = self.rank_jumps(position, player, until);
        if share.is_none() || value.abs() > MAX_VALUE {
            return moves.first().copied();
        }
        self.endgame.best_move(position, player, &moves, deadline, &self.interrupt)
    }

    /// The stone to remove: any one at the start of the game, later the one that leaves the opponent the position of
    /// the least value.
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
            let (jumps, value) = self.rank_jumps(&after.position, !player, Instant::now() + share);
            if jumps.is_empty() { i32::MIN } else { value }
        })
    }
}

impl fmt::Debug for KonaneBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KonaneBot").field("endgame", &self.endgame).finish_non_exhaustive()
    }
}

impl<O: Opening, W: Word> Bot<KonaneGame<O, W>> for KonaneBot {
    fn choose(&mut self, turn: &Turn<KonaneGame<O, W>>, deadline: Instant) -> Option<KonaneMove> {
        let deadline = before(deadline);
        let (game, player) = (&turn.position, turn.to_move);
        if game.phase() != KonanePhase::Jumps {
            return self.remove(game, player, deadline);
        }
        self.jump(&game.position, player, deadline)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    fn set_value_source(&mut self, values: Arc<dyn ValueSource>) {
        self.endgame.set_value_source(values);
    }
}
