//! Reading: by recursive descent, one method for each level of precedence.

use smallvec::{SmallVec, smallvec};

use super::error::{NotationProblem, ParseFormError};
use super::operations::{self, Operation, Trouble};
use super::operators::{
    Operator, Precedence, Relation, divides_to_dyadic, number_or_overflow, quotient,
};
use super::scope::Scope;
use super::value::Item;
use crate::Dyadic;
use crate::form::number_up_star::NumberUpStar;
use crate::form::store::Id;
use crate::form::{CanonicalForm, ValueError, Work};

pub(super) type Parsed<T> = Result<T, ParseFormError>;

/// Reads a whole text as a game, with names of its own.
pub(crate) fn parse(text: &str, work: &mut Work<'_>) -> Parsed<Id> {
    let mut scope = Scope::default();
    let mut parser = Parser::new(text, &mut scope);
    let (at, item) = parser.nested(work, Parser::statements)?;
    parser.game(item, at)
}

/// Reads the options of a game in braces as they stand, behind any definitions.
pub(crate) fn parse_options(text: &str, work: &mut Work<'_>) -> Parsed<[List; 2]> {
    let mut scope = Scope::default();
    let mut parser = Parser::new(text, &mut scope);
    let (at, item) = parser.nested(work, Parser::statements)?;
    parser.game(item, at)?;
    let Some(Outermost { end, lists }) = parser.outermost.take() else {
        return Err(parser.not_in_braces(parser.statement));
    };
    let behind = text[end..].trim_start();
    if !behind.is_empty() {
        return Err(parser.not_in_braces(text.len() - behind.len()));
    }
    // They become handles.
    let handles = lists.iter().map(|list| list.len() * size_of::<CanonicalForm>()).sum();
    work.charge(handles).map_err(|e| parser.problem_at(at, e.into()))?;
    Ok(lists)
}

/// The value of the last statement of a text; its definitions stay in the scope.
pub(super) fn evaluate(text: &str, scope: &mut Scope, work: &mut Work<'_>) -> Parsed<Item> {
    let mut parser = Parser::new(text, scope);
    let (at, item) = parser.nested(work, Parser::statements)?;
    work.charge(item.value_bytes()).map_err(|e| parser.problem_at(at, e.into()))?;
    Ok(item)
}

/// An item and the offset at which its text begins.
type Placed = (usize, Item);

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// How many braces, parentheses and brackets are open: within them a line end is a space.
    open: usize,
    /// Where the last statement begins, and the braces with which it does so.
    statement: usize,
    outermost: Option<Outermost>,
    scope: &'t mut Scope,
}

/// The options in the braces with which a statement begins, and where they end.
struct Outermost {
    end: usize,
    lists: [List; 2],
}

const OPERAND: &str = "a game";
const OPERATOR: &str = "an operator or the end of the text";

/// The names that stand for themselves and cannot be defined: see `Parser::name`.
pub(super) fn is_reserved(name: &str) -> bool {
    is_downs(name) || is_tiny_name(name) || operations::constant(name).is_some()
}

/// `v`, `vv`, `v3`: multiples of down.
fn is_downs(word: &str) -> bool {
    let rest = word.trim_start_matches('v');
    rest.len() < word.len() && rest.bytes().all(|b| b.is_ascii_digit())
}

fn is_tiny_name(word: &str) -> bool {
    word.eq_ignore_ascii_case("tiny") || word.eq_ignore_ascii_case("miny")
}

