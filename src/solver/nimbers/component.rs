//! What a search of nim values knows of a component, and lists of options.

use std::cmp::Reverse;
use std::hash::Hash;

use super::bounds::{Bounds, Efforts, NEVER};
use crate::ValueError;
use crate::hash::hash_of;
use crate::rules::Short;

/// A normalized component of an impartial position.
pub(super) trait Component: Clone + Eq + Hash {
    /// A measure by which options are ordered: a component with a smaller one takes less time.
    fn size(&self) -> u32;
    /// The bytes of memory that it owns beside its own.
    fn heap_bytes(&self) -> usize;
    /// Whether few components come up in play: then each of them is valued.
    fn is_valued(&self) -> bool;
    /// Adds the options, and calls the function with the bytes of the list at least once a millisecond.
    ///
    /// # Errors
    /// Those of the function.
    fn add_options(
        &self,
        options: &mut Options<Self>,
        check: &mut dyn FnMut(usize) -> Result<(), ValueError>,
    ) -> Result<(), ValueError>;
}

/// The [steps](crate::rules::Search::option_steps) of options between two checks of the limits, about a millisecond.
const STEPS_BETWEEN_CHECKS: usize = 1 << 10;

impl<P: Short> Component for P {
    fn size(&self) -> u32 {
        Short::size(self)
    }

    fn heap_bytes(&self) -> usize {
        P::SEARCH.heap_bytes(self)
    }

    fn is_valued(&self) -> bool {
        (P::SEARCH.has_few_components)(self)
    }

    fn add_options(
        &self,
        options: &mut Options<P>,
        check: &mut dyn FnMut(usize) -> Result<(), ValueError>,
    ) -> Result<(), ValueError> {
        let mut list = Vec::new();
        (P::SEARCH.left_options)(self, &mut list);
        check(list.iter().map(P::SEARCH.heap_bytes).sum())?;
        let (option_steps, mut steps) = (P::SEARCH.option_steps(self), 0);
        for option in list {
            options.add_position(&option);
            options.end_option();
            steps += option_steps;
            if steps >= STEPS_BETWEEN_CHECKS {
                steps = 0;
                check(options.heap_bytes)?;
            }
        }
        Ok(())
    }
}

/// A component, and what is known of it.
#[derive(Clone)]
pub(super) struct Part<C> {
    pub(super) component: C,
    pub(super) hash: u64,
    pub(super) size: u32,
    pub(super) bounds: Bounds,
    /// The efforts to answer the question whether the value is the number, if it was asked.
    pub(super) asked: Option<(u32, Efforts)>,
}

impl<C: Component> Part<C> {
    pub(super) fn new(component: C) -> Part<C> {
        let (hash, size) = (hash_of(&component), component.size());
        Part { component, hash, size, bounds: Bounds::of_options(u16::MAX), asked: None }
    }
}

impl<C> Part<C> {
    pub(super) fn efforts(&self, n: u32) -> Efforts {
        match self.asked {
            Some((asked, efforts)) if asked == n => efforts,
            _ => Efforts::of_size(self.size),
        }
    }

    /// Whether it is known that the value is `n`, or that it is not.
    pub(super) fn is(&self, n: u32) -> Option<bool> {
        let refuted = || (self.efforts(n).is == NEVER).then_some(false);
        self.bounds.is(n).or_else(refuted)
    }

    /// Whether the value is known, or whether it is the goal.
    pub(super) fn is_answered(&self, goal: Option<u32>) -> bool {
        self.bounds.value().is_some() || goal.is_some_and(|goal| self.is(goal).is_some())
    }

    pub(super) fn learn(&mut self, bounds: Bounds, asked: Option<(u32, Efforts)>) {
        self.bounds = self.bounds.and(bounds);
        self.asked = asked.or(self.asked);
    }
}

/// An option: where its parts are, from the smallest to the largest.
pub(super) struct Choice {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Its value, once that is known.
    pub(super) value: Option<u32>,
    /// Where it is in the list, and equal for equal options: the size of the largest part, the number of parts, and a hash.
    order: (u32, Reverse<usize>, u64),
}

/// Options of a component, each with its parts.
pub(super) struct Options<C> {
    pub(super) parts: Vec<Part<C>>,
    pub(super) choices: Vec<Choice>,
    /// The bytes that the components own on the heap.
    pub(super) heap_bytes: usize,
}

impl<C> Default for Options<C> {
    fn default() -> Options<C> {
        Options { parts: Vec::new(), choices: Vec::new(), heap_bytes: 0 }
    }
}

impl<P: Short> Options<P> {
    /// The components of a position, as an option that is being listed.
    pub(super) fn components(position: &P) -> Options<P> {
        let mut options = Options::default();
        options.add_position(position);
        options
    }

    /// Adds the components of a position to the option that is being listed.
    fn add_position(&mut self, position: &P) {
        let components = position.components();
        for component in components.filter(|component| !P::SEARCH.is_paired(component)) {
            self.add(component.normalized().0);
        }
    }
}

impl<C: Component> Options<C> {
    /// Adds a component to the option that is being listed.
    pub(super) fn add(&mut self, component: C) {
        self.heap_bytes += component.heap_bytes();
        self.parts.push(Part::new(component));
    }

    /// Ends an option. Two equal components are 0, and left out.
    pub(super) fn end_option(&mut self) {
        let start = self.choices.last().map_or(0, |choice| choice.end);
        self.parts[start..].sort_unstable_by_key(|part| (part.size, part.hash));
        let mut place = start;
        while place + 1 < self.parts.len() {
            let [a, b] = [&self.parts[place], &self.parts[place + 1]];
            if a.hash == b.hash && a.component == b.component {
                self.heap_bytes -= 2 * a.component.heap_bytes();
                self.parts.drain(place..place + 2);
            } else {
                place += 1;
            }
        }
        let parts = &self.parts[start..];
        let hash = parts.iter().fold(0u64, |sum, part| sum.rotate_left(1) ^ part.hash);
        let order = (parts.last().map_or(0, |part| part.size), Reverse(parts.len()), hash);
        self.choices.push(Choice { start, end: self.parts.len(), value: None, order });
    }

    /// Sorts the options, those with the smallest largest part first, and leaves out those that are equal to others.
    pub(super) fn sort(&mut self) {
        self.choices.sort_unstable_by_key(|choice| choice.order);
        let parts = &self.parts;
        self.choices.dedup_by(|a, b| {
            let [x, y] = [&parts[a.start..a.end], &parts[b.start..b.end]];
            a.order == b.order && x.iter().zip(y).all(|(x, y)| x.component == y.component)
        });
    }

    pub(super) fn clear(&mut self) {
        self.parts.clear();
        self.choices.clear();
        self.heap_bytes = 0;
    }

    /// The bytes of the lists.
    pub(super) fn bytes(&self) -> usize {
        self.heap_bytes
            + self.parts.capacity() * size_of::<Part<C>>()
            + self.choices.capacity() * size_of::<Choice>()
    }
}
