//! What threads share: lists that grow while others read them, a cache, and locks.

mod arena;
mod buckets;
mod cache;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) use arena::Arena;
pub(crate) use buckets::Buckets;
pub(crate) use cache::Cache;

/// Locks a mutex, also after a panic of another thread: every critical section of the library leaves its data whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
