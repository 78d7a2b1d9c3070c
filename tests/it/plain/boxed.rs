//! Positions whose ruleset is a value: what is generic over positions is compiled once for all of them, where tests with a type for
//! each ruleset take most of the time of a build.

use dicot::rules::{AnyPosition, AnyRuleset};

/// The ruleset of the library with that name.
pub(crate) fn ruleset(name: &str) -> AnyRuleset {
    AnyRuleset::named(name).unwrap_or_else(|| panic!("{name}"))
}

/// The position that the text describes under the rules of the library with that name.
pub(crate) fn boxed(name: &str, text: &str) -> AnyPosition {
    ruleset(name).read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
