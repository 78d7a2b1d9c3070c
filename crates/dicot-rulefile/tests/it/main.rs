//! Rulesets from files.

mod errors;
mod guide;
mod laws;
mod twins;
