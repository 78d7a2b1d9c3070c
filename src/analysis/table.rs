//! Values by position, of one analyzer or of several that share them.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::{HashMap, HashTable};

use crate::form::{Id, table_bytes};
use crate::hash::{BuildMix, hash_of};
use crate::rules::Position;

/// The values of normalized components of one type.
pub(super) enum Table<P> {
    /// Of one analyzer alone.
    Own(HashMap<P, Id, BuildMix>),
    /// Of analyzers in several threads.
    Shared(Arc<Shared<P>>),
}

/// A table in shards with a lock each; no lock is held while anything is computed.
pub(super) struct Shared<P> {
    shards: [Mutex<HashTable<(P, Id)>>; SHARDS],
    len: AtomicUsize,
    bytes: AtomicUsize,
}

const SHARDS: usize = 64;

impl<P> Default for Table<P> {
    fn default() -> Table<P> {
        Table::Own(HashMap::default())
    }
}

impl<P: Position> Table<P> {
    pub(super) fn len(&self) -> usize {
        match self {
            Table::Own(table) => table.len(),
            Table::Shared(shared) => shared.len.load(Relaxed),
        }
    }

    /// The bytes of the table, and what it is about to grow by.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Table::Own(table) => table_bytes(table),
            Table::Shared(shared) => size_of::<Shared<P>>() + shared.bytes.load(Relaxed),
        }
    }

    #[inline]
    pub(super) fn get(&self, position: &P) -> Option<Id> {
        match self {
            Table::Own(table) => table.get(position).copied(),
            Table::Shared(shared) => shared.get(position),
        }
    }

    /// Keeps a value.
    pub(super) fn insert(&mut self, position: P, value: Id) {
        match self {
            Table::Own(table) => _ = table.insert(position, value),
            Table::Shared(shared) => shared.insert(position, value),
        }
    }

    /// The same table once more: from now on they share what they have.
    pub(super) fn fork(&mut self) -> Table<P> {
        let shared = match self {
            Table::Shared(shared) => shared.clone(),
            Table::Own(table) => {
                let shared = Shared {
                    shards: [const { Mutex::new(HashTable::new()) }; SHARDS],
                    len: AtomicUsize::new(0),
                    bytes: AtomicUsize::new(0),
                };
                table.drain().for_each(|(position, value)| shared.insert(position, value));
                Arc::new(shared)
            }
        };
        *self = Table::Shared(shared.clone());
        Table::Shared(shared)
    }
}

impl<P: Position> Shared<P> {
    /// The hash of a position, and the shard where it belongs. A shard's table looks at the first and
    /// the last bits of the hash.
    fn shard(&self, position: &P) -> (u64, MutexGuard<'_, HashTable<(P, Id)>>) {
        let hash = hash_of(position);
        let shard = &self.shards[(hash >> 32) as usize % SHARDS];
        (hash, shard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn get(&self, position: &P) -> Option<Id> {
        let (hash, shard) = self.shard(position);
        shard.find(hash, |(known, _)| known == position).map(|&(_, value)| value)
    }

    /// A position may be there already: another thread was quicker, and has the same value.
    fn insert(&self, position: P, value: Id) {
        let (hash, mut shard) = self.shard(&position);
        if shard.find(hash, |(known, _)| *known == position).is_some() {
            return;
        }
        let before = shard.allocation_size();
        shard.insert_unique(hash, (position, value), |(known, _)| hash_of(known));
        let grown = shard.allocation_size() - before;
        self.len.fetch_add(1, Relaxed);
        self.bytes.fetch_add(grown, Relaxed);
    }
}
