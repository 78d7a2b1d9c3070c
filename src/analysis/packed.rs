//! Values by packed position, which threads read and insert without waiting for each other.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use crate::form::Id;
use crate::hash::mix;

/// A position that [`Search::packed`](crate::rules::Search::packed) holds in a word, which is not 0, and 16 bits.
pub(super) type Packed = (u64, u16);

/// Values by packed positions.
///
/// Positions with the same 16 bits (on a board: of the same shape) are a group, so that a slot has only the word and the value.
/// A group is in shards by the hash, and a shard is a hash table of buckets, which are searched in turn (linear probing). A bucket
/// is a cache line: so a look-up takes one cache miss, and several overlap. A thread takes a slot by writing [`BUSY`] for the
/// value with compare and swap, then writes the word, then the value. The lock is for writing only while a shard grows.
#[derive(Debug)]
pub(super) struct PackedTable {
    groups: RwLock<Groups>,
    len: AtomicUsize,
    bytes: AtomicUsize,
}

/// The groups by their 16 bits: open addressing, of which at least half is free.
#[derive(Debug, Default)]
struct Groups {
    /// The 16 bits, and the number of the group; [`FREE`] in a free place. Their number is a power of 2.
    places: Vec<(u16, u32)>,
    shards: Vec<[Shard; SHARDS]>,
}

/// The part of a group for hashes with the same high bits.
#[derive(Debug, Default)]
struct Shard {
    buckets: Box<[Bucket]>,
    used: AtomicUsize,
}

/// Slots of a position's word and the word of its value's id, 0 in a free slot. The first ones are used first, and none is
/// freed.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    words: [AtomicU64; SLOTS],
    values: [AtomicU32; SLOTS],
}

const SLOTS: usize = 5;

/// In place of a value that another thread is about to write. Not the word of an id.
const BUSY: u32 = u32::MAX;

const FREE: u32 = u32::MAX;

/// The number of shards of a group: each grows alone, so that the old and the new buckets take little memory at the same
/// time.
const SHARDS: usize = 32;

/// Shards of fewer buckets grow by a half in place of an eighth: all of a group take at most 2 MiB.
const SMALL: usize = 1 << 10;

impl Default for PackedTable {
    fn default() -> PackedTable {
        let groups = RwLock::new(Groups::default());
        PackedTable { groups, len: AtomicUsize::new(0), bytes: AtomicUsize::new(0) }
    }
}

/// The table, which does not grow while this exists.
pub(super) struct Reader<'a>(RwLockReadGuard<'a, Groups>);

#[inline]
fn hash_of((word, rest): Packed) -> u64 {
    mix(word, rest.into())
}

impl Groups {
    /// The place of a group, or the free one that it would take.
    #[inline]
    fn place(&self, rest: u16) -> Option<usize> {
        let last = self.places.len().checked_sub(1)?;
        let mut i = (u32::from(rest).wrapping_mul(0x9e37_79b9) >> 16) as usize & last;
        while self.places[i].1 != FREE && self.places[i].0 != rest {
            i = (i + 1) & last;
        }
        Some(i)
    }

    #[inline]
    fn shard(&self, hash: u64, rest: u16) -> Option<&Shard> {
        let (_, group) = self.places[self.place(rest)?];
        Some(&self.shards.get(group as usize)?[(hash >> 32) as usize % SHARDS])
    }

    /// The number of a group, which is added if it is new.
    fn group(&mut self, rest: u16) -> usize {
        if 2 * self.shards.len() >= self.places.len() {
            let free = vec![(0, FREE); (2 * self.places.len()).max(16)];
            for (rest, group) in std::mem::replace(&mut self.places, free) {
                if group != FREE
                    && let Some(place) = self.place(rest)
                {
                    self.places[place] = (rest, group);
                }
            }
        }
        let place = self.place(rest).expect("there are places");
        if self.places[place].1 == FREE {
            self.places[place] = (rest, self.shards.len() as u32);
            self.shards.push(Default::default());
        }
        self.places[place].1 as usize
    }

    fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<(u16, u32)>()
            + self.shards.capacity() * size_of::<[Shard; SHARDS]>()
    }
}

impl Shard {
    /// The index of the first bucket of a search. It grows with the lower half of the hash, so that a rebuild goes through the
    /// old and the new buckets in order.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xffff_ffff) * self.buckets.len() as u64) >> 32) as usize
    }

    /// The buckets in the order of a search.
    fn probe(&self, hash: u64) -> impl Iterator<Item = &Bucket> {
        let (before, after) = self.buckets.split_at(self.home(hash));
        after.iter().chain(before)
    }

    /// The number of slots that are used before it grows: 27 of 32, and at least one is free.
    fn limit(&self) -> usize {
        self.buckets.len() * SLOTS * 27 / 32
    }

    /// Inserts a value, or replaces that of the same position. Returns whether the position is new. A slot must be free.
    fn insert(&self, hash: u64, word: u64, value: u32) -> bool {
        for bucket in self.probe(hash) {
            for (slot, slot_value) in bucket.words.iter().zip(&bucket.values) {
                if slot_value.compare_exchange(0, BUSY, Acquire, Acquire).is_ok() {
                    slot.store(word, Relaxed);
                    slot_value.store(value, Release);
                    return true;
                }
                while slot_value.load(Acquire) == BUSY {
                    std::thread::yield_now();
                }
                if slot.load(Relaxed) == word {
                    slot_value.store(value, Release);
                    return false;
                }
            }
        }
        unreachable!("a slot is free")
    }

    /// Moves everything to that many buckets.
    fn rebuild(&mut self, buckets: usize, rest: u16) {
        let larger = (0..buckets).map(|_| Bucket::default()).collect();
        for Bucket { words, values } in std::mem::replace(&mut self.buckets, larger) {
            for (word, value) in words.into_iter().zip(values) {
                let (word, value) = (word.into_inner(), value.into_inner());
                if value != 0 {
                    let mut slots = self
                        .probe(hash_of((word, rest)))
                        .flat_map(|bucket| bucket.words.iter().zip(&bucket.values));
                    let free = slots.find(|(_, value)| value.load(Relaxed) == 0);
                    let (slot, slot_value) = free.expect("slots are free");
                    slot.store(word, Relaxed);
                    slot_value.store(value, Relaxed);
                }
            }
        }
    }
}

