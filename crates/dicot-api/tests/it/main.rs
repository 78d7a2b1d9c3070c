//! Tests of answers and sessions.

mod labels;
mod openings;
mod sessions;
