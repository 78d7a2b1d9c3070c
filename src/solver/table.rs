//! The transposition table: who wins which sums, in bounded memory, without locks, and with whole keys.
//!
//! The key of an entry is the components of a sum. An entry stores values of the rest with which the player to move
//! wins, and values with which that player loses: if Left wins with a value, she wins with every greater one as
//! well, so one entry answers for many sums. A key has at most three entries. A value for which they have no room,
//! because many values are confused with each other, gets an entry whose key contains the value as well. Sums of more than
//! eight components are not stored; a key that contains a value has at most six.
//!
//! An entry is a cache line of eight words, read and written as a *seqlock*: its first word contains a version,
//! which is odd during a write, and a reader checks the version before and after, so that no thread sees half a
//! change. A thread that finds an entry being written does without it. Keys are compared as a whole, never by their
//! hash alone, so no collision can change a result.
//!
//! Every entry may be lost without harm: what it says is then searched again. A bucket of four entries that is full
//! replaces the entry of the smallest sum, which is the cheapest to search again.

use std::ops::Range;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize, fence};

use super::state::{ComponentId, ComponentIds};
use crate::form::Id;
use crate::hash::mix;

const WORDS: usize = 8;
/// The number of slots of a bucket: the slots that may hold a key.
const BUCKET: usize = 4;
/// The word of the first two ids, see [`Entry::words`].
const FIRST_IDS: usize = 1;
/// The largest number of components of a key.
pub(super) const MAX_COMPONENTS: usize = 8;
/// The largest number of values of each kind in an entry.
const MAX_VALUES: usize = 3;
/// The largest number of entries of a key, without those whose keys contain a value.
pub(super) const MAX_ENTRIES: usize = BUCKET - 1;

/// The memory of an entry. Saved files do not depend on this layout.
type Slot = [AtomicU64; WORDS];

/// A table that grows to its full size and then replaces entries.
#[derive(Debug)]
pub(super) struct Table {
    slots: Box<[Slot]>,
    /// The number of slots in use, without those that threads have not counted yet.
    used: AtomicUsize,
    /// The number of slots to which the table grows.
    max_slots: usize,
    /// Whether the last growth was refused because of memory: the table does not grow until this is reset.
    pub(super) growth_refused: bool,
}

/// The number of slots of a new table: a MiB, so that small searches cost little.
const FIRST_SLOTS: usize = 1 << 14;
/// The factor by which a table grows: all growth together copies the final table once.
const GROWTH: usize = 2;

/// An entry as it was read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: Key,
    /// The least values with which the player to move is known to win, and the greatest with which that player is known
    /// to lose.
    values: [[u32; MAX_VALUES]; 2],
    /// The number of values of each kind.
    counts: [u8; 2],
    /// The size of the sum.
    size: u16,
}

/// Fills a key: not a component's id.
const NONE: u32 = u32::MAX;
/// Precedes a value in a key: not a component's id.
const WITH: u32 = u32::MAX - 1;

