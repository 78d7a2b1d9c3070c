//! The parser: recursive descent, one method for each level of precedence.

mod braces;

use std::fmt;

use smallvec::{SmallVec, smallvec};

use self::braces::Braces;
use super::ascii::in_ascii;
use super::error::{NotationProblem, ParseFormError};
use super::language::{Language, Values};
use crate::Dyadic;
use crate::form::engine::{Engine, recurse};
use crate::form::number_up_star::NumberUpStar;
use crate::form::store::Id;
use crate::form::{Calculation, CanonicalForm, ValueError};

pub(super) type Parsed<T> = Result<T, ParseFormError>;

/// Reads a text in a [`Language`], which gets this parser to read what it adds.
///
/// The methods read from the current offset on and leave it after what they read. They return an error if the text does
/// not continue with that, if it has no value, or if a limit is reached.
pub struct Parser<'p, 's, L: Language> {
    /// The whole text.
    pub text: &'p str,
    /// The current offset in bytes, that of a character or of the end.
    pub at: usize,
    /// The number of open braces, parentheses and brackets: within them a line end is a space.
    open: usize,
    /// The offset of the current statement, and the braces with which it begins.
    statement: usize,
    outermost: Option<Outermost>,
    /// The language, with its names.
    pub language: &'p mut L,
    /// The calculation with which values are computed.
    pub calculation: &'p mut Calculation<'s>,
}

/// An item and the offset at which its text begins.
type Placed<I> = (usize, I);

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

impl Calculation<'_> {
    /// Reads a game, as [`Store::parse`](crate::Store::parse).
    ///
    /// # Errors
    /// If the text is not a game, or a limit is reached.
    pub fn parse(&mut self, text: &str) -> Result<CanonicalForm, ParseFormError> {
        self.read_game(text, &mut Values::default())
    }

    /// Reads a text in a language that [extends](crate::notation::Language) the notation of values: the value of
    /// its last statement.
    ///
    /// # Errors
    /// If the text has no value, or a limit is reached.
    pub fn read<L: Language>(
        &mut self,
        text: &str,
        language: &mut L,
    ) -> Result<L::Item, ParseFormError> {
        in_ascii(text, |text| {
            let mut parser = Parser::new(text, language, self);
            let (_, item) = parser.nested(Parser::statements)?;
            Ok(item)
        })
    }

    /// As [`read`](Calculation::read), where the value must be a game.
    ///
    /// # Errors
    /// If the value is not a game, or a limit is reached.
    pub fn read_game<L: Language>(
        &mut self,
        text: &str,
        language: &mut L,
    ) -> Result<CanonicalForm, ParseFormError> {
        in_ascii(text, |text| {
            let mut parser = Parser::new(text, language, self);
            let (at, item) = parser.nested(Parser::statements)?;
            parser.game(&item, at).cloned()
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
        self.read_options(text, &mut Values::default())
    }

    /// As [`parse_options`](Calculation::parse_options), in a language.
    ///
    /// # Errors
    /// If the text is not a game in braces, or a limit is reached.
    pub fn read_options<L: Language>(
        &mut self,
        text: &str,
        language: &mut L,
    ) -> Result<LiteralOptions, ParseFormError> {
        in_ascii(text, |text| {
            let mut parser = Parser::new(text, language, self);
            let (at, item) = parser.nested(Parser::statements)?;
            parser.game(&item, at)?;
            let Some(Outermost { end, lists }) = parser.outermost.take() else {
                return Err(parser.not_in_braces(parser.statement));
            };
            let rest = text[end..].trim_start();
            if !rest.is_empty() {
                return Err(parser.not_in_braces(text.len() - rest.len()));
            }
            // They become handles.
            let handles = lists.iter().map(|list| list.len() * size_of::<CanonicalForm>()).sum();
            parser.calculation.hold(handles).map_err(|e| parser.problem(at, e))?;
            let [left, right] =
                lists.map(|ids| ids.into_iter().map(|id| self.handle(id)).collect());
            Ok((left, right))
        })
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
impl<'p, 's, L: Language> Parser<'p, 's, L> {
    fn new(
        text: &'p str,
        language: &'p mut L,
        calculation: &'p mut Calculation<'s>,
    ) -> Parser<'p, 's, L> {
        Parser { text, at: 0, open: 0, statement: 0, outermost: None, language, calculation }
    }

    /// The text from the current offset on.
    pub fn rest(&self) -> &'p str {
        &self.text[self.at..]
    }

    /// The name at the current offset: letters, digits and `_`, the first a letter; empty if the text does not begin with one.
    pub fn word(&self) -> &'p str {
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
    pub fn skip_spaces(&mut self) {
        if self.at_no_space() {
            return;
        }
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips spaces before an operator; a line end ends the statement unless a bracket is open.
    #[inline]
    pub fn skip_gap(&mut self) {
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
    pub fn take(&mut self, texts: &[&str]) -> bool {
        let found = texts.iter().find(|text| self.rest().starts_with(**text));
        self.at += found.map_or(0, |text| text.len());
        found.is_some()
    }

    /// The error that something else was expected at the current offset.
    pub(super) fn expected(&self, what: &'static str) -> ParseFormError {
        self.problem(self.at, NotationProblem::Expected(what))
    }

    /// A problem at an offset.
    pub fn problem(&self, offset: usize, problem: impl Into<NotationProblem>) -> ParseFormError {
        ParseFormError::new(self.text, offset, problem.into())
    }
}

/// Names and items.
impl<'s, L: Language> Parser<'_, 's, L> {
    /// The game that an item is, whose text begins at an offset.
    pub fn game<'i>(
        &self,
        item: &'i L::Item,
        offset: usize,
    ) -> Result<&'i CanonicalForm, ParseFormError> {
        L::game(item).map_err(|found| {
            let message = format!("expected {OPERAND} but this is {found}");
            self.problem(offset, NotationProblem::Message(message))
        })
    }

    /// Counts bytes that are kept until the current [nested](Parser::nested) part is read.
    pub fn hold(&mut self, bytes: usize) -> Result<(), ParseFormError> {
        self.engine().hold(bytes).map_err(|e| self.failed(e))
    }

    pub(super) fn engine(&mut self) -> &mut Engine<'s> {
        &mut self.calculation.engine
    }

    fn id(&mut self, item: &L::Item, at: usize) -> Parsed<Id> {
        let game = self.game(item, at)?;
        let Calculation { store, engine, .. } = &mut *self.calculation;
        store.id_of(game, engine).map_err(|e| self.problem(at, e))
    }

    fn item(&self, id: Id) -> L::Item {
        self.calculation.handle(id).into()
    }

    pub(super) fn failed(&self, error: ValueError) -> ParseFormError {
        self.problem(self.at, error)
    }

    pub(super) fn closed(&self, g: NumberUpStar) -> Parsed<Id> {
        self.calculation.engine.store.closed(g).map_err(|e| self.failed(e))
    }
}

