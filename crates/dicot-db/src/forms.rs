//! The values of a database as canonical forms.

use std::collections::HashMap;
use std::fmt;

use dicot::analysis::{NamedValue, ValueParts};
use dicot::rules::{AnyPosition, Short};
use dicot::{CanonicalForm, Limits, Store};
use dicot_rulesets::PositionExt;

use crate::database::Database;
use crate::error::DatabaseError;

/// Converts the values of a database to canonical forms in one store, and caches them.
///
/// # Examples
/// ```
/// use dicot::{Limits, Store};
/// use dicot_rulesets::{PositionExt, RulesetExt, library};
/// use dicot_db::{Builder, Database, Forms};
/// let read = |text| library().find("clobber").unwrap().parse(text);
/// let mut builder = Builder::new("clobber")?;
/// let (text, negated) = read("xxo")?.component_text();
/// builder.add(&text, &if negated { "v" } else { "^" }.parse()?)?;
/// let mut file = Vec::new();
/// builder.write(&mut file)?;
///
/// let database = Database::from_bytes(file)?;
/// let mut forms = Forms::new(&database, Store::new());
/// let limits = Limits::default();
/// let value = forms.get(&read("xxo.xxo")?, &limits)?;
/// assert_eq!(value.unwrap().to_string(), "^^");
/// let other = read("xxo..xo")?;
/// assert_eq!(forms.get(&other, &limits)?, None); // `xo` is not in it
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Forms<'d> {
    database: &'d Database,
    store: Store,
    made: HashMap<u32, CanonicalForm>,
}

impl fmt::Debug for Forms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Forms")
            .field("database", self.database)
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

impl<'d> Forms<'d> {
    /// Creates a converter for a database and a store.
    pub fn new(database: &'d Database, store: Store) -> Forms<'d> {
        Forms { database, store, made: HashMap::new() }
    }

    /// The store of the values.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns a value of the database as a canonical form.
    ///
    /// # Errors
    /// If the part that is read is damaged, or a limit is reached.
    pub fn form(
        &mut self,
        value: NamedValue,
        limits: &Limits,
    ) -> Result<CanonicalForm, DatabaseError> {
        let store = self.store.clone();
        let mut calculation = store.calculate(limits);
        let mut stack = vec![value.number];
        while let Some(&number) = stack.last() {
            if self.made.contains_key(&number) {
                stack.pop();
                continue;
            }
            let form = match self.database.parts(number)? {
                ValueParts::NumberUpStar(parts) => calculation.number_up_star(parts)?,
                ValueParts::Options { left, right } => {
                    let options = || left.iter().chain(&right);
                    let before = stack.len();
                    // Options have lower numbers, so this ends.
                    stack.extend(
                        options()
                            .map(|o| o.number)
                            .filter(|number| !self.made.contains_key(number)),
                    );
                    if stack.len() > before {
                        continue;
                    }
                    let list = |options: &[NamedValue]| -> Vec<CanonicalForm> {
                        options.iter().filter_map(|&option| self.known(option)).collect()
                    };
                    calculation.form(list(&left), list(&right))?
                }
            };
            self.made.insert(number, form);
            stack.pop();
        }
        let form = self.known(value);
        form.ok_or_else(|| crate::Damage::Value(value.number).into())
    }

    /// Returns a form that was made before.
    fn known(&self, value: NamedValue) -> Option<CanonicalForm> {
        let form = self.made.get(&value.number)?;
        Some(if value.negated { -form } else { form.clone() })
    }

    /// Returns the components of a position, each with its value if it is in the database.
    ///
    /// # Errors
    /// If the database holds values of another ruleset, the part that is read is damaged, or a limit is reached.
    pub fn decompose(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Result<Vec<(String, Option<CanonicalForm>)>, DatabaseError> {
        self.database.check_rules(position.ruleset())?;
        let values = position.components().map(|part| {
            let (text, negated) = part.component_text();
            let part = part.to_string();
            let Some(mut value) = self.database.find(&text)? else { return Ok((part, None)) };
            value.negated ^= negated;
            let form = self.form(value, limits)?;
            Ok((part, Some(form)))
        });
        values.collect()
    }

    /// Returns the value of a position, if all its components are in the database.
    ///
    /// # Errors
    /// As [`decompose`](Forms::decompose), or if the sum cannot be represented.
    pub fn get(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Result<Option<CanonicalForm>, DatabaseError> {
        let parts = self.decompose(position, limits)?;
        let values: Option<Vec<CanonicalForm>> =
            parts.into_iter().map(|(_, value)| value).collect();
        values.map(|values| self.sum(values, limits)).transpose()
    }

    /// Returns the sum of values.
    ///
    /// # Errors
    /// If the sum cannot be represented, or a limit is reached.
    pub fn sum(
        &self,
        mut values: Vec<CanonicalForm>,
        limits: &Limits,
    ) -> Result<CanonicalForm, DatabaseError> {
        let mut calculation = self.store.calculate(limits);
        // Numbers, ups and stars first: their sums can be written down without options.
        values.sort_by_key(|value| value.to_number_up_star().is_none());
        let mut sum = CanonicalForm::ZERO;
        for value in &values {
            sum = calculation.sum(&sum, value)?;
        }
        Ok(sum)
    }
}
