//! Rulesets from files.

mod errors;
mod guide;
mod twins;
