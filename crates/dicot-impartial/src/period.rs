//! Periods of sequences of Grundy values, with a proof that they last.

use crate::code::{HeapCode, Rule};
use crate::saltus;

/// A period that is proved: g(n + `period`) = g(n) + `saltus` for all n from `preperiod` on.
///
/// Both are as small as possible. Heap 0 is counted, so g(`preperiod` - 1) is the last exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The length of the period.
    pub period: usize,
    /// The number of heaps before the period.
    pub preperiod: usize,
    /// What a period adds to each value: 0, or more if the sequence is arithmetic periodic.
    pub saltus: u32,
}

impl Period {
    /// The heaps before the period whose value is not that of the period, with their values.
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_impartial::Sequence;
    /// // Take a token, and leave three heaps.
    /// let mut sequence = Sequence::new("0.8".parse()?);
    /// sequence.extend_to(100, &Limits::default()).unwrap();
    /// let period = sequence.period().unwrap();
    /// assert_eq!((period.period, period.preperiod, period.saltus), (3, 1, 1));
    /// assert_eq!(period.exceptions(sequence.values()), [(0, 0)]);
    /// # Ok::<_, dicot_impartial::ParseError>(())
    /// ```
    pub fn exceptions(&self, values: &[u32]) -> Vec<(usize, u32)> {
        let Period { period, preperiod, saltus } = *self;
        let is_regular = |n: usize| {
            let periods = (preperiod - n).div_ceil(period);
            let value = values.get(n + periods * period);
            value.is_some_and(|&v| {
                u64::from(v) == u64::from(values[n]) + periods as u64 * u64::from(saltus)
            })
        };
        let heaps = (0..preperiod.min(values.len())).filter(|&n| !is_regular(n));
        heaps.map(|n| (n, values[n])).collect()
    }
}

/// How many heaps prove a period of a code.
#[derive(Clone, Debug)]
pub(crate) struct Theorem {
    /// The greatest number of heaps that a move leaves; `None` if it is unlimited, or if a split leaves equal heaps.
    parts: Option<usize>,
    /// The greatest number of tokens that a move takes, except by repeated digits.
    taken: usize,
    /// The number of digits that are repeated.
    cycle: Option<usize>,
    /// Whether a split must leave different heaps.
    restricted: bool,
}

impl Theorem {
    pub(crate) fn of(code: &HeapCode) -> Theorem {
        let (taken, cycle) = match code.repeated() {
            Some((start, cycle)) => (start, Some(cycle)),
            None => (code.written().len() - 1, None),
        };
        let (mut parts, mut restricted) = (Some(1), false);
        for digit in code.written() {
            let count = digit.max_count().map(|count| count as usize);
            parts = parts.and_then(|parts| count.map(|count| parts.max(count)));
            match digit.rule {
                Rule::AllEqual if count != Some(1) => parts = None,
                Rule::Distinct | Rule::NotAllEqual => restricted |= count != Some(1),
                _ => {}
            }
        }
        Theorem { parts, taken, cycle, restricted }
    }

    /// The number of values that prove a period without saltus, or `None` if there is no theorem for the code.
    ///
    /// Let t be the greatest number of heaps that a move leaves, and k that of tokens that it takes. If g(n + p) = g(n) holds
    /// for n from a to below t·a + (t - 1)·p + k, then by induction it holds for every larger n: of the heaps that a move
    /// leaves in n + p, the largest is at least a + p, and p tokens less have the same value; of those that a move leaves in
    /// n, the largest is at least a, and so have p tokens more. So n and n + p have options of the same values.
    ///
    /// If the heaps must be different, p tokens less may make two heaps equal. Then the smallest heap of the chain b,
    /// b - p, b - 2·p, .. from the largest is shortened instead, which needs b to be at least a + t·p. If they must only
    /// not be all equal, another heap than b is shortened.
    ///
    /// If the digits from k on are repeated and p is a multiple of their number, a move that takes k + p tokens or more may
    /// also take p tokens less, and one that takes k or more, p more. A move in n + p that takes fewer than k + p tokens
    /// leaves at least n - k + 1, the largest heap of which is at least a + p if n is at least t·a + t·p + k.
    ///
    /// Heap 0 is not a heap that a split leaves, so a is at least 1. Source: *Winning Ways*, chapter 4, for octal codes.
    fn values_needed(&self, preperiod: usize, period: usize) -> Option<usize> {
        let parts = self.parts?;
        let period = self.common_period(period);
        let periods = match (self.restricted, self.cycle) {
            (true, _) => parts * parts,
            (false, None) => parts - 1,
            (false, Some(_)) => parts,
        };
        let terms = [
            parts.saturating_mul(preperiod.max(1)),
            (periods + 1).saturating_mul(period),
            self.taken,
        ];
        Some(terms.into_iter().fold(0, usize::saturating_add))
    }

    /// The least multiple of the period that is one of the number of repeated digits.
    fn common_period(&self, period: usize) -> usize {
        let Some(cycle) = self.cycle else { return period };
        let (mut divisor, mut rest) = (cycle, period % cycle);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        period.saturating_mul(cycle / divisor)
    }

    /// The least period that the values prove; one with a saltus only for the Grundy values of the code.
    ///
    /// The differences of the values from the last one back are compared with themselves by the Z-algorithm, in linear time:
    /// for each shift, how far they agree. Only for the first shift with a saltus and a short preperiod is a proof tried.
    pub(crate) fn find(&self, values: &[u32], code: Option<&HeapCode>) -> Option<Period> {
        let n = values.len();
        let at = |i: usize| values[n - 1 - i].wrapping_sub(values[n - 2 - i]);
        let differences = n.saturating_sub(1);
        let mut agree = vec![0u32; differences];
        // The differences from `start` to `end` agree with the first ones.
        let (mut start, mut end) = (0, 0);
        let mut is_open = true;
        for shift in 1..n {
            let mut length =
                if shift < end { (agree[shift - start] as usize).min(end - shift) } else { 0 };
            while shift + length < differences && at(length) == at(shift + length) {
                length += 1;
            }
            if shift < differences {
                agree[shift] = length as u32;
            }
            if shift + length > end {
                (start, end) = (shift, shift + length);
            }
            let Some(saltus) = values[n - 1].checked_sub(values[n - 1 - shift]) else { continue };
            let period = Period { period: shift, preperiod: differences - shift - length, saltus };
            let is_proved = match saltus {
                0 => self.values_needed(period.preperiod, shift).is_some_and(|needed| needed <= n),
                _ => code.is_some_and(|code| {
                    let is_tried = is_open && saltus::is_plausible(values, period);
                    is_open &= !is_tried;
                    is_tried && saltus::proves(code, values, period, self.common_period(shift))
                }),
            };
            if is_proved {
                return Some(period);
            }
        }
        None
    }
}
