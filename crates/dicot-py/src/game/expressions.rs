//! Expressions of the calculator, and their values as Python objects.

use std::sync::Arc;

use dicot::rules::AnyPosition;
use pyo3::types::{PyBool, PyFloat};

use super::*;
use crate::loopy::LoopyGame;
use crate::picture::Picture;
use crate::position::Position;
use crate::value::{Value as Other, evaluated};

/// How deep lists in Python may nest that are converted: as deep as the calculator's.
const MAX_NESTING: usize = 8;

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
/// >>> dicot.evaluate('clobber("xxo").Play(Left,"b1-c1")')
/// Clobber('x.x')
///
/// Texts, players and outcomes are texts, `Nothing` is None, `inf` is an infinite float, pictures are Pictures, and what has no class of its own is a
/// Value.
#[pyfunction]
pub(crate) fn evaluate<'py>(py: Python<'py>, text: Text) -> PyResult<Bound<'py, PyAny>> {
    object(py, evaluated(py, &text)?)
}

/// Converts a value to a Python object. Sets, and mutable lists and sets, are lists, because lists and games in them need no hash. Lists nest at most
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
        ref value if let Some(values) = value.collection() => {
            let list = PyList::empty(py);
            for value in values {
                list.append(object(py, value.clone())?)?;
            }
            list.into_any()
        }
        ref value if let Some(picture) = value.picture() => {
            Bound::new(py, Picture(picture.clone()))?.into_any()
        }
        Value::Text(text) => PyString::new(py, &text).into_any(),
        ref value if let Some(text) = value.output() => PyString::new(py, text).into_any(),
        Value::Player(player) => PyString::new(py, &player.to_string()).into_any(),
        Value::Outcome(outcome) => PyString::new(py, &outcome.to_string()).into_any(),
        Value::LoopyOutcome(outcome) => PyString::new(py, &outcome.to_string()).into_any(),
        Value::Nothing => py.None().into_bound(py),
        Value::Position(position) => Position::to_object(py, &position)?,
        Value::Loopy(value) => Bound::new(py, LoopyGame(value))?.into_any(),
        other => Bound::new(py, Other(other))?.into_any(),
    })
}

/// Converts a Python object to a value of the calculator: Games, numbers, truth values, positions, thermographs, what
/// [`object`] returns, lists and tuples of them. A text is an expression.
pub(crate) fn value_of(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    nested_value(object, 0)
}

fn nested_value(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    let py = object.py();
    if let Ok(game) = object.cast::<Game>() {
        return Ok(Value::Game(game.get().0.clone()));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return evaluated(py, text.to_cow()?.as_ref());
    }
    if let Ok(position) = object.cast::<Position>() {
        return Ok(AnyPosition::clone(position.get().object()).into());
    }
    if let Ok(game) = object.cast::<LoopyGame>() {
        return Ok(Value::Loopy(game.get().0.clone()));
    }
    if let Ok(other) = object.cast::<Other>() {
        return other.get().calculated(py);
    }
    if let Ok(thermograph) = object.cast::<Thermograph>() {
        return Ok(Value::Thermograph(Arc::new(thermograph.get().walls.clone())));
    }
    if let Ok(picture) = object.cast::<Picture>() {
        return Ok(picture.get().0.clone().into());
    }
    if let Ok(x) = object.cast::<PyFloat>()
        && x.value().is_infinite()
    {
        return evaluated(py, if x.value() < 0.0 { "-inf" } else { "inf" });
    }
    if let Ok(truth) = object.cast::<PyBool>() {
        return Ok(Value::Truth(truth.is_true()));
    }
    if object.is_none() {
        return Ok(Value::Nothing);
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        if depth == MAX_NESTING {
            return Err(PyValueError::new_err(format!("lists nest at most {MAX_NESTING} deep")));
        }
        let values = object.try_iter()?.map(|element| nested_value(&element?, depth + 1));
        return Ok(Value::List(values.collect::<PyResult<_>>()?));
    }
    match dyadic(object) {
        Ok(Some(x)) => Ok(Value::Game(of_number(x))),
        Ok(None) => {
            let expected = "a Game, a number, a text, a position, a value or a list of them";
            Err(wrong_type(expected, object))
        }
        // A number that is not a game.
        Err(_) => {
            let [numerator, denominator] =
                ["numerator", "denominator"].map(|part| object.getattr(part)?.str()?.extract());
            let (numerator, denominator): (String, String) = (numerator?, denominator?);
            evaluated(py, &format!("{numerator}/{denominator}"))
        }
    }
}
