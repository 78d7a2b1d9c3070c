//! Snort: paint a vertex in your own colour, not next to one of the other colour.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (Simon Norton's game).

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{MEAN_UNIT, MoveExample, RulesetSpec};
use super::{GraphForm, GraphGame, GraphMove, GraphRules, LABELLED, LABELLED_SPEC};
use crate::Player;
use crate::board::Graph;

/// A position of Snort on a graph.
///
/// A player takes a vertex that has no label or the player's own. Its neighbours are for that player alone from then on: those without
/// a label get that of the player, and those with the label of the opponent are removed.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Snort, Position};
/// let position: Snort = "path 3".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "+-2");
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["n=3 1-2 | 0:# 1:L", "n=3 | 0:L 1:# 2:L", "n=3 0-1 | 1:L 2:#"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Snort = GraphGame<SnortRules>;

/// The rules of [`Snort`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SnortRules;

impl GraphRules for SnortRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        name: "snort",
        title: "Snort",
        about: "take a vertex that is not next to one that the opponent took",
        how_to_play: &[
            "The board is a graph. Take a vertex that is free or marked for you, and mark its neighbours for yourself: the opponent cannot \
                take them any more.",
            "A neighbour that was marked for the opponent is of no use to anybody and is removed with the vertex.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "n=3 0-1 1-2", "1", "n=3 | 0:L 1:# 2:L"),
            MoveExample::new(Player::Right, "n=3 0-1 1-2 | 0:L", "1", "n=3 | 0:# 1:# 2:R")
                .with_note("a neighbour that was for Left is removed"),
        ],
        positions: &[
            ("a path", "n=7 0-1 1-2 2-3 3-4 4-5 5-6"),
            ("a grid", "grid 3x4"),
            ("a cycle with a guard", "cycle 6 | 0:L"),
        ],
        ..LABELLED_SPEC
    };
    const FORM: GraphForm = LABELLED;
    const ILLEGAL: &'static str = "the vertex must be free or marked for the player";

    /// One for each vertex that only one player may take.
    const MEAN: Option<fn(&Graph) -> i16> = Some(|graph| {
        let [left, right] = Player::BOTH.map(|player| graph.label_count(player) as i16);
        MEAN_UNIT * (left - right)
    });

    fn moves(graph: &Graph, player: Player) -> Vec<GraphMove> {
        graph.vertex_moves(true, player)
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
