//! Hackenbush: cut an edge of your own colour or a green one; what is no longer connected to the ground falls.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapters 1, 2 and 7.

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{BoardKind, GraphForm, GraphGame, GraphMove, GraphRules};
use crate::board::Graph;
use crate::{ByPlayer, Player};

/// A position of Hackenbush: edges that are connected to the ground, which is vertex 0.
///
/// Left cuts a blue edge or a green one, Right a red or a green one. All edges that are no longer connected to the ground are removed.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Hackenbush, Position};
/// let position: Hackenbush = "n=3 0-1:b 1-2:r".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "1/2");
/// let options: Vec<String> = position.options(Player::Right).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["n=3 0-1:b"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Hackenbush = GraphGame<HackenbushRules>;

/// The rules of [`Hackenbush`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HackenbushRules;

impl GraphRules for HackenbushRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Hackenbush",
        about: "cut an edge of your own colour or a green one; what is cut off from the ground falls",
        how_to_play: &[
            "A picture is drawn in edges that stand on the ground. Left cuts blue and green edges, Right red and green ones, one at a time.",
            "Edges that are no longer connected to the ground fall and are removed.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "n=4 0-1:b 1-2:r 2-3:g", "2-3", "n=4 0-1:b 1-2:r"),
            MoveExample::new(Player::Right, "n=4 0-1:b 1-2:r 2-3:g", "1-2", "n=4 0-1:b")
                .with_note("the green edge falls too"),
        ],
        board: BoardKind::Graph(Self::FORM),
        written: "vertices from 0, the ground, and edges, blue (Left), red (Right) or green: n=4 0-1:b 1-2:r 1-3:g, or lr(e;r) as in CGSuite, \
            or a stalk like BBR",
        pieces: ByPlayer { left: "edge", right: "edge" },
        size_unit: "edges",
        start: Some("n=7 0-1:b 1-2:r 1-3:g 0-4:r 4-5:b 4-6:g"),
        positions: &[
            ("half a move", "n=3 0-1:b 1-2:r"),
            ("a flower", "n=5 0-1:g 1-2:b 1-3:b 1-4:r"),
            ("a house", "n=6 0-1:b 0-2:r 1-3:b 2-4:r 3-4:g 3-5:b 4-5:r"),
        ],
        ..RulesetSpec::new("hackenbush")
    };
    const FORM: GraphForm = GraphForm { coloured: true, grounded: true, ..GraphForm::PLAIN };
    const ILLEGAL: &'static str =
        "the edge must be there, blue or green for Left, red or green for Right";

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.edge_moves(player, |_| true)
    }

    fn play(graph: &mut Graph, _: Player, mv: GraphMove) {
        graph.cut(mv);
    }

    /// Edges that are not connected to the ground have fallen.
    fn tidy(graph: &mut Graph) {
        graph.remove_fallen_edges();
    }
}