/// The name at the beginning of a text: letters, digits and `_`, the first a letter; or nothing.
pub(super) fn leading_word(text: &str) -> &str {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return "";
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    &text[..end.unwrap_or(text.len())]
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, scope: &'t mut Scope) -> Parser<'t> {
        Parser { text, at: 0, open: 0, statement: 0, outermost: None, scope }
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn word(&self) -> &'t str {
        leading_word(self.rest())
    }

    pub(super) fn problem(&self, problem: NotationProblem) -> ParseFormError {
        self.problem_at(self.at, problem)
    }

    pub(super) fn problem_at(&self, offset: usize, problem: NotationProblem) -> ParseFormError {
        ParseFormError::new(self.text, offset, problem)
    }

    pub(super) fn expected(&self, what: &'static str) -> ParseFormError {
        self.problem(NotationProblem::Expected(what))
    }

    pub(super) fn failed(&self, error: ValueError) -> ParseFormError {
        self.problem(NotationProblem::Form(error))
    }

    /// The game that an item is.
    fn game(&self, item: Item, at: usize) -> Parsed<Id> {
        match item {
            Item::Game(id) => Ok(id),
            other => Err(self.wrong_kind(OPERAND, &other, at)),
        }
    }

    #[cold]
    fn wrong_kind(&self, needed: &'static str, item: &Item, at: usize) -> ParseFormError {
        let found = item.kind();
        self.problem_at(at, NotationProblem::WrongKind { argument: None, needed, found })
    }

    fn next_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether what stands here is certainly no space, as almost always.
    #[inline]
    fn at_no_space(&self) -> bool {
        self.next_byte().is_none_or(|b| b.is_ascii_graphic())
    }

    /// Spaces and line ends: before an operand, and within braces and the like.
    #[inline]
    pub(super) fn spaces(&mut self) {
        if self.at_no_space() {
            return;
        }
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Spaces before an operator; a line end ends the statement unless something is open.
    #[inline]
    fn gap(&mut self) {
        if self.at_no_space() {
            return;
        }
        if self.open > 0 {
            return self.spaces();
        }
        let rest = self.rest();
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() && !is_line_end(c));
        self.at += rest.len() - trimmed.len();
    }

    /// Takes one of these texts if it stands here.
    pub(super) fn take(&mut self, texts: &[&str]) -> bool {
        let found = texts.iter().find(|text| self.rest().starts_with(**text));
        self.at += found.map_or(0, |text| text.len());
        found.is_some()
    }

    pub(super) fn require(&mut self, text: &'static str, what: &'static str) -> Parsed<()> {
        self.spaces();
        if self.take(&[text]) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// All statements; the last one's value is that of the text.
    fn statements(&mut self, work: &mut Work<'_>) -> Parsed<Placed> {
        work.check().map_err(|error| self.failed(error))?;
        let mut last = None;
        loop {
            self.spaces();
            while self.take(&[";"]) {
                self.spaces();
            }
            if self.rest().is_empty()
                && let Some(last) = last
            {
                return Ok(last);
            }
            last = Some(self.statement(work)?);
            self.gap();
            if self.peek().is_some_and(|c| c != ';' && !is_line_end(c)) {
                return Err(self.expected(OPERATOR));
            }
        }
    }

    /// `name := expression`, or an expression.
    fn statement(&mut self, work: &mut Work<'_>) -> Parsed<Placed> {
        let (start, name) = (self.at, self.word());
        (self.statement, self.outermost) = (start, None);
        let behind = self.rest()[name.len()..].trim_start();
        if name.is_empty() || !behind.starts_with(":=") {
            return Ok((start, self.comparison(work)?));
        }
        if is_reserved(name) {
            return Err(self.problem(NotationProblem::ReservedName(name.to_owned())));
        }
        self.at = self.text.len() - behind.len() + ":=".len();
        self.spaces();
        let at = self.at;
        let item = self.comparison(work)?;
        let bytes = self.scope.define(name, item.clone());
        work.charge(bytes).map_err(|e| self.problem_at(at, e.into()))?;
        Ok((at, item))
    }

    /// An expression, or two with a relation between them, whose value is whether it holds.
    fn comparison(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        self.spaces();
        let left_at = self.at;
        let left = self.expression(work)?;
        self.gap();
        let Some(relation) = Relation::at(self.rest()) else { return Ok(left) };
        let at = self.at;
        self.at += relation.text.len();
        self.spaces();
        let right_at = self.at;
        let right = self.expression(work)?;
        if let Some(equal) = relation.equality() {
            return Ok(Item::Truth((left == right) == equal));
        }
        let (g, h) = (self.game(left, left_at)?, self.game(right, right_at)?);
        let order = work.compare(g, h).map_err(|e| self.problem_at(at, e.into()))?;
        Ok(Item::Truth(relation.orders.contains(&order)))
    }

    /// An expression without comparisons.
    fn expression(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        self.joined(Precedence::Named, work)
    }

    /// Signed operands joined by operators of this level and of those that bind closer, from the left.
    fn joined(&mut self, least: Precedence, work: &mut Work<'_>) -> Parsed<Item> {
        self.spaces();
        let start = self.at;
        let mut left = self.signed(work)?;
        loop {
            self.gap();
            let at = self.at;
            let Some(operator) = self.operator(least)? else { return Ok(left) };
            self.spaces();
            let right_at = self.at;
            let right = self.joined(operator.precedence().above(), work)?;
            left = self.combine(operator, at, (start, left), (right_at, right), work)?;
        }
    }

    /// Takes an operator of this level or of one that binds closer.
    fn operator(&mut self, least: Precedence) -> Parsed<Option<Operator>> {
        let start = self.at;
        let operator = match self.rest().as_bytes() {
            [b'*', ..] => Operator::Times,
            [b'/', ..] => Operator::Over,
            [b':', b'=', ..] => return Ok(None),
            [b':', ..] => Operator::Ordinal,
            [b'+' | b'-', ..] | [0xc2 | 0xe2, ..] if least <= Precedence::Sum => {
                if self.take(&["+-", "+−"]) {
                    return Err(self.problem_at(start, NotationProblem::AmbiguousPlusMinus));
                }
                return Ok(if self.take(&["+"]) || self.rest().starts_with('±') {
                    Some(Operator::Plus)
                } else if self.take(&["-", "−"]) {
                    Some(Operator::Minus)
                } else {
                    None
                });
            }
            [c, ..] if c.is_ascii_alphabetic() && least == Precedence::Named => {
                return Ok(self.named_operator()?.map(Operator::Named));
            }
            _ => return Ok(None),
        };
        if operator.precedence() < least {
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(operator))
    }

    /// Takes the name of an operation between its two arguments.
    fn named_operator(&mut self) -> Parsed<Option<&'static Operation>> {
        let word = self.word();
        if word.is_empty() || is_downs(word) || is_tiny_name(word) {
            return Ok(None);
        }
        match operations::find(word) {
            Some(operation) if operation.arguments().len() == 2 => {
                self.at += word.len();
                Ok(Some(operation))
            }
            Some(_) => Ok(None),
            // A slip in the name of an operation is likelier than anything else.
            None if self.text[..self.at].ends_with(char::is_whitespace) => {
                match operations::close_to(word, std::iter::empty()) {
                    Some(close) => Err(self.unknown(word, Some(close))),
                    None => Ok(None),
                }
            }
            None => Ok(None),
        }
    }

    fn unknown(&self, name: &str, suggestion: Option<String>) -> ParseFormError {
        self.problem(NotationProblem::UnknownName { name: name.to_owned(), suggestion })
    }

    /// The value of an operator at an offset between two values.
    fn combine(
        &self,
        operator: Operator,
        at: usize,
        left: Placed,
        right: Placed,
        work: &mut Work<'_>,
    ) -> Parsed<Item> {
        if let Operator::Named(operation) = operator {
            return self.apply(operation, at, &[left, right], work);
        }
        let ((left_at, left), (right_at, right)) = (left, right);
        let (g, h) = (self.game(left, left_at)?, self.game(right, right_at)?);
        let result = match operator {
            Operator::Plus => work.add(g, h),
            Operator::Minus => work.add(g, h.negative()),
            Operator::Ordinal => work.ordinal_sum(g, h),
            Operator::Times => match self.product(g, h, work) {
                Some(product) => product,
                None => return Err(self.problem_at(at, NotationProblem::ProductOfGames)),
            },
            Operator::Over | Operator::Named(_) => {
                let number = |id, at| {
                    let number = work.store.number(id);
                    number.ok_or_else(|| self.wrong_kind("a number to divide", &Item::Game(id), at))
                };
                let (x, y) = (number(g, left_at)?, number(h, right_at)?);
                if !divides_to_dyadic(x, y) {
                    return Err(self.problem_at(right_at, NotationProblem::NotDyadic));
                }
                number_or_overflow(quotient(x, y), work)
            }
        };
        result.map(Item::Game).map_err(|e| self.problem_at(at, e.into()))
    }

    /// The product of two games if one is an integer or both are numbers.
    fn product(&self, g: Id, h: Id, work: &mut Work<'_>) -> Option<Result<Id, ValueError>> {
        let (x, y) = (work.store.number(g), work.store.number(h));
        if let Some(n) = x.and_then(Dyadic::to_integer) {
            return Some(work.times(h, n));
        }
        if let Some(n) = y.and_then(Dyadic::to_integer) {
            return Some(work.times(g, n));
        }
        Some(number_or_overflow(x?.checked_mul(y?), work))
    }

    /// Parses a part that nests, at one level more.
    pub(super) fn nested<T: Send>(
        &mut self,
        work: &mut Work<'_>,
        part: impl FnOnce(&mut Self, &mut Work<'_>) -> Parsed<T> + Send,
    ) -> Parsed<T> {
        let start = self.at;
        let result = work.deeper(|work| Ok(part(self, work)));
        result.unwrap_or_else(|error| Err(self.problem_at(start, error.into())))
    }

    /// An operand with signs before it.
    fn signed(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        // So that time passes in long texts, whatever is in them.
        work.step().map_err(|e| self.failed(e))?;
        self.spaces();
        // Plus and minus in ASCII, and the first bytes of `±` and `−`.
        let may_be_sign = matches!(self.next_byte(), Some(b'+' | b'-' | 0xc2 | 0xe2));
        if let Some(literal) = self.plain_literal() {
            self.closed(literal, work).map(Item::Game)
        } else if !may_be_sign {
            self.nested(work, Parser::operand)
        } else if self.take(&["+-", "+−", "±"]) {
            self.switch(work)
        } else if self.take(&["-", "−"]) {
            self.negative(work)
        } else if self.take(&["+"]) {
            self.nested(work, Parser::signed)
        } else {
            self.nested(work, Parser::operand)
        }
    }

    /// What stands behind a minus. If that is directly before a number, it belongs to the number, unless a
    /// method stands behind.
    fn negative(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        let at = self.at;
        if !self.at_number() {
            let g = self.nested(work, Parser::signed)?;
            return Ok(Item::Game(self.game(g, at)?.negative()));
        }
        let literal = self.number_and_more(true, work)?;
        if !self.at_method() {
            return Ok(Item::Game(literal));
        }
        if work.store.number(literal).is_none() {
            return self.postfix(at, Item::Game(literal), work);
        }
        let positive = self.game_with_methods(at, literal.negative(), work)?;
        Ok(Item::Game(positive.negative()))
    }

    /// What stands behind `+-`: an operand, or the Left options in braces or parentheses.
    fn switch(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        self.spaces();
        let start = self.at;
        let left = match self.peek() {
            Some('{') => match self.nested(work, Parser::braces)? {
                Braces::Game(g) => vec![self.game_with_methods(start, g, work)?],
                Braces::Set(options) => options,
            },
            Some('(') => {
                let items = self.nested(work, Parser::parenthesized)?;
                let games = items.into_iter().map(|(at, item)| self.game(item, at));
                let games = games.collect::<Parsed<Vec<Id>>>()?;
                match games[..] {
                    [g] => vec![self.game_with_methods(start, g, work)?],
                    _ => games,
                }
            }
            _ => {
                let g = self.nested(work, Parser::signed)?;
                vec![self.game(g, start)?]
            }
        };
        let right: List = left.iter().map(|g| g.negative()).collect();
        let switch = work.simplify_canonical(&left, &right).map_err(|e| self.failed(e))?;
        Ok(Item::Game(switch))
    }

    /// A game that is read already, with the methods behind it.
    fn game_with_methods(&mut self, start: usize, g: Id, work: &mut Work<'_>) -> Parsed<Id> {
        let item = self.postfix(start, Item::Game(g), work)?;
        self.game(item, start)
    }

    /// What is not joined by operators, with the methods behind it.
    fn operand(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        let start = self.at;
        let item = match self.peek() {
            Some('{') => self.game_in_braces(work)?,
            Some('(') => self.one_in_parentheses(work)?,
            Some('[') => self.list(work)?,
            Some('*') => Item::Game(self.star(work)?),
            _ if self.at_number() => Item::Game(self.number_and_more(false, work)?),
            _ if self.at_ups() => Item::Game(self.ups_and_star(Dyadic::ZERO, work)?),
            _ if self.at_tiny() => Item::Game(self.tiny(work)?),
            Some(c) if c.is_ascii_alphabetic() => self.name(work)?,
            _ => return Err(self.expected(OPERAND)),
        };
        if self.rest().starts_with(['.', '[']) { self.postfix(start, item, work) } else { Ok(item) }
    }

    fn game_in_braces(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        if let Braces::Game(g) = self.braces(work)? {
            return Ok(Item::Game(g));
        }
        self.at -= 1;
        Err(self.expected("`|` or `,` (a list without bars may only follow `+-`)"))
    }

    fn one_in_parentheses(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        let start = self.at;
        let mut items = self.parenthesized(work)?;
        if let (Some((_, item)), true) = (items.pop(), items.is_empty()) {
            return Ok(item);
        }
        let expected = "one game in parentheses (a list may only follow `+-`)";
        Err(self.problem_at(start, NotationProblem::Expected(expected)))
    }

    /// Whether `.name` stands here.
    fn at_method(&self) -> bool {
        matches!(self.rest().as_bytes(), [b'.', c, ..] if c.is_ascii_alphabetic())
    }

    /// The methods, and the indices of a list, that stand directly behind an operand.
    fn postfix(&mut self, start: usize, mut item: Item, work: &mut Work<'_>) -> Parsed<Item> {
        loop {
            if self.at_method() {
                self.at += 1;
                let (at, name) = (self.at, self.word());
                let operation = operations::find(name).ok_or_else(|| {
                    self.unknown(name, operations::close_to(name, std::iter::empty()))
                })?;
                self.at += name.len();
                let mut arguments = SmallVec::<[Placed; 3]>::new();
                arguments.push((start, item));
                if self.rest().starts_with('(') {
                    arguments.extend(self.nested(work, Parser::arguments)?);
                }
                item = self.apply(operation, at, &arguments, work)?;
            } else if self.rest().starts_with('.') {
                self.at += 1;
                return Err(self.expected("the name of an operation"));
            } else if let (Item::List(items), true) = (&item, self.rest().starts_with('[')) {
                let items = items.clone();
                item = self.nested(work, |parser, work| parser.index(&items, work))?;
            } else {
                return Ok(item);
            }
        }
    }

    /// `[n]` behind a list: its `n`-th element, the first being 1.
    fn index(&mut self, items: &[Item], work: &mut Work<'_>) -> Parsed<Item> {
        self.at += 1;
        self.open += 1;
        self.spaces();
        let at = self.at;
        let index = self.comparison(work)?;
        self.require("]", "`]` or an operator")?;
        self.open -= 1;
        let index = self.game(index, at)?;
        let index = work.store.number(index).and_then(Dyadic::to_integer);
        let item = index.and_then(|n| items.get(usize::try_from(n).ok()?.checked_sub(1)?));
        item.cloned().ok_or_else(|| {
            let why = format!("the elements of this list are numbered from 1 to {}", items.len());
            self.problem_at(at, NotationProblem::Undefined(why))
        })
    }

    /// `[a,b]`.
    fn list(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        self.at += 1;
        self.open += 1;
        let mut items = Vec::new();
        self.spaces();
        if !self.take(&["]"]) {
            loop {
                self.spaces();
                let at = self.at;
                let item = self.comparison(work)?;
                if matches!(item, Item::List(_)) {
                    return Err(self.wrong_kind("no list within a list", &item, at));
                }
                items.push(item);
                work.hold(2 * size_of::<Item>()).map_err(|e| self.failed(e))?;
                self.spaces();
                if self.take(&["]"]) {
                    break;
                }
                self.require(",", "`]`, `,` or an operator")?;
            }
        }
        self.open -= 1;
        work.charge(size_of::<Item>() * items.len()).map_err(|e| self.failed(e))?;
        Ok(Item::List(items.into()))
    }

    /// A defined name, a constant, or a function with its arguments.
    fn name(&mut self, work: &mut Work<'_>) -> Parsed<Item> {
        let (at, name) = (self.at, self.word());
        let behind = self.rest()[name.len()..].trim_start();
        let operation = if behind.starts_with('(') { operations::find(name) } else { None };
        if let Some(operation) = operation {
            self.at = self.text.len() - behind.len();
            let arguments = self.arguments(work)?;
            return self.apply(operation, at, &arguments, work);
        }
        if let Some(item) = self.scope.get(name) {
            self.at += name.len();
            return Ok(item.clone());
        }
        if let Some(constant) = operations::constant(name) {
            self.at += name.len();
            return Ok(constant);
        }
        if let Some(operation) = operations::find(name) {
            let usage = operation.usage();
            return Err(self.problem(NotationProblem::WrongCount { usage, found: 0 }));
        }
        Err(self.unknown(name, operations::close_to(name, self.scope.names())))
    }

    /// The arguments of a function or method in parentheses, or none.
    fn arguments(&mut self, work: &mut Work<'_>) -> Parsed<SmallVec<[Placed; 3]>> {
        let start = self.at;
        self.at += 1;
        self.spaces();
        if self.take(&[")"]) {
            return Ok(SmallVec::new());
        }
        self.at = start;
        self.nested(work, Parser::parenthesized)
    }

    /// Does an operation, whose name is at an offset.
    fn apply(
        &self,
        operation: &'static Operation,
        at: usize,
        arguments: &[Placed],
        work: &mut Work<'_>,
    ) -> Parsed<Item> {
        let bytes = size_of_val(arguments);
        work.hold(bytes).map_err(|e| self.problem_at(at, e.into()))?;
        let items: SmallVec<[&Item; 3]> = arguments.iter().map(|(_, item)| item).collect();
        operation.run(&items, work).map_err(|trouble| match trouble {
            Trouble::Form(error) => self.problem_at(at, error.into()),
            Trouble::Undefined(why) => self.problem_at(at, NotationProblem::Undefined(why)),
            Trouble::WrongCount => {
                let (usage, found) = (operation.usage(), arguments.len());
                self.problem_at(at, NotationProblem::WrongCount { usage, found })
            }
            Trouble::WrongKind { index, name, needed } => {
                let (at, item) = &arguments[index];
                let argument = Some((operation.name(), name));
                let found = item.kind();
                self.problem_at(*at, NotationProblem::WrongKind { argument, needed, found })
            }
        })
    }

    fn star(&mut self, work: &mut Work<'_>) -> Parsed<Id> {
        let start = self.at;
        self.at += 1;
        let mut star = self.multiple()?;
        if star.is_none() && self.rest().starts_with('(') {
            let inner = self.nested(work, Parser::parenthesized)?;
            let n = match &inner[..] {
                [(_, Item::Game(id))] => work.store.number(*id).and_then(Dyadic::to_integer),
                _ => None,
            };
            let expected = NotationProblem::Expected("a non-negative integer after `*`");
            let n = n.filter(|&n| n >= 0).ok_or_else(|| self.problem_at(start + 1, expected))?;
            let n = u32::try_from(n).ok().filter(|&m| m <= NumberUpStar::MAX_MULTIPLE);
            star =
                Some(n.ok_or_else(|| {
                    self.problem_at(start + 1, NotationProblem::MultipleOutOfRange)
                })?);
        }
        let star = star.unwrap_or(1);
        self.closed(NumberUpStar { star, ..NumberUpStar::default() }, work)
    }

    pub(super) fn closed(&self, g: NumberUpStar, work: &mut Work<'_>) -> Parsed<Id> {
        work.store.closed(g).map_err(|e| self.failed(e))
    }

    pub(super) fn at_number(&self) -> bool {
        matches!(self.peek(), Some('0'..='9' | '½' | '¼' | '¾'))
    }

    pub(super) fn at_ups(&self) -> bool {
        match self.peek() {
            Some('v') => is_downs(self.word()),
            c => matches!(c, Some('^' | '↑' | '↓' | '⇑' | '⇓')),
        }
    }

    fn at_tiny(&self) -> bool {
        self.rest().starts_with(['T', 't', 'M', 'm']) && is_tiny_name(self.word())
    }

    /// A number, and an infinitesimal if one stands directly behind: their sum. Or an integer, a point
    /// and a game: the multiple.
    fn number_and_more(&mut self, negative: bool, work: &mut Work<'_>) -> Parsed<Id> {
        let number = self.number(negative)?;
        if self.at_ups() || self.at_star() {
            self.ups_and_star(number, work)
        } else if self.at_tiny() {
            let start = self.at;
            let tiny = self.tiny(work)?;
            let number = self.closed(NumberUpStar::number(number), work)?;
            work.add(number, tiny).map_err(|e| self.problem_at(start, e.into()))
        } else if let Some(n) = number.to_integer().filter(|_| self.at_multiple()) {
            let start = self.at;
            self.at += 1;
            if self.at_number() {
                return Err(self.expected("a game to multiply (decimals are not read: write 1/2)"));
            }
            let at = self.at;
            let factor = self.nested(work, Parser::operand)?;
            let factor = self.game(factor, at)?;
            work.times(factor, n).map_err(|e| self.problem_at(start, e.into()))
        } else {
            self.closed(NumberUpStar::number(number), work)
        }
    }

    /// Whether a point and a game stand here, and not a method.
    fn at_multiple(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix('.') else { return false };
        let word = leading_word(rest);
        word.is_empty()
            || is_downs(word)
            || is_tiny_name(word)
            || (operations::find(word).is_none() && self.scope.get(word).is_some())
    }

    /// `Tiny(G)` or `Miny(G)`.
    fn tiny(&mut self, work: &mut Work<'_>) -> Parsed<Id> {
        let start = self.at;
        let miny = self.rest().starts_with(['M', 'm']);
        self.at += "Tiny".len();
        self.spaces();
        if self.peek() != Some('(') {
            return Err(self.expected("`(`"));
        }
        let mut inner = self.nested(work, Parser::parenthesized)?;
        let (Some((at, g)), true) = (inner.pop(), inner.is_empty()) else {
            return Err(self.problem_at(start, NotationProblem::Expected("a single subscript")));
        };
        let g = self.game(g, at)?;
        let tiny = super::tiny(g, work).map_err(|e| self.problem_at(start, e.into()))?;
        Ok(if miny { tiny.negative() } else { tiny })
    }

    /// One value or several in parentheses.
    fn parenthesized(&mut self, work: &mut Work<'_>) -> Parsed<SmallVec<[Placed; 3]>> {
        self.at += 1;
        self.open += 1;
        let mut items = SmallVec::new();
        loop {
            self.spaces();
            let at = self.at;
            items.push((at, self.comparison(work)?));
            work.hold(2 * size_of::<Placed>()).map_err(|e| self.failed(e))?;
            self.spaces();
            if self.take(&[")"]) {
                self.open -= 1;
                return Ok(items);
            }
            self.require(",", "`)`, `,` or an operator")?;
        }
    }

    /// Braces: a game, or a list without bars.
    fn braces(&mut self, work: &mut Work<'_>) -> Parsed<Braces> {
        let begin = self.at;
        self.at += 1;
        self.open += 1;
        let mut level = Level::default();
        level.lists.push(List::new());
        self.spaces();
        loop {
            // At the start of a list, which may be empty, or behind a comma.
            if !matches!(self.next_byte(), Some(b'|' | b'}')) {
                loop {
                    self.spaces();
                    let at = self.at;
                    let item = self.expression(work)?;
                    let list = level.lists.last_mut().expect("there is always a list");
                    self.add_option(list, item, at, work)?;
                    self.spaces();
                    if self.next_byte() != Some(b',') {
                        break;
                    }
                    self.at += 1;
                }
            }
            let start = self.at;
            if self.next_byte() == Some(b'}') {
                self.at += 1;
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
            level.lists.push(List::new());
            // Lists grow to twice their length, and are copied once they are cut at the root.
            work.hold(3 * size_of::<List>()).map_err(|e| self.failed(e))?;
            self.spaces();
        }
        self.open -= 1;
        if level.bars.is_empty() {
            return Ok(Braces::Set(level.lists.pop().unwrap_or_default().to_vec()));
        }
        let (root, lists) = self.sides(&level.lists, &level.bars, work)?;
        let game = self.form(root, &lists, work)?;
        if begin == self.statement {
            self.outermost = Some(Outermost { end: self.at, lists });
        }
        Ok(Braces::Game(game))
    }

    /// Adds a game to the options, or the games of a list.
    fn add_option(
        &self,
        options: &mut List,
        item: Item,
        at: usize,
        work: &mut Work<'_>,
    ) -> Parsed<()> {
        let items = match &item {
            Item::List(items) => &items[..],
            item => std::slice::from_ref(item),
        };
        for item in items {
            options.push(self.game(item.clone(), at)?);
            if options.spilled() {
                work.hold(3 * size_of::<Id>()).map_err(|e| self.problem_at(at, e.into()))?;
            }
        }
        Ok(())
    }

    /// Cuts lists at the root, `bars[i]` standing behind `lists[i]`, of which there is one at least:
    /// where the root stands, and the options on its sides.
    fn sides(
        &self,
        lists: &[List],
        bars: &[(usize, usize)],
        work: &mut Work<'_>,
    ) -> Parsed<(usize, [List; 2])> {
        let longest = bars.iter().map(|&(count, _)| count).max().unwrap_or(0);
        let root = bars.iter().position(|&(count, _)| count == longest).unwrap_or(0);
        if let Some(&(_, second)) = bars[root + 1..].iter().find(|&&(count, _)| count == longest) {
            return Err(self.problem_at(second, NotationProblem::AmbiguousBars));
        }
        let mut side = |lists: &[List], bars: &[(usize, usize)]| -> Parsed<List> {
            if bars.is_empty() {
                return Ok(lists[0].clone());
            }
            let (root, sides) = self.sides(lists, bars, work)?;
            Ok(smallvec![self.form(root, &sides, work)?])
        };
        let left = side(&lists[..=root], &bars[..root])?;
        let right = side(&lists[root + 1..], &bars[root + 1..])?;
        Ok((bars[root].1, [left, right]))
    }

    /// The game with these options, whose bars stand at an offset.
    fn form(&self, bars: usize, [left, right]: &[List; 2], work: &mut Work<'_>) -> Parsed<Id> {
        work.simplify_canonical(left, right).map_err(|e| self.problem_at(bars, e.into()))
    }

    fn not_in_braces(&self, offset: usize) -> ParseFormError {
        let expected = "the options of one game, in braces: `{L|R}`";
        self.problem_at(offset, NotationProblem::Expected(expected))
    }
}

/// What stands in braces.
enum Braces {
    Game(Id),
    Set(Vec<Id>),
}

/// What stands between two braces: lists of games, and the groups of bars between them with their
/// offsets.
#[derive(Default)]
struct Level {
    lists: SmallVec<[List; 3]>,
    bars: SmallVec<[(usize, usize); 2]>,
}

pub(crate) type List = SmallVec<[Id; 6]>;

/// The longest group of bars; each length may add a level to the game.
const MOST_BARS: usize = 1000;

fn is_line_end(c: char) -> bool {
    c == '\n' || c == '\r'
}
