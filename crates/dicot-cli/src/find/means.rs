//! Bounds of the mean of a polyomino as a board of Domineering, from the means of small ones.
//!
//! - *Cuts.* A board without some of Right's moves is at least as good for Left: as the second player she copies Right's moves in the
//!   difference of both. If the cells of a board are divided so that no vertical domino has a cell in both parts, then the moves across are
//!   Right's, and without them the board is the sum of the parts. So its mean is at most the sum of theirs. A vertical line divides a board in
//!   this way, and so do other unions of vertical runs of cells.
//! - *Moves.* Let *t* be at least the temperature of a board *G* and of its option *G*ᴿ. The walls of both are at their means at *t*, and Right's
//!   scaffold is not below the mean of *G*: mean(*G*) ≤ mean(*G*ᴿ) + *t*.
//! - *Dominoes.* The mean is at most half of the number of cells, since Left cannot move more often.
//!
//! For bounds from below rows and columns change places, and means their signs. The player [`LEFT`] or [`RIGHT`] of a bound is the one whose
//! advantage is bounded from above.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use dicot::analysis::Analyzer;
use dicot::rules::Domineering;
use dicot::{LimitKind, Limits, ValueError};
use dicot_rulesets::enumeration::{PolyominoCell as Cell, polyominoes};

/// Means are stored in these parts of 1.
pub(super) const UNIT: i32 = 1 << 11;

pub(super) const LEFT: usize = 0;
pub(super) const RIGHT: usize = 1;

/// The side of the square that polyominoes are searched in, their first cell in the middle of the fifth row.
const SIDE: usize = 48;

fn index((x, y): Cell) -> usize {
    (y + 4) as usize * SIDE + (x + 24) as usize
}

/// A set of cells of a polyomino, by their numbers.
pub(super) type Cells = u32;

/// The numbers of a set of cells.
fn numbers(mut cells: Cells) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let number = (cells != 0).then_some(cells.trailing_zeros() as usize);
        cells &= cells.wrapping_sub(1);
        number
    })
}

