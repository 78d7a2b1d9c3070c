//! What rulesets on boards have in common: how positions are read, printed and converted, and moves that name cells.

use std::fmt;

use super::ParseMoveError;
use crate::board::{Board, Cell, Shape, Word};
use crate::player::padded;

/// Implements what does not depend on the rules, for a struct that is a `board: Board<W, $sets>` alone. The letters are
/// those of [`Board::read`](crate::board::Board::read); the word parameter must be called `W`.
macro_rules! on_board {
    ($game:ident, $sets:literal, $letters:literal) => {
        $crate::rules::on_board::board_methods!($game, $sets, $letters);

        #[doc = concat!("The sets have the letters `", $letters, "`; the last one is for a cell in no set.")]
        impl<W: $crate::board::Word> From<$crate::board::Board<W, $sets>> for $game<W> {
            fn from(board: $crate::board::Board<W, $sets>) -> Self {
                Self { board }
            }
        }
    };
}
pub(super) use on_board;

/// [`on_board!`] for a ruleset that is played on a single row.
macro_rules! on_strip {
    ($game:ident, $sets:literal, $letters:literal) => {
        $crate::rules::on_board::board_methods!($game, $sets, $letters);

        #[doc = concat!("The sets have the letters `", $letters, "`; the last one is for a cell in no set.")]
        ///
        /// Fails if there are several rows.
        impl<W: $crate::board::Word> TryFrom<$crate::board::Board<W, $sets>> for $game<W> {
            type Error = $crate::board::ParsePositionError;

            fn try_from(board: $crate::board::Board<W, $sets>) -> Result<Self, Self::Error> {
                match board.shape().height() {
                    1 => Ok(Self { board }),
                    height => Err(Self::Error::NotOneRow { height: height.into() }),
                }
            }
        }
    };
}
pub(super) use on_strip;

/// What [`on_board!`] and [`on_strip!`] have in common; needs `From<Board<W, $sets>>`, or `TryFrom` with an error that
/// converts to `ParsePositionError`.
macro_rules! board_methods {
    ($game:ident $([$param:ident: $bound:ident])?, $sets:literal, $letters:literal) => {
        impl<$($param: $bound,)? W: $crate::board::Word> $game<$($param,)? W> {
            /// The board, with the sets that are listed at `From`.
            pub fn board(&self) -> &$crate::board::Board<W, $sets> {
                &self.board
            }

            /// The width and height of the board.
            pub fn shape(&self) -> $crate::board::Shape {
                self.board.shape()
            }

            /// The same position in another word.
            ///
            /// # Errors
            /// [`TooLarge`](crate::board::ParsePositionError::TooLarge) if the board has more cells than that word
            /// has bits.
            pub fn convert<U: $crate::board::Word>(
                &self,
            ) -> Result<$game<$($param,)? U>, $crate::board::ParsePositionError> {
                let position = self.board.convert()?.try_into()?;
                Ok(position)
            }
        }

        impl<$($param: $bound,)? W: $crate::board::Word> $crate::rules::Narrow<$game<$($param,)? W>>
            for $game<$($param,)? u64>
        {
            fn narrowed(position: &$game<$($param,)? W>) -> Option<Self> {
                position.board.narrowed()?.try_into().ok()
            }

            fn widened(&self) -> $game<$($param,)? W> {
                self.convert().expect("a word that is no smaller")
            }
        }

        /// Reads rows from the top, joined by `/`, `|` or line ends.
        impl<$($param: $bound,)? W: $crate::board::Word> std::str::FromStr for $game<$($param,)? W> {
            type Err = $crate::board::ParsePositionError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let position = $crate::board::Board::read(text, $letters)?.try_into()?;
                Ok(position)
            }
        }

        /// Prints the rows from the top, joined by `/`, or as lines with `{:#}`.
        impl<$($param: $bound,)? W: $crate::board::Word> std::fmt::Display for $game<$($param,)? W> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.board.shown($letters), f)
            }
        }

        $crate::rules::on_board::debug_as_text!($game<$($param: $bound,)? W: $crate::board::Word>);
    };
}
pub(super) use board_methods;

/// Shows the name of the ruleset and the text of the position.
macro_rules! debug_as_text {
    ($game:ident$(<$($param:ident: $bound:path),*>)?) => {
        impl$(<$($param: $bound),*>)? std::fmt::Debug for $game$(<$($param),*>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", <Self as $crate::rules::Ruleset>::SPEC.name)
            }
        }
    };
}
pub(super) use debug_as_text;

/// The cells of each of the pieces of a board.
pub(crate) fn cells_of_each<W: Word, const N: usize>(
    pieces: impl Iterator<Item = Board<W, N>>,
) -> Option<Vec<Vec<Cell>>> {
    Some(pieces.map(|piece| piece.occupied().cells().collect()).collect())
}

