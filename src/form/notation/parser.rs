//! The parser: recursive descent, one method for each level of precedence.

mod braces;

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

use self::braces::Braces;
use super::ascii::in_ascii;
use super::error::{NotationProblem, ParseFormError};
use super::literal::Numeral;
use crate::Dyadic;
use crate::form::engine::{Engine, recurse};
use crate::form::number_up_star::NumberUpStar;
use crate::form::store::Id;
use crate::form::{Calculation, CanonicalForm, ValueError};

pub(super) type Parsed<T> = Result<T, ParseFormError>;

/// Reads a text.
///
/// The methods read from the current offset on and leave it after what they read. They return an error if the text does
/// not continue with that, if it has no value, or if a limit is reached.
pub(super) struct Parser<'p, 's> {
    /// The whole text.
    text: &'p str,
    /// The current offset in bytes, that of a character or of the end.
    pub(super) at: usize,
    /// The number of open braces and parentheses: within them a line end is a space.
    open: usize,
    /// The offset of the current statement, and the braces with which it begins.
    statement: usize,
    outermost: Option<Outermost>,
    /// Names come from untrusted texts, so the hasher is one with a secret key.
    names: HashMap<Box<str>, Id>,
    pub(super) calculation: &'p mut Calculation<'s>,
}

/// The options in the braces with which a statement begins, and where they end.
struct Outermost {
    end: usize,
    lists: [List; 2],
}

/// The games in one list of a game in braces.
type List = SmallVec<[Id; 6]>;

const OPERAND: &str = "a game";
const OPERATOR: &str = "an operator or the end of the text";

/// The largest size of a group of bars; each size may add a level to the game.
const MAX_BARS: usize = 1000;

/// The Left and the Right options of a game as a text lists them.
type LiteralOptions = (Vec<CanonicalForm>, Vec<CanonicalForm>);

impl<'s> Calculation<'s> {
    /// Reads a game, as [`Store::parse`](crate::Store::parse).
    ///
    /// # Errors
    /// If the text is not a game, or a limit is reached.
    pub fn parse(&mut self, text: &str) -> Result<CanonicalForm, ParseFormError> {
        in_ascii(text, |text| {
            let mut parser = Parser::new(text, 0, self);
            let id = parser.nested(Parser::statements)?;
            Ok(self.handle(id))
        })
    }

    /// Reads the options of a game in braces as they are written, dominated, reversible and repeated ones included.
    /// The longest group of bars is the root. Definitions may precede the game.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Limits, Store};
    /// let (store, limits) = (Store::new(), Limits::default());
    /// let (left, right) = store.calculate(&limits).parse_options("{0,*,0||2|1}")?;
    /// assert_eq!(left.len(), 3);
    /// assert_eq!(right, [store.parse("{2|1}")?]);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a game in braces, or a limit is reached.
    pub fn parse_options(&mut self, text: &str) -> Result<LiteralOptions, ParseFormError> {
        in_ascii(text, |text| {
            let mut parser = Parser::new(text, 0, self);
            parser.nested(Parser::statements)?;
            let Some(Outermost { end, lists }) = parser.outermost.take() else {
                return Err(ParseFormError::new(
                    text,
                    parser.statement,
                    NotationProblem::NOT_IN_BRACES,
                ));
            };
            let rest = text[end..].trim_start();
            if !rest.is_empty() {
                return Err(ParseFormError::new(
                    text,
                    text.len() - rest.len(),
                    NotationProblem::NOT_IN_BRACES,
                ));
            }
            // They become handles.
            let at = parser.statement;
            let handles = lists.iter().map(|list| list.len() * size_of::<CanonicalForm>()).sum();
            parser.calculation.hold(handles).map_err(|e| parser.problem(at, e))?;
            let [left, right] =
                lists.map(|ids| ids.into_iter().map(|id| self.handle(id)).collect());
            Ok((left, right))
        })
    }

