//! Positions by number, as they are found.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Different positions, each with its number: 0 is the first that was found.
#[derive(Clone, Debug)]
pub struct Numbered<P> {
    positions: Vec<P>,
    index: Index,
    hasher: DefaultHashBuilder,
}

/// The numbers by the hashes of positions. It does not know the type of positions, so it is compiled once for all.
#[derive(Clone, Debug, Default)]
struct Index {
    hashes: Vec<u64>,
    numbers: HashTable<u32>,
}

impl Index {
    fn find(&self, hash: u64, is_same: &mut dyn FnMut(u32) -> bool) -> Option<u32> {
        self.numbers.find(hash, |&n| is_same(n)).copied()
    }

    fn add(&mut self, hash: u64) {
        let n = self.hashes.len() as u32;
        self.hashes.push(hash);
        self.numbers.insert_unique(hash, n, |&n| self.hashes[n as usize]);
    }
}

impl<P: Eq + Hash> Numbered<P> {
    pub(crate) fn new() -> Numbered<P> {
        let hasher = DefaultHashBuilder::default();
        Numbered { positions: Vec::new(), index: Index::default(), hasher }
    }

    /// The number of a position, which is added if it is new.
    pub(crate) fn add(&mut self, position: P) -> u32 {
        let hash = self.hasher.hash_one(&position);
        if let Some(n) = self.find(hash, &position) {
            return n;
        }
        self.index.add(hash);
        self.positions.push(position);
        self.positions.len() as u32 - 1
    }

    fn find(&self, hash: u64, position: &P) -> Option<u32> {
        self.index.find(hash, &mut |n| self.positions[n as usize] == *position)
    }

    /// The number of a position, if it is one of these.
    pub fn get(&self, position: &P) -> Option<u32> {
        self.find(self.hasher.hash_one(position), position)
    }

    /// The positions in the order of their numbers.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }
}
