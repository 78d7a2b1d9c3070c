//! `dicot census`: all positions of a board.

mod report;

use clap::Subcommand;

use crate::arguments::Options;
use crate::failure::Failure;

/// What can be asked about censuses.
#[derive(Subcommand)]
pub(crate) enum CensusCommand {
    /// What a census says as a whole: outcomes, values, temperatures and birthdays, in tables and as a picture
    #[command(after_help = report::REPORT_HELP)]
    Report(report::ReportArgs),
}

/// Answers it.
pub(crate) fn run(command: &CensusCommand, options: &Options) -> Result<(), Failure> {
    match command {
        CensusCommand::Report(arguments) => report::run(arguments, options),
    }
}
