//! Pictures as objects.

use dicot_svg::Options;
use pyo3::prelude::*;

use crate::arguments::Whole;

/// The options of a picture.
pub(crate) fn options(title: Option<String>, width: Option<Whole<u32>>) -> Options {
    Options { title, width: width.map(|width| width.0) }
}

/// A picture, which a notebook displays.
///
/// >>> dicot.Game("^*").tree().svg()[:5]
/// '<?xml'
/// >>> r"\begin{tikzpicture}" in dicot.Game("^*").tree().tikz()
/// True
#[pyclass(module = "dicot", frozen, eq)]
#[derive(Debug, PartialEq)]
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
