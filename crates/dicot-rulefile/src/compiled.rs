//! The rules as operations on sets of cells.

use std::sync::Arc;

use dicot::Player;
use dicot::board::{Shape, Word};
use smallvec::SmallVec;

use crate::rules::{Direction, Element, Item, LetterSet, Moves, Part, Repeat};
use crate::symmetry::Image;

/// What a cell of a pattern becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It keeps its letter.
    Keep,
    /// It gets a letter on which no move depends.
    Dead,
    /// It gets the letter of the set of that number.
    Live(u8),
}

/// The changes of the cells of a match, in the direction of the pattern.
pub(crate) type Changes = SmallVec<[Change; 24]>;

/// A ruleset, ready to be played.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The name that positions show in debug output.
    pub(crate) name: String,
    /// All letters of positions, as an error lists them.
    pub(crate) alphabet: String,
    /// The letters of the sets, and after them the letter of a cell in none.
    pub(crate) shown: Vec<char>,
    /// For each letter of the alphabet the number of its set.
    pub(crate) sets: Vec<Option<u8>>,
    pub(crate) is_row: bool,
    rules: [Vec<CompiledRule>; 2],
    /// Whether moves of a player may have the same cells, or even be the same.
    pub(crate) may_coincide: [bool; 2],
    /// Each pattern in each of its directions, once, whoever it belongs to.
    pub(crate) lines: Vec<(Direction, CompiledElements)>,
    /// The directions of the patterns, without opposite ones.
    pub(crate) axes: Vec<Direction>,
    /// Whether components are [regions](crate::components).
    pub(crate) by_regions: bool,
    /// The images of a board that have its value or the negative of it; the board itself is the first.
    pub(crate) images: Vec<Image>,
    /// An image that has the negative, the simplest one, if there is one.
    pub(crate) negation: Option<Image>,
}

/// The elements of a pattern; all its directions have the same ones.
type CompiledElements = Arc<[CompiledElement]>;

#[derive(Clone, Debug)]
struct CompiledRule {
    parts: Vec<(Vec<Direction>, CompiledElements)>,
}

/// An [`Element`] in numbers of sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompiledElement {
    items: SmallVec<[CompiledItem; 2]>,
    pub(crate) repeat: Repeat,
}

/// An [`Item`] in numbers of sets.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CompiledItem {
    /// The first set that matches, and the others.
    first: u8,
    others: SmallVec<[u8; 4]>,
    change: Change,
}

impl Compiled {
    /// Compiles the moves; `live` are the numbers of the letters that have sets, in the order of the sets.
    pub(crate) fn rules(mut self, moves: &Moves, live: &[u8]) -> Compiled {
        let set_of = |letter: u8| live.iter().position(|&known| known == letter);
        let item = |item: &Item| {
            let mut sets = (0..LetterSet::BITS)
                .filter(|i| item.from >> i & 1 == 1)
                .filter_map(|letter| Some(set_of(letter as u8)? as u8));
            let change = match item.to {
                None => Change::Keep,
                Some(to) => set_of(to).map_or(Change::Dead, |set| Change::Live(set as u8)),
            };
            let first = sets.next().unwrap_or(u8::MAX); // there is one: what is matched is live
            CompiledItem { first, others: sets.collect(), change }
        };
        let element = |element: &Element| CompiledElement {
            items: element.items.iter().map(item).collect(),
            repeat: element.repeat,
        };
        for player in Player::BOTH {
            for rule in moves.of(player) {
                let parts = rule.parts.iter().map(|part| {
                    let elements: CompiledElements = part.elements.iter().map(element).collect();
                    (part.directions.clone(), elements)
                });
                let rule = CompiledRule { parts: parts.collect() };
                for (directions, elements) in &rule.parts {
                    for &direction in directions {
                        let line = (direction, elements.clone());
                        if !self.lines.contains(&line) {
                            self.lines.push(line);
                        }
                        let axis = direction.max(direction.opposite());
                        if !self.axes.contains(&axis) {
                            self.axes.push(axis);
                        }
                    }
                }
                self.rules[player as usize].push(rule);
            }
            // Two cells and the first of them give the direction of a pattern, and its length gives all its repetitions, unless
            // it has both kinds: then the cells of a move say what the move is.
            let is_determined = |part: &Part| {
                let once = part.elements.iter().filter(|e| e.repeat == Repeat::Once);
                let cells = once.map(|element| element.items.len()).sum::<usize>();
                cells >= 2 && !(part.has(Repeat::Any) && part.has(Repeat::Whole))
            };
            self.may_coincide[player as usize] = match moves.of(player) {
                [rule] => !rule.parts.iter().all(is_determined),
                rules => rules.len() > 1,
            };
        }
        self.by_regions = crate::components::are_regions(&self);
        self
    }

