//! Col: paint a vertex in your own colour, not next to one of the same colour.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (Colin Vout's game).

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MoveExample, RulesetSpec};
use super::{GraphForm, GraphGame, GraphMove, GraphRules, LABELLED, LABELLED_SPEC};
use crate::Player;
use crate::board::Graph;

/// A position of Col on a graph.
///
/// A player takes a vertex that has no label or that of the opponent. A label is that of a neighbour that was taken, and the same player may not take
/// a vertex next to it: neighbours without a label get that of the player, and those with the label of the opponent are
/// removed. Values are numbers, or numbers and a star.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Col, Position};
/// let position: Col = "path 3 | 0:L".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "-1/2");
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["n=3 | 0:L 1:# 2:L", "n=3 0-1 | 0:L 1:L 2:#"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Col = GraphGame<ColRules>;

/// The rules of [`Col`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColRules;

impl GraphRules for ColRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        name: "col",
        title: "Col",
        about: "take a vertex that is not next to one that you took",
        how_to_play: &[
            "The board is a graph. Take a vertex, and mark its neighbours with your letter: you cannot take them any more, the opponent can.",
            "A vertex with the marks of both players is of no use to anybody and is removed.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "n=3 0-1 1-2", "0", "n=3 1-2 | 0:# 1:L"),
            MoveExample::new(Player::Right, "n=3 1-2 | 0:# 1:L", "2", "n=3 | 0:# 1:# 2:#")
                .with_note("nobody may take the vertex between them"),
        ],
        positions: &[
            ("half a move", "n=3 0-1 1-2 | 0:R"),
            ("a grid", "grid 3x4"),
            ("a cycle and a half", "n=9 0-1 1-2 2-3 3-4 4-0 4-5 5-6 6-7 7-8 | 8:L"),
        ],
        ..LABELLED_SPEC
    };
    const FORM: GraphForm = LABELLED;
    const ILLEGAL: &'static str = "the vertex must be free or have the letter of the opponent";

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.vertex_moves(true, !player)
    }

    fn play(graph: &mut Graph, player: Player, mv: GraphMove) {
        if let GraphMove::Vertex(vertex) = mv {
            graph.take_for(player, vertex);
        }
    }

    /// Two neighbours for different players: taking one leaves the other as it is.
    fn reduce(graph: &mut Graph) {
        graph.remove_labelled_edges(false);
    }
}
