//! The notation of games: what is read and what is printed.
//!
//! # Printing
//! [`CanonicalForm`](crate::CanonicalForm) prints the very text that CGSuite prints, options in its
//! order:
//!
//! | text | value |
//! |---|---|
//! | `3`, `-5/8` | numbers |
//! | `*`, `*2` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `vv`, `v4` | multiples of `↑` and of `↓` = `-↑` |
//! | `^<2>` | `↑^2`, where `↑^n` = `{0\|\|v[n-1]*}` |
//! | `^[3]` | `↑ + ↑^2 + ↑^3` |
//! | `1/2^*`, `-3v4*2`, `2^[2]*` | the sum of the number, the ups and the nimber |
//! | `+-1`, `+-(1*)`, `+-{0,^*}` | the switch with these Left options and their negatives as Right options |
//! | `Tiny(2)`, `1/2Miny(1)` | `{0\|\|0\|-2}`; `{1\|0\|\|0}`, with a number added |
//! | `{2\|\|1\|0}` | braces; the longest group of bars is the root |
//!
//! # Reading
//! Everything that is printed is read back as the same game. What is more:
//! - `+`, `-` and parentheses; integer multiples `3*(^)`, `3*{1|*}`, `3 * ^`, `3.^`;
//! - spaces between parts, and any number of bars;
//! - `↑ ↓ ⇑ ⇓ ± ½ ¼ ¾ −`; `x±y` is `x + (±y)`; `tiny(..)` and `miny(..)`.
//!
//! A number directly followed by an infinitesimal is that sum, and so is a negative one: `-1^` is
//! `(-1)+^`, while `-^` is `v`. So `1/2^80` is `1/2` plus eighty ups. A number directly followed by
//! `*` is number and star unless a game stands directly behind: `2*` and `2*3` are sums, `2*(3)` and
//! `2*^` multiples. After an operand `+-` could be meant in two ways and is refused: write `1+(+-1)`
//! or `1-1`.
//!
//! # Errors
//! A [`ParseFormError`] says at which byte the reader stopped and what it expected there.

use std::fmt;

use super::number_up_star::NumberUpStar;
use super::simplify::Candidates;
use super::store::Id;
use super::work::Work;
use super::{LimitKind, ValueError};
use crate::Dyadic;

