//! Moves of any ruleset.

use std::any::Any;
use std::fmt::{self, Debug, Display, Write as _};
use std::hash::{Hash, Hasher};

use crate::board::Cell;
use crate::rules::{
    CellsMove, Short, clobber::ImpartialClobberMove, combo::ComboMove,
    fox_and_geese::FoxAndGeeseMove, graph::GraphMove, impartial::ImpartialMove,
    king_dirt::KingDirtMove, konane::KonaneMove,
};

/// A move of an [`AnyPosition`](super::AnyPosition): its text, and what a hand points at: cells of a board, a vertex or an edge,
/// a term of a sum.
///
/// Moves are equal if their texts are. A text is cut off after 47 bytes, longer than any of the library.
#[derive(Clone, Copy)]
pub struct AnyMove {
    text: [u8; AnyMove::MAX_TEXT],
    len: u8,
    cells: [Option<Cell>; 3],
    count: Option<u8>,
    graph: Option<GraphMove>,
    term: Option<u16>,
    /// Its number among the player's moves in the position that listed it.
    pub(super) number: Option<u32>,
}

impl AnyMove {
    const MAX_TEXT: usize = 47;

    /// A move of a position.
    pub(super) fn of<P: Short>(position: &P, mv: P::Move, number: Option<u32>) -> AnyMove {
        let term = position.term_of(mv).and_then(|term| u16::try_from(term).ok());
        AnyMove { term, number, ..AnyMove::new(&mv) }
    }

    /// The move of another type as it prints, with its cells, its vertex or its edge. Compiled once for each type of moves, and not in
    /// each of its callers.
    #[inline(never)]
    pub fn new<M: Display + Any>(mv: &M) -> AnyMove {
        let mut any = AnyMove::touching(mv);
        // Writing fails where the text is cut off.
        let _ = write!(any, "{mv}");
        any
    }

    /// The move without its text.
    pub(super) fn touching<M: Display + Any>(mv: &M) -> AnyMove {
        let mut any = AnyMove {
            text: [0; AnyMove::MAX_TEXT],
            len: 0,
            cells: [None; 3],
            count: None,
            graph: None,
            term: None,
            number: None,
        };
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
        } else if let Some(mv) = mv.downcast_ref::<KingDirtMove>() {
            any.cells = match mv {
                KingDirtMove::Place(mv) => [Some(mv.cells[0]), None, None],
                KingDirtMove::Step(mv) => [Some(mv.cells[0]), Some(mv.cells[1]), None],
            };
        } else if let Some(mv) = mv.downcast_ref::<GraphMove>() {
            any.graph = Some(*mv);
        } else if let Some(mv) = mv.downcast_ref::<AnyMove>() {
            any.touch_as(*mv);
        } else if let Some(mv) = mv.downcast_ref::<ImpartialMove<CellsMove<2>>>() {
            any.touch_as(AnyMove::touching(&mv.inner()));
        } else if let Some(mv) = mv.downcast_ref::<ImpartialMove<AnyMove>>() {
            any.touch_as(mv.inner());
        } else if let Some(mv) = mv.downcast_ref::<ImpartialClobberMove>()
            && let Some([from, to]) = mv.cells()
        {
            any.cells = [Some(from), Some(to), None];
        }
        any
    }

    /// Touches what another move touches.
    fn touch_as(&mut self, AnyMove { cells, count, graph, term, .. }: AnyMove) {
        *self = AnyMove { cells, count, graph, term, ..*self };
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

    /// The vertex or the edge of a move on a graph.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::{AnyPosition, Position, graph::GraphMove};
    /// let position: AnyPosition = "snort:path 3 | 0:L".parse()?;
    /// let moves = position.moves(Player::Right).map(|mv| mv.graph());
    /// assert!(moves.eq([1, 2].map(|vertex| Some(GraphMove::Vertex(vertex)))));
    /// # Ok::<_, dicot::rules::ParseAnyError>(())
    /// ```
    pub fn graph(&self) -> Option<GraphMove> {
        self.graph
    }

    /// The heap, cake or other term of a sum: see [`Position::term_of`](crate::rules::Position::term_of).
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::{AnyPosition, Position};
    /// let position: AnyPosition = "nim:1+2".parse()?;
    /// let terms = position.moves(Player::Left).map(|mv| mv.term());
    /// assert!(terms.eq([0, 1, 1].map(Some))); // 1>0, 2>1, 2>0
    /// # Ok::<_, dicot::rules::ParseAnyError>(())
    /// ```
    pub fn term(&self) -> Option<usize> {
        self.term.map(usize::from)
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
        self.text == other.text // with zeros after its end
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
