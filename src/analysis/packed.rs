//! Values by packed position, which threads read and insert without waiting for each other.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use crate::form::Id;
use crate::hash::mix;

/// A position that [`Search::packed`](crate::rules::Search::packed) holds in a word, which is not 0, and 16 bits.
pub(super) type Packed = (u64, u16);

/// Values by packed positions.
///
/// Open addressing with linear probing. A slot has two words: that of the position, 0 in a free slot, and the other 16 bits with
/// the id of the value. So a look-up takes one cache miss, and several overlap. A thread takes a slot by writing the first word
/// with compare and swap, then writes the second one. The lock is for writing only while a shard grows.
#[derive(Debug)]
pub(super) struct PackedTable {
    shards: RwLock<Box<[Shard]>>,
    len: AtomicUsize,
    bytes: AtomicUsize,
}

/// The part of the table for hashes with the same high bits.
#[derive(Debug, Default)]
struct Shard {
    slots: Box<[Slot]>,
    used: AtomicUsize,
}

type Slot = [AtomicU64; 2];

/// The number of shards: each grows alone, so that the old and the new slots take little memory at the same time.
const SHARDS: usize = 64;

/// The number of slots of the first growth.
const FIRST_SLOTS: usize = 16;

impl Default for PackedTable {
    fn default() -> PackedTable {
        let shards = (0..SHARDS).map(|_| Shard::default()).collect();
        let bytes = AtomicUsize::new(SHARDS * size_of::<Shard>());
        PackedTable { shards: RwLock::new(shards), len: AtomicUsize::new(0), bytes }
    }
}

/// The table, which does not grow while this exists.
pub(super) struct Reader<'a>(RwLockReadGuard<'a, Box<[Shard]>>);

#[inline]
pub(super) fn hash_of((word, rest): Packed) -> u64 {
    mix(word, rest.into())
}

/// The second word of a slot, which is not 0.
#[inline]
fn second_word(rest: u16, value: Id) -> u64 {
    1 << 63 | u64::from(rest) << 32 | u64::from(value.to_word())
}

impl Shard {
    /// The slots in the order of a search. At least three eighths of them are free, unless there are none.
    #[inline]
    fn probe(&self, hash: u64) -> impl Iterator<Item = &Slot> {
        let (before, after) = self.slots.split_at(self.home(hash));
        after.iter().chain(before)
    }

    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xffff_ffff) * self.slots.len() as u64) >> 32) as usize
    }

    fn is_full(&self) -> bool {
        self.used.load(Relaxed) >= self.slots.len() / 8 * 5
    }

    /// Moves everything to a table with that many slots.
    fn rebuild(&mut self, slots: usize) {
        let larger: Box<[Slot]> = (0..slots).map(|_| Slot::default()).collect();
        let old = std::mem::replace(&mut self.slots, larger);
        for [word, second] in old.into_iter().map(|slot| slot.map(AtomicU64::into_inner)) {
            if word != 0 {
                let hash = hash_of((word, (second >> 32) as u16));
                let free = self.probe(hash).find(|slot| slot[0].load(Relaxed) == 0);
                let free = free.expect("slots are free");
                free[0].store(word, Relaxed);
                free[1].store(second, Relaxed);
            }
        }
    }
}

impl Reader<'_> {
    #[inline]
    fn shard(&self, hash: u64) -> &Shard {
        &self.0[(hash >> 32) as usize % SHARDS]
    }

    /// The first word of a search. Loads of several of these overlap, which those of several searches do not.
    #[inline]
    pub(super) fn first_word(&self, hash: u64) -> u64 {
        let shard = self.shard(hash);
        shard.slots.get(shard.home(hash)).map_or(0, |slot| slot[0].load(Relaxed))
    }

    /// The value of a position with that [hash](hash_of).
    #[inline]
    pub(super) fn find(&self, hash: u64, (word, rest): Packed) -> Option<Id> {
        let shard = self.shard(hash);
        let mut i = shard.home(hash);
        loop {
            let slot = shard.slots.get(i)?;
            let found = slot[0].load(Relaxed);
            if found == word {
                // 0 while another thread writes it: then the value is not there yet.
                let second = slot[1].load(Acquire);
                let value = Id::from_word(second as u32);
                if second == second_word(rest, value) && word != 0 {
                    return Some(value);
                }
            }
            if found == 0 {
                return None;
            }
            i = if i + 1 == shard.slots.len() { 0 } else { i + 1 };
        }
    }
}

