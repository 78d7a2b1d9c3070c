//! Boards: rectangles of cells, empty or holding a stone of one of the players; and [graphs](Graph).
//!
//! Nothing here knows rules or values. A [`Board`] is two [`Bitboard`]s of one [`Shape`]; it splits
//! into [components](Board::components), has eight images by [`Symmetry`], and the least of them is its
//! [normalized](Board::normalized) form. A board with more kinds of cells is a `Board<W, N>` of *N* sets.
//!
//! Cell (0, 0) is the top left; rows count downwards, columns to the right.

mod bitboard;
mod components;
mod graph;
mod grid;
mod layout;
mod symmetry;
mod text;
mod u448;

use std::hash::{Hash, Hasher};

pub use bitboard::{Bitboard, Cells, Word};
pub use graph::{Edge, EdgeColour, Graph, GraphForm};
pub use grid::Grid;
pub use symmetry::Symmetry;
pub use text::ParsePositionError;
pub use u448::U448;

pub(crate) use bitboard::bits;
pub(crate) use layout::Steps;
pub(crate) use symmetry::Crop;
pub(crate) use text::{letters_of_row, start_of};

use self::bitboard::Bits;
use crate::Player;

/// The width and height of a board, in cells; neither is 0.
///
/// # Examples
/// ```
/// use dicot::board::{Cell, Shape};
/// let shape = Shape::new(4, 2)?;
/// assert_eq!(shape.cells(), 8);
/// assert!(shape.contains(Cell { row: 1, col: 3 }));
/// assert!(!shape.contains(Cell { row: 3, col: 1 }));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    width: u8,
    height: u8,
}

impl Shape {
    /// The shape of 8x8 cells, whose rows are bytes of a `u64`.
    pub(crate) const SQUARE: Shape = Shape { width: 8, height: 8 };

    /// A shape of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`ParsePositionError::Empty`] if either is 0.
    pub const fn new(width: u8, height: u8) -> Result<Shape, ParsePositionError> {
        if width == 0 || height == 0 {
            return Err(ParsePositionError::Empty);
        }
        Ok(Shape { width, height })
    }

    /// The number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of cells.
    pub const fn cells(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// Whether the cell lies on a board of this shape.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.height && cell.col < self.width
    }

    /// The cell of that [name](Cell::name), in upper or lower case, with or without blanks around it;
    /// `None` if there is no such cell on a board of this shape.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::{Cell, Shape};
    /// let shape = Shape::new(30, 8)?;
    /// assert_eq!(shape.cell_named("a1"), Some(Cell { row: 7, col: 0 }));
    /// assert_eq!(shape.cell_named(" AB8"), Some(Cell { row: 0, col: 27 }));
    /// assert_eq!([shape.cell_named("a9"), shape.cell_named("ae1")], [None, None]);
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn cell_named(self, name: &str) -> Option<Cell> {
        let name = name.trim();
        let digits = name.find(|c: char| !c.is_ascii_alphabetic())?;
        let (file, rank) = name.split_at(digits);
        let letter = |c: u8| u16::from(c.to_ascii_lowercase() - b'a');
        let col = match *file.as_bytes() {
            [c] => letter(c),
            [first, c] => 26 * (letter(first) + 1) + letter(c),
            _ => return None,
        };
        if !rank.bytes().all(|c| c.is_ascii_digit()) || rank.starts_with('0') {
            return None;
        }
        let row = self.height.checked_sub(rank.parse().ok()?)?;
        let cell = Cell { row, col: u8::try_from(col).ok()? };
        self.contains(cell).then_some(cell)
    }

    /// All cells, row by row from the top.
    pub(crate) fn all_cells(self) -> impl Iterator<Item = Cell> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |col| Cell { row, col }))
    }

    /// The shape after rows and columns change places.
    pub(crate) const fn transposed(self) -> Shape {
        Shape { width: self.height, height: self.width }
    }

    const fn to_bits(self) -> u16 {
        u16::from_le_bytes([self.width, self.height])
    }

    const fn is_square(self) -> bool {
        self.width == self.height
    }
}

/// One write instead of two: shapes are part of every table key.
impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u16(self.to_bits());
    }
}

/// A cell: its row from the top and its column from the left, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from the top, from 0.
    pub row: u8,
    /// The column, from the left, from 0.
    pub col: u8,
}

impl Cell {
    /// The name as in chess: a letter for the column, then the row counted from the bottom, from 1.
    ///
    /// Columns go on after `z` with `aa`, `ab`, ... as in a spreadsheet. A cell does not know its
    /// board, hence the height (in rows); a cell below the board gets a rank of 0 or less.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::Cell;
    /// assert_eq!(Cell { row: 7, col: 0 }.name(8), "a1");
    /// assert_eq!(Cell { row: 0, col: 27 }.name(1), "ab1");
    /// ```
    pub fn name(self, height: u8) -> String {
        let file = char::from(b'a' + self.col % 26);
        let rank = i16::from(height) - i16::from(self.row);
        match self.col / 26 {
            0 => format!("{file}{rank}"),
            n => format!("{}{file}{rank}", char::from(b'a' + n - 1)),
        }
    }
}

