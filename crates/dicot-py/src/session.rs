//! The shared session of all computations, and their limits.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use dicot::{CanonicalForm, Limits, Store, ValueError};
use dicot_api::Session;
use dicot_rulesets::lock;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{Given, Whole};
use crate::compute::{LimitSettings, compute};
use crate::errors::Problem;
use crate::numbers;
use crate::own::{self, Pool};

/// The default limit of memory: enough for usual computations, and less than the memory of most machines. A first
/// choice, not compared with others.
const USUAL_BYTES: usize = if usize::BITS == 32 { 1 << 30 } else { (4_u64 << 30) as usize };

/// A session that all computations share until it is too large.
#[derive(Debug)]
pub(crate) struct SharedSession {
    session: Mutex<Session>,
    /// The store of the session. Computations that need only values use it without waiting for the session.
    store: Mutex<Store>,
    /// The bytes of the session in addition to those of the store.
    table_bytes: AtomicUsize,
    /// The positions of rulesets in Python, with a store of their own.
    pub(crate) pool: Pool,
    /// The calls since the bytes were counted, and the forms, positions and bytes of tables at that time.
    calls: AtomicUsize,
    counted: AtomicUsize,
}

/// The calls, and the forms, positions and kilobytes, after which the bytes of a session are counted again: that takes longer than to look
/// up what is known. First choices.
const CALLS_BETWEEN_COUNTS: usize = 64;
const GROWTH_BETWEEN_COUNTS: usize = 256;

impl SharedSession {
    fn new() -> Arc<SharedSession> {
        let session = Session::new();
        let store = Mutex::new(session.store().clone());
        let table_bytes = AtomicUsize::new(0);
        let session = Mutex::new(session);
        let (calls, counted) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Arc::new(SharedSession { session, store, table_bytes, pool: Pool::new(), calls, counted })
    }

    pub(crate) fn store(&self) -> Store {
        lock(&self.store).clone()
    }

    /// Locks the session for a computation.
    pub(crate) fn with<T>(
        &self,
        limits: &Limits,
        computation: impl FnOnce(&mut Session) -> T,
    ) -> Result<T, ValueError> {
        let mut session = lock_within(&self.session, limits)?;
        let result = computation(&mut session);
        let store = session.store();
        self.table_bytes.store(session.bytes().saturating_sub(store.bytes()), Relaxed);
        *lock(&self.store) = store.clone();
        Ok(result)
    }

    /// Whether the session takes more than half of the memory. The bytes are counted again after some calls or growth.
    fn is_large(&self, most: usize) -> bool {
        let (forms, tables) = (lock(&self.store).len(), self.table_bytes.load(Relaxed) / 1024);
        let size = forms + self.pool.store.len() + self.pool.len() + tables;
        let calls = self.calls.fetch_add(1, Relaxed);
        if !calls.is_multiple_of(CALLS_BETWEEN_COUNTS)
            && size.abs_diff(self.counted.load(Relaxed)) < GROWTH_BETWEEN_COUNTS
        {
            return false;
        }
        self.counted.store(size, Relaxed);
        let is_large = self.native_bytes() + self.pool.bytes() > most / 2;
        if is_large {
            self.calls.store(0, Relaxed); // and the next call counts again
        }
        is_large
    }

    /// The bytes of everything but the pool.
    pub(crate) fn native_bytes(&self) -> usize {
        self.store().bytes() + self.table_bytes.load(Relaxed)
    }
}

/// Computes with the shared session.
pub(crate) fn with_session<T: Send>(
    py: Python<'_>,
    computation: impl Fn(&mut Session, &Limits) -> Result<T, ValueError> + Send + Sync,
) -> PyResult<T> {
    let (shared, settings) = session();
    compute(py, settings, |limits| {
        Ok(shared.with(limits, |session| session.compute(limits, &computation))??)
    })
}

