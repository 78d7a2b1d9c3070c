//! Matches with other programs: a file for each system.

pub(crate) mod codingame;
pub(crate) mod matches;
pub(crate) mod replay;
