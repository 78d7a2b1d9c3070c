//! Sets of cells, one bit a cell.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::iter::from_fn;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign,
};

use super::layout::{self, Layout, Steps};
use super::{Board, Cell, Shape, U448};

/// A machine word that can hold a set of cells: `u64`, `u128` or [`U448`].
///
/// Sealed: no other type can implement it.
pub trait Word: Layout {}

/// Bits and operations on them; not exported, and so not part of the public API.
pub trait Bits:
    Copy
    + Ord
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits, and so the most cells a board of this word can have.
    const CELLS: u32;
    /// Bit 0 alone.
    const ONE: Self;

    /// The number of set bits.
    fn count(self) -> u32;
    /// The index of the lowest set bit; `CELLS` for an empty set.
    fn lowest_index(self) -> u32;
    /// The index of the highest set bit, of which there must be one.
    fn highest_index(self) -> u32;
    /// The lowest set bit alone; an empty set stays empty.
    fn lowest(self) -> Self;
    /// Bit i becomes bit `CELLS` - 1 - i.
    fn reversed(self) -> Self;
    /// Every bit whose index is a multiple of the stride: the first column.
    fn every(stride: u32) -> Self;
    /// The bits 0 to `length` - 1, for 1 <= `length` <= `CELLS`.
    fn ones(length: u32) -> Self {
        !Self::default() >> (Self::CELLS - length)
    }
}

macro_rules! primitive_bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            const CELLS: u32 = <$word>::BITS;
            const ONE: $word = 1;

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn lowest_index(self) -> u32 {
                self.trailing_zeros()
            }

            fn highest_index(self) -> u32 {
                self.ilog2()
            }

            fn lowest(self) -> $word {
                self & self.wrapping_neg()
            }

            fn reversed(self) -> $word {
                self.reverse_bits()
            }

            fn every(stride: u32) -> $word {
                static TABLE: [$word; <$word>::BITS as usize + 1] = {
                    let mut table = [0; <$word>::BITS as usize + 1];
                    let mut stride = 1;
                    while stride < table.len() {
                        let mut index = 0;
                        while index < <$word>::BITS as usize {
                            table[stride] |= 1 << index;
                            index += stride;
                        }
                        stride += 1;
                    }
                    table
                };
                TABLE[stride as usize]
            }
        }
    )*};
}

primitive_bits!(u64, u128);

impl Word for u64 {}
impl Word for u128 {}
impl Word for U448 {}

/// The bits of the set one by one, the lowest first.
pub(crate) fn bits<W: Word>(set: W) -> impl Iterator<Item = W> + Clone {
    let mut rest = set;
    from_fn(move || {
        let lowest = rest.lowest();
        rest = rest ^ lowest;
        (lowest != W::default()).then_some(lowest)
    })
}

/// A set of cells of a board of a given shape.
///
/// # Examples
/// ```
/// use dicot::board::{Bitboard, Cell, Shape};
/// let corner = Cell { row: 0, col: 0 };
/// let set = Bitboard::<u64>::empty(Shape::new(3, 2)?).with(corner);
/// assert!(set.contains(corner));
/// let beside: Vec<Cell> = set.neighbours().cells().collect();
/// assert_eq!(beside, [Cell { row: 0, col: 1 }, Cell { row: 1, col: 0 }]);
/// assert_eq!((!set).len(), 5);
/// let mut both = set.neighbours() ^ set;
/// both -= set;
/// assert!(both.into_iter().eq(beside));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<W: Word> {
    bits: W,
    shape: Shape,
}

impl<W: Word> Bitboard<W> {
    /// No cells.
    ///
    /// # Panics
    /// If the shape has more cells than the word has bits.
    pub fn empty(shape: Shape) -> Self {
        assert!(shape.cells() <= W::CELLS, "{shape:?} has more than {} cells", W::CELLS);
        Self { bits: W::default(), shape }
    }

    /// All cells.
    ///
    /// # Panics
    /// If the shape has more cells than the word has bits.
    pub fn full(shape: Shape) -> Self {
        Self { bits: layout::full(shape), ..Self::empty(shape) }
    }

    pub(crate) fn from_bits(bits: W, shape: Shape) -> Self {
        Self { bits, shape }
    }

    pub(crate) fn bits(self) -> W {
        self.bits
    }

    /// The shape of the board that the cells are on.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The set with the cell added.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn with(self, cell: Cell) -> Self {
        assert!(self.shape.contains(cell), "{cell:?} lies outside {:?}", self.shape);
        Self { bits: self.bits | layout::bit(cell, self.shape), ..self }
    }

    /// The set with the cell taken away, if it was there.
    #[must_use]
    pub fn without(self, cell: Cell) -> Self {
        Self { bits: self.bits & !layout::bit::<W>(cell, self.shape), ..self }
    }

    /// Whether the cell is in the set; a cell outside the board never is.
    pub fn contains(self, cell: Cell) -> bool {
        self.bits & layout::bit(cell, self.shape) != W::default()
    }

    /// The number of cells in the set.
    pub fn len(self) -> u32 {
        self.bits.count()
    }

    /// Whether there is no cell in the set.
    pub fn is_empty(self) -> bool {
        self.bits == W::default()
    }

    /// The cells that share a side with a cell of the set.
    #[must_use]
    pub fn neighbours(self) -> Self {
        let around = Steps::of(self.shape).around(self.bits);
        Self { bits: around & layout::full(self.shape), ..self }
    }

    /// The cells, row by row from the top, each row from the left.
    pub fn cells(self) -> Cells<W> {
        Cells(self)
    }

    /// A set by words.
    ///
    /// # Panics
    /// If the two sets are of boards of different shapes.
    fn combined(self, other: Self, f: impl Fn(W, W) -> W) -> Self {
        assert_eq!(self.shape, other.shape, "sets of boards of different shapes");
        Self { bits: f(self.bits, other.bits), ..self }
    }
}

