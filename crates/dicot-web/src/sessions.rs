//! The memory between requests: at most a given number of private sessions, which are dropped when they are no longer
//! used.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use dicot::analysis::ValueSource;
use dicot_api::Session;
use dicot_rulesets::lock;
use tokio::sync::OwnedMutexGuard;

use crate::config::Config;
use crate::error::ApiError;

/// The header in which a client names its session.
const HEADER: &str = "x-dicot-session";

/// The name of a session: 8 to 64 letters, digits, `-` or `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SessionName(String);

impl SessionName {
    /// Checks a name.
    pub(crate) fn new(name: &str) -> Result<SessionName, ApiError> {
        let is_fine = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
        if !(8..=64).contains(&name.len()) || !name.bytes().all(is_fine) {
            return Err(ApiError::request(
                "a session is named by 8 to 64 letters, digits, `-` or `_`",
            ));
        }
        Ok(SessionName(name.to_owned()))
    }
}

/// The session that a request names, if any.
#[derive(Debug)]
pub(crate) struct InSession(pub(crate) Option<SessionName>);

impl<S: Send + Sync> FromRequestParts<S> for InSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<InSession, ApiError> {
        let Some(name) = parts.headers.get(HEADER) else { return Ok(InSession(None)) };
        SessionName::new(name.to_str().unwrap_or_default()).map(|name| InSession(Some(name)))
    }
}

/// All sessions.
#[derive(Debug)]
pub(crate) struct Sessions {
    all: Mutex<All>,
    known_values: Vec<Arc<dyn ValueSource>>,
    max: usize,
    idle: Duration,
    wait: Duration,
}

#[derive(Debug, Default)]
struct All {
    named: HashMap<SessionName, Entry>,
    /// Sessions that were ended while a request used them: they do not have a name, but still use memory.
    ended: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    memory: Arc<tokio::sync::Mutex<Memory>>,
    /// The bytes of the memory after the last request.
    bytes: Arc<AtomicUsize>,
    last: Instant,
}

impl Entry {
    fn new(known_values: &[Arc<dyn ValueSource>]) -> Entry {
        let bytes = Arc::new(AtomicUsize::new(0));
        let session = Session::new().with_value_sources(known_values);
        let memory = Memory { session, bytes: bytes.clone() };
        Entry { memory: Arc::new(tokio::sync::Mutex::new(memory)), bytes, last: Instant::now() }
    }

    /// Whether no request uses it; the memory is handed out under the lock of all sessions.
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.memory) == 1
    }
}

impl Sessions {
    pub(crate) fn new(config: &Config) -> Sessions {
        let all = Mutex::default();
        let known_values = config.requests.known_values.clone();
        let Config { sessions: max, session_idle: idle, wait_time: wait, .. } = *config;
        Sessions { all, known_values, max, idle, wait }
    }

    fn all(&self) -> MutexGuard<'_, All> {
        lock(&self.all)
    }

    /// Locks the memory of a session, which may be new. Without a name, or if all sessions are in use, the memory is for
    /// this request only.
    ///
    /// # Errors
    /// If other requests use the session for too long.
    pub(crate) async fn memory(
        &self,
        name: Option<SessionName>,
    ) -> Result<OwnedMutexGuard<Memory>, ApiError> {
        let memory = name.and_then(|name| self.find(name));
        let memory = memory.unwrap_or_else(|| Entry::new(&self.known_values).memory).lock_owned();
        tokio::time::timeout(self.wait, memory).await.map_err(|_| ApiError::busy())
    }

    fn find(&self, name: SessionName) -> Option<Arc<tokio::sync::Mutex<Memory>>> {
        let mut all = self.all();
        all.ended.retain(|session| !session.is_idle());
        if !all.named.contains_key(&name) && all.named.len() + all.ended.len() >= self.max {
            let idle = all.named.iter().filter(|(_, session)| session.is_idle());
            let oldest = idle.min_by_key(|(_, session)| session.last)?.0.clone();
            all.named.remove(&oldest);
        }
        let session = all.named.entry(name).or_insert_with(|| Entry::new(&self.known_values));
        session.last = Instant::now();
        Some(session.memory.clone())
    }

    /// Ends a session.
    pub(crate) fn end(&self, name: &SessionName) {
        let mut all = self.all();
        if let Some(session) = all.named.remove(name).filter(|session| !session.is_idle()) {
            all.ended.push(session);
        }
    }

    /// Drops the sessions that have been idle for too long.
    pub(crate) fn drop_idle(&self) {
        let mut all = self.all();
        all.ended.retain(|session| !session.is_idle());
        all.named.retain(|_, session| !session.is_idle() || session.last.elapsed() < self.idle);
    }

    /// The number of sessions, and their bytes.
    pub(crate) fn count(&self) -> (usize, usize) {
        let all = self.all();
        let sessions = || all.named.values().chain(&all.ended);
        (sessions().count(), sessions().map(|session| session.bytes.load(Relaxed)).sum())
    }
}

/// The memory of a session.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) session: Session,
    bytes: Arc<AtomicUsize>,
}

impl Memory {
    /// Shrinks the memory to `max` bytes, see [`dicot_api::requests::shrink_to`].
    pub(crate) fn shrink_to(&mut self, max: usize) -> Result<(), ApiError> {
        let result = dicot_api::requests::shrink_to(&mut self.session, max);
        self.bytes.store(self.session.bytes(), Relaxed);
        Ok(result?)
    }
}
