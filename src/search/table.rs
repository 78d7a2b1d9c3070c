//! What is known of sums: bounded, without locks, and with whole keys.
//!
//! The key of an entry is the pieces of a sum. What is stored is for which values of the rest the player
//! to move wins, and for which not: if Left wins with a value, she wins with every greater one as well. So
//! one entry answers for many sums. A key has a few entries; what has no room there, because there are many
//! values that do not compare, gets an entry whose key has the value as well.
//!
//! An entry is a cache line of eight words. Its first word counts the changes: it is odd while somebody
//! writes, and whoever reads an entry looks at it before and after, so that nobody sees half a change. A
//! thread that finds an entry being written goes on without it. Keys are compared as a whole, never by
//! their hash alone, so no coincidence can turn a result.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize, fence};

use super::pieces::{Piece, Pieces};
use crate::form::Id;
use crate::hash::mix;

const WORDS: usize = 8;
/// Entries that a key may be in.
const BUCKET: usize = 4;
/// The most pieces of a key.
pub(super) const MOST_PIECES: usize = 8;
/// The most values of each kind in an entry.
const VALUES: usize = 3;

type Entry = [AtomicU64; WORDS];

/// A table that grows up to some size, and then forgets.
#[derive(Debug)]
pub(super) struct Table {
    entries: Box<[Entry]>,
    /// How many entries are in use, about: what threads have counted so far.
    used: AtomicUsize,
    /// The most entries.
    most: usize,
}

/// The entries of a new table: a MiB.
const FIRST: usize = 1 << 14;

/// An entry as it was read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    key: Key,
    /// The least values found with which the player to move wins, and the greatest with which not.
    values: [[u32; VALUES]; 2],
    /// How many of each there are.
    counts: [u8; 2],
    /// How large the sum is: entries of large ones are kept.
    size: u16,
}

/// No piece: no sum has a piece of this number.
const NONE: u32 = u32::MAX;
/// What stands in a key before a value: no sum has a piece of this number.
const WITH: u32 = u32::MAX - 1;
/// The most entries of a key.
pub(super) const MOST_ENTRIES: usize = BUCKET - 1;

impl Line {
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.key.into_iter().take_while(|&number| number < WITH).map(Piece)
    }

    /// The values with which the player to move wins (0) or loses (1), wherever they stand.
    pub(super) fn facts(&self, side: usize) -> impl Iterator<Item = Id> {
        let with = self.key.iter().position(|&number| number == WITH).map(|at| self.key[at + 1]);
        let count = usize::from(self.counts[side]);
        let values = &self.values[side][..if with.is_some() { 0 } else { count }];
        let with = with.filter(|_| count > 0);
        values.iter().copied().chain(with).map(Id::from_word)
    }

    pub(super) fn wins(&self) -> impl Iterator<Item = Id> {
        self.values[0][..self.counts[0].into()].iter().map(|&word| Id::from_word(word))
    }

    pub(super) fn losses(&self) -> impl Iterator<Item = Id> {
        self.values[1][..self.counts[1].into()].iter().map(|&word| Id::from_word(word))
    }

    fn is_free(&self) -> bool {
        self.counts == [0, 0]
    }

    /// Forgets values, of wins (0) or losses (1).
    fn keep_only(&mut self, side: usize, mut wanted: impl FnMut(Id) -> bool) {
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

    /// Adds a value, for which there is room.
    fn push(&mut self, side: usize, value: Id) {
        self.values[side][usize::from(self.counts[side])] = value.to_word();
        self.counts[side] += 1;
    }

    /// The entry with the least of these makes room first.
    fn keep(&self) -> u32 {
        if self.is_free() { 0 } else { u32::from(self.size) + 1 }
    }

    /// The words but the first half of the first one.
    fn words(&self) -> [u64; WORDS] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let mut words = [0; WORDS];
        let [wins, losses] = self.counts.map(u32::from);
        words[0] = pair(0, u32::from(self.size) << 16 | wins << 8 | losses);
        for i in 0..MOST_PIECES / 2 {
            words[1 + i] = pair(self.key[2 * i], self.key[2 * i + 1]);
        }
        for i in 0..VALUES {
            words[5 + i] = pair(self.values[0][i], self.values[1][i]);
        }
        words
    }

    fn from_words(words: [u64; WORDS]) -> Line {
        let halves = |word: u64| [word as u32, (word >> 32) as u32];
        let mut line = Line::default();
        let [_, head] = halves(words[0]);
        line.size = (head >> 16) as u16;
        line.counts = [(head >> 8 & 0xff) as u8, (head & 0xff) as u8];
        for i in 0..MOST_PIECES / 2 {
            [line.key[2 * i], line.key[2 * i + 1]] = halves(words[1 + i]);
        }
        for i in 0..VALUES {
            [line.values[0][i], line.values[1][i]] = halves(words[5 + i]);
        }
        line
    }
}

