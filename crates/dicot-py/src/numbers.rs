//! Conversions of Python's numbers: `int` and `fractions.Fraction`.

use dicot::Dyadic;
use dicot_calc::Rational;
use dicot_loopy::Rational64;
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
pub(crate) fn fraction(py: Python<'_>, x: impl Into<Rational64>) -> PyResult<Bound<'_, PyAny>> {
    let x = x.into();
    class(py)?.call1((*x.numer(), *x.denom()))
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

/// Converts an exact fraction to a dyadic number as [`exact`] does.
pub(crate) fn dyadic(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    let Some(x) = exact(object)? else { return Ok(None) };
    if !x.denom().unsigned_abs().is_power_of_two() {
        return Err(PyValueError::new_err(
            "the denominator is not a power of two, so this is not a short game",
        ));
    }
    Dyadic::try_from(x).map(Some).map_err(|_| out_of_range())
}

fn out_of_range() -> PyErr {
    PyOverflowError::new_err("a number, up or nimber is out of range")
}

/// Converts an exact fraction to a number: an `int`, a `Fraction`, or another object with a numerator and a
/// denominator. Returns `None` for other objects.
pub(crate) fn exact(object: &Bound<'_, PyAny>) -> PyResult<Option<Rational64>> {
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
    let part = |part: &Bound<'_, PyAny>| part.extract::<i64>().map_err(|_| out_of_range());
    let (numerator, denominator) = (part(&numerator)?, part(&denominator)?);
    if denominator == 0 || numerator == i64::MIN || denominator == i64::MIN {
        return Err(out_of_range());
    }
    Ok(Some(Rational64::new(numerator, denominator)))
}