impl PackedTable {
    pub(super) fn read(&self) -> Reader<'_> {
        Reader(self.shards.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// Inserts a value, or replaces that of the same position.
    pub(super) fn insert(&self, packed: Packed, value: Id) {
        let (hash, (word, rest)) = (hash_of(packed), packed);
        loop {
            let reader = self.read();
            let shard = reader.shard(hash);
            if shard.is_full() {
                drop(reader);
                self.grow(hash);
                continue;
            }
            for slot in shard.probe(hash) {
                match slot[0].compare_exchange(0, word, Relaxed, Relaxed) {
                    Ok(_) => {
                        slot[1].store(second_word(rest, value), Release);
                        shard.used.fetch_add(1, Relaxed);
                        self.len.fetch_add(1, Relaxed);
                        return;
                    }
                    Err(found) if found == word => {
                        // Another thread may be between its two words.
                        let mut second = slot[1].load(Acquire);
                        while second == 0 {
                            std::thread::yield_now();
                            second = slot[1].load(Acquire);
                        }
                        if (second >> 32) as u16 == rest {
                            slot[1].store(second_word(rest, value), Release);
                            return;
                        }
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
        let shard = &mut shards[(hash >> 32) as usize % SHARDS];
        if shard.is_full() {
            let before = shard.slots.len();
            let after = (before + before / 2).max(FIRST_SLOTS);
            shard.rebuild(after);
            self.bytes.fetch_add((after - before) * size_of::<Slot>(), Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(n: u64) -> Id {
        Id::from_word(8 * n as u32 + 4)
    }

    fn find(table: &PackedTable, packed: Packed) -> Option<Id> {
        table.read().find(hash_of(packed), packed)
    }

    #[test]
    fn values_are_found_and_replaced() {
        let table = PackedTable::default();
        assert_eq!(find(&table, (7, 0)), None);
        // Positions with the same word differ in the other bits.
        let packed = |n: u64| (1 + n / 2, 0x0403 + (n % 2) as u16);
        for n in 0..20_000 {
            assert_eq!(find(&table, packed(n)), None);
            table.insert(packed(n), value(n));
            assert_eq!(find(&table, packed(n)), Some(value(n)));
        }
        assert_eq!(table.len(), 20_000);
        assert!(table.bytes() >= 20_000 * 16 && table.bytes() < 20_000 * 48, "{}", table.bytes());
        assert!((0..20_000).all(|n| find(&table, packed(n)) == Some(value(n))));
        assert!((20_000..30_000).all(|n| find(&table, packed(n)).is_none()));
        table.insert(packed(5), value(3));
        assert_eq!((find(&table, packed(5)), table.len()), (Some(value(3)), 20_000));
        assert_eq!(find(&table, (0, 0)), None, "the word of a free slot is not a position");
    }

    /// Threads that insert the same positions find them, and each position is there once.
    #[test]
    fn from_threads() {
        let table = &PackedTable::default();
        let insert = |thread: u64| {
            for n in (0..5_000).map(|n| (n * (2 * thread + 1)) % 5_000) {
                table.insert((n + 1, 7), value(n));
                assert_eq!(find(table, (n + 1, 7)), Some(value(n)));
            }
        };
        std::thread::scope(|scope| {
            for thread in [0, 1, 3] {
                scope.spawn(move || insert(thread));
            }
        });
        assert_eq!(table.len(), 5_000);
        assert!((0..5_000).all(|n| find(table, (n + 1, 7)) == Some(value(n))));
    }
}