/// A board: each cell lies in one of `N` sets, or in none.
///
/// Usually the two sets are the stones of the players, `x` for Left and `o` for Right, and `Board<W>` reads and prints
/// itself so. A ruleset with other things on its cells has one set for each kind ([`Board::read`]); if its board is cut
/// to pieces of any outline, the empty cells are a set as well, and a cell in none is outside the board.
///
/// No cell lies in two sets, and none outside the shape.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::board::{Board, Cell};
/// let board: Board<u64> = "xo/.x".parse()?;
/// assert_eq!(board.stones(Player::Left).len(), 2);
/// assert_eq!(board.get(Cell { row: 0, col: 1 }), Some(Player::Right));
/// assert_eq!(board.to_string(), "xo/.x");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board<W: Word, const N: usize = 2> {
    sets: [W; N],
    shape: Shape,
}

/// Set by set: the length, which is always the same, need not be hashed.
impl<W: Word, const N: usize> Hash for Board<W, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sets.iter().for_each(|set| set.hash(state));
        self.shape.hash(state);
    }
}

impl<W: Word, const N: usize> Board<W, N> {
    /// A board with nothing in its sets.
    ///
    /// # Errors
    /// [`ParsePositionError::TooLarge`] if the shape has more cells than the word has bits.
    pub fn empty(shape: Shape) -> Result<Self, ParsePositionError> {
        Shape::fitting(shape.width.into(), shape.height.into(), W::CELLS)?;
        Ok(Self { sets: [W::default(); N], shape })
    }

    /// A full board with the stone of a player on each cell.
    pub(crate) fn filled(
        width: u8,
        height: u8,
        owner: impl Fn(Cell, Shape) -> Player,
    ) -> Result<Self, ParsePositionError> {
        let empty = Self::empty(Shape::new(width, height)?)?;
        let (shape, cells) = (empty.shape, empty.shape.all_cells());
        Ok(cells.fold(empty, |board, cell| board.with_in(cell, owner(cell, shape) as usize)))
    }

    /// A board from bare words, which the caller knows to be disjoint and inside the shape.
    pub(crate) fn from_sets(sets: [W; N], shape: Shape) -> Self {
        let board = Self { sets, shape };
        debug_assert!(board.is_valid(), "broken board: {shape:?} {sets:?}");
        board
    }

    /// The width and height.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells of the set of that number.
    ///
    /// # Panics
    /// If `number` is not less than `N`.
    pub fn set(&self, number: usize) -> Bitboard<W> {
        Bitboard::from_bits(self.sets[number], self.shape)
    }

    /// The cells that lie in a set.
    pub fn occupied(&self) -> Bitboard<W> {
        Bitboard::from_bits(self.union(), self.shape)
    }

    /// The number of the set in which the cell lies; `None` if it lies in none or not on the board.
    pub fn find(&self, cell: Cell) -> Option<usize> {
        let bit = layout::bit::<W>(cell, self.shape);
        self.sets.iter().position(|&set| set & bit != W::default())
    }

    /// The board with the cell in that set, wherever it lay before.
    ///
    /// # Panics
    /// If the cell is not on the board, or `number` is not less than `N`.
    #[must_use]
    pub fn with_in(self, cell: Cell, number: usize) -> Self {
        let mut board = self.without(cell);
        board.sets[number] = board.set(number).with(cell).bits();
        board
    }

    /// The board with the cell in no set.
    #[must_use]
    pub fn without(self, cell: Cell) -> Self {
        let bit = layout::bit::<W>(cell, self.shape);
        Self { sets: self.sets.map(|set| set & !bit), ..self }
    }

    /// The same board in another word.
    ///
    /// # Errors
    /// [`ParsePositionError::TooLarge`] if it has more cells than that word has bits.
    pub fn convert<V: Word>(&self) -> Result<Board<V, N>, ParsePositionError> {
        let empty = Board::<V, N>::empty(self.shape)?;
        Ok(Board { sets: self.sets.map(|set| layout::convert(set, self.shape)), ..empty })
    }

    /// The same board in a word of 64 bits; `None` if the board is in one, or too large for it.
    pub(crate) fn narrowed(&self) -> Option<Board<u64, N>> {
        (W::CELLS > <u64 as Bits>::CELLS).then(|| self.convert().ok()).flatten()
    }

    /// The sets side by side in a word, and the shape: no other board in a word of 64 bits has both. `None` if they do not fit, or
    /// are empty.
    #[inline]
    pub(crate) fn packed(&self) -> Option<(u64, u16)> {
        if cfg!(target_os = "unknown") {
            return None; // in a browser the program has to be small
        }
        let bits = u64::BITS / N as u32;
        let sets = W::packed_into(self.sets, self.shape, bits)?;
        let word = sets.into_iter().zip(0..).fold(0, |word, (set, i)| word | set << (i * bits));
        (word != 0).then_some((word, self.shape.to_bits()))
    }

