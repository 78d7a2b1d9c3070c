//! Nim: take any number of stones of one heap; the player who takes the last one wins.
//!
//! Source: Bouton, *Nim, a game with a complete mathematical theory* (Annals of Mathematics 3, 1901).

use super::{HeapGame, HeapRules};
use crate::Player;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{BoardKind, MoveExample, RulesetSpec};

/// A position of Nim: heaps of stones.
///
/// Either player takes any number of stones of one heap, at least one. The value of a heap of *n* stones is the nimber `*n`, and
/// that of a position the nim sum of its heaps.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Nim, Position};
/// let position: Nim = "2+3".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["2>1", "2>0", "3>2", "3>1", "3>0"]);
/// assert_eq!(position.canonical_form().to_string(), "*");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Nim = HeapGame<NimRules>;

/// The rules of [`Nim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NimRules;

impl HeapRules for NimRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Nim",
        about: "take any number of stones of one heap",
        how_to_play: &[
            "Stones lie in heaps. Take any number of stones of one heap, at least one.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "3+5+7", "7>4", "3+5+4"),
            MoveExample::new(Player::Right, "3+5+7", "5>0", "3+7").with_note("a whole heap"),
        ],
        board: BoardKind::Heaps,
        written: "stones of each heap, joined by `+`: 3+5+7; 0 if there are none",
        start: Some("3+5+7"),
        positions: &[("three heaps", "3+5+7"), ("a nim sum of 0", "1+4+5")],
        dicot: true,
        ..RulesetSpec::new("nim")
    };
    const UNIT: &'static str = "stones";
    const ILLEGAL: &'static str = "at least one stone must be taken, and the rest stay one heap";
}
