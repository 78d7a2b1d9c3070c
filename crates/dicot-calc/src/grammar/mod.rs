//! The grammar of the calculator, on top of the notation of values: operators, comparisons, lists, functions and
//! methods.

use dicot::notation::{Language, NotationProblem, is_literal};
use dicot::{CanonicalForm, ParseFormError};

mod comparison;
mod functions;
mod literals;
mod loops;
mod loopy;

use crate::arithmetic;
use crate::brackets::Bracket;
use crate::collection;
use crate::failure::Failure;
use crate::operation::Operation;
use crate::operations::{close_to, constant};
use crate::operators::{Operator, Precedence};
use crate::rational::Rational;
use crate::scope::{At, Parsed, Placed, Reader, Scope, error, expected};
use crate::value::Value;
use crate::words::{is_arrow, is_keyword, is_loopy_name};
use comparison::comparison;

impl Language for Scope {
    type Item = Value;

    fn game(value: &Value) -> Result<&CanonicalForm, &'static str> {
        value.as_game().ok_or(value.kind())
    }

    fn options(value: &Value) -> &[Value] {
        value.elements()
    }

    fn get(&self, name: &str) -> Option<&Value> {
        Scope::get(self, name)
    }

    fn define(&mut self, name: &str, value: Value) -> usize {
        Scope::define(self, name, value)
    }

    fn bytes(&self) -> usize {
        Scope::bytes(self)
    }

    fn is_reserved(name: &str) -> bool {
        constant(name).is_some() || is_loopy_name(name)
    }

    fn is_operation(word: &str) -> bool {
        Operation::find(word).is_some()
    }

    fn statement(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
        if parser.at_statement()
            && let Some(function) = functions::definition(parser)?
        {
            return Ok(function);
        }
        comparison(parser)
    }

    fn expression(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
        joined(Precedence::Expression, parser)
    }

    fn operand(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
        match parser.rest().as_bytes() {
            [b'[', ..] => list(parser),
            [b'\'', ..] => literals::literal(parser),
            _ => name(parser),
        }
    }

    fn bracketed(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
        let Some(bracket) = parser.language.bracket(parser.at) else {
            return loopy::operand(parser);
        };
        if parser.text[bracket.close..].starts_with('}') {
            return braces(bracket, parser).map(Some);
        }
        match is_arrow(&parser.text[bracket.close + 1..]) {
            true => functions::lambda_in_parentheses(bracket, parser).map(Some),
            false => Ok(None),
        }
    }

    fn fraction(numerator: i64, denominator: i64) -> Option<Value> {
        Rational::new(numerator.into(), denominator.into()).map(Value::Rational)
    }

    fn large_integer(n: u64) -> Option<Value> {
        Some(Value::Number(n.into()))
    }

    fn negative(parser: &mut Reader<'_, '_>, value: &Value) -> Parsed<Option<Value>> {
        Ok(match value {
            Value::Rational(x) => Rational::ZERO.checked_sub(*x).map(Value::Rational),
            Value::Literal(literal) => Some(Value::Literal(literal.negative().into())),
            value if value.is_loopy() => {
                let value = value.to_loopy().expect("a loopy game");
                let negative = value.negative(parser.calculation);
                Some(negative.at(parser.at, parser)?.into())
            }
            _ => None,
        })
    }

    fn switch(parser: &mut Reader<'_, '_>, left: &[Value]) -> Parsed<Option<Value>> {
        loopy::switch(left, parser.calculation).at(parser.at, parser)
    }

    fn suffix(parser: &mut Reader<'_, '_>, start: usize, operand: Value) -> Parsed<Value> {
        methods(parser, start, operand)
    }
}

/// Parses signed operands joined by operators that bind more closely than this, from the left (precedence climbing).
fn joined(outer: Precedence, parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    parser.skip_spaces();
    let start = parser.at;
    let mut left = parser.signed()?;
    let attached_at = parser.at;
    if let Some(more) = loopy::attached(parser)? {
        let more = (attached_at, more);
        left = combine(Operator::Plus, attached_at, (start, left), more, parser)?;
        left = methods(parser, start, left)?;
    }
    loop {
        parser.skip_gap();
        let at = parser.at;
        let Some(infix) = take_infix(outer, parser)? else { return Ok(left) };
        parser.skip_spaces();
        let right_at = parser.at;
        left = match infix {
            Infix::Operator(operator) => {
                let right = joined(operator.precedence(), parser)?;
                combine(operator, at, (start, left), (right_at, right), parser)?
            }
            Infix::Operation(operation) => {
                let right = joined(Precedence::Named, parser)?;
                apply(operation, at, &[(start, left), (right_at, right)], parser)?
            }
        };
    }
}