impl Entry {
    /// The result of a component alone, with a value.
    pub(super) fn of_component(id: ComponentId, size: u16, value: Id, wins: bool) -> Entry {
        let mut entry = Entry { size, ..Entry::default() };
        entry.key = [NONE; MAX_COMPONENTS];
        entry.key[0] = id.0;
        entry.push(usize::from(!wins), value);
        entry
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ComponentId> {
        self.key.into_iter().take_while(|&number| number < WITH).map(ComponentId)
    }

    /// The index in the key of its value, if it has one.
    fn value_in_key(&self) -> Option<usize> {
        self.key.iter().position(|&number| number == WITH).map(|at| at + 1)
    }

    /// The values with which the player to move wins (0) or loses (1), in the key or after it.
    pub(super) fn values_of_side(&self, side: usize) -> impl Iterator<Item = Id> {
        let with = self.value_in_key().map(|at| self.key[at]);
        let count = usize::from(self.counts[side]);
        let values = &self.values[side][..if with.is_some() { 0 } else { count }];
        let with = with.filter(|_| count > 0);
        values.iter().copied().chain(with).map(Id::from_word)
    }

    /// As [`values_of_side`](Entry::values_of_side), of an entry whose key has no value.
    pub(super) fn values(&self, side: usize) -> impl Iterator<Item = Id> {
        self.values[side][..self.counts[side].into()].iter().map(|&word| Id::from_word(word))
    }

    fn is_free(&self) -> bool {
        self.counts == [0, 0]
    }

    /// Keeps the wanted values, of wins (0) or losses (1).
    fn retain_values(&mut self, side: usize, mut wanted: impl FnMut(Id) -> bool) {
        let values = &mut self.values[side];
        let mut kept = 0;
        for i in 0..usize::from(self.counts[side]) {
            if wanted(Id::from_word(values[i])) {
                values[kept] = values[i];
                kept += 1;
            }
        }
        self.counts[side] = kept as u8;
    }

    /// Adds a value. The entry must have room for it.
    fn push(&mut self, side: usize, value: Id) {
        self.values[side][usize::from(self.counts[side])] = value.to_word();
        self.counts[side] += 1;
    }

    /// Replaces every value, or removes it.
    fn map_values(&mut self, map: &mut impl FnMut(Id) -> Option<Id>) {
        if let Some(at) = self.value_in_key() {
            match map(Id::from_word(self.key[at])) {
                Some(value) => self.key[at] = value.to_word(),
                None => self.counts = [0, 0],
            }
            return;
        }
        for side in [0, 1] {
            let values: [u32; MAX_VALUES] = self.values[side];
            let count = usize::from(std::mem::take(&mut self.counts[side]));
            for value in values[..count].iter().filter_map(|&word| map(Id::from_word(word))) {
                self.push(side, value);
            }
        }
    }

    /// A full bucket replaces the entry with the least priority: that of the smallest sum.
    fn replacement_priority(&self) -> u32 {
        if self.is_free() { 0 } else { u32::from(self.size) + 1 }
    }

    /// The words of a slot, without the version.
    fn words(&self) -> [u64; WORDS] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let mut words = [0; WORDS];
        let [wins, losses] = self.counts.map(u32::from);
        words[0] = pair(0, u32::from(self.size) << 16 | wins << 8 | losses);
        for i in 0..MAX_COMPONENTS / 2 {
            words[FIRST_IDS + i] = pair(self.key[2 * i], self.key[2 * i + 1]);
        }
        for i in 0..MAX_VALUES {
            words[5 + i] = pair(self.values[0][i], self.values[1][i]);
        }
        words
    }

    fn from_words(words: [u64; WORDS]) -> Entry {
        let halves = |word: u64| [word as u32, (word >> 32) as u32];
        let mut entry = Entry::default();
        let [_, head] = halves(words[0]);
        entry.size = (head >> 16) as u16;
        entry.counts = [(head >> 8 & 0xff) as u8, (head & 0xff) as u8];
        for i in 0..MAX_COMPONENTS / 2 {
            [entry.key[2 * i], entry.key[2 * i + 1]] = halves(words[FIRST_IDS + i]);
        }
        for i in 0..MAX_VALUES {
            [entry.values[0][i], entry.values[1][i]] = halves(words[5 + i]);
        }
        entry
    }
}

type Key = [u32; MAX_COMPONENTS];

fn key(ids: &ComponentIds) -> Option<Key> {
    let mut key = [NONE; MAX_COMPONENTS];
    for (i, &ComponentId(number)) in ids.iter().enumerate() {
        *key.get_mut(i)? = number;
    }
    Some(key)
}

fn key_with(ids: &ComponentIds, value: Id) -> Option<Key> {
    let mut key = key(ids)?;
    key.get_mut(ids.len()..ids.len() + 2)?.copy_from_slice(&[WITH, value.to_word()]);
    Some(key)
}

