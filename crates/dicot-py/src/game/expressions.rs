//! Expressions of the calculator, and their values as Python objects.

use super::*;

/// The value of an expression: operations, comparisons, fractions, lists, sets, loops and definitions are allowed.
///
/// >>> dicot.evaluate("g := {2|-1}; g.Temperature")
/// Game('3/2')
/// >>> dicot.evaluate("{^^*|*,v}.RightOptions")
/// [Game('*'), Game('v')]
/// >>> dicot.evaluate("^ <> *")
/// True
/// >>> dicot.evaluate("[1/n for n from 2 to 3]")
/// [Game('1/2'), Fraction(1, 3)]
#[pyfunction]
pub(crate) fn evaluate<'py>(py: Python<'py>, text: Text) -> PyResult<Bound<'py, PyAny>> {
    let (session, settings) = session();
    let value = compute_with_text(py, settings, &text, |limits| {
        Ok(Worksheet::in_store(session.store()).evaluate(&text, limits)?)
    })?;
    object(py, value)
}

/// Converts a value to a Python object. Sets are lists, because lists and games in them need no hash. Lists nest at most
/// eight deep.
pub(crate) fn object(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::Game(g) => Bound::new(py, Game(g))?.into_any(),
        Value::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Thermograph(walls) => {
            let walls = (*walls).clone();
            Bound::new(py, Thermograph { walls, title: String::new() })?.into_any()
        }
        Value::Rational(x) => rational(py, &x)?,
        Value::Literal(literal) => {
            let start = |calculation: &mut Calculation<'_>| {
                literal.text_start(MAX_TEXT_LENGTH as usize, calculation)
            };
            match with(py, literal.value(), start)? {
                (text, length) if length <= MAX_TEXT_LENGTH => text.into_pyobject(py)?.into_any(),
                (_, length) => {
                    let message = format!("the text has {length} characters");
                    return Err(PyOverflowError::new_err(message));
                }
            }
        }
        Value::List(values) | Value::Set(values) => {
            let list = PyList::empty(py);
            for value in &*values {
                list.append(object(py, value.clone())?)?;
            }
            list.into_any()
        }
        other => other.to_string().into_pyobject(py)?.into_any(),
    })
}