    /// A ruleset without moves, to which [`rules`](Compiled::rules) adds them.
    pub(crate) fn new(
        name: String,
        alphabet: String,
        shown: Vec<char>,
        sets: Vec<Option<u8>>,
        is_row: bool,
        images: Vec<Image>,
    ) -> Compiled {
        let negation = images.iter().find(|image| image.negates).cloned();
        Compiled {
            name,
            alphabet,
            shown,
            sets,
            is_row,
            rules: [const { Vec::new() }; 2],
            may_coincide: [false; 2],
            lines: Vec::new(),
            axes: Vec::new(),
            by_regions: false,
            images,
            negation,
        }
    }

    /// About how many steps of a microsecond it takes to find the components of a board with sides of at most that length: all lines
    /// are matched, some cells of a pattern as often as a side is long.
    pub(crate) fn steps(&self, side: u8) -> usize {
        const CELLS_PER_STEP: usize = 16;
        let of_element = |element: &CompiledElement| {
            let times = if element.repeat == Repeat::Once { 1 } else { usize::from(side) };
            element.items.len() * times
        };
        let elements = self.lines.iter().flat_map(|(_, elements)| elements.iter());
        1 + elements.map(of_element).sum::<usize>() / CELLS_PER_STEP
    }
}

/// A step of whole sets to the next cell in a direction. What leaves the board does not come back, but may be outside
/// the shape where the word has bits to spare: intersect the result with sets of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<W> {
    /// To the left, if positive.
    shift: i32,
    keep: W,
}

impl<W: Word> Step<W> {
    /// The step; it leads nowhere if the shape has no two cells in this direction.
    pub(crate) fn new(direction: Direction, shape: Shape) -> Step<W> {
        let Direction { rows, cols } = direction;
        if rows != 0 && shape.height() == 1 || cols != 0 && shape.width() == 1 {
            return Step { shift: 0, keep: W::default() };
        }
        let stride = W::stride(shape);
        let first_column = W::every(stride);
        let keep = match cols {
            0 => !W::default(),
            1 => !first_column,
            _ => !(first_column << (stride - 1)),
        };
        Step { shift: i32::from(rows) * stride as i32 + i32::from(cols), keep }
    }

    #[inline]
    pub(crate) fn forward(self, set: W) -> W {
        let by = self.shift.unsigned_abs();
        let moved = if self.shift > 0 { set << by } else { set >> by };
        moved & self.keep
    }

    /// The opposite step, of cells that a step forward led to.
    #[inline]
    pub(crate) fn backward(self, set: W) -> W {
        let by = self.shift.unsigned_abs();
        let set = set & self.keep;
        if self.shift > 0 { set >> by } else { set << by }
    }

    /// How far the cell of a match that is `cells` cells back is, as a bit of its own.
    #[inline]
    fn back_from(self, index: u32, cells: usize) -> W {
        let index = index as i32 - self.shift * cells as i32;
        W::ONE << index as u32
    }
}

/// A search for the matches of a pattern in a direction.
pub(crate) struct Matcher<'a, W, const N: usize> {
    pub(crate) sets: &'a [W; N],
    pub(crate) step: Step<W>,
}

/// How runs of [`Repeat::Whole`] match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    /// As often as they match.
    Whole,
    /// Any number of times.
    Any,
    /// Any number of times, and what follows a run that is not empty need not match.
    Open,
}

/// For each cell of a pattern a set of cells of the board.
pub(crate) type CellSets<W> = SmallVec<[W; 16]>;

/// What is the same in all steps of [`Matcher::run`].
struct Visit<'v, W, F> {
    /// The [cells](Matcher::cells) of matches, for patterns where not each run is part of one.
    in_matches: Option<CellSets<W>>,
    visit: &'v mut F,
}

