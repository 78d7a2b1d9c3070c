//! Verifies a database completely.

use std::collections::HashSet;

use dicot::analysis::{NamedValue, ValueParts};
use dicot::rules::{AnyPosition, AnyRuleset};
use dicot::{CanonicalForm, Limits, Store, ValueError};
use dicot_rulesets::{PositionExt, RulesetExt};

use crate::database::Database;
use crate::error::DatabaseError;
use crate::format::{PLACE, u64_at};
use crate::forms::Forms;

/// Records between two checks of the limits. A first choice, not compared with others.
const STEPS: u64 = 1 << 10;

impl Database {
    /// Verifies what can be verified without the ruleset: all checksums; that components are in order, without
    /// duplicates, and can be looked up; and that every value is canonical and stored once.
    ///
    /// # Errors
    /// If the database is damaged or wrong, or a limit is reached.
    ///
    /// # Complexity
    /// Every value is simplified once, as if it were new.
    pub fn check(&self, limits: &Limits) -> Result<(), DatabaseError> {
        for block in 0..self.layout().blocks() {
            check(limits)?;
            self.check_block(block)?;
        }
        self.check_entries(limits)?;
        self.check_slots(limits)?;
        self.check_values(limits)
    }

    fn check_entries(&self, limits: &Limits) -> Result<(), DatabaseError> {
        let (mut end, mut before): (u64, Option<&[u8]>) = (0, None);
        for number in 0..self.len() {
            check_sometimes(number, limits)?;
            let entry = self.entry(number)?;
            let text = self.text(&entry)?;
            let wrong = |what: &str| {
                let text = String::from_utf8_lossy(text);
                Err(DatabaseError::Wrong(format!("component {number}, {text:?}, {what}")))
            };
            if entry.start != end {
                return wrong("does not begin where the previous one ends");
            }
            if before.is_some_and(|before| before >= text) {
                return wrong("is out of order");
            }
            let Ok(utf8) = std::str::from_utf8(text) else { return wrong("is not in UTF-8") };
            if self.find(utf8)? != Some(entry.value) {
                return wrong("is not found");
            }
            end += u64::from(entry.length);
            before = Some(text);
        }
        match end == self.layout().counts.text_bytes {
            true => Ok(()),
            false => Err(DatabaseError::Wrong("some text does not belong to a component".into())),
        }
    }

    /// Checks that the number of used slots is the number of components. All components were found before.
    fn check_slots(&self, limits: &Limits) -> Result<(), DatabaseError> {
        let mut taken = 0;
        for number in 0..self.layout().counts.slots {
            check_sometimes(number, limits)?;
            match self.slot(number)? {
                [0, 0] => {}
                [0, _] => {
                    return Err(DatabaseError::Wrong(format!("slot {number} is free and marked")));
                }
                _ => taken += 1,
            }
        }
        match taken == self.len() {
            true => Ok(()),
            false => Err(DatabaseError::Wrong(format!(
                "{taken} slots are taken by {} components",
                self.len()
            ))),
        }
    }

    fn check_values(&self, limits: &Limits) -> Result<(), DatabaseError> {
        let layout = self.layout();
        let place = |number: u64| {
            Ok::<_, DatabaseError>(u64_at(
                self.bytes(layout.places.start + number * PLACE, PLACE)?,
                0,
            ))
        };
        if [place(0)?, place(layout.counts.values)?] != [0, layout.counts.value_bytes] {
            return Err(DatabaseError::Wrong("some bytes do not belong to a value".into()));
        }
        let store = Store::new();
        let mut calculation = store.calculate(limits);
        let (mut forms, mut seen) = (Vec::new(), HashSet::new());
        let form_of = |forms: &[CanonicalForm], value: NamedValue| {
            let form = &forms[value.number as usize];
            if value.negated { -form } else { form.clone() }
        };
        for number in 0..layout.counts.values as u32 {
            check_sometimes(number.into(), limits)?;
            let wrong = |what: &str| DatabaseError::Wrong(format!("value {number} {what}"));
            let form = match self.parts(number)? {
                ValueParts::NumberUpStar(parts) => calculation.number_up_star(parts)?,
                ValueParts::Options { left, right } => {
                    // Options have lower numbers, so their forms are already in `forms`.
                    let [left, right] = [left, right].map(|list| {
                        list.into_iter().map(|option| form_of(&forms, option)).collect::<Vec<_>>()
                    });
                    let explanation = calculation.explain(left, right)?;
                    if !explanation.steps.is_empty() {
                        return Err(wrong("has options that are not canonical"));
                    }
                    if explanation.value.to_number_up_star().is_some() {
                        return Err(wrong("has options and is a number, ups and a star"));
                    }
                    explanation.value
                }
            };
            if seen.contains(&-&form) || !seen.insert(form.clone()) {
                return Err(wrong("is stored twice"));
            }
            forms.push(form);
        }
        Ok(())
    }