    /// Reads the number, with ups and a nimber directly after it, or the ups and the nimber, that begin at an offset of a text. Returns
    /// also where they end. `negative` numbers have had a minus before them.
    ///
    /// # Examples
    /// ```
    /// use dicot::Store;
    /// use dicot::notation::Numeral;
    /// let store = Store::new();
    /// let (numeral, end) = store.calculation().parse_numeral("2 + 1/2^*3", 4, false)?;
    /// assert_eq!((numeral, end), (Numeral::Game("1/2^*3".parse()?), 10));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Errors
    /// If none is there, it is out of range, or a limit is reached.
    pub fn parse_numeral(
        &mut self,
        text: &str,
        at: usize,
        negative: bool,
    ) -> Result<(Numeral, usize), ParseFormError> {
        let mut parser = Parser::new(text, at, self);
        if !negative && let Some(numeral) = parser.other_number() {
            return Ok((numeral, parser.at));
        }
        let number = if parser.at_number() { Some(parser.number(negative)?) } else { None };
        let id = match number {
            Some(number) if !parser.at_ups() && !parser.at_star() => {
                parser.closed(NumberUpStar::number(number))?
            }
            None if parser.peek() == Some('*') => {
                parser.at += 1;
                let star = parser.multiple()?.unwrap_or(1);
                parser.closed(NumberUpStar { star, ..NumberUpStar::default() })?
            }
            None if !parser.at_ups() => return Err(parser.expected(OPERAND)),
            number => parser.ups_and_star(number.unwrap_or_default())?,
        };
        let end = parser.at;
        Ok((Numeral::Game(self.handle(id)), end))
    }
}

/// Whether a name is written like a literal, such as `v3` or `Tiny`, and cannot be defined.
pub fn is_literal(name: &str) -> bool {
    is_downs(name) || is_tiny_name(name)
}

/// `v`, `vv`, `v3`: multiples of down.
fn is_downs(word: &str) -> bool {
    let rest = word.trim_start_matches('v');
    rest.len() < word.len() && rest.bytes().all(|b| b.is_ascii_digit())
}

fn is_tiny_name(word: &str) -> bool {
    word.eq_ignore_ascii_case("tiny") || word.eq_ignore_ascii_case("miny")
}

/// The name at the beginning of a text: letters, digits and `_`, the first a letter; empty if the text does not begin with one.
fn leading_word(text: &str) -> &str {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return "";
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    &text[..end.unwrap_or(text.len())]
}

fn is_line_end(c: char) -> bool {
    c == '\n' || c == '\r'
}

/// The text, and where the parser is in it.
impl<'p, 's> Parser<'p, 's> {
    fn new(text: &'p str, at: usize, calculation: &'p mut Calculation<'s>) -> Parser<'p, 's> {
        let (names, outermost) = (HashMap::new(), None);
        Parser { text, at, open: 0, statement: 0, outermost, names, calculation }
    }

    /// The text from the current offset on.
    pub(super) fn rest(&self) -> &'p str {
        &self.text[self.at..]
    }

    /// The text up to an offset.
    pub(super) fn before(&self, at: usize) -> &'p str {
        &self.text[..at]
    }

    /// The name at the current offset.
    fn word(&self) -> &'p str {
        leading_word(self.rest())
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether the next character is certainly not a space, as almost always.
    #[inline]
    fn at_no_space(&self) -> bool {
        self.next_byte().is_none_or(|b| b.is_ascii_graphic())
    }

    /// Skips spaces and line ends, as before an operand.
    #[inline]
    pub(super) fn skip_spaces(&mut self) {
        if self.at_no_space() {
            return;
        }
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips spaces before an operator; a line end ends the statement unless a bracket is open.
    #[inline]
    fn skip_gap(&mut self) {
        if self.at_no_space() {
            return;
        }
        if self.open > 0 {
            return self.skip_spaces();
        }
        let rest = self.rest();
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() && !is_line_end(c));
        self.at += rest.len() - trimmed.len();
    }

    /// Takes the first of these texts that is at the current offset. Returns whether there is one.
    pub(super) fn take(&mut self, texts: &[&str]) -> bool {
        let found = texts.iter().find(|text| self.rest().starts_with(**text));
        self.at += found.map_or(0, |text| text.len());
        found.is_some()
    }

    /// The error that something else was expected at the current offset.
    pub(super) fn expected(&self, what: &'static str) -> ParseFormError {
        self.problem(self.at, NotationProblem::Expected(what))
    }

    /// A problem at an offset.
    pub(super) fn problem(
        &self,
        offset: usize,
        problem: impl Into<NotationProblem>,
    ) -> ParseFormError {
        ParseFormError::new(self.text, offset, problem.into())
    }

    /// Counts bytes that are kept until the current [nested](Parser::nested) part is read.
    fn hold(&mut self, bytes: usize) -> Parsed<()> {
        self.engine().hold(bytes).map_err(|e| self.failed(e))
    }

    pub(super) fn engine(&mut self) -> &mut Engine<'s> {
        &mut self.calculation.engine
    }

    fn failed(&self, error: ValueError) -> ParseFormError {
        self.problem(self.at, error)
    }

    pub(super) fn closed(&self, g: NumberUpStar) -> Parsed<Id> {
        self.calculation.engine.store.closed(g).map_err(|e| self.failed(e))
    }

    fn integer(&self, id: Id) -> Option<i64> {
        self.calculation.engine.store.number(id)?.to_integer()
    }
}