/// A search for a position.
pub(super) struct Search<'a> {
    /// Empty if the position is not packed: then its word is 0.
    buckets: &'a [Bucket],
    /// The index of the first bucket.
    home: usize,
    word: u64,
}

impl Reader<'_> {
    #[inline]
    pub(super) fn search(&self, (word, rest): Packed) -> Search<'_> {
        let hash = hash_of((word, rest));
        match self.0.shard(hash, rest) {
            Some(shard) if word != 0 => {
                Search { buckets: &shard.buckets, home: shard.home(hash), word }
            }
            _ => Search { buckets: &[], home: 0, word },
        }
    }
}

impl Search<'_> {
    /// A word of the first bucket, 0 if it is empty. Loads of several searches overlap, which several searches do not.
    #[inline]
    pub(super) fn first_word(&self) -> u32 {
        self.buckets.get(self.home).map_or(0, |bucket| bucket.values[0].load(Relaxed))
    }

    /// The value of the position.
    #[inline]
    pub(super) fn find(&self) -> Option<Id> {
        let mut i = self.home;
        loop {
            let bucket = self.buckets.get(i)?;
            for (word, value) in bucket.words.iter().zip(&bucket.values) {
                if word.load(Relaxed) == self.word {
                    // Until another thread has written both words of the slot, the value is not there.
                    return match value.load(Acquire) {
                        0 | BUSY => None,
                        value => Some(Id::from_word(value)),
                    };
                }
            }
            if bucket.values[SLOTS - 1].load(Relaxed) == 0 {
                return None;
            }
            i = if i + 1 == self.buckets.len() { 0 } else { i + 1 };
        }
    }
}

impl PackedTable {
    pub(super) fn read(&self) -> Reader<'_> {
        Reader(self.groups.read().unwrap_or_else(PoisonError::into_inner))
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
            if let Some(shard) = reader.0.shard(hash, rest) {
                // Counted before it is inserted, so that threads together do not pass the limit.
                if shard.used.fetch_add(1, Relaxed) < shard.limit() {
                    match shard.insert(hash, word, value.to_word()) {
                        true => self.len.fetch_add(1, Relaxed),
                        false => shard.used.fetch_sub(1, Relaxed),
                    };
                    return;
                }
                shard.used.fetch_sub(1, Relaxed);
            }
            drop(reader);
            self.grow(hash, rest);
        }
    }

    /// Makes the shard of a position larger, if it is still full.
    #[cold]
    fn grow(&self, hash: u64, rest: u16) {
        let mut groups = self.groups.write().unwrap_or_else(PoisonError::into_inner);
        let mut before = groups.bytes();
        let group = groups.group(rest);
        let mut after = groups.bytes();
        let shard = &mut groups.shards[group][(hash >> 32) as usize % SHARDS];
        if *shard.used.get_mut() >= shard.limit() {
            let buckets = shard.buckets.len();
            before += buckets * size_of::<Bucket>();
            let more = if buckets < SMALL { buckets / 2 } else { buckets / 8 };
            shard.rebuild(buckets + more + 1, rest);
            after += shard.buckets.len() * size_of::<Bucket>();
        }
        self.bytes.fetch_add(after - before, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(n: u64) -> Id {
        Id::from_word(8 * n as u32 + 4)
    }

    fn find(table: &PackedTable, packed: Packed) -> Option<Id> {
        table.read().search(packed).find()
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
        assert!((20_000 * 12..20_000 * 24).contains(&table.bytes()), "{}", table.bytes());
        assert!((0..20_000).all(|n| find(&table, packed(n)) == Some(value(n))));
        assert!((20_000..30_000).all(|n| find(&table, packed(n)).is_none()));
        table.insert(packed(5), value(3));
        assert_eq!((find(&table, packed(5)), table.len()), (Some(value(3)), 20_000));
        assert_eq!(find(&table, (0, 0x0403)), None, "the word of a free slot is not a position");
        // Positions of very many groups.
        for rest in 0..1000 {
            table.insert((7, rest), value(rest.into()));
        }
        assert!((0..1000).all(|rest| find(&table, (7, rest)) == Some(value(rest.into()))));
        assert_eq!(find(&table, (7, 1000)), None);
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
