//! Rulesets that are made at run time.

use std::sync::{LazyLock, Mutex};

use dicot::rules::AnyRuleset;
use hashbrown::HashMap;

use crate::failure::Failure;
use crate::object::{RulesetObject, any_ruleset_object};
use crate::threads::lock;

/// The most rulesets that a process makes, because they are never freed.
const MAX_MADE: usize = 1024;

/// The ruleset that was made with that key before, or a new one.
///
/// # Errors
/// Those of `make`; and if the process has made 1,024 rulesets.
pub fn made(
    key: &str,
    make: impl FnOnce() -> Result<AnyRuleset, Failure>,
) -> Result<&'static dyn RulesetObject, Failure> {
    static MADE: LazyLock<Mutex<HashMap<String, &'static dyn RulesetObject>>> =
        LazyLock::new(Mutex::default);
    let mut all = lock(&MADE);
    if let Some(ruleset) = all.get(key) {
        return Ok(*ruleset);
    }
    if all.len() >= MAX_MADE {
        let text = format!("this process has made {MAX_MADE} rulesets, the most that it keeps");
        return Err(Failure::new(text));
    }
    let ruleset = any_ruleset_object(make()?);
    all.insert(key.to_owned(), ruleset);
    Ok(ruleset)
}
