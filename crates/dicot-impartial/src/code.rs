//! Codes of heap games: which numbers of tokens may be removed, and how the rest may be split.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, Reader};

/// The code of a heap game, as CGSuite reads them, or the name of a game.
///
/// A move takes j tokens from a heap and leaves the rest as some number of heaps that are not empty. The digit with
/// number j says how many heaps: bit i of the digit allows to leave exactly i. The digit before the point has number 0: a
/// move that removes nothing leaves at least two heaps.
///
/// | text | meaning |
/// |---|---|
/// | `0.77`, `4.3`, `.77`, `0·77` | digits from 0 to 7: an octal code; a digit 0 before the point may be left out |
/// | `0.3F`, `8.0` | digits `8` to `9` and `A` to `Z` are 8 to 35 |
/// | `{2,3}`, `{2+}`, `{0,3+}` | a digit by the numbers of heaps: 2 or 3; at least 2; 0 or at least 3 |
/// | `4!`, `{3}?`, `{2+}=` | the heaps must be different (`!`), not all equal (`?`), all equal (`=`); a single heap is not restricted |
/// | `0.13[3]`, `0.[37]` | the digits in brackets are repeated forever |
/// | `Subtraction([1,2])` | take 1 or 2 |
/// | `Subtraction([2,3], allbut => true)` | take any other number than 2 or 3 |
/// | `Splittles([2,5])` | take 2 or 5, and split the rest into two heaps or not |
/// | `Nim`, `Kayles`, `DawsonsKayles`, `DawsonsChess`, `GrundysGame`, `LaskersNim`, `OfficersGame`, `Treblecross` | `0.[3]`, `0.77`, `0.07`, `0.137`, `4!.0`, `4.[3]`, `0.6`, `0.007` |
///
/// Source: *Winning Ways*, chapter 4.
///
/// # Examples
/// ```
/// use dicot_impartial::HeapCode;
/// let kayles: HeapCode = "0.77".parse()?;
/// assert_eq!(kayles, "Kayles".parse()?);
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!("Subtraction([1,3])".parse::<HeapCode>()?.to_string(), "0.303");
/// let error = "3.77".parse::<HeapCode>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 0: a move that removes nothing must leave at least two heaps");
/// # Ok::<_, dicot_impartial::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapCode {
    /// The digit before the point and those after it. The last one is not zero if no digits are repeated.
    digits: Vec<Digit>,
    /// The number of the first digit of those that are repeated.
    repeat: Option<usize>,
}

/// Which numbers of heaps a move may leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digit {
    /// Bit i: exactly i heaps.
    pub(crate) counts: u64,
    /// Any number of heaps from this one on.
    pub(crate) at_least: Option<u32>,
    pub(crate) rule: Rule,
}

/// Which heaps a split may leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rule {
    #[default]
    Any,
    Distinct,
    NotAllEqual,
    AllEqual,
}

/// The point of a code, as programs and as books print it.
const POINTS: [char; 3] = ['.', '·', '⋅'];
/// The largest number of heaps that a digit names, and of its digits: limits of the memory of a code.
const MAX_COUNT: u64 = 32;
const MAX_DIGITS: usize = 4096;

impl Digit {
    fn of_bits(counts: u64) -> Digit {
        Digit { counts, ..Digit::default() }
    }

    /// Whether the digit allows moves.
    pub(crate) fn is_zero(self) -> bool {
        self.counts == 0 && self.at_least.is_none()
    }

    /// The greatest number of heaps, or `None` if it is unlimited.
    pub(crate) fn max_count(self) -> Option<u32> {
        if self.at_least.is_some() { None } else { Some(63 - (self.counts | 1).leading_zeros()) }
    }

    /// Whether a move may leave exactly `count` heaps.
    pub(crate) fn allows(self, count: u32) -> bool {
        self.counts.checked_shr(count).is_some_and(|bits| bits & 1 == 1)
            || self.at_least.is_some_and(|least| count >= least)
    }
}

impl HeapCode {
    fn new(mut digits: Vec<Digit>, repeat: Option<usize>) -> HeapCode {
        let repeat = repeat.filter(|&start| !digits[start..].iter().all(|digit| digit.is_zero()));
        if repeat.is_none() {
            let end = digits.iter().rposition(|digit| !digit.is_zero()).unwrap_or(0);
            digits.truncate(end + 1);
        }
        HeapCode { digits, repeat }
    }

