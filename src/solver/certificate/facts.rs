//! The facts that a certificate has, in little memory: some 30 bytes for a fact about three components.

use hashbrown::HashTable;

use super::Kind;
use crate::form::Id;
use crate::hash::{growth, mix};
use crate::solver::state::ComponentId;

/// The number of parts of the table. Each grows alone, so that what is copied while one grows is small.
const SHARDS: usize = 256;

/// The facts.
pub(super) struct Facts(Box<[Shard]>);

/// The facts whose hashes have the same high bits.
#[derive(Default)]
struct Shard {
    /// Each fact: its kind and the number of its components, these, and the value.
    words: Vec<u32>,
    /// Where the facts begin.
    starts: HashTable<u32>,
}

/// The place of the value of the fact that begins at a place.
fn value_at(words: &[u32], start: usize) -> usize {
    start + 1 + (words[start] >> 1) as usize
}

/// The first word of a fact.
fn head(kind: Kind, ids: &[ComponentId]) -> u32 {
    (ids.len() as u32) << 1 | kind as u32
}

/// The hash of all words of a fact but its value.
fn hash(words: impl IntoIterator<Item = u32>) -> u64 {
    words.into_iter().fold(0, |hash: u64, word| mix(hash.rotate_left(23) ^ u64::from(word), 0))
}

fn hash_of_fact(kind: Kind, ids: &[ComponentId]) -> u64 {
    hash([head(kind, ids)].into_iter().chain(ids.iter().map(|id| id.0)))
}

fn shard_index(hash: u64) -> usize {
    (hash >> 48) as usize % SHARDS
}

impl Shard {
    fn is(&self, start: u32, kind: Kind, ids: &[ComponentId]) -> bool {
        let words = &self.words[start as usize..];
        words[0] == head(kind, ids)
            && words[1..].iter().zip(ids).all(|(word, ComponentId(id))| word == id)
    }

    fn bytes(&self) -> usize {
        let starts =
            self.starts.allocation_size() * growth(self.starts.len(), self.starts.capacity(), 3);
        self.words.capacity() * size_of::<u32>() + starts
    }
}

impl Default for Facts {
    fn default() -> Facts {
        Facts((0..SHARDS).map(|_| Shard::default()).collect())
    }
}

impl Facts {
    /// The values of the facts of a kind about the same components.
    pub(super) fn values(&self, kind: Kind, ids: &[ComponentId]) -> impl Iterator<Item = Id> {
        let hash = hash_of_fact(kind, ids);
        let shard = &self.0[shard_index(hash)];
        let starts = shard.starts.iter_hash(hash).filter(move |start| shard.is(**start, kind, ids));
        starts.map(|&start| Id::from_word(shard.words[value_at(&shard.words, start as usize)]))
    }

    /// Adds a fact.
    ///
    /// # Panics
    /// After 2<sup>40</sup> words, which no memory holds.
    pub(super) fn add(&mut self, kind: Kind, ids: &[ComponentId], value: Id) {
        let hash_of_fact = hash_of_fact(kind, ids);
        let Shard { words, starts } = &mut self.0[shard_index(hash_of_fact)];
        let needed = ids.len() + 2;
        if words.capacity() - words.len() < needed {
            words.reserve_exact(needed + words.len() / 8);
        }
        let start = u32::try_from(words.len()).expect("a part of the facts fits 16 GiB");
        words.push(head(kind, ids));
        words.extend(ids.iter().map(|ComponentId(word)| word));
        words.push(value.to_word());
        starts.insert_unique(hash_of_fact, start, |&start| {
            let start = start as usize;
            hash(words[start..value_at(words, start)].iter().copied())
        });
    }

    /// Calls a function with the components of all facts.
    pub(super) fn for_each_id(&self, mut f: impl FnMut(ComponentId)) {
        for Shard { words, starts } in &self.0 {
            for start in starts.iter().map(|&start| start as usize) {
                let ids = &words[start + 1..value_at(words, start)];
                ids.iter().for_each(|&word| f(ComponentId(word)));
            }
        }
    }

    /// Replaces all values.
    pub(super) fn map_values(&mut self, map: &mut dyn FnMut(Id) -> Id) {
        for Shard { words, starts } in &mut self.0 {
            for &start in starts.iter() {
                let value = value_at(words, start as usize);
                words[value] = map(Id::from_word(words[value])).to_word();
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(Shard::bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// As a map from components to values, with facts of one component and of many.
    #[test]
    fn as_a_map() {
        let mut facts = Facts::default();
        let mut map: HashMap<(bool, Vec<u32>), Vec<u32>> = HashMap::new();
        let kind = |wins| if wins { Kind::Wins } else { Kind::Loses };
        let mut word = 1_u64;
        let mut next = |below: u64| {
            word = mix(word, 7);
            (word % below) as u32
        };
        for _ in 0..50_000 {
            let (wins, len) = (next(2) == 0, next(8) as usize + 1);
            let ids: Vec<u32> = (0..len).map(|_| next(40)).collect();
            let value = next(1000);
            let components: Vec<ComponentId> = ids.iter().copied().map(ComponentId).collect();
            facts.add(kind(wins), &components, Id::from_word(value));
            map.entry((wins, ids)).or_default().push(value);
        }
        facts.map_values(&mut |id| Id::from_word(id.to_word() + 1));
        for ((wins, ids), values) in &map {
            let components: Vec<ComponentId> = ids.iter().copied().map(ComponentId).collect();
            let mut found: Vec<u32> =
                facts.values(kind(*wins), &components).map(|id| id.to_word() - 1).collect();
            let mut expected = values.clone();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{ids:?}");
            assert_eq!(facts.values(kind(*wins), &[]).count(), 0);
        }
        let mut sum = 0_u64;
        facts.for_each_id(|id| sum += u64::from(id.0));
        let expected = map.iter().map(|((_, ids), values)| {
            ids.iter().copied().map(u64::from).sum::<u64>() * values.len() as u64
        });
        assert_eq!(sum, expected.sum::<u64>());
        assert!(facts.bytes() < 50_000 * 64, "{}", facts.bytes());
    }
}
