//! Pictures: as objects, and of boards from the texts of positions.

use dicot::Player;
use dicot::board::{Cell, Shape};
use dicot_svg::{Diagram, Options, Square};
use pyo3::prelude::*;

/// A picture, which a notebook displays.
///
/// >>> dicot.Game("^*").tree().svg()[:5]
/// '<?xml'
/// >>> r"\begin{tikzpicture}" in dicot.Game("^*").tree().tikz()
/// True
#[pyclass(module = "dicot", frozen)]
#[derive(Debug)]
pub(crate) struct Picture(pub(crate) dicot_svg::Picture);

#[pymethods]
impl Picture {
    /// The picture as SVG.
    fn svg(&self) -> String {
        self.0.to_string()
    }

    /// The picture as a tikzpicture for LaTeX.
    fn tikz(&self) -> String {
        self.0.to_tikz()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<dicot.Picture: {} bytes of SVG>", self.svg().len())
    }
}

/// Draws a position that is written as rows of x or t, o or f, . and #; `None` for other notations.
pub(crate) fn board(text: &str, caption: &str, options: &Options) -> Option<dicot_svg::Picture> {
    let rows: Vec<&str> = text.split('/').collect();
    let width = u8::try_from(rows.first()?.len()).ok()?;
    let mut diagram = Diagram::new(Shape::new(width, u8::try_from(rows.len()).ok()?).ok()?);
    for (row, line) in (0u8..).zip(&rows) {
        if line.len() != usize::from(width) {
            return None;
        }
        for (col, character) in (0u8..).zip(line.chars()) {
            let square = match character {
                'x' | 't' => Square::Stone(Player::Left),
                'o' | 'f' => Square::Stone(Player::Right),
                '.' => Square::Empty,
                '#' => Square::Blocked,
                _ => return None,
            };
            diagram.set(Cell { row, col }, square);
        }
    }
    diagram.caption(caption);
    Some(dicot_svg::board(&diagram, options))
}
