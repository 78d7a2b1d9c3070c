//! Maps, classes, coordinates, grids and random numbers.

use dicot::Calculation;

use crate::arithmetic::count;
use crate::classes;
use crate::collection::{self, list, set};
use crate::failure::Failure;
use crate::grids::{grid_of, held, inside, place, wrong};
use crate::object::{Grid, Kind, Random};
use crate::operation::operations;
use crate::value::{OpResult, Value};

operations! {
    "Keys" [] ("map") "the set of the keys of a map",
        "CGSuite", "{1 => ^, 2 => *}.Keys" => "{1,2}",
        Values(|c, values| set(copied(map(values)?, |[key, _]| key.clone(), c)?, c));
    "Values" [] ("map") "the list of the values of a map, by their keys",
        "CGSuite", "{2 => ^, 1 => *}.Values" => "[*,^]",
        Values(|c, values| list(copied(map(values)?, |[_, value]| value.clone(), c)?, c));
    "Entries" [] ("map") "the list of the keys of a map, each with its value",
        "CGSuite", "{1 => ^}.Entries" => "[[1,^]]",
        Values(|c, values| list(copied(map(values)?, |entry| Value::List(entry.clone().into()), c)?, c));
    "ContainsKey" [] ("map", "key") "whether a map has a key",
        "CGSuite", "{1 => ^}.ContainsKey(2)" => "false",
        Values(|c, values| Ok(Value::Truth(collection::value_of(map(values)?, values[1], c)?.is_some())));
    "Replaced" [] ("list", "map") "the elements, of which the keys of a map are replaced by their values",
        "CGSuite", "[1,2].Replaced({1 => 5})" => "[5,2]",
        Values(replaced);
    "Class" [] ("any") "the class of a value",
        "CGSuite", "5.Class" => "Integer",
        Values(|_, values| Ok(Kind::Class(classes::of(values[0])).into()));
    "Name" [] ("class") "the name of a class",
        "CGSuite", "5.Class.Name" => "\"Integer\"",
        Values(|_, values| match values[0].object() {
            Some(Kind::Class(name)) => Ok(Value::Text((*name).into())),
            _ => wrong(0, "class", "a class"),
        });
    "Is" [] ("any", "class") "whether a value is of a class, `5 is Integer`",
        "CGSuite", "Is(5, Integer)" => "true",
        Values(|_, values| match values[1].object() {
            Some(Kind::Class(name)) => Ok(Value::Truth(classes::has(name, values[0]))),
            _ => wrong(1, "class", "a class"),
        });
    "Opponent" [] ("player") "the other player",
        "CGSuite", "Left.Opponent" => "Right",
        Values(|_, values| match values[0] {
            Value::Player(player) => Ok(Value::Player(!*player)),
            _ => wrong(0, "player", "`Left` or `Right`"),
        });
    "Row" [] ("coordinates") "the row, the first of two coordinates",
        "CGSuite", "(3,4).Row" => "3",
        Values(|_, values| place(values, 0, "coordinates").map(|[row, _]| Value::Dyadic(row.into())));
    "Column" [] ("coordinates") "the column, the second of two coordinates",
        "CGSuite", "(3,4).Column" => "4",
        Values(|_, values| place(values, 0, "coordinates").map(|[_, column]| Value::Dyadic(column.into())));
    "Grid" [] ("rows") "the grid of a list of rows, which are lists of numbers below 256",
        "CGSuite", "Grid([[0,1],[2,0]])[2,1]" => "2",
        Values(|c, values| {
            let rows = values[0].collection().ok_or(KIND_OF_ROWS)?;
            let columns = rows.first().map_or(0, |row| row.elements().len());
            let is_row = |row: &Value| row.collection().is_some_and(|row| row.len() == columns);
            if columns == 0 || !rows.iter().all(is_row) {
                return Err(KIND_OF_ROWS);
            }
            grid_of(rows.iter().flat_map(Value::elements), columns, false, c)
        });
    "Strip" [] ("cells") "the strip of a list of numbers below 256",
        "CGSuite", "Strip([0,1,2])[3]" => "2",
        Values(|c, values| match values[0].collection() {
            Some(cells) if !cells.is_empty() => grid_of(cells.iter(), cells.len(), true, c),
            _ => wrong(0, "cells", "a list of numbers below 256"),
        });
    "Rows" ["RowCount"] ("grid") "the number of rows",
        "CGSuite", "Grid.Empty(2,3).Rows" => "2",
        Values(|_, values| count(grid(values)?.rows() as u128));
    "Columns" ["ColumnCount", "ColCount"] ("grid") "the number of columns",
        "CGSuite", "Grid.Empty(2,3).Columns" => "3",
        Values(|_, values| count(grid(values)?.columns as u128));
    "IsInBounds" [] ("grid", "coordinates") "whether a grid has a cell at coordinates",
        "CGSuite", "Grid.Empty(2,3).IsInBounds((3,1))" => "false",
        Values(|_, values| {
            let at = place(values, 1, "coordinates")?;
            Ok(Value::Truth(grid(values)?.index(at).is_some()))
        });
    "Substrip" [] ("grid", "first", "last") "the cells of a strip from one number to another, from 1",
        "CGSuite", "Strip([5,6,7]).Substrip(2,3)" => "Strip([6,7])",
        Values(|c, values| {
            let (strip, ends) = (grid(values)?, [values[1], values[2]].map(Value::as_natural));
            match ends.map(|n| usize::try_from(n?).ok()) {
                [Some(first), Some(last)] if strip.is_strip && 0 < first && first <= last && last <= strip.columns => {
                    held(Kind::Grid(strip.part([first - 1, last - 1])), c)
                }
                _ => Err(Failure::undefined(format!("the cells of this strip are numbered from 1 to {}", strip.columns))),
            }
        });
    "FindAll" [] ("grid", "n") "the coordinates of the cells that have a number; of a strip their numbers",
        "CGSuite", "Grid.Parse(\"x.x\",\".xo\").FindAll(1)" => "[(1,1),(1,3)]",
        Values(|c, values| {
            let (grid, n) = (grid(values)?, values[1].as_natural());
            c.hold(2 * size_of::<Value>() * grid.cells.len())?;
            let found = grid.cells.iter().enumerate().filter(|(_, cell)| Some(u64::from(**cell)) == n);
            let found = found.map(|(index, _)| match grid.is_strip {
                true => Value::Dyadic((index as i64 + 1).into()),
                false => Kind::Coordinates(grid.coordinates(index)).into(),
            });
            list(found.collect(), c)
        });
    "Subgrid" [] ("grid", "from", "to") "the cells from one corner to the opposite one",
        "CGSuite", "Grid.Parse(\"x.o\",\".xo\").Subgrid((1,1),(1,2))" => "Grid([[1,0]])",
        Values(|c, values| {
            let grid = grid(values)?;
            let [from, to] = [inside(grid, values, 1, "from")?, inside(grid, values, 2, "to")?];
            if from / grid.columns > to / grid.columns || from % grid.columns > to % grid.columns {
                return Err(Failure::undefined("the first corner is above the other one and left of it"));
            }
            held(Kind::Grid(grid.part([from, to])), c)
        });
    "Permuted" [] ("grid", "symmetry") "the image of a grid under a symmetry, as `Symmetry.Transpose`",
        "CGSuite", "Grid.Parse(\"x.o\",\".xo\").Permuted(Symmetry.Transpose)" => "Grid([[1],[0],[2]])",
        Values(|c, values| {
            let Some(Kind::Symmetry(symmetry)) = values[1].object() else {
                return wrong(1, "symmetry", "a symmetry");
            };
            held(Kind::Grid(image(grid(values)?, *symmetry)), c)
        });
    "SymmetryInvariant" [] ("grid", "symmetries") "the first of the images of a grid under symmetries, which is the same for all of them",
        "CGSuite", "Grid.Parse(\"o.x\",\".xo\").SymmetryInvariant(Symmetry.EightWay)" => "Grid([[1,0,2]])",
        Values(|c, values| {
            let of = grid(values)?;
            let mut least: Option<Grid> = None;
            for symmetry in values[1].elements() {
                let Some(Kind::Symmetry(symmetry)) = symmetry.object() else {
                    return wrong(1, "symmetries", "a list of symmetries");
                };
                c.hold(of.cells.len())?;
                c.count_steps(of.cells.len())?;
                let image = image(of, *symmetry);
                let key = |grid: &Grid| (grid.rows(), grid.cells.clone());
                if least.as_ref().is_none_or(|least| key(&image) < key(least)) {
                    least = Some(image);
                }
            }
            held(Kind::Grid(least.unwrap_or_else(|| of.clone())), c)
        });
    "Random" [] ("seed") "a source of random numbers, which are the same for the same seed",
        "CGSuite, with the numbers of SplitMix64", "Random(5).Class" => "Random",
        Values(|c, values| {
            let seed = values[0].as_rational().and_then(|n| n.to_integer());
            let seed = seed.ok_or(Failure::WrongKind { index: 0, name: "seed", needed: "an integer" })?;
            held(Kind::Random(Random::new(seed)), c)
        });
    "NextInteger" [] ("random", "n") "the next random number, from 0 on and below n; each call of one source has another one",
        "CGSuite", "Random(1).NextInteger(1)" => "0",
        Values(|_, values| {
            let Some(Kind::Random(random)) = values[0].object() else {
                return wrong(0, "random", "a source of random numbers, `Random(seed)`");
            };
            match values[1].as_natural().filter(|n| *n > 0) {
                Some(n) => count(random.below(n).into()),
                None => wrong(1, "n", "a positive integer"),
            }
        });
}

