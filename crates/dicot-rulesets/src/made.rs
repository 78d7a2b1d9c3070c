//! Rulesets that are made at run time.

use std::sync::Mutex;

use dicot::rules::{AnyRuleset, Ruleset, WeakRuleset, fox_and_geese::FarFoxAndGeese};
use dicot_calc::{made_ruleset, variants};

use crate::failure::Failure;
use crate::game_sum::sum_of_games;
use crate::ruleset_without_values;
use crate::threads::lock;

/// The rulesets that were [kept](keep), by what they are called.
static KEPT: Mutex<Vec<(String, AnyRuleset)>> = Mutex::new(Vec::new());

/// The rulesets that were made of their names and are in use.
static IN_USE: Mutex<Vec<WeakRuleset>> = Mutex::new(Vec::new());

/// Keeps a ruleset as long as the process, so that [`Rulesets::find`](crate::rulesets::Rulesets::find) finds it, also by a key; the first
/// one of a key stays.
pub(crate) fn keep(key: &str, ruleset: &AnyRuleset) {
    let mut all = lock(&KEPT);
    if all.iter().all(|(known, _)| known != key) {
        all.push((key.to_owned(), ruleset.clone()));
    }
}

/// The rulesets that have been made and are in use.
pub fn all_made() -> Vec<AnyRuleset> {
    let mut all: Vec<AnyRuleset> = lock(&KEPT).iter().map(|(_, ruleset)| ruleset.clone()).collect();
    all.extend(lock(&IN_USE).iter().filter_map(WeakRuleset::upgrade));
    all
}

/// The ruleset with values of that name (upper or lower case): one of the library, one from a file, or a variant, which is made here;
/// `None` if there is none.
///
/// # Examples
/// ```
/// use dicot_rulesets::any_ruleset;
/// assert_eq!(any_ruleset("twisted-clobber").unwrap().read("xo")?.to_string(), "xo");
/// assert!(any_ruleset("combo").is_none()); // its positions have no canonical forms
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn any_ruleset(name: &str) -> Option<AnyRuleset> {
    let found = AnyRuleset::named(name).or_else(|| find(name)?.ok());
    found.filter(AnyRuleset::has_values)
}

/// The ruleset that is kept under that key or has that name.
pub(crate) fn find_kept(name: &str) -> Option<AnyRuleset> {
    let all = lock(&KEPT);
    let by_key = all.iter().find(|(key, _)| key == name);
    let by_name = || all.iter().find(|(_, ruleset)| ruleset.spec().is_called(name));
    by_key.or_else(by_name).map(|(_, ruleset)| ruleset.clone())
}

/// Whether a ruleset is kept under that key.
pub(crate) fn is_kept(key: &str) -> bool {
    lock(&KEPT).iter().any(|(known, _)| known == key)
}

/// The ruleset that is kept under that key, or the variant of that name (upper or lower case); `None` if there is none.
pub(crate) fn find(name: &str) -> Option<Result<AnyRuleset, Failure>> {
    // A first visit to a site without a server is quicker without it.
    if !cfg!(target_os = "unknown") && <FarFoxAndGeese<u128>>::SPEC.is_called(name) {
        return Some(Ok(ruleset_without_values::<FarFoxAndGeese<u128>>()));
    }
    if let Some(ruleset) = find_kept(name) {
        return Some(Ok(ruleset));
    }
    let sum = sum_of_games();
    if sum.spec().is_called(name) {
        return Some(Ok(sum));
    }
    let made = made_ruleset(&name.to_ascii_lowercase())?.map_err(Failure::new);
    Some(made.map(|made| {
        let mut all = lock(&IN_USE);
        let mut known = None;
        all.retain(|ruleset| {
            let ruleset = ruleset.upgrade();
            let is_used = ruleset.is_some();
            known = known.take().or(ruleset.filter(|known| known.spec().name == made.spec().name));
            is_used
        });
        known.unwrap_or_else(|| {
            all.push(made.downgrade());
            made
        })
    }))
}

/// The names of the variants of rulesets.
pub(crate) fn variants_of<'n>(
    names: impl Iterator<Item = &'n str>,
) -> impl Iterator<Item = String> {
    names.flat_map(|name| variants().map(move |beginning| format!("{beginning}{name}")))
}
