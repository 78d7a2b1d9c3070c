//! Components of Cram as sets of free cells in a number, for searches of many millions of them.
//!
//! A row is a byte whose last bit is clear, so that boards have up to 16 rows of up to 7 cells, and the cells beside those of a set are
//! the set shifted by 1 and by 8: what leaves a row meets a bit that is never set. Upside down, rows change places as bytes do, and
//! half a turn reverses all bits. Sets of up to eight rows are computed with in 64 bits.
//!
//! What components are, which are 0, and which leaves are left out is as in [`Domineering`](crate::rules::Domineering) and its
//! impartial form; a test compares the values with those of positions.

use super::component::{Component, Options};
use crate::ValueError;
use crate::board::{Cell, Shape, U448, Word};
use crate::rules::Cram;

/// The bits of a row.
const ROW: u32 = 8;

/// A connected set of at least two free cells: the least of its images in the top left corner whose width is at most their height.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FreeCells(
    // Not a `u128`, whose alignment would make parts larger.
    [u64; 2],
);

impl FreeCells {
    /// The components of a board, as an option that is being listed; `None` if the board is too large.
    pub(super) fn components(board: &Cram<U448>) -> Option<Options<FreeCells>> {
        let shape = board.0.shape();
        let is_wide = shape.width() > shape.height();
        let [width, height] = [shape.width(), shape.height()];
        let [short, long] = if is_wide { [height, width] } else { [width, height] };
        if short >= 8 || long > 16 {
            return None;
        }
        let number = |Cell { row, col }| {
            let [row, col] = if is_wide { [col, row] } else { [row, col] };
            u32::from(row) * ROW + u32::from(col)
        };
        let cells = board.0.board().set(0).cells();
        let free = cells.fold(0u128, |free, cell| free | 1 << number(cell));
        let mut options = Options::default();
        add_components(free, free, free, &mut options);
        Some(options)
    }

    fn set(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }
}

impl Component for FreeCells {
    fn size(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    fn heap_bytes(&self) -> usize {
        0
    }

    fn is_valued(&self) -> bool {
        false
    }

    /// The options are fewer than two for each cell: there is nothing to check meanwhile.
    fn add_options(
        &self,
        options: &mut Options<FreeCells>,
        _: &mut dyn FnMut(usize) -> Result<(), ValueError>,
    ) -> Result<(), ValueError> {
        match self.0 {
            [set, 0] => add_options(set, options),
            _ => add_options(self.set(), options),
        }
        Ok(())
    }
}

/// A number with the rows of a set.
trait Rows: Word {
    fn upside_down(self) -> Self;
    fn columns(self) -> u64;
    /// The set in 64 bits, if it has up to eight rows.
    fn small(self) -> Option<u64>;
    fn halves(self) -> [u64; 2];
}

impl Rows for u64 {
    fn upside_down(self) -> u64 {
        self.swap_bytes()
    }

    fn columns(self) -> u64 {
        let set = self | self >> 32;
        let set = set | set >> 16;
        (set | set >> 8) & 0xff
    }

    fn small(self) -> Option<u64> {
        Some(self)
    }

    fn halves(self) -> [u64; 2] {
        [self, 0]
    }
}

impl Rows for u128 {
    fn upside_down(self) -> u128 {
        self.swap_bytes()
    }

    fn columns(self) -> u64 {
        let [low, high] = self.halves();
        (low | high).columns()
    }

    fn small(self) -> Option<u64> {
        u64::try_from(self).ok()
    }

