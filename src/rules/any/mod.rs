//! Rulesets, positions and moves as values: chosen, made or read at run time.

mod mv;
mod position;
mod ruleset;
mod text;

pub use mv::AnyMove;
pub use position::AnyPosition;
pub use ruleset::AnyRuleset;
pub(crate) use ruleset::RulesId;
pub use text::ParseAnyError;

/// Any error, as a text is read.
type AnyError = Box<dyn std::error::Error + Send + Sync>;
