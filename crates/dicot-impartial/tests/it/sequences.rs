//! Values of heaps, beside a plain twin, and facts about periods.

use std::collections::HashSet;

use dicot::{Interrupt, LimitKind, Limits};
use dicot_impartial::{HeapCode, OptionError, Sequence, values_of};

fn sequence(code: &str, to: usize) -> Sequence {
    let code = code.parse().unwrap_or_else(|error| panic!("{code}: {error}"));
    let mut sequence = Sequence::new(code);
    sequence.extend_to(to, &Limits::default()).unwrap();
    sequence
}

/// A digit of the twin: the numbers of heaps, from a number on, and the mark.
#[derive(Clone, Debug)]
struct Digit {
    counts: Vec<usize>,
    from: Option<usize>,
    mark: &'static str,
}

impl Digit {
    fn allows(&self, heaps: &[usize]) -> bool {
        let count = heaps.len();
        let distinct: HashSet<&usize> = heaps.iter().collect();
        (self.counts.contains(&count) || self.from.is_some_and(|from| count >= from))
            && (count < 2
                || match self.mark {
                    "!" => distinct.len() == count,
                    "?" => distinct.len() > 1,
                    "=" => distinct.len() == 1,
                    _ => true,
                })
    }

    fn text(&self) -> String {
        let counts = self.counts.iter().map(ToString::to_string);
        let parts: Vec<String> = counts.chain(self.from.map(|from| format!("{from}+"))).collect();
        match parts.is_empty() {
            true => "0".to_owned(),
            false => format!("{{{}}}{}", parts.join(","), self.mark),
        }
    }
}

/// All lists of heaps, in rising order, with so many tokens.
fn partitions(n: usize, least: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let with = |first| {
        partitions(n - first, first).into_iter().map(move |mut rest| {
            rest.push(first);
            rest
        })
    };
    (least..=n).flat_map(with).collect()
}

/// The digits of the twin, the first before the point.
fn plain(digits: &[Digit], to: usize) -> Vec<u32> {
    values_of(to, |n| {
        let taken = 0..=n.min(digits.len() - 1);
        let options = taken.flat_map(|taken| {
            let lists = partitions(n - taken, 1).into_iter();
            lists.filter(move |heaps| digits[taken].allows(heaps))
        });
        Some(options.collect())
    })
    .unwrap()
}

#[test]
fn random_codes_beside_the_plain_twin() {
    let mut state = 12345u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let (mut fast, mut slow) = (0, 0);
    for _ in 0..300 {
        let most = 3 + random(3) as usize;
        let digit = |first: bool, random: &mut dyn FnMut(u64) -> u64| {
            let least = if first { 2 } else { 0 };
            let counts = (least..most).filter(|_| random(3) == 0).collect();
            let from = (random(8) == 0).then(|| least + random(4) as usize);
            Digit { counts, from, mark: ["", "", "!", "?", "="][random(5) as usize] }
        };
        let count = 1 + random(4);
        let digits: Vec<Digit> = (0..=count).map(|j| digit(j == 0, &mut random)).collect();
        let texts: Vec<String> = digits.iter().map(Digit::text).collect();
        let text = format!("{}.{}", texts[0], texts[1..].concat());
        let found = sequence(&text, 24);
        assert_eq!(found.values(), plain(&digits, 24), "{text}");
        if found.is_fast() { fast += 1 } else { slow += 1 }
    }
    assert!(fast > 20 && slow > 100, "{fast} {slow}");
}

/// Octal codes far enough for masks to be chosen several times, beside the least value that no pair has.
#[test]
fn long_octal_sequences_beside_the_plain_twin() {
    for code in ["0.0137", "0.1637", "0.56", "0.0007", "0.414", "4.07", "0.06", "0.74"] {
        let digits: Vec<(usize, u32)> = code
            .bytes()
            .enumerate()
            .filter(|&(i, _)| i != 1)
            .map(|(i, byte)| (i.saturating_sub(1), u32::from(byte - b'0')))
            .collect();
        let expected = values_of(1500, |n| {
            let mut options = Vec::new();
            for &(taken, digit) in digits.iter().filter(|(taken, _)| *taken <= n) {
                let rest = n - taken;
                if digit & 1 > 0 && rest == 0 {
                    options.push(vec![]);
                }
                if digit & 2 > 0 && rest > 0 {
                    options.push(vec![rest]);
                }
                if digit & 4 > 0 {
                    options.extend((1..=rest / 2).map(|part| vec![part, rest - part]));
                }
            }
            Some(options)
        });
        assert_eq!(sequence(code, 1500).values(), expected.unwrap(), "{code}");
    }
}

