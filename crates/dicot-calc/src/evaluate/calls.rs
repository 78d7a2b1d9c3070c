//! Calls of functions.

use std::any::Any;

use dicot::ParseFormError;
use dicot::notation::NotationProblem;

use super::{At, Evaluated, Evaluation, Placed, error, fault};
use crate::arithmetic::count;
use crate::collection;
use crate::operation::Each;
use crate::rational::Rational;
use crate::scope::Scope;
use crate::symbol::Symbol;
use crate::syntax::Body;
use crate::value::{Function, Value};

/// How deep calls of functions may nest. A first choice: a recursion that goes deeper most likely does not end.
const MAX_CALLS: usize = 200;

/// How a function is called.
#[derive(Clone, Copy)]
pub(super) enum Called {
    Name(Symbol),
    /// Without a name, or by an operation.
    As(&'static str),
}

impl Called {
    pub(super) const RULESET: Called = Called::As("a ruleset");

    /// The name in messages.
    pub(super) fn shown(self, scope: &Scope) -> String {
        let name = match self {
            Called::Name(symbol) => scope.name(symbol),
            Called::As(text) => text,
        };
        name.chars().take(40).collect()
    }
}

impl Evaluation<'_, '_> {
    /// Calls a function; `at` is the offset of its name.
    pub(super) fn call(
        &mut self,
        name: Called,
        function: &Function,
        at: usize,
        arguments: Vec<Value>,
    ) -> Evaluated<Value> {
        if arguments.len() != function.parameters.len() {
            let (needed, found) = (function.parameters.len(), arguments.len());
            let name = name.shown(self.scope);
            return error(format!("`{name}` takes {needed} arguments: there are {found} here"), at);
        }
        if self.scope.calls == MAX_CALLS {
            return error(format!("calls of functions nest more than {MAX_CALLS} deep"), at);
        }
        self.calculation.count_steps(1).at(at)?;
        let named = function.captured.iter().cloned();
        let given = function.parameters.iter().copied().zip(arguments);
        let scope = &mut *self.scope;
        let before: Vec<_> = named
            .chain(given)
            .map(|(symbol, value)| (symbol, scope.bind(symbol, Some(value))))
            .collect();
        scope.calls += 1;
        let code: &dyn Any = &*function.code;
        let body: &Body = code.downcast_ref().expect("a body that was read");
        let mut evaluation = Evaluation {
            nodes: &body.nodes,
            first: body.first,
            scope: &mut *self.scope,
            calculation: &mut *self.calculation,
        };
        let result = evaluation.value(body.part);
        self.scope.calls -= 1;
        for (symbol, value) in before.into_iter().rev() {
            self.scope.bind(symbol, value);
        }
        result.map_err(|error| {
            let problem = match *error.problem {
                NotationProblem::Value(value) => NotationProblem::Value(value),
                NotationProblem::Message(message) if message.starts_with("in `") => {
                    NotationProblem::Message(message)
                }
                problem => {
                    let inner = error.at.saturating_sub(body.start).min(function.text.len());
                    let error = ParseFormError::new(&function.text, inner, problem);
                    NotationProblem::Message(format!("in `{}`, {error}", name.shown(self.scope)))
                }
            };
            fault(problem, at)
        })
    }

    /// Calls a function for the elements of a list or a set.
    pub(super) fn for_each(
        &mut self,
        each: Each,
        name: &'static str,
        at: usize,
        arguments: &[Placed],
    ) -> Evaluated<Value> {
        let [(list_at, collection), (function_at, function)] = arguments else {
            return error(format!("write `list.{name}(x -> ..)`"), at);
        };
        let wrong = |needed: &str, value: &Value| {
            format!("{name} takes {needed}, but this is {}", value.kind())
        };
        let Some(elements) = collection.collection() else {
            return error(wrong("a list or a set", collection), *list_at);
        };
        let Value::Function(function) = function else {
            return error(wrong("a function", function), *function_at);
        };
        let elements = elements.iter().cloned();
        if let Each::SortedWith = each {
            self.calculation.hold(2 * size_of::<Value>() * elements.len()).at(at)?;
            let sorted = collection::sorted_by(elements.collect(), |left, right| {
                let arguments = vec![left.clone(), right.clone()];
                let value = self.call(Called::As(name), function, at, arguments)?;
                match value.as_rational() {
                    Some(x) => Ok(x.cmp(&Rational::ZERO)),
                    None => error(wrong("a number", &value), *function_at),
                }
            });
            return collection::list(sorted?, self.calculation).at(at);
        }
        let mut results = Vec::new();
        for element in elements {
            let value = self.call(Called::As(name), function, at, vec![element.clone()])?;
            let truth = match (each, &value) {
                (Each::Apply | Each::Discard, _) => true,
                (_, Value::Truth(truth)) => *truth,
                _ => return error(wrong("a condition", &value), *function_at),
            };
            match each {
                Each::Apply => results.push(value),
                Each::Filter | Each::Count if truth => results.push(element),
                Each::Find if truth => return Ok(element),
                Each::Exists if truth => return Ok(Value::Truth(true)),
                Each::ForAll if !truth => return Ok(Value::Truth(false)),
                _ => {}
            }
            self.calculation.hold(2 * size_of::<Value>()).at(at)?;
        }
        let result = match (each, collection) {
            (Each::Exists, _) => Ok(Value::Truth(false)),
            (Each::Find | Each::Discard, _) => Ok(Value::Nothing),
            (Each::Count, _) => count(results.len() as u128),
            (Each::ForAll, _) => Ok(Value::Truth(true)),
            (Each::Filter, Value::Set(_)) => collection::set(results, self.calculation),
            _ => collection::list(results, self.calculation),
        };
        result.at(at)
    }
}
