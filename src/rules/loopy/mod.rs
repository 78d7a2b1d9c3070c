//! Games whose play may go on for ever.

pub(super) mod backsliding_toads_and_frogs;
pub mod combo;
pub mod fox_and_geese;
pub(super) mod hare_and_hounds;
