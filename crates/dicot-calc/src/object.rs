//! Values that are not games: coordinates, grids, graphs, classes, symmetries, pictures and others.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use dicot::board::Symmetry;
use dicot_svg::{Picture, ShapeKind};

use crate::graph::Graph;

/// A value that is not a game: coordinates, a grid, a graph, a class or another object. It prints as it is read, except for a picture and a
/// table.
#[derive(Debug, PartialEq)]
pub struct Object(pub(crate) Kind);

/// What an object is.
#[derive(Debug, PartialEq)]
pub(crate) enum Kind {
    /// A row and a column: `(1,2)`.
    Coordinates([i64; 2]),
    Grid(Grid),
    Graph(Graph),
    /// A kind of values, by its name: `Integer`.
    Class(&'static str),
    Symmetry(Symmetry),
    Random(Random),
    Table(Table),
    Picture(Picture),
}

impl Object {
    /// The kind of the object, with an article.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.0 {
            Kind::Coordinates(_) => "coordinates",
            Kind::Grid(grid) if grid.is_strip => "a strip",
            Kind::Grid(_) => "a grid",
            Kind::Graph(_) => "a graph",
            Kind::Class(_) => "a class",
            Kind::Symmetry(_) => "a symmetry",
            Kind::Random(_) => "a source of random numbers",
            Kind::Table(_) => "a table",
            Kind::Picture(_) => "a picture",
        }
    }

    /// The memory of the object in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let more = match &self.0 {
            Kind::Grid(grid) => grid.cells.len(),
            Kind::Graph(graph) => graph.heap_bytes(),
            Kind::Table(table) => {
                3 * table.text.len()
                    + size_of::<String>() * table.rows.iter().map(Vec::len).sum::<usize>()
            }
            Kind::Picture(picture) => picture_bytes(picture),
            _ => 0,
        };
        size_of::<Object>() + more
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Coordinates([row, column]) => write!(f, "({row},{column})"),
            Kind::Grid(grid) => grid.fmt(f),
            Kind::Graph(graph) => graph.fmt(f),
            Kind::Class(name) => f.write_str(name),
            Kind::Symmetry(symmetry) => write!(f, "Symmetry.{symmetry:?}"),
            Kind::Random(random) => write!(f, "Random({})", random.seed),
            Kind::Table(table) => f.write_str(&table.text),
            Kind::Picture(picture) => {
                let [width, height] =
                    [picture.width, picture.height].map(|side| side.round() as u32);
                write!(f, "<picture of {width} x {height}>")
            }
        }
    }
}

/// A table: the texts of its rows, and that of the whole, with lines between them.
#[derive(Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) rows: Vec<Vec<String>>,
    pub(crate) text: Box<str>,
}

/// The memory of a picture in bytes, approximately.
pub(crate) fn picture_bytes(picture: &Picture) -> usize {
    let shapes = picture.shapes.iter().map(|shape| match &shape.kind {
        ShapeKind::Lines { pieces, .. } => {
            pieces.iter().map(|piece| 24 + size_of_val(&piece[..])).sum()
        }
        _ => 64,
    });
    size_of_val(&picture.shapes[..]) + shapes.sum::<usize>()
}

/// Numbers below 256 in rows and columns, or in one row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid {
    pub(crate) columns: usize,
    pub(crate) cells: Vec<u8>,
    pub(crate) is_strip: bool,
}

impl Grid {
    /// The most cells. A first choice: the parts of a grid, each within its rectangle, may have many more cells than the grid.
    pub(crate) const MAX_CELLS: usize = 1 << 16;

    pub(crate) fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The index of the cell at coordinates from 1.
    pub(crate) fn index(&self, [row, column]: [i64; 2]) -> Option<usize> {
        let [row, column] =
            [row, column].map(|n| usize::try_from(n).ok().and_then(|n| n.checked_sub(1)));
        let (row, column) = (row?, column?);
        (row < self.rows() && column < self.columns).then(|| row * self.columns + column)
    }

    /// The coordinates of the cell with an index.
    pub(crate) fn coordinates(&self, index: usize) -> [i64; 2] {
        [(index / self.columns) as i64 + 1, (index % self.columns) as i64 + 1]
    }

