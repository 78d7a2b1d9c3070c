//! The transposition table of the alpha-beta searches, their values of wins, and the killer heuristic.
//!
//! This file uses the standard library alone and compiles in edition 2021: it is part of the program that
//! [`codingame::program`](crate::codingame::program) exports.

/// The largest value of a position that is not known to be won.
pub(crate) const MAX_VALUE: i32 = 20_000;
/// The value of a position that is won already; a win in `n` moves has a value less by `n`.
pub(crate) const WIN: i32 = 30_000;

/// A transposition table, direct-mapped. A new entry always replaces the old one: what is lost costs only time.
#[derive(Clone, Debug)]
pub(crate) struct Table<S> {
    entries: Vec<Entry<S>>,
    /// The lowest bit of a key that numbers an entry.
    shift: u32,
}

/// An entry of the table: 16 bytes for steps of 4 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry<S> {
    key: u64,
    pub(crate) best: S,
    value: i16,
    /// The depth of the search; the maximum for a proven win or loss, which holds at any depth.
    depth: u8,
    /// [`AT_LEAST`], [`AT_MOST`], both for an exact value, or 0 for an empty entry.
    bound: u8,
}

/// The value is a lower bound.
const AT_LEAST: u8 = 1;
/// The value is an upper bound.
const AT_MOST: u8 = 2;

impl<S: Copy + Default> Table<S> {
    /// Creates a table of `2^bits` entries, which are numbered by the bits of the keys from `shift` on.
    pub(crate) fn new(bits: u32, shift: u32) -> Table<S> {
        Table { entries: vec![Entry::default(); 1 << bits], shift }
    }

    fn slot(&self, key: u64) -> usize {
        (key >> self.shift) as usize & (self.entries.len() - 1)
    }

    /// The entry of a position.
    pub(crate) fn get(&self, key: u64) -> Option<Entry<S>> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key && entry.bound != 0).then_some(entry)
    }

    /// Stores the result of a search to this depth with a window from `alpha` to `beta`.
    pub(crate) fn store(
        &mut self,
        key: u64,
        best: S,
        value: i32,
        [alpha, beta]: [i32; 2],
        depth: i32,
        level: usize,
    ) {
        let bound = match () {
            () if value >= beta => AT_LEAST,
            () if value <= alpha => AT_MOST,
            () => AT_LEAST | AT_MOST,
        };
        let is_proven = value > MAX_VALUE && bound & AT_LEAST != 0
            || value < -MAX_VALUE && bound & AT_MOST != 0;
        let depth = if is_proven { u8::MAX } else { depth as u8 };
        // The table counts the moves to a win from the stored position, the search from the root.
        let value = match value {
            _ if value > MAX_VALUE => value + level as i32,
            _ if value < -MAX_VALUE => value - level as i32,
            _ => value,
        };
        let (slot, value) = (self.slot(key), value.clamp(-WIN, WIN) as i16);
        self.entries[slot] = Entry { key, best, value, depth, bound };
    }
}

impl<S> Entry<S> {
    /// The value that the entry gives to a search to this depth with a window from `alpha` to `beta`, if it makes the
    /// search superfluous.
    pub(crate) fn cutoff(&self, [alpha, beta]: [i32; 2], depth: i32, level: usize) -> Option<i32> {
        let value = match i32::from(self.value) {
            value if value > MAX_VALUE => value - level as i32,
            value if value < -MAX_VALUE => value + level as i32,
            value => value,
        };
        let is_lower = self.bound & AT_LEAST != 0;
        let is_upper = self.bound & AT_MOST != 0;
        let decides = is_lower && (is_upper || value >= beta) || is_upper && value <= alpha;
        (decides && i32::from(self.depth) >= depth).then_some(value)
    }
}

/// The *killer heuristic* (Akl and Newborn, *The principal continuation and the killer heuristic*, ACM 1977): the last
/// two steps that caused a cutoff, at some level.
pub(crate) type Killers<S> = [S; 2];

/// Adds a step that caused a cutoff.
pub(crate) fn add_killer<S: Copy + PartialEq>(killers: &mut Killers<S>, step: S) {
    if killers[0] != step {
        *killers = [step, killers[0]];
    }
}
