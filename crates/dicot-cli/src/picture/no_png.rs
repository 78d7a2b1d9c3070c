//! A picture as PNG, where the program was built without it.

use dicot_svg::Picture;

use crate::missing::without;

/// Says how to get pictures as PNG.
pub(super) fn png(_: &Picture, _: Option<u32>) -> Result<Vec<u8>, String> {
    Err(without("PNG"))
}
