//! The command line of dicot: a [`Program`] that knows the rulesets of the library, and any others
//! that are added to it.
//!
//! `examples/own_ruleset.rs` of this crate is a whole program of that kind.

mod arena;
mod arguments;
mod batch;
mod census;
mod compare;
mod db;
mod explain;
mod failure;
mod game;
mod hint;
mod input;
mod limits;
mod moves;
mod perft;
mod picture;
mod position;
mod program;
mod progress;
mod repl;
mod rulesets;
mod scope;
mod serve;
mod solve;
mod status;
mod style;
mod text;
mod value;

pub use program::Program;
