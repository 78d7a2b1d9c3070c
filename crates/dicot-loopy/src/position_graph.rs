//! The graph of all positions that some lead to, and its strongly connected components.

use std::hash::Hash;

use dicot::analysis::Progress;
use dicot::rules::Position;
use dicot::{Calculation, Player, ValueError};

use crate::numbered::Numbered;

/// Counts steps and bytes against limits.
pub(crate) type Meter<'m> = &'m mut dyn FnMut(usize, usize) -> Result<(), ValueError>;

/// The most positions or options.
pub(crate) const MAX_SIZE: u32 = 1 << 31;

/// Is called with the positions that were found so far, and the number of those whose values were found.
pub type OnProgress<'p> = &'p mut dyn FnMut(&Progress);

/// Positions found, or sides of positions valued, between two reports of progress, as in `dicot::analysis`.
pub(crate) const BETWEEN_REPORTS: usize = 1 << 10;

/// What an exploration found: all positions that some roots lead to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exploration {
    /// The positions, without those that only lead to others that were not found.
    pub graph: OptionGraph,
    /// The numbers of the roots, as many as were explored completely.
    pub roots: Vec<u32>,
    /// The limit because of which other roots were not.
    pub limit: Option<ValueError>,
}

/// All positions that some lead to, by number, and the options of both players.
///
/// # Examples
/// ```
/// use dicot::rules::Combo;
/// use dicot::{Player, Store};
/// use dicot_loopy::OptionGraph;
/// let (store, position) = (Store::new(), "b1,.,w1".parse::<Combo>()?);
/// let calculation = &mut store.calculation();
/// let (graph, numbers) = OptionGraph::of_positions([position.clone()], calculation, &mut |_| {})?;
/// assert_eq!((numbers.get(&position), graph.len()), (Some(0), 3));
/// let option = graph.options(0, Player::Left)[0];
/// let (values, outcomes) = (graph.values(calculation, &mut |_| {})?, graph.outcomes(calculation)?);
/// assert_eq!((values.get(0).to_string(), values.get(option).to_string()), ("*".into(), "0".into()));
/// assert_eq!(outcomes[option as usize].to_string(), "P");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OptionGraph {
    /// Where the options of each position and player begin.
    starts: Vec<u32>,
    options: Vec<u32>,
}

impl OptionGraph {
    /// The number of positions.
    #[expect(clippy::len_without_is_empty, reason = "it is 0 only for no roots")]
    pub fn len(&self) -> u32 {
        (self.starts.len() / 2) as u32
    }

