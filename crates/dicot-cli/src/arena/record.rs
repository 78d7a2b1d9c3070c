//! The option for records of games, and the file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use dicot_arena::matches::GameRecord;

use crate::failure::about;

#[derive(Args)]
pub(crate) struct RecordArgs {
    /// Append a record of each game, a line of JSON, to this file; `dicot replay` shows them
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl RecordArgs {
    /// The file, if games are recorded.
    pub(crate) fn open(&self) -> io::Result<RecordFile> {
        let Some(path) = &self.record else { return Ok(RecordFile(None)) };
        let file = open(path).map_err(|error| about(path, error))?;
        Ok(RecordFile(Some((file, path.clone()))))
    }
}

/// Opens a file to append lines to it. Half a line at its end, as a full disk leaves it, gets a line end: otherwise it
/// would damage the next record.
fn open(path: &Path) -> io::Result<File> {
    let mut file = File::options().append(true).create(true).open(path)?;
    let metadata = file.metadata()?;
    // An empty line does no harm, also where the file can be written and not read.
    if metadata.is_file() && metadata.len() > 0 && last_byte(path).ok() != Some(b'\n') {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

fn last_byte(path: &Path) -> io::Result<u8> {
    let (mut file, mut last) = (File::open(path)?, [0]);
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last[0])
}

/// The file, with its name for errors; none if games are not recorded.
pub(crate) struct RecordFile(Option<(File, PathBuf)>);

impl RecordFile {
    /// Appends a game in one write, so that readers of the file see whole games.
    pub(crate) fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        let Some((file, path)) = &mut self.0 else { return Ok(()) };
        record.write(file).map_err(|error| about(path, error))
    }
}
