//! Grids, strips and graphs: made, read and changed.

use std::sync::Arc;

use dicot::Calculation;
use dicot::rules::{CellKind, CellSpec, Owned, OwnedSpec};

use crate::collection::list;
use crate::failure::Failure;
use crate::graph::Graph;
use crate::object::{Grid, Kind};
use crate::text;
use crate::value::{OpResult, Value};

pub(crate) fn wrong<T>(
    index: usize,
    name: &'static str,
    needed: &'static str,
) -> Result<T, Failure> {
    Err(Failure::WrongKind { index, name, needed })
}

/// The object as a value, whose memory is counted.
pub(crate) fn held(kind: Kind, calculation: &mut Calculation<'_>) -> OpResult {
    let value = Value::from(kind);
    calculation.hold(value.heap_bytes())?;
    Ok(value)
}

pub(crate) fn place(
    values: &[&Value],
    index: usize,
    name: &'static str,
) -> Result<[i64; 2], Failure> {
    let needed = "coordinates like (1,2)";
    values[index].coordinates().ok_or(Failure::WrongKind { index, name, needed })
}

/// The index of the cell at the coordinates of an argument.
pub(crate) fn inside(
    grid: &Grid,
    values: &[&Value],
    index: usize,
    name: &'static str,
) -> Result<usize, Failure> {
    self::index(grid, place(values, index, name)?)
}

/// The index of the cell at coordinates.
pub(crate) fn index(grid: &Grid, coordinates: [i64; 2]) -> Result<usize, Failure> {
    grid.index(coordinates).ok_or_else(|| {
        let (rows, columns) = (grid.rows(), grid.columns);
        Failure::undefined(format!("the cells are from (1,1) to ({rows},{columns})"))
    })
}

pub(crate) fn grid_of<'v>(
    cells: impl Iterator<Item = &'v Value>,
    columns: usize,
    is_strip: bool,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let cell = |value: &Value| {
        let needed = "numbers below 256";
        let cell = value.as_natural().and_then(|n| u8::try_from(n).ok());
        cell.ok_or(Failure::WrongKind { index: 0, name: "cells", needed })
    };
    let cells = cells.take(Grid::MAX_CELLS + 1).map(cell);
    let cells = cells.collect::<Result<Vec<u8>, Failure>>()?;
    if cells.len() > Grid::MAX_CELLS {
        return Err(wrong_size());
    }
    calculation.count_steps(cells.len())?;
    held(Kind::Grid(Grid { columns, cells, is_strip }), calculation)
}

pub(crate) fn graph_of(
    text: &Value,
    is_directed: bool,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let Value::Text(text) = text else { return wrong(0, "text", "a text") };
    calculation.count_steps(text.len())?;
    let graph = Graph::read(text, is_directed).map_err(Failure::undefined)?;
    held(Kind::Graph(graph), calculation)
}

/// The connected parts of a graph, without the vertices that have a label.
pub(crate) fn parts_of_graph(
    graph: &Graph,
    boundary: Option<&Value>,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    calculation.count_steps(graph.out.len().pow(2))?;
    let boundary = match boundary {
        Some(value) => label(value, calculation)?,
        None => None,
    };
    let is_kept = |v: u8| boundary.is_none() || graph.labels[usize::from(v)] != boundary;
    let parts = graph.parts(is_kept).into_iter().map(|part| held(Kind::Graph(part), calculation));
    let parts = parts.collect::<Result<Vec<Value>, Failure>>()?;
    list(parts, calculation)
}

/// The text of a value as the label of a vertex. `Nothing` removes the label.
pub(crate) fn label(
    value: &Value,
    calculation: &mut Calculation<'_>,
) -> Result<Option<Arc<str>>, Failure> {
    let text: Arc<str> = match value {
        Value::Nothing => return Ok(None),
        Value::Text(text) => text.clone(),
        value => text::of(value, calculation)?.into(),
    };
    let is_label = !text.is_empty() && text.len() <= MAX_LABEL && !text.contains(['{', '}', '"']);
    let why = || Failure::undefined("a label is a short text without braces and quotes");
    is_label.then_some(Some(text)).ok_or_else(why)
}

