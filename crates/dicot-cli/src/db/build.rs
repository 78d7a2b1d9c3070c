//! `dicot db build`: the values of many components, in a file.

use std::io::{self, Write};

use dicot::rules::{Ruleset, Short};
use dicot_census::{Census, Plan};
use dicot_db::Builder;
use serde_json::json;

use super::about;
use crate::arguments::Options;
use crate::census::{MakeArgs, attempt, plan};
use crate::text::grouped;

/// Builds a database; whether that was possible.
pub(crate) fn run<P: Short + Ruleset>(wanted: &MakeArgs, options: &Options) -> io::Result<bool> {
    let out = wanted.out();
    if out.is_dir() {
        return Err(about(out, &"is a directory"));
    }
    let plan = plan(wanted, |_, list| Plan::list_of::<P>(list))?;
    let mut builder = Builder::new(P::NAME).map_err(io::Error::other)?;
    let census = Census::of::<P>(plan, out);
    let found = attempt(census, wanted, options, |census| {
        census.values(|component, value| builder.add(component, value))
    })?;
    let Ok(kept) = found else { return Ok(false) };
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
    Ok(true)
}