fn map<'v>(values: &[&'v Value]) -> Result<&'v [[Value; 2]], Failure> {
    values[0].entries().map_or_else(|| wrong(0, "map", "a map"), Ok)
}

/// Something of each entry of a map.
fn copied(
    entries: &[[Value; 2]],
    of: impl Fn(&[Value; 2]) -> Value,
    calculation: &mut Calculation<'_>,
) -> Result<Vec<Value>, Failure> {
    calculation.hold(4 * size_of_val(entries))?;
    Ok(entries.iter().map(of).collect())
}

fn replaced(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let Some(elements) = values[0].collection() else {
        return wrong(0, "list", "a list or a set");
    };
    let Some(entries) = values[1].entries() else { return wrong(1, "map", "a map") };
    calculation.hold(2 * size_of_val(elements))?;
    let mut replaced = Vec::new();
    for element in elements {
        calculation.count_steps(1)?;
        let value = collection::value_of(entries, element, calculation)?;
        replaced.push(value.unwrap_or(element).clone());
    }
    match values[0] {
        Value::Set(_) => set(replaced, calculation),
        _ => list(replaced, calculation),
    }
}

const KIND_OF_ROWS: Failure = Failure::WrongKind {
    index: 0,
    name: "rows",
    needed: "a list of rows of the same length, of numbers below 256",
};

fn grid<'v>(values: &[&'v Value]) -> Result<&'v Grid, Failure> {
    match values[0].object() {
        Some(Kind::Grid(grid)) => Ok(grid),
        _ => wrong(0, "grid", "a grid or a strip"),
    }
}

/// The image of a grid; that of a strip under a symmetry which makes it a column is a grid.
fn image(grid: &Grid, symmetry: dicot::board::Symmetry) -> Grid {
    let image = grid.image(symmetry);
    Grid { is_strip: grid.is_strip && image.rows() == 1, ..image }
}
