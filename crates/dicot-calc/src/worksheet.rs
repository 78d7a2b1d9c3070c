//! Evaluates expressions one after the other, with names that stay defined.

use std::fmt;
use std::sync::Arc;

use dicot::rules::AnyRuleset;
use dicot::{CanonicalForm, Limits, NotationProblem, ParseFormError, Store, ValueError};

use crate::operation::Operation;
use crate::operations::operations;
use crate::run;
use crate::scope::{RuleFiles, Scope};
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
    /// Creates an empty worksheet with its own store.
    pub fn new() -> Worksheet {
        Worksheet::in_store(Store::new())
    }

    /// Creates an empty worksheet whose games are in this store.
    pub fn in_store(store: Store) -> Worksheet {
        Worksheet { store, scope: Scope::default() }
    }

    /// Sets how the ruleset of `import "ski.game"` is read from the name of its file. Without it, that is an error.
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot::rules::AnyRuleset;
    /// use dicot_calc::Worksheet;
    /// let read = |name: &str| AnyRuleset::named(name).ok_or_else(|| format!("{name}: no such file"));
    /// let mut sheet = Worksheet::new().with_rule_files(read);
    /// let limits = Limits::default();
    /// assert_eq!(sheet.evaluate("r := import \"clobber\"; r(\"xxo\").Value", &limits)?.to_string(), "^");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    #[must_use]
    pub fn with_rule_files(
        mut self,
        read: impl Fn(&str) -> Result<AnyRuleset, String> + Send + Sync + 'static,
    ) -> Worksheet {
        self.scope.rule_files = Some(RuleFiles(Arc::new(read)));
        self
    }

    /// The store of the games.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The memory of the store and the definitions in bytes, approximately.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.scope.bytes()
    }

    /// Evaluates a text. Its value is that of its last statement; the value of a definition is the defined value. See
    /// [the crate](crate) for the language.
    ///
    /// # Errors
    /// If the text has no value, or a limit is reached. Definitions of the statements before the failed one are kept;
    /// see [`take_back`](Worksheet::take_back).
    pub fn evaluate(&mut self, text: &str, limits: &Limits) -> Result<Value, ParseFormError> {
        self.scope.begin();
        run::value(text, &mut self.scope, &mut self.store.calculate(limits))
    }

    /// Applies an operation to values: the value of `Name(a,b)`. It defines nothing, and is not one of the evaluations that
    /// can be [taken back](Worksheet::take_back). A function among the values is read anew: its names are those of this
    /// worksheet.
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_calc::{Operation, Worksheet};
    /// let mut sheet = Worksheet::new();
    /// let limits = Limits::default();
    /// let [g, t] = ["{3|-1}", "1"].map(|text| sheet.evaluate(text, &limits).unwrap());
    /// let cool = Operation::find("Cool").unwrap();
    /// assert_eq!(sheet.apply(cool, &[g.clone(), t], &limits)?.to_string(), "{2|0}");
    /// assert_eq!(
    ///     sheet.apply(cool, &[g], &limits).unwrap_err().to_string(),
    ///     "write `G.Cool(t)`: there are 1 arguments here, counting the game"
    /// );
    /// # Ok::<_, dicot::NotationProblem>(())
    /// ```
    ///
    /// # Errors
    /// If the operation is not defined for these values, or a limit is reached.
    pub fn apply(
        &mut self,
        operation: &'static Operation,
        arguments: &[Value],
        limits: &Limits,
    ) -> Result<Value, NotationProblem> {
        run::applied(operation, arguments, &mut self.scope, &mut self.store.calculate(limits))
    }

    /// What in the last text may be meant otherwise than it is read: `6*5` is `6 + *5`, and not 30; and what the text prints by
    /// `System.Print(x)`.
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_calc::Worksheet;
    /// let mut sheet = Worksheet::new();
    /// sheet.evaluate("6*5", &Limits::default())?;
    /// assert_eq!(sheet.notes(), ["`6*5` is read as 6 + *5; the product is `6 * 5`"]);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn notes(&self) -> &[String] {
        &self.scope.notes
    }

    /// Sets how many evaluations before the last one can be [taken back](Worksheet::take_back) as well; 0 at first.
    #[must_use]
    pub fn with_undo(mut self, evaluations: usize) -> Worksheet {
        self.scope.most_past = evaluations;
        self
    }

    /// Undoes all definitions of the last evaluation; called again, of the one before, if that is [remembered](Worksheet::with_undo).
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

    /// The number of evaluations that [`take_back`](Worksheet::take_back) can undo. It counts those that failed and those that
    /// define nothing, and only if they are [remembered](Worksheet::with_undo).
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_calc::Worksheet;
    /// let mut sheet = Worksheet::new().with_undo(usize::MAX);
    /// sheet.evaluate("a := ^", &Limits::default())?;
    /// assert!(sheet.evaluate("b := ", &Limits::default()).is_err());
    /// assert_eq!(sheet.undo_len(), 2);
    /// sheet.take_back();
    /// assert_eq!(sheet.undo_len(), 1);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn undo_len(&self) -> usize {
        self.scope.past_len()
    }

    /// Undoes the last evaluations, until [`undo_len`](Worksheet::undo_len) is at most this.
    pub fn take_back_to(&mut self, undo_len: usize) {
        while self.undo_len() > undo_len {
            self.take_back();
        }
    }

    /// Makes the definitions of the last evaluation final: the earlier values of the names are freed, and
    /// [`take_back`](Worksheet::take_back) does nothing until the next evaluation.
    pub fn keep(&mut self) {
        self.scope.keep();
    }

    /// Removes the definitions of names, which then mean what they meant before, such as a ruleset. It is an evaluation, which can be
    /// [taken back](Worksheet::take_back).
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_calc::Worksheet;
    /// let mut sheet = Worksheet::new();
    /// sheet.evaluate("nim := 3", &Limits::default())?;
    /// sheet.forget(&["nim", "other"]);
    /// assert_eq!(sheet.evaluate("nim(2).Value", &Limits::default())?.to_string(), "*2");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn forget(&mut self, names: &[impl AsRef<str>]) {
        self.scope.begin();
        for name in names {
            self.scope.forget(name.as_ref());
        }
    }

    /// Returns the value of a name, if it is defined.
    pub fn variable(&self, name: &str) -> Option<Value> {
        self.scope.find(name).cloned()
    }

    /// Iterates over the defined names and their values, sorted by name.
    pub fn variables(&self) -> impl Iterator<Item = (&str, Value)> {
        let mut all: Vec<_> = self.scope.iter().collect();
        all.sort_unstable_by_key(|&(name, _)| name);
        all.into_iter().map(|(name, value)| (name, value.clone()))
    }

    /// Returns the names with this prefix: defined names with the same case, operations in either case.
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
        for value in self.scope.values() {
            value.map_games(&mut collect);
        }
        let mut copies = store.calculate(limits).adopt_all(&games)?.into_iter();
        let mut copy = |g: &CanonicalForm| copies.next().unwrap_or_else(|| g.clone());
        let scope = self.scope.map(|value| value.map_games(&mut copy));
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
