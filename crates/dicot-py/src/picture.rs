//! Pictures as objects.

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