    /// Verifies that every component is a normalized component of the ruleset, in the spelling that the ruleset prints.
    ///
    /// # Errors
    /// If the database is damaged or wrong, belongs to another ruleset, or a limit is reached.
    pub fn check_components(
        &self,
        ruleset: &AnyRuleset,
        limits: &Limits,
    ) -> Result<(), DatabaseError> {
        self.check_rules(ruleset)?;
        for (number, entry) in (0..).zip(self) {
            check_sometimes(number, limits)?;
            let (text, _) = entry?;
            read(ruleset, text)?;
        }
        Ok(())
    }

    /// Recomputes the values of `most` components, evenly spread, from the rules alone, and compares them. Returns the
    /// number of components.
    ///
    /// # Errors
    /// If a value is wrong, the database is damaged or belongs to another ruleset, or a limit is reached.
    ///
    /// # Complexity
    /// That of [`canonical_form`](dicot::analysis::Analyzer::canonical_form) for each component; common followers are
    /// evaluated once.
    pub fn recompute(
        &self,
        ruleset: &AnyRuleset,
        most: u64,
        limits: Limits,
    ) -> Result<u64, DatabaseError> {
        self.check_rules(ruleset)?;
        let limits = limits.starting_now();
        let mut analyzer = ruleset.analyzer(Store::new());
        analyzer.set_limits(limits.clone());
        let mut forms = Forms::new(self, analyzer.store().clone());
        let count = most.min(self.len());
        for n in 0..count {
            check(&limits)?;
            let number = (u128::from(n) * u128::from(self.len()) / u128::from(count)) as u64;
            let entry = self.entry(number)?;
            let text = std::str::from_utf8(self.text(&entry)?)
                .map_err(|_| DatabaseError::from(crate::Damage::Entry(number)))?;
            let found = analyzer.canonical_form(&read(ruleset, text)?)?;
            if forms.form(entry.value, &limits)? != found {
                return Err(DatabaseError::Wrong(format!("{text:?} has another value")));
            }
        }
        Ok(count)
    }

    /// Fails if the database has values of another ruleset.
    pub(crate) fn check_rules(&self, ruleset: &AnyRuleset) -> Result<(), DatabaseError> {
        let asked = ruleset.spec().name_in_files();
        match asked == self.rules() {
            true => Ok(()),
            false => Err(DatabaseError::Rules {
                asked: asked.to_owned(),
                found: self.rules().to_owned(),
            }),
        }
    }
}

/// Reads a component and checks that it is normalized.
fn read(ruleset: &AnyRuleset, text: &str) -> Result<AnyPosition, DatabaseError> {
    let wrong = |what: String| DatabaseError::Wrong(format!("component {text:?} {what}"));
    let position = ruleset.parse(text).map_err(|failure| {
        wrong(format!("is not a position of {}: {}", ruleset.spec().name, failure.message()))
    })?;
    if position.valued().map(PositionExt::component_text).is_none_or(|(own, _)| own != text) {
        return Err(wrong("is not normalized".to_owned()));
    }
    Ok(position)
}

/// Checks the limits once in [`STEPS`] numbers.
fn check_sometimes(number: u64, limits: &Limits) -> Result<(), DatabaseError> {
    if number.is_multiple_of(STEPS) { check(limits) } else { Ok(()) }
}

/// Fails if the deadline has passed or an interrupt is set.
fn check(limits: &Limits) -> Result<(), DatabaseError> {
    limits.check().map_err(|limit| ValueError::Limit(limit).into())
}
