//! The hottest connected boards of Domineering, by induction on their number of cells.
//!
//! Let *T* ≥ 0 be the highest temperature of all boards with fewer cells than *n*. At *T* both walls of such a board are at its mean, and
//! means add up. So a board of *n* cells is hotter than *T* exactly if a move of Left and one of Right leave means that are more than
//! 2*T* apart, and then its temperature is half of the largest distance. Of these pairs few need be tried:
//!
//! - The two dominoes overlap. For if they do not, Right can follow Left's move by his, and Left Right's by hers, to the same board *S*, and
//!   the means are at most mean(*S*) + *T* and at least mean(*S*) - *T*. So the dominoes share a cell *J*, Left's other cell *V* is above or
//!   below it, and Right's, *H*, beside it.
//! - Every other cell is connected with *V* or *H* by a path without *J*: what is not adds the same to both means, so the board without
//!   it would be as hot.
//! - If *V* and *H* are connected without *J*, the board without *J* is a polyomino *P* of *n* - 1 cells, and the distance is mean(*P* - *V*) -
//!   mean(*P* - *H*). There are a quarter as many of these as of boards, each with a few corners *J*, and the means are those of *n* - 2 cells.
//! - If not, there are two polyominoes, *arms*, and the distance is what *V* takes from the mean of one and *H* from that of the other. It is at most
//!   the sum of the largest such numbers for arms of these sizes.
//!
//! So only boards of up to *n* - 2 cells are valued, one of the images of each.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use dicot::analysis::Analyzer;
use dicot::rules::Domineering;
use dicot::{Dyadic, LimitKind, Limits, ValueError};
use dicot_rulesets::enumeration::{PolyominoCell as Cell, polyominoes};

use super::in_threads;

/// The cells of boards that are searched: from those of the board that the induction begins with to those for which the parts of a [`Mean`] have
/// enough bits.
pub(super) const CELLS: RangeInclusive<usize> = FIRST_CELLS..=20;

/// Of the boards with up to four cells the square is hottest, at 1.
const FIRST_CELLS: usize = 4;
const FIRST: (i32, &str) = (UNIT, "../..");

/// Means are stored in these parts of 1.
const UNIT: i32 = 1 << 11;

/// The side of the square that polyominoes are searched in, their first cell in the middle of the fifth row.
const SIDE: usize = 48;

fn index((x, y): Cell) -> usize {
    (y + 4) as usize * SIDE + (x + 24) as usize
}

/// The mean of a polyomino: from the lowest bits its cells row by row, at bit 102 its height, at bit 107 its width, and in the highest 16 bits the
/// mean in units. Two are equal if the polyominoes are.
#[derive(Clone, Copy)]
struct Mean(u128);

const MEAN_AT: u32 = 112;

impl Mean {
    fn polyomino(self) -> u128 {
        self.0 & ((1 << MEAN_AT) - 1)
    }

    fn units(self) -> i32 {
        i32::from((self.0 >> MEAN_AT) as u16 as i16)
    }
}

impl PartialEq for Mean {
    fn eq(&self, other: &Mean) -> bool {
        self.polyomino() == other.polyomino()
    }
}

impl Eq for Mean {}

impl Hash for Mean {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.polyomino());
    }
}

