//! Which positions are too large for a value: better to say so at once than after a minute.

use dicot::rules::{Ruleset, Short};

use crate::error::{ApiError, Limit};

/// The largest components that have been valued within a minute and 256 MiB, by [size](Short::size): stones in
/// Clobber, moves of both players in others.
const LARGEST: [(&str, u32); 0] = [];

/// The largest component of a ruleset that is worth trying.
pub(super) fn largest(rules: &str) -> Option<u32> {
    LARGEST.iter().find(|(name, _)| *name == rules).map(|&(_, largest)| largest)
}

/// Refuses what is not worth trying.
pub(super) fn check_size<P: Short + Ruleset>(position: &P) -> Result<(), ApiError> {
    let Some(most) = largest(P::NAME) else { return Ok(()) };
    let size = position.components().map(|part| part.size()).max().unwrap_or(0);
    if size <= most {
        return Ok(());
    }
    Err(ApiError::limit(
        Limit::Size,
        format_args!(
            "this is too large for a value: a piece has size {size}, and {most} is within reach; who wins may be"
        ),
    ))
}
