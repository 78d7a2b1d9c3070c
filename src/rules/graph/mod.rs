//! Rulesets on graphs: Hackenbush, Col, Snort, and kin.

pub mod arc_kayles;
pub mod childish_hackenbush;
pub mod col;
pub mod digraph_placement;
pub mod fjords;
pub mod gen_col;
pub mod hackenbush;
pub mod node_kayles;
pub mod partizan_arc_kayles;
pub mod snort;
pub mod weighted_arc_kayles;

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;

use super::on_board::debug_as_text;
use super::ruleset::digits;
use super::{BoardKind, ParseMoveError, Position, Ruleset, RulesetSpec, Search, Short};
use crate::board::{Edge, EdgeColour, Graph, GraphForm, ParsePositionError};
use crate::{ByPlayer, Player};

/// A ruleset on graphs, under which each move removes a vertex or an edge.
///
/// # Examples
/// Either player takes a vertex, and its neighbours with it, as in [Node Kayles](crate::rules::NodeKayles):
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::board::{Graph, GraphForm};
/// use dicot::rules::{RulesetSpec, graph::{GraphGame, GraphMove, GraphRules}};
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct WithNeighbours;
///
/// impl GraphRules for WithNeighbours {
///     const SPEC: &'static RulesetSpec = &RulesetSpec::new("with-neighbours");
///     const FORM: GraphForm = GraphForm { taken: true, ..GraphForm::PLAIN };
///     const ILLEGAL: &'static str = "the vertex is gone";
///
///     fn moves(graph: &Graph, _: Player) -> Vec<GraphMove> {
///         (0..graph.vertices()).filter(|&v| !graph.is_gone(v)).map(GraphMove::Vertex).collect()
///     }
///
///     fn play(graph: &mut Graph, _: Player, mv: GraphMove) {
///         if let GraphMove::Vertex(vertex) = mv {
///             graph.remove_with_neighbours(vertex);
///         }
///     }
/// }
///
/// let position: GraphGame<WithNeighbours> = "path 5".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "*3");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub trait GraphRules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The description of the ruleset.
    const SPEC: &'static RulesetSpec;

    /// What its graphs have.
    const FORM: GraphForm;

    /// Why a move that is not legal is not.
    const ILLEGAL: &'static str;

    /// Whether both players have the same moves in every position. Provided: `false`.
    const IMPARTIAL: bool = false;

    /// The legal moves of a player, each once.
    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove>;

    /// [`Search::mean`]. Provided: not known.
    #[doc(hidden)]
    const MEAN: Option<fn(&Graph) -> i16> = None;

    /// Plays a legal move. Another move gives any graph.
    fn play(graph: &mut Graph, player: Player, mv: GraphMove);

    /// Removes what no move depends on, now or later. Provided: nothing.
    fn reduce(_: &mut Graph) {}

    /// Removes what positions never have, from a graph that is read. Provided: nothing.
    fn tidy(_: &mut Graph) {}
}

/// A position of a ruleset on graphs, such as [Hackenbush](crate::rules::Hackenbush), [Col](crate::rules::Col) or
/// [Snort](crate::rules::Snort).
///
/// It is written as its [`Graph`], whose page lists the texts that are read. Vertices that a move removes leave their numbers free, so
/// that the others keep theirs.
///
/// # Decomposition
/// The connected components of the graph, or the parts that have only the ground in common.
///
/// # Symmetry
/// Isomorphic graphs have the same value; with the labels and the colours of the players exchanged, the negative.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct GraphGame<R> {
    graph: Graph,
    rules: PhantomData<fn() -> R>,
}

/// A move on a graph: a vertex or an edge. It prints like `3` or `0-1`, and like `0-1:b` where edges of other colours have the
/// same ends.
///
/// # Examples
/// ```
/// use dicot::rules::{Hackenbush, Ruleset, graph::GraphMove};
/// let position: Hackenbush = "n=2 0-1:b 0-1:r".parse()?;
/// let mv = position.read_move("0-1:b")?;
/// assert!(matches!(mv, GraphMove::Edge { ends: [0, 1], .. }));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GraphMove {
    /// A vertex, by its number.
    Vertex(u8),
    /// One of the equal edges between two vertices.
    Edge {
        /// Its ends, the smaller one first.
        ends: [u8; 2],
        /// Its colour, if edges of other colours have the same ends.
        colour: Option<EdgeColour>,
    },
}

impl fmt::Display for GraphMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GraphMove::Vertex(vertex) => write!(f, "{vertex}"),
            GraphMove::Edge { ends: [u, v], colour } => {
                write!(f, "{u}-{v}")?;
                colour.map_or(Ok(()), |colour| write!(f, ":{}", colour.letter()))
            }
        }
    }
}

