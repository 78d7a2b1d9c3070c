//! Reads the names of players.

use dicot::{ParseTextError, Player};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Reads a player's name: `left` or `right`, or the initial, in upper or lower case.
pub(crate) fn player(name: &str) -> PyResult<Player> {
    name.parse().map_err(|error: ParseTextError| PyValueError::new_err(error.to_string()))
}
