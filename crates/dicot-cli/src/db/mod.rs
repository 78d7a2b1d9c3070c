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
use crate::failure::{Failure, about};
use crate::rulesets::valued;

use build::BuildArgs;
use check::CheckArgs;
use get::Values;

#[derive(Subcommand)]
pub(crate) enum Db {
    /// Compute the values of all components of a board, and write them to a file
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
    /// The contents of a file, and whether it is intact
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),
}

const BUILD_HELP: &str = "\
A board is ROWSxCOLUMNS: 3x4 has three rows of four cells. The file has the components of all boards of \
that shape and of all positions that they lead to, each once for all its symmetric images and their negatives. With --filled \
the boards are those without an empty cell, and with --from the positions of a list.

An existing file is replaced only if it is a database of the same ruleset, all of whose components are in the new one.

Values are saved in the folder FILE.checkpoint, once a minute and after Ctrl-C. The same command, run again, continues from \
there, even if the process was killed. If the memory is full, the status is 3; the same command with more memory continues. \
--memory is the limit of all that is stored; the process can take a quarter more, and 64 MiB. By default there is no time limit.

Other commands use the file with --db FILE, which can be given several times: value, board, explain, solve, match, replay, \
serve and the bots. A file of another ruleset is ignored.

Examples:
  dicot db build 3x4 --output clobber-3x4.db
  dicot db build 4x4 --filled --output filled-4x4.db
  dicot db build --rules konane --from positions.txt --output konane.db
  dicot solve xoxoxo/oxoxox/xoxoxo --db clobber-3x4.db";

const GET_HELP: &str = "\
Adds up the values of the components. Only the sum is computed: a component that is not in the file is an error.

Examples:
  dicot db get clobber-3x4.db xox/ox.
  printf 'xo\\nxxo\\n' | dicot db get clobber-3x4.db --json";

const CHECK_HELP: &str = "\
Verifies all checksums, that components are normalized and can be looked up, and that values are canonical. The status is 0 \
if the file is intact.

Examples:
  dicot db check clobber-3x4.db
  dicot db check clobber-3x4.db --recompute 1000";

/// Runs a command; returns the exit status.
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
    Database::open(file).map_err(|error| about(file, error))
}

/// The same, where the error of a limit names its option.
fn failure(file: &Path, error: DatabaseError) -> Failure {
    match error {
        DatabaseError::Value(error) => Failure::from(error),
        error => Failure::new(about(file, error).to_string()),
    }
}

/// Opens the files of `--db`.
pub(crate) fn known_values(files: &[PathBuf]) -> io::Result<Vec<Arc<dyn ValueSource>>> {
    let known =
        |file: &PathBuf| open(file).map(|database| Arc::new(database) as Arc<dyn ValueSource>);
    files.iter().map(known).collect()
}