impl<'s> AsMut<Engine<'s>> for Parser<'_, 's> {
    fn as_mut(&mut self) -> &mut Engine<'s> {
        self.engine()
    }
}

/// Statements and expressions.
impl Parser<'_, '_> {
    /// Reads all statements; the value of the last one is that of the text.
    fn statements(&mut self) -> Parsed<Id> {
        self.engine().check().map_err(|error| self.failed(error))?;
        let mut last = None;
        loop {
            self.skip_spaces();
            while self.take(&[";"]) {
                self.skip_spaces();
            }
            if self.rest().is_empty()
                && let Some(last) = last
            {
                return Ok(last);
            }
            last = Some(self.statement()?);
            self.skip_gap();
            if self.peek().is_some_and(|c| c != ';' && !is_line_end(c)) {
                return Err(self.expected(OPERATOR));
            }
        }
    }

    /// `name := expression`, or an expression.
    fn statement(&mut self) -> Parsed<Id> {
        let (start, name) = (self.at, self.word());
        (self.statement, self.outermost) = (start, None);
        let after = self.rest()[name.len()..].trim_start();
        if name.is_empty() || !after.starts_with(":=") {
            return self.sum();
        }
        if is_literal(name) {
            return Err(self.problem(start, NotationProblem::ReservedName(name.to_owned())));
        }
        self.at = self.text.len() - after.len() + ":=".len();
        let id = self.sum()?;
        self.names.insert(name.into(), id);
        let bytes = 2 * (name.len() + size_of::<(Box<str>, Id)>());
        self.engine().charge(bytes).map_err(|e| self.problem(start, e))?;
        Ok(id)
    }