type Key = [u32; MOST_PIECES];

fn key(pieces: &Pieces) -> Option<Key> {
    let mut key = [NONE; MOST_PIECES];
    for (i, &Piece(number)) in pieces.iter().enumerate() {
        *key.get_mut(i)? = number;
    }
    Some(key)
}

fn key_with(pieces: &Pieces, value: Id) -> Option<Key> {
    let mut key = key(pieces)?;
    key.get_mut(pieces.len()..pieces.len() + 2)?.copy_from_slice(&[WITH, value.to_word()]);
    Some(key)
}

impl Table {
    /// A table of at most that many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<Entry>()).max(BUCKET);
        Table::of(most.min(FIRST), most)
    }

    fn of(len: usize, most: usize) -> Table {
        let entries = (0..len / BUCKET * BUCKET).map(|_| Entry::default()).collect();
        Table { entries, used: AtomicUsize::new(0), most }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// Counts entries that came into use.
    pub(super) fn count(&self, entries: usize) {
        self.used.fetch_add(entries, Relaxed);
    }

    /// Whether the table should [grow](Table::grow): half of it is in use, and it may be larger.
    pub(super) fn is_narrow(&self) -> bool {
        self.entries.len() < self.most / BUCKET * BUCKET
            && self.used.load(Relaxed) > self.entries.len() / 2
    }

    /// Moves everything to a table of four times the size.
    pub(super) fn grow(&mut self) {
        let larger = Table::of(self.entries.len().saturating_mul(4).min(self.most), self.most);
        for (_, line) in self.entries.iter().filter_map(read).filter(|(_, line)| !line.is_free()) {
            larger.count(larger.put(&line).into());
        }
        *self = larger;
    }

    /// Adds an entry, unless its bucket is full of larger ones. Returns whether an entry came into use.
    fn put(&self, line: &Line) -> bool {
        let bucket = self.bucket(&line.key);
        let lines = bucket.iter().enumerate().filter_map(|(i, entry)| Some((i, read(entry)?)));
        let least = lines.min_by_key(|(_, (_, old))| old.keep());
        let Some((i, (version, old))) = least.filter(|(_, (_, old))| old.keep() <= line.keep())
        else {
            return false;
        };
        write(&bucket[i], version, line);
        old.is_free()
    }

    /// The entries that a key may be in.
    fn bucket(&self, key: &Key) -> &[Entry] {
        let hash = key.iter().fold(0, |hash: u64, &n| mix(hash.rotate_left(17) ^ u64::from(n), 0));
        // The high bits choose: any number of buckets will do.
        let buckets = self.entries.len() / BUCKET;
        let start = ((u128::from(hash) * buckets as u128) >> 64) as usize * BUCKET;
        &self.entries[start..start + BUCKET]
    }

    /// What is known of sums with these pieces.
    pub(super) fn get(&self, pieces: &Pieces) -> impl Iterator<Item = Line> + use<'_> {
        key(pieces).into_iter().flat_map(|key| self.entries(key))
    }

    /// What is known of the sum with just this value; asked for when there is no room for it elsewhere.
    pub(super) fn get_with(&self, pieces: &Pieces, value: Id) -> Option<bool> {
        let line = self.entries(key_with(pieces, value)?).next()?;
        Some(line.counts[0] > 0)
    }

    fn entries(&self, key: Key) -> impl Iterator<Item = Line> {
        self.bucket(&key).iter().filter_map(move |entry| {
            let first = entry[1].load(Relaxed);
            // A glance at two of the pieces, before all is read.
            if first != u64::from(key[0]) | u64::from(key[1]) << 32 {
                return None;
            }
            read(entry).map(|(_, line)| line).filter(|line| line.key == key && !line.is_free())
        })
    }

    /// Notes that the player to move wins, or does not, with the value; `covered` tells whether a value
    /// says nothing more once the new one is known. Returns whether an entry came into use.
    pub(super) fn set(
        &self,
        pieces: &Pieces,
        size: u32,
        value: Id,
        wins: bool,
        mut covered: impl FnMut(Id) -> bool,
    ) -> bool {
        let Some(key) = key(pieces) else { return false };
        let bucket = self.bucket(&key);
        let side = usize::from(!wins);
        let empty = Line { key, size: u16::try_from(size).unwrap_or(u16::MAX), ..Line::default() };
        // The entry to change, and what it was: of the key, with values that are covered or with room.
        let mut chosen: Option<(usize, u32, Line)> = None;
        let mut of_key = 0;
        for (i, entry) in bucket.iter().enumerate() {
            let Some((version, mut line)) = read(entry).filter(|(_, line)| line.key == key) else {
                continue;
            };
            of_key += 1;
            let before = line.counts[side];
            line.keep_only(side, |value| !covered(value));
            let covers = line.counts[side] < before;
            if covers || (chosen.is_none() && usize::from(before) < VALUES) {
                chosen = Some((i, version, line));
                if covers {
                    break;
                }
            }
        }
        let (mut came, found) = (false, chosen.is_some());
        if !found && of_key < MOST_ENTRIES {
            let all = bucket.iter().enumerate().filter_map(|(i, entry)| Some((i, read(entry)?)));
            let others = all.filter(|(_, (_, line))| line.key != key || line.is_free());
            let least = others.min_by_key(|(_, (_, line))| line.keep());
            chosen = least.map(|(i, (version, line))| {
                came = line.is_free();
                (i, version, empty)
            });
        }
        if let Some((i, version, mut line)) = chosen {
            line.push(side, value);
            write(&bucket[i], version, &line);
            return came;
        }
        let Some(key) = key_with(pieces, value) else { return false };
        let mut line = Line { key, ..empty };
        line.push(side, Id::ZERO);
        self.put(&line)
    }

    /// All entries.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line> {
        let lines = self.entries.iter().filter_map(read).map(|(_, line)| line);
        lines.filter(|line| !line.is_free())
    }

    /// Forgets small sums, so that at most half of what there is room for is left.
    pub(super) fn forget_small(&mut self) {
        let mut counts = vec![0_usize; usize::from(u16::MAX) + 1];
        self.lines().for_each(|line| counts[usize::from(line.size)] += 1);
        let (mut kept, mut least) = (0, counts.len());
        while least > 0 && kept + counts[least - 1] <= self.most / 2 {
            least -= 1;
            kept += counts[least];
        }
        for entry in &mut self.entries {
            if read(entry).is_some_and(|(_, line)| usize::from(line.size) < least) {
                *entry = Entry::default();
            }
        }
        self.used = AtomicUsize::new(kept);
    }

    /// How full the table is.
    pub(super) fn permille(&self) -> usize {
        self.used.load(Relaxed).min(self.most) * 1000 / self.most
    }
}

