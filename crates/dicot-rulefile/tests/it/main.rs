//! Rulesets from files.

mod errors;
mod guide;
mod laws;
mod runs;
mod twins;