    /// Reads a part that nests, one level deeper: however deep that gets, the stack does not overflow.
    fn nested<T: Send>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T> + Send) -> Parsed<T> {
        let start = self.at;
        let result = recurse(self, |parser| Ok(part(parser)));
        result.unwrap_or_else(|error| Err(self.problem(start, error)))
    }

    /// Signed multiples joined by `+` and `-`.
    fn sum(&mut self) -> Parsed<Id> {
        let mut sum = self.multiples()?;
        loop {
            self.skip_gap();
            let at = self.at;
            let Some(minus) = self.take_plus_or_minus()? else { return Ok(sum) };
            let right = self.multiples()?;
            let right = if minus { right.negative() } else { right };
            sum = self.engine().add(sum, right).map_err(|e| self.problem(at, e))?;
        }
    }

    /// Takes `+` (false) or `-` (true) between two operands. The `+` before `±` is left out, and
    /// `+-`, which could be meant in two ways, is an error.
    fn take_plus_or_minus(&mut self) -> Parsed<Option<bool>> {
        let start = self.at;
        Ok(if self.take(&["+-", "+−"]) {
            return Err(self.problem(start, NotationProblem::AmbiguousPlusMinus));
        } else if self.take(&["+"]) || self.rest().starts_with('±') {
            Some(false)
        } else if self.take(&["-", "−"]) {
            Some(true)
        } else {
            None
        })
    }

    /// Signed operands joined by `*`, of which all but one are integers.
    fn multiples(&mut self) -> Parsed<Id> {
        let mut product = self.signed()?;
        loop {
            self.skip_gap();
            let at = self.at;
            if !self.take(&["*"]) {
                return Ok(product);
            }
            let right = self.signed()?;
            let (n, factor) = match (self.integer(product), self.integer(right)) {
                (Some(n), _) => (n, right),
                (_, Some(n)) => (n, product),
                _ => return Err(self.problem(at, NotationProblem::ProductOfGames)),
            };
            product = self.engine().times(factor, n).map_err(|e| self.problem(at, e))?;
        }
    }

    /// Reads an operand with any signs before it and anything directly after it.
    fn signed(&mut self) -> Parsed<Id> {
        // So that limits of time hold in long texts, whatever is in them.
        self.engine().step().map_err(|e| self.failed(e))?;
        self.skip_spaces();
        // Plus and minus in ASCII, and the first bytes of `±` and `−`.
        let may_be_sign = matches!(self.next_byte(), Some(b'+' | b'-' | 0xc2 | 0xe2));
        if !may_be_sign {
            self.nested(Parser::operand)
        } else if self.take(&["+-", "+−", "±"]) {
            self.switch()
        } else if self.take(&["-", "−"]) {
            match self.at_number() {
                // It belongs to the number.
                true => self.number_and_more(true),
                false => Ok(self.nested(Parser::signed)?.negative()),
            }
        } else if self.take(&["+"]) {
            self.nested(Parser::signed)
        } else {
            self.nested(Parser::operand)
        }
    }

    /// What follows `+-`: an operand, or the Left options in braces or parentheses.
    fn switch(&mut self) -> Parsed<Id> {
        self.skip_spaces();
        let left = match self.peek() {
            Some('{') => match self.nested(Parser::braces)? {
                Braces::Game(g) => vec![g],
                Braces::Set(options) => options,
            },
            Some('(') => self.nested(Parser::parenthesized)?,
            _ => vec![self.nested(Parser::signed)?],
        };
        let right: List = left.iter().map(|g| g.negative()).collect();
        self.engine().simplify_canonical(&left, &right).map_err(|e| self.failed(e))
    }

    /// An operand without signs.
    fn operand(&mut self) -> Parsed<Id> {
        match self.peek() {
            Some('{') => self.game_in_braces(),
            Some('*') => self.star(),
            Some('(') => self.one_in_parentheses(),
            _ if self.at_number() => self.number_and_more(false),
            _ if self.at_ups() => self.ups_and_star(Dyadic::ZERO),
            _ if self.at_tiny() => self.tiny(),
            _ => self.defined(),
        }
    }

    /// Reads a defined name.
    fn defined(&mut self) -> Parsed<Id> {
        let name = self.word();
        if name.is_empty() {
            return Err(self.expected(OPERAND));
        }
        if let Some(&id) = self.names.get(name) {
            self.at += name.len();
            return Ok(id);
        }
        let (name, suggestion) = (name.to_owned(), None);
        Err(self.problem(self.at, NotationProblem::UnknownName { name, suggestion }))
    }
}

/// Literals with more than digits and signs, see `literal.rs`.
impl Parser<'_, '_> {
    fn star(&mut self) -> Parsed<Id> {
        let start = self.at;
        self.at += 1;
        let mut star = self.multiple()?;
        if star.is_none() && self.rest().starts_with('(') {
            let inner = self.nested(Parser::parenthesized)?;
            let n = if let [id] = &inner[..] { self.integer(*id) } else { None };
            star = Some(star_of(n).map_err(|problem| self.problem(start + 1, problem))?);
        }
        self.closed(NumberUpStar { star: star.unwrap_or(1), ..NumberUpStar::default() })
    }