/// Some values of sequences that are long enough for many blocks, beside those of all pairs.
#[test]
fn long_sequences_beside_all_pairs() {
    // The second is Grundy's game, with pairs of different heaps.
    for (code, taken, to) in [("0.6", 1, 40_000), ("4!.0", 0, 24_000)] {
        let sequence = sequence(code, to);
        let values = sequence.values();
        for heap in (1..=to).step_by(to / 40) {
            let rest = heap - taken;
            let pairs = (1..=rest / 2).filter(|part| taken > 0 || 2 * part != rest);
            let mut reached: HashSet<u32> =
                pairs.map(|part| values[part] ^ values[rest - part]).collect();
            if taken > 0 && rest > 0 {
                reached.insert(values[rest]);
            }
            let least = (0..).find(|value| !reached.contains(value));
            assert_eq!(least, Some(values[heap]), "{code}, heap {heap}");
        }
    }
}

/// Values are the same in one step or in several.
#[test]
fn sequences_are_continued() {
    for code in ["0.77", "0.0137", "0.{1,3}!{2+}", "0.9", "4!.0"] {
        let whole = sequence(code, 200);
        let mut parts = sequence(code, 0);
        for to in [1, 2, 63, 64, 65, 130, 200, 100] {
            parts.extend_to(to, &Limits::default()).unwrap();
        }
        assert_eq!(parts.values(), whole.values(), "{code}");
        assert_eq!(parts.period(), whole.period(), "{code}");
    }
}

/// Each period that is proved holds as far as values were computed without it.
#[test]
fn proved_periods_hold() {
    let codes: Vec<String> = (0..512).map(|n| format!("0.{n:03o}")).collect();
    let more = ["0.7!", "0.3!3", "0.13!", "0.5!2", "0.35!", "0.3?3", "4!.1", "4!.37"];
    let mut proved = 0;
    for code in codes.iter().map(String::as_str).chain(more) {
        let early = sequence(code, 500);
        let Some(period) = early.period() else { continue };
        // The twin computes all values by pairs.
        let digits: Vec<u32> = code.chars().filter_map(|c| c.to_digit(16)).collect();
        let marked: Vec<bool> = {
            let mut marked = Vec::new();
            for c in code.chars() {
                match c {
                    '.' => {}
                    '!' | '?' => *marked.last_mut().unwrap() = true,
                    _ => marked.push(false),
                }
            }
            marked
        };
        let values = values_of(1000, |n| {
            let mut options = Vec::new();
            for (taken, &digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= n) {
                let rest = n - taken;
                if digit & 1 > 0 && rest == 0 {
                    options.push(vec![]);
                }
                if digit & 2 > 0 && rest > 0 {
                    options.push(vec![rest]);
                }
                if digit & 4 > 0 {
                    let pairs = (1..=rest / 2).filter(|part| !marked[taken] || 2 * part != rest);
                    options.extend(pairs.map(|part| vec![part, rest - part]));
                }
            }
            Some(options)
        })
        .unwrap();
        let from = period.preperiod;
        assert!(
            (from..=1000 - period.period).all(|n| values[n] == values[n + period.period]),
            "{code}"
        );
        assert!(from == 0 || values[from - 1] != values[from - 1 + period.period], "{code}");
        proved += 1;
    }
    assert!(proved > 250, "{proved}");
}

