//! Graphs as boards: vertices with labels, edges with colours, and the text form of both.

use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};

use smallvec::{SmallVec, smallvec};

use super::ParsePositionError;
use crate::Player;
use crate::player::padded;

mod canonical;
mod text;

/// The most vertices of a graph: their numbers are bytes.
const VERTICES: u8 = 255;

/// The most edges of a graph; all pairs of 64 vertices are 2016.
const EDGES: usize = 2048;

/// What a vertex has: a label, or counters. A vertex with neither has [`FREE`], which is one counter.
type Mark = u8;

/// No counter: the vertex is gone.
const GONE: Mark = 0;
const FREE: Mark = 1;
const COUNTERS: Mark = 250;
const LABELS: [Mark; 2] = [254, 255];

/// The colour of an edge: who may use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeColour {
    /// Left may: `b`.
    Blue,
    /// Right may: `r`.
    Red,
    /// Either player may: `g`.
    Green,
}

impl EdgeColour {
    const ALL: [EdgeColour; 3] = [EdgeColour::Blue, EdgeColour::Red, EdgeColour::Green];

    /// The letter of the colour: `b`, `r` or `g`.
    pub fn letter(self) -> char {
        ['b', 'r', 'g'][self as usize]
    }

    /// The colour of a letter, in upper or lower case.
    pub fn from_letter(letter: &str) -> Option<EdgeColour> {
        let is = |colour: &EdgeColour| letter.eq_ignore_ascii_case(&colour.letter().to_string());
        EdgeColour::ALL.into_iter().find(is)
    }

    /// Whether the player may use edges of this colour.
    pub fn is_for(self, player: Player) -> bool {
        self as usize != !player as usize
    }

    fn negative(self) -> EdgeColour {
        [EdgeColour::Red, EdgeColour::Blue, EdgeColour::Green][self as usize]
    }
}

/// An edge of a [`Graph`], or an arrow, which leads only to one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    ends: [u8; 2],
    colour: EdgeColour,
    /// A bit for each end that the edge leads to.
    leads: u8,
}

/// Sorts edges. Compiled once.
#[inline(never)]
fn sort(edges: &mut [Edge]) {
    edges.sort_unstable_by_key(|edge| edge.word());
}

impl Edge {
    /// The edge between two vertices, or a loop at one.
    pub fn new(end: u8, other: u8, colour: EdgeColour) -> Edge {
        Edge { ends: [end, other], colour, leads: 0b11 }.renumbered(|v| v)
    }

    /// The green edge that leads from a vertex to another one, and not back.
    pub fn arrow(from: u8, to: u8) -> Edge {
        Edge { ends: [from, to], colour: EdgeColour::Green, leads: 0b10 }.renumbered(|v| v)
    }

    /// The edge with other numbers of its ends.
    fn renumbered(self, number: impl Fn(u8) -> u8) -> Edge {
        let [u, v] = [number(self.ends[0]), number(self.ends[1])];
        if u <= v {
            return Edge { ends: [u, v], ..self };
        }
        Edge { ends: [v, u], leads: self.leads_back(), ..self }
    }

    /// All of the edge in a word, in the same order as edges.
    fn word(self) -> u32 {
        let [u, v] = self.ends;
        u32::from_be_bytes([u, v, self.colour as u8, self.leads])
    }

    /// The bits of `leads`, for the ends in reverse.
    fn leads_back(self) -> u8 {
        self.leads >> 1 | (self.leads & 1) << 1
    }

    /// The two ends, the smaller one first.
    pub fn ends(self) -> [u8; 2] {
        self.ends
    }

    /// The colour; green if the graph is not coloured.
    pub fn colour(self) -> EdgeColour {
        self.colour
    }

    /// The end that is not `end`; `None` if the edge does not end there.
    pub fn other(self, end: u8) -> Option<u8> {
        let [u, v] = self.ends;
        if u == end { Some(v) } else { (v == end).then_some(u) }
    }

    /// Whether the edge leads to `end`: an arrow leads only to one of its ends.
    pub fn leads_to(self, end: u8) -> bool {
        let [u, v] = self.ends;
        u == end && self.leads & 0b01 != 0 || v == end && self.leads & 0b10 != 0
    }
}

