//! The map of a file into memory: the only unsafe code of the project.

use std::fs::{self, File};
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file, read from it when they are used.
///
/// # What is required of everybody
/// A file that may be mapped is never changed in place, nor cut: a new one is written beside it and takes its name, as
/// [`Builder::save`](crate::Builder::save) does. A program that has mapped the old file continues with the old one.
///
/// If a program does write into it, a reader finds a damaged file: bytes whose checksums are wrong, unless they were
/// read before. If a program truncates it, the system ends the readers (SIGBUS).
#[derive(Debug)]
pub(crate) struct Map(Mmap);

impl Map {
    /// Maps a file, which must be an ordinary one: others have no length, and opening them can take for ever.
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
        // SAFETY: the map is read-only and private to this type, which hands out shared slices of bytes alone. They
        // are plain numbers, for which any content is valid, and no length, index or text is taken from them
        // unchecked. That nobody changes the file is required above.
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
