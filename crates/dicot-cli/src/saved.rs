//! Files that a command saves and goes on from.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use dicot_api::files::{part, replace_file};

use crate::failure::about;

/// What a file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    Nothing,
    /// What the command saved.
    Saved,
    Other,
}

impl Contents {
    /// The contents of a file; those that the command saves begin with `format`.
    fn of(path: &Path, format: &[u8]) -> io::Result<Contents> {
        let mut file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Contents::Nothing),
            file => file?,
        };
        let mut start = Vec::new();
        file.by_ref().take(format.len() as u64).read_to_end(&mut start)?;
        Ok(match start.as_slice() {
            [] => Contents::Nothing,
            start if start == format => Contents::Saved,
            _ => Contents::Other,
        })
    }
}

/// What a link leads to is replaced, and not the link.
pub(crate) fn target(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Fails before a long computation if nothing can be saved, or if saving would replace a file that the command did not
/// save. With `force`, any file is replaced, and so counts as empty.
pub(crate) fn check(
    path: &Path,
    format: &[u8],
    command: &str,
    force: bool,
) -> io::Result<Contents> {
    if path.is_dir() {
        return Err(about(path, "is a directory"));
    }
    if path.exists() && !path.is_file() {
        return Err(about(path, "not a regular file"));
    }
    let (part, mut contents) = (part(path), Contents::Nothing);
    if !force {
        contents = Contents::of(path, format).map_err(|error| about(path, error))?;
        if contents == Contents::Other {
            let ways = format!(
                "not a file that {command} saved; choose another name, or replace it with --force"
            );
            return Err(about(path, ways));
        }
        if Contents::of(&part, format).is_ok_and(|contents| contents == Contents::Other) {
            let ways = format!(
                "the temporary file is in the way, and {command} did not write it; choose another name, \
                 or replace it with --force"
            );
            return Err(about(&part, ways));
        }
    }
    let tried = File::create(&part).and_then(|_| fs::remove_file(&part));
    tried.map_err(|error| about(path, error))?;
    Ok(contents)
}

/// Writes a file. The old one stays until the new one is complete.
pub(crate) fn write(path: &Path, save: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    replace_file(path, save).map_err(|error| about(path, error))
}
