//! Canonical labelling: one numbering for all graphs that are isomorphic.
//!
//! Colour refinement, then a search that individualizes the vertices of a cell in turn (McKay, *Practical graph
//! isomorphism*, 1981), in its simplest form: automorphisms are found as leaves that give the same graph as the first
//! leaf, and spare the vertices of an orbit on the path to it.

use super::{Edge, Graph, GraphForm, VERTICES};
use crate::hash::mix;

/// The leaves that may differ from the first one, after which the best so far is taken. No graph of
/// `tests/it/graph_games.rs` needs more than a few.
const MAX_LEAVES: u32 = 200;

/// The class of each vertex (its label, or the ground) in the highest byte, over a hash of what is around it.
type Colours = [u64; VERTICES as usize];

impl Graph {
    /// An isomorphic graph, the same one for graphs that are isomorphic; vertices that are gone are left out, and if there is
    /// a ground, it remains vertex 0.
    ///
    /// The search for it is limited. A graph with much regularity and little symmetry may have several such graphs, and
    /// each of them is isomorphic to it all the same.
    ///
    /// # Complexity
    /// *O*(*m*) for each of the vertices that are made different, one after the other, and for each of the symmetries that
    /// this shows; *m* = edges.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::{Graph, GraphForm};
    /// let form = GraphForm::default();
    /// let [path, other] = ["n=4 0-1 1-2 2-3", "n=4 2-0 1-3 2-1"].map(|text| Graph::read(text, form));
    /// assert_eq!(path?.canonical(form), other?.canonical(form));
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self, form: GraphForm) -> Graph {
        let ground = u8::from(form.grounded && self.vertices > 0);
        let present = super::vertices_of(self.present());
        let graph = self.renumbered(&present.collect::<Vec<u8>>());
        let class = |v| match graph.label(v) {
            _ if v < ground => 0,
            None => 1,
            Some(player) => 2 + player as u64,
        };
        let mut colours = [0; VERTICES as usize];
        for v in 0..graph.vertices {
            colours[usize::from(v)] = class(v) << 56;
        }
        let n = usize::from(graph.vertices);
        let orbits = std::array::from_fn(|v| v as u8);
        let mut search =
            Search { graph: &graph, n, first: None, best: None, orbits, leaves: MAX_LEAVES };
        search.first_path(colours, 0);
        search.best.map_or_else(|| graph.clone(), |leaf| leaf.graph)
    }
}

/// A numbering of the vertices.
#[derive(Clone)]
struct Leaf {
    order: Vec<u8>,
    graph: Graph,
}

struct Search<'a> {
    graph: &'a Graph,
    n: usize,
    first: Option<Leaf>,
    /// The leaf with the least graph.
    best: Option<Leaf>,
    /// For each vertex another one of its orbit, or itself for one of them: the orbits of the automorphisms that were found,
    /// all of which fix the vertices that are individualized above the node of the first path where the search is.
    orbits: [u8; VERTICES as usize],
    /// How many more leaves may differ from the first one.
    leaves: u32,
}

impl Search<'_> {
    /// The first leaf below the colours, and then all vertices on the way back that may lead to another graph.
    fn first_path(&mut self, mut colours: Colours, depth: usize) {
        let cell = self.refine(&mut colours);
        let (Some((&vertex, others)), true) = (cell.split_first(), depth < self.n) else {
            let leaf = self.leaf(&colours);
            self.best = Some(leaf.clone());
            self.first = Some(leaf);
            return;
        };
        self.first_path(individualized(colours, vertex), depth + 1);
        for (done, &other) in (1..).zip(others) {
            let orbit = self.orbit(other);
            let is_known = cell[..done].iter().any(|&earlier| self.orbit(earlier) == orbit);
            if !is_known && self.leaves > 0 {
                self.explore(individualized(colours, other), depth + 1);
            }
        }
    }

    /// Visits the leaves below the colours until one gives the same graph as the first leaf; returns whether one does.
    fn explore(&mut self, mut colours: Colours, depth: usize) -> bool {
        let cell = self.refine(&mut colours);
        if !cell.is_empty() && depth < self.n {
            return cell.iter().any(|&vertex| {
                self.leaves > 0 && self.explore(individualized(colours, vertex), depth + 1)
            });
        }
        let leaf = self.leaf(&colours);
        if let Some(first) = self.first.as_ref().filter(|first| first.graph == leaf.graph) {
            let pairs: Vec<(u8, u8)> =
                first.order.iter().copied().zip(leaf.order.iter().copied()).collect();
            for (vertex, image) in pairs {
                let [orbit, other] = [vertex, image].map(|v| self.orbit(v));
                self.orbits[usize::from(orbit)] = other;
            }
            return true;
        }
        self.leaves -= 1;
        if self.best.as_ref().is_none_or(|best| leaf.graph < best.graph) {
            self.best = Some(leaf);
        }
        false
    }

    /// The vertex that stands for the orbit of another.
    fn orbit(&self, mut vertex: u8) -> u8 {
        while self.orbits[usize::from(vertex)] != vertex {
            vertex = self.orbits[usize::from(vertex)];
        }
        vertex
    }

    /// The graph with its vertices in the order of their colours.
    fn leaf(&self, colours: &Colours) -> Leaf {
        let mut order: Vec<u8> = (0..self.graph.vertices).collect();
        order.sort_by_key(|&v| colours[usize::from(v)]);
        let graph = self.graph.renumbered(&order);
        Leaf { order, graph }
    }

    /// Refines the colours by those of the neighbours until no more of them differ. Returns the vertices of the smallest cell of several
    /// vertices of the same colour; none if all differ.
    fn refine(&self, colours: &mut Colours) -> Vec<u8> {
        let (n, mut count) = (self.n, 0);
        loop {
            let mut sums = [0_u64; VERTICES as usize];
            for &Edge { ends, colour } in self.graph.edges() {
                let [u, v] = ends.map(usize::from);
                // A sum does not depend on the order of the edges.
                sums[u] = sums[u].wrapping_add(mix(colours[v], colour as u64));
                sums[v] = sums[v].wrapping_add(mix(colours[u], colour as u64));
            }
            for (colour, sum) in colours[..n].iter_mut().zip(sums) {
                *colour = with_hash(*colour, mix(*colour, sum));
            }
            let mut sorted = *colours;
            sorted[..n].sort_unstable();
            let cells = || sorted[..n].chunk_by(|a, b| a == b);
            let before = std::mem::replace(&mut count, cells().count());
            if count == n {
                return Vec::new();
            }
            if count == before {
                let several = cells().filter(|cell| cell.len() > 1);
                let least = several.min_by_key(|cell| cell.len()).map_or(0, |cell| cell[0]);
                let vertices = 0..self.graph.vertices;
                return vertices.filter(|&v| colours[usize::from(v)] == least).collect();
            }
        }
    }
}

/// The colour with another hash, in the same class.
fn with_hash(colour: u64, hash: u64) -> u64 {
    colour & (0xff << 56) | hash >> 8
}

/// The colours with that of a vertex made different from all others.
fn individualized(mut colours: Colours, vertex: u8) -> Colours {
    let colour = &mut colours[usize::from(vertex)];
    *colour = with_hash(*colour, mix(*colour, u64::MAX));
    colours
}
