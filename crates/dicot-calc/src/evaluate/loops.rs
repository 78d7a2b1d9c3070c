//! The rounds of loops.

use dicot::Calculation;

use super::{At, Evaluated, Evaluation, error, not};
use crate::arithmetic;
use crate::collection::{self, MAX_ELEMENTS, too_long};
use crate::rational::Rational;
use crate::syntax::{Clause, Loop, Makes, Part, Values};
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

/// What is done in each round of a loop.
type Each<'r, 'e, 'c> = &'r mut (dyn FnMut(&mut Evaluation<'e, 'c>) -> Evaluated<()> + Send);

impl<'e, 'c> Evaluation<'e, 'c> {
    /// The list, the set or the map of the values of a loop.
    pub(super) fn values_of(&mut self, node: &Loop, at: usize) -> Evaluated<Value> {
        let mut values = Vec::new();
        self.rounds(&node.clauses, MAX_ELEMENTS, &mut |evaluation| {
            for body in &node.bodies {
                values.push(evaluation.value(*body)?);
                evaluation.calculation.hold(2 * size_of::<Value>()).at(body.at)?;
            }
            Ok(())
        })?;
        let result = match node.makes {
            Makes::Set => collection::set(values, self.calculation),
            Makes::List => collection::list(values, self.calculation),
            Makes::Map => return self.map_of(&values, at),
        };
        result.at(at)
    }

    /// Goes through the values of the clauses of a loop, of which the rounds are bounded.
    pub(super) fn rounds(
        &mut self,
        clauses: &[Clause],
        mut most: usize,
        each: Each<'_, 'e, 'c>,
    ) -> Evaluated<()> {
        self.clause(clauses, each, &mut most)
    }

    /// Goes through the values of the first clause, and for each of them through those of the others.
    fn clause(
        &mut self,
        clauses: &[Clause],
        each: Each<'_, 'e, 'c>,
        left: &mut usize,
    ) -> Evaluated<()> {
        let [clause, inner @ ..] = clauses else { return each(self) };
        let range = match &clause.values {
            Values::Elements(part) => {
                let of = |value: &Value| value.collection().map(|_| value.clone());
                Range::Elements(self.read("a list or a set", of, *part)?)
            }
            Values::One(part) => {
                let value = [self.value(*part)?];
                Range::Elements(Value::List(value.into()))
            }
            Values::Numbers { from, to, by, by_at } => {
                let from = self.number(*from)?;
                let to = to.map(|to| self.number(to)).transpose()?;
                let by = by.map_or(Ok(1.into()), |by| self.number(by))?;
                if by == Rational::ZERO {
                    return error("the step of a loop is not 0", *by_at);
                }
                if from.is_infinite() || by.is_infinite() {
                    return error("a loop counts by finite steps, from a finite number", *by_at);
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
            evaluation.rounds_of(&range, clause, inner, each, left)
        });
        self.scope.bind(clause.variable, before);
        ended.at(clause.at)?
    }

    fn rounds_of(
        &mut self,
        range: &Range,
        clause: &Clause,
        inner: &[Clause],
        each: Each<'_, 'e, 'c>,
        left: &mut usize,
    ) -> Evaluated<()> {
        let at = clause.at;
        let mut index = 0;
        while let Some(value) = range.get(index, self.calculation) {
            let value = value.at(at)?;
            index += 1;
            *left = left.checked_sub(1).ok_or_else(too_long).at(at)?;
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
            self.clause(inner, each, left)?;
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
