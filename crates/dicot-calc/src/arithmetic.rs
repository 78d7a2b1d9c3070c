//! Numbers as values; sums, differences, products, quotients and ordinal sums of values of any kind.

use dicot::{Calculation, CanonicalForm, Dyadic, ValueError};
use dicot_loopy::LoopyValue;
use num_bigint::BigInt;

use crate::failure::Failure;
use crate::literal::{Node, Sum};
use crate::object::Kind;
use crate::operators::Operator;
use crate::rational::{MAX_BITS, MAX_FRACTION_BITS, Rational};
use crate::value::{OpResult, Value};

/// The value of a number: a game if it is dyadic and in range. `None` is a number with too many bits.
pub(crate) fn number(x: Option<Rational>, calculation: &mut Calculation<'_>) -> OpResult {
    let x = x.ok_or_else(too_large)?;
    if let Some(dyadic) = x.to_dyadic() {
        return Ok(Value::Dyadic(dyadic));
    }
    let bytes = x.heap_bytes();
    calculation.hold(bytes)?;
    calculation.count_steps(bytes)?;
    Ok(Value::Rational(x))
}

pub(crate) fn too_large() -> Failure {
    Failure::undefined(format!(
        "integers have at most {MAX_BITS} bits, and both parts of a fraction {MAX_FRACTION_BITS}"
    ))
}

/// The value of a count: a game if it is in range.
pub(crate) fn count(n: u128) -> OpResult {
    Ok(match i64::try_from(n) {
        Ok(n) => Value::Dyadic(n.into()),
        Err(_) => Value::Rational(BigInt::from(n).into()),
    })
}

/// Applies an operator to two numbers; `None` if the result is not a number in range, or the operator has another meaning.
#[inline]
pub(crate) fn numbers(operator: Operator, x: Dyadic, y: Dyadic) -> Option<Dyadic> {
    match operator {
        Operator::Plus => x.checked_add(y),
        Operator::Minus => x.checked_sub(y),
        Operator::Times => x.checked_mul(y),
        _ => None,
    }
}

pub(crate) fn division_by_zero() -> Failure {
    Failure::undefined("a division by 0")
}

fn without_result() -> Failure {
    Failure::undefined("`inf - inf`, `0 * inf` and `inf / inf` have no value")
}

/// The quotient of two numbers, infinite if the divisor is 0; `None` if it has too many bits.
pub(crate) fn quotient(x: &Rational, y: &Rational) -> Result<Option<Rational>, Failure> {
    match x.checked_div(y) {
        None if *y == Rational::ZERO => Err(division_by_zero()),
        None if y.is_infinite() => Err(without_result()),
        quotient => Ok(quotient),
    }
}

/// Both values as loopy games, if they are games and one of them is loopy.
pub(crate) fn loopy_pair(left: &Value, right: &Value) -> Option<(LoopyValue, LoopyValue)> {
    (left.is_loopy() || right.is_loopy())
        .then(|| Some((left.to_loopy()?, right.to_loopy()?)))
        .flatten()
}

/// Applies an operator to two numbers of which one at least is not a game, or whose result is not one, to two games of which one at least is a literal or loopy,
/// or `&` to any games; `None` if it is not defined for these values.
pub(crate) fn not_forms(
    operator: Operator,
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    let result = match (left, right) {
        (Value::Rational(_), _) | (_, Value::Rational(_)) => {
            rationals(operator, left, right, calculation)
        }
        (Value::Literal(_), _) | (_, Value::Literal(_)) => {
            literals(operator, left, right, calculation)
        }
        // Out of range: `numbers` has the other results.
        _ if matches!(operator, Operator::Plus | Operator::Minus | Operator::Times)
            && left.as_dyadic().is_some()
            && right.as_dyadic().is_some() =>
        {
            rationals(operator, left, right, calculation)
        }
        _ => None,
    };
    result.or_else(|| loopy_games(operator, left, right, calculation))
}

/// The power of a number with an integer as exponent.
fn power(x: Rational, exponent: &Rational, calculation: &mut Calculation<'_>) -> OpResult {
    if !exponent.is_integer() {
        return Err(Failure::undefined("the exponent of a power of a number must be an integer"));
    }
    let n = exponent.to_integer().ok_or_else(too_large)?;
    if x == Rational::ZERO && n < 0 {
        return Err(division_by_zero());
    }
    let mut base = if n < 0 { Rational::from(1).checked_div(&x) } else { Some(x) };
    let (mut n, mut power) = (n.unsigned_abs(), Some(Rational::from(1)));
    while n > 0 && power.is_some() {
        if n % 2 == 1 {
            power = power.zip(base.as_ref()).and_then(|(power, base)| power.checked_mul(base));
        }
        n /= 2;
        base = base.filter(|_| n > 0).and_then(|base| base.checked_mul(&base));
    }
    number(power, calculation)
}

