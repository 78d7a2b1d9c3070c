//! Functions and loops: parts of a text that are read again for each value of their variables.

use std::fmt;

use dicot::Calculation;
use dicot::notation::{NotationProblem, is_literal};

use crate::arithmetic;
use crate::brackets::{Bracket, Brackets, is_arrow, part_len, word};
use crate::collection::{self, MAX_ELEMENTS};
use crate::grammar::{self, Parsed, Placed, Reader, problem};
use crate::operation::{OpResult, constant};
use crate::rational::Rational;
use crate::scope::Scope;
use crate::value::Value;

/// How deep calls of functions may nest. A first choice: a recursion that goes deeper most likely does not end.
const MAX_CALLS: usize = 200;

/// The maximum number of functions that a function refers to, counting those that they refer to. A first choice.
const MAX_REFERENCES: usize = 200;

/// A function of one expression: `x -> x + 1`.
///
/// Names that were defined when the function was keep their values in it; others are looked up when it is called.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_calc::{Value, Worksheet};
/// let mut sheet = Worksheet::new();
/// let value = sheet.evaluate("f(x,y) := x + 2*y", &Limits::default())?;
/// let Value::Function(f) = &value else { panic!("not a function") };
/// assert_eq!((f.parameters().len(), f.body()), (2, "x + 2*y"));
/// assert_eq!(value.to_string(), "(x,y) -> x + 2*y");
/// assert_eq!(sheet.evaluate("f(^,*)", &Limits::default())?.to_string(), "^");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Function {
    parameters: Box<[Box<str>]>,
    body: Box<str>,
    brackets: Brackets,
    /// Names in the body and their values where the function was defined.
    captured: Box<[(Box<str>, Value)]>,
    /// The number of functions among the captured values, and those that these refer to.
    references: usize,
}

/// Functions are equal if their texts and the values of the names in them are.
impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        (&self.parameters, &self.body, &self.captured)
            == (&other.parameters, &other.body, &other.captured)
    }
}

impl Function {
    /// The names of the parameters.
    pub fn parameters(&self) -> &[Box<str>] {
        &self.parameters
    }

    /// The expression, as it was written.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The memory of the function in bytes, approximately, without the captured values.
    fn own_bytes(&self) -> usize {
        let names = self.captured.iter().map(|(name, _)| name).chain(&self.parameters);
        size_of::<Function>()
            + self.body.len()
            + self.brackets.bytes()
            + size_of_val(&*self.captured)
            + names.map(|name| 16 + name.len()).sum::<usize>()
    }

    /// The memory of the function in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        self.own_bytes() + self.captured.iter().map(|(_, value)| value.heap_bytes()).sum::<usize>()
    }

    /// Replaces the captured values.
    pub(crate) fn map(&self, mut value: impl FnMut(&Value) -> Value) -> Function {
        let captured = self.captured.iter().map(|(name, old)| (name.clone(), value(old))).collect();
        Function { captured, ..self.clone() }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.parameters {
            [parameter] => write!(f, "{parameter} -> {}", self.body),
            parameters => write!(f, "({}) -> {}", parameters.join(","), self.body),
        }
    }
}

/// The names of parameters, in parentheses or one alone.
fn parameters(at: usize, text: &str, parser: &Reader<'_, '_>) -> Parsed<Box<[Box<str>]>> {
    let mut names: Vec<Box<str>> = Vec::new();
    let mut at = at;
    if text.trim().is_empty() {
        return Ok(Box::default());
    }
    for part in text.split(',') {
        let name = part.trim();
        let offset = at + (part.len() - part.trim_start().len());
        if name.is_empty() || word(name) != name {
            return Err(parser.problem(offset, NotationProblem::Expected("the name of a variable")));
        }
        if is_literal(name) || constant(name).is_some() {
            return Err(parser.problem(offset, NotationProblem::ReservedName(name.to_owned())));
        }
        if names.iter().any(|other| **other == *name) {
            let message = "two parameters have this name".to_owned();
            return Err(parser.problem(offset, NotationProblem::Message(message)));
        }
        const MAX_PARAMETERS: usize = 20;
        if names.len() == MAX_PARAMETERS {
            let message = format!("a function has at most {MAX_PARAMETERS} parameters");
            return Err(parser.problem(offset, NotationProblem::Message(message)));
        }
        names.push(name.into());
        at += part.len() + 1;
    }
    Ok(names.into())
}

