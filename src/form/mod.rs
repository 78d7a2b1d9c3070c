//! The tower of values: canonical forms of short games. It does not use boards.
//!
//! [`Store`] and [`CanonicalForm`] are handles. All algorithms are methods of [`Engine`] and work on bare
//! ids in `store`, which does not use these three.

mod atomic_weight;
mod cache;
mod calculation;
mod canonical_form;
mod cooling;
mod engine;
mod error;
pub mod explain;
mod facts;
mod followers;
mod handle;
mod large_sum;
pub mod nim;
pub mod notation;
mod number_up_star;
mod operations;
mod operators;
mod order;
mod parity;
mod powers;
mod print;
mod products;
mod profile;
mod request;
mod simplify;
mod simplify_cache;
mod store;
mod structural_ord;
mod structure;
mod sum;
mod thermograph;
mod uptimal;

pub use calculation::Calculation;
pub use canonical_form::CanonicalForm;
pub use error::ValueError;
pub(crate) use handle::or_panic;
pub use handle::{Store, WeakForm};
pub use number_up_star::NumberUpStar;
pub use parity::Parity;
pub use structural_ord::StructuralOrd;
pub use thermograph::{Thermograph, Wall};
pub use uptimal::Uptimal;

pub(crate) use cache::StoreInner;
pub(crate) use engine::{Engine, Team};
pub(crate) use error::Computed;
pub(crate) use followers::Walk;
pub(crate) use simplify_cache::Candidates;
pub(crate) use store::Id;
