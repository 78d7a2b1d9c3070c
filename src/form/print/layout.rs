//! How forms are printed, as far as it has been found.

use std::cmp::Ordering;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::form::store::Id;
use crate::form::uptimal::Uptimal;
use crate::hash::{BuildMix, table_bytes};

/// Both players' options in printing order.
pub(in crate::form) type Sorted = Arc<[Box<[Id]>; 2]>;

/// What one computation has found for printing.
#[derive(Default)]
pub(crate) struct PrintCache {
    pub(crate) uptimals: HashMap<Id, Option<Uptimal>, BuildMix>,
    pub(super) sorted: HashMap<Id, Sorted, BuildMix>,
    pub(super) orders: HashMap<(Id, Id), Ordering, BuildMix>,
    pub(super) layouts: HashMap<Id, Arc<Layout>, BuildMix>,
}

impl PrintCache {
    /// The bytes of the maps. What their entries own is [charged](crate::form::Engine::charge).
    pub(crate) fn bytes(&self) -> usize {
        table_bytes(&self.uptimals)
            + table_bytes(&self.sorted)
            + table_bytes(&self.orders)
            + table_bytes(&self.layouts)
    }
}

/// How a form is printed.
pub(crate) struct Layout {
    pub(super) kind: Kind,
    /// The number of bars at the top level of the text without braces: 0 to 3.
    pub(super) bars: usize,
    /// The length of the text without optional braces.
    pub(super) len: u64,
}

pub(in crate::form) enum Kind {
    /// A sum of a number, ups and a nimber. It is `compact` if it can follow `+-` without parentheses.
    Atom { text: String, compact: bool },
    /// `+-` and the Left options.
    Switch(Sorted),
    /// A number (or nothing, for 0), `Tiny` or `Miny`, and the subscript.
    Tiny { number: String, miny: bool, subscript: Id },
    /// `{left|right}`.
    Braces { options: Sorted },
}

impl Layout {
    pub(super) fn len_in_braces(&self) -> u64 {
        if self.bars > 0 { self.len.saturating_add(2) } else { self.len }
    }

    /// The bytes it takes, estimated.
    pub(super) fn bytes(&self) -> usize {
        let heap_bytes = match &self.kind {
            Kind::Atom { text, .. } => text.capacity(),
            Kind::Tiny { number, .. } => number.capacity(),
            Kind::Switch(options) | Kind::Braces { options } => {
                64 + size_of::<Id>() * (options[0].len() + options[1].len())
            }
        };
        size_of::<Layout>() + 16 + heap_bytes
    }

    /// Whether the text must be put in parentheses after `+-`.
    pub(super) fn needs_parentheses(&self) -> bool {
        matches!(self.kind, Kind::Atom { compact: false, .. } | Kind::Tiny { .. })
    }
}
