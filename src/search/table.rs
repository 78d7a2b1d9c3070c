//! What is known of sums: bounded, without locks, and with whole keys.
//!
//! The key of an entry is the pieces of a sum. What is stored is for which values of the rest the player
//! to move wins, and for which not: if Left wins with a value, she wins with every greater one as well. So
//! one entry answers for many sums.
//!
//! An entry is a cache line of eight words. Its first word counts the changes: it is odd while somebody
//! writes, and whoever reads an entry looks at it before and after, so that nobody sees half a change. A
//! thread that finds an entry being written goes on without it. Keys are compared as a whole, never by
//! their hash alone, so no coincidence can turn a result.

use std::sync::OnceLock;
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

/// A table of a fixed size, whose memory is taken as it is needed, in chunks.
#[derive(Debug)]
pub(super) struct Table {
    chunks: Box<[OnceLock<Box<[Entry]>>]>,
    /// How many chunks are there.
    taken: AtomicUsize,
}

/// The entries of a chunk: 16 KiB.
const CHUNK: usize = 256;

/// An entry as it was read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    pieces: [u32; MOST_PIECES],
    /// The least values found with which the player to move wins, and the greatest with which not.
    wins: [u32; VALUES],
    losses: [u32; VALUES],
    /// How many of each there are.
    counts: [u8; 2],
    /// How large the sum is: entries of large ones are kept.
    size: u16,
}

/// No piece: no sum has a piece of this number.
const NONE: u32 = u32::MAX;

impl Line {
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.pieces.into_iter().take_while(|&number| number != NONE).map(Piece)
    }

    pub(super) fn wins(&self) -> impl Iterator<Item = Id> {
        self.wins[..self.counts[0].into()].iter().map(|&word| Id::from_word(word))
    }

    pub(super) fn losses(&self) -> impl Iterator<Item = Id> {
        self.losses[..self.counts[1].into()].iter().map(|&word| Id::from_word(word))
    }

    fn is_free(&self) -> bool {
        self.counts == [0, 0]
    }

    /// The words but the first half of the first one.
    fn words(&self) -> [u64; WORDS] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let mut words = [0; WORDS];
        let [wins, losses] = self.counts.map(u32::from);
        words[0] = pair(0, u32::from(self.size) << 16 | wins << 8 | losses);
        for i in 0..MOST_PIECES / 2 {
            words[1 + i] = pair(self.pieces[2 * i], self.pieces[2 * i + 1]);
        }
        for i in 0..VALUES {
            words[5 + i] = pair(self.wins[i], self.losses[i]);
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
            [line.pieces[2 * i], line.pieces[2 * i + 1]] = halves(words[1 + i]);
        }
        for i in 0..VALUES {
            [line.wins[i], line.losses[i]] = halves(words[5 + i]);
        }
        line
    }
}

fn key(pieces: &Pieces) -> Option<[u32; MOST_PIECES]> {
    let mut key = [NONE; MOST_PIECES];
    for (i, &Piece(number)) in pieces.iter().enumerate() {
        *key.get_mut(i)? = number;
    }
    Some(key)
}

