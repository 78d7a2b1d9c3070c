//! Questions about positions beside their values, and sequences of heaps.

use std::collections::HashSet;

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset, Position, Rank, Ruleset, Short};
use dicot::solver::{Solver, Sum};
use dicot::{Calculation, CanonicalForm, Player, ValueError};
use dicot_impartial::{HeapSum, Product, Sequence};
use dicot_loopy::{LoopyValue, OptionGraph};

use crate::arithmetic::count;
use crate::collection::{self, MAX_ELEMENTS, too_long};
use crate::failure::Failure;
use crate::grids;
use crate::rulesets::made_ruleset;
use crate::value::{OpResult, Value, name_of};

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

/// All positions on a board with that number of rows and columns.
pub(crate) fn boards(
    calculation: &mut Calculation<'_>,
    ruleset: &AnyRuleset,
    [rows, columns]: [u64; 2],
) -> OpResult {
    let spec = ruleset.spec();
    let letters: Vec<char> = spec.cells.iter().map(|cell| cell.letter).collect();
    let cells = rows.checked_mul(columns).and_then(|cells| u32::try_from(cells).ok());
    // A ruleset may have one letter only.
    let count = cells.filter(|&cells| cells <= 64).and_then(|n| letters.len().checked_pow(n));
    let count = count.filter(|&count| count <= MAX_ELEMENTS).ok_or_else(collection::too_long)?;
    let text = |mut number: usize| {
        let mut text = String::new();
        for cell in 0..rows * columns {
            text.extend((cell > 0 && cell % columns == 0).then_some('/'));
            text.push(letters[number % letters.len()]);
            number /= letters.len();
        }
        text
    };
    let mut boards = Vec::new();
    for number in 0..count {
        calculation.count_steps((rows * columns) as usize)?;
        if let Ok(position) = ruleset.read(&text(number)) {
            calculation.hold(2 * size_of::<Value>())?;
            boards.push(held(calculation, position)?);
        }
    }
    if boards.is_empty() {
        let name = &spec.name;
        return Err(Failure::undefined(format!("{name} has no boards of cells of this size")));
    }
    collection::list(boards, calculation)
}

/// The heaps or pairs of a ruleset, without any. Kayles and Nim of the library have a code by their names.
fn no_heaps(ruleset: &AnyRuleset) -> Result<HeapSum, Failure> {
    let heaps = |ruleset: &AnyRuleset| ruleset.read("0").ok().and_then(|none| none.to_type());
    let by_name = || {
        let name =
            ["Kayles", "Nim"].into_iter().find(|n| n.eq_ignore_ascii_case(&ruleset.spec().name));
        heaps(&dicot_impartial::ruleset(name?).ok()?)
    };
    heaps(ruleset).or_else(by_name).ok_or_else(|| {
        Failure::undefined("this ruleset is not played on heaps with a code: see `heap`")
    })
}

