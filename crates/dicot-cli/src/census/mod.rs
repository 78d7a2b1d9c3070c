//! `dicot census`: all positions of a board.

mod make;
mod progress;
mod report;

use std::io;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::arguments::Options;
use crate::failure::Failure;
use crate::status::Status;
pub(crate) use make::{MakeArgs, Watch, attempt, in_words, plan};

/// A census to be made, or what is asked about one.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct CensusArgs {
    #[command(subcommand)]
    command: Option<CensusCommand>,
    #[command(flatten)]
    make: MakeArgs,
}

/// What can be asked about a census that was made.
#[derive(Subcommand)]
pub(crate) enum CensusCommand {
    /// What a census says as a whole: outcomes, values, temperatures and birthdays, in tables and as a picture
    #[command(after_help = report::REPORT_HELP)]
    Report(report::ReportArgs),
}

/// Makes a census or reports on one; returns the exit status.
pub(crate) fn run(arguments: CensusArgs, options: &Options) -> io::Result<ExitCode> {
    match arguments.command {
        Some(CensusCommand::Report(arguments)) => {
            let reported = report::run(&arguments, options).map(|()| Status::Done);
            reported.or_else(Failure::report).map(ExitCode::from)
        }
        None => make::run(&arguments.make, options),
    }
}

pub(crate) const CENSUS_HELP: &str = "\
A board is ROWSxCOLUMNS: 3x4 has 3 rows and 4 columns. Its positions are counted in classes of images of each other that have \
the same value; the file, in the Parquet format, has a row for each class: a position that represents it, its multiplicity \
(the number of positions), the number of stones, the value, who wins, temperature, atomic weight and birthday. So \
multiplicities can be added up by any column. Files of earlier versions, in which a row also represents positions with the \
negative, are read as such by `dicot census report`.

Values and rows are saved in the folder FILE.checkpoint, once a minute and after Ctrl-C. The same command, run again, \
continues from there, even if the process was killed, and the file will be the same. If the memory is full, the status is 3; \
the same command with more memory continues. --memory is the limit of all that is stored; the process can take a quarter \
more, and 64 MiB. By default there is no time limit.

Examples:
  dicot census 3x4 --output census.parquet
  dicot census --rules konane 4x4 --output konane.parquet --memory 8GiB
  dicot census 4x4 --filled --output filled.parquet
  dicot census --from list.txt --output list.parquet
  dicot census report census.parquet --picture census.svg";
