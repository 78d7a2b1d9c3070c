//! Questions about positions beside their values, and sequences of heaps.

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset, Rank, Ruleset, Short};
use dicot::solver::{Solver, Sum};
use dicot::{Calculation, ValueError};
use dicot_impartial::{HeapSum, Sequence};
use dicot_loopy::{LoopyValue, OptionGraph};

use crate::arithmetic::count;
use crate::collection::{self, MAX_ELEMENTS, too_long};
use crate::failure::Failure;
use crate::rulesets::made_ruleset;
use crate::value::{OpResult, Value};

/// The ruleset that is made of another one.
pub(crate) fn variant(ruleset: &AnyRuleset, of: fn(&AnyRuleset) -> AnyRuleset) -> OpResult {
    if !ruleset.has_values() {
        return Err(no_values(ruleset));
    }
    let made = of(ruleset);
    let name = &made.spec().name;
    match AnyRuleset::named(name).is_some() || made_ruleset(name).is_some() {
        true => Ok(Value::Ruleset(made)),
        false => Err(Failure::undefined("variants of variants nest at most 3 deep")),
    }
}

fn no_values(ruleset: &AnyRuleset) -> Failure {
    Failure::undefined(format!("positions of {} have no values", ruleset.spec().name))
}

/// The position that matches start from on a board of this size.
pub(crate) fn start(
    calculation: &mut Calculation<'_>,
    ruleset: &AnyRuleset,
    [rows, columns]: [u64; 2],
) -> OpResult {
    let [rows, columns] = [rows, columns].map(|n| u8::try_from(n).ok());
    let start = rows.zip(columns).and_then(|(rows, columns)| ruleset.start_position(columns, rows));
    let name = &ruleset.spec().name;
    let why = || Failure::undefined(format!("{name} does not start on a board of this size"));
    held(calculation, start.ok_or_else(why)?)
}

/// The heaps or pairs of a ruleset, without any.
fn no_heaps(ruleset: &AnyRuleset) -> Result<HeapSum, Failure> {
    let none = ruleset.read("0").ok().and_then(|position| position.to_type());
    none.ok_or_else(|| {
        Failure::undefined("this ruleset is not played on heaps with a code: see `heap`")
    })
}

/// The nim values of the heaps from 0 to the last one.
fn sequence(
    calculation: &Calculation<'_>,
    heaps: &HeapSum,
    last: u64,
) -> Result<Sequence, Failure> {
    let code = heaps.code().ok_or_else(|| {
        Failure::undefined(match heaps.pairs() {
            Some(_) => "pairs have a `NimValueTable`",
            None => "a function proves no period",
        })
    })?;
    let mut sequence = Sequence::new(code.clone());
    let last = usize::try_from(last).unwrap_or(usize::MAX);
    sequence.extend_to(last, calculation.limits()).map_err(ValueError::Limit)?;
    Ok(sequence)
}

fn numbers(calculation: &mut Calculation<'_>, numbers: &[u32]) -> OpResult {
    calculation.hold(2 * size_of::<Value>() * numbers.len())?;
    let numbers = numbers.iter().map(|&n| Value::Dyadic(i64::from(n).into())).collect();
    collection::list(numbers, calculation)
}

/// The nim values of the heaps from 1 on.
pub(crate) fn nim_values(
    calculation: &mut Calculation<'_>,
    ruleset: &AnyRuleset,
    last: u64,
) -> OpResult {
    if last > MAX_ELEMENTS as u64 {
        return Err(too_long());
    }
    if let Ok(heaps) = no_heaps(ruleset)
        && (heaps.code().is_some() || heaps.pairs().is_some())
    {
        let sequence = sequence(calculation, &heaps, last)?;
        return numbers(calculation, sequence.values().get(1..).unwrap_or_default());
    }
    // One of the library or of a function, whose heaps are short.
    let mut analyzer = Analyzer::in_store(calculation.store().clone());
    analyzer.limits = calculation.limits().clone();
    let mut values = Vec::new();
    for heap in 1..=last {
        let position = ruleset.read(&heap.to_string());
        let position = position.map_err(|error| Failure::undefined(error.to_string()))?;
        let value = analyzer.canonical_form(&position)?;
        let why = || Failure::undefined("the values of these heaps are not nimbers");
        values.push(value.to_nimber().ok_or_else(why)?);
    }
    numbers(calculation, &values)
}

/// The period, the preperiod and the saltus of the values to a heap; an empty list if they prove none.
pub(crate) fn period(
    calculation: &mut Calculation<'_>,
    ruleset: &AnyRuleset,
    last: u64,
) -> OpResult {
    let sequence = sequence(calculation, &no_heaps(ruleset)?, last)?;
    let period = sequence.period().map(|p| [p.period as u32, p.preperiod as u32, p.saltus]);
    numbers(calculation, period.as_ref().map_or(&[], |period| &period[..]))
}

/// The nim values of the pairs whose numbers are at most these.
pub(crate) fn nim_value_table(
    calculation: &mut Calculation<'_>,
    ruleset: &AnyRuleset,
    [rows, columns]: [u64; 2],
) -> OpResult {
    let heaps = no_heaps(ruleset)?;
    let game = heaps.pairs().ok_or_else(|| Failure::undefined("heaps have `NimValues`"))?;
    let [rows, columns] = [rows, columns].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    if rows.saturating_add(1).saturating_mul(columns.saturating_add(2)) > MAX_ELEMENTS {
        return Err(too_long());
    }
    let table = game.table(rows, columns, calculation.limits()).map_err(ValueError::Limit)?;
    let rows = table.iter().map(|row| numbers(calculation, row));
    let rows = rows.collect::<Result<Vec<Value>, Failure>>()?;
    collection::list(rows, calculation)
}

/// The value of a position that has no short value.
pub(crate) fn loopy_value(
    calculation: &mut Calculation<'_>,
    position: &AnyPosition,
) -> Result<LoopyValue, Failure> {
    if position.spec().rank != Rank::Nothing {
        return Err(no_values(position.ruleset()));
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

pub(crate) fn solver(calculation: &Calculation<'_>, misere: bool) -> Solver {
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
    if let Some(heaps) = position.to_type::<HeapSum>() {
        return count(heaps.nim_value().into());
    }
    let value = solver(calculation, false).nim_value(&Sum::from(position.clone()))?;
    let value =
        value.ok_or_else(|| Failure::undefined("positions of this ruleset are not nimbers"))?;
    count(value.into())
}