impl<L: Language> fmt::Debug for Parser<'_, '_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser").field("rest", &self.rest()).finish_non_exhaustive()
    }
}

impl<'s, L: Language> AsMut<Engine<'s>> for Parser<'_, 's, L> {
    fn as_mut(&mut self) -> &mut Engine<'s> {
        self.engine()
    }
}

/// Statements and expressions.
impl<L: Language> Parser<'_, '_, L> {
    /// Reads all statements; the value of the last one is that of the text.
    fn statements(&mut self) -> Parsed<Placed<L::Item>> {
        let names = self.language.bytes();
        let begun = self.engine().charge(names).and_then(|()| self.engine().check());
        begun.map_err(|error| self.failed(error))?;
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
    fn statement(&mut self) -> Parsed<Placed<L::Item>> {
        let (start, name) = (self.at, self.word());
        (self.statement, self.outermost) = (start, None);
        let after = self.rest()[name.len()..].trim_start();
        if name.is_empty() || !after.starts_with(":=") {
            return Ok((start, L::statement(self)?));
        }
        if is_literal(name) || L::is_reserved(name) {
            return Err(self.problem(start, NotationProblem::ReservedName(name.to_owned())));
        }
        self.at = self.text.len() - after.len() + ":=".len();
        self.skip_spaces();
        let at = self.at;
        let item = L::statement(self)?;
        let bytes = self.language.define(name, item.clone());
        self.engine().charge(bytes).map_err(|e| self.problem(at, e))?;
        Ok((at, item))
    }

    /// Reads a part that nests, one level deeper: however deep that gets, the stack does not overflow.
    pub fn nested<T: Send>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, ParseFormError> + Send,
    ) -> Result<T, ParseFormError> {
        let start = self.at;
        let result = recurse(self, |parser| Ok(part(parser)));
        result.unwrap_or_else(|error| Err(self.problem(start, error)))
    }

    /// Whether the current offset is the beginning of a statement.
    pub fn at_statement(&self) -> bool {
        self.at == self.statement
    }

