//! The bridge from positions to values.
//!
//! A position is split into components. Each is normalized, so that all its symmetric images and their negatives share
//! one entry, and looked up in a table; if it is not there, its options are valued first. The values are added up.
//!
//! Positions have methods for one answer ([`Analyze`]). For many answers, an [`Analyzer`] keeps its table.

mod analyzer;
mod call;
mod frames;
mod known_values;
mod packed;
mod report;
mod table;
mod tables;

pub use analyzer::{Analyze, Analyzer};
pub use call::Progress;
pub(crate) use call::{Call, OnProgress};
pub use known_values::{NamedValue, ValueParts, ValueSource};
pub use report::{MoveReport, Report};
pub(crate) use tables::{Tables, check_value};
