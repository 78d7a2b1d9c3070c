//! `dicot db build`: the values of many components, in a file.

use dicot::Interrupt;
use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use dicot_census::{Census, CensusError, Plan};
use dicot_db::{Builder, Database, DatabaseError, remove_parts};
use dicot_rulesets::grouped;
use serde_json::json;

use crate::census::{MakeArgs, Watch, attempt, in_words, plan};
use crate::command::{Command, Failure, Options, Status};
use crate::failure::about;
use crate::rulesets::valued;

/// Compute the values of all components of a board, and write them to a file
#[derive(Args)]
#[command(after_help = "\
A board is ROWSxCOLUMNS: 3x4 has three rows of four cells. The file has the components of all boards of \
that shape and of all positions that they lead to, each once for all its symmetric images and their negatives. With --filled \
the boards are those without an empty cell, and with --from the positions of a list.

An existing file is replaced only if it is a database of the same ruleset, all of whose components are in the new one.

Values are saved in the folder FILE.checkpoint, once a minute and after Ctrl-C. The same command, run again, continues from \
there, even if the process was killed. If the memory is full, the status is 3; the same command with more memory continues. \
--memory is the limit of all that is stored; the process can take a quarter more, and 64 MiB. The time is not limited by default.

Other commands use the file with --db FILE, which can be given several times: value, board, explain, solve, match, replay, \
serve and the bots. A file of another ruleset is ignored.

Examples:
  dicot db build 3x4 --output clobber-3x4.db
  dicot db build 4x4 --filled --output filled-4x4.db
  dicot db build --rules konane --from positions.txt --output konane.db
  dicot solve xoxoxo/oxoxox/xoxoxo --db clobber-3x4.db")]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    make: MakeArgs,
    /// Replace the file whatever it holds
    #[arg(long)]
    force: bool,
}

impl Command for BuildArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let ruleset = valued(&options.rulesets, &self.make.rules.rules)?;
        let (make, out) = (&self.make, self.make.out());
        let watch = Watch::start(options);
        if out.is_dir() {
            return Err(about(out, "is a directory").into());
        }
        let name = &ruleset.spec().name;
        let plan = plan(make, options, |_, list| Plan::list_of(&ruleset, list))?;
        let in_files = ruleset.spec().name_in_files();
        let old = if self.force { None } else { old_database(out, in_files)? };
        let mut builder = Builder::new(in_files).map_err(io::Error::other)?;
        let census = Census::new(plan, out);
        let built = attempt(watch, census, make, options, |census, interrupt| {
            let kept = census.values(
                |components| match old {
                    Some(old) => check_replaced(&old, components)
                        .map_err(|problem| not_replaced(out, &problem).to_string()),
                    None => Ok(()),
                },
                |component, value| {
                    builder.add(component, value).map_err(|error| error.to_string())?;
                    Ok(builder.bytes())
                },
            )?;
            // The folder of checkpoints is locked: no other process is writing this database.
            save(&builder, out, interrupt)?;
            kept.remove()
        })?;
        if let Err(status) = built {
            return Ok(status);
        }
        let bytes = out.metadata()?.len();
        let (components, values) = (builder.len(), builder.value_count());
        let text = if options.json {
            json!({
                "file": out.display().to_string(),
                "rules": in_files,
                "board": make.board(),
                "components": components,
                "values": values,
                "bytes": bytes,
            })
            .to_string()
        } else {
            let [components, values] = [components, values].map(|n| grouped(n as u64));
            format!(
                "{}: {components} components of {}, {}{values} values, {} bytes",
                out.display(),
                name,
                in_words(&make.board(), ","),
                grouped(bytes)
            )
        };
        writeln!(io::stdout(), "{text}")?;
        Ok(Status::Done)
    }
}

/// Writes the file, and removes what killed processes have left of theirs.
fn save(builder: &Builder, out: &Path, interrupt: &Interrupt) -> Result<(), CensusError> {
    // Files that cannot be removed are not in the way.
    let _ = remove_parts(out);
    builder.save_unless(out, interrupt).map_err(|error| match interrupt.is_set() {
        true => CensusError::Interrupted,
        false => CensusError::Io(out.to_owned(), error),
    })
}

/// The database that would be replaced, if there is one. Fails if the file is anything else.
fn old_database(out: &Path, rules: &str) -> io::Result<Option<Database>> {
    if !out.exists() || out.is_dir() {
        return Ok(None);
    }
    let database = match Database::open(out) {
        Ok(database) => database,
        Err(DatabaseError::Unknown) => {
            return Err(not_replaced(out, "is not a database of values"));
        }
        Err(error) => return Err(not_replaced(out, &error.to_string())),
    };
    if database.rules() != rules {
        let (count, found) = (grouped(database.len()), database.rules());
        let problem = format!("holds {count} components of {found}, not of {rules}");
        return Err(not_replaced(out, &problem));
    }
    Ok(Some(database))
}

/// Fails if a database has components that the new one does not have.
fn check_replaced(
    old: &Database,
    components: &mut dyn Iterator<Item = String>,
) -> Result<(), String> {
    let mut left = old.len();
    for component in components {
        let found = old.find(&component).map_err(|error| error.to_string())?;
        left = left.saturating_sub(found.is_some().into());
    }
    match left {
        0 => Ok(()),
        _ => Err(format!(
            "holds {} components, of which {} are not those of this run",
            grouped(old.len()),
            grouped(left)
        )),
    }
}

/// The error of a file that stays, and the remedies.
fn not_replaced(out: &Path, problem: &str) -> io::Error {
    about(out, format!("{problem}; it is not replaced: give another --output, or add --force"))
}
