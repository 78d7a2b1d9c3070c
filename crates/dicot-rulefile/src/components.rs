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

use crate::compiled::{Change, Compiled, CompiledElement, Matcher, Runs, Step};
use crate::rules::Repeat;

/// The cells of possible matches in a direction.
struct Joined<W> {
    step: Step<W>,
    /// The cells that are joined to the one before, from which the step leads to them.
    to_previous: W,
}

impl<W: Word> Joined<W> {
    /// The cells of the set and those that are joined to one of them.
    fn grown(&self, set: W) -> W {
        set | self.step.forward(set) & self.to_previous | self.step.backward(set & self.to_previous)
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
    let (mut rest, joined) = possible_matches(rules, *sets, shape);
    let mut components = Components::new();
    while rest != W::default() {
        let mut component = rest.lowest();
        loop {
            let grown = joined.iter().fold(component, |set, joined| joined.grown(set));
            if grown == component {
                break;
            }
            component = grown;
        }
        rest = rest & !component;
        components.push(component);
    }
    components
}

/// The cells of all possible matches, and how each line joins them.
///
/// In a match all cells but the first are joined to the one before. Conversely, a cell of the board that is in a match as such a cell
/// of the pattern has a cell before it that is in a match with it.
fn possible_matches<W: Word, const N: usize>(
    rules: &Compiled,
    sets: [W; N],
    shape: Shape,
) -> (W, SmallVec<[Joined<W>; 16]>) {
    let steps: SmallVec<[Step<W>; 16]> =
        rules.lines.iter().map(|&(direction, _)| Step::new(direction, shape)).collect();
    let mut may_be = sets;
    loop {
        let before = may_be;
        let (mut cells, mut lines) = (W::default(), SmallVec::new());
        for (&step, (_, elements)) in steps.iter().zip(&rules.lines) {
            let now = may_be;
            let matcher = Matcher { sets: &now, step };
            let mut found = matcher.cells(elements, Runs::Any);
            for (&cells, change) in
                found.iter().zip(elements.iter().flat_map(CompiledElement::changes))
            {
                if let Change::Live(set) = change {
                    may_be[usize::from(set)] = may_be[usize::from(set)] | cells;
                }
            }
            if elements.iter().any(|element| element.repeat == Repeat::Whole) {
                found = matcher.cells(elements, Runs::Open);
            }
            let union = |cells: &[W]| cells.iter().fold(W::default(), |all, &set| all | set);
            let to_previous = union(found.get(1..).unwrap_or_default());
            cells = cells | union(&found);
            if to_previous != W::default() {
                lines.push(Joined { step, to_previous });
            }
        }
        if may_be == before {
            return (cells, lines);
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
