//! How the cells of a shape lie in a word.
//!
//! Cell (row, col) is bit row * stride + col. Boards up to 8x8 in a `u64` have stride 8, so that a
//! row is a byte and a symmetry a few instructions; everywhere else the stride is the width:
//! ```text
//! 3x2 in a u64: bits  0  1  2      3x2 in a u128: bits  0  1  2
//!                     8  9 10                           3  4  5
//! ```

use super::bitboard::{Bits, Word, bits};
use super::symmetry;
use super::{Cell, Shape, U448};

/// Where cells lie and how sets of them are turned; each word may know a shorter way.
pub trait Layout: Bits {
    /// The distance from a bit to the one a row below.
    fn stride(shape: Shape) -> u32 {
        u32::from(shape.width)
    }

    /// The row and column of a bit.
    fn row_and_column(index: u32, shape: Shape) -> (u32, u32) {
        (index / Self::stride(shape), index % Self::stride(shape))
    }

    /// The least rectangle around a set, which must have cells: the index of its top left cell, and its shape.
    fn bounds(self, shape: Shape) -> (u32, Shape) {
        symmetry::bounds(self, shape)
    }

    /// The sets moved to the top left corner of the least shape for their union, which must have cells.
    #[inline]
    fn cropped<const N: usize>(sets: [Self; N], union: Self, shape: Shape) -> ([Self; N], Shape) {
        let crop = symmetry::Crop::around(union, shape);
        (sets.map(|set| crop.apply(set)), crop.shape)
    }

    /// The sets in that many bits each, in a way that depends on the shape alone; `None` if they do not fit or the word is not a
    /// `u64`.
    #[inline]
    fn packed_into<const N: usize>(_: [Self; N], _: Shape, _bits: u32) -> Option<[u64; N]> {
        None
    }

    /// The set, the set upside down, the half turn, and the half turn upside down.
    fn four_images(self, shape: Shape) -> [Self; 4] {
        symmetry::four_images(self, shape)
    }

    /// Rows become columns; the shape too has to be transposed.
    fn transposed(self, shape: Shape) -> Self {
        symmetry::transposed(self, shape)
    }

    /// The least image of a cropped board that is laid wide, and whether its sets were exchanged.
    fn least(sets: [Self; 2], shape: Shape) -> ([Self; 2], bool) {
        symmetry::least(sets, shape)
    }

    /// Whether the first pair of sets comes before the second; sets are compared as numbers.
    fn precedes(a: [Self; 2], b: [Self; 2]) -> bool {
        a < b
    }
}

impl Layout for u128 {}

impl Layout for U448 {}

impl Layout for u64 {
    #[inline]
    fn stride(shape: Shape) -> u32 {
        if is_small(shape) { 8 } else { u32::from(shape.width) }
    }

    #[inline]
    fn row_and_column(index: u32, shape: Shape) -> (u32, u32) {
        match Self::stride(shape) {
            8 => (index / 8, index % 8), // a shift, not a division
            stride => (index / stride, index % stride),
        }
    }

    #[inline]
    fn bounds(self, shape: Shape) -> (u32, Shape) {
        if is_small(shape) { symmetry::small::bounds(self) } else { symmetry::bounds(self, shape) }
    }

    /// As they are, or without the bits between the rows.
    #[inline]
    fn packed_into<const N: usize>(sets: [u64; N], shape: Shape, bits: u32) -> Option<[u64; N]> {
        if is_small(shape) && 8 * u32::from(shape.height) <= bits {
            return Some(sets);
        }
        let (width, rows) = (u32::from(shape.width), u32::from(shape.height));
        let packed = |set: u64| {
            (0..rows).fold(0, |packed, row| {
                packed | (set >> (row * u64::stride(shape)) & u64::ones(width)) << (row * width)
            })
        };
        (rows * width <= bits).then(|| sets.map(packed))
    }

    #[inline]
    fn four_images(self, shape: Shape) -> [u64; 4] {
        if is_small(shape) {
            symmetry::small::four_images(self, shape)
        } else {
            symmetry::four_images(self, shape)
        }
    }

    #[inline]
    fn transposed(self, shape: Shape) -> u64 {
        if is_small(shape) {
            symmetry::small::transposed(self)
        } else {
            symmetry::transposed(self, shape)
        }
    }

    #[inline]
    fn least(sets: [u64; 2], shape: Shape) -> ([u64; 2], bool) {
        if is_small(shape) {
            symmetry::small::least(sets, shape)
        } else {
            symmetry::least(sets, shape)
        }
    }

    /// One number of 128 bits: two instructions and no branch.
    #[inline]
    fn precedes(a: [u64; 2], b: [u64; 2]) -> bool {
        let number = |[high, low]: [u64; 2]| u128::from(high) << 64 | u128::from(low);
        number(a) < number(b)
    }
}

