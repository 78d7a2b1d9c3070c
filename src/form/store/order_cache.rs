//! The cache of comparisons.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::Id;
use super::levels::Levels;
use crate::hash::mix;

/// A direct-mapped lossy cache of answers to `g <= h`. An entry is one word (two ids of 31 bits, the answer, a bit that
/// says that the entry is used), a collision overwrites, and threads share it without locks.
pub(super) struct OrderCache(Levels<AtomicU64>);

impl OrderCache {
    /// The largest number of entries for each form. Strips need more comparisons than boards: on 1x36 there are 67 for each form.
    const PER_FORM: usize = 64;

    /// See [`Levels`]. Boards have a sixth of the comparisons of strips for each form, and most are asked for once: there a small
    /// cache is faster, with fewer cache misses of the processor. Beside 0, 4x5 takes 0.9 of the time, and 1x36 1.015 times
    /// the instructions.
    const LOST_PER_FORM: usize = 8;

    pub(super) fn new() -> OrderCache {
        OrderCache(Levels::new(OrderCache::PER_FORM, OrderCache::LOST_PER_FORM))
    }

    #[inline]
    fn slot(level: &[AtomicU64], g: Id, h: Id) -> &AtomicU64 {
        let place = mix(OrderCache::key(g, h), 0) >> (64 - level.len().ilog2());
        &level[place as usize]
    }

    #[inline]
    fn key(g: Id, h: Id) -> u64 {
        u64::from(g.0) << 33 | u64::from(h.0) << 2 | 1
    }

    /// The games of an entry that is used.
    fn ids(word: u64) -> (Id, Id) {
        (Id((word >> 33) as u32), Id((word >> 2) as u32 & (u32::MAX >> 1)))
    }

    #[inline]
    pub(super) fn get(&self, g: Id, h: Id) -> Option<bool> {
        let key = OrderCache::key(g, h);
        let word = OrderCache::slot(self.0.entries(), g, h).load(Relaxed);
        (word & !2 == key).then_some(word & 2 != 0)
    }

    #[inline]
    pub(super) fn set(&self, g: Id, h: Id, answer: bool, forms: usize) {
        let key = OrderCache::key(g, h);
        let slot = OrderCache::slot(self.0.entries(), g, h);
        let before = slot.load(Relaxed);
        slot.store(key | u64::from(answer) << 1, Relaxed);
        if before != 0 && before & !2 != key {
            self.0.count_overwritten(forms, |word, larger| match word.load(Relaxed) {
                0 => {}
                word => {
                    let (g, h) = OrderCache::ids(word);
                    OrderCache::slot(larger, g, h).store(word, Relaxed);
                }
            });
        }
    }

    /// The bytes that it takes, or if `soon`, those that it takes in a store of this number of forms after the next
    /// growth.
    pub(super) fn bytes(&self, soon: bool, forms: usize) -> usize {
        self.0.bytes(soon, forms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_entries_when_it_grows() {
        let (cache, forms) = (OrderCache::new(), 1 << 8);
        let pair = |i: u32| (Id(8 * i), Id((8 * i) ^ 1));
        let pairs: Vec<(Id, Id)> =
            (0..1 << 13).map(pair).flat_map(|(g, h)| [(g, h), (h, g)]).collect();
        let answer = |g: Id| g.is_negated();
        let first = cache.bytes(false, forms);
        for &(g, h) in &pairs {
            cache.set(g, h, answer(g), forms);
            assert_eq!(cache.get(g, h), Some(answer(g)));
        }
        assert!(cache.bytes(false, forms) > first, "it did not grow");
        let kept: Vec<_> = pairs.iter().filter_map(|&(g, h)| Some((g, cache.get(g, h)?))).collect();
        assert!(kept.iter().all(|&(g, found)| found == answer(g)));
        // A cache of the first size would keep at most a quarter of them.
        assert!(kept.len() > pairs.len() / 2, "{} of {}", kept.len(), pairs.len());
        assert_eq!(OrderCache::new().bytes(true, forms), 0);
    }

    #[test]
    fn is_no_larger_than_the_store_needs() {
        // It is small in a store of few forms, and where each form has few comparisons.
        for forms in [100, 1 << 20] {
            let cache = OrderCache::new();
            (0..1 << 13).for_each(|i| cache.set(Id(8 * i), Id(8), true, forms));
            assert_eq!(cache.bytes(true, forms), (1 << 12) * size_of::<AtomicU64>());
        }
    }
}
