//! The command line of dicot: a [`Program`] that knows the rulesets of the library, and any others
//! that are added to it.
//!
//! `examples/own_ruleset.rs` of this crate is a whole program of that kind.
//!
//! The feature `full` adds all that takes long to compile: servers, matches, censuses, certificates, databases, completions and
//! pictures as PNG. The list of commands in `commands.rs` marks those of it.

mod arguments;
mod batch;
mod command;
mod commands;
mod compare;
mod ctrl_c;
mod explain;
mod failure;
mod find;
#[cfg_attr(not(feature = "full"), path = "without_full.rs")]
mod full;
mod game;
mod heap;
mod hint;
mod input;
mod label;
mod latex;
mod limits;
mod mistyped;
mod moves;
mod nim;
mod perft;
mod picture;
mod position;
mod program;
mod progress;
mod repl;
mod results;
mod rulesets;
mod saved;
mod shared;
mod solve;
mod status;
mod style;
mod text;
mod value;

#[cfg(feature = "full")]
mod arena;
#[cfg(feature = "full")]
mod campaign;
#[cfg(feature = "full")]
mod census;
#[cfg(feature = "full")]
mod certify;
#[cfg(feature = "full")]
mod db;
#[cfg(feature = "full")]
mod pages;
#[cfg(feature = "full")]
mod puzzles;
#[cfg(feature = "full")]
mod run;
#[cfg(feature = "full")]
mod serve;
#[cfg(feature = "full")]
mod shell;

pub use program::Program;
