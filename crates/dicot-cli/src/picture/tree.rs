//! `dicot tree`.

use super::PictureArgs;
use crate::Options;
use crate::failure::Failure;

/// Draws.
pub(crate) fn tree(
    _text: &str,
    _arguments: &PictureArgs,
    _options: &Options,
) -> Result<(), Failure> {
    Err(Failure::new("not drawn yet"))
}