impl Table {
    /// A table of at most that many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let max_slots = (bytes / size_of::<Slot>()).max(BUCKET) / BUCKET * BUCKET;
        Table::with_slots(max_slots.min(FIRST_SLOTS), max_slots)
    }

    fn with_slots(len: usize, max_slots: usize) -> Table {
        let slots = (0..len).map(|_| Slot::default()).collect();
        Table { slots, used: AtomicUsize::new(0), max_slots, growth_refused: false }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Counts slots that were filled.
    pub(super) fn count(&self, slots: usize) {
        self.used.fetch_add(slots, Relaxed);
    }

    /// Whether the table should [grow](Table::grow): half of it is in use, and it may be larger.
    pub(super) fn should_grow(&self) -> bool {
        self.slots.len() < self.max_slots
            && !self.growth_refused
            && self.used.load(Relaxed) > self.slots.len() / 2
    }

    /// The number of slots after the next growth.
    fn next_slots(&self) -> usize {
        self.slots.len().saturating_mul(GROWTH).min(self.max_slots)
    }

    /// Moves all entries to a larger table, if the larger one takes at most `bytes`.
    pub(super) fn grow(&mut self, bytes: usize) {
        self.growth_refused = self.next_slots().saturating_mul(size_of::<Slot>()) > bytes;
        if self.growth_refused {
            return;
        }
        let larger = Table::with_slots(self.next_slots(), self.max_slots);
        for entry in self.entries() {
            larger.count(larger.put(&entry).into());
        }
        *self = larger;
    }

    /// Adds an entry, unless its bucket is full of entries with higher priority. Returns whether a free slot was filled;
    /// the caller must report these with [`Table::count`], or else the table does not grow.
    fn put(&self, entry: &Entry) -> bool {
        let bucket = self.bucket(&entry.key);
        let others = bucket.iter().enumerate().filter_map(|(i, slot)| Some((i, read(slot)?)));
        let least = others.min_by_key(|(_, (_, old))| old.replacement_priority());
        let priority = entry.replacement_priority();
        let Some((i, (version, old))) =
            least.filter(|(_, (_, old))| old.replacement_priority() <= priority)
        else {
            return false;
        };
        write(&bucket[i], version, entry);
        old.is_free()
    }

    /// The bucket of a key.
    fn bucket(&self, key: &Key) -> &[Slot] {
        let hash = key.iter().fold(0, |hash: u64, &n| mix(hash.rotate_left(17) ^ u64::from(n), 0));
        // The high bits choose, so any number of buckets will do.
        let buckets = self.slots.len() / BUCKET;
        let start = ((u128::from(hash) * buckets as u128) >> 64) as usize * BUCKET;
        &self.slots[start..start + BUCKET]
    }

    /// The entries of these components.
    pub(super) fn get(&self, ids: &ComponentIds) -> impl Iterator<Item = Entry> + use<'_> {
        key(ids).into_iter().flat_map(|key| self.entries_of(key))
    }

    /// Whether the player to move wins the sum with exactly this value, from the entry whose key contains it.
    pub(super) fn get_with(&self, ids: &ComponentIds, value: Id) -> Option<bool> {
        let entry = self.entries_of(key_with(ids, value)?).next()?;
        Some(entry.counts[0] > 0)
    }

    fn entries_of(&self, key: Key) -> impl Iterator<Item = Entry> {
        self.bucket(&key).iter().filter_map(move |slot| {
            let first = slot[FIRST_IDS].load(Relaxed);
            // Comparing the first two ids avoids most reads of a whole entry.
            if first != u64::from(key[0]) | u64::from(key[1]) << 32 {
                return None;
            }
            read(slot).map(|(_, entry)| entry).filter(|entry| entry.key == key && !entry.is_free())
        })
    }

    /// Stores that the player to move wins, or loses, with the value; `covered` says whether a stored value
    /// follows from the new one. Returns whether a free slot was filled;
    /// the caller must report these with [`Table::count`], or else the table does not grow.
    pub(super) fn set(
        &self,
        ids: &ComponentIds,
        size: u32,
        value: Id,
        wins: bool,
        mut covered: impl FnMut(Id) -> bool,
    ) -> bool {
        let Some(key) = key(ids) else { return false };
        let bucket = self.bucket(&key);
        let side = usize::from(!wins);
        let empty =
            Entry { key, size: u16::try_from(size).unwrap_or(u16::MAX), ..Entry::default() };
        // The entry to change, and what it was: one of the key, with covered values or with room.
        let mut chosen: Option<(usize, u32, Entry)> = None;
        let mut of_key = 0;
        for (i, slot) in bucket.iter().enumerate() {
            let Some((version, mut entry)) = read(slot).filter(|(_, entry)| entry.key == key)
            else {
                continue;
            };
            of_key += 1;
            let before = entry.counts[side];
            entry.retain_values(side, |value| !covered(value));
            let covers = entry.counts[side] < before;
            if covers || (chosen.is_none() && usize::from(before) < MAX_VALUES) {
                chosen = Some((i, version, entry));
                if covers {
                    break;
                }
            }
        }
        let (mut filled, found) = (false, chosen.is_some());
        if !found && of_key < MAX_ENTRIES {
            let all = bucket.iter().enumerate().filter_map(|(i, slot)| Some((i, read(slot)?)));
            let others = all.filter(|(_, (_, entry))| entry.key != key || entry.is_free());
            let least = others.min_by_key(|(_, (_, entry))| entry.replacement_priority());
            chosen = least.map(|(i, (version, entry))| {
                filled = entry.is_free();
                (i, version, empty)
            });
        }
        if let Some((i, version, mut entry)) = chosen {
            entry.push(side, value);
            write(&bucket[i], version, &entry);
            return filled;
        }
        let Some(key) = key_with(ids, value) else { return false };
        let mut entry = Entry { key, ..empty };
        // The key has the value. The 0 only records the side: such entries are read with `values_of_side`.
        entry.push(side, Id::ZERO);
        self.put(&entry)
    }

    /// All entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        let entries = self.slots.iter().filter_map(read).map(|(_, entry)| entry);
        entries.filter(|entry| !entry.is_free())
    }

    /// The slots in use.
    pub(super) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// How full the table is.
    pub(super) fn permille(&self) -> usize {
        self.used.load(Relaxed).min(self.max_slots) * 1000 / self.max_slots
    }
}

