//! Maps a file into memory. This is the only unsafe code of the project.

use std::fs::{self, File};
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file, which are read from it when they are used.
///
/// # Requirement
/// A file that may be mapped must never be changed in place or truncated. A new file is written beside it and renamed,
/// as [`Builder::save`](crate::Builder::save) does. A program that has mapped the old file continues with the old one.
///
/// If a program does write into it, a reader finds wrong checksums, unless it has already verified those bytes. If a
/// program truncates it, the system ends the readers (SIGBUS).
#[derive(Debug)]
pub(crate) struct Map(Mmap);

impl Map {
    /// Maps a regular file. Other files have no length, and opening one may block forever.
    pub(crate) fn open(path: &Path) -> io::Result<Map> {
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let file = File::open(path)?;
        #[expect(
            unsafe_code,
            reason = "files are mapped, so that all processes share one copy in memory and only what is looked at is \
                      read; the file must not change meanwhile, and no program of ours changes one in place"
        )]
        // SAFETY: the map is read-only and private to this type, which only lends shared slices of bytes. Any content
        // is valid for bytes, and no length, index or text is taken from them unchecked. Callers must not let the file
        // change, as required above.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Map(map))
    }
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
