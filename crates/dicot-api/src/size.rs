//! Positions that are too large for a value: they are refused immediately, not after a minute.

use dicot::rules::{AnyPosition, Short};
use dicot_answers::PositionExt;

use crate::error::{ApiError, Limit};

/// Checks that the components of a position are not too large for their values.
pub(crate) fn check_size(position: &AnyPosition) -> Result<(), ApiError> {
    let spec = position.ruleset().spec();
    let (Some(max), Some(position)) = (spec.max_size, position.valued()) else {
        return Ok(());
    };
    let (max_row, unit) = (spec.max_row_size.unwrap_or(max), &spec.size_unit);
    for part in position.components() {
        let size = part.size();
        if size > max && (size > max_row || !is_row(&part.to_string())) {
            return Err(ApiError::limit(
                Limit::Size,
                format_args!(
                    "a component has {size} {unit}, and values are computed for at most {max}; \
                     the solver may still find who wins"
                ),
            ));
        }
    }
    Ok(())
}

/// Whether the board is a single row or column.
fn is_row(text: &str) -> bool {
    !text.contains('/') || text.split('/').all(|row| row.len() == 1)
}
