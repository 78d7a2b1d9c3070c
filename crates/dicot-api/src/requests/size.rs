//! Positions that are too large for a value: they are refused immediately, not after a minute.

use dicot::rules::{AnyBoard, AnyPosition, Short};
use dicot_rulesets::PositionExt;

use crate::requests::error::{ApiError, Limit};

/// Checks that the components of a position are not too large for their values.
pub(crate) fn check_size(position: &AnyPosition) -> Result<(), ApiError> {
    let spec = position.ruleset().spec();
    let (Some(max), Some(position)) = (spec.max_size, position.valued()) else {
        return Ok(());
    };
    let (max_row, unit) = (spec.max_row_size.unwrap_or(max), &spec.size_unit);
    for part in position.components() {
        let size = part.size();
        if size > max && (size > max_row || !is_row(&part)) {
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

/// Whether a component is a single row or column, or not a board.
fn is_row(component: &AnyPosition) -> bool {
    match component.board() {
        AnyBoard::Cells(grid) => grid.width() == 1 || grid.height() == 1,
        _ => true,
    }
}