/// Reads `f(x,y) := body`, if a statement of this kind is at the current offset.
pub(crate) fn definition(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
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
    parser.calculation.hold(bytes).map_err(|e| parser.problem(start, e))?;
    Ok(Some(function))
}

/// Reads `x -> body`, if it is at the current offset.
pub(crate) fn lambda(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let name = parser.word();
    if name.is_empty() || !is_arrow(&parser.rest()[name.len()..]) {
        return Ok(None);
    }
    let names = parameters(parser.at, name, parser)?;
    parser.at += name.len();
    arrow_and_body(names, parser).map(Some)
}

/// Reads `(x,y) -> body`.
pub(crate) fn lambda_in_parentheses(
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
        let message = "the body of this function has a bracket that is not closed".to_owned();
        return Err(parser.problem(start, NotationProblem::Message(message)));
    };
    let body = parser.rest()[..length].trim();
    if body.is_empty() {
        return Err(parser.problem(start, NotationProblem::Expected("the body of a function")));
    }
    parser.calculation.hold(4 * body.len()).map_err(|e| parser.problem(start, e))?;
    parser.at += length;
    let captured = captured(name, &parameters, body, parser.language);
    let elements = captured.iter().map(|(_, value)| value.elements().len()).sum();
    parser.calculation.count_steps(elements).map_err(|e| parser.problem(start, e))?;
    let references = captured.iter().map(|(_, value)| value.references()).sum::<usize>() + 1;
    if references > MAX_REFERENCES {
        let message = format!("this function refers to more than {MAX_REFERENCES} others");
        return Err(parser.problem(start, NotationProblem::Message(message)));
    }
    let brackets = Brackets::of(body);
    let function = Function { parameters, body: body.into(), brackets, captured, references };
    parser.calculation.hold(function.own_bytes()).map_err(|e| parser.problem(start, e))?;
    Ok(Value::Function(function.into()))
}

