//! Digraph Placement: take a vertex of your own; the vertices that its arrows lead to are removed with it.
//!
//! Source: Clow and McKay, *Digraph placement games* (2024, arXiv 2407.12219).

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{BoardKind, GraphForm, GraphGame, GraphMove, GraphRules};
use crate::board::Graph;
use crate::{ByPlayer, Player};

/// A position of Digraph Placement on a graph with arrows.
///
/// A player takes a vertex with the player's own label: it is removed, and the vertices that its arrows lead to. Every short game is the value of such a
/// position (Clow and McKay). They have labels on all vertices; here a vertex without a label is for either player,
/// and so worth two with different labels that have its arrows and an edge between them.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{DigraphPlacement, Position};
/// let position: DigraphPlacement = "n=3 0>1 1-2 | 0:L 1:R 2:L".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "1*");
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["n=3 | 0:# 1:# 2:L", "n=3 | 0:L 1:# 2:#"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type DigraphPlacement = GraphGame<DigraphPlacementRules>;

/// The rules of [`DigraphPlacement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DigraphPlacementRules;

impl GraphRules for DigraphPlacementRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Digraph Placement",
        about: "take a vertex of your own and remove those that its arrows lead to",
        how_to_play: &[
            "The board is a graph with arrows; an edge without an arrowhead leads both ways. Take a vertex that is marked for you: it is removed, and all \
                vertices that its arrows lead to.",
            "A vertex without a mark can be taken by either player.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(
                Player::Left,
                "n=4 0>1 1>2 2-3 | 0:L 1:R 3:R",
                "0",
                "n=4 2-3 | 0:# 1:# 3:R",
            ),
            MoveExample::new(
                Player::Right,
                "n=4 0>1 1>2 2-3 | 0:L 1:R 3:R",
                "1",
                "n=4 | 0:L 1:# 2:# 3:R",
            )
            .with_note("0 remains: the arrow leads from 0 to 1"),
        ],
        board: BoardKind::Graph(Self::FORM),
        written: "vertices from 0, arrows, and edges both ways, then labels: n=4 0>1 1>2 2-3 | 0:L 1:R; a vertex without a label is for either player, \
            # is a vertex that is gone",
        pieces: ByPlayer { left: "vertex", right: "vertex" },
        size_unit: "vertices",
        start: Some(
            "n=9 0>1 1>2 2>3 3>4 4>5 5>6 6>7 7>8 8>0 0-4 2-6 | 0:L 1:R 2:L 3:R 5:L 6:R 7:L 8:R",
        ),
        positions: &[
            ("half a move", "n=2 0>1 | 0:L 1:R"),
            ("a stalk of Hackenbush", "n=4 0>1 0>2 0>3 1>2 1>3 2>3 | 0:L 1:R 2:R 3:L"),
            ("Node Kayles", "path 7"),
            ("a cycle", "n=6 0>1 1>2 2>3 3>4 4>5 5>0 | 0:L 1:R 2:L 3:R 4:L 5:R"),
        ],
        ..RulesetSpec::new("digraph-placement")
    };
    const FORM: GraphForm = GraphForm { directed: true, labelled: true, ..GraphForm::PLAIN };
    const ILLEGAL: &'static str = "the vertex must be marked for the player, or for nobody";

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.vertex_moves(true, player)
    }

    fn play(graph: &mut Graph, _: Player, mv: GraphMove) {
        if let GraphMove::Vertex(vertex) = mv {
            graph.remove_with_neighbours(vertex);
        }
    }
}
