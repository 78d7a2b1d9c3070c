//! The worksheet in which expressions are computed, line by line.

use dicot::{CanonicalForm, Interrupt, Limits, Store};
use dicot_calc::{Value, Worksheet};

use crate::failure::Failure;
use crate::limits::{self, LimitArgs};

/// A worksheet for many lines. When its store is full, it moves to a new one with what it defines.
pub(crate) struct Shelf {
    sheet: Worksheet,
    used: bool,
    /// The bytes of the store when it was new, with the variables.
    kept: usize,
    limits: LimitArgs,
    interrupt: Option<Interrupt>,
}

/// From this many bytes on, and twice those of the variables, the next line gets a new store.
const FULL: usize = 256 << 20;

impl Shelf {
    pub(crate) fn new(limits: &LimitArgs) -> Shelf {
        let sheet = Worksheet::new();
        Shelf { sheet, used: false, kept: 0, limits: limits.clone(), interrupt: None }
    }

    /// Computations end soon after this flag is set.
    pub(crate) fn set_interrupt(&mut self, flag: Interrupt) {
        self.interrupt = Some(flag);
    }

    pub(crate) fn sheet(&self) -> &Worksheet {
        &self.sheet
    }

    fn limits(&self) -> Limits {
        self.limits.limits().with_interrupt(self.interrupt.clone()).starting_now()
    }

    /// Moves to a new store; if the variables alone are too much for one, all stays as it is.
    fn renew(&mut self) {
        if self.sheet.renew(&self.limits()).is_ok() {
            (self.used, self.kept) = (false, self.sheet.store().bytes());
        }
    }

    /// Does a computation, once more in a new store if this one has no room left for it. Evaluates at
    /// most one text.
    pub(crate) fn compute<T>(
        &mut self,
        f: impl Fn(&mut Worksheet, &Limits) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let full = |result: &Result<T, Failure>| {
            let error = result.as_ref().err().and_then(|failure| failure.value);
            error.is_some_and(limits::is_out_of_room)
        };
        let limits = self.limits();
        let mut result = f(&mut self.sheet, &limits);
        if self.used && full(&result) {
            self.sheet.take_back();
            self.renew();
            let limits = self.limits();
            result = f(&mut self.sheet, &limits);
        }
        self.used = true;
        if full(&result) || self.sheet.store().bytes() > FULL.max(2 * self.kept) {
            self.renew();
        }
        result
    }
}

/// Reads a game into a store, within limits.
pub(crate) fn parse(text: &str, store: &Store, limits: &Limits) -> Result<CanonicalForm, Failure> {
    let game = dicot_calc::parse(text, &mut store.calculate(limits));
    game.map_err(|error| Failure::notation(text, &error))
}

/// Evaluates a text in a worksheet, within limits.
pub(crate) fn evaluate(
    text: &str,
    sheet: &mut Worksheet,
    limits: &Limits,
) -> Result<Value, Failure> {
    sheet.evaluate(text, limits).map_err(|error| Failure::notation(text, &error))
}
