//! Values of positions whose play need not end.

use hashbrown::HashMap;

use dicot::rules::Position;
use dicot::{Calculation, Player, ValueError};

use crate::arena::{Arena, NodeId};
use crate::value::{LoopyOutcome, LoopyValue};

/// The values of positions, and of all positions that they lead to.
///
/// The graph of these positions is built first. Its strongly connected components are valued one after another, those that
/// others lead to first, so a large graph takes little time if its cycles are short.
///
/// # Examples
/// ```
/// use dicot::rules::Combo;
/// use dicot::Store;
/// use dicot_loopy::PositionValues;
/// let (store, position) = (Store::new(), "b1,.,w1".parse::<Combo>()?);
/// let values = PositionValues::of([position.clone()], &mut store.calculation())?;
/// assert_eq!(values.get(&position).unwrap().to_string(), "*");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PositionValues<P> {
    /// The positions, and for each its value among `values`.
    positions: HashMap<P, u32>,
    value_of: Vec<u32>,
    values: Vec<LoopyValue>,
}

/// Positions and the options of both players, in one list each.
struct Graph {
    /// Where the options of each position and player begin.
    starts: Vec<u32>,
    options: Vec<u32>,
}

impl Graph {
    fn len(&self) -> u32 {
        (self.starts.len() / 2) as u32
    }

