//! Matches with other programs: a file for each system.

pub(crate) mod codingame;
pub(crate) mod combo;
pub(crate) mod icga;
pub(crate) mod konane;
pub(crate) mod log;
pub(crate) mod matches;
pub(crate) mod replay;
