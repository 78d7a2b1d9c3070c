//! Graphs as boards: vertices with labels, edges with colours, and the text form of both.

use std::fmt;

use super::{ParsePositionError, start_of};
use crate::Player;

mod canonical;

/// The most vertices of a graph: the bits of a word.
const VERTICES: u8 = 64;

/// The most edges of a graph; all pairs of 64 vertices are 2016.
const EDGES: usize = 2048;

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

/// An edge of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    ends: [u8; 2],
    colour: EdgeColour,
}

impl Edge {
    /// The edge between two vertices, or a loop at one.
    pub fn new(end: u8, other: u8, colour: EdgeColour) -> Edge {
        Edge { ends: [end.min(other), end.max(other)], colour }
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
}

/// What the graphs of a ruleset have: it decides how they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphForm {
    /// Whether edges have colours: `0-1:b`. Otherwise all are green.
    pub coloured: bool,
    /// Whether vertices have labels, `3:L` or `3:R`, or are gone, `3:#`.
    pub labelled: bool,
    /// Whether vertex 0 is the ground: it keeps its number, the graph falls apart at it, and there may be loops and parallel
    /// edges of the same colour.
    pub grounded: bool,
}

/// A graph of up to 64 vertices with labels, and up to 2048 edges with colours.
///
/// A vertex can be gone: it has no edges, but the others keep their numbers.
///
/// # Text
/// `n=5 0-1 1-2 2-3:b | 3:L 4:R`: the number of vertices, which are numbered from 0; the edges, blue, red or green; and the
/// labels. The edges of a grid, a path or a cycle can be written `grid 3x4`, `path 5` or `cycle 5` in place of `n=5`;
/// the vertices of a grid are numbered row by row. More edges may follow.
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
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    vertices: u8,
    /// Sets of vertices that share none.
    gone: u64,
    labels: [u64; 2],
    /// In order; none ends in a vertex that is gone.
    edges: Vec<Edge>,
}

/// The vertices of a set, in order.
pub(crate) fn vertices_of(mut set: u64) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        let vertex = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        vertex
    })
}

/// The set of one vertex; empty for a number that no vertex has.
pub(crate) fn one(vertex: u8) -> u64 {
    1_u64.checked_shl(vertex.into()).unwrap_or(0)
}

impl Graph {
    /// Reads the text of a graph.
    ///
    /// Edges without a colour are green. Edges of the same ends and colour are read as one, unless there is a ground.
    ///
    /// # Errors
    /// If the text is not that of a graph of this form.
    pub fn read(text: &str, form: GraphForm) -> Result<Graph, ParsePositionError> {
        Reader { words: words(text), end: text.len(), next: 0 }.graph(form)
    }

