//! Grundy values of games whose moves leave at most two heaps, by the sparse space method.
//!
//! Choose a set of bits, the mask. A value is *rare* if it has an even number of bits in the mask, and *common* if an odd
//! number. The sum of two rare or two common values is rare, and that of a rare and a common one is common. So the
//! common values among the options of a heap come from pairs with a rare heap alone, and with a good mask there are few
//! rare heaps. All pairs are needed only until every rare value below the least missing common one has been found,
//! which is soon. The result is exact for any mask. If even the best one has many rare heaps, all pairs are faster
//! (`dense.rs`).
//!
//! Source: Guy, Smith, *The G-values of various games* (1956); *Winning Ways*, chapter 4; Flammenkamp's computations.

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

/// The state of the method between two heaps.
#[derive(Clone, Debug)]
pub(crate) struct Sparse {
    moves: Vec<Move>,
    mask: u32,
    /// The heaps with rare values, in their order.
    rare_heaps: Vec<u32>,
    /// The number of the last heap that has an option of this value, plus 1. There are twice as many entries as the sum
    /// of two values can reach.
    seen: Vec<u32>,
    /// The common and the rare values below the number of entries of `seen`.
    common: Vec<u32>,
    rare: Vec<u32>,
    /// All pairs, if there are many rare heaps.
    dense: Option<Dense>,
}

/// All pairs are faster if more than one heap in this number is rare: measured with 30,000 heaps of 13 codes, such as 0.6 and
/// 0.4165; from 8 on up to twice as slow, from 32 on the same.
const DENSE: usize = 16;

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
            rare_heaps: Vec::new(),
            seen: Vec::new(),
            common: Vec::new(),
            rare: Vec::new(),
            dense: None,
        };
        sparse.resize(2);
        Some(sparse)
    }

    /// The bytes of all lists.
    pub(crate) fn bytes(&self) -> usize {
        let dense = self.dense.as_ref().map_or(0, Dense::bytes);
        4 * (self.rare_heaps.capacity() + 2 * self.seen.len()) + dense
    }

    /// The value of the next heap.
    pub(crate) fn next(&mut self, values: &[u32]) -> u32 {
        if values.len() >= 16 && values.len().is_power_of_two() {
            self.choose_mask(values);
        }
        let value = match &mut self.dense {
            Some(dense) => dense.value(&self.moves),
            None => self.value(values),
        };
        if self.dense.as_mut().is_some_and(|dense| dense.push(value).is_none()) {
            self.dense = None;
        }
        if value as usize >= self.seen.len() / 2 {
            self.resize((value as usize + 1).next_power_of_two() * 2);
        }
        if !values.is_empty() && is_rare(value, self.mask) {
            self.rare_heaps.push(values.len() as u32);
        }
        value
    }

    /// Goes on from these values.
    pub(crate) fn restore(&mut self, values: &[u32]) {
        if let Some(&max) = values.iter().max() {
            self.resize((max as usize + 1).next_power_of_two() * 2);
            self.choose_mask(values);
        }
    }

    /// Makes room for values whose sums are below half of the size.
    fn resize(&mut self, size: usize) {
        self.seen.resize(size, 0);
        let mask = self.mask;
        (self.rare, self.common) = (0..size as u32).partition(|&value| is_rare(value, mask));
    }

    /// The least value that no option has.
    fn value(&mut self, values: &[u32]) -> u32 {
        let heap = values.len();
        let mark = heap as u32 + 1;
        let Sparse { moves, rare_heaps, seen, common, rare, .. } = self;
        let rests = || moves.iter().filter_map(|mv| Some((heap.checked_sub(mv.taken)?, mv)));
        for (rest, mv) in rests() {
            if mv.leaves_zero(rest) {
                seen[0] = mark;
            }
            if mv.one && rest > 0 {
                seen[values[rest] as usize] = mark;
            }
            if matches!(mv.pairs, Pairs::All | Pairs::Distinct) {
                let end = rare_heaps.partition_point(|&part| (part as usize) < rest);
                for &part in &rare_heaps[..end] {
                    let (part, other) = (part as usize, rest - part as usize);
                    if part != other || mv.pairs == Pairs::All {
                        seen[(values[part] ^ values[other]) as usize] = mark;
                    }
                }
            }
        }
        // Sums are below half of the entries. Without a mask all values are rare, and have been found.
        let least_common = common.iter().find(|&&value| seen[value as usize] != mark);
        let end = least_common.copied().unwrap_or(seen.len() as u32);
        let candidates = &rare[..rare.partition_point(|&value| value < end)];
        let missing =
            |seen: &[u32]| candidates.iter().filter(|&&v| seen[v as usize] != mark).count();
        let mut left = missing(seen);
        if least_common.is_some() && left > 0 {
            'all: for (rest, mv) in rests() {
                let last = mv.last_part(rest);
                let others = values[rest - last..rest].iter().rev();
                for (&part, &other) in values.iter().skip(1).zip(others) {
                    let sum = part ^ other;
                    if sum < end && seen[sum as usize] != mark {
                        seen[sum as usize] = mark;
                        left -= 1;
                        if left == 0 {
                            break 'all;
                        }
                    }
                }
            }
        }
        match left {
            0 => end,
            _ => candidates.iter().copied().find(|&v| seen[v as usize] != mark).unwrap_or(end),
        }
    }

    /// Chooses the mask with the fewest rare heaps so far, or all pairs if these are many.
    fn choose_mask(&mut self, values: &[u32]) {
        self.mask = best_mask(values, self.seen.len() / 2);
        self.resize(self.seen.len());
        self.rare_heaps = rare_heaps(values, self.mask).collect();
        let is_dense = self.rare_heaps.len() * DENSE > values.len();
        self.dense = if is_dense { Dense::new(values) } else { None };
    }
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
