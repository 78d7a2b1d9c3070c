//! Files that are replaced as a whole.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The temporary file beside a file, which is renamed once it is complete.
pub fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Writes a file. The old one stays until the new one is complete.
///
/// # Errors
/// If the file cannot be written.
pub fn replace_file(path: &Path, write: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    let part = part(path);
    let written = File::create(&part)
        .and_then(|file| write(&file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    written.inspect_err(|_| drop(fs::remove_file(&part)))
}
