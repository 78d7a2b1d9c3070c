//! Proofs that a sequence of Grundy values is arithmetic periodic: g(n + p) = g(n) + s for all n from a heap e on, where s
//! is not 0.
//!
//! Let the equation hold for all values so far, N of them, and let p be a multiple of the number of repeated digits. Let
//! the *unit* be the greatest power of two that divides s. In binary a value is its high part u, the multiple of the unit,
//! and its low part r, the rest; a period adds s/unit to u and leaves r. The equation is proved for n = N, N + 1, .. by
//! induction: that no option of n has the expected value v = g(n - p) + s, and that each smaller value is that of an option.
//!
//! **No option has the expected value.** Options with one heap m: shift m and n back by p, k times, until n is one of the
//! last p heaps so far. If m is still e or greater, it would be an option of that heap with its value, which is a
//! contradiction. Otherwise the value of m is less than v. Options with more heaps, all before the period: the last p values
//! are greater than any sum of those. Others: let their high parts be u1, u2, .. and that of v be U. As XOR adds without
//! carry, u1 + u2 + .. = U + 2·w with w >= 0. For each class of heaps modulo p, and each exception, u - (s/unit)·(m div p) is
//! fixed. If none of the sums of these numbers, for all choices of classes that have the right sum of tokens modulo p and
//! the right low parts, fits, there is no such option. `excludes` has the bounds on the tokens taken and on the number of
//! heaps by which finitely many choices are left. `Heaps` keeps the greatest sum for each residue, low part and parity.
//!
//! **Each smaller value is that of an option.** An option *rises* if it has a heap m >= e, and the XOR of the values of the
//! others is below the unit: then m + p is an option of n + p with a value that is greater by s. An option *stays* if it
//! has two heaps from e on whose values have the same high part, or takes a number of tokens by a repeated digit: then with p more
//! tokens in both heaps, or with 2·p more tokens taken, it is an option of n + 2·p with the same value. So finitely many options
//! are enough, which are listed for one period of heaps (those that rise) and for two (those that stay).
//!
//! Compare Austin, *Impartial and partizan games* (thesis, 1976), in *Winning Ways*, chapter 4; Howse, Nowakowski,
//! *Periodicity and arithmetic-periodicity in hexadecimal games* (2004); for games that take all but some numbers of tokens,
//! Siegel, *Combinatorial Game Theory* (2013), chapter IV.

use crate::code::{Digit, HeapCode, Rule};
use crate::period::Period;

/// The greatest product of period and unit, and number of heaps in an option. A proof that needs more is not tried, since it
/// takes too long.
const MAX_CLASSES: usize = 1 << 10;
const MAX_HEAPS: i64 = 64;
/// The greatest number of heaps of options that are listed, of heaps from which more than three are chosen, and of options.
const MAX_LISTED: u32 = 5;
const MAX_OTHERS: usize = 64;
const MAX_OPTIONS: usize = 1 << 28;

/// Whether the values are enough to try a proof. It needs three periods of heaps after the preperiod, the last two of them after
/// the middle; with twice as many a proof that fails is tried less often.
pub(crate) fn is_plausible(values: &[u32], period: Period) -> bool {
    period.preperiod + 6 * period.period < values.len() / 2
}

/// Whether the values prove the period, of which `common` is a multiple and one of the number of repeated digits. Other
/// multiples have other units, and some sequences need one of them.
pub(crate) fn proves(code: &HeapCode, values: &[u32], period: Period, common: usize) -> bool {
    [1, 2, 4].into_iter().any(|times| {
        let common = times * common;
        let saltus = u64::from(period.saltus) * (common / period.period) as u64;
        u32::try_from(saltus).is_ok_and(|saltus| {
            Proof::new(code, values, period.preperiod.max(1), common, saltus)
                .is_some_and(|proof| proof.excludes() && proof.includes())
        })
    })
}

/// The values, and what is to be proved.
struct Proof<'a> {
    code: &'a HeapCode,
    values: &'a [u32],
    /// The first heap of the period.
    start: usize,
    period: usize,
    unit: u32,
    /// What a period adds to the high part of a value.
    step: i64,
}

/// For each residue of the tokens, low part, and parity of the sum of high parts, the greatest such sum less `step` for
/// each period of tokens.
#[derive(Clone)]
struct Heaps(Vec<Option<i64>>);

