//! A worksheet: expressions one after the other, with names that stay defined.

use std::fmt;

use dicot::{CanonicalForm, Limits, ParseFormError, Store, ValueError};

use crate::operation::{Operation, operations};
use crate::scope::Scope;
use crate::value::Value;

/// Evaluates expressions and keeps the names that they define.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_calc::Worksheet;
/// let mut sheet = Worksheet::new();
/// let limits = Limits::default();
/// sheet.evaluate("g := {1|*}", &limits)?;
/// assert_eq!(sheet.evaluate("g + g.Freeze; h := g - 1", &limits)?.to_string(), "{0|-1*}");
/// assert_eq!(sheet.evaluate("g <= h", &limits)?.to_string(), "false");
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

    /// About how many bytes the store and the definitions take.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.scope.bytes()
    }

    /// The value of a text: that of its last statement, where a definition has the value that it defines. See
    /// [the crate](crate) for the language.
    ///
    /// # Errors
    /// If the text has no value, or a limit is reached. What the statements before the
    /// failed one defined stays defined; see [`take_back`](Worksheet::take_back).
    pub fn evaluate(&mut self, text: &str, limits: &Limits) -> Result<Value, ParseFormError> {
        self.scope.begin();
        self.store.calculate(limits).read(text, &mut self.scope)
    }

    /// Undoes all definitions of the last evaluation.
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_calc::Worksheet;
    /// let mut sheet = Worksheet::new();
    /// let limits = Limits::default();
    /// sheet.evaluate("a := ^", &limits)?;
    /// assert!(sheet.evaluate("a := a + *; a.Nonsense", &limits).is_err());
    /// assert_eq!(sheet.variable("a").unwrap().to_string(), "^*");
    /// sheet.take_back();
    /// assert_eq!(sheet.variable("a").unwrap().to_string(), "^");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn take_back(&mut self) {
        self.scope.take_back();
    }

    /// Makes the definitions of the last evaluation final: the earlier values of the names are freed, and
    /// [`take_back`](Worksheet::take_back) undoes nothing until the next one.
    pub fn keep(&mut self) {
        self.scope.begin();
    }

    /// The value of a name, if it is defined.
    pub fn variable(&self, name: &str) -> Option<Value> {
        self.scope.get(name).cloned()
    }

    /// The defined names and their values, in the order of the names.
    pub fn variables(&self) -> impl Iterator<Item = (&str, Value)> {
        let mut all: Vec<_> = self.scope.iter().collect();
        all.sort_unstable_by_key(|&(name, _)| name);
        all.into_iter().map(|(name, value)| (name, value.clone()))
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
    /// If a limit is reached; the worksheet is then unchanged.
    pub fn renew(&mut self, limits: &Limits) -> Result<(), ValueError> {
        let store = Store::new();
        let mut games = Vec::new();
        let mut collect = |g: &CanonicalForm| {
            games.push(g.clone());
            g.clone()
        };
        for (_, value) in self.scope.iter() {
            value.map_games(&mut collect);
        }
        let mut copies = store.calculate(limits).adopt_all(&games)?.into_iter();
        let mut scope = Scope::default();
        for (name, value) in self.scope.iter() {
            let copy = value.map_games(&mut |g| copies.next().unwrap_or_else(|| g.clone()));
            scope.define(name, copy);
        }
        scope.begin();
        (self.store, self.scope) = (store, scope);
        Ok(())
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
/// use dicot_calc::is_incomplete;
/// assert!(is_incomplete("{1|"));
/// assert!(!is_incomplete("{1|2}"));
/// assert!(!is_incomplete("1}")); // an error, whatever follows
/// ```
pub fn is_incomplete(text: &str) -> bool {
    open_brackets(0, text).is_some_and(|open| open > 0)
}

/// The number of braces, parentheses and brackets that are open after a text, if `open` were open before it; `None` if
/// one too many is closed.
///
/// # Examples
/// ```
/// use dicot_calc::open_brackets;
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