impl<W: Word, const N: usize> Matcher<'_, W, N> {
    /// For each cell of the pattern, the cells of the board that it has in a match.
    ///
    /// A pattern is a finite automaton that reads the cells in the direction, with a state for each of its cells. Forward, a set
    /// for each state has the cells that are read there; backward, those remain from which the end can be reached. Whether a
    /// run is whole depends on the next cells alone.
    ///
    /// # Complexity
    /// *O*(*nl*) operations on sets for *n* cells of the pattern and lines of *l* cells.
    pub(crate) fn cells(&self, elements: &[CompiledElement], runs: Runs) -> CellSets<W> {
        let is_whole = |element: &CompiledElement| element.repeat == Repeat::Whole;
        let mut found = CellSets::new();
        let mut next = !W::default();
        for element in elements {
            let (first, mut entries) = (found.len(), next);
            found.resize(first + element.items.len(), W::default());
            let after = loop {
                let mut cells = entries;
                for (item, found) in element.items.iter().zip(&mut found[first..]) {
                    *found = cells & self.matching(item);
                    cells = self.step.forward(*found);
                }
                if element.repeat == Repeat::Once || cells & !entries == W::default() {
                    break cells;
                }
                entries = entries | cells;
            };
            next = if element.repeat == Repeat::Once { after } else { next | after };
            if is_whole(element) && runs == Runs::Whole {
                next = next & !self.beginnings(element);
            }
        }
        // The cells from which what follows can be matched.
        let (mut ends, mut end) = (!W::default(), found.len());
        for element in elements.iter().rev() {
            let own = &mut found[end - element.items.len()..end];
            end -= element.items.len();
            let after_run = match runs {
                Runs::Whole if is_whole(element) => {
                    ends & !self.step.backward(self.beginnings(element))
                }
                Runs::Open if is_whole(element) => !W::default(),
                _ => ends,
            };
            let mut again = W::default();
            let before = loop {
                let completes = |cells, own: &W| self.step.backward(cells & *own);
                let before = own.iter().rev().fold(after_run | again, completes);
                if element.repeat == Repeat::Once || before == again {
                    break before;
                }
                again = before;
            };
            let mut cells = after_run | again;
            for own in own.iter_mut().rev() {
                *own = *own & cells;
                cells = self.step.backward(*own);
            }
            ends = match element.repeat {
                Repeat::Once => before,
                Repeat::Whole if runs == Runs::Whole => before | after_run,
                _ => before | ends,
            };
        }
        found
    }

    /// The cells on which the cells of an element may begin.
    fn beginnings(&self, element: &CompiledElement) -> W {
        let mut cells = !W::default();
        for (back, item) in element.items.iter().rev().enumerate() {
            cells = if back == 0 { cells } else { self.step.backward(cells) };
            cells = cells & self.matching(item);
        }
        cells
    }

    /// Whether there is a match.
    fn has_match(&self, elements: &[CompiledElement]) -> bool {
        self.cells(elements, Runs::Whole).first().is_some_and(|cells| *cells != W::default())
    }

    /// Visits the matches that begin on one of the cells, while `visit` returns true: their last cells, and the changes of all
    /// their cells. All matches of a visit have the same length. Returns whether all were visited.
    pub(crate) fn run(
        &self,
        elements: &[CompiledElement],
        starts: W,
        visit: &mut impl FnMut(W, &[Change]) -> bool,
    ) -> bool {
        // One run has as many lengths as a line has cells. Several have all combinations, of which only those are followed that
        // end in a match.
        let repeated = elements.iter().filter(|element| element.repeat != Repeat::Once).count();
        let in_matches = (repeated > 1).then(|| self.cells(elements, Runs::Whole));
        let visit = &mut Visit { in_matches, visit };
        self.rest(elements, 0, W::default(), starts, &mut Changes::new(), visit)
    }

    /// `last`: the last cells so far; `next`: those after them; `place`: the number of cells of the pattern before the elements.
    fn rest<F: FnMut(W, &[Change]) -> bool>(
        &self,
        elements: &[CompiledElement],
        place: usize,
        last: W,
        next: W,
        changes: &mut Changes,
        visit: &mut Visit<'_, W, F>,
    ) -> bool {
        let Some((element, rest)) = elements.split_first() else {
            return (visit.visit)(last, changes);
        };
        let length = changes.len();
        let place = place + element.items.len();
        let in_matches = visit.in_matches.as_ref().map_or(!W::default(), |cells| cells[place - 1]);
        let (mut last, mut next) = (last, next);
        if element.repeat == Repeat::Once {
            (last, next) = self.once(element, next, in_matches, changes).0;
            let goes_on =
                last == W::default() || self.rest(rest, place, last, next, changes, visit);
            changes.truncate(length);
            return goes_on;
        }
        loop {
            let before = changes.len();
            let ((longer, after), all) = self.once(element, next, in_matches, changes);
            let ends = if element.repeat == Repeat::Whole {
                let back = |set, _| self.step.backward(set);
                last & !(before..changes.len()).fold(all, back)
            } else {
                last
            };
            if ends != W::default() {
                let mut changes: Changes = changes[..before].into();
                let next = self.step.forward(ends);
                if !self.rest(rest, place, ends, next, &mut changes, visit) {
                    return false;
                }
            }
            if longer == W::default() {
                break;
            }
            (last, next) = (longer, after);
        }
        changes.truncate(length);
        true
    }

    /// The last cells of the element's cells that begin on one of the cells and end in the set, and those after them; and all
    /// the last cells.
    #[inline]
    fn once(
        &self,
        element: &CompiledElement,
        next: W,
        in_matches: W,
        changes: &mut Changes,
    ) -> ((W, W), W) {
        let (mut last, mut next) = (W::default(), next);
        for (number, item) in element.items.iter().enumerate() {
            next = if number == 0 { next } else { self.step.forward(last) };
            last = next & self.matching(item);
            changes.push(item.change);
        }
        let ends = last & in_matches;
        ((ends, self.step.forward(ends)), last)
    }

    #[inline]
    fn matching(&self, item: &CompiledItem) -> W {
        let sets = |number: u8| self.sets.get(usize::from(number)).copied().unwrap_or_default();
        item.others.iter().fold(sets(item.first), |union, &other| union | sets(other))
    }
}

