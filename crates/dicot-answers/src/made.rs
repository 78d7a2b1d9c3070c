//! Rulesets that are made at run time.

use std::sync::{LazyLock, Mutex};

use dicot::rules::AnyRuleset;
use hashbrown::HashMap;

use crate::failure::Failure;
use crate::object::{RulesetObject, any_ruleset_object};
use crate::threads::lock;

/// The most rulesets that a process makes, because they are never freed.
const MAX_MADE: usize = 1024;

/// The rulesets that exist for every ruleset with values: the beginning of their names, and what makes one from the other.
const VARIANTS: &[(&str, MakeVariant)] = &[("impartial-", AnyRuleset::impartial)];

/// Makes a variant of a ruleset.
type MakeVariant = fn(AnyRuleset) -> AnyRuleset;

/// The most variants of variants in a name.
const MAX_DEPTH: usize = 3;

type Made = Mutex<HashMap<String, &'static dyn RulesetObject>>;

static MADE: LazyLock<Made> = LazyLock::new(Mutex::default);

/// The ruleset that was made with that key before, or a new one. [`Rulesets::find`](crate::rulesets::Rulesets::find) finds it by
/// its key.
///
/// # Errors
/// Those of `make`; and if the process has made 1,024 rulesets.
pub fn made(
    key: &str,
    make: impl FnOnce() -> Result<AnyRuleset, Failure>,
) -> Result<&'static dyn RulesetObject, Failure> {
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

/// The ruleset that has been made with that key, or the variant of that name (upper or lower case); `None` if there is none.
pub(crate) fn find(name: &str) -> Option<Result<&'static dyn RulesetObject, Failure>> {
    if let Some(ruleset) = lock(&MADE).get(name) {
        return Some(Ok(*ruleset));
    }
    let name = name.to_ascii_lowercase();
    let (base, makers) = variants(&name)?;
    let make = || Ok(makers.into_iter().fold(base, |ruleset, make| make(ruleset)));
    Some(made(&name, make))
}

/// The ruleset that a name ends with, and what makes the variant from it, in this order; `None` if it is not the name of a
/// variant.
fn variants(name: &str) -> Option<(AnyRuleset, Vec<MakeVariant>)> {
    let (mut rest, mut makers) = (name, Vec::new());
    while makers.len() < MAX_DEPTH {
        let variant = VARIANTS
            .iter()
            .find_map(|(prefix, make)| rest.strip_prefix(prefix).map(|base| (base, *make)));
        let (base, make) = variant?;
        (rest, makers) = (base, [vec![make], makers].concat());
        if let Some(ruleset) = AnyRuleset::named(rest) {
            return Some((ruleset, makers));
        }
    }
    None
}
