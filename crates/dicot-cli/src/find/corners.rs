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
//!   mean(*P* - *H*). There are a quarter as many of these as of boards, each with a few corners *J*.
//! - If not, there are two polyominoes, *arms*, and the distance is what *V* takes from the mean of one and *H* from that of the other. It is at most
//!   the sum of the largest such numbers for arms of these sizes.
//!
//! The search is a branch and bound. A distance is at most the sum of a bound of mean(*P* - *V*) and one of -mean(*P* - *H*), see
//! [`means`](super::means), which are refined in steps until the distance is refuted, or exact:
//!
//! 1. Cuts of *P* along each line, with the largest number by which a cell changes the mean of a part. Of a sample of polyominoes of 19 cells, five
//!    of six have no corner after this step (notes/domineering.md).
//! 2. The same cuts of *P* - *V* and *P* - *H*, then other cuts.
//! 3. Moves, with *T*.
//! 4. The value.

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use dicot::{Dyadic, Limits, ValueError};
use dicot_rulesets::enumeration::PolyominoCell as Cell;
use serde::{Deserialize, Serialize};

use super::in_threads;
use super::means::{
    Cells, LEFT, MAX_SMALL, Means, Part, Polyomino, RIGHT, UNIT, Valuer, bounds, free_polyominoes,
    half, text,
};
use crate::failure::Failure;
use crate::saved;

/// The cells of boards that are searched: from those of the board that the induction begins with to those whose polyominoes fit into 128 bits.
pub(super) const CELLS: RangeInclusive<usize> = FIRST_CELLS..=20;

/// Of the boards with up to four cells the square is hottest, at 1; with three cells none is above 0.
const FIRST_CELLS: usize = 4;
const FIRST: (i32, &str) = (UNIT, "../..");

/// The parts of a search of polyominoes of one size, which threads take one after another.
const PARTS: usize = 512;

/// The most bytes for values. They seldom serve twice: one of a thousand polyominoes of 19 cells needs values. With less memory than this the
/// table of means is smaller as well.
const VALUES: usize = 256 << 20;

/// The number of the cell that is taken out of an arm as the other one of *V* and *H*: none.
const NO_CELL: usize = 31;

/// What is found among the polyominoes of a size: the largest distance of means of a board with one cell more, the board, and
/// a bound of what a cell takes from the mean of an arm of this size.
#[derive(Clone, Default, Deserialize, Serialize)]
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
}

/// What a search of polyominoes of one size begins with.
#[derive(Clone, Copy, PartialEq, Deserialize, Serialize)]
struct Begin {
    /// Distances up to this one do not matter.
    hottest: i32,
    /// Whether a board can have an arm of this size, and the number up to which it does not matter what a cell takes from it.
    has_arms: bool,
    arm: i32,
}

/// A finished part of a search, as a file has it.
#[derive(Deserialize, Serialize)]
struct Finished {
    begin: Begin,
    best: Best,
}

impl Finished {
    /// What a file says that was found, unless it is the file of a search that began with something else.
    fn read(file: &Path, begin: Begin) -> Option<Best> {
        let finished: Finished = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        (finished.begin == begin).then_some(finished.best)
    }
}

/// A cut of a polyomino by a line: the cells of one side, and the parts of both.
#[derive(Clone, Copy)]
struct Cut {
    line: Cells,
    parts: [Part; 2],
}

impl Cut {
    fn mean(&self) -> i32 {
        self.parts[0].mean + self.parts[1].mean
    }

    /// A bound of the mean without any one cell.
    fn mean_without_any(&self) -> i32 {
        self.mean() + self.parts[0].gain.max(self.parts[1].gain)
    }
}

/// A bound of the mean without one cell for a player, and how many steps of [`Search::refine`] it has had.
#[derive(Clone, Copy)]
struct Bound {
    steps: usize,
    mean: i32,
}

/// The step that uses other cuts, after those that use one cut each; the one that uses moves; and the one that makes it exact.
const RUNS: usize = 40;
const MOVES: usize = 41;
const EXACT: usize = 42;

/// A search of one part of the polyominoes of a size.
struct Search<'a> {
    means: &'a Means,
    valuer: Valuer,
    begin: Begin,
    best: Best,
    /// Of the polyomino that is searched, for each player: the cuts, and bounds without each cell.
    cuts: [Vec<Cut>; 2],
    bounds: [[Bound; 32]; 2],
}

