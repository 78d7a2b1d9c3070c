//! The tests of the crate's public functions.

mod codes;
mod coins;
mod coordinates;
mod expressions;
mod oracle;
mod sequences;
mod table;
