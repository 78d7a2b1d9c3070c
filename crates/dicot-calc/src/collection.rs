//! Lists and sets: their construction, order and operations.

use std::cmp::Ordering;

use dicot::{Calculation, ValueError};

use crate::arithmetic;
use crate::operation::{Failure, OpResult};
use crate::rational::Rational;
use crate::value::Value;

/// The maximum number of elements of a list that is computed, those of lists within it included. A first choice, not
/// compared with others.
pub(crate) const MAX_ELEMENTS: usize = 1_000_000;

/// How deep lists may nest. A first choice: rows of a table are lists in a list.
const MAX_NESTING: usize = 8;

/// The list of these values.
pub(crate) fn list(values: Vec<Value>, calculation: &mut Calculation<'_>) -> OpResult {
    check(&values, calculation)?;
    Ok(Value::List(values.into()))
}

/// The set of these values: sorted, without repetitions.
pub(crate) fn set(values: Vec<Value>, calculation: &mut Calculation<'_>) -> OpResult {
    check(&values, calculation)?;
    let mut values = sorted(values, calculation)?;
    values.dedup();
    Ok(Value::Set(values.into()))
}

/// Checks that the values may be in a list, and counts its bytes.
fn check(values: &[Value], calculation: &mut Calculation<'_>) -> Result<(), Failure> {
    calculation.hold(size_of_val(values))?;
    let nests = values.iter().any(|value| value.collection().is_some());
    let (elements, nesting) = if nests { extent(values) } else { (values.len(), 1) };
    if nesting > MAX_NESTING {
        return Err(undefined(format!("lists nest at most {MAX_NESTING} deep")));
    }
    if nests && elements > MAX_ELEMENTS {
        return Err(too_long());
    }
    Ok(())
}

/// The number of elements, those of inner lists included, and how deep the lists nest. The inner lists are checked, so
/// this ends soon.
fn extent(values: &[Value]) -> (usize, usize) {
    values.iter().fold((values.len(), 1), |(elements, nesting), value| {
        let (more, inner) = value.collection().map_or((0, 0), extent);
        (elements + more, nesting.max(1 + inner))
    })
}

pub(crate) fn too_long() -> Failure {
    undefined(format!("lists have at most {MAX_ELEMENTS} elements"))
}

fn undefined(why: impl Into<String>) -> Failure {
    Failure::Undefined(why.into())
}

