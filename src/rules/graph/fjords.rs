//! Fjords: extend your land to a vertex that is next to it.
//!
//! Source: the last phase of the board game of that name by Franz-Benno Delonge (2005), on any graph.

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{GraphForm, GraphGame, GraphMove, GraphRules, LABELLED, LABELLED_SPEC};
use crate::Player;
use crate::board::Graph;

/// A position of Fjords on a graph.
///
/// A player takes a vertex with the player's own label. Its neighbours without a label get it too, and those with the label of the opponent
/// are removed. Vertices without a label cannot be taken.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Fjords, Position};
/// let position: Fjords = "path 4 | 0:L 3:R".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "*");
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["n=4 1-2 2-3 | 0:# 1:L 3:R"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Fjords = GraphGame<FjordsRules>;

/// The rules of [`Fjords`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FjordsRules;

impl GraphRules for FjordsRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        name: "fjords",
        title: "Fjords",
        about: "take a vertex that is next to your own land",
        how_to_play: &[
            "The board is a graph. Take a vertex that is marked for you, and mark its free neighbours for yourself. A neighbour that is marked \
                for the opponent is removed.",
            "Free vertices cannot be taken before they are marked.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(
                Player::Left,
                "n=4 0-1 1-2 2-3 | 0:L 3:R",
                "0",
                "n=4 1-2 2-3 | 0:# 1:L 3:R",
            ),
            MoveExample::new(Player::Right, "n=3 0-1 1-2 | 0:L 1:R", "1", "n=3 | 0:# 1:# 2:R")
                .with_note("a neighbour that was for Left is removed"),
        ],
        start: Some("grid 3x4 | 0:L 11:R"),
        positions: &[
            ("a race", "path 5 | 0:L 4:R"),
            ("a bay", "grid 3x4 | 0:L 3:R"),
            ("two lands each", "grid 3x3 | 0:L 2:R 6:R 8:L"),
        ],
        ..LABELLED_SPEC
    };
    const FORM: GraphForm = LABELLED;
    const ILLEGAL: &'static str = "the vertex must be marked for the player";

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.vertex_moves(false, player)
    }

    fn play(graph: &mut Graph, player: Player, mv: GraphMove) {
        if let GraphMove::Vertex(vertex) = mv {
            graph.take_for(player, vertex);
        }
    }

    /// Two neighbours for the same player: taking one changes nothing for the other.
    fn reduce(graph: &mut Graph) {
        graph.remove_labelled_edges(true);
    }
}
