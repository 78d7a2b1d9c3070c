//! The rounds of loops.

use dicot::Calculation;

use super::{At, Evaluated, Evaluation, error, not};
use crate::arithmetic;
use crate::collection::{self, MAX_ELEMENTS, too_long};
use crate::rational::Rational;
use crate::syntax::{Clause, Loop, Part, Values};
use crate::value::{OpResult, Value};

/// The values of a loop's variable.
enum Range {
    /// From an integer, to another one, by steps.
    Integers(i64, i64, i64),
    /// From a number, to another one if there is one, by steps.
    Numbers(Rational, Option<Rational>, Rational),
    Elements(Value),
}

impl Range {
    /// The value with an index.
    fn get(&self, index: usize, calculation: &mut Calculation<'_>) -> Option<OpResult> {
        match self {
            &Range::Integers(from, to, step) => {
                let x = i64::try_from(index).ok()?.checked_mul(step)?.checked_add(from)?;
                let past = if step < 0 { x < to } else { x > to };
                (!past).then(|| Ok(Value::Dyadic(x.into())))
            }
            Range::Elements(value) => value.elements().get(index).cloned().map(Ok),
            Range::Numbers(from, to, step) => {
                let index = Rational::from(i64::try_from(index).ok()?);
                let x = step.checked_mul(&index).and_then(|part| from.checked_add(&part));
                let past = |x: &Rational| match to {
                    Some(to) if *step < Rational::ZERO => x < to,
                    Some(to) => x > to,
                    None => false,
                };
                match x {
                    Some(x) if past(&x) => None,
                    x => Some(arithmetic::number(x, calculation)),
                }
            }
        }
    }
}

/// What a loop has done so far.
#[derive(Default)]
struct Done {
    rounds: usize,
    values: Vec<Value>,
}

impl Evaluation<'_, '_> {
    /// The list or the set of the values of a loop.
    pub(super) fn rounds_of(&mut self, node: &Loop, at: usize) -> Evaluated<Value> {
        let mut done = Done::default();
        self.clause(node, &node.clauses, &mut done)?;
        let result = match node.is_set {
            true => collection::set(done.values, self.calculation),
            false => collection::list(done.values, self.calculation),
        };
        result.at(at)
    }

    /// Goes through the values of the first clause, and for each of them through those of the others.
    fn clause(&mut self, node: &Loop, clauses: &[Clause], done: &mut Done) -> Evaluated<()> {
        let [clause, inner @ ..] = clauses else {
            let value = self.value(node.body)?;
            self.calculation.hold(2 * size_of::<Value>()).at(node.body.at)?;
            done.values.push(value);
            return Ok(());
        };
        let range = match &clause.values {
            Values::Elements(part) => {
                let of = |value: &Value| value.collection().map(|_| value.clone());
                Range::Elements(self.read("a list or a set", of, *part)?)
            }
            Values::Numbers { from, to, by, by_at } => {
                let from = self.number(*from)?;
                let to = to.map(|to| self.number(to)).transpose()?;
                let by = by.map_or(Ok(1.into()), |by| self.number(by))?;
                if by == Rational::ZERO {
                    return error("the step of a loop is not 0", *by_at);
                }
                let integers = to.as_ref().map(|to| [&from, to, &by].map(Rational::to_integer));
                match integers {
                    Some([Some(from), Some(to), Some(by)]) => Range::Integers(from, to, by),
                    _ => Range::Numbers(from, to, by),
                }
            }
        };
        let before = self.scope.bind(clause.variable, None);
        let ended = Calculation::nested(self, |evaluation| {
            evaluation.rounds(&range, node, clause, inner, done)
        });
        self.scope.bind(clause.variable, before);
        ended.at(clause.at)?
    }

    fn rounds(
        &mut self,
        range: &Range,
        node: &Loop,
        clause: &Clause,
        inner: &[Clause],
        done: &mut Done,
    ) -> Evaluated<()> {
        let at = clause.at;
        let mut index = 0;
        while let Some(value) = range.get(index, self.calculation) {
            let value = value.at(at)?;
            index += 1;
            done.rounds += 1;
            if done.rounds > MAX_ELEMENTS {
                return Err(too_long()).at(at);
            }
            self.calculation.count_steps(1).at(at)?;
            self.scope.bind(clause.variable, Some(value));
            if let Some(condition) = clause.while_
                && !self.truth(condition)?
            {
                return Ok(());
            }
            if let Some(condition) = clause.where_
                && !self.truth(condition)?
            {
                continue;
            }
            self.clause(node, inner, done)?;
        }
        Ok(())
    }

    /// The value of a part that is a number, a condition or a collection.
    fn read<T>(
        &mut self,
        needed: &str,
        of: impl FnOnce(&Value) -> Option<T>,
        part: Part,
    ) -> Evaluated<T> {
        let value = self.value(part)?;
        of(&value).ok_or_else(|| not(needed, &value, part.at))
    }

    fn number(&mut self, part: Part) -> Evaluated<Rational> {
        self.read("a number", Value::as_rational, part)
    }

    pub(super) fn truth(&mut self, part: Part) -> Evaluated<bool> {
        let of = |value: &Value| if let Value::Truth(truth) = value { Some(*truth) } else { None };
        self.read("a condition", of, part)
    }
}