    /// The code by which a move takes one of these numbers of tokens and leaves what the digit says.
    fn of_set(set: &[usize], digit: u64, all_but: bool) -> HeapCode {
        let count = set.iter().max().map_or(0, |max| max + 1).max(1);
        let digit_of =
            |j| Digit::of_bits(if j > 0 && set.contains(&j) != all_but { digit } else { 0 });
        let mut digits: Vec<Digit> = (0..count).map(digit_of).collect();
        if all_but {
            digits.push(Digit::of_bits(digit));
        }
        HeapCode::new(digits, all_but.then_some(count))
    }

    /// The digits that allow moves from a heap of n tokens, with their numbers.
    pub(crate) fn digits(&self, n: usize) -> impl Iterator<Item = (usize, Digit)> + '_ {
        let digit = move |j: usize| match self.repeat {
            Some(start) if j >= start => {
                Some(self.digits[start + (j - start) % (self.digits.len() - start)])
            }
            _ => self.digits.get(j).copied(),
        };
        let end = if self.repeat.is_some() { n } else { n.min(self.digits.len() - 1) };
        (0..=end).filter_map(move |j| digit(j).filter(|d| !d.is_zero()).map(|d| (j, d)))
    }

    /// The digits as they are written, each once.
    pub(crate) fn written(&self) -> &[Digit] {
        &self.digits
    }

    /// The number of the first digit of those that are repeated, and how many they are.
    pub(crate) fn repeated(&self) -> Option<(usize, usize)> {
        self.repeat.map(|start| (start, self.digits.len() - start))
    }

    /// The most heaps that a move leaves of one.
    pub(crate) fn most_heaps(&self) -> usize {
        let most = self.digits.iter().map(|digit| digit.max_count());
        most.map(|most| most.map_or(usize::MAX, |most| most as usize)).max().unwrap_or(0)
    }

    /// The greatest number of tokens that a move takes, or `None` if it is unlimited.
    pub(crate) fn max_taken(&self) -> Option<usize> {
        if self.repeat.is_some() { None } else { Some(self.digits.len() - 1) }
    }
}

impl FromStr for HeapCode {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<HeapCode, ParseError> {
        let mut reader = Reader::new(text);
        reader.skip_blanks();
        let mut ahead = reader.clone();
        let name = ahead.take_while(|c| c.is_ascii_alphabetic() || "'_- ".contains(c));
        // After a digit such as `C` there may be the rule of a split.
        let is_digit =
            ahead.rest().starts_with(POINTS) || ahead.rest().starts_with(['!', '?', '=']);
        let code = match name.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_digit {
            true => named(name, &mut reader)?,
            false => digits(&mut reader)?,
        };
        reader.skip_blanks();
        match reader.peek() {
            None => Ok(code),
            Some(_) => Err(reader.expected(match code.repeat {
                Some(_) => "the end",
                None => "a digit from 0 to Z, `{`, `[` or the end",
            })),
        }
    }
}

/// Reads a game by its name.
fn named(name: &str, reader: &mut Reader<'_>) -> Result<HeapCode, ParseError> {
    let start = reader.offset();
    let plain: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let code = match plain.to_ascii_lowercase().as_str() {
        "nim" => "0.[3]",
        "kayles" => "0.77",
        "dawsonskayles" => "0.07",
        "dawsonschess" => "0.137",
        "grundysgame" => "4!.0",
        "laskersnim" => "4.[3]",
        "officersgame" => "0.6",
        "treblecross" => "0.007",
        "subtraction" | "splittles" => "",
        _ => {
            let problem = format!(
                "unknown game {:?}; expected a code like 0.77, or Nim, Kayles, DawsonsKayles, DawsonsChess, GrundysGame, \
                 LaskersNim, OfficersGame, Treblecross, Subtraction([1,2]) or Splittles([1,2])",
                name.trim_end()
            );
            return Err(ParseError::new(start, problem));
        }
    };
    reader.take(name);
    if !code.is_empty() {
        return digits(&mut Reader::new(code));
    }
    reader.expect("(")?;
    reader.skip_blanks();
    reader.expect("[")?;
    let mut set = Vec::new();
    loop {
        reader.skip_blanks();
        let start = reader.offset();
        let n = reader.number(MAX_DIGITS as u64 - 1)? as usize;
        if n == 0 {
            return Err(ParseError::new(start, "a move must take a token"));
        }
        set.push(n);
        reader.skip_blanks();
        if !reader.take(",") {
            break;
        }
    }
    reader.expect("]")?;
    reader.skip_blanks();
    let mut all_but = false;
    if reader.take(",") {
        reader.skip_blanks();
        reader.expect("allbut")?;
        reader.skip_blanks();
        reader.expect("=>")?;
        reader.skip_blanks();
        all_but = reader.take("true");
        if !all_but {
            reader.expect("false")?;
        }
        reader.skip_blanks();
    }
    reader.expect(")")?;
    let digit = if plain.eq_ignore_ascii_case("splittles") { 7 } else { 3 };
    Ok(HeapCode::of_set(&set, digit, all_but))
}

