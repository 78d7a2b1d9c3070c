//! Handles of stores.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::notation::ParseFormError;
use super::{Calculation, CanonicalForm, Engine, Id, NumberUpStar, StoreInner, ValueError};
use crate::Limits;
use crate::limits::NO_LIMITS;

/// Where canonical forms live, each once.
///
/// A store only grows; its memory is freed when its last handle goes, and every [`CanonicalForm`] is
/// such a handle. The default store ([`Store::global`]) lives as long as the process and is what
/// constants and `parse` use. Builders of large tables, servers, and tests that count forms make
/// their own.
///
/// A store may be shared by threads at will. It never changes what it has given out.
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
    /// `None` is the default store, so that copying its handles touches no counter. A trait object,
    /// because what is inside does change, though never the value of a key: clippy would warn of
    /// every map keyed by values.
    Option<Arc<dyn AsRef<StoreInner> + Send + Sync>>,
);

static GLOBAL: LazyLock<StoreInner> = LazyLock::new(StoreInner::new);

impl Store {
    /// A new private store.
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

    /// Whether both are the same store.
    pub fn is(&self, other: &Store) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(store), Some(other)) => std::ptr::addr_eq(Arc::as_ptr(store), Arc::as_ptr(other)),
            _ => false,
        }
    }

    /// A calculation in this store, within limits.
    pub fn calculate<'s>(&'s self, limits: &'s Limits) -> Calculation<'s> {
        Calculation::new(self, limits)
    }

    /// A calculation in this store without limits.
    pub fn calculation(&self) -> Calculation<'_> {
        self.calculate(&NO_LIMITS)
    }

    pub(crate) fn handle(&self, id: Id) -> CanonicalForm {
        CanonicalForm::from_id(self.clone(), id)
    }

    /// Does a computation without limits in this store.
    pub(super) fn unlimited<'s, T>(
        &'s self,
        f: impl FnOnce(&mut Engine<'s>) -> Result<T, ValueError>,
    ) -> T {
        f(&mut Engine::new(self.inner(), &NO_LIMITS)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The canonical form of `{left|right}`, for any options.
    ///
    /// # Panics
    /// As [`CanonicalForm::new`].
    pub fn form<L, R>(&self, left: L, right: R) -> CanonicalForm
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        self.calculation().form(left, right).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The number, ups and star with these parts.
    ///
    /// # Panics
    /// If the ups or the star are beyond [`NumberUpStar::MAX_MULTIPLE`].
    pub fn number_up_star(&self, parts: NumberUpStar) -> CanonicalForm {
        let most = NumberUpStar::MAX_MULTIPLE;
        assert!(parts.up.unsigned_abs().max(parts.star) <= most, "{parts:?} is out of range");
        self.handle(self.unlimited(|engine| engine.store.closed(parts)))
    }

    /// Reads a game in the usual notation; see [`CanonicalForm`'s `FromStr`](CanonicalForm#notation).
    ///
    /// # Errors
    /// If the text is no game, saying at which offset and what was expected there.
    pub fn parse(&self, text: &str) -> Result<CanonicalForm, ParseFormError> {
        self.calculation().parse(text)
    }

    /// The same value in this store: copied if it lives in another one.
    ///
    /// # Complexity
    /// Nothing if it is here already, or else O(*n*) for *n* followers and their options.
    ///
    /// # Panics
    /// As [`CanonicalForm::new`].
    pub fn adopt(&self, g: &CanonicalForm) -> CanonicalForm {
        self.handle(self.unlimited(|engine| self.id_of(g, engine)))
    }

    /// The id of `g` in this store, on which `engine` works.
    pub(crate) fn id_of(
        &self,
        g: &CanonicalForm,
        engine: &mut Engine<'_>,
    ) -> Result<Id, ValueError> {
        if self.is(g.store()) { Ok(g.id()) } else { engine.copy(g.store().inner(), g.id()) }
    }

    /// How many forms are stored; a form and its negative count once.
    #[expect(clippy::len_without_is_empty, reason = "a store is never empty: 0, * and ^ are in it")]
    pub fn len(&self) -> usize {
        self.inner().len()
    }

    /// How many bytes the store takes, its memos included.
    pub fn bytes(&self) -> usize {
        self.inner().bytes()
    }
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("global", &self.0.is_none())
            .field("len", &self.len())
            .finish()
    }
}