    /// The options of a player, in the order of the moves.
    ///
    /// # Panics
    /// If there are not so many positions.
    pub fn options(&self, position: u32, player: Player) -> &[u32] {
        let i = 2 * position as usize + player as usize;
        &self.options[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    pub(crate) fn all_options(&self, position: u32) -> &[u32] {
        let i = 2 * position as usize;
        &self.options[self.starts[i] as usize..self.starts[i + 2] as usize]
    }

    /// The graph of all positions of a ruleset that some lead to, and their numbers; that of the first root is 0.
    ///
    /// # Errors
    /// If a limit is reached: each position and move counts as a step, and with its memory, which the calculation holds until its end.
    pub fn of_positions<P: Position>(
        roots: impl IntoIterator<Item = P>,
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<(OptionGraph, Numbered<P>), ValueError> {
        let options =
            |position: &P, player, list: &mut Vec<P>| list.extend(position.options(player));
        OptionGraph::explore(roots, options, &mut meter(calculation), on_progress)
    }

    /// Explores positions of a ruleset one after another, until a limit is reached: what earlier ones lead to is kept. For the positions of
    /// a game from its end backwards this takes no more than for the first that is explored completely.
    pub fn of_each<P: Position>(
        roots: impl IntoIterator<Item = P>,
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Exploration {
        let options =
            |position: &P, player, list: &mut Vec<P>| list.extend(position.options(player));
        OptionGraph::explore_each(roots, options, &mut meter(calculation), on_progress).0
    }

    /// The graph of all positions that some lead to, and their numbers. Each position and option counts as a step, and with its
    /// memory. `options` adds those of a position and a player to a list.
    pub(crate) fn explore<P: Clone + Eq + Hash>(
        roots: impl IntoIterator<Item = P>,
        options: impl FnMut(&P, Player, &mut Vec<P>),
        meter: Meter<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<(OptionGraph, Numbered<P>), ValueError> {
        let (Exploration { graph, limit, .. }, positions) =
            OptionGraph::explore_each(roots, options, meter, on_progress);
        limit.map_or(Ok((graph, positions)), Err)
    }

    fn explore_each<P: Clone + Eq + Hash>(
        roots: impl IntoIterator<Item = P>,
        mut options: impl FnMut(&P, Player, &mut Vec<P>),
        meter: Meter<'_>,
        on_progress: OnProgress<'_>,
    ) -> (Exploration, Numbered<P>) {
        let mut found = Numbered::new();
        let mut graph = OptionGraph { starts: vec![0], options: Vec::new() };
        let (mut next, mut list) = (0, Vec::new());
        let mut explore = |root: P, graph: &mut OptionGraph| {
            let root = found.add(root);
            while next < found.positions().len() {
                let (before, options_before) = (found.positions().len(), graph.options.len());
                for player in Player::BOTH {
                    options(&found.positions()[next], player, &mut list);
                    graph.options.extend(list.drain(..).map(|option| found.add(option)));
                    graph.starts.push(graph.options.len() as u32);
                }
                next += 1;
                let (positions, options) = (found.positions().len(), graph.options.len());
                if next.is_multiple_of(BETWEEN_REPORTS) {
                    on_progress(&Progress::new(positions, 0));
                }
                let (new, new_options) = (positions - before, options - options_before);
                meter(1 + new_options, 8 * new_options + new * (3 * size_of::<P>() + 64))?;
                if options.max(positions) >= MAX_SIZE as usize {
                    return Err(ValueError::Overflow);
                }
            }
            Ok(root)
        };
        let (mut numbers, mut limit) = (Vec::new(), None);
        for root in roots {
            let whole = graph.starts.len();
            match explore(root, &mut graph) {
                Ok(root) => numbers.push(root),
                Err(error) => {
                    graph.starts.truncate(whole);
                    graph.options.truncate(graph.starts[whole - 1] as usize);
                    limit = Some(error);
                    break;
                }
            }
        }
        (Exploration { graph, roots: numbers, limit }, found)
    }

    /// The strongly connected components, those that others lead to first (Tarjan, 1972): all positions, and where each component ends.
    pub(crate) fn components(&self, meter: Meter<'_>) -> Result<(Vec<u32>, Vec<u32>), ValueError> {
        const NEW: u32 = u32::MAX;
        let n = self.len() as usize;
        meter(0, 21 * n)?;
        let (mut low, mut next) = (vec![NEW; n], vec![0_u32; n]);
        let mut done = vec![false; n];
        let (mut order, mut ends) = (Vec::with_capacity(n), Vec::new());
        let (mut stack, mut path): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut count = 0;
        for root in 0..n as u32 {
            if low[root as usize] != NEW {
                continue;
            }
            path.push(root);
            // The order of discovery, of those on the path.
            let mut found = vec![];
            while let Some(&v) = path.last() {
                let i = v as usize;
                if low[i] == NEW {
                    low[i] = count;
                    found.push(count);
                    count += 1;
                    stack.push(v);
                    meter(1, 0)?;
                }
                if let Some(&option) = self.all_options(v).get(next[i] as usize) {
                    next[i] += 1;
                    let j = option as usize;
                    if low[j] == NEW {
                        path.push(option);
                    } else if !done[j] {
                        low[i] = low[i].min(low[j]);
                    }
                    continue;
                }
                path.pop();
                let discovered = found.pop().expect("one for each position on the path");
                if let Some(&parent) = path.last() {
                    low[parent as usize] = low[parent as usize].min(low[i]);
                }
                if low[i] == discovered {
                    loop {
                        let w = stack.pop().expect("the component is on the stack");
                        done[w as usize] = true;
                        order.push(w);
                        if w == v {
                            break;
                        }
                    }
                    ends.push(order.len() as u32);
                }
            }
        }
        Ok((order, ends))
    }
}

/// Counts against the limits of a calculation.
pub(crate) fn meter(
    calculation: &mut Calculation<'_>,
) -> impl FnMut(usize, usize) -> Result<(), ValueError> {
    |steps, bytes| {
        calculation.count_steps(steps)?;
        calculation.hold(bytes)
    }
}
