//! What simplification remembers, and the options that it is asked for.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::store::Id;
use crate::hash::{growth, mix};

/// An option of a form that is not simplified yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Candidate {
    pub(crate) id: Id,
    /// Bits of families: options that share a bit are known to be confused with each other.
    pub(crate) families: u8,
}

impl From<Id> for Candidate {
    fn from(id: Id) -> Candidate {
        Candidate { id, families: 0 }
    }
}

/// The options of one player in a form that is not simplified yet.
pub(crate) type Candidates = SmallVec<[Candidate; 16]>;

/// A cache of canonical forms by the sorted options of the request. On boards, half of all requests repeat an earlier one.
/// It is cleared when it has grown to several times the size of the store.
#[derive(Default)]
pub(crate) struct SimplifyCache {
    table: HashTable<Entry>,
    /// Of each entry the form, the number of Left options, and the options of both players.
    words: Vec<u32>,
}

/// The low half of the hash of a request, and where its words are.
struct Entry {
    hash: u32,
    start: u32,
    len: u32,
}

/// The hash by which the table finds an entry: it uses the low and the highest bits.
#[inline]
fn table_hash(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

impl SimplifyCache {
    /// The largest number of words for each form in the store, and in all: 32 MiB. With 32 for each form, 1x40 takes 1.1 times as long.
    const WORDS_PER_FORM: usize = 64;
    const WORDS: usize = 1 << 23;

    pub(crate) fn bytes(&self) -> usize {
        let growth = growth(self.table.len(), self.table.capacity(), 3);
        self.table.allocation_size() * growth + self.words.capacity() * size_of::<u32>()
    }

    pub(super) fn hash(options: &[Candidates; 2]) -> u64 {
        let [left, right] = options;
        let start = mix(left.len() as u64, right.len() as u64);
        left.iter().chain(right).fold(start, |hash, o| mix(hash, o.id.to_word().into()))
    }

    pub(super) fn get(&self, hash: u64, options: &[Candidates; 2]) -> Option<Id> {
        let [left, right] = options;
        let len = left.len() + right.len();
        let found = self.table.find(table_hash(hash as u32), |entry| {
            let words = &self.words[entry.start as usize..][..entry.len as usize];
            entry.hash == hash as u32
                && words.len() == len + 2
                && words[1] as usize == left.len()
                && words[2..].iter().copied().eq(left.iter().chain(right).map(|o| o.id.to_word()))
        });
        found.map(|entry| Id::from_word(self.words[entry.start as usize]))
    }

    /// Caches a form, as one of `shards` caches of a store with that number of forms. The key is the options of Left, whose
    /// number is given, and of Right.
    pub(super) fn insert(
        &mut self,
        hash: u64,
        key: &[Id],
        left: usize,
        form: Id,
        [forms, shards]: [usize; 2],
    ) {
        let most = (forms * SimplifyCache::WORDS_PER_FORM).min(SimplifyCache::WORDS) / shards;
        let len = key.len() + 2;
        if self.words.len() + len > most {
            self.words.clear();
            self.table.clear();
        }
        // There may be several hundred million options.
        if let (Ok(left), Ok(len)) = (u32::try_from(left), u32::try_from(len)) {
            let hash = hash as u32;
            let entry = Entry { hash, start: self.words.len() as u32, len };
            self.words.extend([form.to_word(), left]);
            self.words.extend(key.iter().map(|id| id.to_word()));
            self.table.insert_unique(table_hash(hash), entry, |entry| table_hash(entry.hash));
        }
    }
}
