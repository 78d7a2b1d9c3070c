//! A worksheet: expressions one after the other, with names that stay defined.

use std::fmt;
use std::sync::Arc;

use hashbrown::HashMap;

use super::error::ParseFormError;
use super::operations::{Operation, operations};
use super::reader;
use super::scope::Scope;
use super::value::{Item, Value};
use crate::form::store::Id;
use crate::form::{Bounds, Store, ValueError, Work};
use crate::hash::BuildMix;

/// Evaluates expressions and keeps the names that they define.
///
/// # Examples
/// ```
/// use dicot::notation::Worksheet;
/// use dicot::Bounds;
/// let mut sheet = Worksheet::new();
/// let bounds = Bounds::default();
/// sheet.evaluate("g := {1|*}", &bounds)?;
/// assert_eq!(sheet.evaluate("g + g.Freeze; h := g - 1", &bounds)?.to_string(), "{0|-1*}");
/// assert_eq!(sheet.evaluate("g <= h", &bounds)?.to_string(), "false");
/// let names: Vec<&str> = sheet.variables().map(|(name, _)| name).collect();
/// assert_eq!(names, ["g", "h"]);
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
pub struct Worksheet {
    store: Store,
    scope: Scope,
}

impl Worksheet {
    /// An empty worksheet with a store of its own.
    pub fn new() -> Worksheet {
        Worksheet::in_store(Store::new())
    }

    /// An empty worksheet whose games live in this store.
    pub fn in_store(store: Store) -> Worksheet {
        Worksheet { store, scope: Scope::default() }
    }

    /// The store in which the games live.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How many bytes the store and the definitions take, about.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.scope.bytes()
    }

    /// The value of a text: that of its last statement, a definition's being what is defined. See
    /// [`notation`](crate::notation) for what is read.
    ///
    /// # Errors
    /// If the text has no value, or a bound is passed. What was defined by the statements before the
    /// one that failed stays defined, see [`take_back`](Worksheet::take_back).
    pub fn evaluate(&mut self, text: &str, bounds: &Bounds) -> Result<Value, ParseFormError> {
        self.scope.begin();
        let mut work = Work::new(self.store.inner(), bounds);
        work.other_bytes = self.scope.bytes();
        let item = reader::evaluate(text, &mut self.scope, &mut work)?;
        Ok(item.value(&self.store))
    }

    /// Undoes all definitions of the last evaluation.
    ///
    /// # Examples
    /// ```
    /// use dicot::notation::Worksheet;
    /// use dicot::Bounds;
    /// let mut sheet = Worksheet::new();
    /// let bounds = Bounds::default();
    /// sheet.evaluate("a := ^", &bounds)?;
    /// assert!(sheet.evaluate("a := a + *; a.Nonsense", &bounds).is_err());
    /// assert_eq!(sheet.variable("a").unwrap().to_string(), "^*");
    /// sheet.take_back();
    /// assert_eq!(sheet.variable("a").unwrap().to_string(), "^");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn take_back(&mut self) {
        self.scope.take_back();
    }

    /// Makes the definitions of the last evaluation final: what the names stood for before is freed, and
    /// [`take_back`](Worksheet::take_back) undoes nothing until the next one.
    pub fn keep(&mut self) {
        self.scope.begin();
    }

    /// What a name stands for, if it is defined.
    pub fn variable(&self, name: &str) -> Option<Value> {
        self.scope.get(name).map(|item| item.value(&self.store))
    }

    /// The defined names and what they stand for, by name.
    pub fn variables(&self) -> impl Iterator<Item = (&str, Value)> {
        let mut all: Vec<_> = self.scope.iter().collect();
        all.sort_unstable_by_key(|&(name, _)| name);
        all.into_iter().map(|(name, item)| (name, item.value(&self.store)))
    }

    /// The names that begin so: defined ones as they are, operations in either case.
    pub fn completions(&self, start: &str) -> Vec<String> {
        let begins = |name: &str| {
            name.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
        };
        let defined = self.scope.names().filter(|name| name.starts_with(start));
        let mut names: Vec<String> = defined.map(str::to_owned).collect();
        let known = operations().iter().map(Operation::name).filter(|name| begins(name));
        names.extend(known.map(str::to_owned));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Moves the defined names to a new store, which frees the memory of everything else.
    ///
    /// # Errors
    /// If a bound is passed; the worksheet is then as before.
    pub fn renew(&mut self, bounds: &Bounds) -> Result<(), ValueError> {
        let store = Store::new();
        let mut work = Work::new(store.inner(), bounds);
        let mut copies = HashMap::default();
        let mut scope = Scope::default();
        for (name, item) in self.scope.iter() {
            scope.define(name, self.copy(item, &mut work, &mut copies)?);
        }
        work.check()?;
        scope.begin();
        drop(work);
        (self.store, self.scope) = (store, scope);
        Ok(())
    }

    /// An item with its games copied to the store of another computation.
    fn copy(
        &self,
        item: &Item,
        work: &mut Work<'_>,
        copies: &mut HashMap<Id, Id, BuildMix>,
    ) -> Result<Item, ValueError> {
        Ok(match item {
            Item::Game(id) => Item::Game(work.copy_knowing(self.store.inner(), *id, copies)?),
            Item::List(items) => {
                let items = items.iter().map(|item| self.copy(item, work, copies));
                Item::List(items.collect::<Result<Arc<[Item]>, ValueError>>()?)
            }
            other => other.clone(),
        })
    }
}

impl Default for Worksheet {
    fn default() -> Worksheet {
        Worksheet::new()
    }
}

impl fmt::Debug for Worksheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worksheet")
            .field("store", &self.store)
            .field("variables", &self.scope.names().count())
            .finish()
    }
}

/// Whether braces, parentheses or brackets are open at the end of a text, so that more may follow on
/// the next line.
///
/// # Examples
/// ```
/// use dicot::notation::is_incomplete;
/// assert!(is_incomplete("{1|"));
/// assert!(!is_incomplete("{1|2}"));
/// assert!(!is_incomplete("1}")); // an error, whatever follows
/// ```
pub fn is_incomplete(text: &str) -> bool {
    open_brackets(0, text).is_some_and(|open| open > 0)
}

/// How many braces, parentheses and brackets are open after a text if `open` were before it; `None` if
/// one too many is closed.
///
/// # Examples
/// ```
/// use dicot::notation::open_brackets;
/// assert_eq!(open_brackets(0, "{1|("), Some(2));
/// assert_eq!(open_brackets(2, "2)}"), Some(0));
/// assert_eq!(open_brackets(0, "}{"), None);
/// ```
pub fn open_brackets(open: usize, text: &str) -> Option<usize> {
    text.bytes().try_fold(open, |open, byte| match byte {
        b'{' | b'(' | b'[' => Some(open + 1),
        b'}' | b')' | b']' => open.checked_sub(1),
        _ => Some(open),
    })
}
