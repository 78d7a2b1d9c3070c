//! Caches that threads share.

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard};

use hashbrown::HashMap;

use super::lock;
use crate::hash::{BuildMix, growth};

const SHARDS: usize = 16;

/// A map shared by threads, in shards with a lock each. A shard that is full is cleared.
pub(crate) struct Cache<K, V> {
    shards: [Mutex<Shard<K, V>>; SHARDS],
    /// The largest number of bytes of a shard.
    max_bytes: usize,
}

struct Shard<K, V> {
    map: HashMap<K, V, BuildMix>,
    /// The bytes that the values own on the heap.
    heap_bytes: usize,
}

impl<K: Copy + Eq + Hash, V: Clone> Cache<K, V> {
    /// Creates a cache of at most this number of bytes.
    pub(crate) fn new(max_bytes: usize) -> Cache<K, V> {
        let shard = |_| Mutex::new(Shard { map: HashMap::default(), heap_bytes: 0 });
        Cache { shards: std::array::from_fn(shard), max_bytes: max_bytes / SHARDS }
    }

    fn shard(&self, key: K) -> MutexGuard<'_, Shard<K, V>> {
        // The map itself uses the low and the highest bits.
        let hash = BuildMix::default().hash_one(key);
        lock(&self.shards[(hash >> 40) as usize % SHARDS])
    }

    pub(crate) fn get(&self, key: K) -> Option<V> {
        self.shard(key).map.get(&key).cloned()
    }

    /// Caches a value that owns `heap_bytes` bytes.
    pub(crate) fn set(&self, key: K, value: V, heap_bytes: usize) {
        let mut shard = self.shard(key);
        if shard.map.allocation_size() + shard.heap_bytes + heap_bytes > self.max_bytes {
            // Without its memory: a table that is over the limit by itself would be cleared each time.
            shard.map = HashMap::default();
            shard.heap_bytes = 0;
        }
        shard.heap_bytes += heap_bytes;
        shard.map.insert(key, value);
    }

    /// The bytes it takes; if `soon`, with those of the next growth.
    pub(crate) fn bytes(&self, soon: bool) -> usize {
        let bytes = |shard: &Mutex<Shard<K, V>>| {
            let Shard { map, heap_bytes } = &*lock(shard);
            let growth = if soon { growth(map.len(), map.capacity(), 2) } else { 1 };
            map.allocation_size() * growth + heap_bytes
        };
        self.shards.iter().map(bytes).sum()
    }
}
