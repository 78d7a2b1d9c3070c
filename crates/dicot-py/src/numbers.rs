//! Conversions of Python's numbers: `int` and `fractions.Fraction`.

use dicot::Dyadic;
use dicot_calc::Rational;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyType};

/// The class `fractions.Fraction`.
fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")
}

/// Converts a number to a `Fraction`.
pub(crate) fn fraction(py: Python<'_>, x: Dyadic) -> PyResult<Bound<'_, PyAny>> {
    class(py)?.call1((x.numerator(), 1u64 << x.exponent()))
}

/// Converts a number that is not dyadic to a `Fraction`.
pub(crate) fn rational(py: Python<'_>, x: Rational) -> PyResult<Bound<'_, PyAny>> {
    class(py)?.call1((x.numerator(), x.denominator()))
}

/// Converts as [`dyadic`]; a float is converted to the number that it is exactly.
pub(crate) fn dyadic_or_float(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    match object.is_instance_of::<PyFloat>() {
        true => dyadic(&class(object.py())?.call1((object,))?),
        false => dyadic(object),
    }
}

/// Converts an exact fraction to a number: an `int`, a `Fraction`, or another object with a numerator and a
/// denominator. Returns `None` for other objects.
pub(crate) fn dyadic(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    let py = object.py();
    if object.is_instance_of::<PyFloat>() {
        return Ok(None);
    }
    let (Some(numerator), Some(denominator)) = (
        object.getattr_opt(intern!(py, "numerator"))?,
        object.getattr_opt(intern!(py, "denominator"))?,
    ) else {
        return Ok(None);
    };
    if !numerator.is_instance_of::<PyInt>() || !denominator.is_instance_of::<PyInt>() {
        return Ok(None);
    }
    let out_of_range = || PyOverflowError::new_err("a number, up or nimber is out of range");
    let numerator: i64 = numerator.extract().map_err(|_| out_of_range())?;
    let denominator: u64 = denominator.extract().map_err(|_| out_of_range())?;
    if !denominator.is_power_of_two() {
        return Err(PyValueError::new_err(
            "the denominator is not a power of two, so this is not a short game",
        ));
    }
    Dyadic::new(numerator, denominator.trailing_zeros()).map(Some).ok_or_else(out_of_range)
}
