//! Rulesets that are made at run time.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{LazyLock, Mutex};

use dicot::rules::{
    AnyRuleset, Dicotic, PartizanHeaps, Ruleset, Twisted, fox_and_geese::FarFoxAndGeese,
    heap::partizan_heaps::ParseHeapCodeError,
};
use hashbrown::HashMap;

use crate::failure::Failure;
use crate::object::{RulesetObject, any_ruleset_object, ruleset_object_without_values};
use crate::threads::lock;

/// The most rulesets that a process makes, because they are never freed. They take at most 32 MiB.
const MAX_MADE: usize = 1 << 14;

/// About how many bytes a ruleset that is made of a name takes: its description, and the objects that read it.
const BYTES_OF_NAME: usize = 2 << 10;

/// The rulesets that exist for every ruleset with values: the beginning of their names, and what makes one from the other.
const VARIANTS: &[(&str, MakeVariant)] = &[
    ("dicotic-", Dicotic::ruleset),
    ("impartial-", AnyRuleset::impartial),
    ("twisted-", Twisted::ruleset),
];

/// Makes a variant of a ruleset.
type MakeVariant = fn(AnyRuleset) -> AnyRuleset;

/// The beginning of the names of heaps with a code for each player, which follow it, joined by `-`.
const PARTIZAN_HEAP: &str = "partizan-heap-";

/// The most variants of variants in a name.
const MAX_DEPTH: usize = 3;

/// A ruleset, and its object.
type Both = (AnyRuleset, &'static dyn RulesetObject);

type Made = Mutex<HashMap<String, Both>>;

static MADE: LazyLock<Made> = LazyLock::new(Mutex::default);

/// The ruleset that was made with that key before, or a new one. [`Rulesets::find`](crate::rulesets::Rulesets::find) finds it by
/// its key and its names.
///
/// # Errors
/// Those of `make`; and if the process has made 16,384 rulesets.
pub fn made(
    key: &str,
    make: impl FnOnce() -> Result<AnyRuleset, Failure>,
) -> Result<&'static dyn RulesetObject, Failure> {
    both(key, make, None).map(|(_, object)| object)
}

/// `bytes` is what the rulesets of a client may still take.
fn both(
    key: &str,
    make: impl FnOnce() -> Result<AnyRuleset, Failure>,
    bytes: Option<&AtomicUsize>,
) -> Result<Both, Failure> {
    let mut all = lock(&MADE);
    if let Some(ruleset) = all.get(key) {
        return Ok(*ruleset);
    }
    if all.len() >= MAX_MADE {
        let text = format!(
            "this process has made {MAX_MADE} rulesets, the most that it keeps; restart it"
        );
        return Err(Failure::new(text));
    }
    let subtract = |left: usize| left.checked_sub(BYTES_OF_NAME);
    if bytes.is_some_and(|bytes| bytes.fetch_update(Relaxed, Relaxed, subtract).is_err()) {
        let text = "too many new names of rulesets from this address; try again later";
        return Err(Failure::new(text));
    }
    let ruleset = make()?;
    // Under another key it may be there already.
    let known = all.values().find(|(known, _)| *known == ruleset).copied();
    let both = known.unwrap_or_else(|| (ruleset, any_ruleset_object(ruleset)));
    all.insert(key.to_owned(), both);
    Ok(both)
}

/// The share of a number of bytes that is as large as what is left of all that rulesets may take, texts or names, whichever is
/// less. If each client gets a small share of what is left, none takes all of it.
pub fn share_left(bytes: usize) -> usize {
    let names = MAX_MADE - lock(&MADE).len().min(MAX_MADE);
    let of = |left: usize, all: usize| (bytes as u128 * left as u128 / all as u128) as usize;
    of(names, MAX_MADE).min(of(dicot_rulefile::bytes_left(), dicot_rulefile::MAX_KEPT_BYTES))
}

/// The rulesets that have been made; one that has several keys may be there several times.
pub fn all_made() -> Vec<&'static dyn RulesetObject> {
    lock(&MADE).values().map(|(_, object)| *object).collect()
}

