//! Sets of cells of a rectangular grid, one bit a cell, for the searches of Clobber and Konane.
//!
//! This file uses the standard library alone and compiles in edition 2021: it is part of the program that
//! [`codingame::program`](crate::codingame::program) exports.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A cell: its row from the top and its column from the left, both from 0.
pub(crate) type Cell = (u8, u8);

/// A set of cells in `N` words of 64 bits: cell `i` of a [`Grid`] is bit `i % 64` of word `i / 64`.
///
/// A shift that moves all bits out of the words gives the empty set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cells<const N: usize>([u64; N]);

impl<const N: usize> Cells<N> {
    pub(crate) const EMPTY: Self = Cells([0; N]);
    /// The number of bits.
    pub(crate) const CAPACITY: u32 = 64 * N as u32;

    /// The set of one cell.
    #[inline]
    pub(crate) fn only(index: u32) -> Self {
        let mut words = [0; N];
        if let Some(word) = words.get_mut(index as usize / 64) {
            *word = 1 << (index % 64);
        }
        Cells(words)
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The number of cells.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cell with the lowest index; `CAPACITY` for the empty set.
    #[inline]
    pub(crate) fn lowest(self) -> u32 {
        let zeros = self.0.iter().take_while(|&&word| word == 0).count();
        64 * zeros as u32 + self.0.get(zeros).map_or(0, |word| word.trailing_zeros())
    }

    /// The indices of the cells in ascending order.
    #[inline]
    pub(crate) fn indices(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let index = rest.lowest();
            rest = rest & !Cells::only(index);
            (index < Self::CAPACITY).then_some(index)
        })
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        for i in 0..N {
            self.0[i] = f(self.0[i], other.0[i]);
        }
        self
    }
}

impl<const N: usize> BitAnd for Cells<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Cells<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Cells<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Cells<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.zip(self, |word, _| !word)
    }
}

/// Whole words first, then the remaining bits of each word, filled up from its neighbour. The two shifts
/// `(low >> 1) >> (63 - bits)` are `low >> (64 - bits)`, and correct for `bits` = 0 as well.
impl<const N: usize> Shl<u32> for Cells<N> {
    type Output = Self;

    #[inline]
    fn shl(self, by: u32) -> Self {
        let (skipped, bits) = ((by / 64) as usize, by % 64);
        let mut words = [0; N];
        for i in 0..N.saturating_sub(skipped) {
            let low = if i > 0 { self.0[i - 1] } else { 0 };
            words[i + skipped] = self.0[i] << bits | (low >> 1) >> (63 - bits);
        }
        Cells(words)
    }
}

impl<const N: usize> Shr<u32> for Cells<N> {
    type Output = Self;

    #[inline]
    fn shr(self, by: u32) -> Self {
        let (skipped, bits) = ((by / 64) as usize, by % 64);
        let mut words = [0; N];
        for i in skipped..N {
            let high = if i + 1 < N { self.0[i + 1] } else { 0 };
            words[i - skipped] = self.0[i] >> bits | (high << 1) << (63 - bits);
        }
        Cells(words)
    }
}

/// The directions east, south, west and north, in this order: opposite ones are two apart.
pub(crate) const DIRECTIONS: usize = 4;

/// The direction opposite to `direction`.
pub(crate) const fn opposite(direction: usize) -> usize {
    (direction + 2) % DIRECTIONS
}

/// A rectangle of cells, and how it lies in the bits of [`Cells`]: the index of a cell is its row times the
/// stride plus its column.
///
/// The stride is the width, but 8 for grids of at most 8x8 in a single word: there each row is a byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid<const N: usize> {
    pub(crate) width: u8,
    pub(crate) height: u8,
    stride: u32,
    not_first_column: Cells<N>,
    not_last_column: Cells<N>,
}

impl<const N: usize> Grid<N> {
    /// A grid of at most `Cells::<N>::CAPACITY` cells, neither side of which is 0.
    pub(crate) fn new(width: u8, height: u8) -> Self {
        let stride = stride::<N>(width, height);
        let first_column = (0..Cells::<N>::CAPACITY)
            .step_by(stride as usize)
            .fold(Cells::EMPTY, |column, index| column | Cells::only(index));
        Grid {
            width,
            height,
            stride,
            not_first_column: !first_column,
            not_last_column: !(first_column << (stride - 1)),
        }
    }