    /// The board with the players exchanged: sets 0 and 1. Less than two sets do not compile.
    #[must_use]
    pub fn negative(mut self) -> Self {
        const { assert!(N >= 2, "the players need a set each") };
        self.sets.swap(0, 1);
        self
    }

    /// A small board as the player sees it who is Left there.
    pub(crate) fn seen_by(&self, player: Player) -> Option<Board<u64, N>> {
        let board = self.convert().ok()?;
        Some(if player == Player::Left { board } else { board.negative() })
    }

    /// The cells with a stone of that player: set 0 for Left, 1 for Right.
    pub fn stones(&self, player: Player) -> Bitboard<W> {
        self.set(player as usize)
    }

    /// The bit of the cell; no bit if it is not on the board.
    pub(crate) fn bit(&self, cell: Cell) -> W {
        layout::bit(cell, self.shape)
    }

    pub(crate) fn sets(&self) -> [W; N] {
        self.sets
    }

    fn union(&self) -> W {
        self.sets.iter().fold(W::default(), |union, &set| union | set)
    }

    fn is_valid(&self) -> bool {
        let (union, inside) = (self.union(), layout::full::<W>(self.shape));
        let cells: u32 = self.sets.iter().map(|set| set.count()).sum();
        cells == union.count() && union & !inside == W::default()
    }
}

impl<W: Word> Board<W> {
    /// A board with these stones; `None` if the two sets differ in shape or share a cell.
    pub fn new(left: Bitboard<W>, right: Bitboard<W>) -> Option<Self> {
        let fits = left.shape() == right.shape() && (left & right).is_empty();
        fits.then(|| Self { sets: [left.bits(), right.bits()], shape: left.shape() })
    }

    /// Whose stone lies on the cell; `None` if it is empty or not on the board.
    pub fn get(&self, cell: Cell) -> Option<Player> {
        self.find(cell).map(|number| Player::BOTH[number])
    }

    /// The board with that player's stone on the cell, whatever lay there before.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn with(self, cell: Cell, player: Player) -> Self {
        self.with_in(cell, player as usize)
    }

    pub(crate) fn word(&self, player: Player) -> W {
        self.sets[player as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All boards with stones or not on these cells.
    fn boards(width: u8, height: u8, cells: &[Cell]) -> Vec<Board<u64>> {
        let empty = Board::empty(Shape::new(width, height).unwrap()).unwrap();
        cells.iter().fold(vec![empty], |boards, &cell| {
            let stones = [None, Some(Player::Left), Some(Player::Right)];
            let with = |board: &Board<u64>| {
                stones.map(|stone| stone.map_or(*board, |player| board.with(cell, player)))
            };
            boards.iter().flat_map(with).collect()
        })
    }

    #[test]
    fn packed_boards_are_different() {
        let mut seen = std::collections::HashMap::new();
        for (width, height) in
            [(3, 2), (2, 3), (6, 1), (5, 5), (6, 5), (5, 6), (4, 8), (8, 4), (10, 3), (32, 1)]
        {
            // The corners, and cells between them.
            let shape = Shape::new(width, height).unwrap();
            let step = (shape.cells() as usize).div_ceil(6);
            let mut cells: Vec<Cell> = shape.all_cells().step_by(step).collect();
            cells.extend(shape.all_cells().last());
            cells.dedup();
            for board in boards(width, height, &cells) {
                let packed = board.packed();
                assert_eq!(packed.is_none(), board.occupied().is_empty(), "{board}");
                if let Some(packed) = packed {
                    assert_eq!(*seen.entry(packed).or_insert(board), board);
                }
            }
        }
        assert!(seen.len() > 5_000);
        let full =
            |width, height| Board::<u64>::filled(width, height, |_, _| Player::Left).unwrap();
        assert!([full(33, 1), full(6, 6), full(7, 5)].iter().all(|board| board.packed().is_none()));
        assert_eq!(full(3, 1).convert::<u128>().unwrap().packed(), None);
        // One set has room for 64 cells, three have room for 21 each.
        let last = Cell { row: 0, col: 20 };
        let wide = Board::<u64, 3>::empty(Shape::new(21, 1).unwrap()).unwrap().with_in(last, 2);
        assert_eq!(wide.packed(), Some((1 << 62, wide.shape.to_bits())));
        assert_eq!(
            Board::<u64, 3>::empty(Shape::new(22, 1).unwrap()).unwrap().with_in(last, 2).packed(),
            None
        );
        let large = Board::<u64, 1>::empty(Shape::new(8, 8).unwrap()).unwrap();
        assert!(large.with_in(Cell { row: 7, col: 7 }, 0).packed().is_some());
    }
}
