//! Censuses: the values of all positions of a board, up to symmetry and exchange of colours.

pub mod parquet;
mod row;

pub use row::Row;
