//! `dicot db check`: what a file holds, and whether it is whole.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use dicot_db::{Database, DatabaseError, VERSION};
use dicot_rulesets::grouped;
use serde::Serialize;

use super::failure;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::rulesets::valued;
use crate::style::Style;

/// The contents of a file, and whether it is intact
#[derive(Args)]
#[command(after_help = "\
Verifies all checksums, that components are normalized and can be looked up, and that values are canonical. The status is 0 \
if the file is intact.

Examples:
  dicot db check clobber-3x4.db
  dicot db check clobber-3x4.db --recompute 1000")]
pub(crate) struct CheckArgs {
    /// The file
    file: PathBuf,
    /// Compute N values again, evenly spread, or `all`, and compare
    #[arg(long, value_name = "N", value_parser = sample)]
    recompute: Option<u64>,
}

fn sample(text: &str) -> Result<u64, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(u64::MAX);
    }
    text.parse().map_err(|_| "expected a number, or `all`".to_owned())
}

/// What is said of a file.
#[derive(Serialize)]
struct Line<'a> {
    file: String,
    #[serde(flatten)]
    facts: Option<Facts<'a>>,
    whole: bool,
    /// How many values were found once more.
    #[serde(skip_serializing_if = "Option::is_none")]
    recomputed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Facts<'a> {
    rules: &'a str,
    components: u64,
    values: u64,
    bytes: u64,
    version: u32,
}

impl<'a> Facts<'a> {
    fn of(database: &'a Database) -> Facts<'a> {
        Facts {
            rules: database.rules(),
            components: database.len(),
            values: database.value_count(),
            bytes: database.byte_count(),
            version: VERSION,
        }
    }
}

impl Command for CheckArgs {
    /// Checks what does not need the ruleset, and then the rest.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let database = match Database::open(&self.file) {
            Ok(database) => database,
            Err(error) => return print(&self.file, None, Err(error), options),
        };
        let ruleset = valued(&options.rulesets, database.rules())?;
        ctrl_c::set_not_done("the file is not checked");
        let limits = options.limits.limits().starting_now();
        let checked = database
            .check(&limits)
            .and_then(|()| database.check_components(&ruleset, &limits))
            .and_then(|()| {
                self.recompute.map(|most| database.recompute(&ruleset, most, limits)).transpose()
            });
        print(&self.file, Some(&database), checked, options)
    }
}

/// Prints the contents of a file and its errors.
fn print(
    file: &Path,
    database: Option<&Database>,
    checked: Result<Option<u64>, DatabaseError>,
    options: &Options,
) -> Result<Status, Failure> {
    let facts = database.map(Facts::of);
    let (recomputed, error) = match checked {
        Ok(recomputed) => (recomputed, None),
        Err(error) => (None, Some(failure(file, error))),
    };
    let whole = error.is_none();
    let mut out = io::stdout().lock();
    if options.json {
        let error = error.as_ref().map(|failure| failure.message().to_owned());
        let line = Line { file: file.display().to_string(), facts, whole, recomputed, error };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    } else if let Some(facts) = facts {
        let style = Style::of_stdout();
        let mut rows = vec![
            ("ruleset", facts.rules.to_owned()),
            ("components", grouped(facts.components)),
            ("values", grouped(facts.values)),
            ("bytes", grouped(facts.bytes)),
            ("version", facts.version.to_string()),
        ];
        if whole {
            let again = recomputed.map(|n| format!(", {} values found again", grouped(n)));
            rows.push(("state", format!("whole{}", again.unwrap_or_default())));
        }
        for (head, text) in rows {
            writeln!(out, "{}{text}", style.head(head, 12))?;
        }
    }
    out.flush()?;
    error.map_or(Ok(Status::Done), Err)
}
