//! Grundy values of games whose moves leave at most two heaps, by all pairs of heaps: for codes in which no mask has few rare
//! heaps (`sparse.rs`).
//!
//! There are more pairs than pairs with a rare heap, but each takes about a fifth of the time: the values have 16 bits
//! and are kept forwards and backwards, so that the two heaps of all pairs are read in order, and the table of values that
//! are reached has an entry for each number of 16 bits, so that no index is checked.

use crate::sparse::Move;

/// The values of heaps 0, 1, .. and the table.
#[derive(Clone, Debug)]
pub(crate) struct Dense {
    forwards: Vec<u16>,
    /// The values from the end back, with room for more.
    backwards: Vec<u16>,
    reached: Box<[bool; 1 << 16]>,
    /// A power of two above all values: sums are below it as well.
    bound: usize,
}

impl Dense {
    /// The values, with room for as many more, or `None` if one is too large.
    pub(crate) fn new(values: &[u32]) -> Option<Dense> {
        let room = 2 * values.len().next_power_of_two();
        let mut dense = Dense {
            forwards: Vec::with_capacity(room),
            backwards: vec![0; room],
            reached: Box::new([false; 1 << 16]),
            bound: 1,
        };
        values.iter().all(|&value| dense.push(value).is_some()).then_some(dense)
    }

    /// Adds the value of the next heap, or returns `None` if it is too large.
    pub(crate) fn push(&mut self, value: u32) -> Option<()> {
        let value = u16::try_from(value).ok()?;
        let place = self.backwards.len().checked_sub(self.forwards.len() + 1)?;
        self.backwards[place] = value;
        self.forwards.push(value);
        self.bound = self.bound.max((usize::from(value) + 1).next_power_of_two());
        Some(())
    }

    /// The bytes of all lists.
    pub(crate) fn bytes(&self) -> usize {
        2 * (self.forwards.capacity() + self.backwards.len()) + self.reached.len()
    }

    /// The least value that no option of the next heap has.
    pub(crate) fn value(&mut self, moves: &[Move]) -> u32 {
        let Dense { forwards, backwards, reached, bound } = self;
        let heap = forwards.len();
        reached[..*bound].fill(false);
        for mv in moves.iter().filter(|mv| mv.taken <= heap) {
            let rest = heap - mv.taken;
            if mv.leaves_zero(rest) {
                reached[0] = true;
            }
            if mv.one && rest > 0 {
                reached[usize::from(forwards[rest])] = true;
            }
            let last = mv.last_part(rest);
            // Heaps 1 to `last`, and with each the other heap of the pair.
            let parts = &forwards[1..][..last];
            let others = &backwards[backwards.len() - rest..][..last];
            for (part, other) in parts.iter().zip(others) {
                reached[usize::from(part ^ other)] = true;
            }
        }
        let value = reached[..*bound].iter().position(|&reached| !reached);
        value.unwrap_or(*bound) as u32
    }
}
