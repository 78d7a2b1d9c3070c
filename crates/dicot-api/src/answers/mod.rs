//! What dicot says of games and positions in JSON: the command line, the servers and Python share these types, so that a field has one
//! name and one meaning. Nothing is printed here, and no command line or request is read.
//!
//! | module | what it has |
//! |---|---|
//! | [`position`] | the line of `dicot value --json` |
//! | [`loopy`] | the same where play need not end |
//! | [`loopy_sum`] | the same of a sum |
//! | [`game`] | the line of `dicot game --json` |
//! | [`explain`] | the line of `dicot explain --json` |
//! | [`solve`] | the line of `dicot solve --json` |
//! | [`label`] | the line of `dicot label` |
//! | [`moves`] | the line of `dicot moves --json` |
//! | [`rulesets`] | the line of `dicot value --list --json` |
//! | [`facts`], [`kind`], [`text`], [`legal_moves`] | what several of them say |

pub mod explain;
pub mod facts;
pub mod game;
pub mod kind;
pub mod label;
pub mod legal_moves;
pub mod loopy;
pub mod loopy_sum;
pub mod moves;
pub mod position;
pub mod rulesets;
pub mod solve;
pub mod text;
