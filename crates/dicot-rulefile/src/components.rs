//! The components of a position: cells that no move ever connects.
//!
//! # The rule
//! A cell *may be* of a letter if it is of that letter now, or if a pattern matches cells that may be of its letters and
//! changes this cell to that letter. Such matches are *possible*; a run that must be whole may be of any length for them.
//! Join the cells of each possible match, and, after each part of a run that must be whole, the cells of one more repetition
//! if these may match. The components are the classes of cells that are joined; a cell in no possible match is left out.
//!
//! # The proof
//! Whatever is played, each cell has a letter that it may be of: this is so at the start, and each part of a move is a
//! possible match, by induction on the parts that were played before. So a move reads and writes cells of one component
//! only. (The parts of a move share a cell, so they are in the same component.) Whether a run is whole depends on one more
//! repetition of its cells: if this may match, it is joined with the run; otherwise it never matches, and it does not match
//! in the component either, where some of its cells may be missing, and missing cells match nothing.
//!
//! So the moves of a position are those of its components, each played on a board of its own where all other cells are
//! missing, and a move in one does not change another. That is the definition of a sum.

use dicot::board::{Shape, Word};
use smallvec::SmallVec;

use crate::compiled::{Change, CompiledElement, Matcher, Step};
use crate::rules::Direction;

/// Possible matches of the same length in a direction.
struct Joined<W> {
    last: W,
    length: usize,
    step: Step<W>,
}

impl<W: Word> Joined<W> {
    /// The cells of the matches.
    fn cells(&self) -> W {
        self.cells_of(self.last)
    }

    fn cells_of(&self, last: W) -> W {
        let (mut cells, mut front) = (last, last);
        for _ in 1..self.length {
            front = self.step.backward(front);
            cells = cells | front;
        }
        cells
    }

    /// The cells of the matches that have a cell in the set.
    fn touching(&self, set: W) -> W {
        let (mut ahead, mut front) = (set, set);
        for _ in 1..self.length {
            front = self.step.forward(front);
            ahead = ahead | front;
        }
        self.cells_of(ahead & self.last)
    }
}

/// The components: for each the set of its cells.
pub(crate) fn find<W: Word, const N: usize>(
    lines: &[(Direction, Vec<CompiledElement>)],
    sets: &[W; N],
    shape: Shape,
) -> SmallVec<[W; 4]> {
    let matches = possible_matches(lines, *sets, shape);
    let mut rest = matches.iter().fold(W::default(), |cells, joined| cells | joined.cells());
    let mut components = SmallVec::new();
    while rest != W::default() {
        let mut component = rest.lowest();
        loop {
            let before = component;
            for joined in &matches {
                component = component | joined.touching(component);
            }
            if component == before {
                break;
            }
        }
        rest = rest & !component;
        components.push(component);
    }
    components
}

fn possible_matches<W: Word, const N: usize>(
    lines: &[(Direction, Vec<CompiledElement>)],
    sets: [W; N],
    shape: Shape,
) -> Vec<Joined<W>> {
    let mut may_be = sets;
    let mut matches = Vec::new();
    loop {
        let before = may_be;
        matches.clear();
        for (direction, elements) in lines {
            let step = Step::new(*direction, shape);
            let now = may_be;
            let matcher = Matcher { sets: &now, step, whole: false };
            matcher.run(elements, !W::default(), &mut |last, changes: &[Change]| {
                matches.push(Joined { last, length: changes.len(), step });
                let mut cells = last;
                for change in changes.iter().rev() {
                    if let Change::Live(set) = change {
                        may_be[usize::from(*set)] = may_be[usize::from(*set)] | cells;
                    }
                    cells = step.backward(cells);
                }
            });
        }
        if may_be == before {
            return matches;
        }
    }
}
