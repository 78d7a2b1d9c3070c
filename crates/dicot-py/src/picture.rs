//! Pictures: as objects, and of boards from the texts of positions.

use dicot::board::Graph;
use dicot::rules::BoardKind;
use dicot_answers::object::PositionObject;
use dicot_svg::{Diagram, Options};
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

/// Draws a position on a graph or a board of letters; `None` for other notations.
pub(crate) fn position(
    position: &dyn PositionObject,
    caption: &str,
    options: &Options,
) -> Option<dicot_svg::Picture> {
    let (text, spec) = (position.to_string(), position.ruleset().spec());
    if let BoardKind::Graph(form) = spec.board {
        let graph = Graph::read(&text, form).ok()?;
        return Some(dicot_svg::graph(&graph, form, caption, options));
    }
    let mut diagram = Diagram::of_position(&text, spec)?;
    diagram.caption(caption);
    Some(dicot_svg::board(&diagram, options))
}