/// What joins two operands.
enum Infix {
    Operator(Operator),
    /// An operation with two arguments, by its name.
    Operation(&'static Operation),
}

/// Takes an operator that binds more closely than this, or the name of an operation.
fn take_infix(outer: Precedence, parser: &mut Reader<'_, '_>) -> Parsed<Option<Infix>> {
    let (operator, text) = match parser.rest().as_bytes() {
        [b'&', ..] => (Operator::Sides, "&"),
        [b'*', ..] => (Operator::Times, "*"),
        [b'/', ..] => (Operator::Over, "/"),
        [b'.', b'.', ..] => (Operator::Range, ".."),
        [b':', b'=', ..] => return Ok(None),
        [b':', ..] => (Operator::Ordinal, ":"),
        // Plus and minus in ASCII, and the first bytes of `±` and `−`.
        [b'+' | b'-' | 0xc2 | 0xe2, ..] if outer < Precedence::Sum => {
            let sign = parser.take_plus_or_minus()?;
            let operator = |minus| if minus { Operator::Minus } else { Operator::Plus };
            return Ok(sign.map(operator).map(Infix::Operator));
        }
        [c, ..] if c.is_ascii_alphabetic() && outer < Precedence::Named => {
            return Ok(take_operation(parser)?.map(Infix::Operation));
        }
        _ => return Ok(None),
    };
    let binds = operator.precedence() > outer && parser.take(&[text]);
    Ok(binds.then_some(Infix::Operator(operator)))
}

/// Takes the name of an operation that is written between its two arguments.
fn take_operation(parser: &mut Reader<'_, '_>) -> Parsed<Option<&'static Operation>> {
    let word = parser.word();
    if word.is_empty() || is_literal(word) || is_keyword(word) {
        return Ok(None);
    }
    match Operation::find(word) {
        Some(operation) if operation.is_infix() => {
            parser.take(&[word]);
            Ok(Some(operation))
        }
        Some(_) => Ok(None),
        // A word after a space is most likely a misspelled operation.
        None if parser.text[..parser.at].ends_with(char::is_whitespace) => {
            match close_to(word, std::iter::empty()) {
                Some(close) => Err(unknown(word, Some(close), parser)),
                None => Ok(None),
            }
        }
        None => Ok(None),
    }
}

fn unknown(name: &str, suggestion: Option<String>, parser: &Reader<'_, '_>) -> ParseFormError {
    let name = name.to_owned();
    parser.problem(parser.at, NotationProblem::UnknownName { name, suggestion })
}

/// Applies the operator at an offset to two values.
fn combine(
    operator: Operator,
    at: usize,
    left: Placed,
    right: Placed,
    parser: &mut Reader<'_, '_>,
) -> Parsed<Value> {
    let ((left_at, left), (right_at, right)) = (left, right);
    if let Operator::Range = operator {
        let range = collection::range(&left, &right, parser.calculation);
        return range.at(at, parser);
    }
    if let Some(result) = arithmetic::not_forms(operator, &left, &right, parser.calculation) {
        return result.at(at, parser);
    }
    let (g, h) = (parser.game(&left, left_at)?, parser.game(&right, right_at)?);
    let calculation = &mut *parser.calculation;
    let result = match operator {
        Operator::Plus => calculation.sum(g, h),
        Operator::Minus => calculation.sum(g, &-h),
        Operator::Ordinal => calculation.ordinal_sum(g, h),
        Operator::Times => match (g.to_integer(), h.to_integer(), g.to_number(), h.to_number()) {
            (Some(n), ..) => calculation.multiple(h, n),
            (_, Some(n), ..) => calculation.multiple(g, n),
            (.., Some(x), Some(y)) => arithmetic::game(x.checked_mul(y), calculation),
            _ => return Err(parser.problem(at, NotationProblem::ProductOfGames)),
        },
        Operator::Over | Operator::Range | Operator::Sides => {
            let number = |g: &CanonicalForm, at| match g.to_number() {
                Some(x) => Ok(Rational::from(x)),
                None => error("expected a number to divide but this is a game", at, parser),
            };
            let (x, y) = (number(g, left_at)?, number(h, right_at)?);
            if y == Rational::ZERO {
                return Err(parser.problem(right_at, NotationProblem::NotDyadic));
            }
            return arithmetic::number(x.checked_div(y), parser.calculation).at(at, parser);
        }
    };
    result.map(Value::Game).at(at, parser)
}

/// Parses a list, `[a,b]` or `[x*x for x from 1 to 5]`.
fn list(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let start = parser.at;
    let items = elements("]", parser)?;
    collection::list(items, parser.calculation).at(start, parser)
}

/// Parses a set, `{a,b}`.
fn braces(bracket: Bracket, parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let items = parser.nested(|parser| elements("}", parser))?;
    collection::set(items, parser.calculation).at(bracket.open, parser)
}

/// Parses the elements of a list or a set: expressions, or the values of a loop.
fn elements(close: &str, parser: &mut Reader<'_, '_>) -> Parsed<Vec<Value>> {
    Ok(match parser.language.bracket(parser.at).filter(|bracket| bracket.loop_at.is_some()) {
        Some(bracket) => loops::comprehension(bracket, parser)?,
        None => parser.list(close)?.into_iter().map(|(_, value)| value).collect(),
    })
}

