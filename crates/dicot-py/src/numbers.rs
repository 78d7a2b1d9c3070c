//! Conversions of Python's numbers: `int` and `fractions.Fraction`.

use std::cmp::Ordering;

use dicot::Dyadic;
use dicot_calc::Rational;
use dicot_loopy::Rational64;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyType};

use crate::names::intern;

/// The class `fractions.Fraction`.
pub(crate) fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")
}

/// Converts a number to a `Fraction`.
pub(crate) fn fraction(py: Python<'_>, x: impl Into<Rational64>) -> PyResult<Bound<'_, PyAny>> {
    let x = x.into();
    class(py)?.call1((*x.numer(), *x.denom()))
}

/// Converts a number that is not a game to an `int` or a `Fraction`.
pub(crate) fn rational<'py>(py: Python<'py>, x: &Rational) -> PyResult<Bound<'py, PyAny>> {
    // Python limits the digits of integers in decimal texts, but not in hexadecimal ones.
    let int = |text: String| py.get_type::<PyInt>().call1((text, 16));
    if x.is_infinite() {
        let infinite = if *x < Rational::from(0) { -f64::INFINITY } else { f64::INFINITY };
        return Ok(PyFloat::new(py, infinite).into_any());
    }
    let numerator = int(format!("{:x}", x.numerator()))?;
    match x.denominator() {
        one if one == 1.into() => Ok(numerator),
        denominator => class(py)?.call1((numerator, int(format!("{denominator:x}"))?)),
    }
}

/// Converts as [`dyadic`]; a float is converted to the number that it is exactly.
pub(crate) fn dyadic_or_float(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    match object.is_instance_of::<PyFloat>() {
        true => dyadic(&class(object.py())?.call1((object,))?),
        false => dyadic(object),
    }
}

/// How games compare with a number that is out of their range, infinity for example: all are less, all are greater, or, for what
/// is not a number, neither. `None` for other objects.
pub(crate) fn compared_from_afar(object: &Bound<'_, PyAny>) -> Option<Option<Ordering>> {
    if object.extract::<f64>().is_ok_and(f64::is_nan) {
        return Some(None);
    }
    // Numbers of games have numerators below 2^63.
    let far = 1i128 << 63;
    let is = |far: i128, op| object.rich_compare(far, op).and_then(|answer| answer.is_truthy());
    if is(far, CompareOp::Ge).ok()? {
        return Some(Some(Ordering::Less));
    }
    is(-far, CompareOp::Le).ok()?.then_some(Some(Ordering::Greater))
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
    // The parts of NumPy's integers are NumPy's integers.
    let part = |part: &Bound<'_, PyAny>| match part.extract::<i64>() {
        Ok(part) => Ok(Some(part)),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Err(out_of_range()),
        Err(_) => Ok(None),
    };
    let (Some(numerator), Some(denominator)) = (part(&numerator)?, part(&denominator)?) else {
        return Ok(None);
    };
    if denominator == 0 || numerator == i64::MIN || denominator == i64::MIN {
        return Err(out_of_range());
    }
    Ok(Some(Rational64::new(numerator, denominator)))
}
