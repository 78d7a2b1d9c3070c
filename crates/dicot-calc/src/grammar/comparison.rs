//! Reads expressions with a relation between them.

use std::cmp::Ordering;

use dicot::notation::Language;

use crate::arithmetic;
use crate::scope::{At, Parsed, Reader, Scope};
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
        let order = g.compare(&h, parser.calculation).at(at, parser)?;
        return Ok(Value::Truth(relation.holds(order)));
    }
    let (g, h) = (parser.game(&left, left_at)?, parser.game(&right, right_at)?);
    let order = parser.calculation.compare(g, h).at(at, parser)?;
    Ok(Value::Truth(relation.holds(order)))
}

/// A relation of two games, such as `<=`.
struct Relation {
    text: &'static str,
    /// The results of a comparison for which the relation holds; `None` means confused.
    orders: &'static [Option<Ordering>],
}

const LESS: Option<Ordering> = Some(Ordering::Less);
const EQUAL: Option<Ordering> = Some(Ordering::Equal);
const GREATER: Option<Ordering> = Some(Ordering::Greater);

/// The relations. One whose text begins with the text of another comes before it.
const RELATIONS: [Relation; 9] = [
    Relation { text: "<=", orders: &[LESS, EQUAL] },
    Relation { text: ">=", orders: &[GREATER, EQUAL] },
    Relation { text: "<>", orders: &[None] },
    Relation { text: "<|", orders: &[LESS, None] },
    Relation { text: "|>", orders: &[GREATER, None] },
    Relation { text: "==", orders: &[EQUAL] },
    Relation { text: "!=", orders: &[LESS, GREATER, None] },
    Relation { text: "<", orders: &[LESS] },
    Relation { text: ">", orders: &[GREATER] },
];

impl Relation {
    /// Returns the relation at the beginning of a text.
    fn at(text: &str) -> Option<&'static Relation> {
        if !text.starts_with(['<', '>', '|', '=', '!']) {
            return None;
        }
        RELATIONS.iter().find(|relation| text.starts_with(relation.text))
    }

    /// Whether the relation holds for two values in this order; `None` means confused.
    fn holds(&self, order: Option<Ordering>) -> bool {
        self.orders.contains(&order)
    }

    /// Returns `true` for `==`, `false` for `!=`, and `None` for the others. These two compare values of any kind.
    fn equality(&self) -> Option<bool> {
        match self.text {
            "==" => Some(true),
            "!=" => Some(false),
            _ => None,
        }
    }
}
