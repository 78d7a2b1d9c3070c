//! Handles of stores.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{Arc, LazyLock, Weak};

use super::notation::ParseFormError;
use super::{Calculation, CanonicalForm, Computed, Engine, Id, StoreInner};
use crate::limits::NO_LIMITS;
use crate::{Limits, ValueError};

/// The memory that holds canonical forms, each once.
///
/// A store only grows. Its memory is freed with its last handle, and every [`CanonicalForm`] is
/// such a handle. Constants and `str::parse` use the default store ([`Store::global`]), which is never freed. Builders of
/// large tables and servers create their own. Threads may share a store.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Store};
/// let store = Store::new();
/// let before = store.len();
/// let g = store.parse("{1|*} + ^")?;
/// assert!(store.len() > before);
/// assert_eq!(g, "{1^|^*}".parse::<CanonicalForm>()?); // the same value in the default store
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone)]
pub struct Store(
    /// `None` is the default store, so that its handles have no counter. `dyn` hides the interior mutability of
    /// `StoreInner` from `clippy::mutable_key_type`, which would warn of every map with values as keys; the hash of a
    /// key never changes.
    Option<Arc<Inner>>,
);

type Inner = dyn AsRef<StoreInner> + Send + Sync + UnwindSafe + RefUnwindSafe;

/// A value that can be had again as long as something else keeps its store.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Store};
/// let store = Store::new();
/// let g = store.parse("{3|1}")?;
/// let weak = g.downgrade();
/// drop(g);
/// assert_eq!(weak.upgrade(), Some(store.parse("{3|1}")?));
/// drop(store);
/// assert_eq!(weak.upgrade(), None);
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone)]
pub struct WeakForm {
    store: Option<Weak<Inner>>,
    id: Id,
}

impl WeakForm {
    /// The value, or `None` if its store was freed.
    pub fn upgrade(&self) -> Option<CanonicalForm> {
        let store = match &self.store {
            Some(store) => Some(store.upgrade()?),
            None => None,
        };
        Some(CanonicalForm { store: Store(store), id: self.id })
    }
}

impl fmt::Debug for WeakForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WeakForm").field(&self.upgrade()).finish()
    }
}

impl CanonicalForm {
    /// The value as one that does not keep its store. Those of the default store can always be had again.
    pub fn downgrade(&self) -> WeakForm {
        WeakForm { store: self.store.0.as_ref().map(Arc::downgrade), id: self.id }
    }
}

static GLOBAL: LazyLock<StoreInner> = LazyLock::new(StoreInner::new);

/// The result, or a panic with the words of the error in the line that called the public method.
#[track_caller]
pub(crate) fn or_panic<T>(result: Result<T, ValueError>) -> T {
    match result {
        Ok(result) => result,
        Err(error) => panic!("{error}"),
    }
}

impl Store {
    /// Creates a private store.
    pub fn new() -> Store {
        Store(Some(Arc::new(StoreInner::new())))
    }

    /// The default store.
    pub const fn global() -> Store {
        Store(None)
    }

    pub(crate) fn inner(&self) -> &StoreInner {
        match &self.0 {
            Some(store) => (**store).as_ref(),
            None => &GLOBAL,
        }
    }

    /// The store that a result of these operands belongs to: the first private one, if there is one.
    pub(super) fn of_operands<'g>(
        operands: impl IntoIterator<Item = &'g CanonicalForm>,
    ) -> &'g Store {
        static GLOBAL: Store = Store::global();
        operands.into_iter().map(CanonicalForm::store).find(|s| s.0.is_some()).unwrap_or(&GLOBAL)
    }

    /// A calculation in this store, with limits.
    pub fn calculate<'s>(&'s self, limits: &'s Limits) -> Calculation<'s> {
        Calculation::new(self, limits)
    }

    /// A calculation in this store without limits.
    pub fn calculation(&self) -> Calculation<'_> {
        self.calculate(&NO_LIMITS)
    }

    /// The value with this id.
    pub(crate) fn handle(&self, id: Id) -> CanonicalForm {
        CanonicalForm { store: self.clone(), id }
    }

    /// Computes without limits in this store.
    #[track_caller]
    pub(super) fn unlimited<'s, T>(&'s self, f: impl FnOnce(&mut Engine<'s>) -> Computed<T>) -> T {
        or_panic(f(&mut Engine::new(self.inner(), &NO_LIMITS)))
    }

    /// Reads a game in the usual notation; see [`CanonicalForm`'s `FromStr`](CanonicalForm#notation).
    ///
    /// # Errors
    /// If the text is not a game: the offset, and what was expected there.
    pub fn parse(&self, text: &str) -> Result<CanonicalForm, ParseFormError> {
        self.calculation().parse(text)
    }

    /// The same value in this store: copied if it is in another one.
    ///
    /// # Complexity
    /// O(1) if it is here already, or else O(*n*) for *n* followers and their options.
    ///
    /// # Panics
    /// As [`CanonicalForm::new`].
    #[track_caller]
    pub fn adopt(&self, g: &CanonicalForm) -> CanonicalForm {
        self.handle(self.unlimited(|engine| self.id_of(g, engine)))
    }

    /// The id of `g` in this store, on which `engine` works.
    pub(crate) fn id_of(&self, g: &CanonicalForm, engine: &mut Engine<'_>) -> Computed<Id> {
        if self == g.store() { Ok(g.id()) } else { engine.copy(g.store().inner(), g.id()) }
    }

    /// The number of stored forms; a form and its negative count once.
    #[expect(clippy::len_without_is_empty, reason = "a store is never empty: 0, * and ^ are in it")]
    pub fn len(&self) -> usize {
        self.inner().len()
    }

    /// The bytes of the store and its caches.
    pub fn bytes(&self) -> usize {
        self.inner().bytes()
    }
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

/// Whether both are handles of the same store.
impl PartialEq for Store {
    #[inline]
    fn eq(&self, other: &Store) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(store), Some(other)) => std::ptr::addr_eq(Arc::as_ptr(store), Arc::as_ptr(other)),
            _ => false,
        }
    }
}

impl Eq for Store {}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("len", &self.len()).finish_non_exhaustive()
    }
}
