//! Grundy values of games whose moves leave at most two heaps, by the sparse space method.
//!
//! Choose a set of bits, the mask. A value is *rare* if it has an even number of bits in the mask, and *common* if an odd
//! number. The sum of two rare or two common values is rare, and that of a rare and a common one is common. So the
//! common values among the options of a heap come from pairs with a rare heap alone, and with a good mask there are few
//! rare heaps. All pairs are needed only until every rare value below the least missing common one has been found,
//! which is soon. The result is exact for any mask. If even the best one has many rare heaps, all pairs are faster
//! (`dense.rs`).
//!
//! The values that the options of a heap have are marked in a row of bits. Heaps are computed in blocks: for each rare heap its pairs
//! with the heaps before the block are marked in all rows of the block, one after the other, and then, for each heap, what is left. Most
//! heaps need all pairs in search of one or two rare values. The common heap that had the last one becomes a *helper*: its pairs are
//! marked as those of rare heaps are, as long as that costs less than the searches.
//!
//! Source: Guy, Smith, *The G-values of various games* (1956); *Winning Ways*, chapter 4; Flammenkamp's computations.

use std::mem;

use crate::code::{HeapCode, Rule};
use crate::dense::Dense;

/// What a move may leave after it takes a number of tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) taken: usize,
    nothing: bool,
    pub(crate) one: bool,
    pairs: Pairs,
}

impl Move {
    /// Whether the move may leave nothing, or two equal heaps if these must be equal: the value 0.
    pub(crate) fn leaves_zero(self, rest: usize) -> bool {
        self.nothing && rest == 0
            || self.pairs == Pairs::Equal && rest > 0 && rest.is_multiple_of(2)
    }

    /// Whether the move may leave two heaps with a sum that is not always 0.
    fn has_pairs(self) -> bool {
        matches!(self.pairs, Pairs::All | Pairs::Distinct)
    }