impl Graph {
    /// Removes a vertex and all its neighbours, those that its edges lead to; the other vertices keep their numbers.
    pub fn remove_with_neighbours(&mut self, vertex: u8) {
        self.take_vertex(vertex, |graph, neighbour| graph.set_counters(neighbour, 0));
    }

    /// Removes a vertex that a player takes: neighbours without a label get that of the player, and those with
    /// the label of the opponent are removed.
    fn take_for(&mut self, player: Player, vertex: u8) {
        self.take_vertex(vertex, |graph, neighbour| match graph.label(neighbour) {
            None => graph.set_label(neighbour, player),
            Some(label) if label != player => graph.set_counters(neighbour, 0),
            Some(_) => {}
        });
    }

    /// The vertices without a label, if they are asked for, and those with the label of a player, as moves.
    fn vertex_moves(&self, unlabelled: bool, label: Player) -> Vec<GraphMove> {
        let may_take = |&v: &u8| self.label(v).map_or(unlabelled, |own| own == label);
        self.present().filter(may_take).map(GraphMove::Vertex).collect()
    }

    /// Removes edges between labelled vertices: of the same label, or of different ones.
    fn remove_labelled_edges(&mut self, same: bool) {
        self.retain_edges(|graph, edge| {
            let [label, other] = edge.ends().map(|end| graph.label(end));
            label.is_none() || other.is_none() || (label == other) != same
        });
    }

    /// The edges for a player that are `legal`, as moves.
    fn edge_moves(&self, player: Player, legal: impl Fn(Edge) -> bool) -> Vec<GraphMove> {
        let mut moves = Vec::new();
        for parallel in self.edges().chunk_by(|edge, next| edge.ends() == next.ends()) {
            let is_plain = parallel[0].colour() == parallel[parallel.len() - 1].colour();
            for same in parallel.chunk_by(|edge, next| edge == next) {
                let (ends, colour) = (same[0].ends(), same[0].colour());
                if colour.is_for(player) && legal(same[0]) {
                    moves.push(GraphMove::Edge { ends, colour: (!is_plain).then_some(colour) });
                }
            }
        }
        moves
    }

    /// The edge that a move names.
    fn edge_of(&self, mv: GraphMove) -> Option<Edge> {
        let GraphMove::Edge { ends, colour } = mv else { return None };
        let is_named = |edge: &&Edge| {
            edge.ends() == ends && colour.is_none_or(|colour| edge.colour() == colour)
        };
        self.edges().iter().find(is_named).copied()
    }

    /// Removes the edge that a move names, and those that fall.
    fn cut(&mut self, mv: GraphMove) {
        if let Some(edge) = self.edge_of(mv) {
            self.remove_edge(edge);
            self.remove_fallen_edges();
        }
    }

    /// Removes the edges that are not connected to the ground.
    fn remove_fallen_edges(&mut self) {
        let roots = self.roots(false);
        self.retain_edges(|_, edge| roots[usize::from(edge.ends()[0])] == 0);
    }

    /// Removes the two ends of the edge that a move names.
    fn take_ends(&mut self, mv: GraphMove) {
        if let Some(edge) = self.edge_of(mv) {
            let [u, v] = edge.ends();
            self.retain_edges(|_, edge| edge.other(u).or(edge.other(v)).is_none());
        }
    }
}

impl<R: GraphRules> GraphGame<R> {
    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    fn with(graph: Graph) -> Self {
        GraphGame { graph, rules: PhantomData }
    }

    fn reduced(&self) -> Graph {
        let mut graph = self.graph.clone();
        R::reduce(&mut graph);
        graph
    }
}

impl<R: GraphRules> Position for GraphGame<R> {
    type Move = GraphMove;

    /// The moves, in the order of the vertices or edges.
    fn moves(&self, player: Player) -> impl Iterator<Item = GraphMove> {
        R::moves(&self.graph, player).into_iter()
    }

    fn play_unchecked(&mut self, player: Player, mv: GraphMove) {
        R::play(&mut self.graph, player, mv);
    }

    fn broken_rule(&self, player: Player, mv: GraphMove) -> Option<&'static str> {
        (!R::moves(&self.graph, player).contains(&mv)).then_some(R::ILLEGAL)
    }
}

impl<R: GraphRules> Short for GraphGame<R> {
    const SEARCH: Search<Self> = Search {
        option_steps: |position| position.graph.canonical_steps(),
        heap_bytes: |position| position.graph.heap_bytes(),
        mean: if R::MEAN.is_some() {
            Some(|position| Some(R::MEAN?(&position.graph)))
        } else {
            None
        },
        ..Search::NONE
    };

    fn negative(&self) -> Self {
        Self::with(self.graph.negative())
    }

    /// The number of vertices that are not gone; of those that have edges, or of counters there, where only edges are played; or of edges
    /// that stand on a ground.
    fn size(&self) -> u32 {
        size(&self.graph, R::FORM)
    }

    fn is_impartial(&self) -> bool {
        R::IMPARTIAL
    }

