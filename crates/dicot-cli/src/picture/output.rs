//! Where pictures go: to a file, by its extension, or to standard output.

use std::io::Write;

use dicot::svg::Picture;

use super::PictureArgs;
use crate::failure::Failure;

/// Writes a picture where it is asked for.
pub(super) fn write(picture: &Picture, arguments: &PictureArgs) -> Result<(), Failure> {
    let text = picture.to_string();
    let written = match &arguments.output {
        Some(path) => std::fs::write(path, text),
        None => std::io::stdout().write_all(text.as_bytes()),
    };
    written.map_err(|error| Failure::new(error.to_string()))
}
