//! Reads numbers, ups and stars with what directly belongs to them, and texts.

use dicot::notation::{NotationProblem, Numeral, at_infinite_power, is_literal};
use dicot::{CanonicalForm, NumberUpStar, ValueError};
use dicot_loopy::LoopyValue;
use num_bigint::BigInt;

use super::reader::{Parsed, Reader};
use super::tree::{Link, Node, Part};
use crate::misere::MisereGame;
use crate::operation::Operation;
use crate::operators::Operator;
use crate::rational::{MAX_BITS, Rational};
use crate::value::Value;
use crate::words::{is_loopy_name, word};

impl Reader<'_, '_> {
    pub(super) fn at_number(&self) -> bool {
        self.rest().starts_with(|c: char| c.is_ascii_digit() || "½¼¾".contains(c))
    }

    pub(super) fn at_ups(&self) -> bool {
        match self.rest().chars().next() {
            Some('v') => self.word().trim_start_matches('v').bytes().all(|b| b.is_ascii_digit()),
            c => matches!(c, Some('^' | '↑' | '↓' | '⇑' | '⇓')),
        }
    }

    /// The number, ups and nimber at the current offset, and where they end.
    pub(super) fn numeral(&mut self, negative: bool) -> Parsed<(Value, usize)> {
        let (integer, after) = self.rest().split_at(digits(self.rest()));
        if exceeds(integer, i64::MAX as u64) {
            return self.large(integer);
        }
        let divisor = after.strip_prefix('/').unwrap_or("");
        let divisor = &divisor[..digits(divisor)];
        let is_infinite = !divisor.is_empty() && divisor.bytes().all(|b| b == b'0');
        // A power with an exponent in parentheses, or a product or a fraction: what follows is too large for a nimber or a game.
        let is_operand = !integer.is_empty()
            && match after.as_bytes() {
                [b'^', b'(', ..] => true,
                [b'*', ..] => exceeds(&after[1..], NumberUpStar::MAX_MULTIPLE.into()),
                [b'/', ..] => is_infinite || exceeds(&after[1..], i64::MAX as u64),
                _ => false,
            };
        let text = if is_operand { &self.text[..self.at + integer.len()] } else { self.text };
        let (numeral, end) = self.calculation.parse_numeral(text, self.at, negative)?;
        let value = match numeral {
            Numeral::Game(g) => match g.to_number() {
                Some(x) => Value::Dyadic(x),
                None => Value::Game(g),
            },
            Numeral::Fraction(n, d) => Rational::new(n.into(), d.into())
                .map(Value::Rational)
                .ok_or_else(|| self.problem(self.at, NotationProblem::NumberOutOfRange))?,
        };
        self.note(&self.text[self.at..end]);
        Ok((value, end))
    }

    /// An integer that is too large for a game, and where it ends.
    fn large(&mut self, integer: &str) -> Parsed<(Value, usize)> {
        // 10^3 is less than 2^10.
        if integer.len() as u64 > MAX_BITS * 3 / 10 {
            return Err(self.problem(self.at, NotationProblem::NumberOutOfRange));
        }
        self.hold(integer.len())?;
        let counted = self.calculation.count_steps(integer.len());
        self.computed(counted, self.at)?;
        let n: BigInt = integer.parse().expect("digits");
        Ok((Value::Rational(n.into()), self.at + integer.len()))
    }

    /// Notes what CGSuite reads as a product or a power.
    fn note(&mut self, numeral: &str) {
        let two = |sign| {
            let (left, right) = numeral.split_once(sign)?;
            let are_numbers = !left.is_empty()
                && left.bytes().all(|b| b.is_ascii_digit() || b == b'/')
                && right.starts_with(|c: char| c.is_ascii_digit())
                && right.bytes().all(|b| b.is_ascii_digit());
            are_numbers.then_some((left, right))
        };
        let note = if let Some((left, right)) = two('*') {
            format!("`{numeral}` is read as {left} + *{right}; the product is `{left} * {right}`")
        } else if let Some((left, right)) = two('^') {
            format!("`{numeral}` is read as {left} + {right}.^; the power is `{left} ^ {right}`")
        } else {
            return;
        };
        self.scope.note(note);
    }

    /// Reads `"xo"`.
    pub(super) fn text(&mut self) -> Parsed<Part> {
        let at = self.at;
        let mut text = String::new();
        let mut rest = self.rest()[1..].chars();
        loop {
            match rest.next() {
                Some('"') => break,
                Some('\\') if rest.as_str().starts_with(['"', '\\']) => text.extend(rest.next()),
                Some(c) => text.push(c),
                None => return self.expected_at("`\"`", self.text.len()),
            }
        }
        self.at = self.text.len() - rest.as_str().len();
        self.hold(2 * text.len())?;
        self.value(at, Value::Text(text.into()))
    }

