//! The values of many positions at once.

use dicot::CanonicalForm;
use dicot::rules::{AnyPosition, AnyRuleset};
use pyo3::prelude::*;

use crate::arguments::wrong_type;
use crate::game::object;
use crate::own::is_position;
use crate::position::Position;
use crate::session::{session, with_session};
use crate::sum::Sum;

/// The values of positions, in their order: those of built-in rulesets are computed on all cores (see set_limits), and those of
/// rulesets in Python share one search of what follows from them.
///
/// Positions of any rulesets, Games, numbers and Sums can be among them. The limits hold for all of a ruleset together.
///
/// >>> dicot.values(dicot.Clobber(text) for text in ["xo", "xxo", "xoxo"])
/// [Game('*'), Game('^'), Game('+-{*,^}')]
#[pyfunction]
#[pyo3(signature = (positions, /))]
pub(crate) fn values<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let positions = positions.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let mut values: Vec<Option<CanonicalForm>> = vec![None; positions.len()];
    // The positions of each built-in ruleset, with their places.
    let mut groups: Vec<(AnyRuleset, Vec<usize>, Vec<AnyPosition>)> = Vec::new();
    let mut own = Vec::new();
    for (index, position) in positions.iter().enumerate() {
        if let Ok(position) = position.cast::<Position>()
            && let Some(position) = position.get().with_value()
        {
            let position = position.clone();
            match groups.iter_mut().find(|(ruleset, ..)| ruleset == position.ruleset()) {
                Some((_, places, group)) => {
                    places.push(index);
                    group.push(position);
                }
                None => groups.push((position.ruleset().clone(), vec![index], vec![position])),
            }
        } else if is_position(position)? {
            own.push(index);
        }
    }
    for (ruleset, places, group) in groups {
        let found = with_session(py, |session, limits| {
            session.analyzer(&ruleset, limits).canonical_forms(&group)
        })?;
        for (index, value) in places.into_iter().zip(found) {
            values[index] = Some(value);
        }
    }
    if !own.is_empty() {
        let (shared, settings) = session();
        let of_own = own.iter().map(|&index| positions[index].clone());
        let found = shared.pool.values_of(py, settings, shared.native_bytes(), of_own)?;
        for (index, value) in own.into_iter().zip(found) {
            values[index] = Some(value);
        }
    }
    let rest = positions.iter().zip(values).map(|(position, value)| match value {
        Some(value) => object(py, value.into()),
        None => match Sum::of_any(position)? {
            Some(sum) => sum.value(py),
            None => Err(wrong_type("positions, Games, numbers or Sums", position)),
        },
    });
    rest.collect()
}
