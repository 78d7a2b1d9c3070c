//! `dicot census`: all positions of a board.

mod make;
mod progress;
mod report;

use std::io;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::arguments::Options;
use crate::failure;
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

/// Makes a census, or answers a question about one; the status with which the program ends.
pub(crate) fn run(arguments: CensusArgs, options: &Options) -> io::Result<ExitCode> {
    match arguments.command {
        Some(CensusCommand::Report(arguments)) => Ok(match report::run(&arguments, options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => {
                failure::report(&format!("error: {}", problem.with_caret()));
                problem.status().into()
            }
        }),
        None => make::run(&arguments.make, options),
    }
}

pub(crate) const CENSUS_HELP: &str = "\
A board is ROWSxCOLUMNS: 3x4 has 3 rows and 4 columns. Its positions are counted in classes of images of each other, with colours exchanged or not; \
the file, in the Parquet format, has a row for each class: the position that stands for it, how many positions it has, the \
number of stones, the value, who wins, temperature, atomic weight and birthday. A row whose value is not its own negative \
stands for as many positions with the negative value, where Right wins instead of Left, as with the value: half of the \
multiplicity each. Only in lists, and where no image exchanges the colours, all of them have the value. The metadata of \
the file say which it is, under `dicot.multiplicity`.

Values and rows that are found are kept in the folder FILE.checkpoint, once a minute and after Ctrl-C. The same command, given again, goes on \
from there, whatever has ended it, and the file will be the same. If the memory is used up, the status is 3; the same \
command with more memory goes on. --memory covers all that is stored; the process can take a quarter more, and 64 MiB. \
By default there is no limit of time.

Examples:
  dicot census 3x4 --out census.parquet
  dicot census --rules konane 4x4 --out konane.parquet --memory 8GiB
  dicot census 4x4 --filled --out filled.parquet
  dicot census --from list.txt --out list.parquet
  dicot census report census.parquet --svg census.svg";