/// Locks a session or another state, checking the limits while another thread uses it.
pub(crate) fn lock_within<'a, T>(
    mutex: &'a Mutex<T>,
    limits: &Limits,
) -> Result<MutexGuard<'a, T>, ValueError> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                limits.check().map_err(ValueError::Limit)?;
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

#[derive(Debug)]
struct Current {
    session: Arc<SharedSession>,
    settings: LimitSettings,
}

static CURRENT: LazyLock<Mutex<Current>> = LazyLock::new(|| {
    let settings = LimitSettings { time: None, bytes: Some(USUAL_BYTES), threads: None };
    Mutex::new(Current { session: SharedSession::new(), settings })
});

/// Locks the current session. A thread that waits for the lock gives Python's lock to others meanwhile: the thread that forks the
/// process holds this one while it runs other functions in Python.
fn current() -> MutexGuard<'static, Current> {
    loop {
        match CURRENT.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let pause = || thread::sleep(Duration::from_micros(100));
                if Python::try_attach(|py| py.detach(pause)).is_none() {
                    pause();
                }
            }
        }
    }
}

thread_local! {
    /// What the thread that forks the process locks meanwhile.
    static FORKING: RefCell<Option<MutexGuard<'static, Current>>> = const { RefCell::new(None) };
}

/// See [`forks`].
static FORKS: AtomicUsize = AtomicUsize::new(0);

/// How often the process and its ancestors were forked since dicot was imported.
pub(crate) fn forks() -> usize {
    FORKS.load(Relaxed)
}

/// Is called before the process is forked, so that no thread changes the current session, or imports, while it is copied.
#[pyfunction]
pub(crate) fn before_fork(py: Python<'_>) -> PyResult<()> {
    own::import_all(py)?;
    numbers::class(py)?;
    FORKING.set(Some(current()));
    Ok(())
}

/// Is called in both processes after a fork.
///
/// The child has none of the other threads, and what these had locked stays locked: so it has a session of its own, and never uses
/// or frees the old one.
#[pyfunction]
pub(crate) fn after_fork(is_child: bool) {
    let Some(mut current) = FORKING.take() else { return };
    if is_child {
        FORKS.fetch_add(1, Relaxed);
        std::mem::forget(std::mem::replace(&mut current.session, SharedSession::new()));
    }
}

/// Returns the session as it is, to look up what is known.
pub(crate) fn session_now() -> Arc<SharedSession> {
    Arc::clone(&current().session)
}

/// Returns the session and the limits for a computation. A session that uses half of the memory is replaced by a new
/// one; values keep their store while they are in use.
pub(crate) fn session() -> (Arc<SharedSession>, LimitSettings) {
    let mut current = current();
    let (shared, settings) = (Arc::clone(&current.session), current.settings);
    if !settings.bytes.is_some_and(|most| shared.is_large(most)) {
        return (shared, settings);
    }
    current.session = SharedSession::new();
    let new = Arc::clone(&current.session);
    // The old session is freed without the lock: positions in Python may have code for that.
    drop(current);
    (new, settings)
}

/// A mutex that a thread may hold while the process is forked. Nothing unlocks it in the child.
#[derive(Debug)]
pub(crate) struct Forkable<T> {
    mutex: Mutex<T>,
    forks: usize,
}

impl<T> Forkable<T> {
    pub(crate) fn new(value: T) -> Forkable<T> {
        Forkable { mutex: Mutex::new(value), forks: forks() }
    }

    /// The mutex, unless it is locked and the process was forked since it was created.
    pub(crate) fn mutex(&self) -> Result<&Mutex<T>, Problem> {
        let was_forked = self.forks != forks();
        if was_forked && matches!(self.mutex.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(Problem::arguments(
                "it was in use when the process was forked; create another one in the child",
            ));
        }
        Ok(&self.mutex)
    }
}

