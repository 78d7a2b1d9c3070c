//! Caches that outlive a computation, above the store of forms.

use std::ops::Deref;
use std::sync::Arc;

use super::print::layout::Layout;
use super::request::Request;
use super::store::{Forms, Id};
use super::{Thermograph, Uptimal};
use crate::sync::Cache;

/// The forms of a store, with caches of what is computed about them.
pub(crate) struct StoreInner {
    forms: Forms,
    pub(crate) thermographs: Cache<Id, Arc<Thermograph>>,
    pub(crate) uptimals: Cache<Id, Option<Uptimal>>,
    pub(crate) layouts: Cache<Id, Arc<Layout>>,
    /// Results of other operations, see `Engine::memoized`.
    pub(crate) results: Cache<Request, Id>,
}

/// The largest number of bytes of each cache.
const CACHE_BYTES: usize = 64 << 20;

impl StoreInner {
    pub(crate) fn new() -> StoreInner {
        StoreInner {
            forms: Forms::new(),
            thermographs: Cache::new(CACHE_BYTES),
            uptimals: Cache::new(CACHE_BYTES),
            layouts: Cache::new(CACHE_BYTES),
            results: Cache::new(CACHE_BYTES),
        }
    }

    /// The bytes that the store takes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes_of(false)
    }

    /// The bytes that the store takes; if `soon`, with those of the next growth.
    pub(crate) fn bytes_of(&self, soon: bool) -> usize {
        self.forms.bytes(soon)
            + self.thermographs.bytes(soon)
            + self.uptimals.bytes(soon)
            + self.layouts.bytes(soon)
            + self.results.bytes(soon)
    }
}

impl Deref for StoreInner {
    type Target = Forms;

    #[inline]
    fn deref(&self) -> &Forms {
        &self.forms
    }
}

impl AsRef<StoreInner> for StoreInner {
    fn as_ref(&self) -> &StoreInner {
        self
    }
}
