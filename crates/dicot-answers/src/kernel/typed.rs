//! Positions of any ruleset in types.

use std::any::Any;

use dicot::rules::{AnyPosition, Position, Ruleset};

/// A position in that type, if it is held in it.
pub(super) fn held<P: Position + 'static>(position: &AnyPosition) -> Option<&P> {
    (position as &dyn Any).downcast_ref().or_else(|| position.downcast())
}

/// A position in its type.
///
/// # Panics
/// If it is one of another ruleset.
pub(super) fn typed<P: Ruleset>(position: &AnyPosition) -> P {
    // What is held in the smaller type of the ruleset prints the same.
    let widened = || position.to_string().parse().ok();
    held(position).cloned().or_else(widened).unwrap_or_else(|| {
        panic!("expected a position of {}, found one of {}", P::SPEC.name, position.spec().name)
    })
}
