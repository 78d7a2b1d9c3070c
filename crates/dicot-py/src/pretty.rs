//! Values as IPython prints them.

use dicot::notation::in_symbols;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Prints the text of a value, with the characters of books if the terminal can show them.
pub(crate) fn print(printer: &Bound<'_, PyAny>, text: &str) -> PyResult<()> {
    let py = printer.py();
    let symbols = PyString::new(py, &in_symbols(text));
    let encoding = py.import("sys")?.getattr("stdout")?.getattr("encoding");
    let is_shown =
        encoding.is_ok_and(|encoding| symbols.call_method1("encode", (encoding,)).is_ok());
    let text = if is_shown { symbols } else { PyString::new(py, text) };
    printer.call_method1("text", (text,)).map(drop)
}
