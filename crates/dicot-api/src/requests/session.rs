//! Keeps the memory of a session small.

use dicot::Limits;

use crate::Session;
use crate::requests::error::{ApiError, Limit};

/// Makes the definitions of a session final and shrinks it to `max` bytes, if it is larger.
///
/// # Errors
/// If the definitions alone are larger; then those of the last request are removed, or all.
pub fn shrink_to(session: &mut Session, max: usize) -> Result<(), ApiError> {
    let result = shrink(session, max);
    session.sheet_mut().keep();
    result
}

fn shrink(session: &mut Session, max: usize) -> Result<(), ApiError> {
    if session.bytes() <= max {
        return Ok(());
    }
    // Half of the limit, so that there is space for more.
    let limits = Limits::default().with_bytes(max / 2);
    let fits = |session: &mut Session| session.renew(&limits).is_ok() && session.bytes() <= max;
    if fits(session) {
        return Ok(());
    }
    session.sheet_mut().take_back();
    let what = match fits(session) {
        true => "the last definitions are",
        false => {
            session.clear();
            "all definitions are"
        }
    };
    Err(ApiError::limit(
        Limit::Memory,
        format_args!("the definitions take more than {} MiB: {what} forgotten", max >> 20),
    ))
}
