//! Everything about a database that can be verified.

use std::collections::HashSet;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use dicot::analysis::{Analyzer, Limits, NamedValue, ValueParts};
use dicot::rules::{Ruleset, Short};
use dicot::{Bounds, CanonicalForm, LimitKind, Store, ValueError};

use crate::component::component;
use crate::database::Database;
use crate::error::DatabaseError;
use crate::format::{PLACE, u64_at};
use crate::forms::Forms;

/// How many things are looked at between two looks at the bounds.
const STEPS: u64 = 1 << 10;

impl Database {
    /// Verifies what can be verified without the ruleset: all checksums; that components stand in their order, each
    /// once, and are found; and that every value is canonical, as it stands, and there once.
    ///
    /// # Errors
    /// What is damaged or wrong; or if a bound is passed.
    ///
    /// # Complexity
    /// Every value is simplified once, as if it were new.
    pub fn check(&self, bounds: &Bounds) -> Result<(), DatabaseError> {
        for block in 0..self.layout().blocks() {
            heed(bounds)?;
            self.check_block(block)?;
        }
        self.check_entries(bounds)?;
        self.check_slots(bounds)?;
        self.check_values(bounds)
    }

    fn check_entries(&self, bounds: &Bounds) -> Result<(), DatabaseError> {
        let (mut end, mut before): (u64, Option<&[u8]>) = (0, None);
        for number in 0..self.len() {
            now_and_then(number, bounds)?;
            let entry = self.entry(number)?;
            let text = self.text(&entry)?;
            let wrong = |what: &str| {
                let text = String::from_utf8_lossy(text);
                Err(DatabaseError::Wrong(format!("component {number}, {text:?}, {what}")))
            };
            if entry.start != end {
                return wrong("begins elsewhere than where the one before ends");
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
            false => Err(DatabaseError::Wrong("there is text that belongs to no component".into())),
        }
    }

    /// That there are no more slots taken than components; each of these was found.
    fn check_slots(&self, bounds: &Bounds) -> Result<(), DatabaseError> {
        let mut taken = 0;
        for number in 0..self.layout().counts.slots {
            now_and_then(number, bounds)?;
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

    fn check_values(&self, bounds: &Bounds) -> Result<(), DatabaseError> {
        let layout = self.layout();
        let place = |number: u64| {
            Ok::<_, DatabaseError>(u64_at(
                self.bytes(layout.places.start + number * PLACE, PLACE)?,
                0,
            ))
        };
        if [place(0)?, place(layout.counts.values)?] != [0, layout.counts.value_bytes] {
            return Err(DatabaseError::Wrong("there are bytes that belong to no value".into()));
        }
        let store = Store::new();
        let mut calculation = store.within(bounds);
        let (mut forms, mut met) = (Vec::new(), HashSet::new());
        let form_of = |forms: &[CanonicalForm], value: NamedValue| {
            let form = &forms[value.number as usize];
            if value.negated { -form } else { form.clone() }
        };
        for number in 0..layout.counts.values as u32 {
            now_and_then(number.into(), bounds)?;
            let wrong = |what: &str| DatabaseError::Wrong(format!("value {number} {what}"));
            let form = match self.parts(number)? {
                ValueParts::NumberUpStar(parts) => store.number_up_star(parts),
                ValueParts::Options { left, right } => {
                    // Options have lower numbers, so that they are there.
                    let [left, right] = [left, right].map(|list| {
                        list.into_iter().map(|option| form_of(&forms, option)).collect::<Vec<_>>()
                    });
                    let explanation = calculation.explain(left, right)?;
                    if !explanation.steps.is_empty() {
                        return Err(wrong("has options that are not canonical"));
                    }
                    if explanation.value.is_number_up_star() {
                        return Err(wrong("has options and is a number, ups and a star"));
                    }
                    explanation.value
                }
            };
            if met.contains(&-&form) || !met.insert(form.clone()) {
                return Err(wrong("is there twice"));
            }
            forms.push(form);
        }
        Ok(())
    }

    /// Verifies that every component is one of the ruleset, normalized, and written as it prints.
    ///
    /// # Errors
    /// What is damaged or wrong, or if the ruleset is another one; or if a bound is passed.
    pub fn check_components<P: Short + Ruleset>(
        &self,
        bounds: &Bounds,
    ) -> Result<(), DatabaseError> {
        self.is_of::<P>()?;
        for (number, entry) in (0..).zip(self) {
            now_and_then(number, bounds)?;
            let (text, _) = entry?;
            read::<P>(text)?;
        }
        Ok(())
    }

    /// Finds the values of components once more, by the rules alone, and compares: of so many, evenly spread, or of
    /// all if there are no more. How many that were.
    ///
    /// # Errors
    /// A value that is wrong, or what is damaged, or if the ruleset is another one; or if a limit is passed.
    ///
    /// # Complexity
    /// That of [`Analyzer::canonical_form`] for each; they share what they have in common.
    pub fn recompute<P: Short + Ruleset>(
        &self,
        most: u64,
        limits: Limits,
    ) -> Result<u64, DatabaseError> {
        self.is_of::<P>()?;
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let bounds = Bounds { deadline, interrupt: limits.interrupt.clone(), ..Bounds::default() };
        let mut analyzer = Analyzer::<P>::new();
        let mut forms = Forms::new(self, analyzer.store().clone());
        let count = most.min(self.len());
        for n in 0..count {
            heed(&bounds)?;
            let number = (u128::from(n) * u128::from(self.len()) / u128::from(count)) as u64;
            let entry = self.entry(number)?;
            let text = std::str::from_utf8(self.text(&entry)?)
                .map_err(|_| DatabaseError::from(crate::Damage::Entry(number)))?;
            // The time is that of all together.
            let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            analyzer.set_limits(Limits { time, ..limits.clone() });
            let found = analyzer.canonical_form(&read::<P>(text)?)?;
            if forms.form(entry.value, &bounds)? != found {
                return Err(DatabaseError::Wrong(format!("{text:?} has another value")));
            }
        }
        Ok(count)
    }

    fn is_of<P: Ruleset>(&self) -> Result<(), DatabaseError> {
        match P::NAME == self.rules() {
            true => Ok(()),
            false => Err(DatabaseError::Rules {
                asked: P::NAME.to_owned(),
                found: self.rules().to_owned(),
            }),
        }
    }
}

/// Reads a component, which must be one, and normalized.
fn read<P: Short + Ruleset>(text: &str) -> Result<P, DatabaseError> {
    let wrong = |what: String| DatabaseError::Wrong(format!("component {text:?} {what}"));
    let position: P =
        text.parse().map_err(|error| wrong(format!("is no position of {}: {error}", P::NAME)))?;
    if component(&position).0 != text {
        return Err(wrong("is not normalized".to_owned()));
    }
    Ok(position)
}

fn now_and_then(number: u64, bounds: &Bounds) -> Result<(), DatabaseError> {
    if number.is_multiple_of(STEPS) { heed(bounds) } else { Ok(()) }
}

/// Whether there is time left, and nobody has had enough.
fn heed(bounds: &Bounds) -> Result<(), DatabaseError> {
    if bounds.interrupt.as_ref().is_some_and(|flag| flag.load(Relaxed)) {
        return Err(ValueError::Limit(LimitKind::Interrupted).into());
    }
    if bounds.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        return Err(ValueError::Limit(LimitKind::Time).into());
    }
    Ok(())
}
