//! dicot
pub mod analysis;
pub mod board;
mod dyadic;
mod form;
mod hash;
mod player;
pub mod rules;
#[cfg(feature = "proptest")]
pub mod strategies;

pub use dyadic::{Dyadic, NotDyadic};
pub use form::notation::{self, NotationProblem, ParseFormError};
pub use form::{
    Bounds, CanonicalForm, Followers, LimitKind, NumberUpStar, Store, Thermograph, Uptimal,
    ValueError, Wall,
};
pub use player::{Outcome, Player};

/// The example of the README is run by `cargo test`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
