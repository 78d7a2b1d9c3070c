//! Konane: the ruleset of a match that begins in a certain way.

use dicot::rules::{AnyStone, CornerOrCentre, DarkCornerOrCentre, Konane, KonaneGame, Ruleset};

use crate::arguments::{Opening, usage};

/// The name of the ruleset, with the opening that was asked for.
pub(crate) fn ruleset(rules: &str, opening: Option<Opening>) -> &str {
    match (rules.eq_ignore_ascii_case(Konane::<u64>::SPEC.name), opening) {
        (_, None) => rules,
        (true, Some(Opening::Artemis)) => KonaneGame::<CornerOrCentre>::SPEC.name,
        (true, Some(Opening::Any)) => KonaneGame::<AnyStone>::SPEC.name,
        (true, Some(Opening::Dark)) => KonaneGame::<DarkCornerOrCentre>::SPEC.name,
        (false, Some(_)) => usage("--opening goes with --rules konane"),
    }
}
