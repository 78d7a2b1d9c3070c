//! The cache of sums.

use std::sync::Mutex;

use super::{Id, SHARDS, lock};
use crate::hash::mix;

/// A direct-mapped lossy cache of sums: entries `[g, h, g + h]`, a collision overwrites.
pub(super) struct SumCache {
    shards: [Mutex<Vec<[u32; 3]>>; SHARDS],
}

impl SumCache {
    /// The largest number of entries of a shard: 16 shards of 3 MiB.
    const MAX: usize = 1 << 18;

    pub(super) fn new() -> SumCache {
        SumCache { shards: [const { Mutex::new(Vec::new()) }; SHARDS] }
    }

    fn hash(g: u32, h: u32) -> u64 {
        mix(u64::from(g) << 32 | u64::from(h), 1)
    }

    fn place(hash: u64, len: usize) -> usize {
        hash as usize & (len - 1)
    }

    /// Whether a shard is too small for a store with this number of forms.
    fn is_small(len: usize, forms: usize) -> bool {
        len * SHARDS < 16 * forms && len < SumCache::MAX
    }

    pub(super) fn get(&self, g: Id, h: Id) -> Option<Id> {
        let hash = SumCache::hash(g.0, h.0);
        let shard = lock(&self.shards[(hash >> 32) as usize % SHARDS]);
        if shard.is_empty() {
            return None;
        }
        let [a, b, sum] = shard[SumCache::place(hash, shard.len())];
        ([a, b] == [g.0, h.0]).then_some(Id(sum))
    }

    pub(super) fn set(&self, g: Id, h: Id, sum: Id, forms: usize) {
        let hash = SumCache::hash(g.0, h.0);
        let mut shard = lock(&self.shards[(hash >> 32) as usize % SHARDS]);
        if shard.is_empty() || SumCache::is_small(shard.len(), forms) {
            let size = (2 * shard.len()).max(64);
            let old = std::mem::replace(&mut *shard, vec![[0; 3]; size]);
            for entry in old {
                let place = SumCache::place(SumCache::hash(entry[0], entry[1]), size);
                shard[place] = entry;
            }
        }
        let place = SumCache::place(hash, shard.len());
        shard[place] = [g.0, h.0, sum.0];
    }

    /// The bytes that it takes in a store with this number of forms.
    pub(super) fn bytes(&self, forms: usize) -> usize {
        let len = |shard: &Mutex<Vec<_>>| match lock(shard).len() {
            0 => 0,
            len if SumCache::is_small(len, forms) => 2 * len,
            len => len,
        };
        self.shards.iter().map(len).sum::<usize>() * size_of::<[u32; 3]>()
    }
}
