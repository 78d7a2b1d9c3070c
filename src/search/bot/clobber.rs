//! The strong bot for Clobber.

use std::fmt;
use std::time::{Duration, Instant};

use super::Bot;
use super::alpha_beta::{AlphaBeta, BOUND};
use super::clobber_view::{ClobberView, Thinks, narrowed};
use super::decide::Decider;
use crate::Player;
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
/// For the last look at the clock.
const MARGIN: Duration = Duration::from_millis(2);

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
}

impl Thinks for ClobberBot {
    fn think<W: Word>(
        &mut self,
        position: &GenClobber<Orthogonal, W>,
        player: Player,
        deadline: Instant,
    ) -> Option<ClobberMove> {
        let deadline = deadline.checked_sub(MARGIN).unwrap_or(deadline);
        let view = ClobberView::new(position, player);
        let time = deadline.saturating_duration_since(Instant::now());
        let share = if view.stones() <= MOST_STONES { 0.4 } else { 1.0 };
        let found = self.search.search(&view, Instant::now() + time.mul_f64(share), 200)?;
        let steps: Vec<_> = self.search.steps.iter().map(|&step| view.mv(step)).collect();
        if found.value.abs() > BOUND || steps.len() == 1 || share == 1.0 {
            return Some(view.mv(found.step));
        }
        Some(self.decider.first_winning(position, player, &steps, deadline))
    }
}