    /// The cells from one corner to the opposite one.
    pub(crate) fn part(&self, [from, to]: [usize; 2]) -> Grid {
        let (top, left) = (from / self.columns, from % self.columns);
        let (bottom, right) = (to / self.columns, to % self.columns);
        let columns = (right + 1).saturating_sub(left);
        let rows = self.cells.chunks(self.columns).take(bottom + 1).skip(top);
        let cells = rows.flat_map(|row| row[left.min(right + 1)..=right].iter().copied());
        Grid { columns, cells: cells.collect(), ..*self }
    }

    /// The image under a symmetry.
    pub(crate) fn image(&self, symmetry: Symmetry) -> Grid {
        let (rows, columns) = (self.rows(), self.columns);
        let [height, width] = match symmetry {
            Symmetry::Identity
            | Symmetry::UpsideDown
            | Symmetry::HalfTurn
            | Symmetry::LeftRight => [rows, columns],
            _ => [columns, rows],
        };
        let from = |row: usize, column: usize| match symmetry {
            Symmetry::Identity => [row, column],
            Symmetry::UpsideDown => [rows - 1 - row, column],
            Symmetry::HalfTurn => [rows - 1 - row, columns - 1 - column],
            Symmetry::LeftRight => [row, columns - 1 - column],
            Symmetry::Transpose => [column, row],
            Symmetry::QuarterTurnBack => [column, columns - 1 - row],
            Symmetry::AntiTranspose => [rows - 1 - column, columns - 1 - row],
            Symmetry::QuarterTurn => [rows - 1 - column, row],
        };
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let cells = places.map(|(row, column)| {
            let [row, column] = from(row, column);
            self.cells[row * columns + column]
        });
        Grid { columns: width, cells: cells.collect(), ..*self }
    }

    /// The parts that are connected by cells other than a number, each within its least rectangle: the other cells there have that
    /// number.
    pub(crate) fn parts(&self, empty: u8) -> Vec<Grid> {
        let (rows, columns) = (self.rows(), self.columns);
        let (mut seen, mut parts) = (vec![false; self.cells.len()], Vec::new());
        for start in 0..self.cells.len() {
            if seen[start] || self.cells[start] == empty {
                continue;
            }
            seen[start] = true;
            let (mut part, mut next) = (vec![start], 0);
            while let Some(&cell) = part.get(next) {
                next += 1;
                let (row, column) = (cell / columns, cell % columns);
                let near = [
                    (row > 0).then(|| cell - columns),
                    (row + 1 < rows).then(|| cell + columns),
                    (column > 0).then(|| cell - 1),
                    (column + 1 < columns).then(|| cell + 1),
                ];
                for near in near.into_iter().flatten() {
                    if self.cells[near] != empty && !std::mem::replace(&mut seen[near], true) {
                        part.push(near);
                    }
                }
            }
            let ends = |of: fn(usize, usize) -> usize| {
                let places = || part.iter().map(|&cell| of(cell, columns));
                [places().min().unwrap_or(0), places().max().unwrap_or(0)]
            };
            let ([top, bottom], [left, right]) =
                (ends(|cell, n| cell / n), ends(|cell, n| cell % n));
            let width = right - left + 1;
            let mut cells = vec![empty; (bottom - top + 1) * width];
            for &cell in &part {
                let (row, column) = (cell / columns - top, cell % columns - left);
                cells[row * width + column] = self.cells[cell];
            }
            parts.push(Grid { columns: width, cells, ..*self });
        }
        parts
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |cells: &[u8]| {
            let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
            format!("[{}]", cells.join(","))
        };
        if self.is_strip {
            return write!(f, "Strip({})", row(&self.cells));
        }
        let rows: Vec<String> = self.cells.chunks(self.columns.max(1)).map(row).collect();
        write!(f, "Grid([{}])", rows.join(","))
    }
}

/// The numbers of the generator SplitMix64 for a seed, of which each changes the state.
///
/// Source: Steele, Lea, Flood, *Fast splittable pseudorandom number generators* (OOPSLA 2014).
#[derive(Debug)]
pub(crate) struct Random {
    seed: i64,
    state: AtomicU64,
}

impl PartialEq for Random {
    fn eq(&self, other: &Random) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Random {
    pub(crate) fn new(seed: i64) -> Random {
        Random { seed, state: AtomicU64::new(seed as u64) }
    }

    /// A number below a bound, which is not 0.
    pub(crate) fn below(&self, bound: u64) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut bits = self.state.fetch_add(STEP, Relaxed).wrapping_add(STEP);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // Multiplied down: the bias is below 2^-32 for bounds below 2^32.
        ((u128::from(bits) * u128::from(bound)) >> 64) as u64
    }
}
