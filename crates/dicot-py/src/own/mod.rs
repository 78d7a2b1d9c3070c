//! Rulesets in Python: subclasses of `dicot.Ruleset`, whose instances are positions.
//!
//! User code is called with Python's lock, and only to list the options of a position. Everything else, values and
//! searches, works with the indices of positions in a [`Pool`].
//!
//! | module | what it has |
//! |---|---|
//! | [`pool`] | positions by index, with their options and values |
//! | [`value`] | finds all followers of a position and values them |
//! | [`search`] | who wins sums of positions that are too large for values |
//! | [`solve`] | the answers of `dicot.solve` for sums with such positions |

mod pool;
mod search;
mod solve;
mod value;

pub(crate) use pool::{Pool, import_all, is_position};
pub(crate) use solve::{answer, no_winning_moves};
