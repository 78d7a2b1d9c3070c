//! The components of a position: cells that no move ever connects.
//!
//! There are two rules. Both are sound, so that the choice is one of speed only: the second one takes several times as long,
//! but where moves empty cells that can be used again, as in Konane, it finds many more components.
//!
//! # The first rule: regions
//! A cell is *live* if a pattern matches its letter. Join live cells that are next to each other in the directions of the
//! patterns. A component in which nobody can move is left out: its value is 0.
//!
//! Proof. The cells of a match follow each other in a direction, and they are live. A cell that is not live never matches, and
//! so it never changes. So all that a move reads and writes is in one component; whether a run is whole depends on the live
//! cells that follow it, up to the first that is not live, and these are in the same component.
//!
//! # The second rule: possible matches
//! A cell *may be* of a letter if it is of that letter now, or if a pattern matches cells that may be of its letters and
//! changes this cell to that letter. Such matches are *possible*; a run that must be whole may be of any length for them.
//! Join the cells of each possible match, and, after each part of a run that must be whole, the cells of one more repetition
//! if these may match. The components are the classes of cells that are joined; a cell in no possible match is left out.
//!
//! Proof. Whatever is played, each cell has a letter that it may be of: this is so at the start, and each part of a move is a
//! possible match, by induction on the parts that were played before. So a move reads and writes cells of one component
//! only. (The parts of a move share a cell, so they are in the same component.) Whether a run is whole depends on one more
//! repetition of its cells: if this may match, it is joined with the run; otherwise it never matches, and it does not match
//! in the component either, where some of its cells may be missing, and missing cells match nothing.
//!
//! So the moves of a position are those of its components, each played on a board of its own where all other cells are
//! missing, and a move in one does not change another. That is the definition of a sum.

use dicot::board::{Shape, Word};
use smallvec::SmallVec;

use crate::compiled::{Change, Compiled, Matcher, Step};

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

/// For each component the set of its cells.
type Components<W> = SmallVec<[W; 4]>;

/// The components: for each the set of its cells.
pub(crate) fn find<W: Word, const N: usize>(
    rules: &Compiled,
    sets: &[W; N],
    shape: Shape,
) -> Components<W> {
    match rules.by_regions {
        true => regions(rules, sets, shape),
        false => by_possible_matches(rules, sets, shape),
    }
}

/// The components by the first rule.
fn regions<W: Word, const N: usize>(
    rules: &Compiled,
    sets: &[W; N],
    shape: Shape,
) -> Components<W> {
    let live = sets.iter().fold(W::default(), |live, &set| live | set);
    let steps: SmallVec<[Step<W>; 4]> =
        rules.axes.iter().map(|&direction| Step::new(direction, shape)).collect();
    let (mut rest, mut components) = (live, Components::new());
    while rest != W::default() {
        let mut component = rest.lowest();
        loop {
            let grown = steps
                .iter()
                .fold(component, |set, step| (set | step.forward(set) | step.backward(set)) & live);
            if grown == component {
                break;
            }
            component = grown;
        }
        rest = rest & !component;
        if rules.has_moves(&sets.map(|set| set & component), shape) {
            components.push(component);
        }
    }
    components
}

/// The components by the second rule.
fn by_possible_matches<W: Word, const N: usize>(
    rules: &Compiled,
    sets: &[W; N],
    shape: Shape,
) -> Components<W> {
    let matches = possible_matches(rules, *sets, shape);
    let mut rest = matches.iter().fold(W::default(), |cells, joined| cells | joined.cells());
    let mut components = Components::new();
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
    rules: &Compiled,
    sets: [W; N],
    shape: Shape,
) -> Vec<Joined<W>> {
    let steps: SmallVec<[Step<W>; 16]> =
        rules.lines.iter().map(|&(direction, _)| Step::new(direction, shape)).collect();
    let mut may_be = sets;
    let mut matches = Vec::new();
    loop {
        let before = may_be;
        matches.clear();
        for (&step, (_, elements)) in steps.iter().zip(&rules.lines) {
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

/// Whether the first rule finds the components of the second on nearly all of some boards of random letters. They are the same
/// boards each time.
pub(crate) fn are_regions(rules: &Compiled) -> bool {
    const BOARDS: u32 = 200;
    const MAX_DIFFERENT: usize = 10;
    let Ok(shape) = (if rules.is_row { Shape::new(12, 1) } else { Shape::new(4, 4) }) else {
        return true;
    };
    let kinds = rules.shown.len() as u64;
    let mut random = 0x9e37_79b9_7f4a_7c15_u64; // xorshift64
    let mut differ = |_: &u32| {
        let mut sets = [0_u64; crate::MAX_SETS];
        for row in 0..shape.height() {
            for col in 0..shape.width() {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                // Cells on which no move depends are rare: they part what could be joined.
                let kind = (random >> 32) % (4 * (kinds - 1) + 1);
                if let Some(set) = sets[..kinds as usize - 1].get_mut(kind as usize / 4) {
                    *set |= 1
                        << (u32::from(row) * crate::position::stride_of::<u64>(shape)
                            + u32::from(col));
                }
            }
        }
        regions(rules, &sets, shape) != by_possible_matches(rules, &sets, shape)
    };
    (0..BOARDS).filter(|board| differ(board)).count() <= MAX_DIFFERENT
}