/// The code of a ruleset of heaps.
pub(crate) fn code(ruleset: &AnyRuleset) -> Result<String, Failure> {
    let heaps = no_heaps(ruleset)?;
    let code = heaps.code().map(ToString::to_string);
    code.ok_or_else(|| Failure::undefined("this ruleset has no code"))
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
    if let Ok(Some(coins)) = no_heaps(ruleset).as_ref().map(HeapSum::coins) {
        let last = usize::try_from(last).unwrap_or(usize::MAX);
        let values = coins.values(last, calculation.limits()).map_err(ValueError::Limit)?;
        return numbers(calculation, &values);
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
    if let Ok(pair) = ruleset.read("1,1")
        && pair.to_type::<HeapSum>().is_none()
    {
        return table_of_values(calculation, ruleset, [rows, columns]);
    }
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

/// The nim values of pairs, each by the value of its position.
fn table_of_values(
    calculation: &mut Calculation<'_>,
    ruleset: &AnyRuleset,
    [rows, columns]: [u64; 2],
) -> OpResult {
    let mut analyzer = Analyzer::in_store(calculation.store().clone());
    analyzer.limits = calculation.limits().clone();
    let mut table = Vec::new();
    for row in 0..=rows {
        let mut values = Vec::new();
        for column in 0..=columns {
            calculation.check()?;
            let position = ruleset.read(&format!("{row},{column}"));
            let position = position.map_err(|error| Failure::undefined(error.to_string()))?;
            let value = analyzer.canonical_form(&position)?;
            let why = || Failure::undefined("the values of these pairs are not nimbers");
            values.push(value.to_nimber().ok_or_else(why)?);
        }
        table.push(numbers(calculation, &values)?);
    }
    collection::list(table, calculation)
}

/// The heaps of two rulesets, without any, and how the rulesets are written.
fn two_heaps(values: &[&Value]) -> Result<([HeapSum; 2], String), Failure> {
    let ruleset = |index: usize| match values[index] {
        Value::Ruleset(ruleset) => Ok(ruleset),
        _ => {
            let name = ["ruleset", "other"][index];
            Err(Failure::WrongKind { index, name, needed: "a ruleset" })
        }
    };
    let [first, second] = [ruleset(0)?, ruleset(1)?];
    let heaps = [no_heaps(first)?, no_heaps(second)?];
    if heaps.iter().any(|heaps| heaps.pairs().is_some()) {
        return Err(Failure::undefined("this is for rulesets of heaps, and not of pairs"));
    }
    let names = format!("({},{})", name_of(first), name_of(second));
    const MAX_NAME: usize = 1000;
    if names.len() > MAX_NAME {
        return Err(Failure::undefined(format!(
            "the names of rulesets have at most {MAX_NAME} bytes"
        )));
    }
    Ok((heaps, names))
}

/// The product of two rulesets of heaps.
pub(crate) fn product(
    values: &[&Value],
    product: Product,
    name: &str,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let ([first, second], names) = two_heaps(values)?;
    calculation.hold(4 * names.len())?;
    Ok(Value::Ruleset(product.ruleset(&format!("{name}{names}"), [&first, &second])))
}

/// The ruleset that has the moves of two rulesets of heaps.
pub(crate) fn join(values: &[&Value], calculation: &mut Calculation<'_>) -> OpResult {
    let ([first, second], names) = two_heaps(values)?;
    // At most 100,000 moves.
    calculation.hold(8 << 20)?;
    let ruleset = dicot_impartial::ruleset_of_join(&format!("Join{names}"), [&first, &second]);
    Ok(Value::Ruleset(ruleset))
}

/// The rows and columns of a board of Fox and Geese with pieces at coordinates, of which row 1 is the lowest.
pub(crate) fn fox_text(geese: &[[i64; 2]], fox: [i64; 2]) -> Option<String> {
    let highest = geese.iter().chain([&fox]).map(|[row, _]| *row).max()?;
    let are_inside = geese.iter().chain([&fox]).all(|[row, column]| {
        (1..=MAX_FOX_ROWS).contains(row)
            && (1..=FOX_COLUMNS).contains(column)
            && (row + column) % 2 == 0
    });
    let letter = |row, column| match [row, column] {
        place if geese.contains(&place) => 'g',
        place if place == fox => 'f',
        _ => '.',
    };
    let row = |row| (1..=FOX_COLUMNS).map(|column| letter(row, column)).collect::<String>();
    are_inside.then(|| (1..=highest).rev().map(row).collect::<Vec<_>>().join("/"))
}

/// The columns of the board of CGSuite, and the most rows: boards have at most 448 cells.
const FOX_COLUMNS: i64 = 8;
const MAX_FOX_ROWS: i64 = 40;

/// The rows from that of the highest goose to the lowest one: the value of each cell where the fox can be, and `X` for the geese.
pub(crate) fn fox_values(
    calculation: &mut Calculation<'_>,
    ruleset: &AnyRuleset,
    geese: &Value,
) -> OpResult {
    let needed = "coordinates of geese, as {(2,2),(2,4)}";
    let wrong = || Failure::WrongKind { index: 1, name: "geese", needed };
    let geese =
        grids::all_coordinates(geese).filter(|geese| !geese.is_empty()).ok_or_else(wrong)?;
    let highest = geese.iter().map(|[row, _]| *row).max().unwrap_or(0).min(MAX_FOX_ROWS);
    let dark = (geese[0][0] ^ geese[0][1]) & 1;
    let mut rows = Vec::new();
    for row in (1..=highest).rev() {
        let mut cells = Vec::new();
        for column in 1..=FOX_COLUMNS {
            let place = [row, column];
            let is_free = row < highest && (row ^ column) & 1 == dark;
            cells.push(match is_free {
                _ if geese.contains(&place) => Value::Text("X".into()),
                false => Value::Text("".into()),
                true => {
                    calculation.check()?;
                    let text = fox_text(&geese, place).ok_or_else(wrong)?;
                    let position = ruleset.read(&text);
                    let position =
                        position.map_err(|error| Failure::undefined(error.to_string()))?;
                    loopy_value(calculation, &position)?.into()
                }
            });
        }
        rows.push(collection::list(cells, calculation)?);
    }
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

/// The values of positions.
pub(crate) fn values(
    calculation: &mut Calculation<'_>,
    positions: impl Iterator<Item = AnyPosition>,
) -> Result<Vec<CanonicalForm>, Failure> {
    let mut analyzer = Analyzer::in_store(calculation.store().clone());
    analyzer.limits = calculation.limits().clone();
    let mut values = Vec::new();
    for position in positions {
        calculation.check()?;
        if !position.has_value() {
            let why =
                format!("positions of {} have no short values", position.ruleset().spec().name);
            return Err(Failure::undefined(why));
        }
        values.push(analyzer.canonical_form(&position)?);
    }
    Ok(values)
}

/// The positions that any moves lead to, itself included, options first.
pub(crate) fn followers(calculation: &mut Calculation<'_>, position: &AnyPosition) -> OpResult {
    let (mut known, mut found) = (HashSet::from([position.clone()]), Vec::new());
    let mut open = vec![(position.clone(), false)];
    while let Some((position, is_done)) = open.pop() {
        if is_done {
            found.push(held(calculation, position)?);
            continue;
        }
        open.push((position.clone(), true));
        for option in Player::BOTH.into_iter().flat_map(|player| position.options(player)) {
            calculation.count_steps(1)?;
            if known.insert(option.clone()) {
                // Here, among the known ones, and in the tables of both.
                calculation.hold(4 * size_of::<(AnyPosition, bool)>())?;
                held(calculation, option.clone())?;
                open.push((option, false));
            }
        }
        if known.len() > MAX_ELEMENTS {
            return Err(too_long());
        }
    }
    collection::list(found, calculation)
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
