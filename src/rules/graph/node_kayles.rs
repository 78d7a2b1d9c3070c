//! Node Kayles: remove a vertex and its neighbours; either player may.
//!
//! Source: Schaefer, *On the complexity of some two-person perfect-information games* (1978).

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{BoardKind, GraphForm, GraphGame, GraphMove, GraphRules};
use crate::board::Graph;
use crate::{ByPlayer, Player};

/// A position of Node Kayles on a graph.
///
/// Either player chooses a vertex and removes it with its neighbours. Values are nimbers.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{NodeKayles, Position};
/// let position: NodeKayles = "path 4".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "0");
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options[..2], ["n=4 2-3 | 0:# 1:#", "n=4 | 0:# 1:# 2:#"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type NodeKayles = GraphGame<NodeKaylesRules>;

/// The rules of [`NodeKayles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeKaylesRules;

impl GraphRules for NodeKaylesRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Node Kayles",
        about: "choose a vertex and remove it with its neighbours",
        how_to_play: &[
            "The board is a graph. Choose a vertex: it is removed with its neighbours, and all edges there.",
            "Both players may choose any vertex.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "path 5", "0", "n=5 2-3 3-4 | 0:# 1:#"),
            MoveExample::new(Player::Right, "path 5", "2", "n=5 | 1:# 2:# 3:#")
                .with_note("0 and 4 are left without edges, and can be chosen"),
        ],
        board: BoardKind::Graph(Self::FORM),
        written: "vertices from 0 and edges, then vertices that are gone: n=5 0-1 1-2 2-3 | 4:#, or grid 3x4, path 5, cycle 5, \
            or .-.-. as in CGSuite",
        pieces: ByPlayer { left: "vertex", right: "vertex" },
        size_unit: "vertices",
        sizes: &[(3, 3), (4, 3), (4, 4), (5, 4)],
        positions: &[("a path", "path 8"), ("a cycle", "cycle 7"), ("a grid", "grid 3x4")],
        dicot: true,
        ..RulesetSpec::new("node-kayles")
    };
    const FORM: GraphForm = GraphForm { taken: true, ..GraphForm::PLAIN };
    const ILLEGAL: &'static str = "there is no such vertex";
    const IMPARTIAL: bool = true;

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.vertex_moves(true, player)
    }

    fn play(graph: &mut Graph, _: Player, mv: GraphMove) {
        if let GraphMove::Vertex(vertex) = mv {
            graph.remove_with_neighbours(vertex);
        }
    }
}