/// The index of the vertex that a value numbers from 1, of `n` vertices.
pub(crate) fn vertex_of(n: usize, value: &Value) -> Result<u8, Failure> {
    let vertex = value.as_natural().filter(|v| (1..=n as u64).contains(v));
    let why = || Failure::undefined(format!("the vertices are numbered from 1 to {n}"));
    Ok((vertex.ok_or_else(why)? - 1) as u8)
}

/// The most bytes of a label.
const MAX_LABEL: usize = 100;

/// The list of edges, each the coordinates of its vertices.
pub(crate) fn edges(
    edges: impl Iterator<Item = (u8, u8)>,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let ends = edges.map(|(u, v)| Kind::Coordinates([i64::from(u) + 1, i64::from(v) + 1]).into());
    let ends: Vec<Value> = ends.collect();
    calculation.hold(2 * size_of::<Value>() * ends.len())?;
    list(ends, calculation)
}

/// The graph of a graph string whose labels a map reads: `Graph.Parse("L-R", vertexLabels => {"L" => Left})`.
fn labelled_graph(
    text: &Value,
    is_directed: bool,
    labels: &Value,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let (Value::Text(text), Value::Map(labels)) = (text, labels) else {
        return wrong(2, "vertexLabels", "a map of texts to labels");
    };
    calculation.count_steps(text.len())?;
    let mut failure = None;
    let mut read = |word: &str| {
        let word = word.trim_start_matches('{').trim_end_matches('}');
        let known =
            labels.iter().find(|[key, _]| matches!(key, Value::Text(key) if **key == *word));
        let Some([_, value]) = known else { return Err(format!("no label is {word:?}")) };
        label(value, calculation).map_err(|error| {
            failure = Some(error);
            String::new()
        })
    };
    let graph = Graph::read_string(text, is_directed, &mut read);
    match (graph, failure) {
        (_, Some(failure)) => Err(failure),
        (graph, None) => held(Kind::Graph(graph.map_err(Failure::undefined)?), calculation),
    }
}

pub(crate) fn wrong_size() -> Failure {
    Failure::undefined(format!("a grid has from 1 to {} cells", Grid::MAX_CELLS))
}

/// The empty grid or strip of a class: `Grid.Empty(2,2)`.
pub(crate) fn empty(
    class: &str,
    sides: &[u64],
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    let (is_strip, rows, columns) = match (class, sides) {
        ("Grid", [rows, columns]) => (false, *rows, *columns),
        ("Strip", [columns]) => (true, 1, *columns),
        _ => return None,
    };
    let cells = rows.saturating_mul(columns);
    let cells = match usize::try_from(cells) {
        Ok(n @ 1..=Grid::MAX_CELLS) => vec![0; n],
        _ => return Some(Err(wrong_size())),
    };
    Some(held(Kind::Grid(Grid { columns: columns as usize, cells, is_strip }), calculation))
}

/// What a text says for a class: `Grid.Parse("x.|.o",".xo")`, `Graph.Parse("--")`.
pub(crate) fn parsed(
    class: &str,
    text: &Value,
    letters: Option<&Value>,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    let is_strip = match class {
        "Graph" | "DirectedGraph" => {
            let is_directed = class == "DirectedGraph";
            return Some(match letters {
                None => graph_of(text, is_directed, calculation),
                Some(labels) => labelled_graph(text, is_directed, labels, calculation),
            });
        }
        "Grid" => false,
        "Strip" => true,
        _ => return None,
    };
    let (Value::Text(text), Some(Value::Text(letters))) = (text, letters) else {
        return Some(wrong(2, "letters", "a text: the letters of the numbers from 0 on"));
    };
    Some(parsed_grid(text, letters, is_strip, calculation))
}