impl<'a> Proof<'a> {
    /// What is to be proved, or `None` if the values are too few: those of the last period must be greater than any sum of
    /// values of the first one and before.
    fn new(
        code: &'a HeapCode,
        values: &'a [u32],
        start: usize,
        period: usize,
        saltus: u32,
    ) -> Option<Proof<'a>> {
        let (n, unit) = (values.len(), 1 << saltus.trailing_zeros());
        if period.saturating_mul(unit as usize) > MAX_CLASSES || start + 4 * period > n / 2 {
            return None;
        }
        let small = values[..start + period].iter().fold(0, |bits, value| bits | value);
        let sums = small.checked_add(1)?.checked_next_power_of_two()?;
        let step = i64::from(saltus / unit);
        let proof = Proof { code, values, start, period, unit, step };
        values[n - period..].iter().all(|&value| value >= sums).then_some(proof)
    }

    fn class(&self, tokens: i64, low: u32, high: i64) -> (usize, i64) {
        let high = high - self.step * tokens.div_euclid(self.period as i64);
        let residue = tokens.rem_euclid(self.period as i64) as usize;
        ((residue * self.unit as usize + low as usize) * 2 + high.rem_euclid(2) as usize, high)
    }

    fn high(&self, heap: usize) -> i64 {
        i64::from(self.values[heap] / self.unit)
    }

    fn low(&self, heap: usize) -> u32 {
        self.values[heap] % self.unit
    }

    /// The classes of single heaps.
    fn single(&self, heaps: impl Iterator<Item = usize>) -> Heaps {
        let mut all = Heaps(vec![None; 2 * self.period * self.unit as usize]);
        for heap in heaps {
            let (class, high) = self.class(heap as i64, self.low(heap), self.high(heap));
            all.0[class] = all.0[class].max(Some(high));
        }
        all
    }

    /// The classes of a heap of each.
    fn sum(&self, a: &Heaps, b: &Heaps) -> Heaps {
        let mut all = Heaps(vec![None; a.0.len()]);
        let parts = |heaps: &Heaps| -> Vec<(i64, u32, i64)> {
            let of = |(class, high): (usize, &Option<i64>)| {
                let (residue, low) =
                    (class / 2 / self.unit as usize, class / 2 % self.unit as usize);
                high.map(|high| (residue as i64, low as u32, high))
            };
            heaps.0.iter().enumerate().filter_map(of).collect()
        };
        let others = parts(b);
        for (tokens, low, high) in parts(a) {
            for &(others_tokens, others_low, others_high) in &others {
                let (class, high) =
                    self.class(tokens + others_tokens, low ^ others_low, high + others_high);
                all.0[class] = all.0[class].max(Some(high));
            }
        }
        all
    }

    /// Whether no option of more than one heap has the expected value.
    fn excludes(&self) -> bool {
        let all = || 1..self.start + self.period;
        let periodic = || self.start..self.start + self.period;
        // The excess of a heap m is E(m) = step·m - p·u(m). If an option with j tokens taken and w carries has the expected
        // value, the excesses of its heaps add up to E(n) - step·j - 2·p·w. So, where t heaps are the most that a move with
        // a limit leaves, j is at most (max - t·min)/step if min < 0, and max/step if not.
        let excess = |heap: usize| self.step * heap as i64 - self.period as i64 * self.high(heap);
        let min = all().map(excess).min().unwrap_or(0);
        let max = periodic().map(excess).max().unwrap_or(0);
        let limited = self.code.written().iter().filter_map(|digit| digit.max_count());
        let limited = limited.max().map_or(1, i64::from);
        if min < 0 && self.code.written().iter().any(|digit| digit.max_count().is_none()) {
            // Any number of heaps with a negative excess make up for any number of tokens.
            return false;
        }
        let max_taken = (max - limited * min.min(0)).max(0) / self.step;
        // The classes of options with 0, 1, .. heaps, one of which is of the period.
        let (single, first) = (self.single(all()), self.single(periodic()));
        let mut options = vec![Heaps(Vec::new()), first];
        for (taken, digit) in self.code.digits(max_taken as usize) {
            let rest = max - self.step * taken as i64;
            let most = match digit.max_count() {
                Some(count) => i64::from(count),
                None if min > 0 => rest / min,
                None => return false,
            };
            if most > MAX_HEAPS {
                return false;
            }
            for count in (2..=most as usize).filter(|&count| digit.allows(count as u32)) {
                while options.len() <= count {
                    options.push(self.sum(&options[options.len() - 1], &single));
                }
                let is_reached = |heap: usize| {
                    let tokens = heap as i64 - taken as i64;
                    let (class, high) = self.class(tokens, self.low(heap), self.high(heap));
                    options[count].0[class].is_some_and(|greatest| greatest >= high)
                };
                if periodic().any(is_reached) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether each value below the expected one is that of an option.
    ///
    /// Let `rising` be the first period of heaps from the middle on, g(n) a value there, and `gap` a number. If each value
    /// from g(n) - gap to g(n) - 1 is that of an option that rises, and each of the 2·s values below of one that does both,
    /// rises and stays, then they reach all values of all larger heaps but those that are less than the greatest
    /// g(n) - gap: k periods later, an option that does both has its value plus a·s for each a <= k that is even or odd as k
    /// is, so 2·s neighbouring values become all values from there up to g(n + k·p). The values below must be those of
    /// options that stay, in each of the last two periods of heaps.
    fn includes(&self) -> bool {
        let (n, period) = (self.values.len(), self.period);
        let middle = (n / 2 - period).max(self.start);
        let rising = middle..middle + period;
        let cost = self.cost(rising.end).saturating_add(self.cost(n).saturating_mul(2));
        if cost.saturating_mul(period) > MAX_OPTIONS {
            return false;
        }
        // By the distance from the value of the heap: whether all such values rise, and whether they do both.
        let least = self.values[rising.clone()].iter().min().map_or(0, |&min| min as usize);
        let (mut rise, mut both) = (vec![true; least + 1], vec![true; least + 1]);
        for heap in rising.clone() {
            let value = self.values[heap] as usize;
            let options = self.options(heap, value);
            for gap in 1..=least {
                rise[gap] &= options[value - gap].rises;
                both[gap] &= options[value - gap].both;
            }
        }
        let width = 2 * (self.step as usize) * self.unit as usize;
        let limit = rise.iter().position(|&rises| !rises).unwrap_or(rise.len());
        let Some(gap) = (0..limit).find(|&gap| {
            both.get(gap + 1..=gap + width).is_some_and(|both| both.iter().all(|&both| both))
        }) else {
            return false;
        };
        let most = self.values[rising].iter().max().map_or(0, |&max| max as usize);
        (n - 2 * period..n)
            .all(|heap| self.options(heap, most - gap).iter().all(|option| option.stays))
    }

    /// The number of options of a heap that are listed.
    fn cost(&self, heap: usize) -> usize {
        let of = |(taken, digit): (usize, Digit)| {
            let (pairs, rest) = (self.lists(digit, 2), heap - taken);
            let more: usize = (3..=MAX_LISTED).map(|count| self.others(digit, count).len()).sum();
            1 + usize::from(pairs) * rest + more * rest * rest / 4
        };
        self.code.digits(heap).map(of).fold(0, usize::saturating_add)
    }

    /// Whether options with this number of heaps are listed: three and more, which take long, only without repeated digits.
    fn lists(&self, digit: Digit, count: u32) -> bool {
        digit.rule == Rule::Any
            && digit.allows(count)
            && (count < 3 || self.code.repeated().is_none())
    }

    /// The tokens and values, each once, of the heaps besides three that options with this number of heaps have, if these are
    /// listed. They are of the first period or before it, and their values are below the unit.
    fn others(&self, digit: Digit, count: u32) -> Vec<(usize, u32)> {
        if !self.lists(digit, count) {
            return Vec::new();
        }
        let small = |&heap: &usize| self.values[heap] < self.unit;
        let small: Vec<usize> =
            (1..self.start + self.period).filter(small).take(MAX_OTHERS).collect();
        (3..count).fold(vec![(0, 0)], |fewer, _| {
            let with = |&(tokens, value): &(usize, u32)| {
                small.iter().map(move |&heap| (tokens + heap, value ^ self.values[heap]))
            };
            let mut all: Vec<(usize, u32)> = fewer.iter().flat_map(with).collect();
            all.sort_unstable();
            all.dedup();
            all
        })
    }

    /// How the values below `limit` are those of options of a heap.
    fn options(&self, heap: usize, limit: usize) -> Vec<Reached> {
        let mut reached = vec![Reached::default(); limit];
        let repeated = self.code.repeated().map_or(usize::MAX, |(start, _)| start);
        let (start, values, unit) = (self.start, self.values, self.unit);
        let mut add = |value: u32, rises: bool, stays: bool, both: bool| {
            if let Some(reached) = reached.get_mut(value as usize) {
                reached.rises |= rises;
                reached.stays |= stays;
                reached.both |= both;
            }
        };
        for (taken, digit) in self.code.digits(heap) {
            let (rest, repeats) = (heap - taken, taken >= repeated);
            if rest == 0 {
                if digit.allows(0) {
                    add(0, false, repeats, false);
                }
                continue;
            }
            if digit.allows(1) {
                add(values[rest], rest >= start, repeats, repeats && rest >= start);
            }
            if self.lists(digit, 2) {
                for part in 1..rest {
                    let (value, other) = (values[part], values[rest - part]);
                    let rises = part >= start && other < unit;
                    let stays = part.min(rest - part) >= start && value ^ other < unit;
                    add(value ^ other, rises, stays || repeats, rises && repeats);
                }
            }
            for (tokens, other) in (3..=MAX_LISTED).flat_map(|count| self.others(digit, count)) {
                let rest = rest.saturating_sub(tokens);
                for pair in 2..rest {
                    for part in 1..=pair / 2 {
                        let two = values[part] ^ values[pair - part];
                        if two < unit {
                            let (rises, stays) = (rest - pair >= start, part >= start);
                            add(values[rest - pair] ^ two ^ other, rises, stays, rises && stays);
                        }
                    }
                }
            }
        }
        reached
    }
}

/// How a value is that of options: of one that rises, of one that stays, and of one that does both: it rises with one heap,
/// and stays by two others or by a repeated digit.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    rises: bool,
    stays: bool,
    both: bool,
}
