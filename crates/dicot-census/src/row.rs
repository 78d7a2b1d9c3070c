//! A row of a census.

use dicot::Outcome;

/// What a census says of a class of positions: those that are images of each other, with colours exchanged or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The position that represents the class.
    pub position: String,
    /// How many positions the class has.
    pub multiplicity: u64,
    /// How many stones each of them has.
    pub stones: u32,
    /// The value of that position, in the usual notation; a text of more than 1,000 characters is
    /// the shared form instead. Those of the class that come by an exchange of colours have the negative.
    pub value: String,
    /// Who wins the position that stands for the class.
    pub outcome: Outcome,
    /// The temperature of the value: a multiple of a power of 1/2, which is exact.
    pub temperature: f64,
    /// The atomic weight of the value, if it has one that can be found.
    pub atomic_weight: Option<String>,
    /// The birthday of the value.
    pub birthday: u64,
}
