//! Games on a single row.

pub mod toads_and_frogs;
pub mod toads_by_numbers;
pub mod toppling_dominoes;