    fn options(&self, position: u32, player: Player) -> &[u32] {
        let i = 2 * position as usize + player as usize;
        &self.options[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    fn all_options(&self, position: u32) -> &[u32] {
        let i = 2 * position as usize;
        &self.options[self.starts[i] as usize..self.starts[i + 2] as usize]
    }
}

impl<P: Position> PositionValues<P> {
    /// Finds the values of positions and of all positions that they lead to.
    ///
    /// # Errors
    /// If a value cannot be represented, or a limit is reached: each position counts as a step and with its memory.
    pub fn of(
        roots: impl IntoIterator<Item = P>,
        calculation: &mut Calculation<'_>,
    ) -> Result<PositionValues<P>, ValueError> {
        let (positions, graph) = explore(roots, calculation)?;
        let components = components(&graph, calculation)?;
        let mut arena = Arena::new(calculation);
        let onsides = arena.close_all(&graph, &components, false)?;
        let negatives = arena.close_all(&graph, &components, true)?;
        let (mut values, mut value_of) = (Vec::new(), Vec::new());
        let mut known: HashMap<[NodeId; 2], u32> = HashMap::new();
        for sides in onsides.into_iter().zip(negatives) {
            let sides: [NodeId; 2] = sides.into();
            let value = match known.get(&sides) {
                Some(&value) => value,
                None => {
                    values.push(arena.value(sides)?);
                    known.insert(sides, values.len() as u32 - 1);
                    values.len() as u32 - 1
                }
            };
            value_of.push(value);
        }
        Ok(PositionValues { positions, value_of, values })
    }

    /// The value of a position, if it was found.
    pub fn get(&self, position: &P) -> Option<&LoopyValue> {
        let index = *self.positions.get(position)?;
        Some(&self.values[self.value_of[index as usize] as usize])
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// All positions with their values, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&P, &LoopyValue)> {
        let value = |&index: &u32| &self.values[self.value_of[index as usize] as usize];
        self.positions.iter().map(move |(position, index)| (position, value(index)))
    }
}

/// The positions that some positions lead to, numbered, and their options.
fn explore<P: Position>(
    roots: impl IntoIterator<Item = P>,
    calculation: &mut Calculation<'_>,
) -> Result<(HashMap<P, u32>, Graph), ValueError> {
    let mut found: Vec<P> = Vec::new();
    let mut positions: HashMap<P, u32> = HashMap::new();
    let mut index = |position: P, found: &mut Vec<P>| {
        let n = found.len() as u32;
        *positions.entry(position).or_insert_with_key(|position| {
            found.push(position.clone());
            n
        })
    };
    for root in roots {
        index(root, &mut found);
    }
    let mut graph = Graph { starts: vec![0], options: Vec::new() };
    let mut next = 0;
    while next < found.len() {
        let (before, options_before) = (found.len(), graph.options.len());
        for player in Player::BOTH {
            let position = found[next].clone();
            for option in position.options(player) {
                let option = index(option, &mut found);
                graph.options.push(option);
            }
            graph.starts.push(graph.options.len() as u32);
        }
        next += 1;
        let options = graph.options.len() - options_before;
        let new = found.len() - before;
        calculation.count_steps(1 + options)?;
        calculation.hold(8 * options + new * (4 * size_of::<P>() + 64))?;
        if graph.options.len().max(found.len()) >= INSIDE as usize {
            return Err(ValueError::Overflow);
        }
    }
    Ok((positions, graph))
}

/// Who wins positions, and all positions that they lead to: less than their [values](PositionValues), and found in less memory.
///
/// # Examples
/// ```
/// use dicot::rules::Combo;
/// use dicot::Store;
/// use dicot_loopy::PositionOutcomes;
/// let (store, position) = (Store::new(), "b1,./.,w1".parse::<Combo>()?);
/// let outcomes = PositionOutcomes::of([position.clone()], &mut store.calculation())?;
/// assert_eq!(outcomes.get(&position).unwrap().to_string(), "D"); // a draw
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PositionOutcomes<P> {
    positions: HashMap<P, u32>,
    outcomes: Vec<LoopyOutcome>,
}

impl<P: Position> PositionOutcomes<P> {
    /// Finds who wins positions and all positions that they lead to, by retrograde analysis: from the positions in which a
    /// player cannot move, back to those that lead to them. What is never reached is a draw.
    ///
    /// # Errors
    /// If a limit is reached: each position counts as a step and with its memory.
    pub fn of(
        roots: impl IntoIterator<Item = P>,
        calculation: &mut Calculation<'_>,
    ) -> Result<PositionOutcomes<P>, ValueError> {
        let (positions, graph) = explore(roots, calculation)?;
        let winners = winners(&graph, calculation)?;
        let outcome =
            |pair: &[Option<Player>]| LoopyOutcome { left_first: pair[0], right_first: pair[1] };
        Ok(PositionOutcomes { positions, outcomes: winners.chunks(2).map(outcome).collect() })
    }

    /// Who wins a position, if it was found.
    pub fn get(&self, position: &P) -> Option<LoopyOutcome> {
        self.positions.get(position).map(|&index| self.outcomes[index as usize])
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

/// The winner of each position if Left moves first, and if Right does.
fn winners(
    graph: &Graph,
    calculation: &mut Calculation<'_>,
) -> Result<Vec<Option<Player>>, ValueError> {
    // A position and the player to move have the number 2 * position + player.
    let n = 2 * graph.len() as usize;
    calculation.hold(4 * graph.options.len() + 17 * n)?;
    let options = |turn: usize| {
        let range = graph.starts[turn] as usize..graph.starts[turn + 1] as usize;
        graph.options[range].iter().map(move |&option| 2 * option as usize + (1 - turn % 2))
    };
    // The turns that lead to each turn, in one list.
    let mut starts = vec![0_u32; n + 1];
    for option in (0..n).flat_map(options) {
        starts[option + 1] += 1;
    }
    for turn in 0..n {
        starts[turn + 1] += starts[turn];
    }
    let mut ends = starts.clone();
    let mut leading = vec![0_u32; graph.options.len()];
    for turn in 0..n {
        for option in options(turn) {
            leading[ends[option] as usize] = turn as u32;
            ends[option] += 1;
        }
    }
    let mut undecided: Vec<u32> = (0..n).map(|turn| options(turn).count() as u32).collect();
    let mut winners = vec![None; n];
    let mut decided: Vec<usize> = Vec::new();
    for turn in (0..n).filter(|&turn| undecided[turn] == 0) {
        winners[turn] = Some(!Player::BOTH[turn % 2]);
        decided.push(turn);
    }
    while let Some(turn) = decided.pop() {
        calculation.count_steps(1)?;
        let mover = !Player::BOTH[turn % 2];
        for &before in &leading[starts[turn] as usize..starts[turn + 1] as usize] {
            let before = before as usize;
            if winners[before].is_some() {
                continue;
            }
            undecided[before] -= 1;
            if winners[turn] == Some(mover) || undecided[before] == 0 {
                winners[before] = winners[turn];
                decided.push(before);
            }
        }
    }
    Ok(winners)
}

/// The strongly connected components, those that others lead to first (Tarjan, 1972): all positions, and where each component ends.
fn components(
    graph: &Graph,
    calculation: &mut Calculation<'_>,
) -> Result<(Vec<u32>, Vec<u32>), ValueError> {
    const NEW: u32 = u32::MAX;
    let n = graph.len() as usize;
    calculation.hold(21 * n)?;
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
                calculation.count_steps(1)?;
            }
            if let Some(&option) = graph.all_options(v).get(next[i] as usize) {
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

/// An option in the same component is given by its index there, and this bit.
const INSIDE: u32 = 1 << 31;

/// The end of a list of options.
const END: u32 = u32::MAX;

impl Arena<'_, '_> {
    /// The onside of each position of a graph, or of its negative.
    fn close_all(
        &mut self,
        graph: &Graph,
        (order, ends): &(Vec<u32>, Vec<u32>),
        negated: bool,
    ) -> Result<Vec<NodeId>, ValueError> {
        self.calculation.hold(4 * order.len())?;
        let mut closed = vec![END; order.len()];
        // Equal components occur often.
        let mut known: HashMap<Vec<u32>, Vec<NodeId>> = HashMap::new();
        let mut start = 0;
        for &end in ends {
            let component = &order[start..end as usize];
            start = end as usize;
            for (&v, i) in component.iter().zip(INSIDE..) {
                closed[v as usize] = i;
            }
            let mut key: Vec<u32> = Vec::new();
            for &v in component {
                for player in Player::BOTH {
                    let options = graph.options(v, if negated { !player } else { player });
                    let from = key.len();
                    key.extend(options.iter().map(|&option| closed[option as usize]));
                    key[from..].sort_unstable();
                    key.push(END);
                }
            }
            self.calculation.count_steps(key.len())?;
            if !known.contains_key(&key) {
                let roots = self.close_component_of(&key, component.len())?;
                self.calculation.hold(64 + 4 * (key.len() + roots.len()))?;
                known.insert(key.clone(), roots);
            }
            for (&v, &root) in component.iter().zip(&known[&key]) {
                closed[v as usize] = root;
            }
        }
        Ok(closed)
    }

    /// The onsides of the positions of a component, whose options are listed position by position and player by player.
    fn close_component_of(&mut self, options: &[u32], n: usize) -> Result<Vec<NodeId>, ValueError> {
        let mut roots: Vec<NodeId> = (0..n).map(|_| self.add()).collect::<Result<_, _>>()?;
        let mark = roots[0];
        for (i, list) in options.split(|&option| option == END).take(2 * n).enumerate() {
            let option = |&option: &u32| match option >= INSIDE {
                true => roots[(option - INSIDE) as usize],
                false => option,
            };
            let list: Vec<NodeId> = list.iter().map(option).collect();
            self.nodes[roots[i / 2] as usize].options[i % 2] = list;
        }
        for root in &mut roots {
            *root = self.onside(*root)?;
        }
        self.forget_from(mark, &mut roots)?;
        Ok(roots)
    }
}