/// The store for computing with a value: the store of the value, unless that is large, or another thread may have been using it
/// when this process was forked. Values of any store can be read without locks.
pub(crate) fn store_of(g: &CanonicalForm) -> (Store, LimitSettings) {
    let current = current();
    let (settings, shared, store) = (current.settings, &current.session, g.store());
    let is_large = |most| match *store == *lock(&shared.store) || *store == shared.pool.store {
        true => shared.is_large(most),
        false => store.bytes() > most / 2,
    };
    if forks() > 0 || settings.bytes.is_some_and(is_large) {
        drop(current);
        return (session().0.store(), settings);
    }
    (store.clone(), settings)
}

/// Converts seconds to a duration.
pub(crate) fn time(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        PyValueError::new_err(format!("expected a number of seconds, found {seconds}"))
    })
}

/// The maximum number of threads. A first choice, not compared with others.
const MAX_THREADS: usize = 256;

/// Checks a number of threads.
pub(crate) fn threads(threads: Whole<usize>) -> PyResult<usize> {
    match threads.0 {
        threads @ 1..=MAX_THREADS => Ok(threads),
        _ => Err(PyValueError::new_err(format!("threads are 1 to {MAX_THREADS}"))),
    }
}

/// The limits that a call names, and those of `set_limits` for the others.
pub(crate) fn limits_with(
    seconds: Given<f64>,
    bytes: Given<Whole<usize>>,
    threads: Given<Whole<usize>>,
) -> PyResult<LimitSettings> {
    let (seconds, threads) = (seconds.map(time)?, threads.map(self::threads)?);
    let bytes = bytes.map(|bytes| Ok(bytes.0))?;
    let LimitSettings { time, bytes: usual_bytes, threads: usual_threads } = current().settings;
    Ok(LimitSettings {
        time: seconds.or(time),
        bytes: bytes.or(usual_bytes),
        threads: threads.or(usual_threads),
    })
}

/// Sets the limits of one computation: `seconds` of time, `bytes` of memory, and `threads` for the value of a position. None
/// removes a limit; one that is not named stays.
///
/// A computation that reaches a limit of time or memory raises LimitError; `solve` and `label` return what they have found. At
/// first time is unlimited, memory limited to 4 GiB, and the value of a position takes one thread for each core. An argument of
/// `solve`, `label` or `Analyzer` replaces the limit of its name, and a bot thinks no longer than `seconds`. Censuses and
/// campaigns, which take hours, have limits of their own.
///
/// >>> before = dicot.limits()
/// >>> dicot.set_limits(seconds=60)
/// >>> dicot.limits()
/// {'seconds': 60.0, 'bytes': 4294967296, 'threads': None}
/// >>> dicot.set_limits(**before)
#[pyfunction]
#[pyo3(signature = (*, seconds=Given::Not, bytes=Given::Not, threads=Given::Not),
       text_signature = "(*, seconds=..., bytes=..., threads=...)")]
pub(crate) fn set_limits(
    seconds: Given<f64>,
    bytes: Given<Whole<usize>>,
    threads: Given<Whole<usize>>,
) -> PyResult<()> {
    let settings = limits_with(seconds, bytes, threads)?;
    let mut current = current();
    current.settings = settings;
    current.session.calls.store(0, Relaxed); // the bytes are counted again
    Ok(())
}

/// The limits of one computation; see set_limits.
///
/// >>> dicot.limits()["bytes"]
/// 4294967296
#[pyfunction]
pub(crate) fn limits(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let LimitSettings { time, bytes, threads } = current().settings;
    let limits = PyDict::new(py);
    limits.set_item("seconds", time.map(|time| time.as_secs_f64()))?;
    limits.set_item("bytes", bytes)?;
    limits.set_item("threads", threads)?;
    Ok(limits)
}

/// Removes all stored values and positions, except for values that are still in use.
///
/// >>> g = dicot.Game("{1|*}")
/// >>> dicot.forget()
/// >>> g + g == dicot.Game("{1|*}+{1|*}")
/// True
#[pyfunction]
pub(crate) fn forget() {
    // The old session is freed without the lock, as in `session`.
    let _old = std::mem::replace(&mut current().session, SharedSession::new());
}