/// In one word.
impl Hash for Edge {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.word());
    }
}

/// What the graphs of a ruleset have: it decides how they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphForm {
    /// Whether edges have colours: `0-1:b`. Otherwise all are green.
    pub coloured: bool,
    /// Whether there are arrows: `0>1` leads from 0 to 1, and `0-1` both ways.
    pub directed: bool,
    /// Whether vertices have labels, `3:L` or `3:R`, or are gone, `3:#`.
    pub labelled: bool,
    /// Whether vertices without labels are taken: one that is gone is written `3:#`.
    pub taken: bool,
    /// Whether vertices have counters: `3:2` for two of them. A vertex has one if nothing else is written, and one without any
    /// is gone.
    pub counted: bool,
    /// Whether vertex 0 is the ground: it keeps its number, the graph falls apart at it, and there may be loops and parallel
    /// edges of the same colour.
    pub grounded: bool,
}

impl GraphForm {
    /// Vertices and edges, and nothing else.
    pub const PLAIN: GraphForm = GraphForm {
        coloured: false,
        directed: false,
        labelled: false,
        taken: false,
        counted: false,
        grounded: false,
    };

    /// Whether vertices can be gone.
    pub fn has_gone(self) -> bool {
        self.labelled || self.taken || self.counted
    }
}

/// A graph of up to 255 vertices with labels or counters, and up to 2048 edges with colours or directions.
///
/// A vertex can be gone: it has no edges, but the others keep their numbers.
///
/// # Text
/// `n=5 0-1 1-2 2-3:b | 3:L 4:R`: the number of vertices, which are numbered from 0; the edges, blue, red or green, or arrows
/// like `0>1`; and the labels, or counters like `3:2`. The edges of a grid, a path or a cycle can be written `grid 3x4`,
/// `path 5` or `cycle 5` in place of `n=5`; the vertices of a grid are numbered row by row. More edges may follow.
///
/// These texts are read too. Graphs print with `n=`.
/// - Edges without `n=`, like `0-1:b 1-2:r`: there are vertices up to the largest number.
/// - The graph strings of CGSuite, like `lrl(e;r)`, `L-.-R` or `:A---:A`. Vertices and edges alternate: `.` is a vertex, which may be
///   left out, `L` and `R` are its labels, and `{12}` are its counters; `-` is an edge, `l`, `r` and `e` (or `b` and `g`) are
///   blue, red and green ones, and `>` and `<` are arrows. `(-;--)` has two branches at the vertex before it, `:A` or `:{name}`
///   names a vertex, and `;` outside of branches begins another component. The first vertex is 0.
/// - Where there is a ground, stalks in capital letters like `BBR` or `LRRE`, from the ground up.
/// - graph6, like `graph6 D?{` or `>>graph6<<D?{`. More edges and labels may follow.
/// - DIMACS, like `p edge 3 2 e 1 2 e 2 3`, on one line or more; vertex 1 becomes vertex 0. Lines that begin with `c` are comments.
///
/// An edge without a colour is green.
///
/// # Examples
/// ```
/// use dicot::board::{Graph, GraphForm};
/// let form = GraphForm { labelled: true, ..GraphForm::default() };
/// let graph = Graph::read("grid 2x3 | 5:L 1:#", form)?;
/// assert_eq!(graph.shown(form).to_string(), "n=6 0-3 2-5 3-4 4-5 | 1:# 5:L");
/// assert_eq!((graph.vertices(), graph.canonical(form).vertices()), (6, 5));
/// let error = Graph::read("n=3 0-1 1-3", form).unwrap_err();
/// assert_eq!(error.to_string(), "column 9: unexpected \"1-3\", expected an edge like 0-1 between two vertices below 3");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    /// One for each vertex. As many are stored in place as in the words of a longer list.
    marks: SmallVec<[Mark; 23]>,
    /// In order; none ends in a vertex that is gone.
    edges: Vec<Edge>,
}

impl Graph {
    /// Reads the text of a graph.
    ///
    /// Edges without a colour are green. Edges of the same ends and colour are read as one, unless there is a ground.
    ///
    /// # Errors
    /// If the text is not that of a graph of this form.
    pub fn read(text: &str, form: GraphForm) -> Result<Graph, ParsePositionError> {
        text::read(text, form)
    }

