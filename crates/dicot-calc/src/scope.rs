//! Defined names and their values.

use std::collections::HashMap;

use dicot::ParseFormError;
use dicot::notation::{NotationProblem, Parser};
use dicot_loopy::{LoopyGame, PositionId};

use crate::brackets::{Bracket, Brackets};
use crate::value::Value;

pub(crate) type Parsed<T> = Result<T, ParseFormError>;

pub(crate) type Reader<'p, 's> = Parser<'p, 's, Scope>;

/// A value and the offset at which its text begins.
pub(crate) type Placed = (usize, Value);

/// Gives an error its offset in the text.
pub(crate) trait At<T> {
    fn at(self, offset: usize, parser: &Reader<'_, '_>) -> Parsed<T>;
}

impl<T, E: Into<NotationProblem>> At<T> for Result<T, E> {
    fn at(self, offset: usize, parser: &Reader<'_, '_>) -> Parsed<T> {
        self.map_err(|error| parser.problem(offset, error))
    }
}

/// An error at an offset.
pub(crate) fn error<T>(why: impl Into<String>, at: usize, parser: &Reader<'_, '_>) -> Parsed<T> {
    Err(parser.problem(at, NotationProblem::Message(why.into())))
}

/// An error at an offset where something else was expected.
pub(crate) fn expected<T>(what: &'static str, at: usize, parser: &Reader<'_, '_>) -> Parsed<T> {
    Err(parser.problem(at, NotationProblem::Expected(what)))
}

/// Defined names. They are untrusted input, so the hasher is resistant to collision attacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    values: HashMap<Box<str>, Value>,
    bytes: usize,
    /// The names defined since [`Scope::begin`] and their previous values, in order of definition.
    before: Vec<(Box<str>, Option<Value>)>,
    /// The brackets of the text that is being read.
    brackets: Brackets,
    /// The braces with loopy games that are being read.
    pub(crate) open: OpenBraces,
    /// Whether a loopy game has been given a name.
    has_loopy: bool,
    /// The number of calls of functions that have begun and not ended.
    pub(crate) calls: usize,
}

impl Scope {
    /// Names for one text.
    pub(crate) fn of_text(text: &str) -> Scope {
        Scope { brackets: Brackets::of(text), ..Scope::default() }
    }

    /// Begins to read a text.
    pub(crate) fn begin_text(&mut self, text: &str) {
        self.begin();
        (self.brackets, self.calls) = (Brackets::of(text), 0);
        self.open = OpenBraces::default();
    }

    /// Whether loopy games may be in the text that is being read.
    pub(crate) fn may_be_loopy(&self) -> bool {
        self.has_loopy || self.brackets.has_loopy()
    }

    /// The brackets that begin at an offset and are not in the notation of values.
    pub(crate) fn bracket(&self, open: usize) -> Option<Bracket> {
        self.brackets.at(open)
    }

    /// Begins to read the body of a function. Returns the brackets of the text that calls it.
    pub(crate) fn enter(&mut self, brackets: Brackets) -> Brackets {
        self.calls += 1;
        std::mem::replace(&mut self.brackets, brackets)
    }

    /// Goes back to the text that called a function.
    pub(crate) fn leave(&mut self, brackets: Brackets) {
        self.calls -= 1;
        self.brackets = brackets;
    }

    /// Gives a variable of a function or a loop a value, or takes it away. Returns its previous value, which is bound
    /// again at the end: so the memory of the definitions is that of before.
    pub(crate) fn bind(&mut self, name: Box<str>, value: Option<Value>) -> Option<Value> {
        self.has_loopy |= value.as_ref().is_some_and(Value::is_loopy);
        match value {
            Some(value) => self.values.insert(name, value),
            None => self.values.remove(&name),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Defines or redefines a name. Returns the memory that this may allocate temporarily, in bytes, approximately.
    pub(crate) fn define(&mut self, name: &str, value: Value) -> usize {
        let bytes = 2 * entry_bytes(name) + value.heap_bytes();
        let before = self.change(name.into(), Some(value));
        self.before.push((name.into(), before));
        bytes
    }

    /// Sets or removes a name. Returns its previous value.
    fn change(&mut self, name: Box<str>, value: Option<Value>) -> Option<Value> {
        self.has_loopy |= value.as_ref().is_some_and(Value::is_loopy);
        let entry = entry_bytes(&name);
        let bytes = |value: &Option<Value>| value.as_ref().map_or(0, |v| entry + v.heap_bytes());
        let added = bytes(&value);
        let before = match value {
            Some(value) => self.values.insert(name, value),
            None => self.values.remove(&name),
        };
        self.bytes = (self.bytes + added).saturating_sub(bytes(&before));
        before
    }

    /// The memory of the definitions in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.brackets.bytes()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(|name| &**name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }

    /// Makes this the state that [`Scope::take_back`] restores.
    pub(crate) fn begin(&mut self) {
        self.before.clear();
    }

    /// Undoes the definitions since the last call of [`Scope::begin`].
    pub(crate) fn take_back(&mut self) {
        while let Some((name, value)) = self.before.pop() {
            self.change(name, value);
        }
    }
}

/// Games in braces that are being read.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenBraces {
    pub(crate) game: LoopyGame,
    /// The names of the open braces, and their positions.
    pub(crate) names: Vec<(Box<str>, PositionId)>,
    /// The least index in `names` of braces that were an option since this was last reset.
    pub(crate) outermost: Option<usize>,
}

/// The memory of a name and its entry in bytes, approximately.
fn entry_bytes(name: &str) -> usize {
    name.len() + size_of::<(Box<str>, Value)>()
}
