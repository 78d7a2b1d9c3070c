//! Values of positions whose play need not end.

use hashbrown::HashMap;

use dicot::rules::Position;
use dicot::{Calculation, Player, ValueError};

use crate::arena::{Arena, NodeId};
use crate::position_graph::{Graph, MAX_SIZE, meter};
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
    /// The positions, and for each its value among `values`.
    positions: HashMap<P, u32>,
    value_of: Vec<u32>,
    values: Vec<LoopyValue>,
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
        let (graph, positions) = Graph::of_positions(roots, calculation)?;
        let components = graph.components(&mut meter(calculation))?;
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

/// An option in the same component is given by its index there, and this bit.
const INSIDE: u32 = MAX_SIZE;

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
        self.charge(4 * order.len())?;
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
                self.charge(64 + 4 * (key.len() + roots.len()))?;
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
        let before = self.memory.bytes;
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
        self.forget_from(mark, before, &mut roots)?;
        Ok(roots)
    }
}
