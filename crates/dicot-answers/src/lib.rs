//! The rulesets at run time, and what dicot says of games and positions in JSON: the command line, the servers and
//! Python share these types, so that a field has one name and one meaning, and each ruleset is compiled once.
//!
//! | module | what it has |
//! |---|---|
//! | [`RulesetExt`], [`PositionExt`] | what is asked of rulesets and positions, beside what the library answers |
//! | [`AnyAnalyzer`], [`Components`] | the values of positions, computed in the types of their rulesets |
//! | `bots`, with that feature | the bots of rulesets by their names |
//! | [`position`] | the line of `dicot value --json` |
//! | [`game`] | the line of `dicot game --json` |
//! | [`explain`] | the line of `dicot explain --json` |
//! | [`solve`] | the line of `dicot solve --json` |
//! | [`label`] | the line of `dicot label` |
//! | [`moves`] | the line of `dicot moves --json` |
//! | [`loopy`] | the line of `dicot value --json` where play need not end |
//! | [`loopy_sum`] | the same of a sum |
//! | [`rule_file`] | rulesets from files |
//! | [`rulesets`] | the rulesets by name; the line of `dicot value --list --json` |
//! | [`Session`] | the memory of a sequence of computations |
//! | [`files`] | files that are replaced as a whole |
//! | [`facts`], [`text`] | what several of them say of a value |
//!
//! Nothing is printed here, and no command line or request is read.

mod any;
#[cfg(feature = "bots")]
pub mod bots;
pub mod explain;
pub mod facts;
mod failure;
pub mod files;
pub mod find;
pub mod game;
mod kernel;
mod kind;
pub mod label;
mod legal_moves;
pub mod loopy;
pub mod loopy_sum;
mod made;
pub mod moves;
mod opening;
pub mod position;
mod reading;
pub mod rule_file;
pub mod rulesets;
mod session;
pub mod solve;
mod sum;
pub mod text;
mod threads;

pub use any::{PositionExt, RulesetExt};
pub use failure::Failure;
pub use kernel::{
    AnyAnalyzer, ComponentSearch, Components, ValuedComponents, ruleset_of, ruleset_without_values,
};
#[cfg(feature = "bots")]
pub use kernel::{AnyBot, AnyTurn, NamedBot, any_bot};
pub use kind::Kind;
pub use legal_moves::{LegalMove, legal_moves};
pub use made::{all_made, any_ruleset};
pub use session::{AsValueError, Session, is_out_of_memory};
pub use threads::{in_order, lock};
