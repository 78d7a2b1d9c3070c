//! Rulesets from files.

mod errors;
mod twins;
