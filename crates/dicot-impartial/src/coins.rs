//! Games in which coins in a row are turned.

use std::fmt;
use std::str::FromStr;

use dicot::{LimitKind, Limits};

use crate::error::{ParseError, Reader};
use crate::parts::ValueSet;

/// A game in which a move turns some coins of a row, the rightmost of them from heads to tails.
///
/// The value of a row is the nim sum of the values of its heads, each alone in the row.
///
/// | text | coins that a move turns |
/// |---|---|
/// | `3`, `1-3`, `1+` | 3; 1 to 3; at least 1 |
/// | `2,4`, `1-3,5` | 2 or 4; 1 to 3 or 5 |
/// | `1+C` | consecutive ones (the Ruler game) |
/// | `1-3C(5)` | coins within 5 consecutive ones |
/// | `3E` | equally spaced ones (Triplets) |
/// | `1+S` | symmetric ones: what is turned reads the same from right to left (Sym) |
/// | `4FS` | the first coin of the row is one of them |
///
/// Source: *Winning Ways*, chapter 14.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_impartial::CoinGame;
/// let mock_turtles: CoinGame = "1-3".parse()?;
/// let values = mock_turtles.values(6, &Limits::default()).unwrap();
/// assert_eq!(values, [1, 2, 4, 7, 8, 11]);
/// assert_eq!(mock_turtles.to_string(), "turn 1 to 3 coins");
/// # Ok::<_, dicot_impartial::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinGame {
    /// How many coins a move turns: the least number, and the greatest, if there is one.
    counts: Vec<(usize, Option<usize>)>,
    /// The greatest distance of the first and the last coin, plus 1.
    window: Option<usize>,
    consecutive: bool,
    equally_spaced: bool,
    first: bool,
    symmetric: bool,
}

/// The game in words.
impl fmt::Display for CoinGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts.iter().map(|&(least, most)| match most {
            None => format!("{least} or more"),
            Some(most) if most == least => least.to_string(),
            Some(most) => format!("{least} to {most}"),
        });
        let counts = counts.collect::<Vec<_>>().join(" or ");
        let is_one = self.counts[..] == [(1, Some(1))];
        write!(f, "turn {counts} coin{}", if is_one { "" } else { "s" })?;
        for (is_set, what) in [
            (self.consecutive, "consecutive"),
            (self.equally_spaced, "equally spaced"),
            (self.symmetric, "symmetric"),
            (self.first, "the first coin among them"),
        ] {
            f.write_str(if is_set { ", " } else { "" })?;
            f.write_str(if is_set { what } else { "" })?;
        }
        self.window.map_or(Ok(()), |window| write!(f, ", within {window} consecutive ones"))
    }
}

/// The greatest number in a code.
const MAX_NUMBER: u64 = 1000;
/// A set of values below this takes 8 MiB. Values of `1+` double from coin to coin.
const MAX_VALUE: u32 = 1 << 26;

/// Sets of the values of choices of coins, by the number of coins. With a limit of coins, the last set is of choices with
/// that number of coins; without one it is of choices with at least that number.
#[derive(Clone, Debug)]
struct Choices {
    by_count: Vec<ValueSet>,
    is_limited: bool,
}

impl CoinGame {
    /// The values of the first `coins` coins, from the left.
    ///
    /// # Errors
    /// A limit of time (`deadline`) or bytes, or the interrupt; [`LimitKind::Bytes`] for values from 2^26 on.
    pub fn values(&self, coins: usize, limits: &Limits) -> Result<Vec<u32>, LimitKind> {
        let too_large = || LimitKind::Bytes(limits.bytes.unwrap_or(usize::MAX));
        // The choices of coins to the left of the next one, where any choice is allowed.
        let is_free = self.window.is_none() && !self.is_arranged() && !self.first;
        let mut left = self.choices();
        let mut values: Vec<u32> = Vec::new();
        for coin in 0..coins {
            limits.check()?;
            let mut options = ValueSet::default();
            if is_free {
                self.add_sums(&mut options, &left, 0, 1);
            } else {
                let first = coin.saturating_sub(self.window.map_or(coin, |window| window - 1));
                let starts = first..=if self.first { 0 } else { coin };
                for start in starts {
                    limits.check()?;
                    self.add_from(&mut options, start, &values);
                }
            }
            let value = options.mex();
            if value >= MAX_VALUE
                || limits.bytes.is_some_and(|bytes| left.bytes() + options.bytes() > bytes / 2)
            {
                return Err(too_large());
            }
            values.push(value);
            if is_free {
                left.add(value, 1);
            }
        }
        Ok(values)
    }

    /// The other coins that the moves turn whose last coin has a number, from 0.
    pub(crate) fn turned(&self, coin: usize) -> Vec<Vec<usize>> {
        let most = self.counts.iter().map(|(_, most)| *most);
        let most = most.max_by_key(|most| most.unwrap_or(usize::MAX)).flatten();
        let (mut moves, mut open) = (Vec::new(), vec![Vec::new()]);
        while let Some(others) = open.pop() {
            if self.turns(&others, coin) {
                moves.push(others.clone());
            }
            if most.is_none_or(|most| others.len() + 1 < most) {
                let next = others.last().map_or(0, |last| last + 1);
                open.extend((next..coin).map(|other| [&others[..], &[other]].concat()));
            }
        }
        moves
    }