/// Implements [`Short::with_narrow`](super::Short::with_narrow) for a ruleset on a board and, for one [`on_board!`] or [`on_strip!`], the negative and the normalized position: the first two sets exchanged, or rows and columns.
macro_rules! narrows_to {
    ($narrow:ty) => {
        fn with_narrow<Visit: $crate::rules::NarrowVisitor<Self>>(visitor: Visit) -> Visit::Output {
            if W::CELLS > 64 { visitor.some::<$narrow>() } else { visitor.none() }
        }
    };
    ($narrow:ty, negated by colours) => {
        $crate::rules::on_board::narrows_to!($narrow);

        fn negative(&self) -> Self {
            Self { board: self.board.negative() }
        }

        fn normalized(&self) -> (Self, bool) {
            let (board, negated) = self.board.normalized();
            (Self { board }, negated)
        }
    };
    ($narrow:ty, negated by transposition) => {
        $crate::rules::on_board::narrows_to!($narrow);

        fn negative(&self) -> Self {
            Self { board: self.board.image($crate::board::Symmetry::Transpose) }
        }

        fn normalized(&self) -> (Self, bool) {
            let (board, symmetry) = self.board.least_image();
            (Self { board }, symmetry.transposes())
        }
    };
}
pub(super) use narrows_to;

/// Implements [`Position::line_count`](super::Position::line_count) for a ruleset on a board: small positions are
/// counted in the type with words of 64 bits.
macro_rules! counts_narrow_lines {
    ($narrow:ty) => {
        fn line_count(&self, player: $crate::Player, depth: u32) -> u64 {
            match <$narrow as $crate::rules::Narrow<Self>>::narrowed(self) {
                Some(position) => position.line_count(player, depth),
                None => $crate::rules::line_count(self, player, depth),
            }
        }
    };
}
pub(super) use counts_narrow_lines;

/// A move on a board that is written as `N` cells, like `a1-b1`: the ruleset says what each of them is.
///
/// Cells have the [names of chess](Cell::name) and are joined by `-`, except that `LAST` is before the last of them. A
/// move stores the height of its board, to print ranks; it is illegal on a board of another height.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::board::Cell;
/// use dicot::rules::{CellsMove, Clobber, Position};
/// let position: Clobber = "xo/ox".parse()?;
/// let mv = CellsMove::new([Cell { row: 1, col: 1 }, Cell { row: 0, col: 1 }], position.shape());
/// assert_eq!(mv.to_string(), "b1-b2");
/// assert!(position.is_legal(Player::Left, mv));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellsMove<const N: usize, const LAST: char = '-'> {
    /// The cells, as they are written.
    pub cells: [Cell; N],
    height: u8,
}

impl<const N: usize, const LAST: char> CellsMove<N, LAST> {
    /// The move of these cells on a board of that shape. It need not be legal anywhere.
    pub fn new(cells: [Cell; N], shape: Shape) -> Self {
        Self { cells, height: shape.height() }
    }

    /// Why it cannot be a move on a board of that shape.
    pub(super) fn misfit(self, shape: Shape) -> Option<&'static str> {
        if self.height != shape.height() {
            return Some("the move is for a board of another height");
        }
        let inside = self.cells.iter().all(|&cell| shape.contains(cell));
        (!inside).then_some("the cell is not on the board")
    }

    /// Reads cells of a board of that shape.
    pub(super) fn read(
        text: &str,
        shape: Shape,
        expected: &'static str,
    ) -> Result<Self, ParseMoveError> {
        let cells = || -> Option<[Cell; N]> {
            let (names, last) = text.rsplit_once(LAST)?;
            let cells = names.split('-').chain([last]).map(|name| shape.cell_named(name));
            cells.collect::<Option<Vec<Cell>>>()?.try_into().ok()
        };
        let mv = cells().map(|cells| Self::new(cells, shape));
        mv.ok_or_else(|| ParseMoveError::new(text, expected))
    }
}

impl<const N: usize, const LAST: char> fmt::Display for CellsMove<N, LAST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, &|text| {
            for (index, cell) in self.cells.iter().enumerate() {
                if index > 0 {
                    text.push(if index + 1 == N { LAST } else { '-' });
                }
                text.push_str(&cell.name(self.height));
            }
            Ok(())
        })
    }
}

/// The cells with the lower or left one first.
pub(super) fn lower_left_first(mut cells: [Cell; 2]) -> [Cell; 2] {
    cells.sort_by_key(|cell| (u8::MAX - cell.row, cell.col));
    cells
}
