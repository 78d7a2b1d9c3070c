//! Which positions are too large for a value: better to say so at once than after a minute.

use dicot::rules::{Ruleset, Short};

use crate::error::{ApiError, Limit};

/// The largest components that are worth trying, by [size](Short::size): stones in Clobber, moves of both players in
/// other games. Full boards somewhat smaller have been valued in ten seconds and 256 MiB; rulesets that are not here
/// are valued in no time, or end by their other limits.
const LARGEST: [(&str, u32); 8] = [
    ("clobber", 24),
    ("diagonals", 24),
    ("knights", 24),
    ("hot-clobber", 20),
    ("diagonal-clobber", 18),
    ("rooks", 18),
    ("queens", 18),
    ("anti-clobber", 18),
];

/// The same for a single row of stones, which splits with most moves.
const LONGEST_ROW: u32 = 44;

/// The largest component of a ruleset that is worth trying.
pub(super) fn largest(rules: &str) -> Option<u32> {
    LARGEST.iter().find(|(name, _)| *name == rules).map(|&(_, largest)| largest)
}

/// Refuses what is not worth trying.
pub(super) fn check_size<P: Short + Ruleset>(position: &P) -> Result<(), ApiError> {
    let Some(most) = largest(P::NAME) else { return Ok(()) };
    for part in position.components() {
        let size = part.size();
        if size > most && (size > LONGEST_ROW || !is_row(&part)) {
            return Err(ApiError::limit(
                Limit::Size,
                format_args!(
                    "this is too large for a value: a piece has size {size}, and up to {most} are \
                     within reach; who wins may be"
                ),
            ));
        }
    }
    Ok(())
}

/// Whether the board is a single row or column.
fn is_row<P: Ruleset>(part: &P) -> bool {
    let text = part.to_string();
    !text.contains('/') || text.split('/').all(|row| row.len() == 1)
}