    /// Whether a move turns these coins, which are in order, and a last one.
    fn turns(&self, others: &[usize], coin: usize) -> bool {
        let all = [others, &[coin]].concat();
        let (first, span) = (all[0], coin - all[0]);
        let mut steps = all.windows(2).map(|pair| pair[1] - pair[0]);
        let mirrored = all.iter().rev().map(|other| first + coin - other);
        self.allows(all.len())
            && self.window.is_none_or(|window| span < window)
            && (!self.consecutive || span + 1 == all.len())
            && (!self.equally_spaced
                || steps.next().is_none_or(|first| steps.all(|step| step == first)))
            && (!self.symmetric || mirrored.eq(all.iter().copied()))
            && (!self.first || first == 0)
    }

    /// The most coins of a row of which all moves are listed: they turn at most six other coins, and are at most some thousands.
    pub(crate) fn most_listed(&self) -> u16 {
        let most = self.counts.iter().map(|(_, most)| most.unwrap_or(usize::MAX)).max();
        match most.unwrap_or(0) {
            0..=2 => 255,
            3 => 60,
            4 => 24,
            5..=7 => 12,
            _ => 7,
        }
    }

    /// Whether the coins that are turned depend on each other.
    fn is_arranged(&self) -> bool {
        self.consecutive || self.equally_spaced || self.symmetric
    }

    fn allows(&self, count: usize) -> bool {
        self.counts.iter().any(|&(least, most)| count >= least && most.is_none_or(|n| count <= n))
    }

    /// The choice of no coins.
    fn choices(&self) -> Choices {
        // From the least number without a limit on, all numbers are allowed.
        let unlimited = self.counts.iter().filter(|(_, most)| most.is_none());
        let unlimited = unlimited.map(|&(least, _)| least).min();
        let most = self.counts.iter().filter_map(|&(_, most)| most).max().unwrap_or(0);
        let mut by_count = vec![ValueSet::default(); unlimited.unwrap_or(most) + 1];
        by_count[0].insert(0);
        Choices { by_count, is_limited: unlimited.is_none() }
    }

    /// Adds the values of the choices that, with `more` coins of this value, are allowed.
    fn add_sums(&self, options: &mut ValueSet, choices: &Choices, value: u32, more: usize) {
        for (count, set) in choices.by_count.iter().enumerate() {
            let is_last = !choices.is_limited && count + 1 == choices.by_count.len();
            if self.allows(count + more) || is_last {
                options.add_sums(set, value);
            }
        }
    }

    /// Adds the values of the moves that turn the next coin, and of the others `start` as the first one; or the next coin
    /// alone, if that is `start`.
    fn add_from(&self, options: &mut ValueSet, start: usize, values: &[u32]) {
        let coin = values.len();
        if start == coin {
            if self.allows(1) {
                options.insert(0);
            }
            return;
        }
        let between = &values[start + 1..];
        let span = coin - start;
        if self.consecutive || self.equally_spaced {
            let last = if self.consecutive { 1 } else { span };
            for step in (1..=last).filter(|&step| span.is_multiple_of(step)) {
                if self.allows(span / step + 1) {
                    let turned = values[start..].iter().step_by(step);
                    options.insert(turned.fold(0, |sum, value| sum ^ value));
                }
            }
            return;
        }
        let mut choices = self.choices();
        if self.symmetric {
            let pairs = between.iter().zip(between.iter().rev()).take(between.len() / 2);
            pairs.for_each(|(a, b)| choices.add(a ^ b, 2));
            if between.len() % 2 == 1 {
                choices.add(between[between.len() / 2], 1);
            }
        } else {
            between.iter().for_each(|&value| choices.add(value, 1));
        }
        self.add_sums(options, &choices, values[start], 2);
    }
}

impl Choices {
    /// Adds the choices with `count` more coins, one or two, which are worth this value together.
    fn add(&mut self, value: u32, count: usize) {
        let last = self.by_count.len() - 1;
        let before = self.by_count.clone();
        for (n, set) in before.iter().enumerate() {
            let with = if self.is_limited { n + count } else { (n + count).min(last) };
            if let Some(sets) = self.by_count.get_mut(with) {
                sets.add_sums(set, value);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.by_count.iter().map(ValueSet::bytes).sum()
    }
}

impl FromStr for CoinGame {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<CoinGame, ParseError> {
        let mut reader = Reader::new(text);
        reader.skip_blanks();
        let positive = |reader: &mut Reader<'_>| {
            let start = reader.offset();
            match reader.number(MAX_NUMBER)? as usize {
                0 => Err(ParseError::new(start, "expected a number from 1 on, found 0")),
                n => Ok(n),
            }
        };
        let mut counts = Vec::new();
        loop {
            let least = positive(&mut reader)?;
            let mut most = Some(least);
            if reader.take("+") {
                most = None;
            } else if reader.take("-") {
                let start = reader.offset();
                let n = positive(&mut reader)?;
                if n < least {
                    let problem = format!("expected a number from {least} on, found {n}");
                    return Err(ParseError::new(start, problem));
                }
                most = Some(n);
            }
            counts.push((least, most));
            if !reader.take(",") {
                break;
            }
            reader.skip_blanks();
        }
        let mut game = CoinGame {
            counts,
            window: None,
            consecutive: false,
            equally_spaced: false,
            first: false,
            symmetric: false,
        };
        loop {
            if reader.take("C(") {
                game.window = Some(positive(&mut reader)?);
                reader.expect(")")?;
            } else if reader.take("C") {
                game.consecutive = true;
            } else if reader.take("E") {
                game.equally_spaced = true;
            } else if reader.take("F") {
                game.first = true;
            } else if reader.take("S") {
                game.symmetric = true;
            } else {
                break;
            }
        }
        reader.skip_blanks();
        match reader.peek() {
            None => Ok(game),
            Some(_) => Err(reader.expected("`,`, C, C(5), E, F, S or the end")),
        }
    }
}
