//! A hash table from positions to the ids of components, which threads read and fill without waiting for each other.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use super::state::ComponentId;

/// Ids by the hashes of their positions.
///
/// Open addressing with linear probing. A slot is one word, so that a position which is not in the table usually takes one
/// cache miss: the low half of its hash, its id, and the lowest bit, which is set; a free slot is 0. Positions are not in the
/// table: the caller compares them. A thread fills a slot by compare and swap, and the lock is for writing only while a shard
/// grows.
#[derive(Debug)]
pub(super) struct IdTable {
    shards: RwLock<Box<[Shard]>>,
    bytes: AtomicUsize,
}

/// The part of the table for hashes with the same high bits.
#[derive(Debug, Default)]
struct Shard {
    slots: Box<[AtomicU64]>,
    used: AtomicUsize,
}

/// The number of shards: each grows alone, so that the old and the new slots take little memory at the same time.
const SHARDS: usize = 512;

/// The number of slots of the first growth.
const FIRST_SLOTS: usize = 16;

impl Default for IdTable {
    fn default() -> IdTable {
        let shards = (0..SHARDS).map(|_| Shard::default()).collect();
        let bytes = AtomicUsize::new(SHARDS * size_of::<Shard>());
        IdTable { shards: RwLock::new(shards), bytes }
    }
}

/// The table, which does not grow while this exists.
pub(super) struct Reader<'a>(RwLockReadGuard<'a, Box<[Shard]>>);

fn shard_index(hash: u64) -> usize {
    (hash >> 32) as usize % SHARDS
}

impl Shard {
    /// Where a search for a hash begins.
    #[inline]
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize
    }

    /// The slots in the order of a search. At least a quarter of them are free.
    fn probe(&self, hash: u32) -> impl Iterator<Item = &AtomicU64> {
        let (before, after) = self.slots.split_at(self.home(hash));
        after.iter().chain(before)
    }

    fn is_full(&self) -> bool {
        self.used.load(Relaxed) >= self.slots.len() / 4 * 3
    }

    /// Moves the words that are wanted to a table with that many slots.
    fn rebuild(&mut self, slots: usize, wanted: impl Fn(ComponentId) -> bool) {
        let words = self.slots.iter().map(|slot| slot.load(Relaxed));
        let words = words.filter(|&word| word != 0 && wanted(id_of(word)));
        let rebuilt = Shard {
            slots: (0..slots).map(|_| AtomicU64::new(0)).collect(),
            used: AtomicUsize::new(0),
        };
        for word in words {
            let free = rebuilt.probe(hash_of(word)).find(|slot| slot.load(Relaxed) == 0);
            free.expect("slots are free").store(word, Relaxed);
            rebuilt.used.fetch_add(1, Relaxed);
        }
        *self = rebuilt;
    }
}

fn hash_of(word: u64) -> u32 {
    (word >> 32) as u32
}

fn id_of(word: u64) -> ComponentId {
    ComponentId(word as u32 & !1)
}

impl Reader<'_> {
    /// The first word of a search. Loads of several of these overlap, which those of several searches do not.
    #[inline]
    pub(super) fn first_word(&self, hash: u64) -> u64 {
        let shard = &self.0[shard_index(hash)];
        shard.slots.get(shard.home(hash as u32)).map_or(0, |slot| slot.load(Acquire))
    }

    /// The id with that hash for which `is_it` holds.
    #[inline]
    pub(super) fn find(
        &self,
        hash: u64,
        mut is_it: impl FnMut(ComponentId) -> bool,
    ) -> Option<ComponentId> {
        for slot in self.0[shard_index(hash)].probe(hash as u32) {
            let word = slot.load(Acquire);
            if word == 0 {
                break;
            }
            if hash_of(word) == hash as u32 && is_it(id_of(word)) {
                return Some(id_of(word));
            }
        }
        None
    }
}

