//! The rulesets that the command line knows: those of the library, and those that were added.

use std::io::{self, Write};

use dicot::rules::{AnyRuleset, OwnedSpec};
use dicot_api::answers::rulesets::RulesetLine;
use dicot_rulesets::{RulesetError, RulesetExt, Rulesets};

use crate::arguments::usage;
use crate::status::Status;
use crate::style::Style;

/// The ruleset of that name. Ends the program if its positions have no values.
pub(crate) fn valued(rulesets: &Rulesets, name: &str) -> Result<AnyRuleset, RulesetError> {
    rulesets.find_valued(name).inspect_err(|error| {
        if matches!(error, RulesetError::NoValues { .. }) {
            usage(&format!("{error}; see `dicot moves`"))
        }
    })
}

/// Prints all rulesets.
pub(crate) fn list(rulesets: &Rulesets, json: bool) -> io::Result<Status> {
    let (mut out, style) = (io::stdout().lock(), Style::of_stdout());
    for (i, ruleset) in rulesets.iter().enumerate() {
        if json {
            let line = RulesetLine::new(ruleset);
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
            continue;
        }
        if i > 0 {
            writeln!(out)?;
        }
        let OwnedSpec { name, aliases, about, .. } = ruleset.spec();
        writeln!(out, "{}", style.strong(name))?;
        let (aliases, notation) = (aliases.join(", "), ruleset.spec().notation());
        let values = match (ruleset.has_values(), ruleset.has_loopy_values()) {
            (true, _) => "",
            (_, true) => "loopy: play need not end",
            _ => "none",
        };
        let rows = [
            ("also", aliases.as_str()),
            ("rules", about),
            ("positions", notation.as_str()),
            ("values", values),
        ];
        for (head, text) in rows.into_iter().filter(|(_, text)| !text.is_empty()) {
            writeln!(out, "  {}{text}", style.head(head, 11))?;
        }
    }
    Ok(Status::Done)
}
