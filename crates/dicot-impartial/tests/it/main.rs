//! The tests of the crate's public functions.

mod codes;
mod coins;
mod coordinates;
mod expressions;
mod misere;
mod misere_theory;
mod oracle;
mod plain;
mod positions;
mod products;
mod quotients;
mod saved;
mod sequences;
mod table;
