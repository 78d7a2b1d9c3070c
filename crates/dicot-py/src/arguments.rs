//! Arguments of functions, with errors that say what is accepted and what was found.

use std::ops::Deref;

use dicot::{ParseTextError, Player};
use dicot_rulesets::closest;
use pyo3::exceptions::{PyAttributeError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// The error of an argument of another type.
pub(crate) fn wrong_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let class = found.get_type();
    let class = class.name().map_or_else(|_| class.to_string(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected} but found {class}"))
}

/// The error of an attribute that does not exist, with the nearest name.
pub(crate) fn no_attribute(object: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let class = object.get_type();
    let class_name = class.name().map_or_else(|_| class.to_string(), |name| name.to_string());
    let mut message = format!("{class_name} has no attribute {name:?}");
    // Python and its tools try names with an underscore, and expect the error.
    let names: Vec<String> = match name.starts_with('_') {
        true => Vec::new(),
        false => class.dir().and_then(|names| names.extract()).unwrap_or_default(),
    };
    if let Some(near) = closest(name, names.iter().map(String::as_str)) {
        message += &format!("; is {near:?} meant?");
    }
    PyAttributeError::new_err(message)
}

/// A text.
#[derive(Debug)]
pub(crate) struct Text(String);

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.to_owned())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Text> {
        match object.cast::<PyString>() {
            Ok(text) => Ok(Text(text.to_cow()?.into_owned())),
            Err(_) => Err(wrong_type("a text", &object)),
        }
    }
}

/// A ruleset: its name, or the class of its positions.
#[derive(Debug)]
pub(crate) struct Rules(Text);

impl From<&str> for Rules {
    fn from(name: &str) -> Rules {
        Rules(name.into())
    }
}

impl Deref for Rules {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'py> FromPyObject<'_, 'py> for Rules {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Rules> {
        if object.is_instance_of::<PyType>()
            && let Ok(name) = object.getattr("_rules")
        {
            return name.extract().map(Rules);
        }
        let name = object.extract().map(Rules);
        name.map_err(|_: PyErr| wrong_type("the name of a ruleset or its class", &object))
    }
}

/// A player: `left` or `right`, or the initial, in upper or lower case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side(pub(crate) Player);

impl<'py> FromPyObject<'_, 'py> for Side {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Side> {
        let name = object.cast::<PyString>();
        let name = name.map_err(|_| wrong_type("the player \"left\" or \"right\"", &object))?;
        let player = name.to_cow()?.parse();
        player.map(Side).map_err(|error: ParseTextError| PyValueError::new_err(error.to_string()))
    }
}

/// The name of a player as positions of rulesets in Python receive it: "left" or "right".
pub(crate) fn name_of(player: Player) -> &'static str {
    if player == Player::Left { "left" } else { "right" }
}

/// Reads the name of a player, as every function does, and returns "left" or "right".
#[pyfunction]
#[pyo3(signature = (name, /))]
pub(crate) fn player_name(name: Side) -> &'static str {
    name_of(name.0)
}

/// The types of whole numbers that are not negative.
pub(crate) trait Unsigned: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr> {
    /// The largest number.
    const MAX: u64;
}

impl Unsigned for u32 {
    const MAX: u64 = u32::MAX as u64;
}

impl Unsigned for u64 {
    const MAX: u64 = u64::MAX;
}

impl Unsigned for usize {
    const MAX: u64 = usize::MAX as u64;
}

/// The most digits of a number that a message shows.
const MAX_DIGITS: usize = 40;

/// A whole number that is not negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole<T>(pub(crate) T);

impl<'py, T: Unsigned> FromPyObject<'_, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole<T>> {
        object.extract().map(Whole).map_err(|error: PyErr| {
            let py = object.py();
            if error.is_instance_of::<PyOverflowError>(py) {
                let max = T::MAX;
                let text = object.str().map(|text| text.to_string()).unwrap_or_default();
                let is_short = (1..=MAX_DIGITS).contains(&text.len());
                let found = if is_short { &text } else { "a number of many digits" };
                let message = format!("expected a whole number from 0 to {max} but found {found}");
                PyOverflowError::new_err(message)
            } else if error.is_instance_of::<PyTypeError>(py) {
                wrong_type("a whole number", &object)
            } else {
                error
            }
        })
    }
}

/// An argument that keeps its default if it is not given; `None` means that there is no limit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Given<T> {
    Not,
    As(Option<T>),
}

impl<T> Given<T> {
    pub(crate) fn or(self, default: Option<T>) -> Option<T> {
        match self {
            Given::Not => default,
            Given::As(value) => value,
        }
    }

    /// Converts and checks a value that is given.
    pub(crate) fn map<U>(self, convert: impl FnOnce(T) -> PyResult<U>) -> PyResult<Given<U>> {
        Ok(match self {
            Given::Not => Given::Not,
            Given::As(value) => Given::As(value.map(convert).transpose()?),
        })
    }
}

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Given<T> {
    type Error = T::Error;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Given<T>, T::Error> {
        object.extract().map(Given::As)
    }
}