/// The values of heaps 0 to 250 by all splits into at most three heaps; the function returns the digit for a number of tokens.
fn triples(digit: impl Fn(usize) -> u32) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..=250 {
        let mut reached = [false; 512];
        for taken in 0..=n {
            let (digit, rest) = (digit(taken), n - taken);
            reached[0] |= digit & 1 > 0 && rest == 0;
            if digit & 2 > 0 && rest > 0 {
                reached[values[rest] as usize] = true;
            }
            for a in (1..rest).filter(|_| digit & 12 > 0) {
                if digit & 4 > 0 {
                    reached[(values[a] ^ values[rest - a]) as usize] = true;
                }
                for b in (1..(rest - a).min(a + 1)).filter(|_| digit & 8 > 0) {
                    reached[(values[a] ^ values[b] ^ values[rest - a - b]) as usize] = true;
                }
            }
        }
        values.push(reached.iter().position(|&reached| !reached).unwrap() as u32);
    }
    values
}

/// Checks the values, most of which a proved period gives, and returns whether its saltus is not 0.
fn is_arithmetic(code: &str, expected: &[u32]) -> bool {
    let sequence = sequence(code, expected.len() - 1);
    assert_eq!(sequence.values(), expected, "{code}");
    sequence.period().is_some_and(|period| period.saltus > 0)
}

/// Periods with a saltus, proved by heaps 0 to 64 or 128, beside the plain twin.
#[test]
fn arithmetic_periods_of_hexadecimal_codes() {
    let mut proved = 0;
    for code in (0..256u32).filter(|code| code & 0x88 > 0) {
        let digit = |taken| [0, code / 16, code % 16].get(taken).copied().unwrap_or(0);
        proved += usize::from(is_arithmetic(&format!("0.{code:02X}"), &triples(digit)));
    }
    assert_eq!(proved, 68);
}

/// Games that take any number of tokens but some. Source: their values are arithmetic periodic for each finite set; Siegel,
/// *Combinatorial Game Theory*, chapter IV.
#[test]
fn arithmetic_periods_of_repeated_digits() {
    // Some sets need more heaps for their proof.
    let mut proved = 0;
    for set in 1..128u32 {
        let numbers: Vec<String> =
            (1..8).filter(|n| set >> (n - 1) & 1 == 1).map(|n: u32| n.to_string()).collect();
        let code = format!("Subtraction([{}], allbut => true)", numbers.join(","));
        let digit = |taken| {
            if (1..8).contains(&taken) && set >> (taken - 1) & 1 == 1 || taken == 0 { 0 } else { 3 }
        };
        proved += usize::from(is_arithmetic(&code, &triples(digit)));
    }
    assert_eq!(proved, 120);
    // All codes 0.ab[cd] with digits from 0 to 3, and more with splits.
    let mut proved = 0;
    for code in 0..256usize {
        let digits = [0, code / 64, code / 16 % 4, code / 4 % 4, code % 4];
        let digit =
            |taken: usize| digits[if taken < 5 { taken } else { 3 + (taken - 3) % 2 }] as u32;
        let [_, a, b, c, d] = digits;
        proved += usize::from(is_arithmetic(&format!("0.{a}{b}[{c}{d}]"), &triples(digit)));
    }
    assert_eq!(proved, 144);
    for (code, first, repeated) in
        [("4.[3]", 4, 3), ("0.1[7]", 1, 7), ("0.[7]", 7, 7), ("0.[6]", 6, 6)]
    {
        let digit = |taken| match (taken, code.starts_with('4')) {
            (0, is_first) => {
                if is_first {
                    first
                } else {
                    0
                }
            }
            (1, false) => first,
            _ => repeated,
        };
        assert!(is_arithmetic(code, &triples(digit)), "{code}");
    }
}

/// Long periods. Source: Flammenkamp, *Octal games*, <https://wwwhomes.uni-bielefeld.de/achim/octal.html>; *Winning Ways*,
/// chapter 4, for 0.45 and 0.156.
#[test]
fn published_periods() {
    for (code, period, preperiod, to) in [
        ("0.156", 349, 3479, 10_000),
        ("0.45", 20, 498, 2000),
        ("0.16", 149_459, 105_351, 600_000),
        ("0.56", 144, 326_640, 700_000),
    ] {
        let found = sequence(code, to).period().map(|p| (p.period, p.preperiod));
        assert_eq!(found, Some((period, preperiod)), "{code}");
    }
}