    /// The set of these cells, which lie on the grid.
    pub(crate) fn set(&self, cells: impl IntoIterator<Item = Cell>) -> Cells<N> {
        let index = |(row, col): Cell| u32::from(row) * self.stride + u32::from(col);
        cells.into_iter().fold(Cells::EMPTY, |set, cell| set | Cells::only(index(cell)))
    }

    /// The cell with that index.
    pub(crate) fn cell(&self, index: u32) -> Cell {
        ((index / self.stride) as u8, (index % self.stride) as u8)
    }

    /// The cells of a row as bits, the first column lowest; the grid must have at most 64 columns.
    #[inline]
    pub(crate) fn row(&self, set: Cells<N>, row: u32) -> u64 {
        (set >> (row * self.stride)).0[0] & (u64::MAX >> (64 - u32::from(self.width)))
    }

    /// What a step in the direction adds to the index of a cell.
    #[inline]
    pub(crate) fn offset(&self, direction: usize) -> i32 {
        [1, self.stride as i32, -1, -(self.stride as i32)][direction]
    }

    /// The set after a step of each cell in the direction.
    ///
    /// Nothing wraps from one row to the next, but cells may leave the grid to the south where the words have bits
    /// to spare: intersect the result with a set of cells of the grid.
    #[inline]
    pub(crate) fn shifted(&self, set: Cells<N>, direction: usize) -> Cells<N> {
        match direction {
            0 => set << 1 & self.not_first_column,
            1 => set << self.stride,
            2 => set >> 1 & self.not_last_column,
            _ => set >> self.stride,
        }
    }

    /// The union of the set's steps in all directions.
    #[inline]
    pub(crate) fn around(&self, set: Cells<N>) -> Cells<N> {
        self.shifted(set, 0) | self.shifted(set, 1) | self.shifted(set, 2) | self.shifted(set, 3)
    }

    /// The cells of the region that are connected with the seeds, which lie in the region: a flood fill of whole
    /// sets, in each step first sideways, then up and down.
    #[inline]
    pub(crate) fn flood(&self, seeds: Cells<N>, region: Cells<N>) -> Cells<N> {
        let mut filled = seeds;
        loop {
            let sideways = (filled | self.shifted(filled, 0) | self.shifted(filled, 2)) & region;
            let grown = (sideways | self.shifted(sideways, 1) | self.shifted(sideways, 3)) & region;
            if grown == filled {
                return filled;
            }
            filled = grown;
        }
    }
}

fn stride<const N: usize>(width: u8, height: u8) -> u32 {
    if N == 1 && width <= 8 && height <= 8 { 8 } else { u32::from(width) }
}

/// A hash of two sets that is the same for all eight images of them, by rotations and reflections, wherever they
/// lie. Equal hashes of sets that are not images of each other are possible, but take some 2^32 sets to be likely.
///
/// The sets are hashed as the least of their images that are at least as wide as high. Neither may be empty.
pub(crate) fn hash_up_to_symmetry<const N: usize>(grid: &Grid<N>, sets: [Cells<N>; 2]) -> u64 {
    let cells = || sets[0].indices().chain(sets[1].indices()).map(|index| grid.cell(index));
    let (mut top, mut bottom, mut left, mut right) = (u8::MAX, 0, u8::MAX, 0);
    for (row, col) in cells() {
        (top, bottom) = (top.min(row), bottom.max(row));
        (left, right) = (left.min(col), right.max(col));
    }
    let (width, height) = (right - left + 1, bottom - top + 1);
    let (long, short) = (width.max(height), width.min(height));
    let stride = stride::<N>(long, short);
    let mut least: Option<[[u64; N]; 2]> = None;
    for image in 0..8 {
        let transposes = image >= 4;
        if if transposes { width > height } else { width < height } {
            continue;
        }
        // The words from the highest on, so that sets are compared as numbers.
        let images = sets.map(|set| {
            let mut words = [0; N];
            for index in set.indices() {
                let (row, col) = grid.cell(index);
                let (row, col) = (row - top, col - left);
                let (row, col) = if transposes { (col, row) } else { (row, col) };
                let row = if image & 1 == 0 { row } else { short - 1 - row };
                let col = if image & 2 == 0 { col } else { long - 1 - col };
                let bit = u32::from(row) * stride + u32::from(col);
                words[N - 1 - bit as usize / 64] |= 1 << (bit % 64);
            }
            words
        });
        least = Some(least.map_or(images, |least| least.min(images)));
    }
    let [a, b] = least.unwrap_or([[0; N]; 2]).map(|mut words| {
        words.reverse();
        Cells(words)
    });
    mix(hash(a, b), u64::from(long) << 8 | u64::from(short))
}

