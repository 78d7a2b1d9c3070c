//! The option that says where games are recorded, and the file.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use clap::Args;
use dicot_arena::matches::GameRecord;

use super::of_file;

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
        let file = File::options().append(true).create(true).open(path);
        Ok(RecordFile(Some((file.map_err(|error| of_file(path, error))?, path.clone()))))
    }
}

/// The file, with its name for errors; none if games are not recorded.
pub(crate) struct RecordFile(Option<(File, PathBuf)>);

impl RecordFile {
    /// Appends a game at once, so that those who look at the file see whole games.
    pub(crate) fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        let Some((file, path)) = &mut self.0 else { return Ok(()) };
        record.write(file).map_err(|error| of_file(path, error))
    }
}