/// The cells of the board that are not in the set.
impl<W: Word> Not for Bitboard<W> {
    type Output = Self;

    fn not(self) -> Self {
        Self { bits: layout::full::<W>(self.shape) & !self.bits, ..self }
    }
}

/// The cells in both sets.
impl<W: Word> BitAnd for Bitboard<W> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.combined(other, |a, b| a & b)
    }
}

/// The cells in either set.
impl<W: Word> BitOr for Bitboard<W> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.combined(other, |a, b| a | b)
    }
}

/// The cells in the first set but not in the second.
impl<W: Word> Sub for Bitboard<W> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.combined(other, |a, b| a & !b)
    }
}

/// The cells in one of the sets but not in both.
impl<W: Word> BitXor for Bitboard<W> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.combined(other, |a, b| a ^ b)
    }
}

macro_rules! assign {
    ($($trait:ident::$method:ident = $operator:tt;)*) => {$(
        impl<W: Word> $trait for Bitboard<W> {
            fn $method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    )*};
}

assign! {
    BitAndAssign::bitand_assign = &;
    BitOrAssign::bitor_assign = |;
    BitXorAssign::bitxor_assign = ^;
    SubAssign::sub_assign = -;
}

/// The cells as [`cells`](Bitboard::cells) has them.
impl<W: Word> IntoIterator for Bitboard<W> {
    type Item = Cell;
    type IntoIter = Cells<W>;

    fn into_iter(self) -> Cells<W> {
        self.cells()
    }
}

/// # Panics
/// If a cell is not on the board.
impl<W: Word> Extend<Cell> for Bitboard<W> {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        *self = cells.into_iter().fold(*self, Bitboard::with);
    }
}

/// The cells of a [`Bitboard`], row by row from the top, each row from the left.
#[derive(Clone, Debug)]
pub struct Cells<W: Word>(Bitboard<W>);

impl<W: Word> Iterator for Cells<W> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let lowest = self.0.bits.lowest();
        self.0.bits = self.0.bits ^ lowest;
        (lowest != W::default()).then(|| layout::cell::<W>(lowest.lowest_index(), self.0.shape))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let cells = self.0.len() as usize;
        (cells, Some(cells))
    }
}

impl<W: Word> ExactSizeIterator for Cells<W> {}

/// Draws the set: `*` for its cells, `.` for the others, rows joined by `/`.
impl<W: Word> Debug for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = Board::from_sets([self.bits], self.shape);
        write!(f, "Bitboard({})", board.shown("*."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain twin: a word as a list of its bits, lowest first.
    fn bits<W: Word>(word: W) -> Vec<bool> {
        (0..W::CELLS).map(|i| word & (W::ONE << i) != W::default()).collect()
    }

    fn agrees_with_lists_of_bits<W: Word>() {
        let size = W::CELLS as usize;
        let patterns: [fn(usize) -> bool; 6] =
            [|_| false, |_| true, |i| i % 3 == 0, |i| i * i % 7 == 2, |i| i == 63, |i| i % 64 > 50];
        for pattern in patterns {
            let list: Vec<bool> = (0..size).map(pattern).collect();
            let set = (0..W::CELLS).filter(|&i| list[i as usize]);
            let w = set.clone().fold(W::default(), |word, i| word | W::ONE << i);
            assert_eq!(bits(w), list);
            assert_eq!(w.count() as usize, set.clone().count());
            assert_eq!(bits(!w), list.iter().map(|bit| !bit).collect::<Vec<_>>());
            assert_eq!(bits(w.reversed()), list.iter().rev().copied().collect::<Vec<_>>());
            let first = set.clone().next();
            assert_eq!(w.lowest(), first.map_or(w, |first| W::ONE << first));
            if let Some(first) = first {
                assert_eq!((w.lowest_index(), Some(w.highest_index())), (first, set.max()));
            }
            for by in (0..size).filter(|by| by % 64 < 4 || by % 61 == 0) {
                let left = [&vec![false; by], &list[..size - by]].concat();
                assert_eq!(bits(w << by as u32), left, "{w:?} << {by}");
                let right = [&list[by..], &vec![false; by]].concat();
                assert_eq!(bits(w >> by as u32), right, "{w:?} >> {by}");
            }
        }
        for stride in 1..=W::CELLS.min(255) {
            let every: Vec<bool> = (0..W::CELLS).map(|i| i % stride == 0).collect();
            assert_eq!(bits(W::every(stride)), every);
        }
        for length in 1..=W::CELLS {
            let ones = W::ones(length);
            assert_eq!((ones.count(), ones.highest_index()), (length, length - 1));
        }
        assert!(W::ONE << (W::CELLS - 1) > W::ones(W::CELLS - 1));
    }

    #[test]
    fn words_agree_with_lists_of_bits() {
        agrees_with_lists_of_bits::<u64>();
        agrees_with_lists_of_bits::<u128>();
        agrees_with_lists_of_bits::<U448>();
        assert_eq!([U448::ONE << 448, U448::ONE >> 448], [U448::default(); 2]);
    }
}
