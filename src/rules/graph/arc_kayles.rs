//! Arc Kayles: remove two vertices that an edge joins; either player may.
//!
//! Source: Schaefer, *On the complexity of some two-person perfect-information games* (1978).

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{BoardKind, GraphForm, GraphGame, GraphMove, GraphRules};
use crate::board::Graph;
use crate::{ByPlayer, Player};

/// A position of Arc Kayles on a graph.
///
/// Either player chooses an edge and removes its two ends, with all edges there. Values are nimbers.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{ArcKayles, Position};
/// let position: ArcKayles = "path 4".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "*2");
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["n=4 2-3", "n=4", "n=4 0-1"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type ArcKayles = GraphGame<ArcKaylesRules>;

/// The rules of [`ArcKayles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArcKaylesRules;

impl GraphRules for ArcKaylesRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Arc Kayles",
        about: "choose an edge and remove its two ends, with all edges there",
        how_to_play: &[
            "The board is a graph. Choose an edge: its two ends are removed, with all edges that meet them.",
            "Both players may choose any edge.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "n=5 0-1 1-2 2-3 3-4", "0-1", "n=5 2-3 3-4"),
            MoveExample::new(Player::Right, "n=5 0-1 1-2 2-3 3-4", "1-2", "n=5 3-4")
                .with_note("the edge to 0 is removed too"),
        ],
        board: BoardKind::Graph(Self::FORM),
        written: "vertices from 0 and edges: n=4 0-1 1-2 2-3, or grid 3x4, path 5, cycle 5, or .-.-. as in CGSuite",
        pieces: ByPlayer { left: "edge", right: "edge" },
        size_unit: "vertices",
        sizes: &[(3, 3), (4, 3), (4, 4), (5, 4)],
        positions: &[
            ("a path", "n=8 0-1 1-2 2-3 3-4 4-5 5-6 6-7"),
            ("a grid", "grid 3x4"),
            (
                "the Petersen graph",
                "n=10 0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 7-9 9-6 6-8 8-5",
            ),
        ],
        dicot: true,
        ..RulesetSpec::new("arc-kayles")
    };
    const FORM: GraphForm = GraphForm::PLAIN;
    const ILLEGAL: &'static str = "there is no such edge";
    const IMPARTIAL: bool = true;

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.edge_moves(player, |_| true)
    }

    fn play(graph: &mut Graph, _: Player, mv: GraphMove) {
        graph.take_ends(mv);
    }
}
