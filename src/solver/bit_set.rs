//! A set of indices, a bit each.

/// A set of indices below a fixed end.
#[derive(Debug)]
pub(super) struct BitSet {
    words: Vec<u64>,
    /// The members before each word, once they are [ranked](BitSet::rank_all).
    before: Vec<u32>,
}

impl BitSet {
    /// An empty set of indices below `end`.
    pub(super) fn new(end: usize) -> BitSet {
        BitSet { words: vec![0; end.div_ceil(64)], before: Vec::new() }
    }

    pub(super) fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// The number of members.
    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, from the least.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..64 * self.words.len()).filter(|&index| self.contains(index))
    }

    /// Prepares [`rank`](BitSet::rank).
    pub(super) fn rank_all(&mut self) {
        let words = self.words.iter();
        self.before = words
            .scan(0, |before, word| Some(std::mem::replace(before, *before + word.count_ones())))
            .collect();
    }

    /// The number of members less than `index`, after [`rank_all`](BitSet::rank_all).
    pub(super) fn rank(&self, index: usize) -> u64 {
        let low = self.words[index / 64] & ((1 << (index % 64)) - 1);
        u64::from(self.before[index / 64] + low.count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks() {
        let mut bits = BitSet::new(1000);
        let members: Vec<usize> = (0..1000).filter(|i| i % 7 == 3 || i % 64 == 63).collect();
        members.iter().for_each(|&i| bits.insert(i));
        assert!(bits.iter().eq(members.iter().copied()));
        assert_eq!(bits.len(), members.len());
        bits.rank_all();
        for (rank, &i) in members.iter().enumerate() {
            assert!(bits.contains(i) && bits.rank(i) == rank as u64);
        }
        assert!(!bits.contains(0) && BitSet::new(0).iter().next().is_none());
    }
}
