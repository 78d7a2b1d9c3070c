//! Literals: numbers, ups and stars.

use super::MAX_POWER;
use super::error::NotationProblem;
use super::parser::{Parsed, Parser};
use crate::Dyadic;
use crate::form::CanonicalForm;
use crate::form::number_up_star::NumberUpStar;
use crate::form::store::Id;

impl Parser<'_, '_> {
    /// Takes an option that is a number, ups and a star as they are printed: most of a long text is made of these. Does
    /// nothing if the option is another one, or has an error.
    pub(super) fn plain_literal(&mut self) -> Option<NumberUpStar> {
        let mut literal = PlainLiteral { rest: self.rest().as_bytes() };
        let negative = literal.take(b'-');
        let mut parts = NumberUpStar::default();
        let start = literal.rest;
        if let Some(numerator) = literal.digits() {
            let denominator = if literal.take(b'/') {
                literal.digits().filter(|&d| d > 0 && d & (d - 1) == 0)?
            } else {
                1
            };
            let numerator = if negative { -numerator } else { numerator };
            parts.number = Dyadic::new(numerator, denominator.trailing_zeros())?;
        } else if negative {
            return None;
        }
        for (sign, byte) in [(1, b'^'), (-1, b'v')] {
            if literal.take(byte) {
                let multiple = match literal.digits() {
                    Some(digits) => i32::try_from(digits).ok()?,
                    None => 1 + i32::from(literal.take(byte)),
                };
                parts.up = sign * multiple;
                break;
            }
        }
        if literal.take(b'*') {
            parts.star = u32::try_from(literal.digits().unwrap_or(1)).ok()?;
            parts.star = Some(parts.star).filter(|&m| m <= NumberUpStar::MAX_MULTIPLE)?;
        }
        let ended = literal.rest.first().is_none_or(|b| b"|,}".contains(b));
        if !ended || literal.rest.len() == start.len() {
            return None;
        }
        self.at += self.rest().len() - literal.rest.len();
        Some(parts)
    }

    /// Whether a `*` is at the current offset that is a star, and not a product with a game directly after it.
    pub(super) fn at_star(&self) -> bool {
        let is_game = |c: char| c.is_ascii_alphabetic() || "({'^↑↓⇑⇓".contains(c);
        self.rest().strip_prefix('*').is_some_and(|rest| !rest.starts_with(is_game))
    }

    /// Digits as an integer; `None` if there are none.
    fn digits(&mut self) -> Parsed<Option<u128>> {
        let rest = self.rest();
        let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if len == 0 {
            return Ok(None);
        }
        let value = rest[..len].parse();
        let value = value.map_err(|_| self.problem(self.at, NotationProblem::NumberOutOfRange))?;
        self.at += len;
        Ok(Some(value))
    }

    /// A multiple or a nimber, in digits; `None` if there are none.
    pub(super) fn multiple(&mut self) -> Parsed<Option<u32>> {
        let start = self.at;
        let out_of_range =
            |parser: &Self| parser.problem(start, NotationProblem::MultipleOutOfRange);
        let Some(n) = self.digits().map_err(|_| out_of_range(self))? else { return Ok(None) };
        let n = u32::try_from(n).ok().filter(|&n| n <= NumberUpStar::MAX_MULTIPLE);
        n.map(Some).ok_or_else(|| out_of_range(self))
    }

    /// A number: digits and perhaps `/` and digits, or one of the three vulgar fractions.
    pub(super) fn number(&mut self, negative: bool) -> Parsed<Dyadic> {
        let start = self.at;
        for (text, quarters) in [("½", 2), ("¼", 1), ("¾", 3)] {
            if self.take(&[text]) {
                let x = Dyadic::new(if negative { -quarters } else { quarters }, 2);
                return Ok(x.unwrap_or_default());
            }
        }
        let mut numerator = self.digits()?.ok_or_else(|| self.expected("a number"))?;
        let mut exponent = 0;
        // Otherwise `/` is a division: `6/3/2` is `(6/3)/2`, also where a game is in the place of the 6.
        let slash = matches!(self.rest().as_bytes(), [b'/', digit, ..] if digit.is_ascii_digit());
        if slash && !self.is_divisor(start) {
            self.at += 1;
            let at = self.at;
            let denominator = self.digits()?.ok_or_else(|| self.expected("a denominator"))?;
            let divisor = gcd(numerator, denominator).max(1);
            let denominator = denominator / divisor;
            numerator /= divisor;
            if !denominator.is_power_of_two() {
                return Err(self.problem(at, NotationProblem::NotDyadic));
            }
            exponent = denominator.trailing_zeros();
        }
        let numerator = i64::try_from(numerator).ok().map(|n| if negative { -n } else { n });
        let number = numerator.and_then(|n| Dyadic::new(n, exponent));
        number.ok_or_else(|| self.problem(start, NotationProblem::NumberOutOfRange))
    }