    /// Prints the graph with what the form has.
    pub fn shown(&self, form: GraphForm) -> impl fmt::Display + use<'_> {
        Shown { graph: self, form }
    }

    /// The graph without what the form does not have: all edges green and without directions, no loops, or no labels.
    pub(crate) fn with_form(mut self, form: GraphForm) -> Graph {
        for mark in &mut self.marks {
            let is_kept = match *mark {
                GONE => form.has_gone(),
                FREE..=COUNTERS => form.counted,
                _ => form.labelled,
            };
            *mark = if is_kept { *mark } else { FREE };
        }
        for edge in &mut self.edges {
            edge.colour = if form.coloured { edge.colour } else { EdgeColour::Green };
            edge.leads = if form.directed { edge.leads } else { 0b11 };
        }
        if !form.grounded {
            self.edges.retain(|edge| edge.ends[0] != edge.ends[1]);
            self.edges.dedup_by(|edge, kept| {
                let is_same = (edge.ends, edge.colour) == (kept.ends, kept.colour);
                kept.leads |= if is_same { edge.leads } else { 0 };
                is_same
            });
        }
        self
    }

    /// The number of vertices, those that are gone included.
    pub fn vertices(&self) -> u8 {
        self.marks.len() as u8
    }

    /// The edges, in order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    fn mark(&self, vertex: u8) -> Mark {
        self.marks.get(usize::from(vertex)).copied().unwrap_or(FREE)
    }

    /// The player whose label a vertex has.
    pub fn label(&self, vertex: u8) -> Option<Player> {
        let mark = self.mark(vertex);
        Player::BOTH.into_iter().find(|&player| mark == LABELS[player as usize])
    }

    /// The number of counters of a vertex; 1 where they are not counted.
    pub fn counters(&self, vertex: u8) -> u8 {
        if self.label(vertex).is_some() { FREE } else { self.mark(vertex) }
    }

    /// The bytes of its lists.
    pub(crate) fn heap_bytes(&self) -> usize {
        let marks = if self.marks.spilled() { self.marks.capacity() } else { 0 };
        marks + self.edges.capacity() * size_of::<Edge>()
    }

    /// Whether the vertex is gone.
    pub fn is_gone(&self, vertex: u8) -> bool {
        self.mark(vertex) == GONE
    }

    /// The number of vertices with the label of a player.
    pub(crate) fn label_count(&self, player: Player) -> usize {
        self.marks.iter().filter(|&&mark| mark == LABELS[player as usize]).count()
    }

    /// The vertices that are not gone.
    pub(crate) fn present(&self) -> impl Iterator<Item = u8> {
        (0..self.vertices()).filter(|&vertex| !self.is_gone(vertex))
    }

    /// The vertices that the edges of one lead to.
    pub(crate) fn neighbours(&self, vertex: u8) -> impl Iterator<Item = u8> {
        let other = move |edge: &Edge| edge.other(vertex).filter(|&other| edge.leads_to(other));
        self.edges.iter().filter_map(other)
    }

    /// Labels a vertex.
    pub(crate) fn set_label(&mut self, vertex: u8, player: Player) {
        self.marks[usize::from(vertex)] = LABELS[player as usize];
    }

    /// A number of counters that a vertex can have.
    pub(crate) fn counters_of(number: u32) -> Option<u8> {
        u8::try_from(number).ok().filter(|&counters| counters <= COUNTERS)
    }

    /// Gives a vertex counters; one without any is gone, and its edges are to be [removed](Graph::remove_loose_edges).
    pub(crate) fn set_counters(&mut self, vertex: u8, counters: u8) {
        self.marks[usize::from(vertex)] = counters;
    }

    /// Changes the neighbours of a vertex and removes it, with its edges and label; the others keep their numbers. `change` sees
    /// the graph without edges.
    pub(crate) fn take_vertex(&mut self, vertex: u8, change: impl Fn(&mut Graph, u8)) {
        if vertex >= self.vertices() {
            return;
        }
        let taken = Graph { marks: SmallVec::new(), edges: std::mem::take(&mut self.edges) };
        taken.neighbours(vertex).for_each(|neighbour| change(self, neighbour));
        self.edges = taken.edges;
        self.set_counters(vertex, GONE);
        self.remove_loose_edges();
    }

    /// Removes the edges of vertices that are gone.
    pub(crate) fn remove_loose_edges(&mut self) {
        self.retain_edges(|graph, edge| !edge.ends.iter().any(|&end| graph.is_gone(end)));
    }

    /// Removes the edges that are not to be kept. `keep` sees the graph without edges.
    pub(crate) fn retain_edges(&mut self, keep: impl Fn(&Graph, Edge) -> bool) {
        let mut edges = std::mem::take(&mut self.edges);
        edges.retain(|&edge| keep(self, edge));
        self.edges = edges;
    }

    /// Removes one of the edges that are equal to this one.
    pub(crate) fn remove_edge(&mut self, edge: Edge) {
        if let Ok(at) = self.edges.binary_search(&edge) {
            self.edges.remove(at);
        }
    }

    /// Makes one edge of the edges between the same two vertices: for either player, if not all are for the same one.
    pub(crate) fn merge_parallel_edges(&mut self) {
        self.edges.dedup_by(|edge, kept| {
            let is_parallel = edge.ends == kept.ends;
            if is_parallel && edge.colour != kept.colour {
                kept.colour = EdgeColour::Green;
            }
            is_parallel
        });
    }

    /// For each vertex the least one that edges join it to. If there is a ground, edges do not join anything to it.
    ///
    /// Union-find, in which the root of a set is its least vertex.
    pub(crate) fn roots(&self, ground: bool) -> [u8; VERTICES as usize] {
        let mut roots: [u8; VERTICES as usize] = std::array::from_fn(|v| v as u8);
        for edge in self.edges.iter().filter(|edge| !ground || edge.ends[0] != 0) {
            let [u, v] = edge.ends.map(|mut v| {
                while roots[usize::from(v)] != v {
                    let above = roots[usize::from(roots[usize::from(v)])];
                    roots[usize::from(v)] = above;
                    v = above;
                }
                v
            });
            roots[usize::from(u.max(v))] = u.min(v);
        }
        for v in 0..self.marks.len() {
            roots[v] = roots[usize::from(roots[v])];
        }
        roots
    }

    /// The edges that are not part of a cycle, whether or not there are arrows.
    ///
    /// Source: Tarjan, *A note on finding the bridges of a graph* (1974). Depth first; the edge to a new vertex is a bridge if
    /// no other edge joins that vertex, or one that is found from it, to a vertex that was found before.
    pub(crate) fn bridges(&self) -> Vec<Edge> {
        let mut around = vec![SmallVec::<[(u8, usize); 8]>::new(); self.marks.len()];
        for (number, edge) in self.edges.iter().enumerate() {
            let [u, v] = edge.ends;
            around[usize::from(u)].push((v, number));
            around[usize::from(v)].push((u, number));
        }
        // When a vertex was found, from 1 on, and the earliest vertex that is joined to it or to those found from it.
        let (mut found, mut lowest) = ([0_u16; 1 << 8], [0_u16; 1 << 8]);
        let (mut time, mut bridges) = (0, Vec::new());
        for root in (0..self.vertices()).map(usize::from) {
            if found[root] > 0 {
                continue;
            }
            // The vertices on the way from the root, each with the edge to it and the number of edges that were followed.
            let mut path = vec![(root, usize::MAX, 0)];
            time += 1;
            (found[root], lowest[root]) = (time, time);
            while let Some((v, to_v, next)) = path.last_mut() {
                let v = *v;
                if let Some(&(other, number)) = around[v].get(*next) {
                    *next += 1;
                    let other = usize::from(other);
                    if number == *to_v {
                        continue;
                    }
                    if found[other] > 0 {
                        lowest[v] = lowest[v].min(found[other]);
                    } else {
                        time += 1;
                        (found[other], lowest[other]) = (time, time);
                        path.push((other, number, 0));
                    }
                    continue;
                }
                let to_v = *to_v;
                path.pop();
                if let Some(&(before, ..)) = path.last() {
                    lowest[before] = lowest[before].min(lowest[v]);
                    if lowest[v] > found[before] {
                        bridges.push(self.edges[to_v]);
                    }
                }
            }
        }
        bridges
    }

    /// The graph with the labels and the colours of the players exchanged.
    #[must_use]
    pub fn negative(&self) -> Graph {
        let mut graph = self.clone();
        for mark in &mut graph.marks {
            if let Some(player) = LABELS.iter().position(|label| label == mark) {
                *mark = LABELS[1 - player];
            }
        }
        for edge in &mut graph.edges {
            edge.colour = edge.colour.negative();
        }
        sort(&mut graph.edges);
        graph
    }

    /// The connected components, each with its vertices numbered from 0 in their order; a vertex without edges is one of them.
    /// If there is a ground, the parts with edges that have only the ground in common, each with it.
    pub fn components(&self, form: GraphForm) -> Vec<Graph> {
        let roots = self.roots(form.grounded);
        let root = |vertex: u8| roots[usize::from(vertex)];
        let ground = u8::from(form.grounded);
        let mut has_edges = [!form.grounded; VERTICES as usize];
        for edge in &self.edges {
            has_edges[usize::from(root(edge.ends[1]))] = true;
        }
        let is_first =
            |&v: &u8| v >= ground && root(v) == v && has_edges[usize::from(v)] && !self.is_gone(v);
        let part = |first: u8| {
            let upper = (first..self.vertices()).filter(|&v| root(v) == first);
            self.part((0..ground).chain(upper), |edge| root(edge.ends[1]) == first)
        };
        let mut parts: Vec<Graph> = (0..self.vertices()).filter(is_first).map(part).collect();
        let loops = self.edges.iter().filter(|edge| form.grounded && edge.ends == [0, 0]);
        parts.extend(loops.map(|&edge| Graph { marks: smallvec![FREE], edges: vec![edge] }));
        parts
    }

    /// The graph of the vertices in that order, with the edges between them that are to be kept.
    fn part(&self, order: impl Iterator<Item = u8>, keep: impl Fn(&Edge) -> bool) -> Graph {
        let (mut numbers, mut marks) = ([0; VERTICES as usize], SmallVec::new());
        for vertex in order {
            numbers[usize::from(vertex)] = marks.len() as u8;
            marks.push(self.mark(vertex));
        }
        let image = |edge: &Edge| edge.renumbered(|vertex| numbers[usize::from(vertex)]);
        let mut edges: Vec<Edge> = self.edges.iter().filter(|edge| keep(edge)).map(image).collect();
        sort(&mut edges);
        Graph { marks, edges }
    }

    /// The graph with its vertices in that order; all edges are between them.
    fn renumbered(&self, order: &[u8]) -> Graph {
        self.part(order.iter().copied(), |_| true)
    }
}

