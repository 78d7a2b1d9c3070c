//! The strong bot for Clobber.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::alpha_beta::{AlphaBeta, before};
use super::clobber_view::{ClobberView, Thinks, narrowed};
use super::decide::Decider;
use super::{Bot, Interrupt};
use crate::Player;
use crate::analysis::KnownValues;
use crate::board::Word;
use crate::rules::{ClobberMove, GenClobber, HugeClobber, Orthogonal, Turn};

/// The strong player of Clobber: alpha-beta search, and the [`Solver`](crate::search::Solver) as soon as that can decide.
///
/// A position from which it can be won is not given away once the solver gets through within the time: in a
/// tenth of a second about 35 stones that can still take part. It needs up to half a GiB of memory for
/// long thoughts.
pub struct ClobberBot {
    search: AlphaBeta,
    decider: Decider,
}

/// With more stones than that the solver is not asked.
const MOST_STONES: u32 = 52;

impl Default for ClobberBot {
    fn default() -> ClobberBot {
        ClobberBot::new()
    }
}

impl ClobberBot {
    /// A bot that has not thought about anything yet.
    pub fn new() -> ClobberBot {
        ClobberBot { search: AlphaBeta::new(20), decider: Decider::new() }
    }
}

impl fmt::Debug for ClobberBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClobberBot").field("decider", &self.decider).finish_non_exhaustive()
    }
}

impl Bot<HugeClobber> for ClobberBot {
    fn choose(&mut self, turn: &Turn<HugeClobber>, deadline: Instant) -> Option<ClobberMove> {
        narrowed(self, turn, deadline)
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

impl Thinks for ClobberBot {
    fn think<W: Word>(
        &mut self,
        position: &GenClobber<Orthogonal, W>,
        player: Player,
        deadline: Instant,
    ) -> Option<ClobberMove> {
        let view = ClobberView::new(position, player);
        let share = (view.stones() <= MOST_STONES).then_some(0.4);
        let of = (&view, position, player);
        let mv = |step| view.mv(step);
        self.decider.search_and_decide(&mut self.search, of, mv, share, before(deadline))
    }
}