/// The smallest rectangle around cells: its least cell, its width and its height.
pub(super) fn bounds(mut cells: impl Iterator<Item = Cell>) -> (Cell, u32, u32) {
    let (mut left, mut top) = cells.next().unwrap_or_default();
    let (mut right, mut bottom) = (left, top);
    for (x, y) in cells {
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    ((left, top), (right - left + 1) as u32, (bottom - top + 1) as u32)
}

/// The board with these free cells.
pub(super) fn text(cells: &[Cell]) -> String {
    let ((left, top), width, height) = bounds(cells.iter().copied());
    let mut rows = vec![vec!['#'; width as usize]; height as usize];
    for &(x, y) in cells {
        rows[(y - top) as usize][(x - left) as usize] = '.';
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
}

/// Whether a polyomino represents its images: it is at least as wide as high, its cells are on the whole in the right and the lower half of
/// the rectangle, further to the right than down if that is a square, and of the images for which this is so it is the least.
fn is_representative(cells: &[Cell]) -> bool {
    let ((left, top), width, height) = bounds(cells.iter().copied());
    if width < height {
        return false;
    }
    let sums =
        cells.iter().fold((0, 0), |(x, y), cell| (x + i32::from(cell.0), y + i32::from(cell.1)));
    let count = cells.len() as i32;
    let right = 2 * (sums.0 - count * i32::from(left)) - count * (width as i32 - 1);
    let down = 2 * (sums.1 - count * i32::from(top)) - count * (height as i32 - 1);
    if right < 0 || down < 0 || width == height && right < down {
        return false;
    }
    let same = u8::from(right == 0)
        | u8::from(down == 0) << 1
        | u8::from(width == height && right == down) << 2;
    let image = |image: u8| {
        let cells = cells.iter().map(|&(x, y)| {
            let (x, y) = ((x - left) as u32, (y - top) as u32);
            let x = if image & 1 == 0 { x } else { width - 1 - x };
            let y = if image & 2 == 0 { y } else { height - 1 - y };
            if image & 4 == 0 { y * width + x } else { x * width + y }
        });
        cells.fold(0_u128, |image, bit| image | 1 << bit)
    };
    same == 0 || (1..8).filter(|number| number & !same == 0).all(|number| image(0) <= image(number))
}

/// The mean of a part of a board for a player, and by how much it can grow if one cell is taken out.
#[derive(Clone, Copy, Default)]
pub(super) struct Part {
    pub(super) mean: i32,
    pub(super) gain: i32,
}

/// A mean, and the gains of both players.
#[derive(Clone, Copy)]
struct Entry {
    mean: i16,
    gains: [i16; 2],
}

/// Two multiplications: keys are not chosen by others.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, key: u64) {
        let word = (key ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (word ^ word >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

/// The key of a polyomino of at most [`MAX_SMALL`] cells: these row by row, at bit 54 its width, and at bit 59 its height.
fn key(cells: impl Iterator<Item = Cell> + Clone) -> u64 {
    let ((left, top), width, height) = bounds(cells.clone());
    let bit = |(x, y): Cell| 1 << ((y - top) as u32 * width + (x - left) as u32);
    cells.map(bit).fold(0, |key, bit| key | bit) | u64::from(width) << 54 | u64::from(height) << 59
}

/// The most cells of polyominoes in the table. Of 10, 11 and 12 the search of polyominoes of 19 cells is fastest with 12, whose 691,276
/// polyominoes take 18 MB (notes/domineering.md); a key has bits for 13.
pub(super) const MAX_SMALL: usize = 12;

/// The means of all polyominoes up to a size.
pub(super) struct Means {
    table: HashMap<u64, Entry, BuildHasherDefault<Mix>>,
    small: usize,
    /// By the number of cells, the highest temperature of boards with at most that many connected cells, and not less than 0.
    pub(super) hottest: Vec<i32>,
}

impl Means {
    /// The means of polyominoes with up to `small` cells.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn new(small: usize, limits: &Limits) -> Result<Means, ValueError> {
        let mut means = Means { table: HashMap::default(), small: 1, hottest: Vec::new() };
        let mut valuer = Valuer::new(limits);
        for size in 2..=small.min(MAX_SMALL) {
            let mut new = Vec::new();
            free_polyominoes(size, (0, 1), &mut |polyomino| {
                let mean = valuer.mean(polyomino, polyomino.all())?;
                let mut gains = [0; 2];
                for number in 0..size {
                    let rest = polyomino.all() & !(1 << number);
                    let gain = means.part(polyomino, rest, LEFT).mean - mean;
                    gains = [gains[LEFT].max(gain), gains[RIGHT].max(-gain)];
                }
                for image in 0..8 {
                    let cells = polyomino.cells.iter().map(|&(x, y)| {
                        let x = if image & 1 == 0 { x } else { -x };
                        let y = if image & 2 == 0 { y } else { -y };
                        if image & 4 == 0 { (x, y) } else { (y, x) }
                    });
                    let [mean, left, right] =
                        [mean, gains[LEFT], gains[RIGHT]].map(|units| units as i16);
                    let entry = if image & 4 == 0 {
                        Entry { mean, gains: [left, right] }
                    } else {
                        Entry { mean: -mean, gains: [right, left] }
                    };
                    new.push((key(cells), entry));
                }
                Ok(())
            })?;
            means.table.extend(new);
            means.small = size;
        }
        Ok(means)
    }

    /// A bound of the mean of a set of cells for a player, with the table alone: large components are cut by the line nearest to their
    /// middle until they are small.
    pub(super) fn part(&self, polyomino: &Polyomino, cells: Cells, player: usize) -> Part {
        let mut sum = Part::default();
        for component in polyomino.components(cells) {
            let part = self.component(polyomino, component, player);
            sum = Part { mean: sum.mean + part.mean, gain: sum.gain.max(part.gain) };
        }
        sum
    }

    fn component(&self, polyomino: &Polyomino, cells: Cells, player: usize) -> Part {
        let size = cells.count_ones();
        if size == 1 {
            return Part::default();
        }
        if size as usize <= self.small {
            let key = key(numbers(cells).map(|number| polyomino.cells[number]));
            let Entry { mean, gains } = self.table[&key];
            let mean = if player == LEFT { mean } else { -mean };
            return Part { mean: mean.into(), gain: gains[player].into() };
        }
        let distance = |&line: &Cells| (2 * (cells & line).count_ones()).abs_diff(size);
        match polyomino.lines[player].iter().copied().min_by_key(distance) {
            Some(line) if cells & line != 0 && cells & !line != 0 => {
                let parts = [line, !line].map(|side| self.part(polyomino, cells & side, player));
                Part { mean: parts[0].mean + parts[1].mean, gain: parts[0].gain.max(parts[1].gain) }
            }
            _ => Part { mean: half(size), gain: 0 },
        }
    }

    /// The bound of a cut: the sum of those of both parts.
    fn cut(&self, polyomino: &Polyomino, cells: Cells, line: Cells, player: usize) -> i32 {
        let mean = |side: Cells| self.part(polyomino, cells & side, player).mean;
        mean(line) + mean(!line)
    }

    /// The least bound of the cuts of each component by a line.
    fn by_lines(&self, polyomino: &Polyomino, cells: Cells, player: usize) -> i32 {
        let component = |component: Cells| {
            let part = self.component(polyomino, component, player).mean;
            if component.count_ones() as usize <= self.small {
                return part;
            }
            let lines = polyomino.lines[player].iter();
            lines.map(|&line| self.cut(polyomino, component, line, player)).fold(part, i32::min)
        };
        polyomino.components(cells).map(component).sum()
    }

    /// A bound by other cuts: hill climbing from a line. While it makes the bound less, the run of cells that makes it least goes to the
    /// other part.
    pub(super) fn by_runs(
        &self,
        polyomino: &Polyomino,
        cells: Cells,
        mut line: Cells,
        player: usize,
    ) -> i32 {
        let mut least = self.cut(polyomino, cells, line, player);
        loop {
            let cut = |run: Cells| (self.cut(polyomino, cells, line ^ run, player), run);
            match polyomino.runs(cells, player).map(cut).min() {
                Some((bound, run)) if bound < least => (least, line) = (bound, line ^ run),
                _ => return least,
            }
        }
    }

    /// The bound by the best move of the other player in each large component.
    pub(super) fn by_moves(&self, polyomino: &Polyomino, cells: Cells, player: usize) -> i32 {
        let component = |component: Cells| {
            let own = self.by_lines(polyomino, component, player);
            let size = component.count_ones() as usize;
            if size <= self.small {
                return own;
            }
            let moves = numbers(component)
                .map(|number| (1 << number, polyomino.next[player][number] & component))
                .filter(|&(_, next)| next != 0)
                .map(|(cell, next)| {
                    let rest = component & !cell & !next;
                    self.by_lines(polyomino, rest, player) + self.hottest[size]
                });
            moves.fold(own, i32::min)
        };
        polyomino.components(cells).map(component).sum()
    }

    /// The mean of a set of cells for a player.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn exact(
        &self,
        polyomino: &Polyomino,
        cells: Cells,
        player: usize,
        valuer: &mut Valuer,
    ) -> Result<i32, ValueError> {
        let mut sum = 0;
        for component in polyomino.components(cells) {
            if component.count_ones() as usize <= self.small {
                sum += self.component(polyomino, component, LEFT).mean;
            } else {
                sum += valuer.mean(polyomino, component)?;
            }
        }
        Ok(if player == LEFT { sum } else { -sum })
    }
}

/// The mean of a board on which a player has the most dominoes, and the other one none.
pub(super) fn half(cells: u32) -> i32 {
    (cells / 2) as i32 * UNIT
}

/// A polyomino.
pub(super) struct Polyomino {
    pub(super) cells: Vec<Cell>,
    /// The number of each cell of the square in the list, from 1; 0 of cells that are not in it.
    numbers: Vec<u8>,
    /// The cells beside each cell.
    beside: [Cells; 32],
    /// The cell to the right of each cell, with which it is a domino of Right, and the one below.
    next: [[Cells; 32]; 2],
    /// The cells on one side of each vertical line, and of each horizontal one.
    pub(super) lines: [Vec<Cells>; 2],
}

impl Polyomino {
    fn new() -> Polyomino {
        Polyomino {
            cells: Vec::new(),
            numbers: vec![0; SIDE * SIDE],
            beside: [0; 32],
            next: [[0; 32]; 2],
            lines: [Vec::new(), Vec::new()],
        }
    }

    pub(super) fn number(&self, cell: Cell) -> Option<usize> {
        usize::from(self.numbers[index(cell)]).checked_sub(1)
    }

    /// All cells.
    pub(super) fn all(&self) -> Cells {
        (1 << self.cells.len()) - 1
    }

    /// Becomes the polyomino with these cells.
    fn set(&mut self, cells: &[Cell]) {
        self.cells.iter().for_each(|&cell| self.numbers[index(cell)] = 0);
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        for (number, &cell) in (1..).zip(cells) {
            self.numbers[index(cell)] = number;
        }
        let mut across = [[0; SIDE]; 2];
        for (number, &cell) in cells.iter().enumerate() {
            let at = index(cell);
            let [left, right, above, below] =
                [at - 1, at + 1, at - SIDE, at + SIDE].map(|at| 1 << self.numbers[at] >> 1);
            self.beside[number] = left | right | above | below;
            self.next[LEFT][number] = right;
            self.next[RIGHT][number] = below;
            across[LEFT][at % SIDE] |= 1 << number;
            across[RIGHT][at / SIDE] |= 1 << number;
        }
        for (lines, across) in self.lines.iter_mut().zip(across) {
            lines.clear();
            let mut side = 0;
            for cells in across.into_iter().filter(|&cells| cells != 0) {
                side |= cells;
                lines.push(side);
            }
            lines.pop();
        }
    }

    /// The sets of connected cells.
    fn components(&self, mut cells: Cells) -> impl Iterator<Item = Cells> {
        std::iter::from_fn(move || {
            let (mut component, mut new) = (0, cells & cells.wrapping_neg());
            while new != 0 {
                component |= new;
                let beside = numbers(new).fold(0, |all, number| all | self.beside[number]);
                new = beside & cells & !component;
            }
            cells &= !component;
            (component != 0).then_some(component)
        })
    }

    /// The runs of cells in the direction of a player's dominoes.
    fn runs(&self, mut cells: Cells, player: usize) -> impl Iterator<Item = Cells> {
        let all = cells;
        std::iter::from_fn(move || {
            let (mut run, mut new) = (0, cells & cells.wrapping_neg());
            while new != 0 {
                run |= new;
                let is_before = |&number: &usize| self.next[1 - player][number] & new != 0;
                let after = numbers(new).fold(0, |all, at| all | self.next[1 - player][at]);
                let before = numbers(all).filter(is_before).fold(0, |all, at| all | 1 << at);
                new = (after | before) & all & !run;
            }
            cells &= !run;
            (run != 0).then_some(run)
        })
    }
}

/// Visits one image of each polyomino of a size, as one of several threads.
pub(super) fn free_polyominoes(
    size: usize,
    thread: (usize, usize),
    visit: &mut dyn FnMut(&Polyomino) -> Result<(), ValueError>,
) -> Result<(), ValueError> {
    let mut polyomino = Polyomino::new();
    polyominoes(size as u16, thread, &mut |cells| {
        if is_representative(cells) {
            polyomino.set(cells);
            visit(&polyomino)?;
        }
        Ok(false)
    })
}

/// Means by values, which are dropped when the memory is full.
pub(super) struct Valuer {
    analyzer: Analyzer<Domineering<u128>>,
    limits: Limits,
}

impl Valuer {
    pub(super) fn new(limits: &Limits) -> Valuer {
        let limits = limits.clone().with_threads(1);
        Valuer { analyzer: Analyzer::new().with_limits(limits.clone()), limits }
    }

    /// The mean of a component, in units.
    fn mean(&mut self, polyomino: &Polyomino, component: Cells) -> Result<i32, ValueError> {
        let cells: Vec<Cell> = numbers(component).map(|number| polyomino.cells[number]).collect();
        let position: Domineering<u128> =
            text(&cells).parse().expect("the rectangle has at most 100 cells");
        let value = match self.analyzer.canonical_form(&position) {
            Err(ValueError::Limit(LimitKind::Bytes(_))) => {
                self.analyzer = Analyzer::new().with_limits(self.limits.clone());
                self.analyzer.canonical_form(&position)?
            }
            value => value?,
        };
        let mean = value.mean();
        let units = (i128::from(mean.numerator()) * i128::from(UNIT)) >> mean.exponent();
        let units = i16::try_from(units).ok().filter(|_| mean.exponent() <= UNIT.ilog2());
        let units = units.ok_or(ValueError::Undefined("a mean is not in the range that is stored"));
        units.map(i32::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No bound is below the mean, for all polyominoes of seven cells without each of them, with a table of up to three cells; of more than a
    /// quarter one is exact.
    #[test]
    fn bounds_hold() {
        let limits = Limits::default();
        let (mut means, all) = (Means::new(3, &limits).unwrap(), Means::new(7, &limits).unwrap());
        means.hottest = [0, 0, 0, 0, 4, 4, 5].map(|quarters| quarters * UNIT / 4).into();
        let (mut bounds, mut exact) = (0, 0);
        free_polyominoes(7, (0, 1), &mut |polyomino| {
            for player in [LEFT, RIGHT] {
                let whole = means.part(polyomino, polyomino.all(), player);
                for number in 0..7 {
                    let rest = polyomino.all() & !(1 << number);
                    let mean = all.part(polyomino, rest, player).mean;
                    let line = polyomino.lines[player].first().copied().unwrap_or_default();
                    let least = [
                        whole.mean + whole.gain,
                        half(7),
                        means.part(polyomino, rest, player).mean,
                        means.by_lines(polyomino, rest, player),
                        means.by_runs(polyomino, rest, line, player),
                        means.by_moves(polyomino, rest, player),
                    ];
                    assert!(least.iter().all(|&bound| bound >= mean), "{:?}", polyomino.cells);
                    bounds += 1;
                    exact += u32::from(least.contains(&mean));
                    let valuer = &mut Valuer::new(&limits);
                    assert_eq!(means.exact(polyomino, rest, player, valuer), Ok(mean));
                }
            }
            Ok(())
        })
        .unwrap();
        assert_eq!(bounds, 108 * 14);
        assert!(exact > bounds / 4, "{exact} of {bounds}");
    }

    /// The numbers of polyominoes up to symmetry, and of all (OEIS A000105, A001168).
    #[test]
    fn polyominoes_of_the_table() {
        let counts = [(4, 5), (8, 369), (9, 1285)].map(|(size, expected)| {
            let mut count = 0;
            let mut visit = |_: &Polyomino| {
                count += 1;
                Ok(())
            };
            free_polyominoes(size, (0, 1), &mut visit).unwrap();
            (count, expected)
        });
        assert!(counts.iter().all(|(count, expected)| count == expected), "{counts:?}");
        let means = Means::new(8, &Limits::default()).unwrap();
        assert_eq!(means.table.len(), 2 + 6 + 19 + 63 + 216 + 760 + 2725);
    }
}