/// Sorts values by [`order`]. A merge sort, because a comparison may reach a limit, and the sort of the standard library
/// may panic if comparisons then contradict each other.
pub(crate) fn sorted(
    mut values: Vec<Value>,
    calculation: &mut Calculation<'_>,
) -> Result<Vec<Value>, Failure> {
    calculation.hold(2 * size_of_val(&values[..]))?;
    let mut width = 1;
    while width < values.len() {
        let mut merged = Vec::with_capacity(values.len());
        for pair in values.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([g, left_rest @ ..], [h, right_rest @ ..]) = (left, right) {
                if order(g, h, calculation)?.is_le() {
                    merged.push(g.clone());
                    left = left_rest;
                } else {
                    merged.push(h.clone());
                    right = right_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        values = merged;
        width *= 2;
    }
    Ok(values)
}

/// The order of a set: numbers by size, other games as options are printed, then truth values, players, outcomes,
/// everything else by its text, literals, and lists by their elements.
fn order(
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Result<Ordering, ValueError> {
    calculation.count_steps(1)?;
    if let (Some(x), Some(y)) = (left.as_rational(), right.as_rational()) {
        return Ok(x.cmp(&y));
    }
    let rank = |value: &Value| match value {
        _ if value.as_rational().is_some() => 0,
        Value::Game(_) => 1,
        Value::Truth(_) => 2,
        Value::Player(_) => 3,
        Value::Outcome(_) => 4,
        Value::List(_) | Value::Set(_) => 7,
        Value::Literal(_) => 6,
        _ => 5,
    };
    Ok(match (left, right) {
        (Value::Game(g), Value::Game(h)) if rank(left) == rank(right) => {
            calculation.structural_cmp(g, h)?
        }
        (Value::List(g) | Value::Set(g), Value::List(h) | Value::Set(h)) => {
            for (g, h) in g.iter().zip(h.iter()) {
                let order = order(g, h, calculation)?;
                if order.is_ne() {
                    return Ok(order);
                }
            }
            g.len().cmp(&h.len()).then(left.kind().cmp(right.kind()))
        }
        (Value::Literal(g), Value::Literal(h)) => g.order(h, calculation)?,
        _ if rank(left) == rank(right) => left.to_string().cmp(&right.to_string()),
        _ => rank(left).cmp(&rank(right)),
    })
}

/// The collection of the same kind with other elements.
fn alike(collection: &Value, values: Vec<Value>, calculation: &mut Calculation<'_>) -> OpResult {
    match collection {
        Value::Set(_) => set(values, calculation),
        _ => list(values, calculation),
    }
}

/// The elements of a collection, which can be changed.
fn copied(collection: &Value, calculation: &mut Calculation<'_>) -> Result<Vec<Value>, Failure> {
    let elements = collection.elements();
    calculation.hold(2 * size_of_val(elements))?;
    Ok(elements.to_vec())
}

fn not_empty<'v>(collection: &'v Value, what: &str) -> Result<&'v [Value], Failure> {
    match collection.elements() {
        [] => Err(undefined(format!("the collection is empty: it has no {what}"))),
        elements => Ok(elements),
    }
}

/// The number of an element, from 1.
fn position(n: &Value, length: usize) -> Result<usize, Failure> {
    let n = n.as_rational().and_then(|n| usize::try_from(n.to_integer()?).ok()?.checked_sub(1));
    n.filter(|&n| n < length).ok_or_else(|| {
        undefined(format!("the elements of this list are numbered from 1 to {length}"))
    })
}

pub(crate) fn sum(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut sum = Value::Game(dicot::CanonicalForm::ZERO);
    for value in values[0].elements() {
        calculation.count_steps(1)?;
        sum = arithmetic::add(&sum, value, calculation)?;
    }
    Ok(sum)
}

pub(crate) fn contains(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let elements = values[0].elements();
    calculation.count_steps(elements.len())?;
    Ok(Value::Truth(elements.contains(values[1])))
}

pub(crate) fn index_of(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let elements = values[0].elements();
    calculation.count_steps(elements.len())?;
    match elements.iter().position(|element| element == values[1]) {
        Some(index) => crate::operation::count(index as u128 + 1, calculation),
        None => Err(undefined("the value is not in this list")),
    }
}

pub(crate) fn head(_: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    Ok(not_empty(values[0], "first element")?[0].clone())
}

pub(crate) fn tail(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let tail = not_empty(values[0], "first element")?[1..].to_vec();
    alike(values[0], tail, calculation)
}

pub(crate) fn to_list(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    list(copied(values[0], calculation)?, calculation)
}

pub(crate) fn to_set(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    set(copied(values[0], calculation)?, calculation)
}

pub(crate) fn sorted_list(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let elements = sorted(copied(values[0], calculation)?, calculation)?;
    list(elements, calculation)
}

pub(crate) fn reversed(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut elements = copied(values[0], calculation)?;
    elements.reverse();
    list(elements, calculation)
}

/// Keeps the first of equal elements: the later ones are those that directly follow an equal one in a stable order.
pub(crate) fn distinct(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let Value::Set(known) = to_set(calculation, values)? else {
        return to_list(calculation, values);
    };
    let mut seen = vec![false; known.len()];
    let mut kept = Vec::new();
    for value in values[0].elements() {
        let (mut low, mut high) = (0, known.len());
        while low < high {
            let middle = low.midpoint(high);
            match order(&known[middle], value, calculation)? {
                Ordering::Less => low = middle + 1,
                _ => high = middle,
            }
        }
        if seen.get_mut(low).is_some_and(|seen| !std::mem::replace(seen, true)) {
            kept.push(value.clone());
        }
    }
    list(kept, calculation)
}

pub(crate) fn adjoin(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut elements = copied(values[0], calculation)?;
    elements.push(values[1].clone());
    alike(values[0], elements, calculation)
}

pub(crate) fn concat(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let more = values[1].collection().ok_or(Failure::WrongKind {
        index: 1,
        name: "other",
        needed: "a list or a set",
    })?;
    if values[0].elements().len() + more.len() > MAX_ELEMENTS {
        return Err(too_long());
    }
    let mut elements = copied(values[0], calculation)?;
    calculation.hold(2 * size_of_val(more))?;
    elements.extend_from_slice(more);
    alike(values[0], elements, calculation)
}

pub(crate) fn grouped(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let n = values[1].as_rational().and_then(|n| usize::try_from(n.to_integer()?).ok());
    let n = n.filter(|&n| n > 0).ok_or(Failure::WrongKind {
        index: 1,
        name: "n",
        needed: "a positive integer",
    })?;
    let groups: Result<Vec<Value>, Failure> =
        values[0].elements().chunks(n).map(|group| list(group.to_vec(), calculation)).collect();
    list(groups?, calculation)
}

pub(crate) fn updated(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut elements = copied(values[0], calculation)?;
    let index = position(values[1], elements.len())?;
    elements[index] = values[2].clone();
    alike(values[0], elements, calculation)
}

/// The list of the integers between two.
pub(crate) fn range(from: &Value, to: &Value, calculation: &mut Calculation<'_>) -> OpResult {
    let integer = |value: &Value| {
        let n = value.as_rational().and_then(Rational::to_integer);
        n.ok_or_else(|| undefined(format!("`..` is between integers, and not {}", value.kind())))
    };
    let (from, to) = (integer(from)?, integer(to)?);
    if i128::from(to) - i128::from(from) >= MAX_ELEMENTS as i128 {
        return Err(too_long());
    }
    let numbers = (from..=to).map(|n| {
        calculation.count_steps(1)?;
        arithmetic::number(Some(n.into()), calculation)
    });
    let numbers = numbers.collect::<Result<Vec<Value>, Failure>>()?;
    list(numbers, calculation)
}
