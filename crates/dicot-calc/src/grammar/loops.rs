//! Loops: parts of a text that are read again for each value of a variable.

use dicot::Calculation;

use super::comparison::comparison;
use super::functions::parameters;
use crate::arithmetic;
use crate::brackets::Bracket;
use crate::collection::{MAX_ELEMENTS, too_long};
use crate::rational::Rational;
use crate::scope::{At, Parsed, Reader, error, expected};
use crate::value::{OpResult, Value};

/// A loop while it is read.
struct Loop {
    bracket: Bracket,
    rounds: usize,
    values: Vec<Value>,
}

/// Reads the content of brackets with a loop, `[x*x for x from 1 to 5 where x != 3]`, and what closes them. Returns the
/// values of its body.
pub(super) fn comprehension(bracket: Bracket, parser: &mut Reader<'_, '_>) -> Parsed<Vec<Value>> {
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
        return expected("the variable of a loop", at, parser);
    };
    parser.at += name.len();
    let values = if take_word("in", parser) {
        let of = |value: &Value| value.collection().map(|_| value.clone());
        Values::Elements(read("a list or a set", of, parser)?)
    } else {
        take_word("from", parser);
        let from = number(parser)?;
        let to = if take_word("to", parser) { Some(number(parser)?) } else { None };
        let at = parser.at;
        let by = if take_word("by", parser) { number(parser)? } else { 1.into() };
        if by == Rational::ZERO {
            return error("the step of a loop is not 0", at, parser);
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
        let value = value.at(start, parser)?;
        index += 1;
        result.rounds += 1;
        if result.rounds > MAX_ELEMENTS {
            return Err(parser.problem(start, too_long()));
        }
        parser.calculation.count_steps(1).at(start, parser)?;
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
            let needed = "`to`, `by`, `while`, `where`, `for` or the end of the loop";
            return expected(needed, parser.at, parser);
        }
    }
    Ok(())
}

/// Reads the body of a loop, which comes before its first clause.
fn body(result: &mut Loop, parser: &mut Reader<'_, '_>) -> Parsed<()> {
    parser.at = result.bracket.open + 1;
    let value = parser.nested(comparison)?;
    parser.skip_spaces();
    if Some(parser.at) != result.bracket.loop_at {
        return expected("`for` or an operator", parser.at, parser);
    }
    parser.calculation.hold(2 * size_of::<Value>()).at(parser.at, parser)?;
    result.values.push(value);
    Ok(())
}

/// Reads an expression that is a number, a condition or a collection.
fn read<T>(
    needed: &str,
    of: impl FnOnce(&Value) -> Option<T>,
    parser: &mut Reader<'_, '_>,
) -> Parsed<T> {
    parser.skip_spaces();
    let at = parser.at;
    let value = parser.nested(comparison)?;
    let Some(found) = of(&value) else {
        return error(format!("expected {needed} but this is {}", value.kind()), at, parser);
    };
    Ok(found)
}

fn number(parser: &mut Reader<'_, '_>) -> Parsed<Rational> {
    read("a number", Value::as_rational, parser)
}

fn truth(parser: &mut Reader<'_, '_>) -> Parsed<bool> {
    let of = |value: &Value| if let Value::Truth(truth) = value { Some(*truth) } else { None };
    read("a condition", of, parser)
}
