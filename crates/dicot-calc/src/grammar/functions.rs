//! Functions: their definitions and bodies are kept as texts, which calls read again.

use dicot::notation::{NotationProblem, is_literal};

use super::comparison::comparison;
use crate::brackets::{Bracket, Brackets};
use crate::collection;
use crate::operation::Each;
use crate::operations::constant;
use crate::scope::{At, Parsed, Placed, Reader, Scope, error, expected};
use crate::value::{Function, Value};
use crate::words::{is_arrow, part_len, word};

/// How deep calls of functions may nest. A first choice: a recursion that goes deeper most likely does not end.
const MAX_CALLS: usize = 200;

/// The maximum number of functions that a function refers to, counting those that they refer to. A first choice.
const MAX_REFERENCES: usize = 200;

/// The names of parameters, in parentheses or one alone.
pub(super) fn parameters(
    mut at: usize,
    text: &str,
    parser: &Reader<'_, '_>,
) -> Parsed<Box<[Box<str>]>> {
    let mut names: Vec<Box<str>> = Vec::new();
    if text.trim().is_empty() {
        return Ok(Box::default());
    }
    for part in text.split(',') {
        let name = part.trim();
        let offset = at + (part.len() - part.trim_start().len());
        if name.is_empty() || word(name) != name {
            return expected("the name of a variable", offset, parser);
        }
        if is_literal(name) || constant(name).is_some() {
            return Err(parser.problem(offset, NotationProblem::ReservedName(name.to_owned())));
        }
        if names.iter().any(|other| **other == *name) {
            return error("two parameters have this name", offset, parser);
        }
        const MAX_PARAMETERS: usize = 20;
        if names.len() == MAX_PARAMETERS {
            let why = format!("a function has at most {MAX_PARAMETERS} parameters");
            return error(why, offset, parser);
        }
        names.push(name.into());
        at += part.len() + 1;
    }
    Ok(names.into())
}

/// Reads `f(x,y) := body`, if a statement of this kind is at the current offset.
pub(super) fn definition(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let (start, name) = (parser.at, parser.word());
    let rest = parser.rest();
    let Some(inner) = rest[name.len()..].strip_prefix('(').filter(|_| !name.is_empty()) else {
        return Ok(None);
    };
    // Parameters have no brackets, so this ends soon.
    let Some(close) = inner.find(['(', ')', '[', '{', ';', '\n']) else { return Ok(None) };
    let Some(after) = inner[close..].strip_prefix(')') else { return Ok(None) };
    let Some(body) = after.trim_start_matches(' ').strip_prefix(":=") else { return Ok(None) };
    if is_literal(name) || constant(name).is_some() {
        return Err(parser.problem(start, NotationProblem::ReservedName(name.to_owned())));
    }
    let names = parameters(start + name.len() + 1, &inner[..close], parser)?;
    parser.at = parser.text.len() - body.len();
    let function = function(Some(name), names, parser)?;
    let bytes = parser.language.define(name, function.clone());
    parser.calculation.hold(bytes).at(start, parser)?;
    Ok(Some(function))
}

/// Reads `x -> body`, if it is at the current offset.
pub(super) fn lambda(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let name = parser.word();
    if name.is_empty() || !is_arrow(&parser.rest()[name.len()..]) {
        return Ok(None);
    }
    let names = parameters(parser.at, name, parser)?;
    parser.at += name.len();
    arrow_and_body(names, parser).map(Some)
}

/// Reads `(x,y) -> body`.
pub(super) fn lambda_in_parentheses(
    bracket: Bracket,
    parser: &mut Reader<'_, '_>,
) -> Parsed<Value> {
    let names =
        parameters(bracket.open + 1, &parser.text[bracket.open + 1..bracket.close], parser)?;
    parser.at = bracket.close + 1;
    arrow_and_body(names, parser)
}

fn arrow_and_body(names: Box<[Box<str>]>, parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    parser.skip_spaces();
    parser.take(&["->"]);
    function(None, names, parser)
}

/// Reads the body of a function, up to the end of the line, the statement or the argument.
fn function(
    name: Option<&str>,
    parameters: Box<[Box<str>]>,
    parser: &mut Reader<'_, '_>,
) -> Parsed<Value> {
    let start = parser.at;
    let length = part_len(parser.rest(), &[';', ',', '\n', '\r']);
    let Some(length) = length else {
        return error("the body of this function has a bracket that is not closed", start, parser);
    };
    let body = parser.rest()[..length].trim();
    if body.is_empty() {
        return expected("the body of a function", start, parser);
    }
    parser.calculation.hold(4 * body.len()).at(start, parser)?;
    parser.at += length;
    let captured = captured(name, &parameters, body, parser.language);
    let elements = captured.iter().map(|(_, value)| value.elements().len()).sum();
    parser.calculation.count_steps(elements).at(start, parser)?;
    let references = captured.iter().map(|(_, value)| value.references()).sum::<usize>() + 1;
    if references > MAX_REFERENCES {
        let why = format!("this function refers to more than {MAX_REFERENCES} others");
        return error(why, start, parser);
    }
    let brackets = Brackets::of(body);
    let function = Function { parameters, body: body.into(), brackets, captured, references };
    parser.calculation.hold(function.own_bytes()).at(start, parser)?;
    Ok(Value::Function(function.into()))
}

