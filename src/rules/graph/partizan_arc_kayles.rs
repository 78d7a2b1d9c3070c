//! Partizan Arc Kayles: remove two vertices that an edge of your own colour or a green one joins.
//!
//! Source: Schaefer, *On the complexity of some two-person perfect-information games* (1978), with colours.

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{BoardKind, GraphForm, GraphGame, GraphMove, GraphRules};
use crate::board::Graph;
use crate::{ByPlayer, Player};

/// A position of Partizan Arc Kayles on a graph.
///
/// Left chooses a blue edge or a green one, Right a red or a green one. Its two ends are removed, with all edges there.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{PartizanArcKayles, Position};
/// let position: PartizanArcKayles = "n=4 0-1:b 1-2:b 2-3:b".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "2");
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["n=4 2-3:b", "n=4", "n=4 0-1:b"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type PartizanArcKayles = GraphGame<PartizanArcKaylesRules>;

/// The rules of [`PartizanArcKayles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartizanArcKaylesRules;

impl GraphRules for PartizanArcKaylesRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Partizan Arc Kayles",
        about: "choose an edge of your own colour or a green one and remove its two ends, with all edges there",
        how_to_play: &[
            "The board is a graph. Left chooses a blue or a green edge, Right a red or a green one: its two ends are removed, with all edges \
                that meet them.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "n=5 0-1:b 1-2:g 2-3:r 3-4:r", "0-1", "n=5 2-3:r 3-4:r"),
            MoveExample::new(Player::Left, "n=5 0-1:b 1-2:g 2-3:r 3-4:r", "1-2", "n=5 3-4:r")
                .with_note("all edges at its ends are removed"),
        ],
        board: BoardKind::Graph(Self::FORM),
        written: "vertices from 0 and edges, blue (Left), red (Right) or green: n=4 0-1:b 1-2:r 2-3:g, or lr(e;r) as in CGSuite",
        pieces: ByPlayer { left: "edge", right: "edge" },
        size_unit: "vertices",
        start: Some("n=8 0-1:b 1-2:r 2-3:g 3-4:b 4-5:r 5-6:b 6-7:r 1-6:g"),
        positions: &[
            ("two moves", "n=4 0-1:b 1-2:b 2-3:b"),
            ("a cycle", "n=6 0-1:b 1-2:r 2-3:b 3-4:r 4-5:b 0-5:r"),
        ],
        ..RulesetSpec::new("partizan-arc-kayles")
    };
    const FORM: GraphForm = GraphForm { coloured: true, ..GraphForm::PLAIN };
    const ILLEGAL: &'static str =
        "the edge must be there, blue or green for Left, red or green for Right";

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.edge_moves(player, |_| true)
    }

    fn play(graph: &mut Graph, _: Player, mv: GraphMove) {
        graph.take_ends(mv);
    }

    /// Parallel edges: the same vertices are removed.
    fn reduce(graph: &mut Graph) {
        graph.merge_parallel_edges();
    }
}
