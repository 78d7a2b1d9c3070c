//! `dicot db`: files of values, which other commands use with `--db`.

mod build;
mod check;
mod get;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Subcommand;
use dicot::analysis::ValueSource;
use dicot_answers::rulesets::Rulesets;
use dicot_db::{Database, DatabaseError};

use crate::arguments::Options;
use crate::batch;
use crate::failure::Failure;
use crate::rulesets::valued;

use build::BuildArgs;
use check::CheckArgs;
use get::Values;

#[derive(Subcommand)]
pub(crate) enum Db {
    /// Find the values of all components of a board, and write them to a file
    #[command(after_help = BUILD_HELP)]
    Build(BuildArgs),
    /// The value of a position, from a file alone
    #[command(after_help = GET_HELP)]
    Get {
        /// The file
        file: PathBuf,
        /// A position of the file's ruleset
        #[arg(allow_hyphen_values = true)]
        position: Option<String>,
    },
    /// What a file holds, and whether it is whole
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),
}

const BUILD_HELP: &str = "\
A board is ROWSxCOLUMNS: 3x4 has three rows of four cells. What goes into the file are the components of all boards of \
that shape and all that they lead to, each once for all its symmetric images and their negatives. With --filled the \
boards are those without an empty cell, and with --from the positions of a list.

A file that is there is replaced if nothing of it is lost: if it is a database of the ruleset, and the new one has all \
its components.

What is found is kept in the folder FILE.checkpoint, once a minute and after Ctrl-C. The same command, given again, goes on \
from there, whatever has ended it. If the memory is used up, the status is 3; the same command with more memory goes on. \
--memory covers all that is stored; the process can take a quarter more, and 64 MiB. By default there is no limit of time.

Other commands use the file with --db FILE, as often as there are files: value, board, explain, solve, match, replay, serve and the bots. A file of \
another ruleset is never asked.

Examples:
  dicot db build 3x4 --out clobber-3x4.db
  dicot db build 4x4 --filled --out filled-4x4.db
  dicot db build --rules konane --from positions.txt --out konane.db
  dicot solve xoxoxo/oxoxox/xoxoxo --db clobber-3x4.db";

const GET_HELP: &str = "\
Values of components are added up. Nothing is computed but the sum: a component that is not in the file is an error.

Examples:
  dicot db get clobber-3x4.db xox/ox.
  printf 'xo\\nxxo\\n' | dicot db get clobber-3x4.db --json";

const CHECK_HELP: &str = "\
All checksums are verified; that components are normalized and found; and that values are canonical. The status is 0 \
if the file is whole.

Examples:
  dicot db check clobber-3x4.db
  dicot db check clobber-3x4.db --recompute 1000";

/// Does what the command says; the status with which the program ends.
pub(crate) fn run(command: Db, rulesets: &Rulesets, options: &Options) -> io::Result<ExitCode> {
    match command {
        Db::Build(wanted) => {
            let ruleset = valued(rulesets, &wanted.make.rules.rules)?;
            Ok(build::run(ruleset, &wanted, options)?.err().unwrap_or(ExitCode::SUCCESS))
        }
        Db::Get { file, position } => {
            let database = open(&file)?;
            let ruleset = valued(rulesets, database.rules())?;
            let mut values = Values::new(ruleset, &file, &database, options);
            batch::run(position, options.json, &mut values).map(ExitCode::from)
        }
        Db::Check(wanted) => check::start(&wanted, rulesets, options).map(ExitCode::from),
    }
}

/// Opens a file.
fn open(file: &Path) -> io::Result<Database> {
    Database::open(file).map_err(|error| about(file, &error))
}

/// The error, and the file that it is about.
fn about(file: &Path, error: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {error}", file.display()))
}

/// The same, where a limit that was passed has its option.
fn failure(file: &Path, error: DatabaseError) -> Failure {
    match error {
        DatabaseError::Value(error) => Failure::from(error),
        error => Failure::new(about(file, &error).to_string()),
    }
}

/// Opens the files of `--db`.
pub(crate) fn known_values(files: &[PathBuf]) -> io::Result<Vec<Arc<dyn ValueSource>>> {
    let known =
        |file: &PathBuf| open(file).map(|database| Arc::new(database) as Arc<dyn ValueSource>);
    files.iter().map(known).collect()
}
