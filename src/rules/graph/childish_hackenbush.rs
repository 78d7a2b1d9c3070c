//! Childish Hackenbush: Hackenbush in which cutting an edge of your own colour must not make others fall.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*.

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{BoardKind, EdgeColour, GraphForm, GraphGame, GraphMove, GraphRules};
use crate::board::{Edge, Graph};
use crate::{ByPlayer, Player};

/// A position of Childish Hackenbush, on the same pictures as [`Hackenbush`](crate::rules::Hackenbush).
///
/// As in Hackenbush, but a blue or a red edge may be cut only if no other edge falls. Green edges may be cut anyway.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{ChildishHackenbush, Position};
/// let position: ChildishHackenbush = "n=3 0-1:b 1-2:r".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "0");
/// let options: Vec<String> = position.options(Player::Right).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["n=3 0-1:b"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type ChildishHackenbush = GraphGame<ChildishHackenbushRules>;

/// The rules of [`ChildishHackenbush`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChildishHackenbushRules;

impl GraphRules for ChildishHackenbushRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Childish Hackenbush",
        about: "cut a green edge, or one of your own colour if no other edge falls",
        how_to_play: &[
            "A picture is drawn in edges that stand on the ground. Left cuts blue and green edges, Right red and green ones, one at a time.",
            "A blue or a red edge may be cut only if all other edges remain connected to the ground. What a green edge holds falls with it.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Right, "n=3 0-1:b 1-2:r", "1-2", "n=3 0-1:b")
                .with_note("Left cannot move"),
            MoveExample::new(Player::Left, "n=3 0-1:g 1-2:r", "0-1", "n=3")
                .with_note("the red edge falls with the green one"),
        ],
        board: BoardKind::Graph(Self::FORM),
        written: "vertices from 0, the ground, and edges, blue (Left), red (Right) or green: n=4 0-1:b 1-2:r 1-3:g, or lr(e;r) as in CGSuite, \
            or a stalk like BBR",
        pieces: ByPlayer { left: "edge", right: "edge" },
        size_unit: "edges",
        start: Some("n=5 0-1:b 0-2:r 1-3:r 2-3:b 3-4:g"),
        positions: &[
            ("a child waits", "n=3 0-1:b 1-2:r"),
            ("a house", "n=6 0-1:b 0-2:r 1-3:b 2-4:r 3-4:g 3-5:b 4-5:r"),
        ],
        ..RulesetSpec::new("childish-hackenbush")
    };
    const FORM: GraphForm = GraphForm { coloured: true, grounded: true, ..GraphForm::PLAIN };
    const ILLEGAL: &'static str = "the edge must be green or of the colour of the player, and no other edge may fall with one that is not green";

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        let bridges = graph.bridges();
        let mut degrees = [0_u16; 1 << 8];
        for end in graph.edges().iter().flat_map(|edge| edge.ends()) {
            degrees[usize::from(end)] += 1;
        }
        // All other edges at the upper end of a bridge fall with it.
        let is_twig =
            |edge: Edge| edge.ends().iter().any(|&end| end != 0 && degrees[usize::from(end)] == 1);
        graph.edge_moves(player, |edge| {
            edge.colour() == EdgeColour::Green || is_twig(edge) || !bridges.contains(&edge)
        })
    }

    fn play(graph: &mut Graph, _: Player, mv: GraphMove) {
        graph.cut(mv);
    }

    /// Edges that are not connected to the ground have fallen.
    fn tidy(graph: &mut Graph) {
        graph.remove_fallen_edges();
    }
}