impl Table {
    /// A table of at most that many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let chunks = (bytes / (CHUNK * size_of::<Entry>())).max(1);
        let chunks = (0..chunks).map(|_| OnceLock::new()).collect();
        Table { chunks, taken: AtomicUsize::new(0) }
    }

    /// The bytes that are taken.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.chunks) + self.taken.load(Relaxed) * CHUNK * size_of::<Entry>()
    }

    /// The chunk of a key, and where its bucket begins there.
    fn place(&self, key: &[u32; MOST_PIECES]) -> (&OnceLock<Box<[Entry]>>, usize) {
        let hash = key.iter().fold(0, |hash: u64, &n| mix(hash.rotate_left(17) ^ u64::from(n), 0));
        // The high bits choose the chunk: any number of chunks will do.
        let chunk = ((u128::from(hash) * self.chunks.len() as u128) >> 64) as usize;
        (&self.chunks[chunk], hash as usize % (CHUNK / BUCKET) * BUCKET)
    }

    /// What is known of sums with these pieces: one entry, or several if there are many values.
    pub(super) fn get(&self, pieces: &Pieces) -> impl Iterator<Item = Line> + use<'_> {
        let key = key(pieces);
        let bucket = key.as_ref().map_or(&[][..], |key| {
            let (chunk, start) = self.place(key);
            chunk.get().map_or(&[][..], |entries| &entries[start..start + BUCKET])
        });
        bucket.iter().filter_map(move |entry| {
            let key = key?;
            let first = entry[1].load(Relaxed);
            // A glance at two of the pieces, before all is read.
            if first != u64::from(key[0]) | u64::from(key[1]) << 32 {
                return None;
            }
            read(entry).map(|(_, line)| line).filter(|line| line.pieces == key && !line.is_free())
        })
    }

    /// Notes that the player to move wins, or does not, with the value; `covered` tells whether a value
    /// says nothing more once the new one is known.
    pub(super) fn set(
        &self,
        pieces: &Pieces,
        size: u32,
        value: Id,
        wins: bool,
        mut covered: impl FnMut(Id) -> bool,
    ) {
        let Some(key) = key(pieces) else { return };
        let (chunk, start) = self.place(&key);
        let entries = chunk.get_or_init(|| {
            self.taken.fetch_add(1, Relaxed);
            (0..CHUNK).map(|_| Entry::default()).collect()
        });
        let bucket = &entries[start..start + BUCKET];
        let lines: Vec<_> = bucket.iter().map(read).collect();
        let full = |line: &Line| usize::from(line.counts[usize::from(!wins)]) == VALUES;
        let has_key = |line: &Option<(u32, Line)>| line.is_some_and(|(_, line)| line.pieces == key);
        // An entry of the key with room, or another one, or in the end the last of the key.
        let same = lines
            .iter()
            .position(|line| has_key(line) && line.is_some_and(|(_, line)| !full(&line)))
            .or_else(|| {
                (lines.iter().filter(|line| has_key(line)).count() > BUCKET / 2)
                    .then(|| lines.iter().position(has_key).unwrap_or(0))
            });
        let least = || {
            let known = (0..BUCKET).filter_map(|i| Some((i, lines[i]?.1)));
            known.min_by_key(|(_, line)| if line.is_free() { 0 } else { line.size }).map(|(i, _)| i)
        };
        let Some(index) = same.or_else(least) else { return };
        let Some((version, old)) = lines[index] else { return };
        let size = u16::try_from(size).unwrap_or(u16::MAX);
        let mut line = Line { pieces: key, size, ..Line::default() };
        if old.pieces == key {
            line = old;
        }
        let (values, count) = match wins {
            true => (&mut line.wins, &mut line.counts[0]),
            false => (&mut line.losses, &mut line.counts[1]),
        };
        let mut kept = 0;
        for i in 0..usize::from(*count) {
            if !covered(Id::from_word(values[i])) {
                values[kept] = values[i];
                kept += 1;
            }
        }
        if kept == VALUES {
            // The oldest goes.
            values.rotate_left(1);
            kept -= 1;
        }
        values[kept] = value.to_word();
        *count = kept as u8 + 1;
        write(&bucket[index], version, &line);
    }

    /// All entries.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line> {
        let entries = self.chunks.iter().filter_map(OnceLock::get).flatten();
        entries.filter_map(|entry| read(entry).map(|(_, line)| line)).filter(|line| !line.is_free())
    }

    /// How full the table is: the entries in use of the first chunks.
    pub(super) fn permille(&self) -> usize {
        let used = |entry: &&Entry| (entry[0].load(Relaxed) >> 32) & 0xffff != 0;
        let first = self.chunks.len().min(8);
        let entries = self.chunks[..first].iter().filter_map(OnceLock::get).flatten();
        entries.filter(used).count() * 1000 / (first * CHUNK)
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
        // A new value covers the old one; the fourth pushes the first out.
        table.set(&a, 20, Id::UP, true, |old| old == Id::STAR);
        assert_eq!(table.get(&a).next().unwrap().wins().collect::<Vec<_>>(), [Id::UP]);
        let ids = (0..30).map(|n| Id::from_word(8 * n + 4));
        for (count, id) in (2..).zip(ids) {
            table.set(&a, 20, id, true, |_| false);
            let wins: Vec<Id> =
                table.get(&a).flat_map(|line| line.wins().collect::<Vec<_>>()).collect();
            assert!(wins.contains(&id) && wins.len() == count.min(3 * VALUES), "{wins:?}");
        }
    }

    #[test]
    fn small_sums_make_room() {
        let table = Table::new(1);
        let bucket = |n: u32| table.place(&key(&pieces(&[4 * n])).unwrap()).1;
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
