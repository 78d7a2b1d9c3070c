//! Relations between two games.

use std::cmp::Ordering;

/// A relation of two games, such as `<=`.
#[derive(Debug)]
pub(crate) struct Relation {
    pub(crate) text: &'static str,
    /// The results of a comparison for which the relation holds; `None` means confused.
    orders: &'static [Option<Ordering>],
}

const LESS: Option<Ordering> = Some(Ordering::Less);
const EQUAL: Option<Ordering> = Some(Ordering::Equal);
const GREATER: Option<Ordering> = Some(Ordering::Greater);

/// The relations. One whose text begins with the text of another comes before it.
const RELATIONS: &[Relation] = &[
    Relation { text: "<=", orders: &[LESS, EQUAL] },
    Relation { text: ">=", orders: &[GREATER, EQUAL] },
    Relation { text: "<>", orders: &[None] },
    Relation { text: "<|", orders: &[LESS, None] },
    Relation { text: "|>", orders: &[GREATER, None] },
    Relation { text: "==", orders: &[EQUAL] },
    Relation { text: "!=", orders: &[LESS, GREATER, None] },
    Relation { text: "<", orders: &[LESS] },
    Relation { text: ">", orders: &[GREATER] },
];

impl Relation {
    /// Returns the relation at the beginning of a text.
    pub(crate) fn at(text: &str) -> Option<&'static Relation> {
        if !text.starts_with(['<', '>', '|', '=', '!']) {
            return None;
        }
        RELATIONS.iter().find(|relation| text.starts_with(relation.text))
    }

    /// Whether the relation holds for two values in this order; `None` means confused.
    pub(crate) fn holds(&self, order: Option<Ordering>) -> bool {
        self.orders.contains(&order)
    }

    /// Returns `true` for `==`, `false` for `!=`, and `None` for the others. These two compare values of any kind.
    pub(crate) fn equality(&self) -> Option<bool> {
        match self.text {
            "==" => Some(true),
            "!=" => Some(false),
            _ => None,
        }
    }
}
