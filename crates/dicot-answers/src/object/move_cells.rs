//! The cells of moves.

use std::any::Any;
use std::fmt::Display;

use dicot::board::Cell;
use dicot::rules::{AnyMove, combo::ComboMove, fox_and_geese::FoxAndGeeseMove, konane::KonaneMove};

/// A move with its cells, in the order in which a hand points at them; columns and rows count from 0, from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCells {
    /// The move.
    pub mv: String,
    /// The stone to move or to remove, or half of a domino.
    pub from: Option<[u8; 2]>,
    /// Where it goes.
    pub to: Option<[u8; 2]>,
    /// Where else something goes: the arrow of an Amazon, the other half in Fission.
    pub then: Option<[u8; 2]>,
    /// The number of stones of a stack that go.
    pub count: Option<u8>,
}

impl MoveCells {
    /// The cells of a move, for moves on boards. Other moves are chosen from a list, even if their text names cells.
    pub(super) fn of<M: Any + Display>(mv: &M) -> MoveCells {
        let any: &dyn Any = mv;
        let (mut cells, mut count) = (AnyMove::new(mv).cells(), None);
        if let Some(mv) = any.downcast_ref::<KonaneMove>() {
            cells = [Some(mv.from), mv.to, None];
        } else if let Some(mv) = any.downcast_ref::<ComboMove>() {
            (cells, count) = ([Some(mv.from), Some(mv.to), None], Some(mv.count));
        } else if let Some(mv) = any.downcast_ref::<FoxAndGeeseMove>() {
            cells = match mv {
                FoxAndGeeseMove::Step(mv) => AnyMove::new(mv).cells(),
                FoxAndGeeseMove::Pass(fox) => [Some(*fox), None, None],
            };
        }
        let [from, to, then] = cells.map(|cell| cell.map(|Cell { row, col }| [col, row]));
        MoveCells { mv: mv.to_string(), from, to, then, count }
    }
}
