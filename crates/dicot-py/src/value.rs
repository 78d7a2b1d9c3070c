//! Values of the calculator that have no class of their own.

use dicot::Limits;
use dicot_calc::{Value as Calculated, Worksheet};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::arguments::no_attribute;
use crate::compute::{compute, compute_with_text};
use crate::session::session;

/// The maximum length of a text that is shown whole in a list.
const SHOWN: usize = 200;
/// The maximum length of a text.
const MAX_TEXT_LENGTH: usize = 1 << 26;

/// A value of an expression that is not a game, a number, a list, or another object of Python: a game in quotes, a misère form, a
/// ruleset, a function, or an expansion.
///
/// >>> form = dicot.evaluate("*[[2],0]")
/// >>> form.genus(), form.mate()
/// ('1^2', Value('*[2#1]'))
///
/// >>> form.kind
/// 'a misère form'
///
/// Operations are methods, as of Games. A value equals an equal value, and its text.
///
/// >>> form == dicot.evaluate("*[[2],0]"), form == "*[[2],0]"
/// (True, False)
#[pyclass(module = "dicot", frozen, name = "Value")]
#[derive(Debug)]
pub(crate) struct Value(pub(crate) Calculated);

impl Value {
    /// The value for a computation. A misère form is read anew: threads of the parent of a forked process may have locked the
    /// forms of its worksheet.
    pub(crate) fn calculated(&self, py: Python<'_>) -> PyResult<Calculated> {
        match &self.0 {
            Calculated::Misere(game) => evaluated(py, &game.to_string()),
            value => Ok(value.clone()),
        }
    }

    /// Whether the text is read as the same value.
    fn is_readable(&self) -> bool {
        !matches!(self.0, Calculated::Function(_) | Calculated::Uptimal(_))
    }
}

/// The value of a text in a new worksheet.
pub(crate) fn evaluated(py: Python<'_>, text: &str) -> PyResult<Calculated> {
    let (session, settings) = session();
    compute_with_text(py, settings, text, |limits: &Limits| {
        Ok(Worksheet::in_store(session.store()).evaluate(text, limits)?)
    })
}

/// The first `most` characters of the text of a value, and its length.
pub(crate) fn text_start(
    py: Python<'_>,
    value: &Calculated,
    most: usize,
) -> PyResult<(String, u64)> {
    let (session, settings) = session();
    compute(py, settings, |limits| {
        Ok(value.text_start(most, &mut session.store().calculate(limits))?)
    })
}

/// How an object of a class that has a value is shown in a list.
pub(crate) fn shown(py: Python<'_>, class: &str, value: &Calculated) -> PyResult<String> {
    let (text, length) = text_start(py, value, SHOWN)?;
    Ok(match length <= SHOWN as u64 {
        true => format!("{class}({})", PyString::new(py, &text).repr()?),
        false => format!("<dicot.{class} {text}... ({length} characters)>"),
    })
}

/// The text of a value, unless it is too long.
pub(crate) fn whole_text(py: Python<'_>, value: &Calculated) -> PyResult<String> {
    match text_start(py, value, MAX_TEXT_LENGTH)? {
        (text, length) if length <= MAX_TEXT_LENGTH as u64 => Ok(text),
        (_, length) => Err(PyOverflowError::new_err(format!("the text has {length} characters"))),
    }
}

#[pymethods]
impl Value {
    /// The kind of the value: 'a misère form', 'a ruleset', 'a function' and so on.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        whole_text(py, &self.0)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        shown(py, "Value", &self.0)
    }

    fn __format__<'py>(slf: &Bound<'py, Self>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.str()?.call_method1("__format__", (spec,))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_equal = if let Ok(other) = other.cast::<Value>() {
            self.0 == other.get().0
        } else if let Ok(text) = other.cast::<PyString>() {
            text.to_cow()? == self.__str__(py)?
        } else {
            return Ok(py.NotImplemented());
        };
        Ok(is_equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// Values hash as their texts.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.__str__(py)?).hash()
    }

    /// The value itself, which never changes.
    fn __copy__(slf: Py<Value>) -> Py<Value> {
        slf
    }

    /// The value itself, which never changes.
    fn __deepcopy__(slf: Py<Value>, _memo: &Bound<'_, PyAny>) -> Py<Value> {
        slf
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, value) = (slf.py(), slf.get());
        if !value.is_readable() {
            let kind = value.kind();
            return Err(PyTypeError::new_err(format!("{kind} cannot be pickled")));
        }
        let function = py.import("dicot._dicot")?.getattr("evaluate")?;
        Ok((function, PyTuple::new(py, [value.__str__(py)?])?))
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(no_attribute(slf.as_any(), name))
    }
}
