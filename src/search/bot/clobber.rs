//! The strong bot for Clobber.

use std::fmt;
use std::time::{Duration, Instant};

use super::alpha_beta::{AlphaBeta, BOUND};
use super::clobber_view::ClobberView;
use super::Bot;
use crate::Player;
use crate::board::{Cell, Symmetry, Word};
use crate::rules::{
    Clobber, ClobberMove, GenClobber, HugeClobber, Orthogonal, Position, Turn, WideClobber,
};
use crate::search::{Solver, SolverLimits, Sum};

/// The strong player of Clobber: alpha-beta search, and the [`Solver`] as soon as that can decide.
///
/// A position from which it can be won is not given away once the solver gets through within the time: in a
/// tenth of a second about 35 stones that can still take part. It needs up to half a GiB of memory for
/// long thoughts.
pub struct ClobberBot {
    search: AlphaBeta,
    solver: Solver,
    /// The nodes of the solver when it was last emptied.
    nodes_before: u64,
}

/// With more stones than that the solver is not asked.
const MOST_STONES: u32 = 52;
/// The memory of the solver. It is never used up: that many nodes take less, and then all is forgotten.
const BYTES: usize = 1 << 29;
const MOST_NODES: u64 = 2_000_000;
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
        ClobberBot { search: AlphaBeta::new(20), solver: Solver::new(), nodes_before: 0 }
    }

    fn choose_in<W: Word>(
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
        let steps: Vec<_> = self.search.steps.iter().map(|&step| view.to_move(step)).collect();
        if found.value.abs() > BOUND || steps.len() == 1 || share == 1.0 {
            return Some(view.to_move(found.step));
        }
        Some(self.first_winning(position, player, &steps, deadline))
    }

    /// The first of the moves that wins; if none is known to, the first that is not known to lose.
    fn first_winning<W: Word>(
        &mut self,
        position: &GenClobber<Orthogonal, W>,
        player: Player,
        moves: &[ClobberMove],
        deadline: Instant,
    ) -> ClobberMove {
        if self.solver.nodes() - self.nodes_before > MOST_NODES {
            self.solver.clear();
            self.nodes_before = self.solver.nodes();
        }
        let mut open: Vec<_> = moves
            .iter()
            .map(|&mv| {
                let mut after = *position;
                after.play_unchecked(player, mv);
                (mv, Sum::from(after))
            })
            .collect();
        let mut nodes = 1_000;
        while !open.is_empty() {
            let mut i = 0;
            while i < open.len() {
                let time = deadline.saturating_duration_since(Instant::now());
                let left = MOST_NODES.saturating_sub(self.solver.nodes() - self.nodes_before);
                if time.is_zero() || left == 0 {
                    return open[0].0;
                }
                let limits = SolverLimits {
                    time: Some(time),
                    nodes: Some(nodes.min(left)),
                    bytes: BYTES,
                    ..SolverLimits::default()
                };
                self.solver.set_limits(limits);
                match self.solver.wins_first(&open[i].1, !player) {
                    Ok(false) => return open[i].0,
                    Ok(true) => {
                        open.remove(i);
                    }
                    Err(_) => i += 1,
                }
            }
            nodes *= 8;
        }
        moves[0]
    }
}

impl fmt::Debug for ClobberBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClobberBot").field("solver", &self.solver).finish_non_exhaustive()
    }
}

impl Bot<HugeClobber> for ClobberBot {
    fn choose(&mut self, turn: &Turn<HugeClobber>, deadline: Instant) -> Option<ClobberMove> {
        let (position, player) = (&turn.position, turn.to_move);
        let shape = position.shape();
        if shape.width() > shape.height() && shape.width() > 8 {
            // Rows fit a word then: no board has 30 rows and 30 columns.
            let position = position.image(Symmetry::Transpose);
            let mv = self.choose(&Turn::new(position, player), deadline)?;
            let cell = |cell: Cell| Cell { row: cell.col, col: cell.row };
            return Some(ClobberMove::new(cell(mv.from()), cell(mv.to()), shape));
        }
        if let Ok(small) = Clobber::try_from(position) {
            self.choose_in(&small, player, deadline)
        } else if let Ok(wide) = WideClobber::try_from(position) {
            self.choose_in(&wide, player, deadline)
        } else {
            self.choose_in(position, player, deadline)
        }
    }
}
