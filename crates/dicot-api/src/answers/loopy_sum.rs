//! The values of sums in which play need not end.

use dicot::{CanonicalForm, Limits};
use dicot_loopy::LoopyValue;
use dicot_rulesets::{Failure, Rulesets};
use dicot_rulesets::{Part, parts_with_values};
use serde::Serialize;

use super::loopy::{LoopyFacts, LoopyFields};
use super::position::ComponentField;
use super::text::ValueField;
use crate::session::Session;

/// A sum of positions, in which play need not end, and of games.
#[derive(Clone, Debug)]
pub struct LoopySum {
    /// The parts as they are written, and their values.
    pub parts: Vec<(String, LoopyValue)>,
    /// What is known of the sum.
    pub facts: LoopyFacts,
}

impl LoopySum {
    /// Reads a sum and finds its value. Parts that do not name their ruleset are positions of `rules`, or games.
    ///
    /// # Errors
    /// If a part is neither a position with a value nor a game, or a limit is reached.
    pub fn new(
        text: &str,
        rulesets: &Rulesets,
        rules: &str,
        session: &mut Session,
        limits: &Limits,
    ) -> Result<LoopySum, Failure> {
        let (limits, store) = (&limits.starting_now(), session.store().clone());
        let mut calculation = store.calculate(limits);
        let (mut parts, mut sum) = (Vec::new(), LoopyValue::from(CanonicalForm::ZERO));
        for (text, part) in parts_with_values(text, rulesets, rules, &mut calculation)? {
            let value = match part {
                Part::Game(value) => value,
                Part::Position(position) => session.any_value(&position, limits)?,
            };
            sum = sum.sum(&value, &mut calculation)?;
            parts.push((text, value));
        }
        Ok(LoopySum { parts, facts: LoopyFacts::of_value(sum, &mut calculation)? })
    }

    /// The line of `dicot value --json`, with texts of at most `max_value` characters.
    pub fn line(&self, max_value: u64) -> LoopySumLine {
        let part = |(position, value): &(String, LoopyValue)| {
            let value = ValueField::of_text(value.to_string(), max_value);
            ComponentField { position: position.clone(), value, cells: None }
        };
        let texts: Vec<&str> = self.parts.iter().map(|(text, _)| &text[..]).collect();
        LoopySumLine {
            position: texts.join(" + "),
            facts: self.facts.fields(max_value),
            components: self.parts.iter().map(part).collect(),
        }
    }
}

/// The line of `dicot value --json` for a sum.
#[derive(Clone, Debug, Serialize)]
pub struct LoopySumLine {
    /// The sum
    position: String,
    #[serde(flatten)]
    facts: LoopyFields,
    /// Its parts
    components: Vec<ComponentField>,
}
