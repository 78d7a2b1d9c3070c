//! Canonical labelling: one numbering for all graphs that are isomorphic.
//!
//! Colour refinement, then a search that individualizes the vertices of a cell in turn (McKay, *Practical graph
//! isomorphism*, 1981), in a simple form: leaves that give the same graph show automorphisms, and one vertex of each orbit
//! is enough. Larger trees have a numbering of their own.

use std::collections::BTreeMap;

use smallvec::{SmallVec, smallvec};

use super::{Edge, GONE, Graph, GraphForm};
use crate::hash::mix;

/// The leaves that may be visited, after which the best so far is taken. The graphs of `tests/it/graph_games.rs` need more than 20
/// and no more than 50.
const MAX_LEAVES: u32 = 500;

/// The work after which no more leaves are visited: the edges and vertices that are read, and the images under automorphisms. On
/// one core of the machine of benches/RESULTS.md it takes about 10 ms.
const MAX_WORK: usize = 1 << 22;

/// The work that counts as a [step](crate::rules::Search::option_steps), a few microseconds.
const WORK_PER_STEP: usize = 1 << 10;

/// Smaller trees are numbered sooner by refinement.
const MIN_TREE: usize = 16;

/// The class of each vertex (its mark, or the ground) in the highest byte, over a hash of what is around it.
type Colours = SmallVec<[u64; 32]>;

impl Graph {
    /// An isomorphic graph, the same one for graphs that are isomorphic; vertices that are gone are left out, and if there is
    /// a ground, it remains vertex 0.
    ///
    /// The search for it is limited. A graph with much regularity and little symmetry may have several such graphs, and
    /// each of them is isomorphic to it all the same.
    ///
    /// # Complexity
    /// *O*(*m*) for each of the vertices that are made different, one after the other, and for each of the symmetries that
    /// this shows; *m* = edges. *O*(*n* log *n*) for trees of *n* vertices, if they are not small.
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
        if self.marks.contains(&GONE) {
            return self.part(self.present(), |_| true).canonical(form);
        }
        let mut colours: Colours = self.marks.iter().map(|&mark| u64::from(mark) << 56).collect();
        colours.iter_mut().take(form.grounded.into()).for_each(|ground| *ground = 0);
        let n = self.marks.len();
        let may_be_tree = n >= MIN_TREE && self.edges.len() + 1 == n;
        if may_be_tree && self.roots(false)[..n].iter().all(|&root| root == 0) {
            return self.canonical_tree(&colours, form);
        }
        let mut search = Search {
            graph: self,
            n,
            leaves: BTreeMap::new(),
            automorphisms: Vec::new(),
            visits: MAX_LEAVES,
            work: MAX_WORK,
        };
        search.visit(colours, &mut Vec::new());
        search.leaves.pop_first().map_or_else(|| self.clone(), |(least, _)| least)
    }

    /// About how many steps it takes to find the canonical graph: the individualized vertices of a path to a leaf, for each of which
    /// all edges are read a few times, and at most all of the work.
    pub(crate) fn canonical_steps(&self) -> usize {
        let path = self.marks.len() * (self.marks.len() + self.edges.len()) / WORK_PER_STEP * 8;
        path.clamp(1, MAX_WORK / WORK_PER_STEP)
    }

    /// The canonical numbering of a tree: breadth first from the ground or a centre, the branches of each vertex in the order of
    /// their names, which are the same for branches that are isomorphic.
    ///
    /// Source: Aho, Hopcroft and Ullman, *The Design and Analysis of Computer Algorithms* (1974), section 3.2, with hashes as names.
    fn canonical_tree(&self, colours: &Colours, form: GraphForm) -> Graph {
        let mut around: Vec<Neighbours> = vec![Neighbours::new(); self.marks.len()];
        for &edge in &self.edges {
            let ([u, v], [there, back]) = (edge.ends, kinds(edge));
            around[usize::from(u)].push((v, there));
            around[usize::from(v)].push((u, back));
        }
        let mut roots = vec![0];
        if !form.grounded {
            // The middle of a longest path: the vertex farthest from any is one end, the one farthest from there the other.
            let (order, _) = breadth_first(&around, 0);
            let (order, parents) = breadth_first(&around, order[order.len() - 1]);
            let above = |&v: &u8| Some(parents[usize::from(v)].0).filter(|&parent| parent != v);
            let path: Vec<u8> = std::iter::successors(order.last().copied(), above).collect();
            roots = path[(path.len() - 1) / 2..=path.len() / 2].to_vec();
        }
        let numbered = |root: u8| {
            let (order, parents) = breadth_first(&around, root);
            let (mut names, mut around) = (colours.clone(), around.clone());
            let mut sums: Colours = smallvec![0; names.len()];
            for v in order.into_iter().rev().map(usize::from) {
                names[v] = mix(names[v], sums[v]);
                let (parent, kind) = parents[v];
                let sum = &mut sums[usize::from(parent)];
                *sum = sum.wrapping_add(mix(names[v], kind.into()));
            }
            for branches in &mut around {
                // Inserted one by one: of a sort, the code would be fifty times as long.
                let order = |&(v, kind): &(u8, u8)| (names[usize::from(v)], kind);
                for branch in std::mem::take(branches) {
                    let at = branches.partition_point(|other| order(other) <= order(&branch));
                    branches.insert(at, branch);
                }
            }
            self.renumbered(&breadth_first(&around, root).0)
        };
        roots.into_iter().map(numbered).min().unwrap_or_else(|| self.clone())
    }
}