    /// The greatest smaller heap of the pairs that the move may leave, or 0; equal heaps are not counted if they must be equal.
    pub(crate) fn last_part(self, rest: usize) -> usize {
        match self.pairs {
            Pairs::All => rest / 2,
            Pairs::Distinct => rest.saturating_sub(1) / 2,
            Pairs::None | Pairs::Equal => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pairs {
    None,
    All,
    Distinct,
    Equal,
}

/// The state of the method between two blocks of heaps.
#[derive(Clone, Debug)]
pub(crate) struct Sparse {
    moves: Vec<Move>,
    mask: u32,
    /// The heaps of which all pairs are marked, in their order: those with rare values, and helpers.
    parts: Vec<u32>,
    /// The number of helpers: heaps with common values that often had the rare value that was hardest to find.
    helpers: usize,
    /// Helpers that were found in this block, and how many more may be.
    new_helpers: Vec<u32>,
    room: usize,
    /// The pairs that were searched for rare values in this block.
    searched: usize,
    /// The common values, as bits. There is room for twice as many values as the sum of two values can reach.
    common: Vec<u64>,
    /// All pairs, if there are many rare heaps.
    dense: Option<Dense>,
}

/// All pairs are faster if more than one heap in this number is rare: measured with 30,000 heaps of 13 codes, such as 0.6 and
/// 0.4165; from 8 on up to twice as slow, from 32 on the same.
const DENSE: usize = 16;

/// The most heaps of a block: their rows stay in the processor's first cache.
const MAX_HEAPS: usize = 64;

/// The most pairs that are marked before limits are checked again, some milliseconds, and the most words of the rows of a block.
const MAX_PAIRS: usize = 1 << 22;
const MAX_WORDS: usize = 1 << 17;

/// A searched pair takes about as long as this number of pairs that are marked.
const SEARCHED_PAIR: usize = 4;

fn is_rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

impl Sparse {
    /// The method for a code, or `None` if a move may leave more than two heaps, or take any number of tokens.
    pub(crate) fn new(code: &HeapCode) -> Option<Sparse> {
        let taken = code.max_taken()?;
        if code.written().iter().any(|digit| digit.max_count().is_none_or(|count| count > 2)) {
            return None;
        }
        let moves = code.digits(taken).map(|(taken, digit)| Move {
            taken,
            nothing: digit.allows(0),
            one: digit.allows(1),
            pairs: match digit.rule {
                _ if !digit.allows(2) => Pairs::None,
                Rule::Any => Pairs::All,
                Rule::Distinct | Rule::NotAllEqual => Pairs::Distinct,
                Rule::AllEqual => Pairs::Equal,
            },
        });
        let mut sparse = Sparse {
            moves: moves.collect(),
            mask: 0,
            parts: Vec::new(),
            helpers: 0,
            new_helpers: Vec::new(),
            room: 0,
            searched: 0,
            common: Vec::new(),
            dense: None,
        };
        sparse.make_room(0);
        Some(sparse)
    }

    /// The bytes of all lists.
    pub(crate) fn bytes(&self) -> usize {
        let dense = self.dense.as_ref().map_or(0, Dense::bytes);
        let rows = self.common.len().max(MAX_WORDS.min(MAX_HEAPS * self.common.len()));
        8 * (self.parts.capacity() + self.common.len() + rows) + dense
    }

    /// Adds the values of at least one more heap, of at most `end`, and of no more than take some milliseconds. Ends before each heap
    /// whose number is a power of two.
    pub(crate) fn extend(&mut self, values: &mut Vec<u32>, end: usize) {
        let first = values.len();
        if first >= 16 && first.is_power_of_two() {
            self.choose_mask(values);
        }
        let Some(dense) = &mut self.dense else {
            return self.extend_block(values, end.min((first + 1).next_power_of_two()));
        };
        let value = dense.value(&self.moves);
        if dense.push(value).is_none() {
            self.dense = None;
        }
        self.push(values, value);
    }

    /// Adds a value, and returns whether there was room for it.
    fn push(&mut self, values: &mut Vec<u32>, value: u32) -> bool {
        if !values.is_empty() && is_rare(value, self.mask) {
            self.parts.push(values.len() as u32);
        }
        values.push(value);
        let has_room = (value as usize) < self.common.len() * 32;
        if !has_room {
            self.make_room(value);
        }
        has_room
    }

    /// Goes on from these values.
    pub(crate) fn restore(&mut self, values: &[u32]) {
        if let Some(&max) = values.iter().max() {
            self.make_room(max);
            self.choose_mask(values);
        }
    }

    /// Makes room for values up to this, and for their sums in half of it.
    fn make_room(&mut self, max: u32) {
        let words = ((max as usize + 1).next_power_of_two() / 32).max(1);
        let common = |word: usize| {
            let bits = (0..64).map(|bit| {
                let value = (64 * word + bit) as u32;
                u64::from(!is_rare(value, self.mask)) << bit
            });
            bits.sum()
        };
        self.common = (0..words).map(common).collect();
    }

    /// As [`extend`](Sparse::extend), for few rare heaps.
    fn extend_block(&mut self, values: &mut Vec<u32>, end: usize) {
        let first = values.len();
        let mut parts = mem::take(&mut self.parts);
        let words = self.common.len();
        let pairs = (parts.len() * self.moves.len()).max(1);
        let most = MAX_HEAPS.min(MAX_PAIRS / pairs).min(MAX_WORDS / words);
        let heaps = most.min(first / 8).max(1).min(end - first);
        let mut rows = vec![0; heaps * words];
        mark(&self.moves, &parts, values, &mut rows, words);
        for row in rows.chunks_exact_mut(words) {
            let heap = values.len();
            self.mark_rest(&parts, heap - first, values, row);
            self.mark_rest(&self.parts, heap, values, row);
            let value = self.value(values, row);
            if !self.push(values, value) {
                break;
            }
        }
        let helped = self.helpers * self.moves.len() * (values.len() - first);
        let is_worth = self.searched * SEARCHED_PAIR > helped;
        self.room = if is_worth { self.helpers / 4 + 4 } else { 0 };
        self.searched = 0;
        // The rare heaps of the block.
        parts.append(&mut self.parts);
        let known = parts.len();
        parts.append(&mut self.new_helpers);
        parts.sort();
        parts.dedup();
        self.helpers += parts.len() - known;
        self.parts = parts;
    }

    /// Marks the values of pairs of one of the parts and one of the `last` heaps so far.
    fn mark_rest(&self, parts: &[u32], last: usize, values: &[u32], row: &mut [u64]) {
        for mv in self.moves.iter().filter(|mv| mv.has_pairs()) {
            for part in parts.iter().map(|&part| part as usize) {
                if mv.taken + part > last {
                    break;
                }
                let other = values.len() - mv.taken - part;
                if other > 0 && (other != part || mv.pairs == Pairs::All) {
                    set(row, values[part] ^ values[other]);
                }
            }
        }
    }

    /// The least value that no option of the next heap has. Those of pairs with a rare heap are marked in the row.
    fn value(&mut self, values: &[u32], row: &mut [u64]) -> u32 {
        let heap = values.len();
        let Sparse { moves, common, new_helpers, room, searched, .. } = self;
        let rests = || moves.iter().filter_map(|mv| Some((heap.checked_sub(mv.taken)?, mv)));
        for (rest, mv) in rests() {
            if mv.leaves_zero(rest) {
                set(row, 0);
            }
            if mv.one && rest > 0 {
                set(row, values[rest]);
            }
        }
        // With a mask some common value is missing, since sums are below half of the bits.
        let free = row.iter().zip(&*common).map(|(row, common)| !row & common);
        let end = least(free).unwrap_or(64 * row.len() as u32);
        let below = |word: usize| match (end as usize).saturating_sub(64 * word) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        let missing = (0..row.len()).map(|word| (!row[word] & below(word)).count_ones());
        let mut left: u32 = missing.sum();
        'all: for (rest, mv) in rests() {
            if left == 0 {
                break;
            }
            let last = mv.last_part(rest);
            let others = values[rest - last..rest].iter().rev();
            for (place, (&part, &other)) in values.iter().skip(1).zip(others).enumerate() {
                let sum = part ^ other;
                if sum < end && set(row, sum) {
                    left -= 1;
                    if left == 0 {
                        *searched += place;
                        if *room > 0 {
                            *room -= 1;
                            new_helpers.push(place as u32 + 1);
                        }
                        break 'all;
                    }
                }
            }
            *searched += last;
        }
        least(row.iter().map(|row| !row)).unwrap_or(end).min(end)
    }

    /// Chooses the mask with the fewest rare heaps so far, or all pairs if these are many.
    fn choose_mask(&mut self, values: &[u32]) {
        let size = self.common.len() * 32;
        self.mask = best_mask(values, size);
        self.make_room(size as u32 - 1);
        (self.helpers, self.room) = (0, 0);
        self.parts = rare_heaps(values, self.mask).collect();
        let is_dense = self.parts.len() * DENSE > values.len();
        self.dense = if is_dense { Dense::new(values) } else { None };
    }
}

/// Marks in the rows of the next heaps the values of pairs of one of the parts, which are in order, and a heap so far.
fn mark(moves: &[Move], parts: &[u32], values: &[u32], rows: &mut [u64], words: usize) {
    let first = values.len();
    let end = first + rows.len() / words;
    for mv in moves.iter().filter(|mv| mv.has_pairs()) {
        for part in parts.iter().map(|&part| part as usize) {
            // What a heap has more than the other one of the pair, which is at least 1.
            let more = mv.taken + part;
            let (from, to) = (first.max(more + 1), end.min(first + more));
            let mut mark = |from: usize, to: usize| {
                if from < to {
                    let rows = rows[(from - first) * words..].chunks_exact_mut(words);
                    for (row, &other) in rows.zip(&values[from - more..to - more]) {
                        set(row, values[part] ^ other);
                    }
                }
            };
            let equal = more + part;
            if mv.pairs == Pairs::Distinct && (from..to).contains(&equal) {
                mark(from, equal);
                mark(equal + 1, to);
            } else {
                mark(from, to);
            }
        }
    }
}

/// Adds a value to a set, and returns whether it was not in it.
#[inline]
fn set(row: &mut [u64], value: u32) -> bool {
    let (word, bit) = (&mut row[value as usize / 64], 1 << (value % 64));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// The least bit that is set.
fn least(words: impl Iterator<Item = u64>) -> Option<u32> {
    let mut words = (0..).step_by(64).zip(words);
    words.find(|&(_, word)| word != 0).map(|(start, word)| start + word.trailing_zeros())
}

/// The mask with the fewest rare heaps among values below `size`, a power of two.
///
/// The Walsh-Hadamard transform of the numbers of heaps by value is, for each mask, that of the rare heaps minus
/// that of the common ones.
fn best_mask(values: &[u32], size: usize) -> u32 {
    /// Of larger values the mask has the low bits only.
    const MAX_SIZE: usize = 1 << 16;
    let size = size.min(MAX_SIZE);
    let mut counts = vec![0i64; size];
    for &value in &values[1..] {
        counts[value as usize % size] += 1;
    }
    let mut half = 1;
    while half < size {
        for block in counts.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    (1..size).min_by_key(|&mask| counts[mask]).unwrap_or(0) as u32
}

/// The heaps with rare values, except heap 0.
fn rare_heaps(values: &[u32], mask: u32) -> impl Iterator<Item = u32> {
    (1..values.len()).filter(move |&heap| is_rare(values[heap], mask)).map(|heap| heap as u32)
}

/// The rare heaps of a sequence, from which the others follow: those whose values have an even number of bits in the mask.
///
/// If no rare heap follows and values are bounded, they become periodic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseSpace {
    /// The bits that are counted: those with the fewest rare heaps.
    pub mask: u32,
    /// The number of rare heaps, without heap 0.
    pub heaps: usize,
    /// The last rare heap.
    pub last: usize,
}

impl SparseSpace {
    /// The sparse space, or `None` if it has more than one heap in 16.
    pub(crate) fn of(values: &[u32]) -> Option<SparseSpace> {
        let size = (*values.iter().max()? as usize + 1).next_power_of_two();
        let mask = best_mask(values, size);
        let (heaps, last) =
            rare_heaps(values, mask).fold((0, 0), |(heaps, _), heap| (heaps + 1, heap as usize));
        (heaps * DENSE <= values.len()).then_some(SparseSpace { mask, heaps, last })
    }
}