/// The names in a body that are defined, and their values.
fn captured(
    name: Option<&str>,
    parameters: &[Box<str>],
    body: &str,
    scope: &Scope,
) -> Box<[(Box<str>, Value)]> {
    let mut captured: Vec<(Box<str>, Value)> = Vec::new();
    let mut rest = body;
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        rest = &rest[at..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let (whole, after) = rest.split_at(end.unwrap_or(rest.len()));
        let found = word(whole.trim_start_matches(|c: char| c.is_ascii_digit()));
        rest = after;
        if Some(found) == name || parameters.iter().any(|parameter| **parameter == *found) {
            continue;
        }
        if let Some(value) = scope.get(found)
            && !captured.iter().any(|(other, _)| **other == *found)
        {
            captured.push((found.into(), value.clone()));
        }
    }
    captured.into()
}

/// Reads the body of a function.
fn whole(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let value = comparison(parser)?;
    parser.skip_spaces();
    match parser.rest() {
        "" => Ok(value),
        _ => expected("an operator or the end of the body", parser.at, parser),
    }
}

/// Calls a function; `at` is the offset of its name.
pub(super) fn call(
    name: &str,
    function: &Function,
    at: usize,
    arguments: Vec<Value>,
    parser: &mut Reader<'_, '_>,
) -> Parsed<Value> {
    let shown: String = name.chars().take(40).collect();
    if arguments.len() != function.parameters.len() {
        let (needed, found) = (function.parameters.len(), arguments.len());
        let why = format!("`{shown}` takes {needed} arguments: there are {found} here");
        return error(why, at, parser);
    }
    if parser.language.calls == MAX_CALLS {
        return error(format!("calls of functions nest more than {MAX_CALLS} deep"), at, parser);
    }
    parser.calculation.count_steps(1).at(at, parser)?;
    let named = function.captured.iter().map(|(name, value)| (name.clone(), value.clone()));
    let given = function.parameters.iter().cloned().zip(arguments);
    let scope = &mut *parser.language;
    let before: Vec<_> = named
        .chain(given)
        .map(|(name, value)| (name.clone(), scope.bind(name, Some(value))))
        .collect();
    let brackets = scope.enter(function.brackets.clone());
    let result = parser.in_text(&function.body, whole);
    parser.language.leave(brackets);
    for (name, value) in before.into_iter().rev() {
        parser.language.bind(name, value);
    }
    result.map_err(|error| {
        let problem = match error.problem() {
            NotationProblem::Value(value) => NotationProblem::Value(*value),
            NotationProblem::Message(message) if message.starts_with("in `") => {
                NotationProblem::Message(message.clone())
            }
            _ => NotationProblem::Message(format!("in `{shown}`, {error}")),
        };
        parser.problem(at, problem)
    })
}

/// Calls a function for the elements of a list or a set.
pub(super) fn for_each(
    each: Each,
    name: &'static str,
    at: usize,
    arguments: &[Placed],
    parser: &mut Reader<'_, '_>,
) -> Parsed<Value> {
    let [(list_at, collection), (function_at, function)] = arguments else {
        return error(format!("write `list.{name}(x -> ..)`"), at, parser);
    };
    let wrong = |needed: &str, value: &Value| {
        format!("{name} takes {needed}, but this is {}", value.kind())
    };
    let Some(elements) = collection.collection() else {
        return error(wrong("a list or a set", collection), *list_at, parser);
    };
    let Value::Function(function) = function else {
        return error(wrong("a function", function), *function_at, parser);
    };
    let mut results = Vec::new();
    for element in elements {
        let value = call(name, function, at, vec![element.clone()], parser)?;
        let truth = match (each, &value) {
            (Each::Apply, _) => true,
            (_, Value::Truth(truth)) => *truth,
            _ => return error(wrong("a condition", &value), *function_at, parser),
        };
        match each {
            Each::Apply => results.push(value),
            Each::Filter if truth => results.push(element.clone()),
            Each::Exists if truth => return Ok(Value::Truth(true)),
            Each::ForAll if !truth => return Ok(Value::Truth(false)),
            _ => {}
        }
        parser.calculation.hold(2 * size_of::<Value>()).at(at, parser)?;
    }
    let result = match (each, collection) {
        (Each::Exists, _) => Ok(Value::Truth(false)),
        (Each::ForAll, _) => Ok(Value::Truth(true)),
        (Each::Filter, Value::Set(_)) => collection::set(results, parser.calculation),
        _ => collection::list(results, parser.calculation),
    };
    result.at(at, parser)
}