/// A hash of two sets.
#[inline]
pub(crate) fn hash<const N: usize>(a: Cells<N>, b: Cells<N>) -> u64 {
    let words = |set: Cells<N>| set.0.iter().fold(0, |hash, &word| mix(hash ^ word, 1));
    mix(words(a), words(b))
}

/// Mixes two words into one: the halves of their product, folded, as in wyhash (Wang Yi,
/// <https://github.com/wangyi-fudan/wyhash>). The constants are the golden ratio and a random odd number.
#[inline]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The twin of [`Cells`]: a list of bits, the lowest first.
    fn bits<const N: usize>(set: Cells<N>) -> Vec<bool> {
        (0..Cells::<N>::CAPACITY).map(|i| !(set & Cells::only(i)).is_empty()).collect()
    }

    fn agrees_with_lists_of_bits<const N: usize>() {
        let size = Cells::<N>::CAPACITY as usize;
        let patterns: [fn(usize) -> bool; 6] =
            [|_| false, |_| true, |i| i % 3 == 0, |i| i * i % 7 == 2, |i| i == 63, |i| i % 64 > 50];
        for pattern in patterns {
            let list: Vec<bool> = (0..size).map(pattern).collect();
            let indices: Vec<u32> = (0..size).filter(|&i| list[i]).map(|i| i as u32).collect();
            let set = indices.iter().fold(Cells::<N>::EMPTY, |set, &i| set | Cells::only(i));
            assert_eq!(bits(set), list);
            assert_eq!(set.indices().collect::<Vec<_>>(), indices);
            assert_eq!(set.count() as usize, indices.len());
            assert_eq!(set.lowest(), indices.first().copied().unwrap_or(size as u32));
            assert_eq!(bits(!set), list.iter().map(|bit| !bit).collect::<Vec<_>>());
            for by in 0..=size {
                let mut left = vec![false; by];
                left.extend(&list[..size - by]);
                assert_eq!(bits(set << by as u32), left, "{set:?} << {by}");
                let mut right = list[by..].to_vec();
                right.extend(vec![false; by]);
                assert_eq!(bits(set >> by as u32), right, "{set:?} >> {by}");
            }
        }
    }

    #[test]
    fn sets_agree_with_lists_of_bits() {
        agrees_with_lists_of_bits::<1>();
        agrees_with_lists_of_bits::<2>();
        agrees_with_lists_of_bits::<7>();
    }

    fn steps_stay_on_their_row<const N: usize>(width: u8, height: u8) {
        let grid = Grid::<N>::new(width, height);
        let all = || (0..height).flat_map(|row| (0..width).map(move |col| (row, col)));
        for (row, col) in all() {
            let from = grid.set([(row, col)]);
            assert_eq!(grid.cell(from.lowest()), (row, col));
            let (down, right) = (u8::checked_add, u8::checked_add);
            let (up, left) = (u8::checked_sub, u8::checked_sub);
            let targets = [
                right(col, 1).map(|col| (row, col)),
                down(row, 1).map(|row| (row, col)),
                left(col, 1).map(|col| (row, col)),
                up(row, 1).map(|row| (row, col)),
            ];
            for (direction, target) in targets.into_iter().enumerate() {
                let target = target.filter(|&(row, col)| row < height && col < width);
                let to = grid.shifted(from, direction) & grid.set(all());
                assert_eq!(to, grid.set(target));
                if !to.is_empty() {
                    let offset = grid.offset(direction);
                    assert_eq!(from.lowest().checked_add_signed(offset), Some(to.lowest()));
                }
            }
        }
    }

    #[test]
    fn steps() {
        for (width, height) in [(8, 8), (3, 5), (1, 64), (64, 1), (9, 7), (20, 3)] {
            steps_stay_on_their_row::<1>(width, height);
        }
        steps_stay_on_their_row::<2>(10, 10);
        steps_stay_on_their_row::<2>(128, 1);
        steps_stay_on_their_row::<7>(20, 20);
    }
}
