//! A row of a census.

use dicot::Outcome;

/// What a census records about a class of positions that are images of each other, with or without an exchange of
/// colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The position that represents the class.
    pub position: String,
    /// The number of positions of the class.
    pub multiplicity: u64,
    /// The number of stones of each of them.
    pub stones: u32,
    /// The value of that position, in the usual notation; a text of more than 1,000 characters is replaced by the
    /// shared form. Positions of the class that are images with exchanged colours have the negative.
    pub value: String,
    /// The outcome of that position.
    pub outcome: Outcome,
    /// The temperature of the value. It is a dyadic fraction and exact.
    pub temperature: f64,
    /// The atomic weight of the value, if it exists and can be computed.
    pub atomic_weight: Option<String>,
    /// The birthday of the value.
    pub birthday: u64,
}