impl IdTable {
    pub(super) fn read(&self) -> Reader<'_> {
        Reader(self.shards.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Inserts an id. Returns another one for which `is_it` holds if a thread has just inserted it.
    pub(super) fn insert(
        &self,
        hash: u64,
        id: ComponentId,
        is_it: &dyn Fn(ComponentId) -> bool,
    ) -> ComponentId {
        let new = hash << 32 | u64::from(id.0) | 1;
        loop {
            let reader = self.read();
            let shard = &reader.0[shard_index(hash)];
            if shard.is_full() {
                drop(reader);
                self.grow(hash);
                continue;
            }
            for slot in shard.probe(hash as u32) {
                match slot.compare_exchange(0, new, Release, Acquire) {
                    Ok(_) => {
                        shard.used.fetch_add(1, Relaxed);
                        return id;
                    }
                    Err(word) if hash_of(word) == hash as u32 && is_it(id_of(word)) => {
                        return id_of(word);
                    }
                    Err(_) => {}
                }
            }
        }
    }

    /// Makes the shard of a hash larger, if it is still full.
    #[cold]
    fn grow(&self, hash: u64) {
        let mut shards = self.shards.write().unwrap_or_else(PoisonError::into_inner);
        let shard = &mut shards[shard_index(hash)];
        if shard.is_full() {
            let before = shard.slots.len();
            let after = (before + before / 2).max(FIRST_SLOTS);
            shard.rebuild(after, |_| true);
            self.bytes.fetch_add((after - before) * size_of::<AtomicU64>(), Relaxed);
        }
    }

    /// Removes all ids but these. The table needs no more memory for what is added later.
    pub(super) fn retain(&mut self, wanted: impl Fn(ComponentId) -> bool) {
        let shards = self.shards.get_mut().unwrap_or_else(PoisonError::into_inner);
        shards.iter_mut().for_each(|shard| shard.rebuild(shard.slots.len(), &wanted));
    }

    /// All ids.
    pub(super) fn ids(&mut self) -> impl Iterator<Item = ComponentId> {
        let shards = self.shards.get_mut().unwrap_or_else(PoisonError::into_inner);
        let words = shards.iter().flat_map(|shard| &shard.slots).map(|slot| slot.load(Relaxed));
        words.filter(|&word| word != 0).map(id_of)
    }

    /// The bytes of the shards.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    fn id(n: u64) -> ComponentId {
        ComponentId((n as u32) << 2)
    }

    #[test]
    fn ids_are_found_until_they_are_removed() {
        let mut table = IdTable::default();
        assert_eq!(table.read().find(7, |_| true), None);
        // Hashes that are equal in their low halves are different positions all the same.
        let hash = |n: u64| mix(n / 2, 0);
        for n in 0..20_000 {
            assert_eq!(table.insert(hash(n), id(n), &|other| other == id(n)), id(n));
            assert_eq!(table.insert(hash(n), id(99_999), &|other| other == id(n)), id(n));
        }
        let find = |table: &IdTable, n| table.read().find(hash(n), |other| other == id(n));
        assert!(
            (0..20_000)
                .all(|n| find(&table, n) == Some(id(n)) && find(&table, n + 20_000).is_none())
        );
        assert!(table.bytes() >= 20_000 * 4 / 3 * 8 && table.bytes() < 20_000 * 32);
        assert_eq!(table.ids().count(), 20_000);
        let before = table.bytes();
        table.retain(|id| id.index() % 3 == 0);
        assert!((0..20_000).all(|n| find(&table, n).is_some() == (n % 3 == 0)));
        assert_eq!((table.bytes(), table.ids().count()), (before, 6_667));
    }

    /// Threads that insert the same positions get the same ids, and find all that they have inserted.
    #[test]
    fn from_threads() {
        let table = &IdTable::default();
        let insert = |thread: u64| {
            (0..5_000).map(move |n| {
                let is_n = |other: ComponentId| other.index() as u64 / 4 == n;
                let found = table.insert(mix(n, 0), id(4 * n + thread), &is_n);
                assert_eq!(table.read().find(mix(n, 0), is_n), Some(found));
                found
            })
        };
        let all: Vec<Vec<ComponentId>> = std::thread::scope(|scope| {
            let threads = [0, 1, 2].map(|thread| scope.spawn(move || insert(thread).collect()));
            threads.map(|thread| thread.join().unwrap()).into()
        });
        assert!(all.iter().all(|ids| *ids == all[0]));
    }
}
