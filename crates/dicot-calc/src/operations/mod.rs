//! The list of all operations; they are in a file for each subject.

use std::collections::HashMap;
use std::sync::LazyLock;

use dicot::Player;

use crate::operation::Operation;
use crate::rational::Rational;
use crate::value::Value;

mod boards;
mod graphs;
mod infinitesimals;
mod lists;
mod loopy;
mod misere;
mod mutable;
mod numbers;
mod objects;
mod output;
mod products;
mod questions;
mod structure;
mod temperature;
mod texts;

static ALL: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let subjects = [
        structure::ALL,
        temperature::ALL,
        infinitesimals::ALL,
        products::ALL,
        numbers::ALL,
        lists::ALL,
        texts::ALL,
        questions::ALL,
        loopy::ALL,
        boards::ALL,
        misere::ALL,
        output::ALL,
        objects::ALL,
        graphs::ALL,
        mutable::ALL,
    ];
    subjects.concat()
});

/// All operations, grouped by subject.
pub fn operations() -> &'static [Operation] {
    &ALL
}

impl Operation {
    /// Finds the operation with this name or alias, in upper or lower case.
    pub fn find(name: &str) -> Option<&'static Operation> {
        static BY_NAME: LazyLock<HashMap<String, &'static Operation>> = LazyLock::new(|| {
            let names = |operation: &'static Operation| {
                let names = operation.aliases.iter().chain([&operation.name]);
                names.map(move |name| (name.to_ascii_lowercase(), operation))
            };
            ALL.iter().flat_map(names).collect()
        });
        if name.len() > MAX_NAME_LEN {
            return None;
        }
        BY_NAME.get(&name.to_ascii_lowercase()).copied()
    }
}

/// The maximum length of a name; a test checks it.
const MAX_NAME_LEN: usize = 32;

const CONSTANTS: [(&str, Value); 6] = [
    ("Left", Value::Player(Player::Left)),
    ("Right", Value::Player(Player::Right)),
    ("true", Value::Truth(true)),
    ("false", Value::Truth(false)),
    ("Nothing", Value::Nothing),
    ("inf", Value::Rational(Rational::INFINITE)),
];

/// The value of a constant.
pub(crate) fn constant(name: &str) -> Option<Value> {
    CONSTANTS.into_iter().find(|(constant, _)| *constant == name).map(|(_, value)| value)
}

/// The operation, constant or other name that is most similar to a misspelled name, if one is similar.
pub(crate) fn close_to<'n>(name: &str, others: impl Iterator<Item = &'n str>) -> Option<String> {
    let constants = CONSTANTS.into_iter().map(|(constant, _)| constant);
    closest(name, ALL.iter().map(|operation| operation.name).chain(constants).chain(others))
}

/// The name that is most similar to a misspelled one, if one is similar.
pub(crate) fn closest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<String> {
    // One typing error, or two in longer names. A first choice, not compared with others.
    let max_distance = match name.len() {
        0..=2 => return None,
        3..=5 => 1,
        6..=MAX_NAME_LEN => 2,
        _ => return None,
    };
    let lower = name.to_ascii_lowercase();
    candidates
        .filter(|other| other.len().abs_diff(name.len()) <= max_distance)
        .map(|other| {
            let distance = strsim::osa_distance(&lower, &other.to_ascii_lowercase());
            // Of names that are as similar, one that begins with the same letter.
            (distance, !other.starts_with(|c| name.starts_with(c)), other)
        })
        .filter(|&(distance, ..)| distance <= max_distance)
        .min()
        .map(|(.., other)| other.to_owned())
}
