//! The cache of sums.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::Id;
use super::levels::Levels;
use crate::hash::mix;

/// A direct-mapped lossy cache of sums `g + h`, where a collision overwrites, which threads share without locks.
///
/// An entry is a seqlock of two words. The first has `g` in its upper 31 bits, then a version of 32 bits and a bit that is set
/// while the entry is written; the second has `h` and the sum. A writer that finds the bit set forgets its sum, and a reader
/// that finds another first word after the second one finds nothing.
pub(super) struct SumCache(Levels<Entry>);

type Entry = [AtomicU64; 2];

const VERSION: u64 = 1 << 1;
const IS_WRITTEN: u64 = 1;
const G_SHIFT: u32 = 33;

impl SumCache {
    /// The largest number of entries for each form. Not tuned.
    const PER_FORM: usize = 16;

    pub(super) fn new() -> SumCache {
        SumCache(Levels::new(SumCache::PER_FORM, 0))
    }

    #[inline]
    fn entry(entries: &[Entry], g: u32, h: u32) -> &Entry {
        let hash = mix(u64::from(g) << 32 | u64::from(h), 1);
        &entries[(hash >> (64 - entries.len().ilog2())) as usize]
    }

    /// The summands and the sum of an entry.
    #[inline]
    fn read(entry: &Entry) -> Option<[u32; 3]> {
        let first = entry[0].load(Acquire);
        let second = entry[1].load(Acquire);
        let is_whole = first & IS_WRITTEN == 0 && entry[0].load(Relaxed) == first && second != 0;
        is_whole.then_some([(first >> G_SHIFT) as u32, (second >> 32) as u32, second as u32])
    }

    /// Writes an entry, unless another thread does.
    fn write(entry: &Entry, [g, h, sum]: [u32; 3]) {
        let before = entry[0].load(Relaxed);
        let version = before.wrapping_add(VERSION) & ((1 << G_SHIFT) - 1);
        let first = u64::from(g) << G_SHIFT | version;
        if before & IS_WRITTEN == 0
            && entry[0].compare_exchange(before, first | IS_WRITTEN, Acquire, Relaxed).is_ok()
        {
            entry[1].store(u64::from(h) << 32 | u64::from(sum), Release);
            entry[0].store(first, Release);
        }
    }

    #[inline]
    pub(super) fn get(&self, g: Id, h: Id) -> Option<Id> {
        let [a, b, sum] = SumCache::read(SumCache::entry(self.0.entries(), g.0, h.0))?;
        ([a, b] == [g.0, h.0]).then_some(Id(sum))
    }

    pub(super) fn set(&self, g: Id, h: Id, sum: Id, forms: usize) {
        let entry = SumCache::entry(self.0.entries(), g.0, h.0);
        let before = SumCache::read(entry);
        SumCache::write(entry, [g.0, h.0, sum.0]);
        if before.is_some_and(|[a, b, _]| [a, b] != [g.0, h.0]) {
            self.0.count_overwritten(forms, |entry, larger| {
                if let Some(sum) = SumCache::read(entry) {
                    SumCache::write(SumCache::entry(larger, sum[0], sum[1]), sum);
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

    /// The sum that the tests cache, a different one for each pair.
    fn sum(g: u32, h: u32) -> Id {
        Id(8 * (g + 3 * h) + 1)
    }

    #[test]
    fn keeps_its_sums_when_it_grows() {
        let (cache, forms) = (SumCache::new(), 1 << 20);
        let pairs: Vec<(Id, Id)> = (0..1 << 13).map(|i| (Id(8 * i), Id((8 * i) ^ 1))).collect();
        for &(g, h) in &pairs {
            assert_eq!(cache.get(g, h), None);
            cache.set(g, h, sum(g.0, h.0), forms);
            assert_eq!(cache.get(g, h), Some(sum(g.0, h.0)));
        }
        let kept: Vec<_> =
            pairs.iter().filter_map(|&(g, h)| Some((g, h, cache.get(g, h)?))).collect();
        assert!(kept.iter().all(|&(g, h, found)| found == sum(g.0, h.0)));
        // A cache of the first size would keep at most half of them.
        assert!(kept.len() > pairs.len() * 5 / 8, "{} of {}", kept.len(), pairs.len());
    }

    /// Threads that overwrite the same few entries never read the sum of other summands.
    #[test]
    fn entries_are_whole() {
        let cache = SumCache::new();
        let work = |thread: u32| {
            let mut found = 0;
            for i in 0..200_000_u32 {
                // With a limit of no forms it does not grow, and 4000 pairs share 4096 entries.
                let (g, h) = (Id(8 * (i % 61)), Id(8 * (i.wrapping_mul(7) + thread) % 512));
                match cache.get(g, h) {
                    Some(id) => {
                        assert_eq!(id, sum(g.0, h.0));
                        found += 1;
                    }
                    None => cache.set(g, h, sum(g.0, h.0), 0),
                }
            }
            found
        };
        let found: usize = std::thread::scope(|scope| {
            let threads = [0, 1].map(|thread| {
                scope.spawn({
                    let work = &work;
                    move || work(thread)
                })
            });
            threads.map(|thread| thread.join().unwrap()).iter().sum()
        });
        assert!(found > 1000, "{found}");
    }
}
