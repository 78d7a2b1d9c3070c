//! Values as IPython prints them.

use dicot::notation::in_symbols;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Prints the beginning of the text of a value, which has a length, with the characters of books if the terminal can show them.
pub(crate) fn print(printer: &Bound<'_, PyAny>, (mut text, length): (String, u64)) -> PyResult<()> {
    let py = printer.py();
    text += if length > text.chars().count() as u64 { "..." } else { "" };
    let symbols = PyString::new(py, &in_symbols(&text));
    let encoding = py.import("sys")?.getattr("stdout")?.getattr("encoding");
    let is_shown =
        encoding.is_ok_and(|encoding| symbols.call_method1("encode", (encoding,)).is_ok());
    let text = if is_shown { symbols } else { PyString::new(py, &text) };
    printer.call_method1("text", (text,)).map(drop)
}
