//! `dicot census`: all positions of a board.

mod make;
mod progress;
pub(crate) mod report;

use std::fmt::Display;
use std::fs::File;
use std::path::PathBuf;

use clap::Args;
use dicot::{Dyadic, Limits};
use dicot_census::parquet::Reader;

use crate::command::{Command, Failure, Options, Status};
use crate::failure::about;
use crate::find::Criteria;
pub(crate) use make::{MakeArgs, Watch, attempt, in_words, plan};

/// The values of all positions of a board, as a table
#[derive(Args)]
#[command(
    after_help = "\
A board is ROWSxCOLUMNS: 3x4 has 3 rows and 4 columns. Its positions are counted in classes of images of each other that have \
the same value; the file, in the Parquet format, has a row for each class: a position that represents it, its multiplicity \
(the number of positions), the number of stones, the value, who wins, temperature, atomic weight and birthday. So \
multiplicities can be added up by any column. Files of earlier versions, in which a row also represents positions with the \
negative, are read as such by `dicot census report`.

Values and rows are saved in the folder FILE.checkpoint, once a minute and after Ctrl-C. The same command, run again, \
continues from there, even if the process was killed, and the file will be the same. If the memory is full, the status is 3; \
the same command with more memory continues. --memory is the limit of all that is stored; the process can take a quarter \
more, and 64 MiB. The time is not limited by default.

Examples:
  dicot census 3x4 --output census.parquet
  dicot census --rules konane 4x4 --output konane.parquet --memory 8GiB
  dicot census 4x4 --filled --output filled.parquet
  dicot census --from list.txt --output list.parquet
  dicot census report census.parquet --picture census.svg",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct CensusArgs {
    #[command(flatten)]
    make: MakeArgs,
}

impl Command for CensusArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        Ok(make::run(&self.make, options)?)
    }
}

/// The census of `dicot find`.
#[derive(Args)]
pub(crate) struct CensusFile {
    /// Search the rows of a census, those with the fewest stones first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cells", "from"])]
    census: Option<PathBuf>,
}

impl CensusFile {
    /// The positions of the census that meet the criteria by what it records, those with the fewest stones first.
    pub(crate) fn positions(
        &self,
        criteria: &Criteria,
        limits: &Limits,
    ) -> Option<Result<Vec<String>, Failure>> {
        let file = self.census.as_deref()?;
        let of_file = |error: &dyn Display| Failure::new(about(file, error).to_string());
        let rows = File::open(file).map_err(|error| of_file(&error));
        let rows = rows.and_then(|rows| Reader::open(rows).map_err(|error| of_file(&error)));
        let positions = rows.and_then(|rows| {
            let mut positions = Vec::new();
            for row in rows.with_limits(limits) {
                let row = row.map_err(|error| of_file(&error))?;
                let is_like = |t: Dyadic| {
                    t.numerator() as f64 / 2f64.powi(t.exponent() as i32) == row.temperature
                };
                if criteria.outcome.is_none_or(|outcome| outcome == row.outcome)
                    && criteria.temperature.is_none_or(is_like)
                {
                    positions.push((row.stones, row.position));
                }
            }
            positions.sort();
            Ok(positions.into_iter().map(|(_, text)| text).collect())
        });
        Some(positions)
    }
}
