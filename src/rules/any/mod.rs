//! Rulesets, positions and moves as values: chosen, made or read at run time.

mod board;
#[cfg(not(target_os = "unknown"))]
mod more;
#[cfg(target_os = "unknown")]
#[path = "less.rs"]
mod more;
mod mv;
mod position;
mod ruleset;
mod text;
mod unvalued;

pub use board::AnyBoard;
pub use mv::AnyMove;
pub use position::AnyPosition;
pub(crate) use ruleset::RulesId;
pub use ruleset::{AnyRuleset, WeakRuleset};
pub use text::ParseAnyError;

/// Any error, as a text is read.
type AnyError = Box<dyn std::error::Error + Send + Sync>;