/// Reads a code of digits.
fn digits(reader: &mut Reader<'_>) -> Result<HeapCode, ParseError> {
    let start = reader.offset();
    let first = match reader.rest().starts_with(POINTS) {
        true => Digit::default(),
        false => digit(reader)?
            .ok_or_else(|| reader.expected("a heap code like 0.77 or the name of a game"))?,
    };
    if first.allows(0) || first.allows(1) {
        let problem = "a move that removes nothing must leave at least two heaps";
        return Err(ParseError::new(start, problem));
    }
    if !POINTS.iter().any(|point| reader.take(point.encode_utf8(&mut [0; 4]))) {
        return Err(reader.expected("`.`"));
    }
    let (mut digits, mut repeat) = (vec![first], None);
    loop {
        if repeat.is_none() && reader.take("[") {
            repeat = Some(digits.len());
        }
        if repeat.is_some_and(|start| start < digits.len()) && reader.take("]") {
            return Ok(HeapCode::new(digits, repeat));
        }
        let start = reader.offset();
        match digit(reader)? {
            Some(_) if digits.len() == MAX_DIGITS => {
                let problem = format!("there are too many digits; the limit is {MAX_DIGITS}");
                return Err(ParseError::new(start, problem));
            }
            Some(digit) => digits.push(digit),
            None if repeat.is_some() => {
                return Err(reader.expected("a digit from 0 to Z, `{` or `]`"));
            }
            None => return Ok(HeapCode::new(digits, None)),
        }
    }
}

/// Reads a digit with what follows it, if there is one.
fn digit(reader: &mut Reader<'_>) -> Result<Option<Digit>, ParseError> {
    let mut digit = Digit::default();
    if reader.take("{") {
        loop {
            reader.skip_blanks();
            let count = reader.number(MAX_COUNT)? as u32;
            if reader.take("+") {
                digit.at_least = Some(digit.at_least.map_or(count, |least| least.min(count)));
            } else {
                digit.counts |= 1 << count;
            }
            reader.skip_blanks();
            if reader.take("}") {
                break;
            }
            if !reader.take(",") {
                return Err(reader.expected("`,`, `+` or `}`"));
            }
        }
    } else {
        let text = reader.rest();
        let Some(bits) = text.chars().next().and_then(|c| c.to_digit(36)) else { return Ok(None) };
        reader.take(&text[..1]);
        digit.counts = bits.into();
    }
    for (mark, rule) in [("!", Rule::Distinct), ("?", Rule::NotAllEqual), ("=", Rule::AllEqual)] {
        if reader.take(mark) {
            digit.rule = rule;
            break;
        }
    }
    Ok(Some(digit))
}

/// The code in digits.
impl fmt::Display for HeapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (j, digit) in self.digits.iter().enumerate() {
            if self.repeat == Some(j) {
                f.write_str("[")?;
            }
            write!(f, "{digit}{}", if j == 0 { "." } else { "" })?;
        }
        match (self.repeat, self.digits.len()) {
            (Some(_), _) => f.write_str("]"),
            (None, 1) => f.write_str("0"),
            (None, _) => Ok(()),
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.at_least, u32::try_from(self.counts)) {
            (None, Ok(bits @ 0..36)) => {
                let c = char::from_digit(bits, 36).unwrap_or('0');
                write!(f, "{}", c.to_ascii_uppercase())?;
            }
            _ => {
                let exact = (0..64).filter(|i| self.counts >> i & 1 == 1).map(|i| i.to_string());
                let open = self.at_least.iter().map(|least| format!("{least}+"));
                write!(f, "{{{}}}", exact.chain(open).collect::<Vec<_>>().join(","))?;
            }
        }
        f.write_str(match self.rule {
            Rule::Any => "",
            Rule::Distinct => "!",
            Rule::NotAllEqual => "?",
            Rule::AllEqual => "=",
        })
    }
}
