//! The cache of comparisons.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use super::Id;
use crate::hash::mix;

/// A direct-mapped lossy cache of answers to `g <= h`. An entry is one word (two ids of 31 bits, the answer, a bit that
/// says that the entry is used), a collision overwrites, and threads share it without locks.
///
/// It grows with the store by moving to a larger level. Older levels are not used any more.
pub(super) struct OrderCache {
    levels: [OnceLock<Box<[AtomicU64]>>; LEVELS],
    level: AtomicUsize,
}

/// From 2^12 entries (32 KiB) to 2^22 (32 MiB).
const LEVELS: usize = 6;

impl OrderCache {
    const FIRST_LOG: u32 = 12;

    pub(super) fn new() -> OrderCache {
        OrderCache { levels: [const { OnceLock::new() }; LEVELS], level: AtomicUsize::new(0) }
    }

    /// The binary logarithm of the number of entries of a level.
    #[inline]
    fn log(level: usize) -> u32 {
        OrderCache::FIRST_LOG + 2 * level as u32
    }

    /// Whether a level is too small for a store with this number of forms.
    #[inline]
    fn is_small(level: usize, forms: usize) -> bool {
        level + 1 < LEVELS && forms >> (OrderCache::log(level) - 2) > 0
    }

    #[inline]
    fn slot(&self, level: usize, g: Id, h: Id) -> &AtomicU64 {
        let log = OrderCache::log(level);
        let table = self.levels[level]
            .get_or_init(|| (0..1usize << log).map(|_| AtomicU64::new(0)).collect());
        let hash = mix(u64::from(g.0) << 32 | u64::from(h.0), 0);
        &table[(hash >> (64 - log)) as usize]
    }

    fn key(g: Id, h: Id) -> u64 {
        u64::from(g.0) << 33 | u64::from(h.0) << 2 | 1
    }

    #[inline]
    pub(super) fn get(&self, g: Id, h: Id) -> Option<bool> {
        let word = self.slot(self.level.load(Relaxed), g, h).load(Relaxed);
        (word & !2 == OrderCache::key(g, h)).then_some(word & 2 != 0)
    }

    #[inline]
    pub(super) fn set(&self, g: Id, h: Id, answer: bool, forms: usize) {
        let mut level = self.level.load(Relaxed);
        if OrderCache::is_small(level, forms) {
            level += 1;
            self.level.store(level, Relaxed);
        }
        self.slot(level, g, h).store(OrderCache::key(g, h) | u64::from(answer) << 1, Relaxed);
    }

    /// The bytes that it takes in a store with this number of forms.
    pub(super) fn bytes(&self, forms: usize) -> usize {
        let level = self.level.load(Relaxed);
        let next = level + usize::from(OrderCache::is_small(level, forms));
        let used = |&i: &usize| i == next || self.levels[i].get().is_some();
        (0..LEVELS).filter(used).map(|i| size_of::<AtomicU64>() << OrderCache::log(i)).sum()
    }
}
