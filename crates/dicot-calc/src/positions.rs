//! What is known of positions beside their values, and rulesets by their names.

use dicot::Calculation;
use dicot::rules::{AnyPosition, AnyRuleset, Rank, Ruleset, Short};
use dicot::solver::{Solver, Sum};
use dicot_loopy::{LoopyValue, OptionGraph};

use crate::arithmetic::count;
use crate::collection;
use crate::failure::Failure;
use crate::value::{OpResult, Value};

/// The ruleset of a name: as the command line has it, `toads_and_frogs`, or as CGSuite writes it, `ToadsAndFrogs`.
pub(crate) fn ruleset(name: &str) -> Option<AnyRuleset> {
    let mut kebab = String::new();
    for letter in name.chars() {
        let begins_word = letter.is_ascii_uppercase()
            && kebab.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
        kebab.extend(begins_word.then_some('-'));
        kebab.push(if letter == '_' { '-' } else { letter.to_ascii_lowercase() });
    }
    let found = AnyRuleset::named(&kebab);
    found.or_else(|| Some(AnyRuleset::named(kebab.strip_prefix("impartial-")?)?.impartial()))
}

/// The value of a position that has no short value.
pub(crate) fn loopy_value(
    calculation: &mut Calculation<'_>,
    position: &AnyPosition,
) -> Result<LoopyValue, Failure> {
    let no_value =
        || Failure::undefined(format!("positions of {} have no values", position.spec().name));
    if position.spec().rank != Rank::Nothing {
        return Err(no_value());
    }
    // As an iterator of any type, the code of other crates is that of this one.
    let positions: &mut dyn Iterator<Item = AnyPosition> = &mut std::iter::once(position.clone());
    let explored = OptionGraph::of_each(positions, calculation, &mut |_| {});
    if let Some(limit) = explored.limit {
        return Err(limit.into());
    }
    let values = explored.graph.values(calculation, &mut |_| {})?;
    Ok(values.get(explored.roots[0]).clone())
}

/// The position as a value, whose memory is counted.
pub(crate) fn held(calculation: &mut Calculation<'_>, position: AnyPosition) -> OpResult {
    calculation.hold(size_of::<AnyPosition>() + AnyPosition::SEARCH.heap_bytes(&position))?;
    Ok(position.into())
}

/// The list of positions.
pub(crate) fn list(
    calculation: &mut Calculation<'_>,
    positions: impl Iterator<Item = AnyPosition>,
) -> OpResult {
    let positions = positions.map(|position| held(calculation, position));
    let positions = positions.collect::<Result<Vec<Value>, Failure>>()?;
    collection::list(positions, calculation)
}

fn solver(calculation: &Calculation<'_>, misere: bool) -> Solver {
    let mut solver = Solver::new().with_limits(calculation.limits().clone());
    solver.misere = misere;
    solver
}

/// Who wins, found by search: the board may be too large for a value.
pub(crate) fn outcome(calculation: &mut Calculation<'_>, position: &AnyPosition) -> OpResult {
    if !position.has_value() {
        return Ok(loopy_value(calculation, position)?.outcome(calculation)?.into());
    }
    let outcome = solver(calculation, false).outcome(&Sum::from(position.clone()))?;
    Ok(Value::Outcome(outcome))
}

/// Who wins under misère play.
pub(crate) fn misere_outcome(
    calculation: &mut Calculation<'_>,
    position: &AnyPosition,
) -> OpResult {
    let outcome = solver(calculation, true).outcome(&Sum::from(position.clone()))?;
    Ok(Value::Outcome(outcome))
}

/// The number of the nimber that a position is.
pub(crate) fn nim_value(calculation: &mut Calculation<'_>, position: &AnyPosition) -> OpResult {
    let value = solver(calculation, false).nim_value(&Sum::from(position.clone()))?;
    let value = value.ok_or_else(|| {
        Failure::undefined("the position is none of a ruleset whose positions are nimbers")
    })?;
    count(value.into())
}