pub(crate) fn parsed_grid(
    text: &str,
    letters: &str,
    is_strip: bool,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    if text.len() > 4 * Grid::MAX_CELLS {
        return Err(wrong_size());
    }
    calculation.count_steps(text.len())?;
    let rows: Vec<&str> = text.split(['|', '/']).collect();
    let columns = rows[0].chars().count();
    if columns == 0 || rows.iter().any(|row| row.chars().count() != columns) {
        return Err(Failure::undefined("the rows are not equally long"));
    }
    if is_strip && rows.len() > 1 {
        return Err(Failure::undefined("a strip has one row"));
    }
    let number = |c: char| {
        let n = letters.chars().take(256).position(|letter| letter == c);
        n.map(|n| n as u8)
            .ok_or_else(|| Failure::undefined(format!("{c:?} is not among the letters")))
    };
    let cells = rows.iter().flat_map(|row| row.chars()).map(number);
    let cells = cells.collect::<Result<Vec<u8>, Failure>>()?;
    held(Kind::Grid(Grid { columns, cells, is_strip }), calculation)
}

/// The letters of the numbers of a ruleset's grids: that of an empty cell first.
pub(crate) fn letters(spec: &OwnedSpec) -> String {
    let on_board = |cell: &&CellSpec<Owned>| cell.kind != CellKind::Outside;
    let mut cells: Vec<_> = spec.cells.iter().filter(on_board).collect();
    cells.sort_by_key(|cell| cell.kind != CellKind::Empty);
    cells.iter().map(|cell| cell.letter).collect()
}

/// The text of a grid, by the letters of 0, 1, ..
pub(crate) fn text(
    grid: &Grid,
    letters: &str,
    calculation: &mut Calculation<'_>,
) -> Result<String, Failure> {
    let letters: Vec<char> = letters.chars().take(256).collect();
    calculation.count_steps(grid.cells.len())?;
    calculation.hold(10 * grid.cells.len())?;
    let letter = |cell: &u8| {
        let unknown = || Failure::undefined(format!("the number {cell} has no letter"));
        letters.get(usize::from(*cell)).copied().ok_or_else(unknown)
    };
    let row = |row: &[u8]| row.iter().map(letter).collect::<Result<String, Failure>>();
    let rows = grid.cells.chunks(grid.columns).map(row).collect::<Result<Vec<String>, Failure>>();
    Ok(rows?.join("|"))
}

/// The connected parts of a grid that has a number in its other cells.
pub(crate) fn parts(grid: &Grid, empty: &Value, calculation: &mut Calculation<'_>) -> OpResult {
    let empty = empty.as_natural().and_then(|n| u8::try_from(n).ok());
    let Some(empty) = empty else { return wrong(1, "n", "a number below 256") };
    calculation.count_steps(grid.cells.len())?;
    let parts = grid.parts(empty).into_iter().map(|part| held(Kind::Grid(part), calculation));
    let parts = parts.collect::<Result<Vec<Value>, Failure>>()?;
    list(parts, calculation)
}

/// The grid with other numbers at some coordinates, or at numbers of a strip: `grid.Updated({(1,1) => 1})`.
pub(crate) fn updated(
    grid: &Grid,
    entries: &[[Value; 2]],
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let mut grid = grid.clone();
    for [key, value] in entries {
        let column = key.as_natural().filter(|_| grid.is_strip);
        let index = match column.and_then(|n| i64::try_from(n).ok()) {
            Some(column) => index(&grid, [1, column])?,
            None => inside(&grid, &[key], 0, "map")?,
        };
        let cell = value.as_natural().and_then(|n| u8::try_from(n).ok());
        let needed = "a map of coordinates to numbers below 256";
        grid.cells[index] = cell.ok_or(Failure::WrongKind { index: 1, name: "map", needed })?;
    }
    held(Kind::Grid(grid), calculation)
}

/// The most coordinates in a list that is an argument: those of a board.
const MAX_COORDINATES: usize = 448;

/// The coordinates in a list or a set.
pub(crate) fn all_coordinates(value: &Value) -> Option<Vec<[i64; 2]>> {
    let elements = value.elements();
    // More have no place on a board.
    let fits = elements.len() <= MAX_COORDINATES;
    fits.then(|| elements.iter().map(Value::coordinates).collect())?
}
