//! What a language may add to the notation of values.

use std::collections::HashMap;

use super::error::ParseFormError;
use super::parser::Parser;
use crate::form::CanonicalForm;

/// A language that contains the notation of values, and the names that are defined in it.
///
/// The [`Parser`] reads statements, definitions, literals, signs, braces and parentheses itself. It calls
/// the language for operators, for operands that begin with a letter, `[` or `'`, and for what follows an operand directly.
/// All offsets are bytes of the text that is read. What reads returns an error if the text does not continue with what is
/// read, or that has no value.
///
/// The crate `dicot-calc` is such a language. The notation of values itself adds nothing: an expression
/// is a sum of integer multiples.
///
/// # Examples
/// A language that knows the name `x`:
/// ```
/// use dicot::notation::{Language, Parser};
/// use dicot::{CanonicalForm, ParseFormError, Store};
///
/// struct WithX(CanonicalForm);
///
/// impl Language for WithX {
///     type Item = CanonicalForm;
///
///     fn game(item: &CanonicalForm) -> Result<&CanonicalForm, &'static str> {
///         Ok(item)
///     }
///     fn get(&self, name: &str) -> Option<&CanonicalForm> {
///         (name == "x").then_some(&self.0)
///     }
///     fn define(&mut self, _: &str, _: CanonicalForm) -> usize {
///         0
///     }
/// }
///
/// let (store, mut language) = (Store::new(), WithX("{1|*}".parse()?));
/// let g = store.calculation().read("{x|-1} + 2*x", &mut language)?;
/// assert_eq!(g, "{{1|*}|-1} + 2*{1|*}".parse::<CanonicalForm>()?);
/// # Ok::<_, ParseFormError>(())
/// ```
pub trait Language: Send + Sized {
    /// The value of an expression: a game, or something else.
    type Item: Clone + Send + From<CanonicalForm>;

    /// The game that an item is, or what it is instead: "a list".
    ///
    /// # Errors
    /// If the item is not a game.
    fn game(item: &Self::Item) -> Result<&CanonicalForm, &'static str>;

    /// The options that an item among options represents: the elements of a list.
    fn options(item: &Self::Item) -> &[Self::Item] {
        std::slice::from_ref(item)
    }

    /// The item with this name.
    fn get(&self, name: &str) -> Option<&Self::Item>;

    /// Defines a name, or changes its meaning. Returns about the number of bytes that this takes until the end of the text.
    fn define(&mut self, name: &str, item: Self::Item) -> usize;

    /// Whether a name has a meaning that cannot be changed.
    fn is_reserved(_name: &str) -> bool {
        false
    }

    /// Whether a word after a point is the name of an operation, as in `3.Mean`, so that the point does not multiply.
    fn is_operation(_word: &str) -> bool {
        false
    }

    /// The bytes that the names take, which count against the limit of memory while a text is read.
    fn bytes(&self) -> usize {
        0
    }

    /// Reads a statement's expression, or one in parentheses.
    fn statement(parser: &mut Parser<'_, '_, Self>) -> Result<Self::Item, ParseFormError> {
        Self::expression(parser)
    }

    /// Reads an expression in braces.
    fn expression(parser: &mut Parser<'_, '_, Self>) -> Result<Self::Item, ParseFormError> {
        parser.sum()
    }

    /// Reads an operand that is not in the notation of values; by default a defined name.
    fn operand(parser: &mut Parser<'_, '_, Self>) -> Result<Self::Item, ParseFormError> {
        parser.defined()
    }

    /// Reads an operand that begins with `{`, `(`, `^` or `v` and is not in the notation of values: a set, for instance. If the
    /// result is `None`, nothing was read.
    ///
    /// # Errors
    /// If it has no value.
    fn bracketed(_parser: &mut Parser<'_, '_, Self>) -> Result<Option<Self::Item>, ParseFormError> {
        Ok(None)
    }

    /// The item of a literal fraction in lowest terms whose denominator is not a power of two; `None` if that is an error.
    fn fraction(_numerator: i64, _denominator: i64) -> Option<Self::Item> {
        None
    }

    /// The item of an integer that is too large to be a game; `None` if that is an error.
    fn large_integer(_n: u64) -> Option<Self::Item> {
        None
    }

    /// The negative of an item that is not a game; `None` if it does not have one, or is a game.
    ///
    /// # Errors
    /// If it cannot be computed.
    fn negative(
        _parser: &mut Parser<'_, '_, Self>,
        _item: &Self::Item,
    ) -> Result<Option<Self::Item>, ParseFormError> {
        Ok(None)
    }

    /// The switch with these Left options and their negatives as Right options, where one of them is not a game; `None` if there
    /// is no such switch.
    ///
    /// # Errors
    /// If it cannot be computed.
    fn switch(
        _parser: &mut Parser<'_, '_, Self>,
        _left: &[Self::Item],
    ) -> Result<Option<Self::Item>, ParseFormError> {
        Ok(None)
    }

    /// Reads what directly follows an operand, which begins at `start`: methods, for instance.
    fn suffix(
        _parser: &mut Parser<'_, '_, Self>,
        _start: usize,
        operand: Self::Item,
    ) -> Result<Self::Item, ParseFormError> {
        Ok(operand)
    }
}

/// The notation of values: games and their names.
#[derive(Default)]
pub(crate) struct Values {
    // Names come from untrusted texts, so the hasher is one with a secret key.
    names: HashMap<Box<str>, CanonicalForm>,
}

impl Language for Values {
    type Item = CanonicalForm;

    fn game(item: &CanonicalForm) -> Result<&CanonicalForm, &'static str> {
        Ok(item)
    }

    fn get(&self, name: &str) -> Option<&CanonicalForm> {
        self.names.get(name)
    }

    fn define(&mut self, name: &str, item: CanonicalForm) -> usize {
        self.names.insert(name.into(), item);
        2 * (name.len() + size_of::<(Box<str>, CanonicalForm)>())
    }
}
