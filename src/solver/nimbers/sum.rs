//! Nim values of sums of positions of any rulesets.

use super::cells::FreeCells;
use super::component::Options;
use super::search::NimberSearch;
use crate::board::U448;
use crate::rules::{AnyPosition, Cram, Position};
use crate::solver::OnProgress;
use crate::{Limits, Player, ValueError};

/// Computes nim values of sums of positions of any rulesets.
pub(in crate::solver) struct SumNimbers {
    any: NimberSearch<AnyPosition>,
    /// The search of boards of Cram with up to 16 rows of up to 7 cells, in half the time of [`cram`](Self::cram).
    cells: NimberSearch<FreeCells>,
    /// The search of other boards of Cram with up to 64 cells, compiled for them: it takes a third of the time.
    cram: NimberSearch<Cram>,
}

impl SumNimbers {
    pub(in crate::solver) fn new() -> SumNimbers {
        SumNimbers {
            any: NimberSearch::new(),
            cells: NimberSearch::new(),
            cram: NimberSearch::new(),
        }
    }

    /// The number of components that all calls so far have searched.
    pub(in crate::solver) fn nodes(&self) -> u64 {
        self.any.nodes + self.cells.nodes + self.cram.nodes
    }

    /// The nim value of a sum of a nimber and positions, or with a goal only a number that is the goal if the value is. The
    /// limits of nodes and bytes are those of the sum.
    pub(in crate::solver) fn value_or_goal(
        &mut self,
        nimber: u32,
        mut parts: Vec<AnyPosition>,
        goal: Option<u32>,
        limits: &Limits,
        mut report: Option<&mut OnProgress>,
    ) -> Result<u32, ValueError> {
        parts.sort_by_cached_key(|part| part.move_count(Player::Left));
        let (before, mut value) = (self.nodes(), nimber);
        for (index, part) in parts.iter().enumerate() {
            let goal = goal.filter(|_| index + 1 == parts.len()).map(|goal| goal ^ value);
            let used = self.nodes() - before;
            let bytes = self.any.bytes() + self.cells.bytes() + self.cram.bytes();
            let limits = |own_bytes| {
                let nodes = limits.nodes.map(|most| most.saturating_sub(used));
                let bytes = limits.bytes.map(|most| most.saturating_sub(bytes - own_bytes));
                limits.clone().with_nodes(nodes).with_bytes(bytes)
            };
            let report = report.as_deref_mut();
            // In a browser the program is smaller without them.
            let board = part.to_type::<Cram<U448>>().filter(|_| cfg!(not(target_os = "unknown")));
            let free = board.and_then(|board| FreeCells::components(&board));
            value ^= if let Some(components) = free {
                let limits = limits(self.cells.bytes());
                self.cells.value_of_sum(components, goal, &limits, report)?
            } else if let Some(part) = part.downcast::<Cram>() {
                let limits = limits(self.cram.bytes());
                self.cram.value_of_sum(Options::components(part), goal, &limits, report)?
            } else {
                let limits = limits(self.any.bytes());
                self.any.value_of_sum(Options::components(part), goal, &limits, report)?
            };
        }
        Ok(value)
    }
}
