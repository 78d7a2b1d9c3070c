//! Rulesets from files.

use std::fs::File;
use std::io::Read;

use dicot::rules::AnyRuleset;
use dicot_rulefile::MAX_BYTES;

use crate::failure::Failure;
use crate::made::{is_made, made};
use crate::object::RulesetObject;

/// The ending of the names of files with rulesets.
pub const ENDING: &str = ".game";

/// The ruleset of a file. [`Rulesets::find`](crate::rulesets::Rulesets::find) finds it by its name, and the first one that was
/// read from a file also by the name of the file, as it is written here.
///
/// # Errors
/// If the file cannot be read, or is not one of a ruleset: the message begins with its name.
pub fn from_file(path: &str) -> Result<&'static dyn RulesetObject, Failure> {
    let mut text = String::new();
    let file = File::open(path);
    let read = file.and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_string(&mut text));
    read.map_err(|error| Failure::new(error.to_string()).of(path))?;
    let ruleset = read_text(path, &text)?;
    made(path, || Ok(ruleset))?;
    made(ruleset.spec().name, || Ok(ruleset))
}

/// The ruleset of a text like that of a file. [`Rulesets::find`](crate::rulesets::Rulesets::find) finds it by its name.
///
/// # Errors
/// If the text is not a ruleset: the message begins with `file`, the line and the column.
///
/// # Examples
/// ```
/// use dicot_answers::rule_file::from_text;
/// use dicot_answers::rulesets::library;
/// let text = "game pennies\nletter x left\nletter . empty\nleft east: x -> .\ntest xx = 2";
/// let name = from_text("pennies", text)?.spec().name;
/// assert!(library().find(name).is_ok());
/// let error = from_text("pennies", "game pennies\nleft east: x -> .").unwrap_err();
/// assert_eq!(error.to_string(), "pennies, line 2, column 12: unknown letter x; add a line like: letter x left");
/// # Ok::<_, dicot_answers::Failure>(())
/// ```
pub fn from_text(file: &str, text: &str) -> Result<&'static dyn RulesetObject, Failure> {
    let ruleset = read_text(file, text)?;
    made(ruleset.spec().name, || Ok(ruleset))
}

/// Whether the name is that of a file of a ruleset, by its ending, and the file has not been read.
pub fn is_unread_file(name: &str) -> bool {
    name.ends_with(ENDING) && !is_made(name)
}

fn read_text(file: &str, text: &str) -> Result<AnyRuleset, Failure> {
    dicot_rulefile::read(file, text).map_err(|error| Failure::new(error.to_string()))
}