/// Forgetting, in place, while no thread searches.
impl Table {
    /// Keeps half of the entries, those of the largest sums. Returns whether any are left.
    pub(super) fn forget_half(&mut self) -> bool {
        let counts = counts_by_size(self.entries());
        let mut kept = LargerHalf::new(&counts);
        self.used = AtomicUsize::new(counts.iter().sum::<usize>() / 2);
        for slot in &mut self.slots {
            let Some((_, entry)) = read(slot).filter(|(_, entry)| !entry.is_free()) else {
                continue;
            };
            if !kept.takes(entry.size) {
                *slot = Slot::default();
            }
        }
        *self.used.get_mut() > 0
    }

    /// Replaces all values by others, or drops them, large sums first. An entry whose key has a value moves to
    /// another bucket, and may be lost there.
    pub(super) fn map_values(&mut self, mut map: impl FnMut(Id) -> Option<Id>) {
        let counts = counts_by_size(self.entries());
        // From here on a version of 0 says that the values are still the old ones.
        for slot in &mut self.slots {
            *slot[0].get_mut() &= !u64::from(u32::MAX);
        }
        for sizes in groups_by_size(&counts) {
            for i in 0..self.slots.len() {
                let slot = &mut self.slots[i];
                let old = read(slot).filter(|(version, entry)| {
                    let is_next = sizes.contains(&usize::from(entry.size));
                    *version == 0 && is_next && !entry.is_free()
                });
                if let Some((_, mut entry)) = old {
                    *slot = Slot::default();
                    entry.map_values(&mut map);
                    if !entry.is_free() {
                        self.put(&entry);
                    }
                }
            }
        }
        self.used = AtomicUsize::new(self.entries().count());
    }
}

/// The number of entries by size.
pub(super) fn counts_by_size(entries: impl Iterator<Item = Entry>) -> Vec<usize> {
    let mut counts = vec![0; usize::from(u16::MAX) + 1];
    entries.for_each(|entry| counts[usize::from(entry.size)] += 1);
    counts
}

/// The larger half of some entries: those from a size on, and as many of the next smaller size as are missing.
pub(super) struct LargerHalf {
    least: usize,
    missing: usize,
}

impl LargerHalf {
    pub(super) fn new(counts: &[usize]) -> LargerHalf {
        let (mut least, mut missing) = (counts.len(), counts.iter().sum::<usize>() / 2);
        while least > 0 && counts[least - 1] <= missing {
            least -= 1;
            missing -= counts[least];
        }
        LargerHalf { least, missing }
    }

    /// Whether the next entry, whose size is given, belongs to it.
    pub(super) fn takes(&mut self, size: u16) -> bool {
        let size = usize::from(size);
        let is_missing = size + 1 == self.least && self.missing > 0;
        self.missing -= usize::from(is_missing);
        is_missing || size >= self.least
    }
}

/// Ranges of sizes from large ones to small ones, with about the same number of entries.
pub(super) fn groups_by_size(counts: &[usize]) -> Vec<Range<usize>> {
    let group = counts.iter().sum::<usize>() / GROUPS + 1;
    let (mut groups, mut end) = (Vec::new(), counts.len());
    while end > 0 {
        let (mut start, mut count) = (end, 0);
        while start > 0 && (count == 0 || count + counts[start - 1] <= group) {
            start -= 1;
            count += counts[start];
        }
        groups.push(start..end);
        end = start;
    }
    groups
}

/// The number of passes over the table in which [`Table::map_values`] goes from large sums to small ones: few, since
/// each reads the whole table.
const GROUPS: usize = 8;