    fn halves(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

/// The cells beside those of a set, and some bits outside of the board.
#[inline]
fn beside<W: Rows>(set: W) -> W {
    set << 1 | set >> 1 | set << ROW | set >> ROW
}

/// The cells that are connected with those of `from` by cells of `free`.
#[inline]
fn connected<W: Rows>(from: W, free: W) -> W {
    let mut reached = from;
    loop {
        let next = (reached | beside(reached)) & free;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

fn add_options<W: Rows>(free: W, options: &mut Options<FreeCells>) {
    for step in [1, ROW] {
        let mut starts = free & free >> step;
        while starts != W::default() {
            let start = starts.lowest();
            starts = starts ^ start;
            let domino = start | start << step;
            let wide = domino | domino << 1 | domino >> 1;
            let around = wide | wide << ROW | wide >> ROW;
            add_components(free & !domino, beside(domino), around, options);
            options.end_option();
        }
    }
}

/// Adds the components of a set, each of which has some of the cells `near`. If these are connected within the cells `around`, which
/// takes a few steps to see, the set is one component.
#[inline]
fn add_components<W: Rows>(free: W, near: W, around: W, options: &mut Options<FreeCells>) {
    let near = near & free;
    let single = near & !beside(free);
    let (mut free, mut near) = (free & !single, near & !single);
    while near != W::default() {
        let first = near.lowest();
        let is_whole = near & !connected(first, around & free) == W::default();
        let component = if is_whole { free } else { connected(first, free) };
        (free, near) = (free & !component, near & !component);
        if let Some(component) = normalized(without_twins(component)) {
            options.add(component);
        }
    }
}

/// A connected set without the twins of leaves, see `Domineering::impartial_form`.
#[inline]
fn without_twins<W: Rows>(free: W) -> W {
    let [west, east] = [free & free << 1, free & free >> 1];
    let [north, south] = [free & free << ROW, free & free >> ROW];
    let several = west & east | north & south | (west | east) & (north | south);
    let leaves = (west | east | north | south) & !several;
    if leaves == W::default() {
        return free;
    }
    // The cells with a leaf in that direction.
    let [at_west, at_east] = [leaves << 1 & several, leaves >> 1 & several];
    let [at_north, at_south] = [leaves << ROW & several, leaves >> ROW & several];
    let first = at_west | at_east;
    let east_twins = (at_west & at_east) << 1;
    let north_twins = (at_north & first) >> ROW;
    let south_twins = (at_south & (at_north | first)) << ROW;
    free & !(east_twins | north_twins | south_twins)
}

/// The least image, or `None` for a set that half a turn maps to itself without a cell in the centre: its value is 0.
#[inline]
fn normalized<W: Rows>(set: W) -> Option<FreeCells> {
    let set = set >> (set.lowest_index() / ROW * ROW);
    match set.small() {
        Some(set) => least_image(set),
        None => least_image(set),
    }
}

/// [`normalized`] of a set whose first row is not empty.
#[inline]
fn least_image<W: Rows>(set: W) -> Option<FreeCells> {
    let columns = set.columns();
    let left = columns.trailing_zeros();
    let set = set >> left;
    let (width, height) = ((columns >> left).ilog2() + 1, set.highest_index() / ROW + 1);
    let rows_below = |rows| ROW * (W::CELLS / ROW - rows);
    let half_turn = set.reversed() >> (rows_below(height) + ROW - width);
    if half_turn == set {
        let centre = W::ONE << ((height - 1) / 2 * ROW + (width - 1) / 2);
        let has_centre = width % 2 == 1 || height % 2 == 1;
        if !has_centre || set & centre == W::default() {
            return None;
        }
    }
    let least = |set: W, half_turn: W, rows: u32| {
        let [a, b] = [set, half_turn].map(|set| set.upside_down() >> rows_below(rows));
        set.min(half_turn).min(a.min(b))
    };
    // A set in 128 bits has more than eight rows, and is not transposed.
    let least = if width < height {
        least(set, half_turn, height)
    } else {
        let transposed =
            least(set.transposed(Shape::SQUARE), half_turn.transposed(Shape::SQUARE), width);
        if width > height { transposed } else { transposed.min(least(set, half_turn, height)) }
    };
    Some(FreeCells(least.halves()))
}
