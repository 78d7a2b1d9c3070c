//! Periods of sequences of Grundy values, with a proof that they last.

use crate::code::{HeapCode, Rule};

/// A period that is proved: g(n + `period`) = g(n) + `saltus` for all n from `preperiod` on.
///
/// Both are as small as possible. Heap 0 is counted, so g(`preperiod` - 1) is the last exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The length of the period.
    pub period: usize,
    /// The number of heaps before the period.
    pub preperiod: usize,
    /// What a period adds to each value; 0, because no other saltus is proved.
    pub saltus: u32,
}

impl Period {
    /// The heaps before the period whose value is not that of the period, with their values.
    pub fn exceptions(&self, values: &[u32]) -> Vec<(usize, u32)> {
        let Period { period, preperiod, .. } = *self;
        let regular = |n: usize| values.get(n + (preperiod - n).div_ceil(period) * period);
        let heaps = (0..preperiod.min(values.len())).filter(|&n| regular(n) != Some(&values[n]));
        heaps.map(|n| (n, values[n])).collect()
    }
}

/// How many heaps prove a period of a code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theorem {
    /// The greatest number of heaps that a move leaves, and of tokens that it takes.
    parts: usize,
    taken: usize,
    /// Whether a split must leave different heaps.
    restricted: bool,
}

impl Theorem {
    /// The theorem for a code, or `None` for codes for which none is known here: those without a limit of tokens or
    /// heaps, and those with splits into equal heaps.
    pub(crate) fn of(code: &HeapCode) -> Option<Theorem> {
        let taken = code.max_taken()?;
        let (mut parts, mut restricted) = (1, false);
        for digit in code.written() {
            let count = digit.max_count()?;
            parts = parts.max(count as usize);
            match digit.rule {
                Rule::AllEqual if count >= 2 => return None,
                Rule::Distinct | Rule::NotAllEqual if count >= 2 => restricted = true,
                _ => {}
            }
        }
        Some(Theorem { parts, taken, restricted })
    }

    /// The number of heaps n from `preperiod` to below which g(n + `period`) = g(n) proves it for all.
    ///
    /// Let t be the greatest number of heaps that a move leaves, and k that of tokens that it takes. If the equation holds
    /// from a to below t·a + (t - 1)·p + k, then by induction it holds for every larger n: of the heaps that a move leaves
    /// in n + p, the largest is at least a + p, and p tokens less have the same value; of those that a move leaves in n,
    /// the largest is at least a, and so have p tokens more. So n and n + p have options of the same values.
    ///
    /// If the heaps must be different, p tokens less may make two heaps equal. Then the smallest heap of the chain b,
    /// b - p, b - 2·p, .. from the largest is shortened instead, which needs b to be at least a + t·p. If they must only
    /// not be all equal, another heap than b is shortened.
    ///
    /// Heap 0 is not a heap that a split leaves, so a is at least 1. Source: *Winning Ways*, chapter 4, for octal codes.
    fn end(self, preperiod: usize, period: usize) -> usize {
        let Theorem { parts, taken, restricted } = self;
        let periods = if restricted { parts * parts } else { parts - 1 };
        let terms = [parts.saturating_mul(preperiod.max(1)), periods.saturating_mul(period), taken];
        terms.into_iter().fold(0, usize::saturating_add)
    }

    /// The least period that the values prove.
    ///
    /// The values from the last one back are compared with themselves by the Z-algorithm, in linear time: for each shift,
    /// how far they agree.
    pub(crate) fn find(self, values: &[u32]) -> Option<Period> {
        let n = values.len();
        let at = |i: usize| values[n - 1 - i];
        let mut agree = vec![0u32; n];
        // The values from `start` to `end` agree with the first ones.
        let (mut start, mut end) = (0, 0);
        for shift in 1..n {
            let mut length =
                if shift < end { (agree[shift - start] as usize).min(end - shift) } else { 0 };
            while shift + length < n && at(length) == at(shift + length) {
                length += 1;
            }
            agree[shift] = length as u32;
            if shift + length > end {
                (start, end) = (shift, shift + length);
            }
            let preperiod = n - shift - length;
            if self.end(preperiod, shift).saturating_add(shift) <= n {
                return Some(Period { period: shift, preperiod, saltus: 0 });
            }
        }
        None
    }
}