impl Value {
    /// The number of functions that the value refers to.
    fn references(&self) -> usize {
        match self {
            Value::Function(function) => function.references,
            value => {
                value.collection().map_or(0, |values| values.iter().map(Value::references).sum())
            }
        }
    }
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

/// Calls a function; `at` is the offset of its name.
pub(crate) fn call(
    name: &str,
    function: &Function,
    at: usize,
    arguments: Vec<Value>,
    parser: &mut Reader<'_, '_>,
) -> Parsed<Value> {
    let shown: String = name.chars().take(40).collect();
    if arguments.len() != function.parameters.len() {
        let (needed, found) = (function.parameters.len(), arguments.len());
        let message = format!("`{shown}` takes {needed} arguments: there are {found} here");
        return Err(parser.problem(at, NotationProblem::Message(message)));
    }
    if parser.language.calls == MAX_CALLS {
        let message = format!("calls of functions nest more than {MAX_CALLS} deep");
        return Err(parser.problem(at, NotationProblem::Message(message)));
    }
    parser.calculation.count_steps(1).map_err(|e| parser.problem(at, e))?;
    let named = function.captured.iter().map(|(name, value)| (name.clone(), value.clone()));
    let given = function.parameters.iter().cloned().zip(arguments);
    let scope = &mut *parser.language;
    let before: Vec<_> = named
        .chain(given)
        .map(|(name, value)| (name.clone(), scope.bind(name, Some(value))))
        .collect();
    let brackets = scope.enter(function.brackets.clone());
    let result = parser.in_text(&function.body, grammar::whole);
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

/// A loop while it is read.
struct Loop {
    bracket: Bracket,
    rounds: usize,
    values: Vec<Value>,
}

/// Reads the content of brackets with a loop, `[x*x for x from 1 to 5 where x != 3]`, and what closes them. Returns the
/// values of its body.
pub(crate) fn comprehension(bracket: Bracket, parser: &mut Reader<'_, '_>) -> Parsed<Vec<Value>> {
    let mut result = Loop { bracket, rounds: 0, values: Vec::new() };
    let Some(loop_at) = bracket.loop_at else { return Ok(result.values) };
    parser.at = loop_at;
    parser.in_brackets(|parser| clause(&mut result, parser))?;
    parser.at = bracket.close + 1;
    Ok(result.values)
}

/// The values of a loop's variable.
enum Values {
    /// From a number, to another one if there is one, by steps.
    Numbers(Rational, Option<Rational>, Rational),
    Elements(Value),
}

impl Values {
    /// The value with an index.
    fn get(&self, index: usize, calculation: &mut Calculation<'_>) -> Option<OpResult> {
        match self {
            Values::Elements(value) => value.elements().get(index).cloned().map(Ok),
            &Values::Numbers(from, to, step) => {
                let index = Rational::from(i64::try_from(index).ok()?);
                let x = step.checked_mul(index).and_then(|part| from.checked_add(part));
                let past = |x: Rational| match to {
                    Some(to) if step < Rational::ZERO => x < to,
                    Some(to) => x > to,
                    None => false,
                };
                match x {
                    Some(x) if past(x) => None,
                    x => Some(arithmetic::number(x, calculation)),
                }
            }
        }
    }
}

/// Takes a keyword of loops.
fn take_word(keyword: &str, parser: &mut Reader<'_, '_>) -> bool {
    parser.skip_spaces();
    parser.word() == keyword && parser.take(&[keyword])
}

/// Reads `for x from a to b by c while p where q`, and the clauses within it for each of its values.
fn clause(result: &mut Loop, parser: &mut Reader<'_, '_>) -> Parsed<()> {
    take_word("for", parser);
    parser.skip_spaces();
    let (at, name) = (parser.at, parser.word());
    let names = parameters(at, name, parser)?;
    let [name] = &*names else {
        return Err(parser.problem(at, NotationProblem::Expected("the variable of a loop")));
    };
    parser.at += name.len();
    let values = if take_word("in", parser) {
        parser.skip_spaces();
        let at = parser.at;
        let value = parser.nested(grammar::comparison)?;
        if value.collection().is_none() {
            let message = format!("expected a list or a set but this is {}", value.kind());
            return Err(parser.problem(at, NotationProblem::Message(message)));
        }
        Values::Elements(value)
    } else {
        take_word("from", parser);
        let from = number(parser)?;
        let to = if take_word("to", parser) { Some(number(parser)?) } else { None };
        let at = parser.at;
        let by = if take_word("by", parser) { number(parser)? } else { 1.into() };
        if by == Rational::ZERO {
            let message = "the step of a loop is not 0".to_owned();
            return Err(parser.problem(at, NotationProblem::Message(message)));
        }
        Values::Numbers(from, to, by)
    };
    let before = parser.language.bind(name.clone(), None);
    let ended = rounds(&values, name, result, parser);
    parser.language.bind(name.clone(), before);
    ended
}

/// Reads what follows the values of a loop's variable, once for each of them.
fn rounds(
    values: &Values,
    name: &str,
    result: &mut Loop,
    parser: &mut Reader<'_, '_>,
) -> Parsed<()> {
    let start = parser.at;
    let mut index = 0;
    while let Some(value) = values.get(index, parser.calculation) {
        let value = value.map_err(|failure| parser.problem(start, problem(failure)))?;
        index += 1;
        result.rounds += 1;
        if result.rounds > MAX_ELEMENTS {
            return Err(parser.problem(start, problem(collection::too_long())));
        }
        parser.calculation.count_steps(1).map_err(|e| parser.problem(start, e))?;
        parser.language.bind(name.into(), Some(value));
        parser.at = start;
        if take_word("while", parser) && !truth(parser)? {
            return Ok(());
        }
        if take_word("where", parser) && !truth(parser)? {
            continue;
        }
        parser.skip_spaces();
        if parser.word() == "for" {
            parser.nested(|parser| clause(result, parser))?;
        } else if parser.at == result.bracket.close {
            body(result, parser)?;
        } else {
            let expected = "`to`, `by`, `while`, `where`, `for` or the end of the loop";
            return Err(parser.problem(parser.at, NotationProblem::Expected(expected)));
        }
    }
    Ok(())
}

/// Reads the body of a loop, which comes before its first clause.
fn body(result: &mut Loop, parser: &mut Reader<'_, '_>) -> Parsed<()> {
    parser.at = result.bracket.open + 1;
    let value = parser.nested(grammar::comparison)?;
    parser.skip_spaces();
    if Some(parser.at) != result.bracket.loop_at {
        return Err(parser.problem(parser.at, NotationProblem::Expected("`for` or an operator")));
    }
    parser.calculation.hold(2 * size_of::<Value>()).map_err(|e| parser.problem(parser.at, e))?;
    result.values.push(value);
    Ok(())
}

/// Reads a number.
fn number(parser: &mut Reader<'_, '_>) -> Parsed<Rational> {
    parser.skip_spaces();
    let at = parser.at;
    let value = parser.nested(grammar::comparison)?;
    value.as_rational().ok_or_else(|| {
        let message = format!("expected a number but this is {}", value.kind());
        parser.problem(at, NotationProblem::Message(message))
    })
}

/// Reads a condition.
fn truth(parser: &mut Reader<'_, '_>) -> Parsed<bool> {
    parser.skip_spaces();
    let at = parser.at;
    match parser.nested(grammar::comparison)? {
        Value::Truth(truth) => Ok(truth),
        value => {
            let message = format!("expected a condition but this is {}", value.kind());
            Err(parser.problem(at, NotationProblem::Message(message)))
        }
    }
}

/// Whether a word separates the parts of a loop, so that it is not an operation between two operands.
pub(crate) fn is_keyword(word: &str) -> bool {
    matches!(word, "for" | "from" | "to" | "by" | "in" | "while" | "where")
}

/// What an operation does with a function of each element.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Each {
    /// The list of the results.
    Apply,
    /// The elements for which the function is true.
    Filter,
    /// Whether the function is true for some element.
    Exists,
    /// Whether the function is true for all elements.
    ForAll,
}

/// Calls a function for the elements of a list or a set.
pub(crate) fn for_each(
    each: Each,
    name: &'static str,
    at: usize,
    arguments: &[Placed],
    parser: &mut Reader<'_, '_>,
) -> Parsed<Value> {
    let [(list_at, collection), (function_at, function)] = arguments else {
        let message = format!("write `list.{name}(x -> ..)`");
        return Err(parser.problem(at, NotationProblem::Message(message)));
    };
    let wrong = |needed: &str, value: &Value| {
        NotationProblem::Message(format!("{name} takes {needed}, but this is {}", value.kind()))
    };
    let Some(elements) = collection.collection() else {
        return Err(parser.problem(*list_at, wrong("a list or a set", collection)));
    };
    let Value::Function(function) = function else {
        return Err(parser.problem(*function_at, wrong("a function", function)));
    };
    let mut results = Vec::new();
    for element in elements {
        let value = call(name, function, at, vec![element.clone()], parser)?;
        let truth = match (each, &value) {
            (Each::Apply, _) => true,
            (_, Value::Truth(truth)) => *truth,
            _ => return Err(parser.problem(*function_at, wrong("a condition", &value))),
        };
        match each {
            Each::Apply => results.push(value),
            Each::Filter if truth => results.push(element.clone()),
            Each::Exists if truth => return Ok(Value::Truth(true)),
            Each::ForAll if !truth => return Ok(Value::Truth(false)),
            _ => {}
        }
        let held = parser.calculation.hold(2 * size_of::<Value>());
        held.map_err(|e| parser.problem(at, e))?;
    }
    let result = match (each, collection) {
        (Each::Exists, _) => Ok(Value::Truth(false)),
        (Each::ForAll, _) => Ok(Value::Truth(true)),
        (Each::Filter, Value::Set(_)) => collection::set(results, parser.calculation),
        _ => collection::list(results, parser.calculation),
    };
    result.map_err(|failure| parser.problem(at, problem(failure)))
}
