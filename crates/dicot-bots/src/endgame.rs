//! Exact play by the solver, after a search has ranked the moves.

use std::sync::Arc;

use dicot::analysis::ValueSource;
use dicot::rules::{Ruleset, Short};
use dicot::solver::{Solver, Sum};
use dicot::{Instant, Interrupt, Limits, Player};

/// Finds winning moves by the solver, within the time: of the endgame, or of all of a small game.
#[derive(Debug)]
pub struct Endgame {
    solver: Solver,
    /// The solver's count of nodes when it was last cleared.
    nodes_before: u64,
}

/// The solver's limit of memory. It is never reached: [`MAX_NODES`] nodes take less.
const MAX_BYTES: usize = 1 << 29;
/// The solver is cleared when it may exceed this number of nodes. Freeing memory node by node, as it does at its limit,
/// would take longer than a move may.
const MAX_NODES: u64 = 2_000_000;
/// The nodes that each move gets in the first round, and the factor from round to round. Both are guesses.
const FIRST_NODES: u64 = 1_000;
const NODES_FACTOR: u64 = 8;

impl Default for Endgame {
    fn default() -> Endgame {
        Endgame::new()
    }
}

impl Endgame {
    /// With an empty solver.
    pub fn new() -> Endgame {
        Endgame { solver: Solver::new(), nodes_before: 0 }
    }

    /// Sets where the solver looks up values.
    pub fn set_value_source(&mut self, values: Arc<dyn ValueSource>) {
        let solver = std::mem::take(&mut self.solver);
        self.solver = solver.with_value_source(values);
    }

    /// The first of the moves that wins. If none is known to win when the time is over, the first that is not known to
    /// lose; if all lose, the one that took longest to refute. Returns `None` if the player cannot move.
    ///
    /// Every move gets some nodes, then every undecided one eight times as many, and so on.
    pub(crate) fn best_move<P: Short + Ruleset>(
        &mut self,
        position: &P,
        player: Player,
        moves: &[P::Move],
        deadline: Instant,
        interrupt: &Interrupt,
    ) -> Option<P::Move> {
        let after = |&mv: &P::Move| {
            let mut after = position.clone();
            after.play_unchecked(player, mv);
            (mv, Sum::from(after))
        };
        match moves {
            [] | [_] => moves.first().copied(),
            moves => self.best_of(moves.iter().map(after).collect(), player, deadline, interrupt),
        }
    }

    /// The same for moves of a player that are given with what they leave.
    ///
    /// # Examples
    /// ```
    /// use std::time::{Duration, Instant};
    /// use dicot::Player;
    /// use dicot::rules::Kayles;
    /// use dicot::solver::Sum;
    /// use dicot_bots::Endgame;
    /// let moves = ["3+2", "3+3", "6"].map(|text| Some((text, Sum::from(text.parse::<Kayles>().ok()?))));
    /// let deadline = Instant::now() + Duration::from_secs(10);
    /// let best = Endgame::new().best_of(
    ///     moves.into_iter().flatten().collect(), Player::Left, deadline, &Default::default(),
    /// );
    /// assert_eq!(best, Some("3+3")); // of two equal heaps, who is to move loses
    /// ```
    pub fn best_of<M: Copy>(
        &mut self,
        mut undecided: Vec<(M, Sum)>,
        player: Player,
        deadline: Instant,
        interrupt: &Interrupt,
    ) -> Option<M> {
        if undecided.len() < 2 {
            return undecided.first().map(|(mv, _)| *mv);
        }
        if self.nodes() > MAX_NODES / 2 {
            self.solver.clear();
            self.nodes_before = self.solver.nodes();
        }
        let mut nodes = FIRST_NODES;
        loop {
            let mut i = 0;
            while i < undecided.len() {
                let nodes_left = MAX_NODES.saturating_sub(self.nodes());
                if Instant::now() >= deadline || nodes_left == 0 || interrupt.is_set() {
                    return Some(undecided[0].0);
                }
                let limits = Limits::default()
                    .with_deadline(deadline)
                    .with_nodes(nodes.min(nodes_left))
                    .with_bytes(MAX_BYTES)
                    .with_interrupt(interrupt.clone());
                self.solver.limits = limits;
                match self.solver.wins_first(&undecided[i].1, !player) {
                    Ok(false) => return Some(undecided[i].0),
                    Ok(true) if undecided.len() == 1 => return Some(undecided[0].0),
                    Ok(true) => _ = undecided.remove(i),
                    Err(_) => i += 1,
                }
            }
            nodes *= NODES_FACTOR;
        }
    }

    /// The nodes since the solver was last cleared.
    fn nodes(&self) -> u64 {
        self.solver.nodes() - self.nodes_before
    }
}
