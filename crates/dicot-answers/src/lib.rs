//! What dicot says of games and positions in JSON: the command line and the server share these types, so that a
//! field has one name and one meaning.
//!
//! | module | line of |
//! |---|---|
//! | [`position`] | `dicot value --json` |
//! | [`game`] | `dicot game --json` |
//! | [`solve`] | `dicot solve --json` |
//! | [`moves`] | `dicot moves --json` |
//! | [`rulesets`] | `dicot value --list --json` |
//! | [`facts`], [`text`] | what several of them say of a value |
//!
//! Nothing is printed here, and no command line or request is read.

pub mod facts;
mod failure;
pub mod game;
mod kind;
pub mod moves;
pub mod position;
pub mod rulesets;
pub mod solve;
mod sum;
pub mod text;

pub use failure::Failure;
pub use kind::Kind;
