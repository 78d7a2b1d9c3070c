//! All the facts about one position.
//! stub
/// stub
#[derive(Debug)]
pub struct MoveReport;
/// stub
#[derive(Debug)]
pub struct Report;