/// The entry and how often it was changed; `None` if somebody is changing it.
fn read(entry: &Entry) -> Option<(u32, Line)> {
    let before = entry[0].load(Acquire);
    if before & 1 == 1 {
        return None;
    }
    let mut words = [before; WORDS];
    for (word, atomic) in words.iter_mut().zip(entry).skip(1) {
        *word = atomic.load(Relaxed);
    }
    fence(Acquire);
    (entry[0].load(Relaxed) == before).then(|| (before as u32, Line::from_words(words)))
}

/// Changes the entry, unless somebody else has since it was read.
fn write(entry: &Entry, version: u32, line: &Line) {
    let words = line.words();
    let old = entry[0].load(Relaxed);
    if old as u32 != version || entry[0].compare_exchange(old, old | 1, Acquire, Relaxed).is_err() {
        return;
    }
    fence(Release);
    for (word, atomic) in words.iter().zip(entry).skip(1) {
        atomic.store(*word, Relaxed);
    }
    entry[0].store(words[0] | u64::from(version.wrapping_add(2)), Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(numbers: &[u32]) -> Pieces {
        numbers.iter().map(|&n| Piece(n)).collect()
    }

    #[test]
    fn values_are_kept_with_their_pieces() {
        let table = Table::new(1 << 12);
        let (a, b) = (pieces(&[4, 8, 9]), pieces(&[4, 8]));
        assert!(table.get(&a).next().is_none());
        table.set(&a, 20, Id::STAR, true, |_| false);
        table.set(&a, 20, Id::ZERO, false, |_| false);
        let line = table.get(&a).next().unwrap();
        assert_eq!(line.wins().collect::<Vec<_>>(), [Id::STAR]);
        assert_eq!(line.losses().collect::<Vec<_>>(), [Id::ZERO]);
        assert!(table.get(&b).next().is_none());
        // A new value covers the old one.
        table.set(&a, 20, Id::UP, true, |old| old == Id::STAR);
        assert_eq!(table.get(&a).next().unwrap().wins().collect::<Vec<_>>(), [Id::UP]);
    }

    /// There is no room for all in the entries of the pieces, but there is for each with its pieces.
    #[test]
    fn many_values() {
        let table = Table::new(1 << 16);
        let a = pieces(&[4, 8, 9]);
        let ids: Vec<Id> = (0..30).map(|n| Id::from_word(8 * n + 4)).collect();
        for (i, &id) in ids.iter().enumerate() {
            table.set(&a, 20, id, i % 3 == 0, |_| false);
        }
        let facts = |side| {
            let lines = table.lines().inspect(|line| assert!(line.pieces().eq(a.iter().copied())));
            let mut ids: Vec<u32> = lines
                .flat_map(|line| line.facts(side).map(Id::to_word).collect::<Vec<_>>())
                .collect();
            ids.sort_unstable();
            ids
        };
        assert_eq!(facts(0), (0..30).step_by(3).map(|n| 8 * n + 4).collect::<Vec<_>>());
        assert_eq!(facts(1).len(), 20);
        assert_eq!(table.get(&a).count(), MOST_ENTRIES);
        let known = ids.iter().map(|&id| table.get_with(&a, id));
        let (exact, other): (Vec<_>, Vec<_>) = known.enumerate().partition(|(_, k)| k.is_some());
        assert!(exact.iter().all(|&(i, known)| known == Some(i % 3 == 0)));
        assert_eq!(other.len(), 2 * MOST_ENTRIES * VALUES);
    }

    #[test]
    fn growing_and_forgetting() {
        let mut table = Table::new(1 << 21);
        let sums: Vec<Pieces> = (0..20_000).map(|n| pieces(&[4 * n])).collect();
        for (n, sum) in sums.iter().enumerate() {
            let came = table.set(sum, n as u32 / 100, Id::ZERO, n % 2 == 0, |_| false);
            table.count(came.into());
            if table.is_narrow() {
                table.grow();
            }
        }
        let known = |table: &Table, n: usize| {
            table.get(&sums[n]).next().map(|line| line.wins().next().is_some())
        };
        let all: Vec<_> = (0..sums.len()).map(|n| known(&table, n)).collect();
        assert!(
            all.iter().enumerate().all(|(n, known)| known.is_none_or(|wins| wins == (n % 2 == 0)))
        );
        // Few buckets ran over.
        assert!(all.iter().flatten().count() > 18_000);
        assert_eq!(table.bytes(), 1 << 21);
        table.forget_small();
        let kept =
            |range: std::ops::Range<usize>| range.filter(|&n| known(&table, n).is_some()).count();
        assert!(kept(0..1_500) == 0 && kept(18_000..20_000) > 1_990);
    }

    #[test]
    fn small_sums_make_room() {
        let table = Table::new(1 << 12);
        let bucket = |n: u32| table.bucket(&key(&pieces(&[4 * n])).unwrap()).as_ptr();
        // Numbers whose entries are in the same bucket.
        let same: Vec<u32> = (0..10_000).filter(|&n| bucket(n) == bucket(0)).take(100).collect();
        for (&n, size) in same.iter().zip((0..50).cycle()) {
            table.set(&pieces(&[4 * n]), size, Id::ZERO, true, |_| false);
        }
        let left: Vec<u32> = same
            .iter()
            .zip((0..50).cycle())
            .filter(|&(&n, _)| table.get(&pieces(&[4 * n])).next().is_some())
            .map(|(_, size)| size)
            .collect();
        assert_eq!(left.len(), BUCKET);
        assert!(left.iter().filter(|&&size| size >= 48).count() >= 3, "{left:?}");
        let many: Pieces = (0..9).map(|n| Piece(4 * n)).collect();
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
                        let key = pieces(&[4 * n, 4 * n + 100, 4 * n + 200]);
                        for line in table.get(&key) {
                            let wins: Vec<u32> = line.wins().map(Id::to_word).collect();
                            assert_eq!(wins, [8 * n + 4]);
                        }
                        table.set(&key, round, Id::from_word(8 * n + 4), true, |_| true);
                    }
                });
            }
        });
    }
}
