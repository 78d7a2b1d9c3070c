//! The players by name.

use dicot::{ParseTextError, Player};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The player with that name: `left` or `right`, or the initial, in upper or lower case.
pub(crate) fn player(name: &str) -> PyResult<Player> {
    name.parse().map_err(|error: ParseTextError| PyValueError::new_err(error.to_string()))
}