/// A period is not claimed before it is proved.
#[test]
fn periods_need_their_proof() {
    let kayles: HeapCode = "0.77".parse().unwrap();
    let mut sequence = Sequence::new(kayles);
    // By the theorem: 2·71 + 12 + 2 more than the period.
    sequence.extend_to(2 * 71 + 12 + 2 + 12 - 2, &Limits::default()).unwrap();
    assert_eq!(sequence.period(), None);
    sequence.extend_to(2 * 71 + 12 + 2 + 12 - 1, &Limits::default()).unwrap();
    assert_eq!(sequence.period().map(|p| (p.period, p.preperiod)), Some((12, 71)));
}

#[test]
fn limits() {
    let mut sequence = Sequence::new("0.0137".parse().unwrap());
    let limits = Limits::default().with_bytes(1 << 18);
    assert_eq!(sequence.extend_to(1_000_000, &limits), Err(LimitKind::Bytes(1 << 18)));
    assert!(sequence.values().len() > 2000);
    let mut hexadecimal = Sequence::new("{2+}.0".parse().unwrap());
    assert_eq!(hexadecimal.extend_to(1_000_000, &limits), Err(LimitKind::Bytes(1 << 18)));
    let interrupt = Interrupt::default();
    interrupt.set();
    let limits = Limits::default().with_interrupt(interrupt);
    assert_eq!(sequence.extend_to(1_000_000, &limits), Err(LimitKind::Interrupted));
    let beyond = Limits::default().with_bytes(1 << 16);
    assert_eq!(sequence.extend_to(usize::MAX, &beyond), Err(LimitKind::Bytes(1 << 16)));
}

#[test]
fn games_of_ones_own() {
    let error = values_of(3, |n| Some(vec![vec![n]])).unwrap_err();
    assert_eq!(error, OptionError { heap: 0, part: 0 });
    let options = |n| Some(if n == 2 { vec![vec![0, 2]] } else { vec![] });
    let error = values_of(3, options).unwrap_err();
    assert_eq!(error.to_string(), "an option of heap 2 has heap 2, which is not smaller");
    let nim = |n| (n < 5).then(|| (0..n).map(|rest| vec![rest]).collect());
    assert_eq!(values_of(7, nim), Ok(vec![0, 1, 2, 3, 4]));
}

/// Sequences that begin like arithmetic periodic ones, but have options with many heaps whose values break the period.
#[test]
fn periods_that_do_not_last_are_not_proved() {
    // 256 - 7 = 1 + 2 + 3 + 7 + 15 + 31 + 63 + 127: so g(256) is not 256 - 1 as the period says.
    let lasker = sequence("4.333333{0,1,2+}[3]", 256);
    assert_eq!((lasker.values()[252], lasker.values()[256]), (251, 258));
    assert!(lasker.period().is_none());
    for code in ["4.333333{0,1,2+}[3]", "0.3F0000000{3+}", "8.2280000{3+}", "0.12755{1,2+}[5]"] {
        assert!(sequence(code, 128).period().is_none(), "{code}");
    }
}

#[test]
fn no_mask_has_fewer_rare_heaps() {
    for (code, to) in [("0.6", 40_000), ("0.16", 5000), ("0.56", 5000), ("0.376", 9000)] {
        let sequence = sequence(code, to);
        let sparse = sequence.sparse_space().unwrap();
        let values = sequence.values();
        let is_rare = |value: u32, mask: u32| (value & mask).count_ones().is_multiple_of(2);
        let rare = |mask| (1..=to).filter(move |&heap| is_rare(values[heap], mask));
        assert_eq!(sparse.heaps, rare(sparse.mask).count(), "{code}");
        assert_eq!(Some(sparse.last), rare(sparse.mask).next_back(), "{code}");
        let most = values.iter().max().unwrap().next_power_of_two();
        for mask in 1..most {
            assert!(rare(mask).take(sparse.heaps).count() == sparse.heaps, "{code}: {mask}");
        }
    }
    // Moves that leave three heaps, and half of the heaps rare.
    for code in ["0.8", "0.3"] {
        assert_eq!(sequence(code, 200).sparse_space(), None, "{code}");
    }
}