/// Applies an operator to two numbers; `None` if it is not defined for numbers, or a value is not one.
pub(crate) fn rationals(
    operator: Operator,
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    let (x, y) = (left.as_rational()?, right.as_rational()?);
    let result = match operator {
        Operator::Plus => x.checked_add(&y),
        Operator::Minus => x.checked_sub(&y),
        Operator::Times => x.checked_mul(&y),
        Operator::Over => return Some(quotient(&x, &y).and_then(|x| number(x, calculation))),
        Operator::Power => return Some(power(x, &y, calculation)),
        Operator::Ordinal | Operator::Sides => return None,
    };
    if result.is_none() && (x.is_infinite() || y.is_infinite()) {
        return Some(Err(without_result()));
    }
    Some(number(result, calculation))
}

/// A sum, a difference or an ordinal sum as it is written.
fn literals(
    operator: Operator,
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    match operator {
        Operator::Plus => sum(Sum::Disjunctive, left, right, calculation),
        Operator::Ordinal => sum(Sum::Ordinal, left, right, calculation),
        Operator::Minus => {
            let negative = right.to_node()?.negative().into();
            sum(Sum::Disjunctive, left, &negative, calculation)
        }
        _ => None,
    }
}

/// A sum of two values, as it is written; `None` if one of them is not a short game.
pub(crate) fn sum(
    sum: Sum,
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    let (g, h) = (left.to_node()?, right.to_node()?);
    Some(Node::sum(sum, g, h, calculation).map(Value::from))
}

/// Applies an operator to two games of which one at least is loopy, or `&` to any games.
fn loopy_games(
    operator: Operator,
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    let result = if let Operator::Sides = operator {
        left.to_loopy()?.with_offside(&right.to_loopy()?, calculation)
    } else {
        let (g, h) = loopy_pair(left, right)?;
        let integer = |value: &LoopyValue| value.as_short().and_then(CanonicalForm::to_integer);
        match operator {
            Operator::Plus => g.sum(&h, calculation),
            Operator::Minus => h.negative(calculation).and_then(|h| g.sum(&h, calculation)),
            Operator::Ordinal if left.is_literal() => Err(ValueError::Undefined(
                "the base of an ordinal sum of loopy games is a simplest form: write `.CanonicalForm` after the game in quotes",
            )),
            Operator::Ordinal => g.ordinal_sum(&h, calculation),
            Operator::Times => match (integer(&g), integer(&h)) {
                (Some(n), _) => h.multiple(n, calculation),
                (_, Some(n)) => g.multiple(n, calculation),
                _ => Err(ValueError::Undefined("one of the factors must be an integer")),
            },
            _ => return None,
        }
    };
    Some(result.map(Value::from).map_err(Failure::from))
}

/// The sum of two values, which must be games or numbers.
pub(crate) fn add(left: &Value, right: &Value, calculation: &mut Calculation<'_>) -> OpResult {
    if let (Some(x), Some(y)) = (left.as_dyadic(), right.as_dyadic())
        && let Some(sum) = numbers(Operator::Plus, x, y)
    {
        return Ok(Value::Dyadic(sum));
    }
    let left = &left.clone().formed(calculation)?;
    let right = &right.clone().formed(calculation)?;
    if let Some(result) = not_forms(Operator::Plus, left, right, calculation) {
        return result;
    }
    let game = |value: &'_ Value| {
        let why = || format!("expected a game to add but this is {}", value.kind());
        value.as_game().cloned().ok_or_else(|| Failure::undefined(why()))
    };
    let (g, h) = (game(left)?, game(right)?);
    Ok(Value::Game(calculation.sum(&g, &h)?))
}

/// The sum or the difference of coordinates, or their product with an integer; `None` if there are none.
pub(crate) fn coordinates(operator: Operator, left: &Value, right: &Value) -> Option<OpResult> {
    let integer = |value: &Value| value.as_dyadic().and_then(Dyadic::to_integer);
    let (result, [a, b]) = match (operator, left.coordinates(), right.coordinates()) {
        (_, None, None) => return None,
        (Operator::Plus, Some(a), Some(b)) => {
            (i64::checked_add as fn(i64, i64) -> Option<i64>, [a, b])
        }
        (Operator::Minus, Some(a), Some(b)) => (i64::checked_sub as _, [a, b]),
        (Operator::Times, a, b) => match (a.or(b), integer(left).or(integer(right))) {
            (Some(a), Some(n)) => (i64::checked_mul as _, [a, [n, n]]),
            _ => return Some(Err(Failure::undefined("coordinates are multiplied by an integer"))),
        },
        _ => {
            let why = "coordinates are added to coordinates, or multiplied by an integer";
            return Some(Err(Failure::undefined(why)));
        }
    };
    Some(match (result(a[0], b[0]), result(a[1], b[1])) {
        (Some(row), Some(column)) => Ok(Kind::Coordinates([row, column]).into()),
        _ => Err(Failure::undefined("coordinates are between -2^63 and 2^63")),
    })
}
