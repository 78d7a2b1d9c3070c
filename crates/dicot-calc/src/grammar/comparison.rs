//! Reads expressions with a relation between them.

use dicot::notation::Language;

use crate::arithmetic;
use crate::operators::Relation;
use crate::scope::{Parsed, Reader, Scope};
use crate::value::Value;

/// Parses an expression, or two with a relation between them; the value of a relation is whether it holds.
pub(super) fn comparison(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    parser.skip_spaces();
    let left_at = parser.at;
    let left = Scope::expression(parser)?;
    parser.skip_gap();
    let Some(relation) = Relation::at(parser.rest()) else { return Ok(left) };
    let at = parser.at;
    parser.take(&[relation.text]);
    parser.skip_spaces();
    let right_at = parser.at;
    let right = Scope::expression(parser)?;
    if let Some(equal) = relation.equality() {
        let same = match (left.as_game(), right.as_game()) {
            (Some(g), Some(h)) => g == h,
            _ => left == right,
        };
        return Ok(Value::Truth(same == equal));
    }
    if let (Some(x), Some(y)) = (left.as_rational(), right.as_rational()) {
        return Ok(Value::Truth(relation.holds(Some(x.cmp(&y)))));
    }
    if let Some((g, h)) = arithmetic::loopy_pair(&left, &right) {
        let order = g.compare(&h, parser.calculation).map_err(|e| parser.problem(at, e))?;
        return Ok(Value::Truth(relation.holds(order)));
    }
    let (g, h) = (parser.game(&left, left_at)?, parser.game(&right, right_at)?);
    let order = parser.calculation.compare(g, h).map_err(|e| parser.problem(at, e))?;
    Ok(Value::Truth(relation.holds(order)))
}
