//! The bytes of hash tables, now and after they grow.

use std::hash::Hash;

use hashbrown::{HashMap, HashSet};

use crate::hash::BuildMix;

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
