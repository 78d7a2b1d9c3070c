//! Computations within limits.

use std::cmp::Ordering;
use std::fmt;

use hashbrown::HashMap;

use super::engine::{Engine, recurse};
use super::operations::calculations;
use super::store::Id;
use super::{CanonicalForm, Computed, NumberUpStar, Store, ValueError};
use crate::{Limits, Player};

/// A computation in a store with limits: the operations of [`CanonicalForm`], with errors instead of panics.
///
/// Use it for untrusted input, and for computations that may take long. It caches intermediate results, so one
/// calculation for many operations is faster than one for each. Its [`Limits`] hold for all of them together.
///
/// Games of other stores are copied into this one.
///
/// # Examples
/// ```
/// use dicot::{Limits, Store};
/// use std::time::{Duration, Instant};
/// let store = Store::new();
/// let deadline = Some(Instant::now() + Duration::from_secs(5));
/// let limits = Limits::default().with_deadline(deadline).with_forms(1_000_000);
///
/// let mut calculation = store.calculate(&limits);
/// let g = calculation.parse("{3||2|1}")?;
/// let h = calculation.parse("{4|{2|-4}}")?;
/// let sum = calculation.sum(&g, &h)?;
/// assert_eq!(calculation.text_start(&sum, 9)?, ("{7||6|5||".to_owned(), 30));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Calculation<'s> {
    pub(super) store: &'s Store,
    pub(super) engine: Engine<'s>,
    /// The operations that have begun.
    operations: u32,
}

/// Operations between two limit checks, unless their steps need one before: a check takes longer than a lookup or a comparison.
const OPERATIONS_BETWEEN_CHECKS: u32 = 1 << 8;

