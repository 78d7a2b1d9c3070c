//! The status with which a run ends.

use dicot::ValueError;

/// How a run ended. The status of several items is the greatest of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Every item has its answer.
    Done,
    /// A limit of time, memory, nodes, positions or forms was reached; nothing else went wrong.
    LimitReached,
    /// An item or a file is bad, or could not be read or written.
    Failed,
}

impl Status {
    /// The status of a value that was not found.
    pub(crate) fn of(error: Option<ValueError>) -> Status {
        match error {
            Some(ValueError::Limit(_)) => Status::LimitReached,
            _ => Status::Failed,
        }
    }

    /// Adds the status of another item.
    pub(crate) fn add(&mut self, other: Status) {
        *self = other.max(*self);
    }
}

/// Wrong arguments end the program with status 2, as clap does.
impl From<Status> for u8 {
    fn from(status: Status) -> u8 {
        match status {
            Status::Done => 0,
            Status::Failed => 1,
            Status::LimitReached => 3,
        }
    }
}
