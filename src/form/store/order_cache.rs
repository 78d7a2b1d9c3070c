//! The cache of comparisons.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use super::Id;
use crate::hash::mix;

/// A direct-mapped lossy cache of answers to `g <= h`. An entry is one word (two ids of 31 bits, the answer, a bit that
/// says that the entry is used), a collision overwrites, and threads share it without locks.
///
/// It grows by copying its entries to a larger level. Older levels are not used any more.
pub(super) struct OrderCache {
    levels: [OnceLock<Box<[AtomicU64]>>; LEVELS],
    level: AtomicUsize,
    /// Entries of the level that were overwritten.
    overwritten: AtomicUsize,
}

/// From 2^12 entries (32 KiB) to 2^22 (32 MiB).
const LEVELS: usize = 6;

impl OrderCache {
    const FIRST_LOG: u32 = 12;

    /// The largest number of entries for each form. Strips need more comparisons than boards: on 1x36 there are 67 for each form.
    const PER_FORM: usize = 64;

    pub(super) fn new() -> OrderCache {
        OrderCache {
            levels: [const { OnceLock::new() }; LEVELS],
            level: AtomicUsize::new(0),
            overwritten: AtomicUsize::new(0),
        }
    }

    /// The number of entries of a level.
    #[inline]
    fn entries(level: usize) -> usize {
        1 << (OrderCache::FIRST_LOG + 2 * level as u32)
    }

    /// Whether the level may be followed by a larger one when it has lost a number of entries, in a store with a number of
    /// forms.
    #[inline]
    fn is_small(level: usize, overwritten: usize, forms: usize) -> bool {
        let entries = OrderCache::entries(level);
        overwritten >= entries / 4
            && level + 1 < LEVELS
            && OrderCache::entries(level + 1) <= forms * OrderCache::PER_FORM
    }

    #[inline]
    fn level(&self, level: usize) -> &[AtomicU64] {
        let new = || (0..OrderCache::entries(level)).map(|_| AtomicU64::new(0)).collect();
        self.levels[level].get_or_init(new)
    }

    #[inline]
    fn slot(level: &[AtomicU64], key: u64) -> &AtomicU64 {
        let hash = mix(key, 0);
        &level[(hash >> (64 - level.len().ilog2())) as usize]
    }

    #[inline]
    fn key(g: Id, h: Id) -> u64 {
        u64::from(g.0) << 33 | u64::from(h.0) << 2 | 1
    }

    #[inline]
    pub(super) fn get(&self, g: Id, h: Id) -> Option<bool> {
        let key = OrderCache::key(g, h);
        let word = OrderCache::slot(self.level(self.level.load(Relaxed)), key).load(Relaxed);
        (word & !2 == key).then_some(word & 2 != 0)
    }

    #[inline]
    pub(super) fn set(&self, g: Id, h: Id, answer: bool, forms: usize) {
        let key = OrderCache::key(g, h);
        let level = self.level.load(Relaxed);
        let slot = OrderCache::slot(self.level(level), key);
        let before = slot.load(Relaxed);
        slot.store(key | u64::from(answer) << 1, Relaxed);
        if before != 0 && before & !2 != key {
            let overwritten = self.overwritten.fetch_add(1, Relaxed) + 1;
            if OrderCache::is_small(level, overwritten, forms) {
                self.grow(level);
            }
        }
    }

    /// Copies the entries to the next level. What other threads write to the old one at the same time is lost.
    #[cold]
    fn grow(&self, level: usize) {
        let larger = self.level(level + 1);
        for word in self.level(level) {
            match word.load(Relaxed) {
                0 => {}
                word => OrderCache::slot(larger, word & !2).store(word, Relaxed),
            }
        }
        self.overwritten.store(0, Relaxed);
        self.level.store(level + 1, Relaxed);
    }

    /// The bytes that it takes, or if `soon`, those that it takes in a store of this number of forms after the next
    /// growth.
    pub(super) fn bytes(&self, soon: bool, forms: usize) -> usize {
        let level = self.level.load(Relaxed);
        let overwritten = self.overwritten.load(Relaxed);
        let next = soon && OrderCache::is_small(level, 2 * overwritten, forms);
        let used = |&i: &usize| next && i == level + 1 || self.levels[i].get().is_some();
        (0..LEVELS).filter(used).map(OrderCache::entries).sum::<usize>() * size_of::<AtomicU64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_entries_when_it_grows() {
        let (cache, forms) = (OrderCache::new(), 1 << 20);
        let pairs: Vec<(Id, Id)> = (0..1 << 13).map(|i| (Id(8 * i), Id((8 * i) ^ 1))).collect();
        let answer = |g: Id| g.0.is_multiple_of(3);
        let first = cache.bytes(false, forms);
        for &(g, h) in &pairs {
            cache.set(g, h, answer(g), forms);
            assert_eq!(cache.get(g, h), Some(answer(g)));
        }
        assert!(cache.bytes(false, forms) > first, "it did not grow");
        let kept: Vec<_> = pairs.iter().filter_map(|&(g, h)| Some((g, cache.get(g, h)?))).collect();
        assert!(kept.iter().all(|&(g, found)| found == answer(g)));
        // A cache of the first size would keep at most half of them.
        assert!(kept.len() > pairs.len() * 5 / 8, "{} of {}", kept.len(), pairs.len());
        assert_eq!(OrderCache::new().bytes(true, forms), 0);
    }

    #[test]
    fn is_no_larger_than_the_store_needs() {
        let cache = OrderCache::new();
        (0..1 << 13).for_each(|i| cache.set(Id(8 * i), Id(8), true, 100));
        assert_eq!(cache.bytes(true, 100), OrderCache::entries(0) * size_of::<AtomicU64>());
    }
}