/// Copies the marks as a slice of bytes, not one by one.
impl Clone for Graph {
    fn clone(&self) -> Graph {
        Graph { marks: SmallVec::from_slice(&self.marks), edges: self.edges.clone() }
    }
}

/// Shows the text with all that graphs can have.
impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = GraphForm {
            coloured: true,
            directed: true,
            labelled: true,
            taken: true,
            counted: true,
            grounded: false,
        };
        write!(f, "Graph({})", self.shown(form))
    }
}

struct Shown<'a> {
    graph: &'a Graph,
    form: GraphForm,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown { graph, form } = *self;
        padded(f, &|f| {
            write!(f, "n={}", graph.vertices())?;
            for &Edge { ends: [u, v], colour, leads } in &graph.edges {
                match leads {
                    0b01 => write!(f, " {v}>{u}")?,
                    0b10 => write!(f, " {u}>{v}")?,
                    _ => write!(f, " {u}-{v}")?,
                }
                if form.coloured {
                    write!(f, ":{}", colour.letter())?;
                }
            }
            let is_marked = |v: &u8| graph.mark(*v) != FREE;
            for (n, v) in (0..graph.vertices()).filter(is_marked).enumerate() {
                write!(f, "{} {v}:", if n == 0 { " |" } else { "" })?;
                match (graph.label(v), graph.counters(v)) {
                    (Some(Player::Left), _) => f.push('L'),
                    (Some(Player::Right), _) => f.push('R'),
                    (None, GONE) => f.push('#'),
                    (None, counters) => write!(f, "{counters}")?,
                }
            }
            Ok(())
        })
    }
}
