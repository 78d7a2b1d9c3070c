//! Values of positions whose play need not end.

use hashbrown::HashMap;
use hashbrown::hash_map::EntryRef;

use dicot::analysis::Progress;
use dicot::rules::Position;
use dicot::{Calculation, Player, ValueError};

use crate::arena::{Arena, NodeId};
use crate::numbered::Numbered;
use crate::position_graph::{BETWEEN_REPORTS, MAX_SIZE, OnProgress, OptionGraph, meter};
use crate::value::LoopyValue;

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
    positions: Numbered<P>,
    values: GraphValues,
}

/// The values of the positions of an [`OptionGraph`], by number.
#[derive(Clone, Debug)]
pub struct GraphValues {
    /// For each position the index of its value.
    value_of: Vec<u32>,
    values: Vec<LoopyValue>,
}

impl GraphValues {
    /// The value of a position.
    ///
    /// # Panics
    /// If there are not so many positions.
    pub fn get(&self, position: u32) -> &LoopyValue {
        &self.values[self.value_of[position as usize] as usize]
    }
}

impl OptionGraph {
    /// Finds the values of all positions.
    ///
    /// # Errors
    /// If a value cannot be represented, or a limit is reached.
    pub fn values(
        &self,
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<GraphValues, ValueError> {
        let components = self.components(&mut meter(calculation))?;
        let mut arena = Arena::new(calculation);
        let positions = self.len() as usize;
        let mut halves = 0;
        let mut add = |count| {
            let reported = halves / BETWEEN_REPORTS;
            halves += count;
            if halves / BETWEEN_REPORTS > reported || halves == 2 * positions {
                on_progress(&Progress::new(positions, halves / 2));
            }
        };
        let (onsides, stoppers) = arena.close_all(self, &components, None, &mut add)?;
        let known = Some((&onsides[..], &stoppers[..]));
        let (negatives, _) = arena.close_all(self, &components, known, &mut add)?;
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
        Ok(GraphValues { value_of, values })
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
        let (graph, positions) = OptionGraph::of_positions(roots, calculation, &mut |_| {})?;
        Ok(PositionValues { positions, values: graph.values(calculation, &mut |_| {})? })
    }

    /// The value of a position, if it was found.
    pub fn get(&self, position: &P) -> Option<&LoopyValue> {
        Some(self.values.get(self.positions.get(position)?))
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.positions().len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.positions().is_empty()
    }

    /// All positions with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&P, &LoopyValue)> {
        self.positions
            .positions()
            .iter()
            .zip(0..)
            .map(|(position, n)| (position, self.values.get(n)))
    }
}

/// An option in the same component is given by its index there, and this bit.
const INSIDE: u32 = MAX_SIZE;

/// The end of a list of options.
const END: u32 = u32::MAX;

impl Arena<'_, '_> {
    /// The onside of each position of a graph, and whether the position is known to have the value of a stopper. With the `onsides` and
    /// what is known of them, the onside of each negative: that of a stopper is the negative of its onside. `found` is called with the size of
    /// each component.
    fn close_all(
        &mut self,
        graph: &OptionGraph,
        (order, ends): &(Vec<u32>, Vec<u32>),
        onsides: Option<(&[NodeId], &[bool])>,
        found: &mut dyn FnMut(usize),
    ) -> Result<(Vec<NodeId>, Vec<bool>), ValueError> {
        let negated = onsides.is_some();
        self.charge(5 * order.len())?;
        let (mut closed, mut stoppers) = (vec![END; order.len()], vec![false; order.len()]);
        let mut negatives: HashMap<NodeId, NodeId> = HashMap::new();
        // Equal components occur often, most of all without options that are dominated whatever the graph is.
        let mut known: HashMap<Vec<u32>, (Vec<NodeId>, bool)> = HashMap::new();
        let (mut key, mut start) = (Vec::new(), 0);
        for &end in ends {
            let component = &order[start..end as usize];
            start = end as usize;
            if let Some((onsides, stoppers)) = onsides
                && stoppers[component[0] as usize]
            {
                for &v in component {
                    let onside = onsides[v as usize];
                    closed[v as usize] = match negatives.get(&onside) {
                        Some(&negative) => negative,
                        None => {
                            let onside_graph = self.graph(onside)?;
                            let negative = self.add_negative(&onside_graph)?;
                            negatives.insert(onside, negative);
                            negative
                        }
                    };
                }
                found(component.len());
                continue;
            }
            for (&v, i) in component.iter().zip(INSIDE..) {
                closed[v as usize] = i;
            }
            let mut leads_to_stoppers = true;
            key.clear();
            for &v in component {
                for player in Player::BOTH {
                    let options = graph.options(v, if negated { !player } else { player });
                    leads_to_stoppers &= options
                        .iter()
                        .all(|&o| closed[o as usize] >= INSIDE || stoppers[o as usize]);
                    let mut options: Vec<u32> =
                        options.iter().map(|&option| closed[option as usize]).collect();
                    options.sort_unstable();
                    options.dedup();
                    if player == Player::Left {
                        let inside = options.partition_point(|&option| option < INSIDE);
                        let inside = options.split_off(inside);
                        options = self.undominated(player, options)?;
                        options.extend(inside);
                    }
                    key.extend(options);
                    key.push(END);
                }
            }
            self.calculation.count_steps(key.len())?;
            let (roots, alternates) = match known.entry_ref(&key) {
                EntryRef::Occupied(entry) => &*entry.into_mut(),
                EntryRef::Vacant(entry) => {
                    let closed = self.close_component_of(&key, component.len())?;
                    self.charge(64 + 4 * (key.len() + closed.0.len()))?;
                    &*entry.insert(closed)
                }
            };
            for (&v, &root) in component.iter().zip(roots) {
                closed[v as usize] = root;
                stoppers[v as usize] = leads_to_stoppers && *alternates;
            }
            found(component.len());
        }
        Ok((closed, stoppers))
    }

    /// The onsides of the positions of a component, whose options are listed position by position and player by player, and whether
    /// alternating play in it ends if all options outside are stoppers.
    fn close_component_of(
        &mut self,
        options: &[u32],
        n: usize,
    ) -> Result<(Vec<NodeId>, bool), ValueError> {
        let (before, mark) = (self.memory.bytes, self.set_mark());
        let mut roots: Vec<NodeId> = (0..n).map(|_| self.add()).collect::<Result<_, _>>()?;
        for (i, list) in options.split(|&option| option == END).take(2 * n).enumerate() {
            let option = |&option: &u32| match option >= INSIDE {
                true => roots[(option - INSIDE) as usize],
                false => option,
            };
            let list: Vec<NodeId> = list.iter().map(option).collect();
            self.nodes[roots[i / 2] as usize].options[i % 2] = list;
        }
        let alternates = self.alternates(&roots);
        self.close_component(&roots, true)?;
        for root in &mut roots {
            *root = self.onside(*root)?;
        }
        self.forget_from(mark, before, &mut roots)?;
        Ok((roots, alternates))
    }
}
