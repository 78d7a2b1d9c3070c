//! Which positions are too large for a value: better to say so at once than after a minute.

use dicot::rules::{Ruleset, Short};

use crate::error::{ApiError, Limit};

/// The largest components that are worth trying, by [size](Short::size), and what that counts. Full boards somewhat
/// smaller have been valued in ten seconds and 256 MiB. Of rulesets that are not here the size does not tell; their
/// values are found in no time, or end by the other limits.
const LARGEST: [(&str, u32, &str); 10] = [
    ("clobber", 24, "stones"),
    ("diagonals", 24, "stones"),
    ("knights", 24, "stones"),
    ("hot-clobber", 20, "stones"),
    ("diagonal-clobber", 18, "stones"),
    ("rooks", 18, "stones"),
    ("queens", 18, "stones"),
    ("anti-clobber", 18, "stones"),
    ("domineering", 90, "moves"),
    ("amazons", 250, "moves"),
];

/// The same for a single row of stones, which splits with most moves.
const LONGEST_ROW: u32 = 44;

/// The largest component of a ruleset that is worth trying.
pub(super) fn largest(rules: &str) -> Option<u32> {
    found(rules).map(|(largest, _)| largest)
}

fn found(rules: &str) -> Option<(u32, &'static str)> {
    let found = LARGEST.iter().find(|(name, ..)| *name == rules);
    found.map(|&(_, largest, counted)| (largest, counted))
}

/// Refuses what is not worth trying.
pub(super) fn check_size<P: Short + Ruleset>(position: &P) -> Result<(), ApiError> {
    let Some((most, counted)) = found(P::NAME) else { return Ok(()) };
    for part in position.components() {
        let size = part.size();
        if size > most && (size > LONGEST_ROW || !is_row(&part)) {
            return Err(ApiError::limit(
                Limit::Size,
                format_args!(
                    "a component has {size} {counted}, and values are computed for at most {most}; \
                     the solver may still find who wins"
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