/// Whether a `u64` gives each row of the shape a byte.
#[inline]
fn is_small(shape: Shape) -> bool {
    shape.width <= 8 && shape.height <= 8
}

/// The bit of a cell; no bit if the cell is outside the shape.
pub(super) fn bit<W: Layout>(cell: Cell, shape: Shape) -> W {
    if shape.contains(cell) {
        W::ONE << (u32::from(cell.row) * W::stride(shape) + u32::from(cell.col))
    } else {
        W::default()
    }
}

/// The cell of a bit inside the shape.
pub(super) fn cell<W: Layout>(index: u32, shape: Shape) -> Cell {
    let (row, col) = W::row_and_column(index, shape);
    Cell { row: row as u8, col: col as u8 }
}

/// All cells of the shape.
pub(super) fn full<W: Layout>(shape: Shape) -> W {
    let (stride, width) = (W::stride(shape), u32::from(shape.width));
    let rows = W::ones(stride * u32::from(shape.height)); // the cells, and those right of them
    (width..stride).fold(rows, |cells, column| cells & !(W::every(stride) << column))
}

/// The same set in another word; the shape must fit both.
pub(super) fn convert<V: Word, W: Word>(set: V, shape: Shape) -> W {
    let cells = bits(set).map(|one| cell::<V>(one.lowest_index(), shape));
    cells.fold(W::default(), |converted, cell| converted | bit::<W>(cell, shape))
}

/// Steps of whole sets to the next cell in the four directions.
///
/// Nothing wraps from one row to the next, but a step may leave the shape where the word has bits
/// to spare: intersect the result with a set of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<W> {
    not_first_column: W,
    not_last_column: W,
    /// The stride less 1: a vertical step takes two shifts, since the stride of a 1x64 board is
    /// as long as the word, and one such shift would overflow.
    stride_less_one: u32,
}

impl<W: Layout> Steps<W> {
    pub(crate) fn of(shape: Shape) -> Self {
        let stride = W::stride(shape);
        let first_column = W::every(stride);
        Self {
            not_first_column: !first_column,
            not_last_column: !(first_column << (stride - 1)),
            stride_less_one: stride - 1,
        }
    }

    /// The last column of the layout, which may lie outside the shape.
    #[cfg(not(target_os = "unknown"))] // only for endgames
    pub(crate) fn last_column(self) -> W {
        !self.not_last_column
    }

    pub(crate) fn east(self, set: W) -> W {
        set << 1 & self.not_first_column
    }

    pub(crate) fn west(self, set: W) -> W {
        set >> 1 & self.not_last_column
    }

    pub(crate) fn south(self, set: W) -> W {
        set << 1 << self.stride_less_one
    }

    pub(crate) fn north(self, set: W) -> W {
        set >> 1 >> self.stride_less_one
    }

    /// The set moved by a number of rows down and columns to the right.
    #[inline]
    pub(crate) fn shifted(self, set: W, (rows, cols): (i8, i8)) -> W {
        let mut set = set;
        for _ in 0..rows.unsigned_abs() {
            set = if rows > 0 { self.south(set) } else { self.north(set) };
        }
        for _ in 0..cols.unsigned_abs() {
            set = if cols > 0 { self.east(set) } else { self.west(set) };
        }
        set
    }

    /// The set and what touches it in the region: sideways, then up and down.
    #[inline]
    pub(crate) fn grown(self, set: W, region: W) -> W {
        let sideways = (set | self.east(set) | self.west(set)) & region;
        (sideways | self.south(sideways) | self.north(sideways)) & region
    }

    /// The cells of the region that are connected with the set.
    #[inline]
    pub(crate) fn connected(self, set: W, region: W) -> W {
        let mut set = set;
        loop {
            let grown = self.grown(set, region);
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// The cells of a region whose neighbours in it are connected with each other by the eight cells around: a connected
    /// region stays connected without one of them.
    ///
    /// Source: the crossing number of digital topology. Each neighbour that is not linked with the next one, by the cell
    /// at the corner between them, ends a part of the circle around the cell; at most one part means that it is whole.
    #[inline]
    pub(crate) fn dispensable(self, region: W) -> W {
        let (north, south) = (self.south(region), self.north(region));
        let (east, west) = (self.west(region), self.east(region));
        let ends = [
            north & !(self.west(north) & east),
            east & !(self.west(south) & south),
            south & !(self.east(south) & west),
            west & !(self.east(north) & north),
        ];
        let [a, b, c, d] = ends;
        region & !(a & b | c & d | (a | b) & (c | d))
    }

    /// All four steps.
    pub(crate) fn around(self, set: W) -> W {
        self.east(set) | self.west(set) | self.south(set) | self.north(set)
    }
}
