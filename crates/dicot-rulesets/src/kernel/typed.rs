//! Positions of any ruleset in types.

use std::any::Any;

use dicot::rules::{AnyPosition, Ruleset, Short};

/// A position in its type.
///
/// # Panics
/// If it is one of another ruleset.
pub(super) fn typed<P: Ruleset>(position: &AnyPosition) -> P {
    let held = (position as &dyn Any).downcast_ref().or_else(|| position.downcast());
    // What is held in the smaller type of the ruleset prints the same.
    let widened = || position.to_string().parse().ok();
    held.cloned().or_else(widened).unwrap_or_else(|| other::<P>(position))
}

/// A position of a ruleset with values in its type.
///
/// # Panics
/// If it is one of another ruleset.
pub(super) fn valued<P: Short + Ruleset>(position: &AnyPosition) -> P {
    position.to_type().unwrap_or_else(|| other::<P>(position))
}

fn other<P: Ruleset>(position: &AnyPosition) -> ! {
    panic!("expected a position of {}, found one of {}", P::SPEC.name, position.spec().name)
}