/// Parses the arguments in parentheses. The values of a loop are one list.
fn arguments(parser: &mut Reader<'_, '_>) -> Parsed<Vec<Placed>> {
    let start = parser.at;
    match parser.language.bracket(start).filter(|bracket| bracket.loop_at.is_some()) {
        None => parser.nested(|parser| parser.list(")")),
        Some(bracket) => {
            let items = parser.nested(|parser| loops::comprehension(bracket, parser))?;
            let list = collection::list(items, parser.calculation);
            let list = list.at(start, parser)?;
            Ok(vec![(start, list)])
        }
    }
}

/// Parses a defined name, a constant, or a function with its arguments.
fn name(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    if let Some(function) = functions::lambda(parser)? {
        return Ok(function);
    }
    let (at, name) = (parser.at, parser.word());
    let operation = Operation::find(name);
    let calls = parser.rest()[name.len()..].trim_start().starts_with('(');
    if let (Some(Value::Function(function)), true) = (parser.language.get(name), calls) {
        let function = function.clone();
        parser.take(&[name]);
        parser.skip_spaces();
        let values = arguments(parser)?.into_iter().map(|(_, value)| value).collect();
        return functions::call(name, &function, at, values, parser);
    }
    if let (Some(operation), true) = (operation, calls) {
        parser.take(&[name]);
        parser.skip_spaces();
        let arguments = arguments(parser)?;
        return apply(operation, at, &arguments, parser);
    }
    if let Some(value) = loopy::named(name, parser)? {
        return Ok(value);
    }
    if let Some(value) = parser.language.get(name).cloned().or_else(|| constant(name)) {
        parser.take(&[name]);
        return Ok(value);
    }
    match operation {
        Some(operation) => Err(parser.problem(at, wrong_count(operation, 0))),
        None => {
            let suggestion = close_to(name, parser.language.names());
            Err(unknown(name, suggestion, parser))
        }
    }
}

/// Parses the methods and the indices of lists that directly follow an operand.
fn methods(parser: &mut Reader<'_, '_>, start: usize, mut value: Value) -> Parsed<Value> {
    loop {
        let method = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
        if parser.rest().strip_prefix('.').is_some_and(method) {
            parser.take(&["."]);
            let (at, name) = (parser.at, parser.word());
            if is_loopy_name(name) && value.as_game().is_some_and(|g| g.to_integer().is_some()) {
                let factor = Scope::operand(parser)?;
                value = combine(Operator::Times, at, (start, value), (at, factor), parser)?;
                continue;
            }
            let operation = Operation::find(name)
                .ok_or_else(|| unknown(name, close_to(name, std::iter::empty()), parser))?;
            parser.take(&[name]);
            let mut all = vec![(start, value)];
            if parser.rest().starts_with('(') {
                all.extend(arguments(parser)?);
            }
            value = apply(operation, at, &all, parser)?;
        } else if parser.rest().starts_with("..") {
            return Ok(value);
        } else if parser.take(&["."]) {
            return expected("the name of an operation", parser.at, parser);
        } else if let (Value::List(values), true) = (&value, parser.rest().starts_with('[')) {
            let element = parser.nested(|parser| index(values, parser))?;
            value = element;
        } else {
            return Ok(value);
        }
    }
}

/// Parses the index `[n]` after a list, and returns the element with this number, from 1.
fn index(values: &[Value], parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let start = parser.at;
    let items = parser.list("]")?;
    let [(at, index)] = &items[..] else {
        return expected("one index", start, parser);
    };
    let index = parser.game(index, *at)?.to_integer();
    let value = index.and_then(|n| values.get(usize::try_from(n).ok()?.checked_sub(1)?));
    value.cloned().ok_or_else(|| collection::no_element(values.len())).at(*at, parser)
}

/// Applies an operation; `at` is the offset of its name.
fn apply(
    operation: &'static Operation,
    at: usize,
    arguments: &[Placed],
    parser: &mut Reader<'_, '_>,
) -> Parsed<Value> {
    parser.hold(size_of_val(arguments)).map_err(|e| parser.problem(at, e.problem().clone()))?;
    if let Some(each) = operation.each() {
        return functions::for_each(each, operation.name(), at, arguments, parser);
    }
    let values: Vec<&Value> = arguments.iter().map(|(_, value)| value).collect();
    operation.run(&values, parser.calculation).map_err(|failure| match failure {
        Failure::WrongCount => parser.problem(at, wrong_count(operation, arguments.len())),
        Failure::WrongKind { index, name, needed } => {
            let (at, value) = &arguments[index];
            let (operation, found) = (operation.name(), value.kind());
            let message = format!("`{name}` of {operation} must be {needed}, but this is {found}");
            parser.problem(*at, NotationProblem::Message(message))
        }
        failure => parser.problem(at, failure),
    })
}

fn wrong_count(operation: &Operation, found: usize) -> NotationProblem {
    let usage = operation.usage();
    let message = format!("write `{usage}`: there are {found} arguments here, counting the game");
    NotationProblem::Message(message)
}
