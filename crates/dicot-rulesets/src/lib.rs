//! All rulesets at run time: by their names, from files, and made of others; their positions, analyzers, components and bots. What is
//! compiled for each ruleset is compiled here, once, for the command line, the servers, Python and browsers.
//!
//! | module | what it has |
//! |---|---|
//! | [`Rulesets`], [`library()`] | the rulesets by their names |
//! | [`RulesetExt`], [`PositionExt`] | what is asked of rulesets and positions, beside what the library answers |
//! | [`AnyAnalyzer`] | the values of positions, computed in the types of their rulesets |
//! | `Components`, with the feature `census` | those of many positions at once |
//! | [`enumeration`] | the boards of a ruleset, and what follows from a position |
//! | [`Findings`] | what an analyzer reports of a position |
//! | [`Parts`], [`Subject`] | sums of positions and games, read from texts; who wins them |
//! | [`sum_of_games`] | the ruleset of sums, which can be played |
//! | `bots`, with that feature | the bots of rulesets by their names |
//! | [`rule_file`] | rulesets from files |
//! | [`Failure`] | why a text has no answer |

mod any;
#[cfg(feature = "bots")]
pub mod bots;
pub mod enumeration;
mod failure;
mod findings;
mod game_sum;
mod kernel;
mod made;
mod opening;
#[cfg(feature = "bots")]
mod perfect;
mod position_sum;
mod reading;
pub mod rule_file;
mod rulesets;
mod sum;
mod text;
mod threads;

pub use any::{PositionExt, RulesetExt};
pub use failure::Failure;
pub use findings::{Findings, Move};
pub use game_sum::sum_of_games;
pub use kernel::{AnyAnalyzer, ValuedComponents, ruleset_of, ruleset_without_values};
#[cfg(feature = "bots")]
pub use kernel::{AnyBot, AnyTurn, NamedBot, any_bot};
#[cfg(feature = "census")]
pub use kernel::{ComponentSearch, Components};
pub use made::{all_made, any_ruleset};
pub use opening::{PartMove, Subject};
pub use rulesets::{DEFAULT_RULES, RulesetError, Rulesets, library};
pub use sum::{Part, PartText, Parts, no_solution, parts_with_values};
pub use text::{closest, grouped};
pub use threads::{in_order, lock};
