//! A row of a census.

use dicot::Outcome;

/// What a census records about a class: positions that are images of each other and have the same value.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The position that represents the class.
    pub position: String,
    /// The number of positions of the class.
    pub multiplicity: u64,
    /// The number of stones of each of them.
    pub stones: u32,
    /// The value of each of them, in the usual notation; a text of more than 1,000 characters is replaced by the
    /// shared form.
    pub value: String,
    /// The outcome of each of them.
    pub outcome: Outcome,
    /// The temperature of the value. It is a dyadic fraction and exact.
    pub temperature: f64,
    /// The atomic weight of the value, if it exists and can be computed.
    pub atomic_weight: Option<String>,
    /// The birthday of the value.
    pub birthday: u64,
}
