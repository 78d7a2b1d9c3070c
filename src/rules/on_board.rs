//! What rulesets on boards have in common: how positions are read, printed and converted, and moves that name cells.

use std::fmt;

use super::ParseMoveError;
use crate::board::{Cell, Shape};

/// Implements what does not depend on the rules, for a struct with a field `board: Board<W, $sets>` that can
/// be made from such a board. The letters are those of [`Board::read`](crate::board::Board::read).
///
/// The struct needs `From<Board<W, $sets>>`, or `TryFrom` with an error that converts to `ParsePositionError`, and must
/// not derive `Debug`. The word parameter must be called `W`, and `Board`, `Word` and `ParsePositionError` must be in
/// scope (`Player` too for `counts_narrow_lines!`).
macro_rules! on_board {
    ($game:ident $([$param:ident: $bound:ident])?, $sets:literal, $letters:expr) => {
        impl<$($param: $bound,)? W: Word> $game<$($param,)? W> {
            /// The board, with the sets that are listed at `From`.
            pub fn board(&self) -> &Board<W, $sets> {
                &self.board
            }

            /// The width and height of the board.
            pub fn shape(&self) -> Shape {
                self.board.shape()
            }

            /// The same position in another word.
            ///
            /// # Errors
            /// [`ParsePositionError::TooLarge`] if the board has more cells than that word has bits.
            pub fn convert<U: Word>(&self) -> Result<$game<$($param,)? U>, ParsePositionError> {
                let position = self.board.convert()?.try_into()?;
                Ok(position)
            }

            /// The same position in a word of 64 bits, if this word is larger and the position fits.
            fn narrow(&self) -> Option<$game<$($param,)? u64>> {
                self.board.narrowed()?.try_into().ok()
            }
        }

        /// Reads rows from the top, joined by `/`, `|` or line ends.
        impl<$($param: $bound,)? W: Word> std::str::FromStr for $game<$($param,)? W> {
            type Err = ParsePositionError;

            fn from_str(text: &str) -> Result<Self, ParsePositionError> {
                let position = Board::read(text, $letters)?.try_into()?;
                Ok(position)
            }
        }

        /// Prints the rows from the top, joined by `/`, or as lines with `{:#}`.
        impl<$($param: $bound,)? W: Word> std::fmt::Display for $game<$($param,)? W> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.board.shown($letters), f)
            }
        }

        $crate::rules::on_board::debug_as_text!($game<$($param: $bound,)? W: Word>);
    };
}
pub(super) use on_board;

/// Shows the name of the ruleset and the text of the position.
macro_rules! debug_as_text {
    ($game:ident$(<$($param:ident: $bound:ident),*>)?) => {
        impl$(<$($param: $bound),*>)? std::fmt::Debug for $game$(<$($param),*>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", <Self as $crate::rules::Ruleset>::SPEC.name)
            }
        }
    };
}
pub(super) use debug_as_text;

/// Implements [`Short::with_narrow`](super::Short::with_narrow) for a ruleset [`on_board!`].
macro_rules! narrows_to {
    ($narrow:ty) => {
        fn with_narrow<Visit: $crate::rules::NarrowVisitor<Self>>(visitor: Visit) -> Visit::Output {
            if W::CELLS > 64 { visitor.some::<$narrow>(Self::narrow) } else { visitor.none() }
        }
    };
}
pub(super) use narrows_to;

/// Implements [`Position::line_count`](super::Position::line_count) for a ruleset [`on_board!`]: small positions
/// are counted in the type with words of 64 bits.
macro_rules! counts_narrow_lines {
    () => {
        fn line_count(&self, player: Player, depth: u32) -> u64 {
            match self.narrow() {
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
    cells: [Cell; N],
    height: u8,
}

impl<const N: usize, const LAST: char> CellsMove<N, LAST> {
    /// The move of these cells on a board of that shape. It need not be legal anywhere.
    pub fn new(cells: [Cell; N], shape: Shape) -> Self {
        Self { cells, height: shape.height() }
    }

    /// The cells, as they are written.
    pub fn cells(self) -> [Cell; N] {
        self.cells
    }

    /// Whether it is a move on boards of that shape.
    pub(super) fn is_for(self, shape: Shape) -> bool {
        self.height == shape.height()
    }

    /// The character before the cell of that index.
    fn separator(index: usize) -> char {
        if index + 1 == N { LAST } else { '-' }
    }

    /// Reads cells of a board of that shape.
    pub(super) fn read(
        text: &str,
        shape: Shape,
        expected: &'static str,
    ) -> Result<Self, ParseMoveError> {
        let error = || ParseMoveError::new(text, expected);
        let (mut cells, mut rest) = ([Cell { row: 0, col: 0 }; N], text);
        for (index, cell) in cells.iter_mut().enumerate() {
            let name = if index + 1 == N {
                rest
            } else {
                let (name, after) =
                    rest.split_once(Self::separator(index + 1)).ok_or_else(error)?;
                rest = after;
                name
            };
            *cell = shape.cell_named(name).ok_or_else(error)?;
        }
        Ok(Self::new(cells, shape))
    }
}

impl<const N: usize, const LAST: char> fmt::Display for CellsMove<N, LAST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.cells.iter().enumerate() {
            if index > 0 {
                write!(f, "{}", Self::separator(index))?;
            }
            f.write_str(&cell.name(self.height))?;
        }
        Ok(())
    }
}

/// The cells with the lower or left one first.
pub(super) fn lower_left_first(mut cells: [Cell; 2]) -> [Cell; 2] {
    cells.sort_by_key(|cell| (u8::MAX - cell.row, cell.col));
    cells
}
