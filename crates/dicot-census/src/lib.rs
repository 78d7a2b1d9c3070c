//! Censuses: the values of all positions of a board, up to symmetry.
//!
//! A [`Plan`] says which positions are counted. A [`Census`] counts them on one machine and writes a Parquet file; a
//! [`Worker`] evaluates parts of a census for a driver that uses several machines.

mod census;
mod checkpoint;
mod classes;
mod engine;
mod error;
mod facts;
pub mod parquet;
mod plan;
pub mod report;
mod row;
mod row_block;
mod seal;
mod symmetries;
mod values;
mod worker;

pub use census::{Census, Kept, Progress, Stage, Summary, finished};
pub use error::CensusError;
pub use plan::{BoardSize, MAX_BOARDS, Plan};
pub use row::Row;
pub use values::{read_values, write_values};
pub use worker::{Worker, write_rows};