/// The ruleset with values of that name (upper or lower case): one of the library, one that was [made](made()), or a variant, which is
/// made here; `None` if there is none, or the process has made too many.
///
/// # Examples
/// ```
/// use dicot_answers::any_ruleset;
/// assert_eq!(any_ruleset("twisted-clobber").unwrap().read("xo")?.to_string(), "xo");
/// assert!(any_ruleset("combo").is_none()); // its positions have no canonical forms
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn any_ruleset(name: &str) -> Option<AnyRuleset> {
    AnyRuleset::named(name).or_else(|| find_both(name, None)?.ok().map(|(ruleset, _)| ruleset))
}

/// The ruleset that has been made with that key or has that name.
pub(crate) fn find_made(name: &str) -> Option<AnyRuleset> {
    find_both_made(name).map(|(ruleset, _)| ruleset)
}

fn find_both_made(name: &str) -> Option<Both> {
    let all = lock(&MADE);
    let by_name = || all.values().find(|(ruleset, _)| ruleset.spec().is_called(name));
    all.get(name).or_else(by_name).copied()
}

/// Whether a ruleset has been made with that key.
pub(crate) fn is_made(key: &str) -> bool {
    lock(&MADE).contains_key(key)
}

/// The ruleset that has been made with that key, or the variant of that name (upper or lower case); `None` if there is none.
/// `bytes` is what the rulesets of a client may still take.
pub(crate) fn find(
    name: &str,
    bytes: Option<&AtomicUsize>,
) -> Option<Result<&'static dyn RulesetObject, Failure>> {
    // A first visit to a site without a server is quicker without it.
    if !cfg!(target_family = "wasm") && <FarFoxAndGeese<u128>>::SPEC.is_called(name) {
        return Some(Ok(ruleset_object_without_values::<FarFoxAndGeese<u128>>()));
    }
    Some(find_both(name, bytes)?.map(|(_, object)| object))
}

fn find_both(name: &str, bytes: Option<&AtomicUsize>) -> Option<Result<Both, Failure>> {
    if let Some(ruleset) = find_both_made(name) {
        return Some(Ok(ruleset));
    }
    let name = name.to_ascii_lowercase();
    if let Some(codes) = name.strip_prefix(PARTIZAN_HEAP) {
        return Some(both(&name, || partizan_heaps(codes), bytes));
    }
    let (base, makers) = variants(&name)?;
    let make = || Ok(makers.into_iter().fold(base?, |ruleset, make| make(ruleset)));
    Some(both(&name, make, bytes))
}

/// The names of the variants of rulesets.
pub(crate) fn variants_of<'n>(
    names: impl Iterator<Item = &'n str>,
) -> impl Iterator<Item = String> {
    names.flat_map(|name| VARIANTS.iter().map(move |(beginning, _)| format!("{beginning}{name}")))
}

/// The ruleset of heaps of two codes joined by `-`.
fn partizan_heaps(codes: &str) -> Result<AnyRuleset, Failure> {
    let (left, right) = codes.split_once('-').unwrap_or((codes, ""));
    let code = |text: &str| {
        text.parse().map_err(|error: ParseHeapCodeError| Failure::new(error.to_string()))
    };
    Ok(PartizanHeaps::ruleset(code(left)?, code(right)?))
}

/// The ruleset that a name ends with, and what makes the variant from it, in this order; `None` if it is not the name of a
/// variant.
fn variants(name: &str) -> Option<(Result<AnyRuleset, Failure>, Vec<MakeVariant>)> {
    let (mut rest, mut makers) = (name, Vec::new());
    while makers.len() < MAX_DEPTH {
        let variant = VARIANTS
            .iter()
            .find_map(|(prefix, make)| rest.strip_prefix(prefix).map(|base| (base, *make)));
        let (base, make) = variant?;
        (rest, makers) = (base, [vec![make], makers].concat());
        if let Some(codes) = rest.strip_prefix(PARTIZAN_HEAP) {
            return Some((partizan_heaps(codes), makers));
        }
        if let Some(ruleset) = AnyRuleset::named(rest) {
            return Some((Ok(ruleset), makers));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::rulesets::library;

    #[test]
    fn rulesets_by_the_names_of_what_they_are_made_of() {
        let name = |name: &str| library().find(name).map(|ruleset| ruleset.spec().name);
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
        assert!(error("dicotic-combo").starts_with("unknown ruleset \"dicotic-combo\""));
        assert!(error("partizan-heap-0.33").starts_with("\"\" is not the code of a player"));
        assert!(error("partizan-heap-0.3-x").starts_with("\"x\" is not the code of a player"));
    }
}
