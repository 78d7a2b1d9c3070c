//! What a store remembers between computations, within a bound on memory.

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;

use super::work::growth;
use crate::hash::BuildMix;

const SHARDS: usize = 16;

/// A map shared by threads; a shard of it that is full starts anew.
pub(crate) struct Cache<K, V> {
    shards: [Mutex<Shard<K, V>>; SHARDS],
    /// The most bytes of a shard.
    most: usize,
}

struct Shard<K, V> {
    map: HashMap<K, V, BuildMix>,
    /// Bytes behind the values.
    behind: usize,
}

impl<K: Copy + Eq + Hash, V: Clone> Cache<K, V> {
    /// A cache of at most so many bytes.
    pub(crate) fn new(most: usize) -> Cache<K, V> {
        let shard = |_| Mutex::new(Shard { map: HashMap::default(), behind: 0 });
        Cache { shards: std::array::from_fn(shard), most: most / SHARDS }
    }

    fn shard(&self, key: K) -> MutexGuard<'_, Shard<K, V>> {
        // The map uses the low bits and the highest ones.
        let hash = BuildMix::default().hash_one(key);
        self.shards[(hash >> 40) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, key: K) -> Option<V> {
        self.shard(key).map.get(&key).cloned()
    }

    /// Remembers a value, behind which there are so many bytes.
    pub(crate) fn set(&self, key: K, value: V, behind: usize) {
        let mut shard = self.shard(key);
        if shard.map.allocation_size() + shard.behind + behind > self.most {
            shard.map.clear();
            shard.behind = 0;
        }
        shard.behind += behind;
        shard.map.insert(key, value);
    }

    /// The bytes it takes; if `soon`, with those that its maps are about to grow by.
    pub(crate) fn bytes(&self, soon: bool) -> usize {
        let bytes = |shard: &Mutex<Shard<K, V>>| {
            let Shard { map, behind } = &*shard.lock().unwrap_or_else(PoisonError::into_inner);
            let growth = if soon { growth(map.len(), map.capacity(), 2) } else { 1 };
            map.allocation_size() * growth + behind
        };
        self.shards.iter().map(bytes).sum()
    }
}