    /// Prints the graph with what the form has.
    pub fn shown(&self, form: GraphForm) -> impl fmt::Display + use<'_> {
        Shown { graph: self, form }
    }

    /// The graph without what the form does not have: all edges green, no loops, or no labels.
    pub(crate) fn with_form(mut self, form: GraphForm) -> Graph {
        if !form.labelled {
            (self.gone, self.labels) = (0, [0; 2]);
        }
        if !form.coloured {
            self.edges.iter_mut().for_each(|edge| edge.colour = EdgeColour::Green);
        }
        if !form.grounded {
            self.edges.retain(|edge| edge.ends[0] != edge.ends[1]);
            self.edges.dedup();
        }
        self
    }

    /// The number of vertices, those that are gone included.
    pub fn vertices(&self) -> u8 {
        self.vertices
    }

    /// The edges, in order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The player whose label a vertex has.
    pub fn label(&self, vertex: u8) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.labelled(player) & one(vertex) != 0)
    }

    /// Whether the vertex is gone.
    pub fn is_gone(&self, vertex: u8) -> bool {
        self.gone & one(vertex) != 0
    }

    /// The vertices with the label of a player.
    pub(crate) fn labelled(&self, player: Player) -> u64 {
        self.labels[player as usize]
    }

    /// The vertices that are not gone.
    pub(crate) fn present(&self) -> u64 {
        (0..self.vertices).fold(0, |set, vertex| set | one(vertex)) & !self.gone
    }

    /// The vertices next to one.
    pub(crate) fn neighbours(&self, vertex: u8) -> u64 {
        self.edges.iter().filter_map(|edge| edge.other(vertex)).fold(0, |set, v| set | one(v))
    }

    /// Labels vertices that have no label.
    pub(crate) fn set_label(&mut self, set: u64, player: Player) {
        self.labels[player as usize] |= set;
    }

    /// Removes vertices with their edges and labels; the others keep their numbers.
    pub(crate) fn remove_vertices(&mut self, set: u64) {
        self.gone |= set;
        self.labels = self.labels.map(|label| label & !set);
        self.remove_edges_at(set);
    }

    /// Removes the edges that end in a set.
    pub(crate) fn remove_edges_at(&mut self, set: u64) {
        self.retain_edges(|edge| edge.ends.iter().all(|&end| one(end) & set == 0));
    }

    pub(crate) fn retain_edges(&mut self, keep: impl Fn(Edge) -> bool) {
        self.edges.retain(|&edge| keep(edge));
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

    /// The vertices that a path of edges joins to a set, and the set, without crossing `barrier`.
    pub(crate) fn reachable(&self, from: u64, barrier: u64) -> u64 {
        let mut reached = from;
        loop {
            let before = reached;
            for edge in &self.edges {
                let [u, v] = edge.ends.map(one);
                if reached & !barrier & (u | v) != 0 {
                    reached |= u | v;
                }
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// The graph with the labels and the colours of the players exchanged.
    #[must_use]
    pub fn negative(&self) -> Graph {
        let mut graph = self.clone();
        graph.labels.swap(0, 1);
        for edge in &mut graph.edges {
            edge.colour = edge.colour.negative();
        }
        graph.edges.sort_unstable();
        graph
    }

    /// The connected components, each with its vertices numbered from 0 in their order; a vertex without edges is one of them.
    /// If there is a ground, the parts that have only the ground in common, each with it.
    pub fn components(&self, form: GraphForm) -> Vec<Graph> {
        let ground = u64::from(form.grounded);
        let (mut left, mut parts) = (self.present() & !ground, Vec::new());
        while left != 0 {
            let part = self.reachable(left & left.wrapping_neg(), ground);
            left &= !part;
            parts.push(self.part(part | ground, ground));
        }
        for &edge in self.edges.iter().filter(|edge| form.grounded && edge.ends == [0, 0]) {
            parts.push(Graph { vertices: 1, gone: 0, labels: [0; 2], edges: vec![edge] });
        }
        parts
    }

    /// The vertices of a set and the edges between them, without loops at the ground.
    fn part(&self, set: u64, ground: u64) -> Graph {
        let keep = |edge: &&Edge| {
            let ends = one(edge.ends[0]) | one(edge.ends[1]);
            ends & !set == 0 && ends & !ground != 0
        };
        let edges = self.edges.iter().filter(keep).copied().collect();
        Graph { edges, ..self.clone_without_edges() }
            .renumbered(&vertices_of(set).collect::<Vec<_>>())
    }

    fn clone_without_edges(&self) -> Graph {
        Graph { edges: Vec::new(), ..*self }
    }

    /// The graph of the vertices in that order; all edges are between them.
    fn renumbered(&self, order: &[u8]) -> Graph {
        let mut numbers = [0; VERTICES as usize];
        let (mut gone, mut labels) = (0, [0; 2]);
        for (number, &vertex) in (0..).zip(order) {
            numbers[usize::from(vertex)] = number;
            gone |= if self.is_gone(vertex) { one(number) } else { 0 };
            if let Some(player) = self.label(vertex) {
                labels[player as usize] |= one(number);
            }
        }
        let number = |vertex: u8| numbers[usize::from(vertex)];
        let image =
            |edge: &Edge| Edge::new(number(edge.ends[0]), number(edge.ends[1]), edge.colour);
        let mut edges: Vec<Edge> = self.edges.iter().map(image).collect();
        edges.sort_unstable();
        Graph { vertices: order.len() as u8, gone, labels, edges }
    }
}

/// Shows the text with all that graphs can have.
impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = GraphForm { coloured: true, labelled: true, grounded: false };
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
        write!(f, "n={}", graph.vertices)?;
        for Edge { ends: [u, v], colour } in &graph.edges {
            write!(f, " {u}-{v}")?;
            if form.coloured {
                write!(f, ":{}", colour.letter())?;
            }
        }
        let is_marked = |&v: &u8| graph.is_gone(v) || graph.label(v).is_some();
        for (n, v) in (0..graph.vertices).filter(is_marked).enumerate() {
            let mark = match graph.label(v) {
                Some(Player::Left) => 'L',
                Some(Player::Right) => 'R',
                None => '#',
            };
            write!(f, "{} {v}:{mark}", if n == 0 { " |" } else { "" })?;
        }
        Ok(())
    }
}

/// The words of a text, each with the byte at which it begins; `|` is a word of its own.
fn words(text: &str) -> Vec<(usize, &str)> {
    const ENDS: [char; 5] = [' ', '\t', '\n', '\r', '|'];
    let (mut start, mut words) = (0, Vec::new());
    for part in text.split_inclusive(ENDS) {
        let word = part.trim_end_matches(ENDS);
        if !word.is_empty() {
            words.push((start, word));
        }
        start += part.len();
        if part.ends_with('|') {
            words.push((start - 1, "|"));
        }
    }
    words
}

/// A number in digits alone.
fn number(text: &str) -> Option<u8> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

struct Reader<'t> {
    words: Vec<(usize, &'t str)>,
    /// The length of the text.
    end: usize,
    next: usize,
}

impl<'t> Reader<'t> {
    fn word(&mut self) -> Option<&'t str> {
        self.next += 1;
        self.words.get(self.next - 1).map(|(_, word)| *word)
    }

    /// The error at the last word.
    fn unexpected<T>(&self, expected: impl Into<String>) -> Result<T, ParsePositionError> {
        let (offset, text) = self.words.get(self.next - 1).copied().unwrap_or((self.end, ""));
        let (text, expected) = (start_of(text), expected.into());
        Err(ParsePositionError::UnknownGraphPart { offset, text, expected })
    }

    fn graph(mut self, form: GraphForm) -> Result<Graph, ParsePositionError> {
        let mut graph = self.shape()?;
        let n = graph.vertices;
        let vertex = |text: &str| number(text).filter(|&v| v < n);
        let edge = |text: &str| {
            let (ends, colour) = text.split_once(':').unwrap_or((text, "g"));
            let (u, v) = ends.split_once('-')?;
            let (u, v, colour) = (vertex(u)?, vertex(v)?, EdgeColour::from_letter(colour)?);
            let is_known = (form.coloured || !text.contains(':')) && (form.grounded || u != v);
            is_known.then(|| Edge::new(u, v, colour))
        };
        let mut has_labels = false;
        while let Some(word) = self.word() {
            if word == "|" && form.labelled {
                has_labels = true;
                break;
            }
            let Some(edge) = edge(word) else {
                let example = if form.coloured { "0-1:b" } else { "0-1" };
                let two = if form.grounded { "" } else { "two " };
                return self
                    .unexpected(format!("an edge like {example} between {two}vertices below {n}"));
            };
            if graph.edges.len() == EDGES {
                return Err(ParsePositionError::TooMany { what: "edges", limit: EDGES as u32 });
            }
            graph.edges.push(edge);
        }
        while let Some(word) = has_labels.then(|| self.word()).flatten() {
            let free = |v: &u8| !graph.is_gone(*v) && graph.label(*v).is_none();
            let parts = word.split_once(':');
            match parts.and_then(|(v, label)| Some((vertex(v).filter(free)?, label))) {
                Some((v, "L" | "l")) => graph.labels[0] |= one(v),
                Some((v, "R" | "r")) => graph.labels[1] |= one(v),
                Some((v, "#")) => graph.gone |= one(v),
                _ => {
                    return self.unexpected(format!(
                        "the only label of a vertex below {n}, like 0:L, 0:R or 0:# (gone)"
                    ));
                }
            }
        }
        graph.edges.sort_unstable();
        graph.remove_edges_at(graph.gone);
        Ok(graph.with_form(form))
    }

    /// Reads the number of vertices, or a grid, a path or a cycle.
    fn shape(&mut self) -> Result<Graph, ParsePositionError> {
        let of = |vertices| Graph { vertices, gone: 0, labels: [0; 2], edges: Vec::new() };
        let size = |text: &str| number(text).filter(|&n| n <= VERTICES);
        let join = |(u, v)| Edge::new(u, v, EdgeColour::Green);
        let first = self.word().unwrap_or_default().to_ascii_lowercase();
        if let Some(n) = first.strip_prefix("n=").and_then(size) {
            return Ok(of(n));
        }
        let grid = match &*first {
            "grid" => true,
            "path" | "cycle" => false,
            _ => {
                return self.unexpected(format!(
                    "n= and a number of vertices up to {VERTICES}, like n=5, or grid 3x4, path 5 or cycle 5"
                ));
            }
        };
        let second = self.word().unwrap_or_default().to_ascii_lowercase();
        if !grid {
            return match size(&second).filter(|&n| n >= if first == "path" { 1 } else { 3 }) {
                Some(n) => {
                    let path = (1..n).map(|v| (v - 1, v));
                    let back = (first == "cycle").then_some((0, n - 1));
                    Ok(Graph { edges: path.chain(back).map(join).collect(), ..of(n) })
                }
                None => self.unexpected(format!("a number of vertices up to {VERTICES}")),
            };
        }
        let sides =
            second.split_once('x').and_then(|(rows, cols)| Some((size(rows)?, size(cols)?)));
        let fits = |&(rows, cols): &(u8, u8)| {
            (1..=VERTICES.into()).contains(&(u16::from(rows) * u16::from(cols)))
        };
        match sides.filter(fits) {
            Some((rows, cols)) => {
                let n = rows * cols;
                let across = (0..n).filter(|v| (v + 1) % cols != 0).map(|v| (v, v + 1));
                let down = (0..n - cols).map(|v| (v, v + cols));
                Ok(Graph { edges: across.chain(down).map(join).collect(), ..of(n) })
            }
            None => self
                .unexpected(format!("rows and columns of at most {VERTICES} vertices, like 3x4")),
        }
    }
}
