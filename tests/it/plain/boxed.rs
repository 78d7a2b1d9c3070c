//! Positions whose ruleset is a value: what is generic over positions is compiled once for all of them, where tests with a type for
//! each ruleset take most of the time of a build.

use std::marker::PhantomData;

use dicot::rules::{self, AnyPosition, AnyRuleset, Ruleset, RulesetSpec, Short, Visitor};

/// The position that the text describes under the rules of the library with that name.
pub(crate) fn boxed(ruleset: &str, text: &str) -> AnyPosition {
    let ruleset = AnyRuleset::named(ruleset).unwrap_or_else(|| panic!("{ruleset}"));
    ruleset.read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A ruleset that reads positions.
pub(crate) trait Rules {
    type Position: Ruleset;

    fn read(&self, text: &str) -> Option<Self::Position>;
    fn start_position(&self, width: u8, height: u8) -> Option<Self::Position>;
}

impl Rules for AnyRuleset {
    type Position = AnyPosition;

    fn read(&self, text: &str) -> Option<AnyPosition> {
        (*self).read(text).ok()
    }

    fn start_position(&self, width: u8, height: u8) -> Option<AnyPosition> {
        (*self).start_position(width, height)
    }
}

/// The ruleset of a type.
struct Typed<P>(PhantomData<P>);

impl<P: Ruleset> Rules for Typed<P> {
    type Position = P;

    fn read(&self, text: &str) -> Option<P> {
        text.parse().ok()
    }

    fn start_position(&self, width: u8, height: u8) -> Option<P> {
        P::start_position(width, height)
    }
}

/// What is held against every ruleset of the library.
pub(crate) trait Check {
    type Output;

    fn check<R: Rules>(self, spec: &'static RulesetSpec, ruleset: &R) -> Self::Output;
}

/// Checks a ruleset of the library: those with values behind one type, and each of the few others as its own.
pub(crate) fn check<C: Check>(name: &str, check: C) -> C::Output {
    let spec = rules::spec(name).unwrap_or_else(|| panic!("{name}"));
    match AnyRuleset::named(name) {
        Some(ruleset) => check.check(spec, &ruleset),
        None => rules::choose(name, WithoutValues(spec, check)).unwrap(),
    }
}

struct WithoutValues<C>(&'static RulesetSpec, C);

impl<C: Check> Visitor for WithoutValues<C> {
    type Output = C::Output;

    fn with_values<P: Short + Ruleset>(self) -> C::Output {
        unreachable!("{} has values", self.0.name)
    }

    fn without_values<P: Ruleset>(self) -> C::Output {
        self.1.check(self.0, &Typed::<P>(PhantomData))
    }
}