/// Two multiplications: the table has tens of millions of keys, none of them chosen by others.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }

    fn write_u128(&mut self, key: u128) {
        let word = key as u64 ^ ((key >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ self.0;
        let word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (word ^ word >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The means of the polyominoes of one size, one image of each.
type Means = HashSet<Mean, BuildHasherDefault<Mix>>;

/// The bytes of a table of that capacity: std keeps a free slot for seven, and a byte for each.
fn bytes(means: &Means) -> usize {
    means.capacity() * 8 / 7 * (size_of::<Mean>() + 1)
}

/// The smallest rectangle around cells: its least cell, its width and its height.
fn bounds(cells: &[Cell]) -> (Cell, u32, u32) {
    let ((mut left, mut top), (mut right, mut bottom)) = (cells[0], cells[0]);
    for &(x, y) in cells {
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    ((left, top), (right - left + 1) as u32, (bottom - top + 1) as u32)
}

/// The least image of a polyomino without a mean, and whether rows and columns have changed places in it, which makes a board its negative.
fn least_image(cells: &[Cell]) -> (Mean, bool) {
    let ((left, top), width, height) = bounds(cells);
    let least = |transposed: bool| {
        let (width, height) = if transposed { (height, width) } else { (width, height) };
        let [mut upright, mut mirrored] = [0_u128; 2];
        for &(x, y) in cells {
            let (column, row) = ((x - left) as u32, (y - top) as u32);
            let (column, row) = if transposed { (row, column) } else { (column, row) };
            upright |= 1 << (row * width + column);
            mirrored |= 1 << (row * width + width - 1 - column);
        }
        // Reversing all bits is half a turn.
        let turned = |cells: u128| cells.reverse_bits() >> (u128::BITS - width * height);
        let image = upright.min(mirrored).min(turned(upright)).min(turned(mirrored));
        image | u128::from(height) << 102 | u128::from(width) << 107
    };
    let image = match width.cmp(&height) {
        std::cmp::Ordering::Greater => (least(false), false),
        std::cmp::Ordering::Less => (least(true), true),
        std::cmp::Ordering::Equal => {
            let [own, other] = [least(false), least(true)];
            if own <= other { (own, false) } else { (other, true) }
        }
    };
    (Mean(image.0), image.1)
}

/// A polyomino in the square.
struct Polyomino {
    cells: Vec<Cell>,
    /// The number of each cell in the list, from 1; 0 of cells that are not in it.
    numbers: Vec<u8>,
}

impl Polyomino {
    fn number(&self, cell: Cell) -> Option<usize> {
        usize::from(self.numbers[index(cell)]).checked_sub(1)
    }

    /// The mean without one of its cells, from those of its components.
    fn mean_without(&self, number: usize, means: &[Means]) -> i32 {
        let mut rest = ((1_u32 << self.cells.len()) - 1) & !(1 << number);
        let mut component = Vec::with_capacity(self.cells.len());
        let mut sum = 0;
        while rest != 0 {
            component.clear();
            component.push(self.cells[rest.trailing_zeros() as usize]);
            rest &= rest - 1;
            let mut next = 0;
            while let Some(&(x, y)) = component.get(next) {
                next += 1;
                for cell in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    if let Some(number) = self.number(cell)
                        && rest >> number & 1 == 1
                    {
                        rest &= !(1 << number);
                        component.push(cell);
                    }
                }
            }
            sum += mean(&component, means);
        }
        sum
    }

    /// Becomes the polyomino with these cells.
    fn set(&mut self, cells: &[Cell]) {
        self.cells.iter().for_each(|&cell| self.numbers[index(cell)] = 0);
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        for (number, &cell) in (1..).zip(cells) {
            self.numbers[index(cell)] = number;
        }
    }
}

/// Whether a polyomino is the least of its images. Most are not, and are refused before all are made.
fn is_least(cells: &[Cell]) -> bool {
    let ((left, top), width, height) = bounds(cells);
    if width < height {
        return false;
    }
    let bit = |&(x, y): &Cell| 1 << ((y - top) as u32 * width + (x - left) as u32);
    let own = cells.iter().map(bit).fold(0_u128, |own, bit| own | bit);
    own <= own.reverse_bits() >> (u128::BITS - width * height)
        && least_image(cells).0.polyomino() & ((1 << 102) - 1) == own
}

/// The mean of a polyomino that is in the table.
fn mean(cells: &[Cell], means: &[Means]) -> i32 {
    if cells.len() == 1 {
        return 0;
    }
    let (image, negated) = least_image(cells);
    let mean =
        means[cells.len()].get(&image).expect("smaller polyominoes have their means").units();
    if negated { -mean } else { mean }
}

/// Visits the least images of the polyominoes of a size, as one of several threads.
fn least_polyominoes(
    size: usize,
    thread: (usize, usize),
    visit: &mut dyn FnMut(&Polyomino) -> Result<(), ValueError>,
) -> Result<(), ValueError> {
    let mut polyomino = Polyomino { cells: Vec::new(), numbers: vec![0; SIDE * SIDE] };
    polyominoes(size as u16, thread, &mut |cells| {
        if is_least(cells) {
            polyomino.set(cells);
            visit(&polyomino)?;
        }
        Ok(false)
    })
}

/// What is found among the polyominoes of a size: the largest distance of means of a board with one cell more, the board, and
/// what a cell takes at most from
/// the mean of an arm of this size.
#[derive(Clone, Default)]
struct Best {
    distance: i32,
    board: String,
    arm: i32,
}

impl Best {
    /// The better of both; of boards that are as good the one whose text is last, so that it does not depend on threads.
    fn or(self, other: Best) -> Best {
        let arm = self.arm.max(other.arm);
        let order = |best: &Best| (best.distance, best.board.clone());
        let best = if order(&other) > order(&self) { other } else { self };
        Best { arm, ..best }
    }

    /// Takes the corners of a polyomino into account.
    fn add_corners(&mut self, polyomino: &Polyomino, means: &[Means]) {
        let mut known = [None; *CELLS.end()];
        let mut without = |number: usize| -> i32 {
            *known[number].get_or_insert_with(|| polyomino.mean_without(number, means))
        };
        for (v, &(x, y)) in polyomino.cells.iter().enumerate() {
            for corner in [(x, y - 1), (x, y + 1)] {
                if polyomino.number(corner).is_some() {
                    continue;
                }
                for beside in [(x - 1, corner.1), (x + 1, corner.1)] {
                    let Some(h) = polyomino.number(beside) else { continue };
                    let distance = without(v) - without(h);
                    if distance >= self.distance {
                        let board = upright(&[&polyomino.cells[..], &[corner]].concat());
                        if distance > self.distance || board > self.board {
                            (self.distance, self.board) = (distance, board);
                        }
                    }
                }
            }
        }
    }

    /// Takes a polyomino of that mean into account as an arm: one of its cells is *V* or *H*, and the other one of these two is not beside it.
    fn add_arms(&mut self, polyomino: &Polyomino, means: &[Means]) {
        let own = mean(&polyomino.cells, means);
        for (number, &(x, y)) in polyomino.cells.iter().enumerate() {
            let has_corner = |(dx, dy): Cell| {
                let is_free = |dx, dy| polyomino.number((x + dx, y + dy)).is_none();
                is_free(dx, dy)
                    && [1, -1].into_iter().any(|side| {
                        // The cell H if (x, y) is V, and its neighbours.
                        let (hx, hy) = (dx + side * dy, dy + side * dx);
                        is_free(hx, hy)
                            && is_free(hx - dx, hy - dy)
                            && is_free(hx + dx, hy + dy)
                            && is_free(hx + side * dy, hy + side * dx)
                    })
            };
            let [up, side] =
                [[(0, 1), (0, -1)], [(1, 0), (-1, 0)]].map(|d| d.into_iter().any(has_corner));
            if up || side {
                let taken = polyomino.mean_without(number, means) - own;
                self.arm =
                    self.arm.max(if up { taken } else { 0 }).max(if side { -taken } else { 0 });
            }
        }
    }
}

/// The board with these free cells.
fn text(cells: &[Cell]) -> String {
    let ((left, top), width, height) = bounds(cells);
    let mut rows = vec![vec!['#'; width as usize]; height as usize];
    for &(x, y) in cells {
        rows[(y - top) as usize][(x - left) as usize] = '.';
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
}

/// Of the images of a board that are at least as wide as high, and not turned into the negative where the board is wide already,
/// the text that is last: the one with the first free cells.
fn upright(cells: &[Cell]) -> String {
    let (_, width, height) = bounds(cells);
    let images = [(1, 1), (-1, 1), (1, -1), (-1, -1)].into_iter().flat_map(|(h, v)| {
        let own = (width >= height).then(|| cells.iter().map(|&(x, y)| (h * x, v * y)).collect());
        let other = (height >= width).then(|| cells.iter().map(|&(x, y)| (v * y, h * x)).collect());
        [own, other].into_iter().flatten()
    });
    images.map(|image: Vec<Cell>| text(&image)).max().expect("one of two images is wide")
}

/// The highest temperature of a connected board of Domineering with at most that many cells, one of [`CELLS`], and a board with the fewest
/// cells that has it. `on_progress` is called with the size of polyominoes, and how many one thread has searched.
///
/// # Errors
/// If a limit is reached: the bytes are those of the means, and half as many for values.
///
/// # Complexity
/// O(4.1^*n*) for *n* cells.
pub(super) fn hottest(
    cells: usize,
    limits: &Limits,
    on_progress: &(dyn Fn(usize, u64) + Sync),
) -> Result<(Dyadic, String), ValueError> {
    let threads = limits.threads.unwrap_or(1).max(1);
    let (mut hottest, mut board) = (FIRST.0, FIRST.1.to_owned());
    let mut means: Vec<Means> = vec![Means::default(); 2];
    let mut arms = vec![0];
    let mut analyzer = Analyzer::new();
    for size in 1..cells {
        if size >= 2 && size + 2 <= cells {
            let new = values(size, &mut analyzer, threads, limits)?;
            means.push(new);
            let used = means.iter().map(bytes).sum::<usize>();
            if let Some(most) = limits.bytes.filter(|&most| used > most / 2) {
                return Err(ValueError::Limit(LimitKind::Bytes(most)));
            }
        }
        let search = |thread: usize| {
            let (mut best, mut searched) = (Best::default(), 0_u64);
            let mut visit = |polyomino: &Polyomino| {
                searched += 1;
                if searched.is_multiple_of(1 << 10) {
                    limits.check().map_err(ValueError::Limit)?;
                    on_progress(size, searched);
                }
                best.add_corners(polyomino, &means);
                if size + 2 <= cells {
                    best.add_arms(polyomino, &means);
                }
                Ok(())
            };
            least_polyominoes(size, (thread, threads), &mut visit).map(|()| best)
        };
        let best = in_threads(threads, search)?.into_iter().fold(Best::default(), Best::or);
        arms.push(best.arm);
        if size < FIRST_CELLS {
            continue;
        }
        // Distances are twice the temperature.
        let arms = (1..size).map(|first| arms[first] + arms[size - first]).max().unwrap_or(0);
        if arms > 2 * hottest {
            return Err(ValueError::Undefined(
                "two arms could be hotter, which the proof does not cover",
            ));
        }
        if best.distance > 2 * hottest {
            (hottest, board) = (best.distance / 2, best.board);
        }
    }
    let temperature = Dyadic::new(hottest.into(), UNIT.ilog2());
    Ok((temperature.expect("a small fraction is a number"), board))
}

/// The means of all polyominoes of a size.
fn values(
    size: usize,
    analyzer: &mut Analyzer<Domineering<u128>>,
    threads: usize,
    limits: &Limits,
) -> Result<Means, ValueError> {
    // A quarter of the memory for the values that threads share, and a quarter for those of a thread alone when that is full.
    let share = limits.bytes.map(|bytes| bytes / 4);
    let limits = limits.clone().with_threads(1).with_bytes(share);
    if share.is_some_and(|share| analyzer.bytes() > share / 2) {
        *analyzer = Analyzer::new();
    }
    let mut forks: Vec<_> =
        (0..threads).map(|_| Mutex::new(analyzer.fork().with_limits(limits.clone()))).collect();
    let own = limits.clone().with_bytes(share.map(|share| share / threads));
    let search = |thread: usize| {
        let mut analyzer = forks[thread].lock().unwrap_or_else(PoisonError::into_inner);
        let mut means = Vec::new();
        let mut visit = |polyomino: &Polyomino| {
            let position: Domineering<u128> =
                text(&polyomino.cells).parse().expect("the rectangle has at most 100 cells");
            let value = match analyzer.canonical_form(&position) {
                Err(ValueError::Limit(LimitKind::Bytes(_))) => {
                    *analyzer = Analyzer::new().with_limits(own.clone());
                    analyzer.canonical_form(&position)?
                }
                value => value?,
            };
            let mean = value.mean();
            let units = (i128::from(mean.numerator()) * i128::from(UNIT)) >> mean.exponent();
            let units = i16::try_from(units).ok().filter(|_| mean.exponent() <= UNIT.ilog2());
            let units =
                units.ok_or(ValueError::Undefined("a mean is not in the range that is stored"))?;
            let image = least_image(&polyomino.cells).0.0;
            means.push(Mean(image | u128::from(units as u16) << MEAN_AT));
            Ok(())
        };
        least_polyominoes(size, (thread, threads), &mut visit).map(|()| means)
    };
    let lists = in_threads(threads, search)?;
    forks.clear();
    let mut means = Means::with_capacity_and_hasher(
        lists.iter().map(Vec::len).sum(),
        BuildHasherDefault::default(),
    );
    lists.into_iter().for_each(|list| means.extend(list));
    Ok(means)
}
