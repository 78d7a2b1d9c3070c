//! Values by position, of one analyzer or of several that share them.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard};

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::packed::{PackedTable, Search};
use crate::form::Id;
use crate::hash::{growth, hash_of};
use crate::rules::Short;
use crate::sync::lock;

/// The values of normalized components of one type.
pub(super) struct Table<P> {
    packed: Arc<PackedTable>,
    /// Those of positions that are not [packed](crate::rules::Search::packed).
    values: Values<P>,
    /// Its positions and bytes when they were last counted.
    counted: [usize; 2],
}

enum Values<P> {
    /// Of one analyzer alone, with the bytes that the positions own on the heap.
    Own(HashTable<(P, Id)>, usize),
    /// Of analyzers in several threads.
    Shared(Arc<Shared<P>>),
}

/// A table in shards with a lock each; no lock is held while anything is computed.
struct Shared<P> {
    shards: [Mutex<HashTable<(P, Id)>>; SHARDS],
    len: AtomicUsize,
    bytes: AtomicUsize,
}

const SHARDS: usize = 64;

impl<P> Default for Table<P> {
    fn default() -> Table<P> {
        let values = Values::Own(HashTable::new(), 0);
        Table { packed: Arc::default(), values, counted: [0; 2] }
    }
}

impl<P: Short> Table<P> {
    pub(super) fn len(&self) -> usize {
        let others = match &self.values {
            Values::Own(table, _) => table.len(),
            Values::Shared(shared) => shared.len.load(Relaxed),
        };
        self.packed.len() + others
    }

    /// The bytes of the table, and what it is about to grow by.
    pub(super) fn bytes(&self) -> usize {
        let others = match &self.values {
            Values::Own(table, heap_bytes) => {
                table.allocation_size() * growth(table.len(), table.capacity(), 3) + heap_bytes
            }
            Values::Shared(shared) => size_of::<Shared<P>>() + shared.bytes.load(Relaxed),
        };
        self.packed.bytes() + others
    }

    #[inline]
    pub(super) fn get(&self, position: &P) -> Option<Id> {
        if let Some(packed) = P::SEARCH.packed(position) {
            return self.packed.read().search(packed).find();
        }
        match &self.values {
            Values::Own(table, _) => find(table, hash_of(position), position),
            Values::Shared(shared) => {
                let (hash, shard) = shared.shard(position);
                find(&shard, hash, position)
            }
        }
    }

    /// Adds the known values of packed positions to a list, negated where asked for, and [`Id::NONE`] for all others.
    #[inline(never)]
    pub(super) fn get_packed(&self, positions: &[(P, bool)], values: &mut Vec<Id>) {
        if cfg!(target_os = "unknown") {
            return values.resize(positions.len(), Id::NONE); // there none is packed
        }
        let table = self.packed.read();
        let search = |(position, _): &(P, bool)| {
            table.search(P::SEARCH.packed(position).unwrap_or_default())
        };
        let searches: SmallVec<[Search<'_>; 32]> = positions.iter().map(search).collect();
        // The cache misses of all searches at the same time.
        if searches.iter().fold(0, |words, search| words | search.first_word()) == 0 {
            return values.resize(positions.len(), Id::NONE);
        }
        values.extend(positions.iter().zip(&searches).map(|((_, negated), search)| {
            search.find().map_or(Id::NONE, |value| value.negative_if(*negated))
        }));
    }

    /// Keeps a value.
    pub(super) fn insert(&mut self, position: P, value: Id) {
        if let Some(packed) = P::SEARCH.packed(&position) {
            return self.packed.insert(packed, value);
        }
        match &mut self.values {
            Values::Own(table, heap_bytes) => {
                *heap_bytes += insert(table, hash_of(&position), position, value);
            }
            Values::Shared(shared) => shared.insert(position, value),
        }
    }

    /// Whether analyzers of other threads may add values.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self.values, Values::Shared(_))
    }

    /// The positions and bytes by which it has grown since they were last counted, by all analyzers that share it. Bytes
    /// may be negative, as a wrapped number.
    pub(super) fn growth(&mut self) -> [usize; 2] {
        let before = self.counted;
        self.counted = [self.len(), self.bytes()];
        [0, 1].map(|i| self.counted[i].wrapping_sub(before[i]))
    }

    /// The same table once more: from now on they share what they have.
    pub(super) fn fork(&mut self) -> Table<P> {
        let shared = match &mut self.values {
            Values::Shared(shared) => shared.clone(),
            Values::Own(table, _) => {
                let shared = Shared {
                    shards: [const { Mutex::new(HashTable::new()) }; SHARDS],
                    len: AtomicUsize::new(0),
                    bytes: AtomicUsize::new(0),
                };
                table.drain().for_each(|(position, value)| shared.insert(position, value));
                Arc::new(shared)
            }
        };
        self.values = Values::Shared(shared.clone());
        let values = Values::Shared(shared);
        Table { packed: self.packed.clone(), values, counted: self.counted }
    }
}

impl<P: Short> Shared<P> {
    /// The hash of a position, and the shard where it belongs. A shard's table looks at the first and
    /// the last bits of the hash.
    fn shard(&self, position: &P) -> (u64, MutexGuard<'_, HashTable<(P, Id)>>) {
        let hash = hash_of(position);
        let shard = &self.shards[(hash >> 32) as usize % SHARDS];
        (hash, lock(shard))
    }

    /// A position may be there already: another thread was quicker, and has the same value.
    fn insert(&self, position: P, value: Id) {
        let (hash, mut shard) = self.shard(&position);
        let (len, bytes) = (shard.len(), shard.allocation_size());
        let heap_bytes = insert(&mut shard, hash, position, value);
        self.len.fetch_add(shard.len() - len, Relaxed);
        self.bytes.fetch_add(shard.allocation_size() - bytes + heap_bytes, Relaxed);
    }
}

fn find<P: Short>(table: &HashTable<(P, Id)>, hash: u64, position: &P) -> Option<Id> {
    table.find(hash, |(known, _)| known == position).map(|&(_, value)| value)
}

/// Inserts a value, or replaces that of the same position. Returns the bytes on the heap of a position that is new. Compiled once
/// for each type, and not where it is called.
#[inline(never)]
fn insert<P: Short>(table: &mut HashTable<(P, Id)>, hash: u64, position: P, value: Id) -> usize {
    if let Some((_, known)) = table.find_mut(hash, |(known, _)| *known == position) {
        *known = value;
        return 0;
    }
    let heap_bytes = P::SEARCH.heap_bytes(&position);
    table.insert_unique(hash, (position, value), |(known, _)| hash_of(known));
    heap_bytes
}
