//! Games on a single row.

pub mod toads_and_frogs;
pub mod toppling_dominoes;
