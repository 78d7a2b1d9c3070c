//! Rulesets that are made at run time.

use std::sync::Mutex;

use dicot::rules::{
    AnyRuleset, Ruleset, WeakRuleset, fox_and_geese::FarFoxAndGeese, toads_by_numbers,
};
use dicot_calc::{made_ruleset, variants};

use crate::failure::Failure;
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
/// use dicot_answers::any_ruleset;
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
    if !cfg!(target_family = "wasm") && <FarFoxAndGeese<u128>>::SPEC.is_called(name) {
        return Some(Ok(ruleset_without_values::<FarFoxAndGeese<u128>>()));
    }
    if let Some(ruleset) = find_kept(name) {
        return Some(Ok(ruleset));
    }
    if let Some(made) = toads_by_numbers::ruleset_named(name) {
        return Some(made.map_err(Failure::new));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RulesetExt;
    use crate::rulesets::library;

    #[test]
    fn rulesets_by_the_names_of_what_they_are_made_of() {
        let name = |name: &str| library().find(name).map(|ruleset| ruleset.spec().name.clone());
        let error = |text: &str| name(text).unwrap_err().to_string();
        assert_eq!(name("Dicotic-Domineering").unwrap(), "dicotic-domineering");
        assert_eq!(name("dicotic-dicotic-kayles").unwrap(), "dicotic-dicotic-kayles");
        assert_eq!(name("twisted-clobber").unwrap(), "twisted-clobber");
        assert_eq!(name("Fox-and-geese-2").unwrap(), "fox-and-geese-2");
        assert_eq!(name("partizan-heap-0.33-4.07").unwrap(), "partizan-heap-0.33-4.07");
        for name in ["dicotic-", "impartial-", "twisted-"]
            .map(|variant| format!("{variant}partizan-heap-0.33-4.07"))
        {
            assert_eq!(library().find(&name).unwrap().spec().name, name);
        }
        assert!(
            error("twisted-partizan-heap-0.3-x").starts_with("\"x\" is not the code of a player")
        );
        assert_eq!(name("heap-0.A7").unwrap(), "heap-0.a7");
        assert_eq!(name("Heap-GrundysGame").unwrap(), "heap-4!.0");
        assert_eq!(name("heap-wythoff").unwrap(), "heap-wythoff");
        assert_eq!(name("impartial-heap-0.77").unwrap(), "impartial-heap-0.77");
        assert!(error("heap-3.7").starts_with("3.7: byte 0: a move that removes nothing"));
        assert!(error("dicotic-combo").starts_with("unknown ruleset \"dicotic-combo\""));
        assert!(error("partizan-heap-0.33").starts_with("\"\" is not the code of a player"));
        assert!(error("partizan-heap-0.3-x").starts_with("\"x\" is not the code of a player"));
    }

    /// A name means one ruleset as long as something uses it, and is forgotten then.
    #[test]
    fn what_nothing_uses_is_freed() {
        let names = || (1..=300).map(|n| format!("partizan-heap-0.1-0.{n:o}1"));
        for name in names() {
            let position = library().find(&name).unwrap().parse("3").unwrap();
            assert_eq!(*position.ruleset(), library().find(&name).unwrap());
        }
        let weak = any_ruleset("twisted-kayles").unwrap().downgrade();
        assert!(weak.upgrade().is_none());
        let kings = library().find("impartial-kings").unwrap();
        assert_eq!(kings, library().find("impartial-diagonal-clobber").unwrap());
        let of_names = |ruleset: AnyRuleset| names().any(|name| name == ruleset.spec().name);
        let left = lock(&IN_USE)
            .iter()
            .filter_map(WeakRuleset::upgrade)
            .filter(|known| of_names(known.clone()))
            .count();
        assert_eq!((left, lock(&IN_USE).len() < 100), (0, true));
    }
}
