//! Kayles: knock down a pin of a row, or two that touch; the player who knocks down the last one wins.
//!
//! Source: Guy, Smith, *The G-values of various games* (Proc. Cambridge Philos. Soc. 52, 1956);
//! Berlekamp, Conway, Guy, *Winning Ways*, chapter 4.

use super::{HeapGame, HeapRules};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{BoardKind, MoveExample, RulesetSpec};
use crate::{ByPlayer, Player};

/// A position of Kayles: heaps, each of them pins in a row.
///
/// Either player knocks down one pin or two that touch, of one heap; the pins on the two sides are
/// heaps of their own. The player who cannot move loses. Values are nimbers.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Kayles, Position};
/// let position: Kayles = "3+1".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["3>2", "3>1+1", "3>1", "1>0"]);
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["2+1", "1+1+1", "1+1", "3"]);
/// assert_eq!(position.canonical_form().to_string(), "*2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Kayles = HeapGame<KaylesRules>;

/// The rules of [`Kayles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KaylesRules;

impl HeapRules for KaylesRules {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Kayles",
        about: "knock down a pin of a row, or two that touch; the rows on the two sides are apart",
        how_to_play: &[
            "Pins stand in rows. Knock down one pin, or two that touch each other. Pins on both \
                sides of a gap become rows of their own.",
            "The move 7>2+3 takes two pins out of a row of seven and leaves rows of two and three \
                pins.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "7+1", "7>2+3", "2+3+1")
                .with_note("two pins that touch"),
            MoveExample::new(Player::Right, "2+3+1", "3>2", "2+2+1").with_note("one pin"),
        ],
        board: BoardKind::Heaps,
        written: "pins of each row, joined by `+`: 7+5+1; 0 if there are none",
        pieces: ByPlayer { left: "pin", right: "pin" },
        sizes: &[(10, 1), (20, 1), (30, 1)],
        positions: &[("three rows of pins", "7+5+1")],
        dicot: true,
        ..RulesetSpec::new("kayles")
    };
    const UNIT: &'static str = "pins";
    const MAX_TAKEN: u16 = 2;
    const DIVIDES: bool = true;
    const ILLEGAL: &'static str = "one pin must fall, or two that touch";
}
