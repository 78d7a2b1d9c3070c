//! Simplest forms as graphs that stand alone, with positions in an order that only depends on the value.

use hashbrown::HashMap;
use std::sync::Arc;

use dicot::{CanonicalForm, Player, ValueError};

use crate::arena::{Arena, NodeId};

/// The graph of a simplest form. The root is position 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Graph {
    pub(crate) positions: Vec<GraphPosition>,
    /// Whether alternating play ends.
    pub(crate) is_stopper: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GraphPosition {
    /// A short game.
    Short(CanonicalForm),
    /// The options of both players, sorted.
    Loopy([Vec<u32>; 2]),
}

impl Graph {
    pub(crate) fn short(form: CanonicalForm) -> Graph {
        Graph { positions: vec![GraphPosition::Short(form)], is_stopper: true }
    }

    /// The short game, if the graph is one.
    pub(crate) fn as_short(&self) -> Option<&CanonicalForm> {
        self.short_at(0)
    }

    /// The short game at a position, if it is one.
    pub(crate) fn short_at(&self, position: u32) -> Option<&CanonicalForm> {
        match &self.positions[position as usize] {
            GraphPosition::Short(form) => Some(form),
            GraphPosition::Loopy(_) => None,
        }
    }

    /// The graph in which the players are exchanged, with positions in the same order.
    fn mirror(&self) -> Graph {
        let mirror = |position: &GraphPosition| match position {
            GraphPosition::Short(form) => GraphPosition::Short(-form),
            GraphPosition::Loopy([left, right]) => {
                GraphPosition::Loopy([right.clone(), left.clone()])
            }
        };
        Graph { positions: self.positions.iter().map(mirror).collect(), ..*self }
    }

    /// The bytes of memory, approximately.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = |position: &GraphPosition| match position {
            GraphPosition::Short(_) => 0,
            GraphPosition::Loopy([left, right]) => 4 * (left.len() + right.len()),
        };
        self.positions.iter().map(|position| size_of::<GraphPosition>() + bytes(position)).sum()
    }
}

impl Arena<'_, '_> {
    /// The root of a simplest form.
    pub(crate) fn add_graph(&mut self, graph: &Graph) -> Result<NodeId, ValueError> {
        Ok(self.add_positions(graph)?[0])
    }

    /// The positions of a simplest form, in their order.
    pub(crate) fn add_positions(&mut self, graph: &Graph) -> Result<Vec<NodeId>, ValueError> {
        let mut ids = Vec::with_capacity(graph.positions.len());
        for position in &graph.positions {
            ids.push(match position {
                GraphPosition::Short(form) => self.short(form)?,
                GraphPosition::Loopy(_) => self.add()?,
            });
        }
        for (position, &id) in graph.positions.iter().zip(&ids) {
            if let GraphPosition::Loopy(options) = position {
                for player in Player::BOTH {
                    let options = options[player as usize].iter().map(|&i| ids[i as usize]);
                    let options: Vec<NodeId> = options.collect();
                    self.charge(4 * options.len())?;
                    self.nodes[id as usize].options[player as usize] = options;
                }
            }
        }
        self.import(ids[0])?;
        let closed = ids.iter().map(|&id| self.nodes[id as usize].canonical);
        Ok(closed.map(|id| id.expect("the root leads to all positions")).collect())
    }

    /// The root of the negative of a simplest form.
    pub(crate) fn add_negative(&mut self, graph: &Graph) -> Result<NodeId, ValueError> {
        self.add_graph(&graph.mirror())
    }

    /// The positions that some lead to, these first, without those within short games.
    pub(crate) fn followers_of(&self, roots: &[NodeId]) -> Vec<NodeId> {
        let (mut found, mut next) = (roots.to_vec(), 0);
        let mut seen: hashbrown::HashSet<NodeId> = roots.iter().copied().collect();
        while let Some(&v) = found.get(next) {
            next += 1;
            let node = &self.nodes[v as usize];
            if node.short.is_none() {
                for &option in node.options.iter().flatten() {
                    if seen.insert(option) {
                        found.push(option);
                    }
                }
            }
        }
        found
    }

    /// The graph of a simplest form: equal values have equal graphs.
    ///
    /// Positions are told apart by refinement of a partition: short games first, in their structural order, then others by the classes
    /// of their options. In a simplest form no two positions are equal, so that in the end each has a class of its own.
    pub(crate) fn graph(&mut self, root: NodeId) -> Result<Graph, ValueError> {
        let followers = self.followers_of(&[root]);
        let mut forms: Vec<NodeId> =
            followers.iter().copied().filter(|&v| self.form(v).is_some()).collect();
        let mut failure = None;
        forms.sort_by(|&g, &h| {
            let (g, h) = (self.form(g).cloned(), self.form(h).cloned());
            let (g, h) = (g.expect("short"), h.expect("short"));
            self.calculation.structural_cmp(&g, &h).unwrap_or_else(|error| {
                failure = Some(error);
                std::cmp::Ordering::Equal
            })
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let mut classes: HashMap<NodeId, usize> = followers.iter().map(|&v| (v, 0)).collect();
        for (i, &v) in forms.iter().enumerate() {
            classes.insert(v, i);
        }
        let loopy: Vec<NodeId> =
            followers.iter().copied().filter(|&v| self.form(v).is_none()).collect();
        for &v in &loopy {
            classes.insert(v, forms.len());
        }
        let mut count = 1;
        for _ in 0..=loopy.len() {
            self.calculation.count_steps(followers.len())?;
            let key = |v: NodeId| {
                let options = self.nodes[v as usize].options.each_ref().map(|options| {
                    let mut options: Vec<usize> = options.iter().map(|o| classes[o]).collect();
                    options.sort_unstable();
                    options
                });
                (classes[&v], options)
            };
            let mut keys: Vec<_> = loopy.iter().map(|&v| (key(v), v)).collect();
            keys.sort_by(|a, b| a.0.cmp(&b.0));
            let mut class = forms.len();
            let mut next = Vec::new();
            for i in 0..keys.len() {
                if i > 0 && keys[i].0 != keys[i - 1].0 {
                    class += 1;
                }
                next.push((keys[i].1, class));
            }
            let finer = class + 1 - forms.len();
            classes.extend(next);
            if finer == count && finer > 1 || loopy.len() <= 1 {
                break;
            }
            count = finer;
        }
        // Breadth first, options in the order of their classes.
        let (mut order, mut next) = (vec![root], 0);
        let mut index: HashMap<NodeId, u32> = [(root, 0)].into();
        let mut positions = Vec::new();
        while let Some(&v) = order.get(next) {
            next += 1;
            if let Some(form) = self.form(v) {
                positions.push(GraphPosition::Short(form.clone()));
                continue;
            }
            let options = self.nodes[v as usize].options.each_ref().map(|options| {
                let mut options = options.clone();
                options.sort_by_key(|option| classes[option]);
                let indices = options.iter().map(|&option| {
                    *index.entry(option).or_insert_with(|| {
                        order.push(option);
                        order.len() as u32 - 1
                    })
                });
                indices.collect::<Vec<u32>>()
            });
            positions.push(GraphPosition::Loopy(options));
        }
        Ok(Graph { positions, is_stopper: self.nodes[root as usize].is_stopper })
    }

    pub(crate) fn shared_graph(&mut self, root: NodeId) -> Result<Arc<Graph>, ValueError> {
        Ok(Arc::new(self.graph(root)?))
    }
}
