//! Matches with other programs: a file for each system.

pub(crate) mod combo;