/// The entry and its version; `None` during a write by another thread.
fn read(slot: &Slot) -> Option<(u32, Entry)> {
    let before = slot[0].load(Acquire);
    if before & 1 == 1 {
        return None;
    }
    let mut words = [before; WORDS];
    for (word, atomic) in words.iter_mut().zip(slot).skip(1) {
        *word = atomic.load(Relaxed);
    }
    fence(Acquire);
    (slot[0].load(Relaxed) == before).then(|| (before as u32, Entry::from_words(words)))
}

/// Changes the entry, unless another thread has changed it since it was read.
fn write(slot: &Slot, version: u32, entry: &Entry) {
    let words = entry.words();
    let old = slot[0].load(Relaxed);
    if old as u32 != version || slot[0].compare_exchange(old, old | 1, Acquire, Relaxed).is_err() {
        return;
    }
    fence(Release);
    for (word, atomic) in words.iter().zip(slot).skip(1) {
        atomic.store(*word, Relaxed);
    }
    slot[0].store(words[0] | u64::from(version.wrapping_add(2)), Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: &[u32]) -> ComponentIds {
        numbers.iter().map(|&n| ComponentId(n)).collect()
    }

    fn id(n: u32) -> Id {
        Id::from_word(8 * n + 4)
    }

    /// The values of all these entries, sorted.
    fn values(entries: impl Iterator<Item = Entry>, side: usize) -> Vec<Id> {
        let values = entries.flat_map(|entry| entry.values_of_side(side).collect::<Vec<_>>());
        let mut values: Vec<Id> = values.collect();
        values.sort_unstable();
        values
    }

    #[test]
    fn values_are_kept_with_their_components() {
        let table = Table::new(1 << 12);
        let a = ids(&[4, 8, 9]);
        assert_eq!(table.get(&a).count(), 0);
        table.set(&a, 20, Id::STAR, true, |_| false);
        table.set(&a, 20, Id::ZERO, false, |_| false);
        assert_eq!([0, 1].map(|side| values(table.get(&a), side)), [[Id::STAR], [Id::ZERO]]);
        assert_eq!(table.get(&ids(&[4, 8])).count(), 0);
        // A new value covers the old one.
        table.set(&a, 20, Id::UP, true, |old| old == Id::STAR);
        assert_eq!(values(table.get(&a), 0), [Id::UP]);
    }

    /// The entries of the components have no room for all values, but each value has an entry of its own.
    #[test]
    fn many_values() {
        let table = Table::new(1 << 16);
        let a = ids(&[4, 8, 9]);
        (0..30).for_each(|n| _ = table.set(&a, 20, id(n), n % 3 == 0, |_| false));
        assert!(table.entries().all(|entry| entry.ids().eq(a.iter().copied())));
        assert_eq!(values(table.entries(), 0), (0..30).step_by(3).map(id).collect::<Vec<_>>());
        assert_eq!(values(table.entries(), 1).len(), 20);
        assert_eq!(table.get(&a).count(), MAX_ENTRIES);
        let exact = (0..30).filter_map(|n| Some((n, table.get_with(&a, id(n))?)));
        let exact: Vec<(u32, bool)> = exact.collect();
        assert!(exact.iter().all(|&(n, wins)| wins == (n % 3 == 0)));
        assert_eq!(exact.len(), 30 - 2 * MAX_ENTRIES * MAX_VALUES);
    }

    #[test]
    fn growing_and_forgetting() {
        let mut table = Table::new(1 << 21);
        let sums: Vec<ComponentIds> = (0..20_000).map(|n| ids(&[4 * n])).collect();
        for (n, sum) in sums.iter().enumerate() {
            let filled = table.set(sum, n as u32 / 100, Id::ZERO, n % 2 == 0, |_| false);
            table.count(filled.into());
            if table.should_grow() {
                table.grow(usize::MAX);
            }
        }
        let known = |table: &Table, range: std::ops::Range<usize>| {
            range.filter(|&n| table.get(&sums[n]).next().is_some()).count()
        };
        for (n, sum) in sums.iter().enumerate() {
            assert!(values(table.get(sum), usize::from(n % 2 == 0)).is_empty());
        }
        // Few buckets ran over.
        assert!(known(&table, 0..20_000) > 18_000);
        assert_eq!(table.bytes(), 1 << 21);
        let before = table.entries().count();
        assert!(table.forget_half());
        assert_eq!(known(&table, 0..20_000), before / 2);
        assert!(known(&table, 0..8_000) == 0 && known(&table, 18_000..20_000) > 1_990);
        while table.forget_half() {}
        assert_eq!(table.entries().count(), 0);
    }

    /// A table that has no memory to grow replaces entries instead, until it may grow again.
    #[test]
    fn refused_growth() {
        let mut table = Table::new(1 << 22);
        table.count(FIRST_SLOTS);
        assert!(table.should_grow());
        table.grow((1 << 21) - 1);
        assert_eq!((table.should_grow(), table.bytes()), (false, 1 << 20));
        table.growth_refused = false;
        assert!(table.should_grow());
        table.grow(1 << 21);
        assert_eq!((table.should_grow(), table.bytes()), (false, 1 << 21));
    }

    /// Values that are replaced answer as before, in all kinds of entries; those that are dropped do not.
    #[test]
    fn values_are_mapped() {
        let mut table = Table::new(1 << 18);
        for n in 0..1000 {
            table.set(&ids(&[4 * n, 4 * n + 4]), n / 10, id(n), n % 2 == 0, |_| false);
        }
        let many = ids(&[4, 400, 4000]);
        (0..30).for_each(|n| _ = table.set(&many, 200, id(n), n % 3 == 0, |_| false));
        let with = (0..30).filter(|&n| table.get_with(&many, id(n)).is_some()).count();
        assert!(with >= 10, "{with}");
        // Each value is mapped at most once, and only the larger half are kept.
        let all = values(table.entries(), 0).len() + values(table.entries(), 1).len();
        let mut seen = 0;
        table.map_values(|old| {
            seen += 1;
            let n = (old.to_word() - 4) / 8;
            assert!(n < 1000, "mapped twice");
            (seen <= 530).then(|| id(n + 5000))
        });
        assert!((all - 20..=all).contains(&seen), "{seen} of {all}");
        assert_eq!(table.used.load(Relaxed), table.entries().count());
        let known = |&n: &u32| {
            let entries = || table.get(&ids(&[4 * n, 4 * n + 4]));
            let side = usize::from(n % 2 == 1);
            assert!(entries().all(|entry| entry.values_of_side(side).eq([id(n + 5000)])));
            entries().next().is_some()
        };
        let known: Vec<u32> = (0..1000).filter(known).collect();
        // The first half by size, which is by number, but for the last groups of ten.
        assert!(known.iter().all(|&n| n >= 300), "{known:?}");
        assert!(known.len() > 480, "{}", known.len());
        let again = (0..30).filter_map(|n| Some((n, table.get_with(&many, id(n + 5000))?)));
        let again: Vec<_> = again.collect();
        assert!(again.iter().all(|&(n, wins)| wins == (n % 3 == 0)));
        assert!(again.len() + 2 >= with, "{again:?}");
        let facts = [values(table.get(&many), 0), values(table.get(&many), 1)].concat();
        assert!(facts.iter().all(|&value| value > id(4999)) && facts.len() >= 12, "{facts:?}");
    }

    #[test]
    fn small_sums_make_room() {
        let table = Table::new(1 << 12);
        let bucket = |n: u32| table.bucket(&key(&ids(&[4 * n])).unwrap()).as_ptr();
        // Numbers whose entries are in the same bucket.
        let same: Vec<u32> = (0..10_000).filter(|&n| bucket(n) == bucket(0)).take(100).collect();
        for (&n, size) in same.iter().zip((0..50).cycle()) {
            table.set(&ids(&[4 * n]), size, Id::ZERO, true, |_| false);
        }
        let left: Vec<u32> = same
            .iter()
            .zip((0..50).cycle())
            .filter(|&(&n, _)| table.get(&ids(&[4 * n])).next().is_some())
            .map(|(_, size)| size)
            .collect();
        assert_eq!(left.len(), BUCKET);
        assert!(left.iter().filter(|&&size| size >= 48).count() >= 3, "{left:?}");
        let many: ComponentIds = (0..9).map(|n| ComponentId(4 * n)).collect();
        table.set(&many, 99, Id::ZERO, true, |_| false);
        assert!(table.get(&many).next().is_none());
    }

    /// Threads that write and read the same few entries: whatever is read belongs together.
    #[test]
    fn no_half_entries() {
        let table = Table::new(BUCKET * 64);
        std::thread::scope(|scope| {
            for thread in 0..4_u32 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000_u32 {
                        let n = (round + thread) % 12;
                        let key = ids(&[4 * n, 4 * n + 100, 4 * n + 200]);
                        for entry in table.get(&key) {
                            assert!(entry.values(0).eq([id(n)]));
                        }
                        table.set(&key, round, id(n), true, |_| true);
                    }
                });
            }
        });
    }
}