    /// The connected components in which somebody can move.
    fn components(&self) -> impl Iterator<Item = Self> {
        let parts = self.reduced().components(R::FORM).into_iter();
        let has_moves = |part: &Graph| {
            Player::BOTH.into_iter().any(|player| !R::moves(part, player).is_empty())
        };
        parts.filter(has_moves).map(Self::with)
    }

    /// The canonical graph of what moves depend on, or of its negative.
    fn normalized(&self) -> (Self, bool) {
        let (graph, negated) = normalized(&self.reduced(), R::FORM);
        (Self::with(graph), negated)
    }
}

#[inline(never)] // one copy for all rulesets
fn size(graph: &Graph, form: GraphForm) -> u32 {
    match form {
        GraphForm { grounded: true, .. } => graph.edges().len() as u32,
        GraphForm { labelled: true, .. } | GraphForm { taken: true, .. } => {
            graph.present().count() as u32
        }
        _ => {
            let mut ends: Vec<u8> = graph.edges().iter().flat_map(|edge| edge.ends()).collect();
            ends.sort_unstable();
            ends.dedup();
            ends.iter().map(|&end| u32::from(graph.counters(end))).sum()
        }
    }
}

#[inline(never)] // one copy for all rulesets
fn normalized(graph: &Graph, form: GraphForm) -> (Graph, bool) {
    let canonical = |graph: &Graph| graph.canonical(form);
    let negative = graph.negative();
    match advantage(graph) {
        1.. => (canonical(graph), false),
        0 if *graph == negative => (canonical(graph), false),
        0 => {
            let [graph, negative] = [canonical(graph), canonical(&negative)];
            if negative < graph { (negative, true) } else { (graph, false) }
        }
        _ => (canonical(&negative), true),
    }
}

#[inline(never)] // one copy for all rulesets
fn read_move(text: &str) -> Result<GraphMove, ParseMoveError> {
    let text = text.trim();
    let edge = || {
        let (ends, colour) = match text.split_once(':') {
            Some((ends, colour)) => (ends, Some(EdgeColour::from_letter(colour)?)),
            None => (text, None),
        };
        let (u, v) = ends.split_once('-')?;
        let (u, v): (u8, u8) = (digits(u)?, digits(v)?);
        Some(GraphMove::Edge { ends: [u.min(v), u.max(v)], colour })
    };
    let mv = digits(text).map(GraphMove::Vertex).or_else(edge);
    mv.ok_or_else(|| ParseMoveError::new(text, "expected a vertex like 3, or an edge like 0-1"))
}

/// By how many labels and edges Left has more.
fn advantage(graph: &Graph) -> i32 {
    let count = |player: Player| {
        let own = graph.edges().iter().filter(|edge| !edge.colour().is_for(!player)).count();
        (own + graph.label_count(player)) as i32
    };
    count(Player::Left) - count(Player::Right)
}

impl<R: GraphRules> Ruleset for GraphGame<R> {
    const SPEC: &'static RulesetSpec = R::SPEC;

    /// A grid, under rulesets that do not need more than that.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        if R::SPEC.start.is_some() {
            return None;
        }
        format!("grid {height}x{width}").parse().ok()
    }

    /// Reads a vertex, or the ends of an edge in either order.
    fn read_move(&self, text: &str) -> Result<GraphMove, ParseMoveError> {
        read_move(text)
    }
}

impl<R: GraphRules> From<Graph> for GraphGame<R> {
    /// The position on a graph, without what the ruleset does not have.
    fn from(graph: Graph) -> Self {
        let mut graph = graph.with_form(R::FORM);
        R::tidy(&mut graph);
        Self::with(graph)
    }
}

/// Reads the text of a graph.
impl<R: GraphRules> FromStr for GraphGame<R> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Graph::read(text, R::FORM).map(Self::from)
    }
}

/// Prints the text of the graph.
impl<R: GraphRules> fmt::Display for GraphGame<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.graph.shown(R::FORM), f)
    }
}

debug_as_text!(GraphGame<R: GraphRules>);

/// The form of the graphs of Col, Snort and Fjords.
const LABELLED: GraphForm = GraphForm { labelled: true, ..GraphForm::PLAIN };

/// What the descriptions of Col, Snort and Fjords have in common.
const LABELLED_SPEC: RulesetSpec = RulesetSpec {
    board: BoardKind::Graph(LABELLED),
    written: "vertices from 0 and edges, then labels: n=5 0-1 1-2 2-3 | 3:L 4:R, or grid 3x4, path 5, cycle 5, or L-.-R as in CGSuite; # is a \
        vertex that is gone",
    pieces: ByPlayer { left: "vertex", right: "vertex" },
    size_unit: "vertices",
    sizes: &[(3, 3), (4, 3), (4, 4), (5, 4)],
    ..RulesetSpec::new("")
};
