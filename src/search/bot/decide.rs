//! Handing over from search to exact play.

use std::sync::Arc;
use std::time::Instant;

use super::Interrupt;
use super::alpha_beta::{AlphaBeta, BOUND, Step, View};
use crate::Player;
use crate::analysis::KnownValues;
use crate::rules::{Ruleset, Short};
use crate::search::{Solver, SolverLimits, Sum};

/// Finds winning moves by the solver, within the time.
#[derive(Debug)]
pub(super) struct Decider {
    solver: Solver,
    /// The nodes of the solver when it was last emptied.
    nodes_before: u64,
    pub(super) interrupt: Interrupt,
}

/// The memory of the solver. It is never used up: that many nodes take less, and then all is forgotten.
const BYTES: usize = 1 << 29;
const MOST_NODES: u64 = 2_000_000;

impl Decider {
    pub(super) fn new() -> Decider {
        Decider { solver: Solver::new(), nodes_before: 0, interrupt: Interrupt::default() }
    }

    /// Looks values up there that were found before.
    pub(super) fn consult(&mut self, values: Arc<dyn KnownValues>) {
        let solver = std::mem::take(&mut self.solver);
        self.solver = solver.with_known_values(values);
    }

    /// The move to make: searches for a share of the time, and then finds winning moves; with no share the search
    /// has all of the time. `None` if there is no move.
    pub(super) fn search_and_decide<P: Short + Ruleset, V: View>(
        &mut self,
        search: &mut AlphaBeta,
        (view, position, player): (&V, &P, Player),
        mv: impl Fn(Step) -> P::Move,
        share: Option<f64>,
        deadline: Instant,
    ) -> Option<P::Move> {
        let time = deadline.saturating_duration_since(Instant::now());
        let until = Instant::now() + time.mul_f64(share.unwrap_or(1.0));
        let found = search.search(view, until, u32::MAX)?;
        if share.is_none() || found.value.abs() > BOUND || search.steps.len() == 1 {
            return Some(mv(found.step));
        }
        let moves: Vec<_> = search.steps.iter().map(|&step| mv(step)).collect();
        Some(self.first_winning(position, player, &moves, deadline))
    }

    /// The first of the moves, of which there are some, that wins; if none is known to, the first that is not
    /// known to lose; if all are, the one that was the hardest to refute.
    ///
    /// All are looked at a little, then all that are still open eight times as long, and so on.
    fn first_winning<P: Short + Ruleset>(
        &mut self,
        position: &P,
        player: Player,
        moves: &[P::Move],
        deadline: Instant,
    ) -> P::Move {
        if self.nodes() > MOST_NODES / 2 {
            self.solver.clear();
            self.nodes_before = self.solver.nodes();
        }
        let after = |&mv: &P::Move| {
            let mut after = position.clone();
            after.play_unchecked(player, mv);
            (mv, Sum::from(after))
        };
        let mut open: Vec<(P::Move, Sum)> = moves.iter().map(after).collect();
        let mut nodes = 1_000;
        loop {
            let mut i = 0;
            while i < open.len() {
                let time = deadline.saturating_duration_since(Instant::now());
                let left = MOST_NODES.saturating_sub(self.nodes());
                if time.is_zero() || left == 0 || self.interrupt.is_set() {
                    return open[0].0;
                }
                self.solver.set_limits(SolverLimits {
                    time: Some(time),
                    nodes: Some(nodes.min(left)),
                    bytes: BYTES,
                    interrupt: self.interrupt.0.clone(),
                    ..SolverLimits::default()
                });
                match self.solver.wins_first(&open[i].1, !player) {
                    Ok(false) => return open[i].0,
                    Ok(true) if open.len() == 1 => return open[0].0,
                    Ok(true) => _ = open.remove(i),
                    Err(_) => i += 1,
                }
            }
            nodes *= 8;
        }
    }

    /// The nodes since the solver was empty.
    fn nodes(&self) -> u64 {
        self.solver.nodes() - self.nodes_before
    }
}
