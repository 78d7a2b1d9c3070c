//! Sums, differences, products and quotients of values that are not all games.

use dicot::{Calculation, CanonicalForm};

use crate::literal::{self, Sum};
use crate::loopy;
use crate::operation::{Failure, OpResult};
use crate::operators::Operator;
use crate::rational::Rational;
use crate::value::Value;

/// The value of a number: a game if it is dyadic.
pub(crate) fn number(x: Option<Rational>, calculation: &mut Calculation<'_>) -> OpResult {
    let x = x.ok_or(dicot::ValueError::Overflow)?;
    Ok(match x.to_dyadic() {
        Some(dyadic) => Value::Game(crate::operation::number(Some(dyadic), calculation)?),
        None if x.denominator().count_ones() == 1 => return Err(dicot::ValueError::Overflow.into()),
        None => Value::Rational(x),
    })
}

/// Applies an operator to two numbers, of which one at least is not a game, or to two games, of which one at least is a
/// literal; `None` if these values are others.
pub(crate) fn not_games(
    operator: Operator,
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    match (left, right) {
        (Value::Rational(_), _) | (_, Value::Rational(_)) => {}
        (Value::Literal(_), _) | (_, Value::Literal(_)) => {
            return literals(operator, left, right, calculation);
        }
        _ => return None,
    }
    let (x, y) = (left.as_rational()?, right.as_rational()?);
    let result = match operator {
        Operator::Plus => x.checked_add(y),
        Operator::Minus => x.checked_sub(y),
        Operator::Times => x.checked_mul(y),
        Operator::Over if y == Rational::ZERO => {
            return Some(Err(crate::operation::division_by_zero()));
        }
        Operator::Over => x.checked_div(y),
        Operator::Ordinal | Operator::Range | Operator::Sides | Operator::Named(_) => return None,
    };
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
        Operator::Plus => literal::sum(Sum::Disjunctive, left, right, calculation),
        Operator::Ordinal => literal::sum(Sum::Ordinal, left, right, calculation),
        Operator::Minus => {
            let negative = match right {
                Value::Literal(literal) => Value::Literal(literal.negative().into()),
                right => Value::Game(right.as_game().map(|g| -g)?),
            };
            literal::sum(Sum::Disjunctive, left, &negative, calculation)
        }
        Operator::Times
        | Operator::Over
        | Operator::Range
        | Operator::Sides
        | Operator::Named(_) => None,
    }
}

/// The sum of two values, which must be games or numbers.
pub(crate) fn add(left: &Value, right: &Value, calculation: &mut Calculation<'_>) -> OpResult {
    if let Some(result) = not_games(Operator::Plus, left, right, calculation) {
        return result;
    }
    if let Some(result) = loopy::combined(Operator::Plus, left, right, calculation) {
        return result;
    }
    let game = |value: &'_ Value| -> Result<CanonicalForm, Failure> {
        value.as_game().cloned().ok_or_else(|| {
            Failure::Undefined(format!("expected a game to add but this is {}", value.kind()))
        })
    };
    let (g, h) = (game(left)?, game(right)?);
    Ok(Value::Game(calculation.sum(&g, &h)?))
}