impl<'s> Calculation<'s> {
    pub(crate) fn new(store: &'s Store, limits: &'s Limits) -> Calculation<'s> {
        Calculation { store, engine: Engine::new(store.inner(), limits), operations: 0 }
    }

    /// Counts bytes that the caller keeps, such as texts and lists of results, against the limit of this calculation.
    ///
    /// # Errors
    /// If a limit is reached, which is checked at least once in a MiB.
    pub fn hold(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.engine.charge(bytes)
    }

    /// Counts bytes that were [held](Calculation::hold) no longer.
    pub fn release(&mut self, bytes: usize) {
        self.engine.release(bytes);
    }

    /// The store in which it computes.
    pub fn store(&self) -> &'s Store {
        self.store
    }

    /// Its limits.
    pub fn limits(&self) -> &'s Limits {
        self.engine.limits
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// If one is reached.
    pub fn check(&mut self) -> Result<(), ValueError> {
        self.engine.check()
    }

    /// Runs one level of a recursion that computes with a calculation: however deep it gets, the stack does not overflow.
    ///
    /// # Errors
    /// If it is too deep.
    pub fn nested<C: AsMut<Calculation<'s>> + Send, T: Send>(
        computation: &mut C,
        level: impl FnOnce(&mut C) -> T + Send,
    ) -> Result<T, ValueError> {
        recurse(&mut Level(computation), |Level(computation)| Ok(level(computation)))
    }

    /// Counts steps of work that the caller does with values, so that limits of time hold there as well.
    ///
    /// # Errors
    /// If a limit is reached; limits are checked about once in a thousand steps.
    pub fn count_steps(&mut self, steps: usize) -> Result<(), ValueError> {
        self.engine.steps(steps)
    }

    /// Compares two values in the total order of [`StructuralOrd`](crate::StructuralOrd), in which options are printed.
    ///
    /// # Examples
    /// ```
    /// use dicot::Store;
    /// let store = Store::new();
    /// let (star, up) = (store.parse("*")?, store.parse("^")?);
    /// assert!(store.calculation().structural_cmp(&star, &up)?.is_lt());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn structural_cmp(
        &mut self,
        g: &CanonicalForm,
        h: &CanonicalForm,
    ) -> Result<std::cmp::Ordering, ValueError> {
        let g = self.store.id_of(g, &mut self.engine)?;
        let h = self.store.id_of(h, &mut self.engine)?;
        self.engine.step()?;
        self.engine.structural_cmp(g, h)
    }

    /// The number, ups and star with these parts.
    ///
    /// # Errors
    /// If they cannot be represented.
    pub fn number_up_star(&mut self, parts: NumberUpStar) -> Result<CanonicalForm, ValueError> {
        let largest = parts.up.unsigned_abs().max(parts.star);
        if largest > NumberUpStar::MAX_MULTIPLE {
            return Err(ValueError::Overflow);
        }
        self.engine.store.closed(parts).map(|id| self.handle(id))
    }

    /// The same values in this store, as [`Store::adopt`]: followers that several of them have in common are
    /// copied once.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn adopt_all(&mut self, games: &[CanonicalForm]) -> Result<Vec<CanonicalForm>, ValueError> {
        let (mut adopted, mut copies) = (Vec::new(), HashMap::default());
        let mut from: Option<&Store> = None;
        for g in games {
            if self.store == g.store() {
                adopted.push(g.clone());
                continue;
            }
            if from != Some(g.store()) {
                copies.clear();
                from = Some(g.store());
            }
            let id = self.engine.copy_knowing(g.store().inner(), g.id(), &mut copies)?;
            adopted.push(self.handle(id));
        }
        self.engine.check()?;
        Ok(adopted)
    }

    /// A handle to a form of this store.
    pub(crate) fn handle(&self, id: Id) -> CanonicalForm {
        self.store.handle(id)
    }

    /// Begins an operation on a game: its id here.
    pub(crate) fn id(&mut self, g: &CanonicalForm) -> Computed<Id> {
        self.begin()?;
        self.store.id_of(g, &mut self.engine)
    }

    fn begin(&mut self) -> Computed<()> {
        // A limit of forms is checked every time: it may be low, and the number is the same on every machine.
        let is_due = self.operations.is_multiple_of(OPERATIONS_BETWEEN_CHECKS);
        if is_due || self.engine.limits.forms.is_some() {
            self.engine.check()?;
        }
        self.operations = self.operations.wrapping_add(1);
        self.engine.step()
    }

    /// The canonical form of `{left|right}`, as [`CanonicalForm::new`]. It takes one lookup if the options are those
    /// of a canonical form that is stored.
    ///
    /// # Errors
    /// If a limit is reached or the game cannot be represented.
    pub fn form<L, R>(&mut self, left: L, right: R) -> Result<CanonicalForm, ValueError>
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        self.begin()?;
        let Calculation { store, engine, .. } = self;
        let mut id = |g: CanonicalForm| store.id_of(&g, engine);
        let left = left.into_iter().map(&mut id).collect::<Result<Vec<Id>, _>>()?;
        let right = right.into_iter().map(&mut id).collect::<Result<Vec<Id>, _>>()?;
        let form = engine.recurse(|engine| engine.simplify_canonical(&left, &right))?;
        Ok(store.handle(form))
    }
}

/// What computes with a calculation, as what computes with its engine.
struct Level<'c, C>(&'c mut C);

impl<'s, C: AsMut<Calculation<'s>>> AsMut<Engine<'s>> for Level<'_, C> {
    fn as_mut(&mut self) -> &mut Engine<'s> {
        &mut self.0.as_mut().engine
    }
}

calculations! {
    /// The options of a player, as [`CanonicalForm::options`].
    options(; player: Player) -> Vec<CanonicalForm> = Engine::options_in_order;

    /// `g + h`.
    sum(h) -> CanonicalForm = Engine::add;

    /// `g * n`: the sum of `n` copies, or of `-n` copies of the negative.
    multiple(; n: i64) -> CanonicalForm = Engine::times;

    /// How the two compare: `None` if they are confused.
    compare(h) -> Option<Ordering> = Engine::compare;
}

impl fmt::Debug for Calculation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calculation").field("store", self.store).finish_non_exhaustive()
    }
}
