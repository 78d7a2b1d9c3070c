//! A small, fast hasher, the same on every machine, for keys that nobody chooses to collide; and the bytes of hash tables, now and
//! after they grow.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use hashbrown::{HashMap, HashSet};

/// The [`MixHasher`]'s hash of an item.
pub(crate) fn hash_of(item: &impl Hash) -> u64 {
    BuildMix::default().hash_one(item)
}

/// A good mixture of two words: the halves of their product, folded.
#[inline]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ (product >> 64) as u64
}

/// Hashes word by word with [`mix`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MixHasher(u64);

pub(crate) type BuildMix = BuildHasherDefault<MixHasher>;

impl Hasher for MixHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.0 = mix(self.0.rotate_left(23) ^ n, 0);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

/// The bytes of a hash map, with those of the next larger one if it is nearly full: both exist while entries move.
pub(crate) fn table_bytes<K: Eq + Hash, V>(table: &HashMap<K, V, BuildMix>) -> usize {
    table.allocation_size() * growth(table.len(), table.capacity(), 3)
}

/// As [`table_bytes`], of a set.
pub(crate) fn set_bytes<T: Eq + Hash>(set: &HashSet<T, BuildMix>) -> usize {
    set.allocation_size() * growth(set.len(), set.capacity(), 3)
}

/// The factor by which a table with `len` entries grows soon: `times` if it is nearly full, or else 1.
pub(crate) fn growth(len: usize, capacity: usize, times: usize) -> usize {
    // A small table may fill up before the next check, but matters little.
    if capacity - len <= capacity / 8 { times } else { 1 }
}
