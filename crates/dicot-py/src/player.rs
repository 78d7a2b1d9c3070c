//! The players by name.

use dicot::Player;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The player with that name: `left` or `right`, or the initial, in upper or lower case.
pub(crate) fn player(name: &str) -> PyResult<Player> {
    match name.to_ascii_lowercase().as_str() {
        "left" | "l" => Ok(Player::Left),
        "right" | "r" => Ok(Player::Right),
        _ => Err(PyValueError::new_err(format!(
            "expected \"left\" or \"right\" but found {:?}",
            name.chars().take(40).collect::<String>()
        ))),
    }
}
