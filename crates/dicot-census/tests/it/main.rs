//! Censuses, their files and reports.

mod census;
mod parquet;
mod report;