    pub(super) fn at_number(&self) -> bool {
        matches!(self.peek(), Some('0'..='9' | '½' | '¼' | '¾'))
    }

    pub(super) fn at_ups(&self) -> bool {
        match self.peek() {
            Some('v') if is_downs(self.word()) => !at_infinite_power(&self.rest()[1..]),
            Some('^') => !at_infinite_power(&self.rest()[1..]),
            c => matches!(c, Some('↑' | '↓' | '⇑' | '⇓')),
        }
    }

    fn at_tiny(&self) -> bool {
        self.rest().starts_with(['T', 't', 'M', 'm']) && is_tiny_name(self.word())
    }

    /// A number and an infinitesimal directly after it: their sum. Or an integer, a point and a game: the multiple.
    fn number_and_more(&mut self, negative: bool) -> Parsed<Id> {
        let number = self.number(negative)?;
        if self.at_ups() || self.at_star() {
            self.ups_and_star(number)
        } else if self.at_tiny() {
            let start = self.at;
            let tiny = self.tiny()?;
            let number = self.closed(NumberUpStar::number(number))?;
            self.engine().add(number, tiny).map_err(|e| self.problem(start, e))
        } else if let Some(n) = number.to_integer().filter(|_| self.at_multiple()) {
            let start = self.at;
            self.at += 1;
            if self.at_number() {
                return Err(self.expected("a game to multiply (decimals are not read: write 1/2)"));
            }
            let factor = self.nested(Parser::operand)?;
            self.engine().times(factor, n).map_err(|e| self.problem(start, e))
        } else {
            self.closed(NumberUpStar::number(number))
        }
    }

    /// Whether a point and a game are at the current offset, and not two points.
    fn at_multiple(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix('.') else { return false };
        let word = leading_word(rest);
        match word {
            "" => !rest.starts_with('.'),
            word => is_literal(word) || self.names.contains_key(word),
        }
    }

    /// `Tiny(G)` or `Miny(G)`.
    fn tiny(&mut self) -> Parsed<Id> {
        let start = self.at;
        let miny = self.rest().starts_with(['M', 'm']);
        self.at += "Tiny".len();
        self.skip_spaces();
        if self.peek() != Some('(') {
            return Err(self.expected("`(`"));
        }
        let inner = self.nested(Parser::parenthesized)?;
        let [g] = inner[..] else {
            return Err(self.problem(start, NotationProblem::Expected("a single subscript")));
        };
        let tiny = self.engine().tiny(g).map_err(|e| self.problem(start, e))?;
        Ok(if miny { tiny.negative() } else { tiny })
    }
}

/// The number of the nimber of an integer; `None` is another game.
///
/// # Errors
/// If it is not the number of a nimber.
pub fn star_of(n: Option<i64>) -> Result<u32, NotationProblem> {
    let expected = NotationProblem::Expected("a non-negative integer after `*`");
    let n = n.filter(|&n| n >= 0).ok_or(expected)?;
    let n = u32::try_from(n).ok().filter(|&m| m <= NumberUpStar::MAX_MULTIPLE);
    n.ok_or(NotationProblem::MultipleOutOfRange)
}

/// Whether a text after `^` or `v` makes it a power whose exponent is the loopy game `on`: `^[on]`, `^<on>`.
pub fn at_infinite_power(rest: &str) -> bool {
    rest.starts_with("[on]") || rest.starts_with("<on>")
}

/// The index of the root among at least one group of bars, given by their sizes and offsets: the longest.
///
/// # Errors
/// If two groups are the longest: the offset of the second.
pub fn root_of_bars(bars: &[(usize, usize)]) -> Result<usize, usize> {
    let longest = bars.iter().map(|&(count, _)| count).max().unwrap_or(0);
    let root = bars.iter().position(|&(count, _)| count == longest).unwrap_or(0);
    match bars[root + 1..].iter().find(|&&(count, _)| count == longest) {
        Some(&(_, second)) => Err(second),
        None => Ok(root),
    }
}
