//! `dicot db build`: the values of many components, in a file.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use dicot::rules::{Ruleset, Short};
use dicot_census::{Census, Plan};
use dicot_db::{Builder, Database, DatabaseError};
use serde_json::json;

use super::about;
use crate::arguments::Options;
use crate::census::{MakeArgs, attempt, plan};
use crate::text::grouped;

/// Builds a database; whether that was possible, or the status with which the program ends.
pub(crate) fn run<P: Short + Ruleset>(
    wanted: &MakeArgs,
    options: &Options,
) -> io::Result<Result<(), ExitCode>> {
    let out = wanted.out();
    check_old_file(out)?;
    let plan = plan(wanted, options, |_, list| Plan::list_of::<P>(list))?;
    let mut builder = Builder::new(P::NAME).map_err(io::Error::other)?;
    let census = Census::of::<P>(plan, out);
    let found = attempt(census, wanted, options, |census| {
        census.values(|component, value| builder.add(component, value))
    })?;
    let kept = match found {
        Ok(kept) => kept,
        Err(status) => return Ok(Err(status)),
    };
    check_old_file(out)?;
    builder.save(out).map_err(|error| about(out, &error))?;
    kept.remove().map_err(io::Error::other)?;
    let bytes = out.metadata()?.len();
    let (components, values) = (builder.len(), builder.value_count());
    let text = if options.json {
        json!({
            "file": out.display().to_string(),
            "rules": P::NAME,
            "components": components,
            "values": values,
            "bytes": bytes,
        })
        .to_string()
    } else {
        let [components, values] = [components, values].map(|n| grouped(n as u64));
        format!(
            "{}: {components} components of {}, {values} values, {} bytes",
            out.display(),
            P::NAME,
            grouped(bytes)
        )
    };
    writeln!(io::stdout(), "{text}")?;
    Ok(Ok(()))
}

/// Fails if what would be replaced is no database.
fn check_old_file(out: &Path) -> io::Result<()> {
    if out.is_dir() {
        return Err(about(out, &"is a directory"));
    }
    if !out.exists() {
        return Ok(());
    }
    match Database::open(out) {
        Err(error @ (DatabaseError::Io(_) | DatabaseError::Unknown)) => {
            Err(about(out, &format!("is not replaced: {error}")))
        }
        // It may be damaged or of another version.
        _ => Ok(()),
    }
}
