//! Moves of any ruleset.

use std::any::Any;
use std::fmt::{self, Debug, Display, Write as _};
use std::hash::{Hash, Hasher};

use crate::board::Cell;
use crate::rules::{
    CellsMove, combo::ComboMove, fox_and_geese::FoxAndGeeseMove, impartial::ImpartialMove,
    konane::KonaneMove,
};

/// A move of an [`AnyPosition`](super::AnyPosition): its text, and on boards the cells that a hand points at.
///
/// Moves are equal if their texts are. A text is cut off after 47 bytes, longer than any of the library.
#[derive(Clone, Copy)]
pub struct AnyMove {
    text: [u8; AnyMove::MAX_TEXT],
    len: u8,
    cells: [Option<Cell>; 3],
    count: Option<u8>,
    /// Its number among the player's moves in the position that listed it.
    pub(super) number: Option<u32>,
}

impl AnyMove {
    const MAX_TEXT: usize = 47;

    /// Compiled once for each type of moves, and not in each of its callers.
    #[inline(never)]
    pub(super) fn of<M: Display + Any>(mv: &M, number: Option<u32>) -> AnyMove {
        let mut any =
            AnyMove { text: [0; AnyMove::MAX_TEXT], len: 0, cells: [None; 3], count: None, number };
        // Writing fails where the text is cut off.
        let _ = write!(any, "{mv}");
        let mv: &dyn Any = mv;
        if let Some(mv) = mv.downcast_ref::<CellsMove<1>>() {
            any.cells[0] = Some(mv.cells[0]);
        } else if let Some(mv) = mv.downcast_ref::<CellsMove<2>>() {
            any.cells = [Some(mv.cells[0]), Some(mv.cells[1]), None];
        } else if let Some(mv) = mv.downcast_ref::<CellsMove<3, ','>>() {
            any.cells = mv.cells.map(Some);
        } else if let Some(mv) = mv.downcast_ref::<CellsMove<3, '/'>>() {
            any.cells = mv.cells.map(Some);
        } else if let Some(mv) = mv.downcast_ref::<KonaneMove>() {
            any.cells = [Some(mv.from), mv.to, None];
        } else if let Some(mv) = mv.downcast_ref::<ComboMove>() {
            (any.cells, any.count) = ([Some(mv.from), Some(mv.to), None], Some(mv.count));
        } else if let Some(mv) = mv.downcast_ref::<FoxAndGeeseMove>() {
            any.cells = match mv {
                FoxAndGeeseMove::Step(mv) => [Some(mv.cells[0]), Some(mv.cells[1]), None],
                FoxAndGeeseMove::Pass(fox) => [Some(*fox), None, None],
            };
        } else if let Some(mv) = mv.downcast_ref::<AnyMove>() {
            (any.cells, any.count) = (mv.cells, mv.count);
        } else if let Some(mv) = mv.downcast_ref::<ImpartialMove<CellsMove<2>>>() {
            any.cells = AnyMove::of(&mv.inner(), None).cells;
        } else if let Some(mv) = mv.downcast_ref::<ImpartialMove<AnyMove>>() {
            any.cells = mv.inner().cells;
        }
        any
    }

    /// The move of another type as it prints, with its cells if it is one on a board.
    pub fn new<M: Display + Any>(mv: &M) -> AnyMove {
        AnyMove::of(mv, None)
    }

    /// The text of the move.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.text[..self.len.into()]).expect("whole characters were written")
    }

    /// The cells of a move on a board, in the order in which a hand points at them: the stone that moves or is removed, or half of a
    /// domino; where it goes; and where else something goes, such as the arrow of an Amazon.
    pub fn cells(&self) -> [Option<Cell>; 3] {
        self.cells
    }

    /// The number of stones of a stack that go.
    pub fn count(&self) -> Option<u8> {
        self.count
    }
}

impl fmt::Write for AnyMove {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            let (start, end) = (self.len.into(), usize::from(self.len) + letter.len_utf8());
            letter.encode_utf8(self.text.get_mut(start..end).ok_or(fmt::Error)?);
            self.len = end as u8;
        }
        Ok(())
    }
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &AnyMove) -> bool {
        self.text() == other.text()
    }
}

impl Eq for AnyMove {}

impl Hash for AnyMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyMove({self})")
    }
}
