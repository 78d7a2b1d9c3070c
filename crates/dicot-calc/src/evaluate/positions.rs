//! Positions and rulesets: by their names, and their values.

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset, BoardKind};
use dicot::{CanonicalForm, Dyadic};

use super::{At, Evaluated, Evaluation, Placed, error};
use crate::positions;
use crate::value::Value;

impl Evaluation<'_, '_> {
    /// The position of a ruleset that a text says, or heaps, or the rows and columns of a board to begin with.
    pub(super) fn position(
        &mut self,
        ruleset: &AnyRuleset,
        at: usize,
        arguments: &[Placed],
    ) -> Evaluated<Value> {
        let numbers = match arguments {
            [(_, Value::Text(text))] => return self.position_of(ruleset, text, at),
            [(_, list)] if list.collection().is_some() => list.elements().to_vec(),
            [(_, rows), (_, columns)]
                if matches!(ruleset.spec().board, BoardKind::Rectangle | BoardKind::Stacks) =>
            {
                let sides = [rows, columns].map(Value::as_natural).map(|n| n.unwrap_or(0));
                return positions::start(self.calculation, ruleset, sides).at(at);
            }
            arguments => arguments.iter().map(|(_, value)| value.clone()).collect(),
        };
        let integer = |value: &Value| value.as_dyadic().and_then(Dyadic::to_integer);
        let texts: Option<Vec<String>> =
            numbers.iter().map(|value| integer(value).map(|n| n.to_string())).collect();
        let Some(texts) = texts else {
            let why = "a position is written as a text, `clobber(\"xo/ox\")`, or as numbers";
            return error(why, at);
        };
        let heaps = if texts.is_empty() { "0".to_owned() } else { texts.join("+") };
        // Two numbers are heaps, a pair, or the sides of a cake.
        let as_written = [",", "x"].map(|sign| texts.join(sign));
        let text = as_written.into_iter().filter(|_| texts.len() == 2);
        let text = text.into_iter().find(|text| ruleset.read(text).is_ok());
        self.position_of(ruleset, &text.unwrap_or(heaps), at)
    }

    /// The position of a text.
    fn position_of(&mut self, ruleset: &AnyRuleset, text: &str, at: usize) -> Evaluated<Value> {
        match ruleset.read(text) {
            Ok(position) => positions::held(self.calculation, position).at(at),
            Err(problem) => error(format!("{}: {problem}", ruleset.spec().name), at),
        }
    }

    /// The value in which numbers and positions are games.
    pub(super) fn formed(&mut self, value: Value, at: usize) -> Evaluated<Value> {
        match value {
            Value::Position(position) => self.value_of(&position, at),
            Value::List(values) if values.iter().any(is_position) => {
                let formed = values.iter().map(|value| self.formed(value.clone(), at));
                Ok(Value::List(formed.collect::<Evaluated<_>>()?))
            }
            value => value.formed(self.calculation).at(at),
        }
    }

    /// The value of a position.
    fn value_of(&mut self, position: &AnyPosition, at: usize) -> Evaluated<Value> {
        if !position.has_value() {
            return positions::loopy_value(self.calculation, position).map(Value::from).at(at);
        }
        let store = self.calculation.store();
        let analyzer = self.scope.analyzer.take().filter(|analyzer| analyzer.store() == store);
        let mut analyzer = analyzer.unwrap_or_else(|| Analyzer::in_store(store.clone()));
        analyzer.limits = self.calculation.limits().clone();
        let value: Result<CanonicalForm, _> = analyzer.canonical_form(position);
        self.scope.analyzer = Some(analyzer);
        value.map(Value::Game).at(at)
    }
}

/// Whether a value is a position, or a list in which there is one.
pub(super) fn is_position(value: &Value) -> bool {
    match value {
        Value::Position(_) => true,
        Value::List(values) => values.iter().any(is_position),
        _ => false,
    }
}