    /// Reads a part within brackets, where line ends are spaces.
    ///
    /// # Errors
    /// Those of the part.
    pub fn in_brackets<T: Send>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, ParseFormError> + Send,
    ) -> Result<T, ParseFormError> {
        self.open += 1;
        let result = self.nested(part);
        self.open -= 1;
        result
    }

    /// Reads another text with the same names and the same calculation, as within brackets; the parser itself stays where
    /// it is. The offsets of errors are those of the other text.
    ///
    /// # Errors
    /// Those of the part.
    pub fn in_text<T: Send>(
        &mut self,
        text: &str,
        part: impl FnOnce(&mut Parser<'_, '_, L>) -> Result<T, ParseFormError> + Send,
    ) -> Result<T, ParseFormError> {
        let mut parser = Parser::new(text, &mut *self.language, &mut *self.calculation);
        (parser.open, parser.statement) = (1, usize::MAX);
        parser.nested(|parser| part(parser))
    }

    /// Signed multiples joined by `+` and `-`.
    pub(super) fn sum(&mut self) -> Parsed<L::Item> {
        self.skip_spaces();
        let (start, mut sum) = (self.at, self.multiples()?);
        loop {
            self.skip_gap();
            let at = self.at;
            let Some(minus) = self.take_plus_or_minus()? else { return Ok(sum) };
            self.skip_spaces();
            let right_at = self.at;
            let right = self.multiples()?;
            let (g, h) = (self.id(&sum, start)?, self.id(&right, right_at)?);
            let h = if minus { h.negative() } else { h };
            let id = self.engine().add(g, h).map_err(|e| self.problem(at, e))?;
            sum = self.item(id);
        }
    }

    /// Takes `+` (false) or `-` (true) between two operands. The `+` before `±` is left out, and
    /// `+-`, which could be meant in two ways, is an error.
    pub fn take_plus_or_minus(&mut self) -> Result<Option<bool>, ParseFormError> {
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
    fn multiples(&mut self) -> Parsed<L::Item> {
        self.skip_spaces();
        let (start, mut product) = (self.at, self.signed()?);
        loop {
            self.skip_gap();
            let at = self.at;
            if !self.take(&["*"]) {
                return Ok(product);
            }
            self.skip_spaces();
            let right_at = self.at;
            let right = self.signed()?;
            let (g, h) = (self.id(&product, start)?, self.id(&right, right_at)?);
            let integer = |id| self.calculation.engine.store.number(id)?.to_integer();
            let (n, factor) = match (integer(g), integer(h)) {
                (Some(n), _) => (n, h),
                (_, Some(n)) => (n, g),
                _ => return Err(self.problem(at, NotationProblem::ProductOfGames)),
            };
            let id = self.engine().times(factor, n).map_err(|e| self.problem(at, e))?;
            product = self.item(id);
        }
    }

    /// Reads an operand with any signs before it and anything directly after it.
    pub fn signed(&mut self) -> Result<L::Item, ParseFormError> {
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
            self.negative()
        } else if self.take(&["+"]) {
            self.nested(Parser::signed)
        } else {
            self.nested(Parser::operand)
        }
    }

    /// What follows a minus. If that is directly before a number, it belongs to the number, unless a method follows.
    fn negative(&mut self) -> Parsed<L::Item> {
        let at = self.at;
        if !self.at_number() {
            let item = self.nested(Parser::signed)?;
            return self.negative_of(&item, at);
        }
        if let Some(number) = self.other_number() {
            let item = self.suffix(at, number)?;
            return self.negative_of(&item, at);
        }
        let literal = self.number_and_more(true)?;
        if !matches!(self.rest().as_bytes(), [b'.', c, ..] if c.is_ascii_alphabetic()) {
            return Ok(self.item(literal));
        }
        if self.calculation.engine.store.number(literal).is_none() {
            return L::suffix(self, at, self.item(literal));
        }
        let positive = self.with_suffix(at, literal.negative())?;
        Ok(self.item(positive.negative()))
    }

    fn negative_of(&mut self, item: &L::Item, at: usize) -> Parsed<L::Item> {
        if let Some(negative) = L::negative(self, item)? {
            return Ok(negative);
        }
        let id = self.id(item, at)?;
        Ok(self.item(id.negative()))
    }

    /// What follows `+-`: an operand, or the Left options in braces or parentheses.
    fn switch(&mut self) -> Parsed<L::Item> {
        self.skip_spaces();
        let start = self.at;
        let items = match self.peek() {
            Some('{') => match L::bracketed(self)? {
                Some(set) => L::options(&set).iter().map(|item| (start, item.clone())).collect(),
                None => match self.nested(Parser::braces)? {
                    Braces::Game(g) => vec![(start, L::suffix(self, start, self.item(g))?)],
                    Braces::Set(options) => {
                        options.into_iter().map(|g| (start, self.item(g))).collect()
                    }
                },
            },
            Some('(') => {
                let mut items = self.nested(Parser::parenthesized)?;
                if let [(_, item)] = &mut items[..] {
                    *item = L::suffix(self, start, item.clone())?;
                }
                items
            }
            _ => vec![(start, self.nested(Parser::signed)?)],
        };
        if items.iter().any(|(_, item)| L::game(item).is_err()) {
            let left: Vec<L::Item> = items.iter().map(|(_, item)| item.clone()).collect();
            if let Some(switch) = L::switch(self, &left)? {
                return Ok(switch);
            }
        }
        let left =
            items.iter().map(|(at, item)| self.id(item, *at)).collect::<Parsed<Vec<Id>>>()?;
        let right: List = left.iter().map(|g| g.negative()).collect();
        let switch = self.engine().simplify_canonical(&left, &right).map_err(|e| self.failed(e))?;
        Ok(self.item(switch))
    }

    /// A game that is read already, with what directly follows it.
    fn with_suffix(&mut self, start: usize, g: Id) -> Parsed<Id> {
        let item = L::suffix(self, start, self.item(g))?;
        self.id(&item, start)
    }

    /// An operand without signs, with what directly follows it.
    fn operand(&mut self) -> Parsed<L::Item> {
        let start = self.at;
        let in_language = match self.peek() {
            Some('{' | '(' | '^' | 'v') => L::bracketed(self)?,
            Some('0'..='9') => self.other_number(),
            _ => None,
        };
        if let Some(item) = in_language {
            return self.suffix(start, item);
        }
        let id = match self.peek() {
            Some('{') => self.game_in_braces()?,
            Some('*') => self.star()?,
            _ if self.at_number() => self.number_and_more(false)?,
            _ if self.at_ups() => self.ups_and_star(Dyadic::ZERO)?,
            _ if self.at_tiny() => self.tiny()?,
            c => {
                let item = match c {
                    Some('(') => self.one_in_parentheses()?,
                    Some(c) if c == '[' || c == '\'' || c.is_ascii_alphabetic() => {
                        L::operand(self)?
                    }
                    _ => return Err(self.expected(OPERAND)),
                };
                return self.suffix(start, item);
            }
        };
        let item = self.item(id);
        self.suffix(start, item)
    }

    fn suffix(&mut self, start: usize, item: L::Item) -> Parsed<L::Item> {
        if self.rest().starts_with(['.', '[']) { L::suffix(self, start, item) } else { Ok(item) }
    }

    /// Reads a defined name.
    pub(super) fn defined(&mut self) -> Parsed<L::Item> {
        let name = self.word();
        if name.is_empty() {
            return Err(self.expected(OPERAND));
        }
        if let Some(item) = self.language.get(name) {
            self.at += name.len();
            return Ok(item.clone());
        }
        let (name, suggestion) = (name.to_owned(), None);
        Err(self.problem(self.at, NotationProblem::UnknownName { name, suggestion }))
    }
}

