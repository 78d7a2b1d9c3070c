//! Pseudorandom numbers, the same for the same seed on every machine.

use dicot::rules::{Position, Turn};

/// A generator of pseudorandom numbers; not for secrets.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014).
///
/// # Examples
/// ```
/// use dicot_bots::Dice;
/// let (mut dice, mut same) = (Dice::new(7), Dice::new(7));
/// assert_eq!(dice.next(), same.next());
/// assert!(dice.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice(u64);

impl Dice {
    /// Creates a generator whose numbers the seed decides.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Creates a generator whose numbers differ from run to run.
    pub fn of_this_run() -> Dice {
        use std::hash::{BuildHasher, RandomState};
        Dice(RandomState::new().hash_one(0))
    }

    /// Returns the next number, any of 64 bits with the same probability.
    #[expect(
        clippy::should_implement_trait,
        reason = "a generator without an end is not an iterator"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, or 0 if that is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // The high half of the product, as in Lemire, Fast random integer generation in an interval (2019), without
        // his rejection: the bias is below bound / 2^64.
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns one of the items, each with the same probability, or `None` if the iterator is empty: reservoir sampling.
    pub fn pick<T>(&mut self, items: impl Iterator<Item = T>) -> Option<T> {
        let mut picked = None;
        for (i, item) in (1..).zip(items) {
            if self.below(i) == 0 {
                picked = Some(item);
            }
        }
        picked
    }

    /// Returns one of the moves. Compiled once for each type of positions, and not where it is called.
    #[inline(never)]
    pub(crate) fn pick_move<P: Position>(&mut self, turn: &Turn<P>) -> Option<P::Move> {
        self.pick(turn.moves())
    }

    /// Shuffles the items; all orders have the same probability (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn every_item_as_often() {
        let mut dice = Dice::new(1);
        let mut picked = [0; 6];
        (0..60_000).for_each(|_| picked[dice.pick(0..6).unwrap()] += 1);
        assert!(picked.iter().all(|&times| (9_500..10_500).contains(&times)), "{picked:?}");
        let mut first = [0; 6];
        for _ in 0..60_000 {
            let mut items = [0, 1, 2, 3, 4, 5];
            dice.shuffle(&mut items);
            first[items[0]] += 1;
        }
        assert!(first.iter().all(|&times| (9_500..10_500).contains(&times)), "{first:?}");
        assert_eq!((dice.below(0), dice.pick(0..0)), (0, None));
    }
}
