//! Games of heaps and other things that are numbers alone: cakes, pairs.

pub mod cakes;
pub mod kayles;
pub mod partizan_euclid;
pub mod partizan_heaps;
pub mod terms;