impl Search<'_> {
    fn polyomino(&mut self, polyomino: &Polyomino) -> Result<(), ValueError> {
        if self.cut(polyomino) {
            return Ok(());
        }
        let bound = Bound { steps: 0, mean: half(polyomino.cells.len() as u32) };
        self.bounds = [[bound; 32]; 2];
        self.cuts.iter_mut().for_each(|cuts| cuts.sort_by_key(Cut::mean));
        self.corners(polyomino)?;
        if self.begin.has_arms { self.arms(polyomino) } else { Ok(()) }
    }

    /// Distances up to this one cannot change what is found.
    fn least(&self) -> i32 {
        self.begin.hottest.max(self.best.distance - 1)
    }

    /// Cuts the polyomino along its lines, those in the middle first, and returns whether this refutes all its corners and arms.
    fn cut(&mut self, polyomino: &Polyomino) -> bool {
        let all = polyomino.all();
        let size = all.count_ones();
        let (least, arm) =
            (self.least(), if self.begin.has_arms { self.best.arm } else { i32::MAX });
        // Bounds without any one cell, and with all.
        let (mut without, mut whole) = ([half(size); 2], [half(size); 2]);
        for player in [LEFT, RIGHT] {
            let cut = |&line| Cut { line, parts: [Part::default(); 2] };
            self.cuts[player].clear();
            self.cuts[player].extend(polyomino.lines[player].iter().map(cut));
            let distance = |cut: &Cut| (2 * cut.line.count_ones()).abs_diff(size);
            self.cuts[player].sort_unstable_by_key(distance);
        }
        for number in 0..polyomino.cells.len() {
            for player in [LEFT, RIGHT] {
                let Some(cut) = self.cuts[player].get_mut(number) else { continue };
                let part = |side: Cells| self.means.part(polyomino, all & side, player);
                cut.parts = [part(cut.line), part(!cut.line)];
                without[player] = without[player].min(cut.mean_without_any());
                whole[player] = whole[player].min(cut.mean());
                let taken = (without[LEFT] + whole[RIGHT]).max(without[RIGHT] + whole[LEFT]);
                if without[LEFT] + without[RIGHT] <= least && taken <= arm {
                    return true;
                }
            }
        }
        false
    }

    /// Refines the bounds without two cells until their sum is refuted, that is at most `least`, or exact.
    fn sum(
        &mut self,
        polyomino: &Polyomino,
        without: [usize; 2],
        least: i32,
    ) -> Result<i32, ValueError> {
        loop {
            let bounds = [LEFT, RIGHT].map(|player| self.bounds[player][without[player]]);
            let sum = bounds[LEFT].mean + bounds[RIGHT].mean;
            let player = if bounds[LEFT].steps <= bounds[RIGHT].steps { LEFT } else { RIGHT };
            if sum <= least || bounds[player].steps > EXACT {
                return Ok(sum);
            }
            self.refine(polyomino, without[player], player)?;
        }
    }

    /// The next step of a bound.
    fn refine(
        &mut self,
        polyomino: &Polyomino,
        without: usize,
        player: usize,
    ) -> Result<(), ValueError> {
        let (means, cuts) = (self.means, &self.cuts[player]);
        let bound = &mut self.bounds[player][without];
        let cell = 1 << without;
        let rest = polyomino.all() & !cell;
        let (mean, steps) = match bound.steps {
            0 => {
                let mean =
                    |cut: &Cut| cut.mean() + cut.parts[usize::from(cut.line & cell == 0)].gain;
                (cuts.iter().map(mean).min(), 1)
            }
            step if step <= cuts.len() => {
                let Cut { line, parts } = cuts[step - 1];
                let (side, other) = if line & cell > 0 { (line, 1) } else { (!line, 0) };
                let mean = means.part(polyomino, rest & side, player).mean;
                (Some(mean + parts[other].mean), step + 1)
            }
            1..=RUNS => {
                let by_runs = |cut: &Cut| means.by_runs(polyomino, rest, cut.line, player);
                (cuts.first().map(by_runs), MOVES)
            }
            MOVES => (Some(means.by_moves(polyomino, rest, player)), EXACT),
            _ => {
                let mean = means.exact(polyomino, rest, player, &mut self.valuer)?;
                (Some(mean), EXACT + 1)
            }
        };
        *bound = Bound { steps, mean: bound.mean.min(mean.unwrap_or(i32::MAX)) };
        Ok(())
    }

    /// Takes the corners of a polyomino into account.
    fn corners(&mut self, polyomino: &Polyomino) -> Result<(), ValueError> {
        for (v, &(x, y)) in polyomino.cells.iter().enumerate() {
            for corner in [(x, y - 1), (x, y + 1)] {
                if polyomino.number(corner).is_some() {
                    continue;
                }
                for beside in [(x - 1, corner.1), (x + 1, corner.1)] {
                    let Some(h) = polyomino.number(beside) else { continue };
                    let distance = self.sum(polyomino, [v, h], self.least())?;
                    if distance > self.least() {
                        let board = upright(&[&polyomino.cells[..], &[corner]].concat());
                        if distance > self.best.distance || board > self.best.board {
                            (self.best.distance, self.best.board) = (distance, board);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes a polyomino into account as an arm: one of its cells is *V* or *H*, and the other one of these two is not beside it.
    fn arms(&mut self, polyomino: &Polyomino) -> Result<(), ValueError> {
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
            let sides =
                [([(0, 1), (0, -1)], [number, NO_CELL]), ([(1, 0), (-1, 0)], [NO_CELL, number])];
            for (sides, without) in sides {
                if sides.into_iter().any(has_corner) {
                    let taken = self.sum(polyomino, without, self.best.arm)?;
                    self.best.arm = self.best.arm.max(taken);
                }
            }
        }
        Ok(())
    }
}

/// Of the images of a board that are at least as wide as high, and not turned into the negative where the board is wide already,
/// the text that is last: the one with the first free cells.
fn upright(cells: &[Cell]) -> String {
    let (_, width, height) = bounds(cells.iter().copied());
    let images = [(1, 1), (-1, 1), (1, -1), (-1, -1)].into_iter().flat_map(|(h, v)| {
        let own = (width >= height).then(|| cells.iter().map(|&(x, y)| (h * x, v * y)).collect());
        let other = (height >= width).then(|| cells.iter().map(|&(x, y)| (v * y, h * x)).collect());
        [own, other].into_iter().flatten()
    });
    images.map(|image: Vec<Cell>| text(&image)).max().expect("one of two images is wide")
}

/// The highest temperature of a connected board of Domineering with at most that many cells, one of [`CELLS`], and a board with the fewest
/// cells that has it. `on_progress` is called with the size of polyominoes, and how many parts of their search are done, of how many.
/// Finished parts are saved in `folder`, and those that are there are not searched again.
///
/// # Errors
/// If a limit is reached, or a file cannot be written. Values that do not fit into the memory are dropped.
///
/// # Complexity
/// O(4.1^*n*) for *n* cells.
pub(super) fn hottest(
    cells: usize,
    limits: &Limits,
    folder: Option<&Path>,
    on_progress: &(dyn Fn(usize, [usize; 2]) + Sync),
) -> Result<(Dyadic, String), Failure> {
    let small = if limits.bytes.is_some_and(|bytes| bytes < VALUES) { 10 } else { MAX_SMALL };
    let means = Means::new(small.min(cells - 2), limits)?;
    hottest_by(means, cells, limits, folder, on_progress)
}

fn hottest_by(
    mut means: Means,
    cells: usize,
    limits: &Limits,
    folder: Option<&Path>,
    on_progress: &(dyn Fn(usize, [usize; 2]) + Sync),
) -> Result<(Dyadic, String), Failure> {
    let (mut hottest, mut board) = (FIRST.0, FIRST.1.to_owned());
    let mut arms = vec![0];
    means.hottest.push(0);
    for size in 1..cells {
        means.hottest.push(if size < FIRST_CELLS { 0 } else { hottest });
        // Distances are twice the temperature. With the largest of the arms that a board can have beside one of this size, an arm must take
        // more than this; where they are not known yet, all that is taken is found.
        let other = cells - 1 - size;
        let others = arms.get(..=other).and_then(|others| others.iter().max());
        let arm = others.map_or(0, |others| 2 * hottest - others);
        let begin = Begin { hottest: 2 * hottest, has_arms: other > 0, arm };
        let best = search(&means, size, begin, limits, folder, on_progress)?;
        arms.push(best.arm);
        if size < FIRST_CELLS {
            continue;
        }
        let arms = (1..size).map(|first| arms[first] + arms[size - first]).max().unwrap_or(0);
        if arms > 2 * hottest {
            let problem = "two arms could be hotter, which the proof does not cover";
            return Err(ValueError::Undefined(problem).into());
        }
        if best.distance > 2 * hottest {
            (hottest, board) = (best.distance / 2, best.board);
        }
    }
    let temperature = Dyadic::new(hottest.into(), UNIT.ilog2());
    Ok((temperature.expect("a small fraction is a number"), board))
}

/// Searches all polyominoes of a size, in parts.
fn search(
    means: &Means,
    size: usize,
    begin: Begin,
    limits: &Limits,
    folder: Option<&Path>,
    on_progress: &(dyn Fn(usize, [usize; 2]) + Sync),
) -> Result<Best, Failure> {
    let threads = limits.threads.unwrap_or(1).max(1);
    let bytes = limits.bytes.unwrap_or(VALUES).min(VALUES) / threads;
    let own_limits = limits.clone().with_bytes(Some(bytes));
    let parts = (1 << (2 * size.saturating_sub(10)).min(16)).min(PARTS);
    let first = Best { arm: begin.arm, ..Best::default() };
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let search_part = |part: usize| -> Result<Best, Failure> {
        let mut search = Search {
            means,
            valuer: Valuer::new(&own_limits),
            begin,
            best: first.clone(),
            cuts: [Vec::new(), Vec::new()],
            bounds: [[Bound { steps: 0, mean: 0 }; 32]; 2],
        };
        let mut searched = 0_u64;
        free_polyominoes(size, (part, parts), &mut |polyomino| {
            searched += 1;
            if searched.is_multiple_of(1 << 10) {
                limits.check().map_err(ValueError::Limit)?;
                on_progress(size, [done.load(Ordering::Relaxed), parts]);
            }
            search.polyomino(polyomino)
        })?;
        Ok(search.best)
    };
    let thread = |_| -> Result<Best, Failure> {
        let mut best = first.clone();
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                return Ok(best);
            }
            // Processes that share a folder begin with different parts.
            let part = (part + std::process::id() as usize) % parts;
            let name = format!("{size}-{part}-of-{parts}.json");
            let file = folder.filter(|_| parts > 1).map(|folder| folder.join(name));
            let found = match file.as_ref().and_then(|file| Finished::read(file, begin)) {
                Some(found) => found,
                None => {
                    // The other threads end after their parts.
                    let best =
                        search_part(part).inspect_err(|_| next.store(parts, Ordering::Relaxed))?;
                    let finished = Finished { begin, best };
                    if let Some(file) = file {
                        let saved =
                            saved::write(&file, |out| Ok(serde_json::to_writer(out, &finished)?));
                        // Another process can have finished the same part meanwhile.
                        saved
                            .or_else(|error| Finished::read(&file, begin).map(drop).ok_or(error))?;
                    }
                    finished.best
                }
            };
            best = best.or(found);
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    Ok(in_threads(threads, thread)?.into_iter().fold(first.clone(), Best::or))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neither the size of the table nor the number of threads changes what is found.
    #[test]
    fn tables_of_two_sizes() {
        for (cells, small) in [(9, 2), (11, 4)] {
            let limits = Limits::default();
            let hottest = |small: usize, threads: usize| {
                let means = Means::new(small, &limits).unwrap();
                let limits = limits.clone().with_threads(threads);
                hottest_by(means, cells, &limits, None, &|_, _| ()).unwrap()
            };
            assert_eq!(hottest(small, 3), hottest(cells - 2, 1), "{cells} cells");
        }
    }

    /// A part is read again if it began with the same, and not otherwise.
    #[test]
    fn finished_parts() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let begin = Begin { hottest: 2, has_arms: true, arm: 1 };
        assert!(Finished::read(file.path(), begin).is_none());
        let best = Best { distance: 3, board: ".".to_owned(), arm: 1 };
        let text = serde_json::to_vec(&Finished { begin, best }).unwrap();
        fs::write(file.path(), text).unwrap();
        assert_eq!(Finished::read(file.path(), begin).unwrap().distance, 3);
        assert!(Finished::read(file.path(), Begin { arm: 2, ..begin }).is_none());
    }
}
