//! Tests of the rulesets at run time.

mod enumeration;
mod made;
mod perft;
mod reading;
mod sums;
mod threads;