/// The vertices next to one, each with the kind of the edge.
type Neighbours = SmallVec<[(u8, u8); 8]>;

/// The vertices of a tree breadth first, and the parent of each with the kind of the edge; the root is its own.
fn breadth_first(around: &[Neighbours], root: u8) -> (SmallVec<[u8; 32]>, Neighbours) {
    let mut order: SmallVec<[u8; 32]> = smallvec![root];
    let mut parents: Neighbours = smallvec![(root, 0); around.len()];
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        for &(child, kind) in &around[usize::from(v)] {
            if child != parents[usize::from(v)].0 {
                parents[usize::from(child)] = (v, kind);
                order.push(child);
            }
        }
        next += 1;
    }
    (order, parents)
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
    automorphisms: Vec<SmallVec<[u8; 32]>>,
    /// How many more leaves may be visited.
    visits: u32,
    /// The work that may still be done.
    work: usize,
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
            if done > 0 && (self.visits == 0 || self.work == 0) {
                break;
            }
            // Those that were found below this node fix the path to it.
            let orbits = self.orbits(known);
            let orbit = |v: u8| orbits[usize::from(v)];
            let is_spared = cell[..done].iter().any(|&v| orbit(v) == orbit(vertex));
            if is_spared {
                continue;
            }
            path.push(vertex);
            let back = self.visit(individualized(&colours, vertex), path);
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
        let mut order: Vec<u8> = (0..self.graph.vertices()).collect();
        order.sort_by_key(|&v| colours[usize::from(v)]);
        let graph = self.graph.renumbered(&order);
        let Some(earlier) = self.leaves.get(&graph) else {
            self.leaves.insert(graph, Leaf { order, path: path.to_vec() });
            return None;
        };
        let mut images = smallvec![0; self.n];
        for (&vertex, &image) in earlier.order.iter().zip(&order) {
            images[usize::from(vertex)] = image;
        }
        self.automorphisms.push(images);
        Some(earlier.path.iter().zip(path).take_while(|(vertex, other)| vertex == other).count())
    }

    /// The orbits of the automorphisms from a number on: the same number for all vertices of one.
    fn orbits(&mut self, from: usize) -> SmallVec<[u8; 32]> {
        self.work = self.work.saturating_sub(self.n * (self.automorphisms.len() - from));
        let mut orbits: SmallVec<[u8; 32]> = (0..self.graph.vertices()).collect();
        for images in &self.automorphisms[from..] {
            for (vertex, &image) in images.iter().enumerate() {
                let [orbit, other] = [orbits[vertex], orbits[usize::from(image)]];
                if orbit != other {
                    orbits.iter_mut().filter(|v| **v == orbit).for_each(|v| *v = other);
                }
            }
        }
        orbits
    }

    /// Refines the colours by those of the neighbours until no more of them differ. Returns the vertices of the smallest cell of several
    /// vertices of the same colour; none if all differ.
    fn refine(&mut self, colours: &mut [u64]) -> Vec<u8> {
        let (n, mut count) = (self.n, 0);
        loop {
            self.work = self.work.saturating_sub(n + self.graph.edges.len());
            let mut sums: Colours = smallvec![0; n];
            let sums = &mut sums[..];
            for &edge in self.graph.edges() {
                let [u, v] = edge.ends.map(usize::from);
                let [there, back] = kinds(edge).map(u64::from);
                // A sum does not depend on the order of the edges.
                sums[u] = sums[u].wrapping_add(mix(colours[v], there));
                sums[v] = sums[v].wrapping_add(mix(colours[u], back));
            }
            for (colour, sum) in colours.iter_mut().zip(&*sums) {
                *colour = with_hash(*colour, mix(*colour, *sum));
            }
            let mut sorted = Colours::from_slice(colours);
            sorted.sort_unstable();
            let cells = || sorted.chunk_by(|a, b| a == b);
            let before = std::mem::replace(&mut count, cells().count());
            if count == n {
                return Vec::new();
            }
            if count == before {
                let several = cells().filter(|cell| cell.len() > 1);
                let least = several.min_by_key(|cell| cell.len()).map_or(0, |cell| cell[0]);
                let vertices = 0..self.graph.vertices();
                return vertices.filter(|&v| colours[usize::from(v)] == least).collect();
            }
        }
    }
}

/// The kind of an edge, its colour and where it leads, as seen from either end.
fn kinds(edge: Edge) -> [u8; 2] {
    let kind = |leads: u8| leads << 2 | edge.colour as u8;
    [kind(edge.leads), kind(edge.leads_back())]
}

/// The colour with another hash, in the same class.
fn with_hash(colour: u64, hash: u64) -> u64 {
    colour & (0xff << 56) | hash >> 8
}

/// The colours with that of a vertex made different from all others.
fn individualized(colours: &Colours, vertex: u8) -> Colours {
    let mut colours = Colours::from_slice(colours);
    let colour = &mut colours[usize::from(vertex)];
    *colour = with_hash(*colour, mix(*colour, u64::MAX));
    colours
}
