//! Canonical labelling: one numbering for all graphs that are isomorphic.
//!
//! Colour refinement, then a search that individualizes the vertices of a cell in turn (McKay, *Practical graph
//! isomorphism*, 1981), in a simple form: leaves that give the same graph show automorphisms, and one vertex of each orbit
//! is enough.

use std::collections::BTreeMap;

use super::{Edge, Graph, GraphForm, VERTICES};
use crate::hash::mix;

/// The leaves that may be visited, after which the best so far is taken. The graphs of `tests/it/graph_games.rs` need more than 20
/// and no more than 50.
const MAX_LEAVES: u32 = 500;

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
        let mut search = Search {
            graph: &graph,
            n: graph.vertices.into(),
            leaves: BTreeMap::new(),
            automorphisms: Vec::new(),
            visits: MAX_LEAVES,
        };
        search.visit(colours, &mut Vec::new());
        search.leaves.pop_first().map_or_else(|| graph.clone(), |(least, _)| least)
    }
}

/// A numbering of the vertices: their order, and the vertices that were individualized on the path to it.
struct Leaf {
    order: Vec<u8>,
    path: Vec<u8>,
}

struct Search<'a> {
    graph: &'a Graph,
    n: usize,
    /// The leaves by the graphs that they give, one for each.
    leaves: BTreeMap<Graph, Leaf>,
    /// The image of each vertex, in the order in which they were found.
    automorphisms: Vec<Colours>,
    /// How many more leaves may be visited.
    visits: u32,
}

impl Search<'_> {
    /// Visits the leaves below the colours that `path` leads to. Two leaves of the same graph show an automorphism, which fixes what
    /// their paths have in common: the rest below there is spared, and the depth of that node returned.
    fn visit(&mut self, mut colours: Colours, path: &mut Vec<u8>) -> Option<usize> {
        let cell = self.refine(&mut colours);
        let (depth, known) = (path.len(), self.automorphisms.len());
        if cell.is_empty() || depth >= self.n {
            return self.add_leaf(&colours, path);
        }
        for (done, &vertex) in cell.iter().enumerate() {
            // Those that were found below this node fix the path to it.
            let orbits = self.orbits(known);
            let orbit = |v: u8| orbits[usize::from(v)];
            let is_spared = cell[..done].iter().any(|&v| orbit(v) == orbit(vertex));
            if done > 0 && (is_spared || self.visits == 0) {
                continue;
            }
            path.push(vertex);
            let back = self.visit(individualized(colours, vertex), path);
            path.truncate(depth);
            if back.is_some_and(|back| back < depth) {
                return back;
            }
        }
        None
    }

    /// Adds the graph with its vertices in the order of their colours. If there is the same one, returns what the paths to the
    /// two have in common.
    fn add_leaf(&mut self, colours: &Colours, path: &[u8]) -> Option<usize> {
        self.visits = self.visits.saturating_sub(1);
        let mut order: Vec<u8> = (0..self.graph.vertices).collect();
        order.sort_by_key(|&v| colours[usize::from(v)]);
        let graph = self.graph.renumbered(&order);
        let Some(earlier) = self.leaves.get(&graph) else {
            self.leaves.insert(graph, Leaf { order, path: path.to_vec() });
            return None;
        };
        let mut images = [0; VERTICES as usize];
        for (&vertex, &image) in earlier.order.iter().zip(&order) {
            images[usize::from(vertex)] = image.into();
        }
        self.automorphisms.push(images);
        Some(earlier.path.iter().zip(path).take_while(|(vertex, other)| vertex == other).count())
    }

    /// The orbits of the automorphisms from a number on: the same number for all vertices of one.
    fn orbits(&self, from: usize) -> [usize; VERTICES as usize] {
        let mut orbits = std::array::from_fn(|v| v);
        for images in &self.automorphisms[from..] {
            for (vertex, &image) in images[..self.n].iter().enumerate() {
                let [orbit, other] = [orbits[vertex], orbits[image as usize]];
                if orbit != other {
                    orbits.iter_mut().filter(|v| **v == orbit).for_each(|v| *v = other);
                }
            }
        }
        orbits
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
