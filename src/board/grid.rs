//! Rows of cells of the same length, whatever is on them.

use std::fmt::{self, Display};

use super::{Cell, Shape};

/// A rectangle of cells, row by row from the top.
///
/// # Examples
/// ```
/// use dicot::board::Grid;
/// let grid = Grid::letters("xo/.x").unwrap();
/// assert_eq!([grid.width(), grid.height()], [2, 2]);
/// assert_eq!(grid.rows().nth(1), Some(&['.', 'x'][..]));
/// assert!(Grid::letters("xo/.").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    width: usize,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// The grid of these rows; `None` if they are not of the same length, or there is no cell.
    pub fn from_rows(
        rows: impl IntoIterator<Item = impl IntoIterator<Item = T>>,
    ) -> Option<Grid<T>> {
        let (mut cells, mut width) = (Vec::new(), 0);
        for row in rows {
            let before = cells.len();
            cells.extend(row);
            let length = cells.len() - before;
            if length == 0 || before > 0 && length != width {
                return None;
            }
            width = length;
        }
        (width > 0).then_some(Grid { width, cells })
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The shape; `None` for more than 255 rows or columns.
    pub fn shape(&self) -> Option<Shape> {
        let [width, height] = [self.width(), self.height()].map(u8::try_from);
        Shape::new(width.ok()?, height.ok()?).ok()
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.cells.chunks(self.width)
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// What is on a cell; `None` if it is not on the grid.
    pub fn get(&self, Cell { row, col }: Cell) -> Option<&T> {
        self.rows().nth(row.into())?.get(usize::from(col))
    }
}

impl Grid<char> {
    /// Reads the letters of cells, the rows joined by `/`: as positions on boards print. `None` if it is no rectangle.
    pub fn letters(text: &str) -> Option<Grid<char>> {
        Grid::from_rows(text.split('/').map(str::chars))
    }
}

impl Grid<String> {
    /// Reads cells that are joined by `,` in rows joined by `/`: as stacks of stones print. `None` if it is no rectangle.
    pub fn stacks(text: &str) -> Option<Grid<String>> {
        Grid::from_rows(text.split('/').map(|row| row.split(',').map(str::to_owned)))
    }
}

/// As it is read.
impl Display for Grid<char> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.rows().map(|row| row.iter().collect()).collect();
        f.write_str(&rows.join("/"))
    }
}

/// As it is read.
impl Display for Grid<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.rows().map(|row| row.join(",")).collect();
        f.write_str(&rows.join("/"))
    }
}
