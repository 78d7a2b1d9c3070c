//! Caches that outlive a computation, above the store of forms.

use std::hash::{BuildHasher, Hash};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;

use super::engine::Request;
use super::memory::growth;
use super::print::Layout;
use super::store::{Forms, Id};
use super::{Thermograph, Uptimal};
use crate::hash::BuildMix;

/// The forms of a store, with caches of what is computed about them.
pub(crate) struct StoreInner {
    forms: Forms,
    pub(crate) thermographs: Cache<Id, Arc<Thermograph>>,
    pub(crate) uptimals: Cache<Id, Option<Uptimal>>,
    pub(crate) layouts: Cache<Id, Arc<Layout>>,
    /// Results of other operations, see `Engine::memoized`.
    pub(crate) results: Cache<Request, Id>,
}

/// The largest number of bytes of each cache.
const CACHE_BYTES: usize = 64 << 20;

impl StoreInner {
    pub(crate) fn new() -> StoreInner {
        StoreInner {
            forms: Forms::new(),
            thermographs: Cache::new(CACHE_BYTES),
            uptimals: Cache::new(CACHE_BYTES),
            layouts: Cache::new(CACHE_BYTES),
            results: Cache::new(CACHE_BYTES),
        }
    }

    /// The bytes that the store takes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes_of(false)
    }

    /// The bytes that the store takes; if `soon`, with those of the next growth.
    pub(crate) fn bytes_of(&self, soon: bool) -> usize {
        self.forms.bytes(soon)
            + self.thermographs.bytes(soon)
            + self.uptimals.bytes(soon)
            + self.layouts.bytes(soon)
            + self.results.bytes(soon)
    }
}

impl Deref for StoreInner {
    type Target = Forms;

    #[inline]
    fn deref(&self) -> &Forms {
        &self.forms
    }
}

impl AsRef<StoreInner> for StoreInner {
    fn as_ref(&self) -> &StoreInner {
        self
    }
}

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
        self.shards[(hash >> 40) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, key: K) -> Option<V> {
        self.shard(key).map.get(&key).cloned()
    }

    /// Caches a value that owns `heap_bytes` bytes.
    pub(crate) fn set(&self, key: K, value: V, heap_bytes: usize) {
        let mut shard = self.shard(key);
        if shard.map.allocation_size() + shard.heap_bytes + heap_bytes > self.max_bytes {
            shard.map.clear();
            shard.heap_bytes = 0;
        }
        shard.heap_bytes += heap_bytes;
        shard.map.insert(key, value);
    }

    /// The bytes it takes; if `soon`, with those of the next growth.
    pub(crate) fn bytes(&self, soon: bool) -> usize {
        let bytes = |shard: &Mutex<Shard<K, V>>| {
            let Shard { map, heap_bytes } = &*shard.lock().unwrap_or_else(PoisonError::into_inner);
            let growth = if soon { growth(map.len(), map.capacity(), 2) } else { 1 };
            map.allocation_size() * growth + heap_bytes
        };
        self.shards.iter().map(bytes).sum()
    }
}
