//! The tests of the crate's public functions.

mod codes;
mod coordinates;
mod expressions;
mod oracle;
mod sequences;
mod table;
