//! `dicot db`: files of values, which other commands use with `--db`.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod get;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use dicot::analysis::ValueSource;
use dicot_db::{Database, DatabaseError};

use crate::failure::{Failure, about};

/// Opens a file.
fn open(file: &Path) -> io::Result<Database> {
    Database::open(file).map_err(|error| about(file, error))
}

/// The same, where the error of a limit names its option.
fn failure(file: &Path, error: DatabaseError) -> Failure {
    match error {
        DatabaseError::Value(error) => Failure::from(error),
        error => Failure::new(about(file, error).to_string()),
    }
}

/// The files of `--db`.
#[derive(Args)]
pub(crate) struct DbFiles {
    /// A database of `dicot db build`, whose values are not computed again; can be given several times
    #[arg(long = "db", id = "db", global = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

impl DbFiles {
    /// Opens the files.
    pub(crate) fn open(&self) -> io::Result<Vec<Arc<dyn ValueSource>>> {
        let open =
            |file: &PathBuf| open(file).map(|database| Arc::new(database) as Arc<dyn ValueSource>);
        self.files.iter().map(open).collect()
    }
}
