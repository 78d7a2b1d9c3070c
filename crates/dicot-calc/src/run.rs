//! Reads texts, and evaluates their statements one after the other.

use dicot::notation::{NotationProblem, in_ascii};
use dicot::{Calculation, CanonicalForm, ParseFormError};

use crate::evaluate::{self, Evaluation, Fault};
use crate::operation::Operation;
use crate::scope::Scope;
use crate::syntax::{Item, Node, Part, Reader, Statement};
use crate::value::{Mutable, Value};

/// The value of a text: that of its last statement.
pub(crate) fn value(
    text: &str,
    scope: &mut Scope,
    calculation: &mut Calculation<'_>,
) -> Result<Value, ParseFormError> {
    in_ascii(text, |text| Ok(last(Reader::new(text, scope, calculation), &mut |_, _| {})?.1))
}

/// The value of a text, which must be a game.
pub(crate) fn game(
    text: &str,
    scope: &mut Scope,
    calculation: &mut Calculation<'_>,
) -> Result<CanonicalForm, ParseFormError> {
    in_ascii(text, |text| {
        let (at, value) = last(Reader::new(text, scope, calculation), &mut |_, _| {})?;
        as_game(text, at, &value).cloned()
    })
}

/// The value of an operation of values.
pub(crate) fn applied(
    operation: &'static Operation,
    arguments: &[Value],
    scope: &mut Scope,
    calculation: &mut Calculation<'_>,
) -> Result<Value, NotationProblem> {
    calculation.hold(scope.bytes())?;
    calculation.check()?;
    let arguments = arguments.iter().map(|value| Ok((0, read_anew(value, scope, calculation)?)));
    let arguments = arguments.collect::<Result<Vec<_>, NotationProblem>>()?;
    let value = Evaluation::new(&[], scope, calculation).apply(operation, 0, &arguments);
    Ok(value.map_err(|fault| *fault.problem)?.formed(calculation)?)
}

/// The value with its functions read anew: the symbols in the body of a function are those of its worksheet.
fn read_anew(
    value: &Value,
    scope: &mut Scope,
    calculation: &mut Calculation<'_>,
) -> Result<Value, NotationProblem> {
    match value {
        Value::Function(function) => {
            let read = self::value(&function.to_string(), scope, calculation);
            read.map_err(|error| error.problem().clone())
        }
        Value::List(values) if value.references() > 0 => {
            let values = values.iter().map(|value| read_anew(value, scope, calculation));
            Ok(Value::List(values.collect::<Result<_, _>>()?))
        }
        Value::Map(entries) if value.references() > 0 => {
            let values = entries.as_flattened().iter();
            let values = values.map(|value| read_anew(value, scope, calculation));
            let values = values.collect::<Result<Vec<Value>, NotationProblem>>()?;
            Ok(Value::Map(values.as_chunks().0.into()))
        }
        Value::Mutable(mutable) if value.references() > 0 => {
            let values = mutable.values.iter().map(|value| read_anew(value, scope, calculation));
            let values = values.collect::<Result<_, _>>()?;
            Ok(Value::Mutable(Mutable { values, ..**mutable }.into()))
        }
        value => Ok(value.clone()),
    }
}

/// The options of the game in braces with which the last statement begins, as they are written.
pub(crate) fn options(
    text: &str,
    scope: &mut Scope,
    calculation: &mut Calculation<'_>,
) -> Result<(Vec<CanonicalForm>, Vec<CanonicalForm>), ParseFormError> {
    in_ascii(text, |text| {
        let mut sides = Err(not_in_braces(text, 0));
        let reader = Reader::new(text, scope, calculation).keeping_options();
        let (at, value) = last(reader, &mut |reader, part| sides = sides_of(reader, part))?;
        as_game(text, at, &value)?;
        sides
    })
}

fn as_game<'v>(
    text: &str,
    at: usize,
    value: &'v Value,
) -> Result<&'v CanonicalForm, ParseFormError> {
    evaluate::game(value, at).map_err(|fault| placed(text, fault))
}

/// The options of a statement that is a game in braces.
fn sides_of(
    reader: &mut Reader<'_, '_>,
    part: Part,
) -> Result<(Vec<CanonicalForm>, Vec<CanonicalForm>), ParseFormError> {
    let text = reader.text;
    let Some(end) = reader.outermost_end else {
        return Err(not_in_braces(text, reader.statement));
    };
    let rest = text[end..].trim_start();
    let Node::Braces(braces) = &reader.nodes[part.node as usize] else {
        return Err(not_in_braces(text, text.len() - rest.len()));
    };
    if !rest.is_empty() {
        return Err(not_in_braces(text, text.len() - rest.len()));
    }
    let braces = braces.clone();
    let mut sides = [Vec::new(), Vec::new()];
    for (side, items) in sides.iter_mut().zip(&braces.form.sides) {
        for item in items {
            let evaluation =
                &mut Evaluation::new(&reader.nodes, &mut *reader.scope, &mut *reader.calculation);
            let (at, value) = match item {
                Item::Part(part) => (part.at, evaluation.value(*part)),
                Item::Form(form) => (form.at, evaluation.form(form)),
                Item::Pass | Item::Open(_) => return Err(not_in_braces(text, part.at)),
            };
            let value = value.map_err(|fault| placed(text, fault))?;
            let value = value.formed(reader.calculation).map_err(|e| reader.problem(at, e))?;
            for value in value.elements() {
                side.push(as_game(text, at, value)?.clone());
            }
        }
    }
    Ok(sides.into())
}

fn not_in_braces(text: &str, at: usize) -> ParseFormError {
    ParseFormError::new(text, at, NotationProblem::NOT_IN_BRACES)
}

fn placed(text: &str, Fault { at, problem }: Fault) -> ParseFormError {
    ParseFormError::new(text, at, *problem)
}

/// Reads and evaluates all statements: the offset and the value of the last one. `each` gets what each statement evaluates.
fn last(
    mut reader: Reader<'_, '_>,
    each: &mut dyn FnMut(&mut Reader<'_, '_>, Part),
) -> Result<(usize, Value), ParseFormError> {
    let text = reader.text;
    let begun = reader.calculation.hold(reader.scope.bytes());
    begun.and_then(|()| reader.calculation.check()).map_err(|e| reader.problem(0, e))?;
    let mut last = None;
    while let Some(statement) = reader.statement(last.is_none())? {
        let (part, symbol) = match statement {
            Statement::Definition(symbol, part) => (part, Some(symbol)),
            Statement::Expression(part) => (part, None),
        };
        let mut evaluation =
            Evaluation::new(&reader.nodes, &mut *reader.scope, &mut *reader.calculation);
        let value = evaluation.value(part).map_err(|fault| placed(text, fault))?;
        let value = value.formed(reader.calculation);
        let value = value.map_err(|error| reader.problem(part.at, error))?;
        if let Some(symbol) = symbol {
            let bytes = reader.scope.define(symbol, value.clone());
            let held = reader.calculation.hold(bytes);
            held.map_err(|error| reader.problem(part.at, error))?;
        }
        each(&mut reader, part);
        last = Some((part.at, value));
    }
    last.ok_or_else(|| reader.problem(text.len(), NotationProblem::Expected("a game")))
}
