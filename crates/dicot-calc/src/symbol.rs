//! Names by their numbers.

/// A name, by its number in a [`Scope`](crate::scope::Scope).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symbol(pub(crate) u32);
