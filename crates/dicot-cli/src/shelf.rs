//! The store in which expressions are computed, line by line.

use dicot::{Bounds, CanonicalForm, Store};

use crate::failure::Failure;
use crate::limits::{self, LimitArgs};

/// A store for the games of many lines, which is given up when it is full.
pub(crate) struct Shelf {
    store: Store,
    used: bool,
    limits: LimitArgs,
}

/// From this many bytes on, the next line gets a new store.
const FULL: usize = 256 << 20;

impl Shelf {
    pub(crate) fn new(limits: &LimitArgs) -> Shelf {
        Shelf { store: Store::new(), used: false, limits: limits.clone() }
    }

    fn renew(&mut self) {
        (self.store, self.used) = (Store::new(), false);
    }

    /// Does a computation, once more in a new store if this one has no room left for it.
    pub(crate) fn compute<T>(
        &mut self,
        f: impl Fn(&Store, &Bounds) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let full = |result: &Result<T, Failure>| {
            let error = result.as_ref().err().and_then(|failure| failure.value);
            error.is_some_and(limits::is_out_of_room)
        };
        let mut result = f(&self.store, &self.limits.bounds());
        if self.used && full(&result) {
            self.renew();
            result = f(&self.store, &self.limits.bounds());
        }
        self.used = true;
        if full(&result) || self.store.bytes() > FULL {
            self.renew();
        }
        result
    }
}

/// Reads a game into a store, within bounds.
pub(crate) fn parse(text: &str, store: &Store, bounds: &Bounds) -> Result<CanonicalForm, Failure> {
    store.within(bounds).parse(text).map_err(|error| Failure::notation(text, &error))
}
