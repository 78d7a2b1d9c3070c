//! Where pictures go: to a file, by its extension, or to standard output.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use dicot_svg::Picture;

use super::PictureArgs;
use crate::failure::Failure;
use crate::full::png;

/// A file to write, and what its extension says of it.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Tikz,
}

impl Target {
    pub(crate) fn new(path: PathBuf) -> Result<Target, String> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let format = match extension.to_str() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            Some("tex") => Format::Tikz,
            _ => return Err("the name of a picture ends in .svg, .png or .tex".to_owned()),
        };
        Ok(Target { path, format })
    }
}

/// Writes a picture where it is asked for.
pub(crate) fn write(picture: &Picture, arguments: &PictureArgs) -> Result<(), Failure> {
    match &arguments.output {
        Some(target) => save(picture, target, arguments.width),
        None => write!(io::stdout(), "{picture}")
            .and_then(|()| io::stdout().flush())
            .map_err(Failure::of_output),
    }
}

/// Writes a picture to a file; the width of a PNG in pixels may be asked for.
pub(crate) fn save(
    picture: &Picture,
    Target { path, format }: &Target,
    width: Option<u32>,
) -> Result<(), Failure> {
    let bytes = match format {
        Format::Svg => picture.to_string().into_bytes(),
        Format::Tikz => picture.to_tikz().into_bytes(),
        Format::Png => png(picture, width).map_err(Failure::new)?,
    };
    replace(path, &bytes).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// Writes a file atomically: an earlier one stays if it cannot be written.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The target of a link is replaced, not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let earlier = match OpenOptions::new().write(true).open(path) {
        Ok(file) => Some(file),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let permissions = match earlier {
        None => None,
        Some(mut file) => {
            let metadata = file.metadata()?;
            if !metadata.is_file() {
                // A pipe, say, cannot be replaced.
                return file.write_all(bytes);
            }
            Some(metadata.permissions())
        }
    };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create_new(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        drop(file);
        fs::rename(&beside, path)
    });
    if written.as_ref().is_err_and(|error| error.kind() != ErrorKind::AlreadyExists) {
        // The error of writing is the one to report.
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions() {
        let format = |path: &str| Target::new(path.into()).map(|target| target.format).ok();
        assert_eq!(format("a.svg"), Some(Format::Svg));
        assert_eq!(format("a.b/c.d.PNG"), Some(Format::Png));
        assert_eq!(format("a.tex"), Some(Format::Tikz));
        for path in ["a", "svg", ".svg", "a.jpg", "a.svg.gz", "a.svg/", "/dev/stdout", ""] {
            assert_eq!(format(path), if path == "a.svg/" { Some(Format::Svg) } else { None });
        }
    }
}