impl CompiledElement {
    /// The changes of its cells.
    pub(crate) fn changes(&self) -> impl Iterator<Item = Change> {
        self.items.iter().map(|item| item.change)
    }
}

/// A move: the index of its first and last cell, and of the last cell of a second part, and the sets after it.
pub(crate) struct Played<W, const N: usize> {
    pub(crate) cells: [u32; 2],
    pub(crate) second: Option<u32>,
    pub(crate) sets: [W; N],
}

impl Compiled {
    /// Visits the moves of a player, direction by direction, while `visit` returns true; those with the same cells may be several
    /// times the same. Returns whether all were visited.
    pub(crate) fn moves<W: Word, const N: usize>(
        &self,
        sets: &[W; N],
        shape: Shape,
        player: Player,
        visit: &mut dyn FnMut(Played<W, N>) -> bool,
    ) -> bool {
        let anywhere = !W::default();
        self.rules[player as usize].iter().all(|CompiledRule { parts }| {
            let [(directions, elements), second @ ..] = &parts[..] else { return true };
            directions.iter().all(|&direction| {
                let step = Step::new(direction, shape);
                let matcher = Matcher { sets, step };
                matcher.run(elements, anywhere, &mut |last, changes| {
                    all_bits(last, |last| {
                        let first = step.back_from(last, changes.len() - 1).lowest_index();
                        let after = changed(sets, step, last, changes);
                        let cells = [first, last];
                        let Some((directions, elements)) = second.first() else {
                            return visit(Played { cells, second: None, sets: after });
                        };
                        directions.iter().all(|&direction| {
                            let step = Step::new(direction, shape);
                            let matcher = Matcher { sets: &after, step };
                            matcher.run(elements, W::ONE << last, &mut |ends, changes| {
                                all_bits(ends, |end| {
                                    let sets = changed(&after, step, end, changes);
                                    visit(Played { cells, second: Some(end), sets })
                                })
                            })
                        })
                    })
                })
            })
        })
    }
}

impl Compiled {
    /// Whether the first part of a move matches. If it does not, nobody can move.
    pub(crate) fn has_moves<W: Word, const N: usize>(&self, sets: &[W; N], shape: Shape) -> bool {
        let parts = self.rules.iter().flatten().filter_map(|rule| rule.parts.first());
        let has_match = |direction: &Direction, elements: &[CompiledElement]| {
            Matcher { sets, step: Step::new(*direction, shape) }.has_match(elements)
        };
        let mut lines = parts.flat_map(|(directions, elements)| {
            directions.iter().map(move |direction| (direction, elements))
        });
        lines.any(|(direction, elements)| has_match(direction, elements))
    }
}

/// The sets after the changes of a match that ends on the cell of that index.
#[inline]
fn changed<W: Word, const N: usize>(
    sets: &[W; N],
    step: Step<W>,
    last: u32,
    changes: &[Change],
) -> [W; N] {
    let (mut cleared, mut added) = (W::default(), [W::default(); N]);
    for (back, change) in changes.iter().rev().enumerate() {
        let cell = match change {
            Change::Keep => continue,
            _ => step.back_from(last, back),
        };
        cleared = cleared | cell;
        if let Change::Live(set) = change {
            added[usize::from(*set)] = added[usize::from(*set)] | cell;
        }
    }
    std::array::from_fn(|i| sets[i] & !cleared | added[i])
}

/// Calls a function with the index of each bit, the lowest first.
#[inline]
pub(crate) fn for_each_bit<W: Word>(set: W, mut visit: impl FnMut(u32)) {
    all_bits(set, |index| {
        visit(index);
        true
    });
}

/// Calls a function with the index of each bit, the lowest first, while it returns true. Returns whether it always did.
#[inline]
fn all_bits<W: Word>(set: W, mut visit: impl FnMut(u32) -> bool) -> bool {
    let mut rest = set;
    while rest != W::default() {
        let bit = rest.lowest();
        rest = rest ^ bit;
        if !visit(bit.lowest_index()) {
            return false;
        }
    }
    true
}
