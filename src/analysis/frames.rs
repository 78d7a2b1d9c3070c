//! Components whose options are being valued.

use std::mem;

use smallvec::SmallVec;

use super::table::Table;
use crate::form::{Engine, Id};
use crate::rules::{self, Short};
use crate::{ByPlayer, Player, ValueError};

/// A component of which the options are being valued.
pub(super) struct Frame<P> {
    pub(super) component: P,
    /// The components of all options, normalized, and whether each is negated.
    pub(super) parts: Vec<(P, bool)>,
    /// The bytes that these own on the heap.
    heap_bytes: usize,
    pub(super) options: OptionValues,
}

/// The options of a component, by their parts.
#[derive(Default)]
pub(super) struct OptionValues {
    /// Where each option's parts end, and whose option it is.
    ends: Vec<(Player, usize)>,
    /// The values of the parts; [`Id::NONE`] until they are known.
    pub(super) values: Vec<Id>,
    /// How many values are known, in the order of the thread.
    pub(super) known: usize,
}

/// The order in which a thread values the parts of a frame. Threads that value the same component in other orders seldom
/// do the same work, since each takes from the table what another has found.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub(super) thread: usize,
    pub(super) threads: usize,
}

impl Order {
    pub(super) const ALONE: Order = Order { thread: 0, threads: 1 };

    /// The index of the part that comes at that place: every second thread goes backward, and each pair has its own start.
    #[inline]
    pub(super) fn index(self, place: usize, parts: usize) -> usize {
        if self.thread == 0 {
            return place;
        }
        let start = parts * (self.thread / 2) / self.threads.div_ceil(2);
        let index = (start + place) % parts;
        if self.thread.is_multiple_of(2) { index } else { parts - 1 - index }
    }
}

impl<P: Short> Frame<P> {
    /// A frame for a component, which reuses the memory of a frame that is done.
    pub(super) fn new(
        component: P,
        done: Option<Frame<P>>,
        table: &mut Table<P>,
        engine: &mut Engine<'_>,
    ) -> Result<Frame<P>, ValueError> {
        let (mut parts, mut options) =
            done.map_or_else(Default::default, |done| (done.parts, done.options));
        parts.clear();
        options.ends.clear();
        options.values.clear();
        // The bytes of the lists, with room for the values to come.
        let part_bytes = size_of::<(P, bool)>() + size_of::<Id>();
        let bytes = |parts, ends| parts * part_bytes + ends * size_of::<(Player, usize)>();
        let before = bytes(parts.capacity(), options.ends.capacity());
        let (other_bytes, more_steps) =
            (engine.other_bytes, P::SEARCH.option_steps(&component) - 1);
        let (mut heap_bytes, mut counted) = (0, 0);
        for player in Player::BOTH {
            component.split_options_into(player, &mut parts, |parts| {
                options.ends.push((player, parts.len()));
                heap_bytes += rules::heap_bytes(&parts[counted..]);
                counted = parts.len();
                // A position can have a hundred thousand options.
                let bytes = bytes(parts.capacity(), options.ends.capacity()) + heap_bytes;
                engine.other_bytes = other_bytes + bytes - before;
                engine.steps(more_steps)
            })?;
        }
        table.get_packed(&parts, &mut options.values);
        options.known = 0;
        Ok(Frame { component, parts, heap_bytes, options })
    }

    /// Ends the frame: what is left is memory for another one.
    pub(super) fn end(&mut self, engine: &mut Engine<'_>) {
        self.parts.clear();
        engine.other_bytes = engine.other_bytes.wrapping_sub(mem::take(&mut self.heap_bytes));
    }
}

impl OptionValues {
    /// The value of the component, when all parts have theirs.
    pub(super) fn value(&mut self, engine: &mut Engine<'_>) -> Result<Id, ValueError> {
        engine.recurse(|engine| {
            let mut lists = ByPlayer { left: SmallVec::new(), right: SmallVec::new() };
            let mut start = 0;
            for &(player, end) in &self.ends {
                let sum = sum(&mut self.values[start..end], engine)?;
                engine.push(&mut lists[player], sum)?;
                start = end;
            }
            engine.simplify([lists.left, lists.right])
        })
    }
}

/// Adds up values, closed forms first.
pub(super) fn sum(values: &mut [Id], engine: &mut Engine<'_>) -> Result<Id, ValueError> {
    match *values {
        [value] => return Ok(value),
        [g, h] => return engine.add(g, h),
        _ => {}
    }
    values.sort_unstable();
    let [closed, others] = [true, false].map(|closed| move |id: &&Id| id.is_closed() == closed);
    let mut sorted = values.iter().filter(closed).chain(values.iter().filter(others));
    sorted.try_fold(Id::ZERO, |sum, &value| engine.add(sum, value))
}
