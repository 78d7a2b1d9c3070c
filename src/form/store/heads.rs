//! What is seldom asked of a form, stored once for all forms that share it.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use hashbrown::HashTable;

use super::Id;
use crate::form::facts::Facts;
use crate::hash::{growth, mix};
use crate::sync::{Buckets, lock};

/// The birthday, the facts, and the ids of the left and the right stop of a form that is not closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) birthday: u64,
    pub(super) facts: Facts,
    pub(super) stops: [Id; 2],
}

impl Head {
    fn to_words(self) -> [u64; 3] {
        let [left, right] = self.stops.map(|stop| u64::from(stop.0));
        [self.birthday, self.facts.to_word().into(), left | right << 32]
    }

    fn hash(self) -> u64 {
        self.to_words().into_iter().fold(0, mix)
    }
}

/// A set of heads with numbers from 0 on. None is removed, and they are read without locks.
///
/// The 703,264 forms of the 4x5 checkerboard of Clobber have 36 heads, and the 4,821 of a board of Konane, which is hot, 1,533.
pub(super) struct Heads {
    heads: Buckets<[AtomicU64; 3]>,
    numbers: Mutex<HashTable<u32>>,
}

impl Heads {
    pub(super) fn new() -> Heads {
        Heads { heads: Buckets::new(), numbers: Mutex::new(HashTable::new()) }
    }

    /// The head with that number.
    pub(super) fn get(&self, number: u32) -> Head {
        let words = self.heads.get(number as usize).each_ref();
        let [birthday, facts, stops] = words.map(|word| word.load(Relaxed));
        let stops = [Id(stops as u32), Id((stops >> 32) as u32)];
        Head { birthday, facts: Facts::from_word(facts as u32), stops }
    }

    /// The number of a head, which is added if it is new.
    pub(super) fn number(&self, head: Head) -> u32 {
        let mut numbers = lock(&self.numbers);
        if let Some(&number) = numbers.find(head.hash(), |&number| self.get(number) == head) {
            return number;
        }
        let number = numbers.len() as u32; // at most that of records
        for (slot, word) in self.heads.get(number as usize).iter().zip(head.to_words()) {
            slot.store(word, Relaxed);
        }
        numbers.insert_unique(head.hash(), number, |&number| self.get(number).hash());
        number
    }

    /// The bytes of the heads; if `soon`, with those of the next growth.
    pub(super) fn bytes(&self, soon: bool) -> usize {
        let numbers = lock(&self.numbers);
        let (ahead, times) = match soon {
            true => (numbers.len() / 8, growth(numbers.len(), numbers.capacity(), 2)),
            false => (0, 1),
        };
        Buckets::<[AtomicU64; 3]>::bytes(numbers.len() + ahead) + numbers.allocation_size() * times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_stored_once() {
        let heads = Heads::new();
        let head = |i: u64| Head {
            birthday: i / 3,
            facts: Facts { dicot: true, far_star_log: i as u32 % 3, parity: None, temper: None },
            stops: [Id::ZERO, Id(i as u32 / 2)],
        };
        for i in 0..5_000 {
            assert_eq!(heads.number(head(i)), i as u32);
            assert_eq!(heads.number(head(i / 2)), i as u32 / 2);
        }
        assert!((0..5_000).all(|i| heads.get(i as u32) == head(i)));
        assert!(heads.bytes(false) <= heads.bytes(true));
        assert!((5_000 * 28..5_000 * 56).contains(&heads.bytes(false)));
    }
}
