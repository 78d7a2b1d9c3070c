//! A bot for Clobber that searches and knows no values.
//!
//! Written for the standard library alone, and for edition 2021: it is part of the bot in one file.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::alpha_beta::{AlphaBeta, before};
use super::clobber_view::{ClobberView, Thinks, narrowed};
use super::{Bot, Interrupt};
use crate::Player;
use crate::board::Word;
use crate::rules::{ClobberMove, GenClobber, HugeClobber, Orthogonal, Turn};

/// A player of Clobber that does nothing but alpha-beta search.
///
/// It needs no solver and no values, and so fits into one file with the rules.
pub struct AlphaBetaBot {
    search: AlphaBeta,
}

impl Default for AlphaBetaBot {
    fn default() -> AlphaBetaBot {
        AlphaBetaBot::new()
    }
}

impl AlphaBetaBot {
    /// A bot that has not thought about anything yet.
    pub fn new() -> AlphaBetaBot {
        AlphaBetaBot { search: AlphaBeta::new(20) }
    }
}

impl std::fmt::Debug for AlphaBetaBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AlphaBetaBot")
    }
}

impl Bot<HugeClobber> for AlphaBetaBot {
    fn choose(&mut self, turn: &Turn<HugeClobber>, deadline: Instant) -> Option<ClobberMove> {
        narrowed(self, turn, deadline)
    }

    fn heed(&mut self, interrupt: Arc<AtomicBool>) {
        self.search.interrupt = Interrupt(Some(interrupt));
    }
}

impl Thinks for AlphaBetaBot {
    fn think<W: Word>(
        &mut self,
        position: &GenClobber<Orthogonal, W>,
        player: Player,
        deadline: Instant,
    ) -> Option<ClobberMove> {
        let view = ClobberView::new(position, player);
        self.search.search(&view, before(deadline), u32::MAX).map(|found| view.mv(found.step))
    }
}