/// Literals with more than digits and signs, see `literal.rs`.
impl<L: Language> Parser<'_, '_, L> {
    fn star(&mut self) -> Parsed<Id> {
        let start = self.at;
        self.at += 1;
        let mut star = self.multiple()?;
        if star.is_none() && self.rest().starts_with('(') {
            let inner = self.nested(Parser::parenthesized)?;
            let n = match &inner[..] {
                [(_, item)] => L::game(item).ok().and_then(CanonicalForm::to_integer),
                _ => None,
            };
            let expected = NotationProblem::Expected("a non-negative integer after `*`");
            let n = n.filter(|&n| n >= 0).ok_or_else(|| self.problem(start + 1, expected))?;
            let n = u32::try_from(n).ok().filter(|&m| m <= NumberUpStar::MAX_MULTIPLE);
            let out_of_range = || self.problem(start + 1, NotationProblem::MultipleOutOfRange);
            star = Some(n.ok_or_else(out_of_range)?);
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
        self.rest().starts_with(['T', 't', 'M', 'm'])
            && is_tiny_name(self.word())
            && !L::is_operation(self.word())
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
            let at = self.at;
            let factor = self.nested(Parser::operand)?;
            let factor = self.id(&factor, at)?;
            self.engine().times(factor, n).map_err(|e| self.problem(start, e))
        } else {
            self.closed(NumberUpStar::number(number))
        }
    }

    /// Whether a point and a game are at the current offset, and not a method or two points.
    fn at_multiple(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix('.') else { return false };
        let word = leading_word(rest);
        let is_method = L::is_operation(word) && !rest[word.len()..].starts_with('(');
        (word.is_empty() && !rest.starts_with('.'))
            || (is_literal(word) && !is_method)
            || (!L::is_operation(word) && self.language.get(word).is_some())
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
        let [(at, g)] = &inner[..] else {
            return Err(self.problem(start, NotationProblem::Expected("a single subscript")));
        };
        let g = self.id(g, *at)?;
        let tiny = self.engine().tiny(g).map_err(|e| self.problem(start, e))?;
        Ok(if miny { tiny.negative() } else { tiny })
    }
}

/// Parentheses and braces.
/// Whether a text after `^` or `v` makes it a power whose exponent is the loopy game `on`: `^[on]`, `^<on>`.
pub fn at_infinite_power(rest: &str) -> bool {
    rest.starts_with("[on]") || rest.starts_with("<on>")
}