    /// A number that is not a game: a fraction whose denominator is not a power of two.
    pub(super) fn other_number(&mut self) -> Option<Numeral> {
        let start = self.at;
        let (numerator, rest) = leading_digits(self.rest())?;
        let (denominator, rest) = leading_digits(rest.strip_prefix('/')?)?;
        let divisor = gcd(numerator, denominator);
        let (n, d) = (numerator.checked_div(divisor)?, denominator.checked_div(divisor)?);
        if d.is_power_of_two() || self.is_divisor(start) {
            return None;
        }
        let d = i64::try_from(d).ok().filter(|&d| d > 0)?;
        let fraction = Numeral::Fraction(i64::try_from(n).ok()?, d);
        self.at += self.rest().len() - rest.len();
        Some(fraction)
    }

    /// Whether the number at an offset is a divisor: a `/`, and nothing but signs and spaces, comes before it.
    fn is_divisor(&self, at: usize) -> bool {
        let is_sign = |c: char| c.is_whitespace() || "+-−±".contains(c);
        self.before(at).trim_end_matches(is_sign).ends_with('/')
    }

    /// Ups, a star, or both, added to a number.
    pub(super) fn ups_and_star(&mut self, number: Dyadic) -> Parsed<Id> {
        let start = self.at;
        let mut parts = NumberUpStar { number, up: 0, star: 0 };
        let mut power = None;
        if self.at_ups() {
            let up = self.peek().is_some_and(|c| "^↑⇑".contains(c));
            let mut n: u32 = 0;
            loop {
                let texts = if up { ["^", "↑", "⇑"] } else { ["v", "↓", "⇓"] };
                if self.take(&texts[..2]) {
                    n = n.saturating_add(1);
                } else if self.take(&texts[2..]) {
                    n = n.saturating_add(2);
                } else {
                    break;
                }
            }
            if n == 1 {
                if let Some(multiple) = self.multiple()? {
                    n = multiple;
                } else if at_power(self.rest()) {
                    self.at += 1;
                    power = Some((self.power(">", "`>`")?, false));
                } else if self.take(&["["]) {
                    power = Some((self.power("]", "`]`")?, true));
                }
            }
            let n = i32::try_from(n)
                .map_err(|_| self.problem(start, NotationProblem::MultipleOutOfRange))?;
            parts.up = if up { n } else { -n };
        }
        if self.at_star() {
            self.at += 1;
            parts.star = self.multiple()?.unwrap_or(1);
        }
        let Some((n, all)) = power else { return self.closed(parts) };
        let sign = parts.up;
        let rest = self.closed(NumberUpStar { up: 0, ..parts })?;
        let engine = self.engine();
        let sum = engine
            .up_power(n, all)
            .and_then(|ups| engine.add(if sign < 0 { ups.negative() } else { ups }, rest));
        sum.map_err(|e| self.problem(start, e))
    }

    fn power(&mut self, end: &'static str, what: &'static str) -> Parsed<u32> {
        self.skip_spaces();
        let start = self.at;
        let n = self.multiple()?.ok_or_else(|| self.expected("a positive integer as exponent"))?;
        if n == 0 {
            let problem = NotationProblem::Expected("a positive integer as exponent");
            return Err(self.problem(start, problem));
        }
        if n > MAX_POWER {
            return Err(self.problem(start, NotationProblem::MultipleOutOfRange));
        }
        self.skip_spaces();
        if self.take(&[end]) { Ok(n) } else { Err(self.expected(what)) }
    }
}

/// What a [numeral](crate::Calculation::parse_numeral) is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numeral {
    /// A game: a number, ups and a nimber.
    Game(CanonicalForm),
    /// A fraction in lowest terms whose denominator is not a power of two, so that it is not a game: numerator and denominator.
    Fraction(i64, i64),
}

/// The integer at the beginning of a text, and what follows it.
fn leading_digits(text: &str) -> Option<(u128, &str)> {
    let (digits, rest) =
        text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    Some((digits.parse().ok()?, rest))
}

/// The rest of a plain literal.
struct PlainLiteral<'t> {
    rest: &'t [u8],
}

impl PlainLiteral<'_> {
    fn take(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        self.rest = &self.rest[usize::from(found)..];
        found
    }

    /// Up to 15 digits.
    fn digits(&mut self) -> Option<i64> {
        let len = self.rest.iter().take(16).take_while(|b| b.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(len);
        let short = (1..16).contains(&len);
        short.then(|| {
            self.rest = rest;
            digits.iter().fold(0, |n, b| 10 * n + i64::from(b - b'0'))
        })
    }
}

/// Whether the text begins with a number in `<` and `>`, which is an exponent; other `<` are comparisons.
/// A number that is not a positive integer is refused later, with a message about exponents.
fn at_power(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('<') else { return false };
    let rest = rest.trim_start();
    let end = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "+-−/".contains(c));
    end.len() < rest.len() && end.trim_start().starts_with('>')
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
