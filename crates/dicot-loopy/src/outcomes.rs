//! Outcomes of positions whose play need not end, by retrograde analysis.

use std::collections::VecDeque;

use dicot::rules::Position;
use dicot::{Calculation, Player, ValueError};

use crate::numbered::Numbered;
use crate::position_graph::OptionGraph;
use crate::value::LoopyOutcome;

/// Who wins positions, and all positions that they lead to, if both play well.
///
/// It takes less time and memory than [`PositionValues`](crate::PositionValues), but sums of positions need values.
///
/// # Complexity
/// Linear in the numbers of positions and moves.
///
/// # Examples
/// ```
/// use dicot::rules::Combo;
/// use dicot::Store;
/// use dicot_loopy::PositionOutcomes;
/// let store = Store::new();
/// let position: Combo = "b2,.,w1".parse()?;
/// let outcomes = PositionOutcomes::of([position.clone()], &mut store.calculation())?;
/// assert_eq!(outcomes.get(&position).unwrap().to_string(), "L");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PositionOutcomes<P> {
    positions: Numbered<P>,
    outcomes: Vec<LoopyOutcome>,
}

impl<P: Position> PositionOutcomes<P> {
    /// Finds the outcomes of positions and of all positions that they lead to.
    ///
    /// # Errors
    /// If a limit is reached: each position and move counts as a step, and with its memory.
    pub fn of(
        roots: impl IntoIterator<Item = P>,
        calculation: &mut Calculation<'_>,
    ) -> Result<PositionOutcomes<P>, ValueError> {
        let (graph, positions) = OptionGraph::of_positions(roots, calculation, &mut |_| {})?;
        Ok(PositionOutcomes { positions, outcomes: graph.outcomes(calculation)? })
    }

    /// The outcome of a position, if it was found.
    pub fn get(&self, position: &P) -> Option<LoopyOutcome> {
        Some(self.outcomes[self.positions.get(position)? as usize])
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.positions().len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.positions().is_empty()
    }
}

/// Whether it decides who wins a position, `mover` moving, that an option is decided. `is_last` counts an option that loses, and says
/// whether it was the last one.
fn is_decided(
    known: &mut Option<Player>,
    mover: Player,
    winner_of_option: Option<Player>,
    is_last: impl FnOnce() -> bool,
) -> bool {
    if known.is_some() {
        return false;
    }
    if winner_of_option == Some(mover) {
        *known = Some(mover);
    } else if is_last() {
        *known = Some(!mover);
    }
    known.is_some()
}

impl OptionGraph {
    /// Finds the outcomes of all positions, from those in which nobody can move backwards. What is never decided is a draw.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn outcomes(
        &self,
        calculation: &mut Calculation<'_>,
    ) -> Result<Vec<LoopyOutcome>, ValueError> {
        self.decide(calculation, &mut |_, _, _| {})
    }

    /// The outcomes of all positions, and for each player to move the number of moves until nobody can move, if the winner wants it
    /// to be small and the loser large; 0 in draws. Memory and time as for [`outcomes`](OptionGraph::outcomes).
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::BackslidingToadsAndFrogs;
    /// use dicot::{Player, Store};
    /// use dicot_loopy::OptionGraph;
    /// let store = Store::new();
    /// let calculation = &mut store.calculation();
    /// let position: BackslidingToadsAndFrogs = "t.f".parse()?;
    /// let (graph, _) = OptionGraph::of_positions([position], calculation, &mut |_| {})?;
    /// let (outcomes, plies) = graph.outcomes_and_plies(calculation)?;
    /// assert_eq!((outcomes[0].left_first, plies[0][Player::Left as usize]), (Some(Player::Right), 4));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcomes_and_plies(
        &self,
        calculation: &mut Calculation<'_>,
    ) -> Result<(Vec<LoopyOutcome>, Vec<[u32; 2]>), ValueError> {
        calculation.hold(self.len() as usize * 8)?;
        let mut plies = vec![[0; 2]; self.len() as usize];
        let outcomes = self.decide(calculation, &mut |v, mover, option| {
            plies[v as usize][mover as usize] = 1 + plies[option as usize][!mover as usize];
        })?;
        Ok((outcomes, plies))
    }

    /// Finds the outcomes; `on_decided` gets each position that is decided, with the player to move and the option that decided it, the
    /// nearest to the end first.
    fn decide(
        &self,
        calculation: &mut Calculation<'_>,
        on_decided: &mut dyn FnMut(u32, Player, u32),
    ) -> Result<Vec<LoopyOutcome>, ValueError> {
        let (graph, n) = (self, self.len());
        let options: usize = (0..n).map(|v| graph.all_options(v).len()).sum();
        calculation.hold(n as usize * 24 + 8 * options)?;
        // The positions with a move to each, by the player who moves.
        let mut starts = vec![0_u32; 2 * n as usize + 1];
        let slot = |v: u32, player: Player| 2 * v as usize + player as usize;
        for v in 0..n {
            for player in Player::BOTH {
                for &option in graph.options(v, player) {
                    starts[slot(option, player) + 1] += 1;
                }
            }
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let (mut ends, mut sources) = (starts.clone(), vec![0_u32; options]);
        for v in 0..n {
            for player in Player::BOTH {
                for &option in graph.options(v, player) {
                    let end = &mut ends[slot(option, player)];
                    sources[*end as usize] = v;
                    *end += 1;
                }
            }
        }
        let mut winners = vec![[None; 2]; n as usize];
        // The moves of the player to move that are not known to lose.
        let mut open: Vec<u32> = vec![0; 2 * n as usize];
        let mut decided: VecDeque<(u32, Player)> = VecDeque::new();
        for v in 0..n {
            for player in Player::BOTH {
                open[slot(v, player)] = graph.options(v, player).len() as u32;
                if graph.options(v, player).is_empty() {
                    winners[v as usize][player as usize] = Some(!player);
                    decided.push_back((v, player));
                }
            }
        }
        while let Some((option, to_move)) = decided.pop_front() {
            let winner = winners[option as usize][to_move as usize];
            let mover = !to_move;
            let i = slot(option, mover);
            let from = &sources[starts[i] as usize..starts[i + 1] as usize];
            calculation.count_steps(1 + from.len())?;
            for &v in from {
                let known = &mut winners[v as usize][mover as usize];
                let is_last = || {
                    open[slot(v, mover)] -= 1;
                    open[slot(v, mover)] == 0
                };
                if is_decided(known, mover, winner, is_last) {
                    on_decided(v, mover, option);
                    decided.push_back((v, mover));
                }
            }
        }
        let outcome = |[left_first, right_first]: [Option<Player>; 2]| LoopyOutcome {
            left_first,
            right_first,
        };
        Ok(winners.into_iter().map(outcome).collect())
    }
}