    /// Reads a misère form: as it is printed, or a list of its options, which has commas or begins with another bracket.
    pub(super) fn misere(&mut self) -> Parsed<Part> {
        let at = self.at;
        let printed = printed_misere(self.rest());
        if printed == 0 {
            self.at += 1;
            let list = self.nested(|reader| reader.list_or_loop("]"))?;
            return self.node(at, Node::Misere(list));
        }
        let text = &self.text[at..at + printed];
        match MisereGame::read(&self.scope.misere, text, self.calculation.limits()) {
            Ok(game) => {
                self.at += printed;
                self.value(at, Value::Misere(game))
            }
            Err(error) => match error.limit() {
                Some(limit) => {
                    Err(self.problem(at, NotationProblem::Value(ValueError::Limit(limit))))
                }
                None => self.error(error.problem().to_owned(), at + error.offset()),
            },
        }
    }

    pub(super) fn literal(&mut self) -> Parsed<Part> {
        let at = self.at;
        let (value, end) = self.numeral(false)?;
        self.at = end;
        self.value(at, value)
    }

    /// A number with what directly belongs to it; or an integer, a point and a game: the multiple.
    pub(super) fn number(&mut self, at: usize, negative: bool) -> Parsed<Part> {
        let (value, end) = self.numeral(negative)?;
        self.at = end;
        let is_integer = value.as_dyadic().is_some_and(|x| x.to_integer().is_some());
        let number = self.value(at, value)?;
        if !is_integer || !self.is_multiple(end) {
            return Ok(number);
        }
        self.at += 1;
        if self.at_number() {
            return self.expected("a game to multiply (decimals are not read: write 1/2)");
        }
        let factor = self.nested(Reader::operand)?;
        self.chain(number, vec![Link::Operator(Operator::Times, end, factor)])
    }

    /// Whether a point and a game are at an offset, and not a method or two points.
    pub(super) fn is_multiple(&self, at: usize) -> bool {
        let Some(rest) = self.text[at..].strip_prefix('.') else { return false };
        let word = word(rest);
        let is_operation = Operation::find(word).is_some();
        let is_method = is_operation && !rest[word.len()..].starts_with('(');
        match word {
            "" => !rest.starts_with('.'),
            _ if is_loopy_name(word) => false, // the link says so
            word => is_literal(word) && !is_method || !is_operation,
        }
    }

    /// Reads what directly follows a number, if it is to be added: `over` in `1over`, `Tiny(G)`, `^[on]`.
    pub(super) fn attached(&mut self) -> Parsed<Option<Part>> {
        let is_digit = |c: char| c.is_ascii_digit() || "½¼¾".contains(c);
        if !self.text[..self.at].ends_with(is_digit) {
            return Ok(None);
        }
        let word = self.word();
        let is_tiny = || word.eq_ignore_ascii_case("tiny") || word.eq_ignore_ascii_case("miny");
        if matches!(word, "over" | "under") || is_tiny() {
            return self.name().map(Some);
        }
        match self.rest().as_bytes() {
            [b'^' | b'v', ..] if at_infinite_power(&self.rest()[1..]) => {
                self.power_of_up().map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Reads `^[on]`, `^<on>` or a negative of these, with a nimber directly after it.
    pub(super) fn power_of_up(&mut self) -> Parsed<Part> {
        let at = self.at;
        let is_up = self.rest().starts_with('^');
        let is_sum = self.rest()[1..].starts_with('[');
        self.at += "^[on]".len();
        let mut star = None;
        if let Some(rest) = self.rest().strip_prefix('*') {
            let n = digits(rest);
            // A star, and not a product with what follows.
            if !rest[n..].starts_with(|c: char| c.is_ascii_alphabetic() || "({^*".contains(c)) {
                let m = if n == 0 { Some(1) } else { rest[..n].parse().ok() };
                let m = m.filter(|&m| m <= NumberUpStar::MAX_MULTIPLE);
                let m =
                    m.ok_or_else(|| self.problem(self.at, NotationProblem::MultipleOutOfRange))?;
                star = Some(m);
                self.at += 1 + n;
            }
        }
        let calculation = &mut *self.calculation;
        let mut value = || {
            let mut value = LoopyValue::up_of_on(is_sum, calculation)?;
            if !is_up {
                value = value.negative(calculation)?;
            }
            match star {
                None => Ok(value),
                Some(star) => {
                    let star = NumberUpStar { star, ..NumberUpStar::default() };
                    let star: CanonicalForm = calculation.number_up_star(star)?;
                    value.sum(&star.into(), calculation)
                }
            }
        };
        let value = value();
        let value = self.computed(value, at)?;
        self.value(at, value)
    }
}

/// The number of digits at the beginning of a text.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether an integer is at the beginning of a text that is greater than this.
fn exceeds(text: &str, max: u64) -> bool {
    let integer = &text[..digits(text)];
    !integer.is_empty() && integer.parse().map_or(true, |n: u64| n > max)
}

/// The length of a misère form as it is printed, or 0.
fn printed_misere(text: &str) -> usize {
    let mut open = 0;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'[' => open += 1,
            b']' => open -= 1,
            b'0'..=b'9' | b'&' | b';' | b'#' | b'(' | b')' | b'-' => {}
            _ => return 0,
        }
        if open == 0 {
            let is_printed = at > 2 && !text[2..].starts_with('[');
            return if is_printed { at + 1 } else { 0 };
        }
    }
    0
}
