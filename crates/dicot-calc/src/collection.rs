//! Lists and sets: their construction and order.

use std::cmp::Ordering;

use dicot::{Calculation, ValueError};

use crate::failure::Failure;
use crate::text;
use crate::value::{OpResult, Value};

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

/// The map of these keys and values; of equal keys the last one has its value. It has a text, as maps are printed whole, and the text of
/// a small game can be exponentially long.
pub(crate) fn map(entries: Vec<[Value; 2]>, calculation: &mut Calculation<'_>) -> OpResult {
    check(entries.as_flattened(), calculation)?;
    calculation.hold(5 * size_of_val(&entries[..]))?;
    // Sorted by their keys as lists, each with its number.
    let numbered = entries
        .iter()
        .zip(0_i64..)
        .map(|([key, _], n)| Value::List([key.clone(), Value::Dyadic(n.into())].into()));
    let sorted = sorted(numbered.collect(), calculation)?;
    let mut kept: Vec<[Value; 2]> = Vec::new();
    for pair in &sorted {
        let n = pair.elements()[1].as_natural().unwrap_or(0) as usize;
        let entry = entries[n].clone();
        match kept.last_mut().filter(|last| last[0] == entry[0]) {
            Some(last) => *last = entry,
            None => kept.push(entry),
        }
    }
    let map = Value::Map(kept.into());
    match map.text_start(0, calculation)? {
        (_, length) if length > text::MAX_TEXT as u64 => Err(text::too_long()),
        _ => Ok(map),
    }
}

/// The value of a key in a map.
pub(crate) fn value_of<'m>(
    map: &'m [[Value; 2]],
    key: &Value,
    calculation: &mut Calculation<'_>,
) -> Result<Option<&'m Value>, Failure> {
    let index = lower_bound_by(map, |[key, _]| key, key, calculation)?;
    Ok(map.get(index).filter(|[found, _]| found == key).map(|[_, value]| value))
}

/// Checks that the values may be in a list, and counts its bytes.
pub(crate) fn check(values: &[Value], calculation: &mut Calculation<'_>) -> Result<(), Failure> {
    calculation.hold(size_of_val(values))?;
    let nests = values.iter().any(Value::is_compound);
    let (elements, nesting) = if nests { extent(values) } else { (values.len(), 1) };
    if nesting > MAX_NESTING {
        return Err(Failure::undefined(format!("lists nest at most {MAX_NESTING} deep")));
    }
    if nests && elements > MAX_ELEMENTS {
        return Err(too_long());
    }
    Ok(())
}

/// The number of elements, those of inner lists included, and how deep the lists nest. The inner lists are checked, so
/// this ends soon.
pub(crate) fn extent(values: &[Value]) -> (usize, usize) {
    values.iter().fold((values.len(), 1), |(elements, nesting), value| {
        let (more, inner) = if value.is_compound() { extent(value.parts()) } else { (0, 0) };
        (elements + more, nesting.max(1 + inner))
    })
}

pub(crate) fn too_long() -> Failure {
    Failure::undefined(format!("lists have at most {MAX_ELEMENTS} elements"))
}

pub(crate) fn no_element(length: usize) -> Failure {
    Failure::undefined(format!("the elements of this list are numbered from 1 to {length}"))
}

/// Sorts values by [`order`].
pub(crate) fn sorted(
    values: Vec<Value>,
    calculation: &mut Calculation<'_>,
) -> Result<Vec<Value>, Failure> {
    calculation.hold(2 * size_of_val(&values[..]))?;
    sorted_by(values, |left, right| Ok(order(left, right, calculation)?))
}

