//! Positions whose ruleset is a value: what is generic over positions is compiled once for all of them, where tests with a type for
//! each ruleset take most of the time of a build.

use dicot::rules::{AnyPosition, AnyRuleset};

/// The position that the text describes under the rules of the library with that name.
pub(crate) fn boxed(ruleset: &str, text: &str) -> AnyPosition {
    let ruleset = AnyRuleset::named(ruleset).unwrap_or_else(|| panic!("{ruleset}"));
    ruleset.read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
