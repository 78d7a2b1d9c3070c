//! Weighted Arc Kayles: take a counter from each of two vertices that an edge joins; either player may.
//!
//! Source: Dailly, Gledel, Heinrich, *A generalization of Arc-Kayles* (2019), without loops.

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{BoardKind, GraphForm, GraphGame, GraphMove, GraphRules};
use crate::board::Graph;
use crate::{ByPlayer, Player};

/// A position of Weighted Arc Kayles on a graph whose vertices have counters.
///
/// Either player chooses an edge and takes a counter from each of its two ends. A vertex without counters is removed, with all edges
/// there. Where every vertex has one counter, this is [`ArcKayles`](crate::rules::ArcKayles). Values are nimbers.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Position, WeightedArcKayles};
/// let position: WeightedArcKayles = "path 4 | 0:2 1:3".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "*");
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options[0], "n=4 0-1 1-2 2-3 | 1:2");
/// assert_eq!(options[1..], ["n=4 0-1 | 0:2 1:2 2:#", "n=4 0-1 | 0:2 1:3 2:# 3:#"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type WeightedArcKayles = GraphGame<WeightedArcKaylesRules>;

/// The rules of [`WeightedArcKayles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WeightedArcKaylesRules;

impl GraphRules for WeightedArcKaylesRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Weighted Arc Kayles",
        about: "choose an edge and take a counter from each of its two ends",
        how_to_play: &[
            "The board is a graph, and there are counters on its vertices. Choose an edge and take a counter from each of its two ends.",
            "A vertex without counters is removed, with all edges that meet it.",
            "Both players may choose any edge.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(
                Player::Left,
                "n=4 0-1 1-2 2-3 | 0:2 1:3",
                "0-1",
                "n=4 0-1 1-2 2-3 | 1:2",
            ),
            MoveExample::new(
                Player::Right,
                "n=4 0-1 1-2 2-3 | 0:2 1:3",
                "1-2",
                "n=4 0-1 | 0:2 1:2 2:#",
            )
            .with_note("2 had one counter: it is removed, and the edge to 3 with it"),
        ],
        board: BoardKind::Graph(Self::FORM),
        written: "vertices from 0 and edges, then counters, where there is not one: n=4 0-1 1-2 2-3 | 0:2 1:3, or grid 3x4, path 5, cycle 5; \
            # is a vertex that is gone",
        pieces: ByPlayer { left: "edge", right: "edge" },
        size_unit: "counters",
        start: Some("grid 3x3 | 1:2 3:2 4:3 5:2 7:2"),
        positions: &[
            ("a path", "path 5 | 1:2 2:3 3:2"),
            ("a cycle", "cycle 6 | 0:3 2:3 4:3"),
            ("one counter everywhere: Arc Kayles", "grid 3x4"),
        ],
        dicot: true,
        ..RulesetSpec::new("weighted-arc-kayles")
    };
    const FORM: GraphForm = GraphForm { counted: true, ..GraphForm::PLAIN };
    const ILLEGAL: &'static str = "there is no such edge";
    const IMPARTIAL: bool = true;

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.edge_moves(player, |_| true)
    }

    fn play(graph: &mut Graph, _: Player, mv: GraphMove) {
        if let Some(edge) = graph.edge_of(mv) {
            for end in edge.ends() {
                graph.set_counters(end, graph.counters(end) - 1);
            }
            graph.remove_loose_edges();
        }
    }

    /// Vertices with the same neighbours are one with the counters of all, and no vertex can use more counters than its
    /// neighbours have together.
    fn reduce(graph: &mut Graph) {
        let mut kept = Vec::new();
        for vertex in 0..graph.vertices() {
            let neighbours: Vec<u8> = graph.neighbours(vertex).collect();
            let usable = neighbours.iter().map(|&v| u32::from(graph.counters(v))).sum();
            let twin = kept.iter().position(|(_, others)| *others == neighbours);
            let (first, others) =
                twin.map_or((vertex, 0), |i| (kept[i].0, graph.counters(kept[i].0)));
            let counters = u32::from(graph.counters(vertex)) + u32::from(others);
            if let Some(counters) = Graph::counters_of(counters.min(usable)) {
                graph.set_counters(vertex, 0);
                graph.set_counters(first, counters);
            }
            kept.push((first, neighbours));
        }
        graph.remove_loose_edges();
    }
}