/// Sorts values. A merge sort, because a comparison may reach a limit, and the sort of the standard library may panic if
/// comparisons then contradict each other.
pub(crate) fn sorted_by<E>(
    mut values: Vec<Value>,
    mut compare: impl FnMut(&Value, &Value) -> Result<Ordering, E>,
) -> Result<Vec<Value>, E> {
    let mut width = 1;
    while width < values.len() {
        let mut merged = Vec::with_capacity(values.len());
        for pair in values.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([g, left_rest @ ..], [h, right_rest @ ..]) = (left, right) {
                if compare(g, h)?.is_le() {
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
/// everything else by its text, literals, lists by their elements, and misère forms.
pub(crate) fn order(
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
        Value::Misere(_) => 8,
        Value::Map(_) => 9,
        Value::Object(_) => 10,
        Value::Mutable(_) => 11,
        _ => 5,
    };
    Ok(match (left, right) {
        (Value::Game(g), Value::Game(h)) if rank(left) == rank(right) => {
            calculation.structural_cmp(g, h)?
        }
        // Lists and sets have the same rank, and so have mutable collections.
        _ if rank(left) == rank(right) && left.is_compound() => {
            let (g, h) = (left.parts(), right.parts());
            for (g, h) in g.iter().zip(h) {
                let order = order(g, h, calculation)?;
                if order.is_ne() {
                    return Ok(order);
                }
            }
            g.len().cmp(&h.len()).then(left.kind().cmp(right.kind()))
        }
        (Value::Object(_), Value::Object(_))
            if left.coordinates().is_some() && right.coordinates().is_some() =>
        {
            left.coordinates().cmp(&right.coordinates())
        }
        (Value::Literal(g), Value::Literal(h)) => g.order(h, calculation)?,
        (Value::Misere(g), Value::Misere(h)) => g.order(h, calculation)?,
        _ if rank(left) == rank(right) => {
            calculation.count_steps(left.heap_bytes().saturating_add(right.heap_bytes()))?;
            left.to_string().cmp(&right.to_string())
        }
        _ => rank(left).cmp(&rank(right)),
    })
}

/// The index of the first of sorted values that is not before a value.
pub(crate) fn lower_bound(
    sorted: &[Value],
    value: &Value,
    calculation: &mut Calculation<'_>,
) -> Result<usize, ValueError> {
    lower_bound_by(sorted, |value| value, value, calculation)
}

/// The same, of what is sorted by a value of each.
pub(crate) fn lower_bound_by<T>(
    sorted: &[T],
    of: impl Fn(&T) -> &Value,
    value: &Value,
    calculation: &mut Calculation<'_>,
) -> Result<usize, ValueError> {
    let (mut low, mut high) = (0, sorted.len());
    while low < high {
        let middle = low.midpoint(high);
        match order(of(&sorted[middle]), value, calculation)? {
            Ordering::Less => low = middle + 1,
            _ => high = middle,
        }
    }
    Ok(low)
}

/// The index of the element of a list with a number from 1.
pub(crate) fn index(number: &Value, length: usize) -> Result<usize, Failure> {
    let index = number.as_natural().and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
    index.filter(|&index| index < length).ok_or_else(|| no_element(length))
}

/// The list of the integers from one to another, by steps.
pub(crate) fn range(
    from: &Value,
    to: &Value,
    step: Option<&Value>,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let integer = |value: &Value| {
        let n = value.as_rational().and_then(|n| n.to_integer());
        n.ok_or_else(|| {
            Failure::undefined(format!("`..` is between integers, and not {}", value.kind()))
        })
    };
    let (from, to, step) = (integer(from)?, integer(to)?, step.map_or(Ok(1), integer)?);
    let distance = i128::from(to) - i128::from(from);
    let Some(steps) = distance.checked_div(step.into()) else {
        return Err(Failure::undefined("the step of a range is not 0"));
    };
    if steps >= MAX_ELEMENTS as i128 {
        return Err(too_long());
    }
    // A division rounds towards 0: the sign decides whether there is an element.
    let is_empty = distance.signum() == -i128::from(step.signum());
    let length = if is_empty { 0 } else { steps as usize + 1 };
    calculation.count_steps(length)?;
    // They are listed twice for a moment.
    calculation.hold(2 * length * size_of::<Value>())?;
    let element =
        |i: usize| Value::Dyadic(((i128::from(from) + i as i128 * i128::from(step)) as i64).into());
    Ok(Value::List((0..length).map(element).collect()))
}
