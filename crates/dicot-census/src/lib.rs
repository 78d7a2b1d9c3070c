//! Censuses: the values of all positions of a board, up to symmetry and exchange of colours.

pub mod parquet;
pub mod report;
mod row;

pub use row::Row;