/// Why a text is no game.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// let error = "{1|2".parse::<CanonicalForm>().unwrap_err();
/// assert_eq!(error.offset(), 4);
/// assert_eq!(error.to_string(), "at offset 4: expected `|`, `,` or `}` but the text ends");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFormError {
    offset: usize,
    problem: NotationProblem,
    /// What stands at the offset; `None` at the end.
    found: Option<char>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationProblem {
    /// Something else was expected: its description.
    Expected(&'static str),
    /// A number is beyond `i64`, or its denominator beyond `2^62`.
    NumberOutOfRange,
    /// The denominator is not a power of two.
    NotDyadic,
    /// A nimber, or a multiple or power of `↑`, is beyond what is represented.
    MultipleOutOfRange,
    /// `*` between two games of which neither is an integer.
    ProductOfGames,
    /// More than one group of bars is the longest.
    AmbiguousBars,
    /// `+-` after an operand.
    AmbiguousPlusMinus,
    /// The text is read, but its value could not be computed.
    Form(ValueError),
}

impl ParseFormError {
    /// A problem at that byte of the text.
    pub(crate) fn new(text: &str, offset: usize, problem: NotationProblem) -> ParseFormError {
        ParseFormError { offset, problem, found: text[offset..].chars().next() }
    }

    /// The byte at which the problem is; the length of the text if it ends too early.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What the problem is.
    pub fn problem(&self) -> &NotationProblem {
        &self.problem
    }

    /// The bound that was passed, if that is the problem.
    pub fn limit(&self) -> Option<LimitKind> {
        match self.problem {
            NotationProblem::Form(ValueError::Limit(kind)) => Some(kind),
            _ => None,
        }
    }
}

impl fmt::Display for ParseFormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {}: ", self.offset)?;
        match &self.problem {
            NotationProblem::Expected(what) => {
                write!(f, "expected {what}")?;
                match self.found {
                    None => f.write_str(" but the text ends"),
                    Some(c) => write!(f, " but found {c:?}"),
                }
            }
            NotationProblem::NumberOutOfRange => f.write_str(
                "number out of range: numerators are below 2^63 and denominators at most 2^62",
            ),
            NotationProblem::NotDyadic => {
                f.write_str("the denominator is not a power of two, so this is no short game")
            }
            NotationProblem::MultipleOutOfRange => write!(
                f,
                "nimbers and multiples of ^ go up to {}, powers of ^ up to {MAX_POWER}",
                NumberUpStar::MAX_MULTIPLE
            ),
            NotationProblem::ProductOfGames => {
                f.write_str("one side of this `*` must be an integer: games have no product")
            }
            NotationProblem::AmbiguousBars => f.write_str(
                "two groups of bars are the longest: make the root's longer or add braces",
            ),
            NotationProblem::AmbiguousPlusMinus => f.write_str(
                "`+-` after a game: write `+(+-G)` for a switch or `-G` for a difference",
            ),
            NotationProblem::Form(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseFormError {}

/// The largest `n` of `^<n>` and `^[n]`, read or printed: reading them builds `n` games.
pub(crate) const MAX_POWER: u32 = 1000;

type Parsed<T> = Result<T, ParseFormError>;

/// Reads a whole text as a game.
pub(crate) fn parse(text: &str, work: &mut Work<'_>) -> Parsed<Id> {
    let mut parser = Parser { text, at: 0 };
    work.check().map_err(|error| parser.failed(error))?;
    let id = parser.sum(work)?;
    parser.spaces();
    if parser.peek().is_some() {
        return Err(parser.expected("an operator or the end of the text"));
    }
    Ok(id)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

const OPERAND: &str = "a game";

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn problem(&self, problem: NotationProblem) -> ParseFormError {
        self.problem_at(self.at, problem)
    }

    fn problem_at(&self, offset: usize, problem: NotationProblem) -> ParseFormError {
        ParseFormError { offset, problem, found: self.text[offset..].chars().next() }
    }

    fn expected(&self, what: &'static str) -> ParseFormError {
        self.problem(NotationProblem::Expected(what))
    }

    fn failed(&self, error: ValueError) -> ParseFormError {
        self.problem(NotationProblem::Form(error))
    }

    fn spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes one of these texts if it stands here.
    fn take(&mut self, texts: &[&str]) -> bool {
        let found = texts.iter().find(|text| self.rest().starts_with(**text));
        self.at += found.map_or(0, |text| text.len());
        found.is_some()
    }

    fn require(&mut self, text: &'static str, what: &'static str) -> Parsed<()> {
        self.spaces();
        if self.take(&[text]) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Terms joined by `+`, `-` and `±`.
    fn sum(&mut self, work: &mut Work<'_>) -> Parsed<Id> {
        let mut total = self.product(work)?;
        loop {
            self.spaces();
            let start = self.at;
            let minus = if self.take(&["+-", "+−"]) {
                return Err(self.problem_at(start, NotationProblem::AmbiguousPlusMinus));
            } else if self.take(&["+"]) || self.rest().starts_with('±') {
                false
            } else if self.take(&["-", "−"]) {
                true
            } else {
                return Ok(total);
            };
            let term = self.product(work)?;
            let term = if minus { term.negative() } else { term };
            total = work.add(total, term).map_err(|e| self.problem_at(start, e.into()))?;
        }
    }

    /// Signed operands joined by `*`, at least one of each two an integer.
    fn product(&mut self, work: &mut Work<'_>) -> Parsed<Id> {
        let mut product = self.signed(work)?;
        loop {
            self.spaces();
            let start = self.at;
            if !self.take(&["*"]) {
                return Ok(product);
            }
            let factor = self.signed(work)?;
            let integer = |id| work.store.number(id).and_then(Dyadic::to_integer);
            product = match (integer(product), integer(factor)) {
                (Some(n), _) => work.times(factor, n),
                (_, Some(n)) => work.times(product, n),
                _ => return Err(self.problem_at(start, NotationProblem::ProductOfGames)),
            }
            .map_err(|e| self.problem_at(start, e.into()))?;
        }
    }

    /// Parses a part that nests, at one level more.
    fn nested<T: Send>(
        &mut self,
        work: &mut Work<'_>,
        part: impl FnOnce(&mut Self, &mut Work<'_>) -> Parsed<T> + Send,
    ) -> Parsed<T> {
        let start = self.at;
        let result = work.deeper(|work| Ok(part(self, work)));
        result.unwrap_or_else(|error| Err(self.problem_at(start, error.into())))
    }

    /// An operand with signs before it. A minus directly before a number belongs to the number.
    fn signed(&mut self, work: &mut Work<'_>) -> Parsed<Id> {
        self.spaces();
        if self.take(&["+-", "+−", "±"]) {
            self.spaces();
            let left = match self.peek() {
                Some('{') => match self.nested(work, Parser::braces)? {
                    Braces::Game(g) => vec![g],
                    Braces::Set(options) => options,
                },
                Some('(') => self.nested(work, Parser::parenthesized)?,
                _ => vec![self.nested(work, Parser::signed)?],
            };
            let right = left.iter().map(|g| g.negative().into()).collect();
            let left: Candidates = left.into_iter().map(Into::into).collect();
            work.simplify(left, right).map_err(|e| self.failed(e))
        } else if self.take(&["-", "−"]) {
            if self.at_number() {
                self.number_and_more(true, work)
            } else {
                Ok(self.nested(work, Parser::signed)?.negative())
            }
        } else if self.take(&["+"]) {
            self.nested(work, Parser::signed)
        } else {
            self.nested(work, Parser::operand)
        }
    }

    fn operand(&mut self, work: &mut Work<'_>) -> Parsed<Id> {
        let start = self.at;
        match self.peek() {
            Some('{') => match self.braces(work)? {
                Braces::Game(g) => Ok(g),
                Braces::Set(_) => {
                    self.at -= 1;
                    Err(self.expected("`|` or `,` (a list without bars may only follow `+-`)"))
                }
            },
            Some('(') => match self.parenthesized(work)?[..] {
                [g] => Ok(g),
                _ => Err(self.problem_at(
                    start,
                    NotationProblem::Expected(
                        "one game in parentheses (a list may only follow `+-`)",
                    ),
                )),
            },
            Some('*') => {
                self.at += 1;
                let mut star = self.multiple()?;
                if star.is_none() && self.rest().starts_with('(') {
                    let inner = self.nested(work, Parser::parenthesized)?;
                    let integer = |&id: &Id| work.store.number(id).and_then(Dyadic::to_integer);
                    let n = match &inner[..] {
                        [id] => integer(id).filter(|&n| n >= 0),
                        _ => None,
                    };
                    let expected = NotationProblem::Expected("a non-negative integer after `*`");
                    let n = n.ok_or_else(|| self.problem_at(start + 1, expected))?;
                    let n = u32::try_from(n).ok().filter(|&m| m <= NumberUpStar::MAX_MULTIPLE);
                    star = Some(n.ok_or_else(|| {
                        self.problem_at(start + 1, NotationProblem::MultipleOutOfRange)
                    })?);
                }
                let star = star.unwrap_or(1);
                self.closed(NumberUpStar { star, ..NumberUpStar::default() }, work)
            }
            _ if self.at_number() => self.number_and_more(false, work),
            _ if self.at_ups() => self.ups_and_star(Dyadic::ZERO, work),
            _ if self.at_tiny() => self.tiny(work),
            _ => Err(self.expected(OPERAND)),
        }
    }

    fn closed(&self, g: NumberUpStar, work: &mut Work<'_>) -> Parsed<Id> {
        work.store.closed(g).map_err(|e| self.failed(e))
    }

    fn at_number(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit() || "½¼¾".contains(c))
    }

    fn at_ups(&self) -> bool {
        self.peek().is_some_and(|c| "^v↑↓⇑⇓".contains(c))
    }

    fn at_tiny(&self) -> bool {
        ["Tiny", "tiny", "Miny", "miny"].iter().any(|name| self.rest().starts_with(name))
    }

    /// Whether a `*` stands here that is a star, and not a product with a game right behind it.
    fn at_star(&self) -> bool {
        self.rest()
            .strip_prefix('*')
            .is_some_and(|rest| !rest.starts_with(|c| "({^v↑↓⇑⇓TtMm".contains(c)))
    }

    /// Digits as an integer; `None` if there are none.
    fn digits(&mut self) -> Parsed<Option<u128>> {
        let rest = self.rest();
        let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if len == 0 {
            return Ok(None);
        }
        let value = rest[..len].parse();
        let value = value.map_err(|_| self.problem(NotationProblem::NumberOutOfRange))?;
        self.at += len;
        Ok(Some(value))
    }

    /// A multiple or a nimber, in digits; `None` if there are none.
    fn multiple(&mut self) -> Parsed<Option<u32>> {
        let start = self.at;
        let out_of_range =
            |parser: &Self| parser.problem_at(start, NotationProblem::MultipleOutOfRange);
        let Some(n) = self.digits().map_err(|_| out_of_range(self))? else { return Ok(None) };
        let n = u32::try_from(n).ok().filter(|&n| n <= NumberUpStar::MAX_MULTIPLE);
        n.map(Some).ok_or_else(|| out_of_range(self))
    }

    fn number(&mut self, negative: bool) -> Parsed<Dyadic> {
        let start = self.at;
        for (text, quarters) in [("½", 2), ("¼", 1), ("¾", 3)] {
            if self.take(&[text]) {
                let x = Dyadic::new(if negative { -quarters } else { quarters }, 2);
                return Ok(x.unwrap_or_default());
            }
        }
        let out_of_range = self.problem(NotationProblem::NumberOutOfRange);
        let mut numerator = self.digits()?.ok_or_else(|| self.expected("a number"))?;
        let mut exponent = 0;
        if self.take(&["/"]) {
            let at = self.at;
            let denominator = self.digits()?.ok_or_else(|| self.expected("a denominator"))?;
            let divisor = gcd(numerator, denominator).max(1);
            let denominator = denominator / divisor;
            numerator /= divisor;
            if !denominator.is_power_of_two() {
                return Err(self.problem_at(at, NotationProblem::NotDyadic));
            }
            exponent = denominator.trailing_zeros();
        }
        let numerator = i64::try_from(numerator).map_err(|_| out_of_range.clone())?;
        let numerator = if negative { -numerator } else { numerator };
        Dyadic::new(numerator, exponent).ok_or(ParseFormError { offset: start, ..out_of_range })
    }

    /// A number, and an infinitesimal if one stands directly behind: their sum.
    fn number_and_more(&mut self, negative: bool, work: &mut Work<'_>) -> Parsed<Id> {
        let number = self.number(negative)?;
        if self.at_ups() || self.at_star() {
            self.ups_and_star(number, work)
        } else if self.at_tiny() {
            let start = self.at;
            let tiny = self.tiny(work)?;
            let number = self.closed(NumberUpStar::number(number), work)?;
            work.add(number, tiny).map_err(|e| self.problem_at(start, e.into()))
        } else if let Some(n) = number.to_integer().filter(|_| self.rest().starts_with('.')) {
            let start = self.at;
            self.at += 1;
            if self.at_number() {
                return Err(self.expected("a game to multiply (decimals are not read: write 1/2)"));
            }
            let factor = self.nested(work, Parser::operand)?;
            work.times(factor, n).map_err(|e| self.problem_at(start, e.into()))
        } else {
            self.closed(NumberUpStar::number(number), work)
        }
    }

    /// Ups, a star, or both, added to a number.
    fn ups_and_star(&mut self, number: Dyadic, work: &mut Work<'_>) -> Parsed<Id> {
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
                } else if self.take(&["<"]) {
                    power = Some((self.power(">", "`>`")?, false));
                } else if self.take(&["["]) {
                    power = Some((self.power("]", "`]`")?, true));
                }
            }
            let n = i32::try_from(n)
                .map_err(|_| self.problem_at(start, NotationProblem::MultipleOutOfRange))?;
            parts.up = if up { n } else { -n };
        }
        if self.at_star() {
            self.at += 1;
            parts.star = self.multiple()?.unwrap_or(1);
        }
        let Some((n, all)) = power else { return self.closed(parts, work) };
        let sign = parts.up;
        let rest = self.closed(NumberUpStar { up: 0, ..parts }, work)?;
        let sum = up_power(n, all, work)
            .and_then(|ups| work.add(if sign < 0 { ups.negative() } else { ups }, rest));
        sum.map_err(|e| self.problem_at(start, e.into()))
    }

    fn power(&mut self, end: &'static str, what: &'static str) -> Parsed<u32> {
        self.spaces();
        let start = self.at;
        let n = self.multiple()?.ok_or_else(|| self.expected("a positive integer"))?;
        if n == 0 {
            return Err(self.problem_at(start, NotationProblem::Expected("a positive integer")));
        }
        if n > MAX_POWER {
            return Err(self.problem_at(start, NotationProblem::MultipleOutOfRange));
        }
        self.require(end, what)?;
        Ok(n)
    }

    /// `Tiny(G)` or `Miny(G)`.
    fn tiny(&mut self, work: &mut Work<'_>) -> Parsed<Id> {
        let start = self.at;
        let miny = self.take(&["Miny", "miny"]) || !self.take(&["Tiny", "tiny"]);
        self.spaces();
        if self.peek() != Some('(') {
            return Err(self.expected("`(`"));
        }
        let &[g] = &self.nested(work, Parser::parenthesized)?[..] else {
            return Err(self.problem_at(start, NotationProblem::Expected("a single subscript")));
        };
        let tiny = tiny(g, work).map_err(|e| self.problem_at(start, e.into()))?;
        Ok(if miny { tiny.negative() } else { tiny })
    }

    /// One game or several in parentheses.
    fn parenthesized(&mut self, work: &mut Work<'_>) -> Parsed<Vec<Id>> {
        self.at += 1;
        let mut games = Vec::new();
        loop {
            games.push(self.sum(work)?);
            self.spaces();
            if self.take(&[")"]) {
                return Ok(games);
            }
            self.require(",", "`)`, `,` or an operator")?;
        }
    }

    /// Braces: a game, or a list without bars.
    fn braces(&mut self, work: &mut Work<'_>) -> Parsed<Braces> {
        self.at += 1;
        let mut level = Level { lists: vec![Vec::new()], bars: Vec::new() };
        self.spaces();
        loop {
            // At the start of a list, which may be empty, or behind a comma.
            if !matches!(self.peek(), Some('|' | '}')) {
                loop {
                    let game = self.sum(work)?;
                    level.lists.last_mut().expect("there is always a list").push(game);
                    self.spaces();
                    if !self.take(&[","]) {
                        break;
                    }
                }
            }
            let start = self.at;
            if self.take(&["}"]) {
                break;
            }
            let count = self.rest().bytes().take_while(|&b| b == b'|').count();
            if count == 0 {
                return Err(self.expected("`|`, `,` or `}`"));
            }
            if count > MOST_BARS {
                return Err(self.expected("a group of at most 1000 bars"));
            }
            self.at += count;
            level.bars.push((count, start));
            level.lists.push(Vec::new());
            self.spaces();
        }
        if level.bars.is_empty() {
            return Ok(Braces::Set(level.lists.pop().unwrap_or_default()));
        }
        let end = self.lists_and_bars(&level.lists, &level.bars, work)?;
        Ok(Braces::Game(end))
    }

    /// The game that the lists make, `bars[i]` standing behind `lists[i]`; there is a bar.
    fn lists_and_bars(
        &self,
        lists: &[Vec<Id>],
        bars: &[(usize, usize)],
        work: &mut Work<'_>,
    ) -> Parsed<Id> {
        let longest = bars.iter().map(|&(count, _)| count).max().unwrap_or(0);
        let root = bars.iter().position(|&(count, _)| count == longest).unwrap_or(0);
        if let Some(&(_, second)) = bars[root + 1..].iter().find(|&&(count, _)| count == longest) {
            return Err(self.problem_at(second, NotationProblem::AmbiguousBars));
        }
        let mut side = |lists: &[Vec<Id>], bars: &[(usize, usize)]| -> Parsed<Candidates> {
            if bars.is_empty() {
                return Ok(lists[0].iter().map(|&id| id.into()).collect());
            }
            Ok([self.lists_and_bars(lists, bars, work)?].map(Into::into).into_iter().collect())
        };
        let left = side(&lists[..=root], &bars[..root])?;
        let right = side(&lists[root + 1..], &bars[root + 1..])?;
        work.simplify(left, right).map_err(|e| self.problem_at(bars[root].1, e.into()))
    }
}

/// What stands in braces.
enum Braces {
    Game(Id),
    Set(Vec<Id>),
}

/// What stands between two braces: lists of games, and the groups of bars between them with their
/// offsets.
struct Level {
    lists: Vec<Vec<Id>>,
    bars: Vec<(usize, usize)>,
}

/// The longest group of bars; each length may add a level to the game.
const MOST_BARS: usize = 1000;

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `↑^n`, or if `all`, `↑ + ↑^2 + ... + ↑^n`.
pub(crate) fn up_power(n: u32, all: bool, work: &mut Work<'_>) -> Result<Id, ValueError> {
    let lone = |id: Id| -> Candidates { [id.into()].into_iter().collect() };
    // ↑^[n] = {↑^[n-1]|*}, and ↑^n = {0|*-↑^[n-1]}.
    let mut sum = Id::ZERO;
    for _ in 1..n {
        sum = if sum == Id::ZERO { Id::UP } else { work.simplify(lone(sum), lone(Id::STAR))? };
    }
    if n == 1 {
        Ok(Id::UP)
    } else if all {
        work.simplify(lone(sum), lone(Id::STAR))
    } else {
        let threat = work.add(Id::STAR, sum.negative())?;
        work.simplify(lone(Id::ZERO), lone(threat))
    }
}

/// `tiny-G` = `{0||0|-G}`.
pub(crate) fn tiny(g: Id, work: &mut Work<'_>) -> Result<Id, ValueError> {
    let lone = |id: Id| -> Candidates { [id.into()].into_iter().collect() };
    let threat = work.simplify(lone(Id::ZERO), lone(g.negative()))?;
    work.simplify(lone(Id::ZERO), lone(threat))
}

impl From<ValueError> for NotationProblem {
    fn from(error: ValueError) -> NotationProblem {
        NotationProblem::Form(error)
    }
}
