//! What is remembered between requests: a bounded number of private stores, which are dropped when they are no
//! longer used.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use dicot::analysis::ValueSource;
use dicot::{LimitKind, Limits, ValueError};
use dicot_answers::Failure;
use dicot_answers::object::{AnalyzerObject, ValuedRuleset};
use dicot_calc::Worksheet;
use tokio::sync::OwnedMutexGuard;

use crate::config::Config;
use crate::error::{ApiError, Limit};

/// The header in which a client names its session.
const HEADER: &str = "x-dicot-session";

/// What the OpenAPI document says of it.
pub(crate) const SESSION: &str =
    "The name of a session, 8 to 64 letters, digits, - or _: what is found is remembered in it";

/// The name of a session: 8 to 64 letters, digits, `-` or `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SessionName(String);

impl SessionName {
    /// The name, if it is one.
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

/// The session that a request names, if it does.
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
    most: usize,
    idle: Duration,
    wait: Duration,
}

#[derive(Debug, Default)]
struct All {
    named: HashMap<SessionName, Session>,
    /// Those that were ended while somebody used them: they have no name, and still take memory.
    ended: Vec<Session>,
}

#[derive(Debug)]
struct Session {
    memory: Arc<tokio::sync::Mutex<Memory>>,
    /// What the memory takes, as it was last seen.
    bytes: Arc<AtomicUsize>,
    last: Instant,
}

impl Session {
    fn new() -> Session {
        let bytes = Arc::new(AtomicUsize::new(0));
        let memory = Memory::new(bytes.clone());
        Session { memory: Arc::new(tokio::sync::Mutex::new(memory)), bytes, last: Instant::now() }
    }

    /// Whether nobody uses it. What is handed out is counted under the lock of all sessions.
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.memory) == 1
    }
}

impl Sessions {
    pub(crate) fn new(config: &Config) -> Sessions {
        let all = Mutex::default();
        let Config { sessions: most, session_idle: idle, wait_time: wait, .. } = *config;
        Sessions { all, most, idle, wait }
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The memory of a session, which may be new, when nobody else uses it. Without a name, or if all are in use,
    /// a memory for this once.
    ///
    /// # Errors
    /// If others use it for too long.
    pub(crate) async fn memory(
        &self,
        name: Option<SessionName>,
    ) -> Result<OwnedMutexGuard<Memory>, ApiError> {
        let memory = name.and_then(|name| self.find(name));
        let memory = memory.unwrap_or_else(|| Session::new().memory).lock_owned();
        tokio::time::timeout(self.wait, memory).await.map_err(|_| ApiError::busy())
    }

    fn find(&self, name: SessionName) -> Option<Arc<tokio::sync::Mutex<Memory>>> {
        let mut all = self.all();
        all.ended.retain(|session| !session.is_idle());
        if !all.named.contains_key(&name) && all.named.len() + all.ended.len() >= self.most {
            let idle = all.named.iter().filter(|(_, session)| session.is_idle());
            let oldest = idle.min_by_key(|(_, session)| session.last)?.0.clone();
            all.named.remove(&oldest);
        }
        let session = all.named.entry(name).or_insert_with(Session::new);
        session.last = Instant::now();
        Some(session.memory.clone())
    }

    /// Forgets a session.
    pub(crate) fn end(&self, name: &SessionName) {
        let mut all = self.all();
        if let Some(session) = all.named.remove(name).filter(|session| !session.is_idle()) {
            all.ended.push(session);
        }
    }

    /// Forgets those that have been silent for long.
    pub(crate) fn drop_idle(&self) {
        let mut all = self.all();
        all.ended.retain(|session| !session.is_idle());
        all.named.retain(|_, session| !session.is_idle() || session.last.elapsed() < self.idle);
    }

    /// How many there are, and what they take.
    pub(crate) fn count(&self) -> (usize, usize) {
        let all = self.all();
        let sessions = || all.named.values().chain(&all.ended);
        (sessions().count(), sessions().map(|session| session.bytes.load(Relaxed)).sum())
    }
}

/// What one session remembers: the names it has defined, and the positions of the ruleset it asked for last, in one
/// store.
pub(crate) struct Memory {
    sheet: Worksheet,
    /// The analyzer of the ruleset of that name.
    analyzer: Option<(&'static str, Box<dyn AnalyzerObject>)>,
    /// The bytes of its positions.
    positions_bytes: usize,
    used: bool,
    bytes: Arc<AtomicUsize>,
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("sheet", &self.sheet).finish_non_exhaustive()
    }
}

impl Memory {
    fn new(bytes: Arc<AtomicUsize>) -> Memory {
        let sheet = Worksheet::new();
        Memory { sheet, analyzer: None, positions_bytes: 0, used: false, bytes }
    }

    /// Does something with the worksheet; once more in a new store, with what is defined, if there is no room for
    /// it in one that was used before. Evaluates at most one text.
    pub(crate) fn evaluating<T>(
        &mut self,
        limits: &Limits,
        mut f: impl FnMut(&mut Worksheet) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut result = f(&mut self.sheet);
        if std::mem::replace(&mut self.used, true) && is_out_of_room(&result) {
            self.sheet.take_back();
            self.forget_positions();
            self.sheet.renew(limits)?;
            result = f(&mut self.sheet);
        }
        result
    }

    /// Undoes the definitions of the text that was evaluated last.
    pub(crate) fn take_back(&mut self) {
        self.sheet.take_back();
    }

    /// Does something with an analyzer, which knows what was found before under the same rules; once more in a new
    /// store if there is no room for it in one that was used before.
    pub(crate) fn analyzing<T>(
        &mut self,
        ruleset: &dyn ValuedRuleset,
        limits: &Limits,
        known_values: &[Arc<dyn ValueSource>],
        mut f: impl FnMut(&mut dyn AnalyzerObject) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut result = self.with_analyzer(ruleset, limits, known_values, &mut f);
        if std::mem::replace(&mut self.used, true) && is_out_of_room(&result) {
            self.forget_positions();
            self.sheet.renew(&Limits::default().with_interrupt(limits.interrupt.clone()))?;
            result = self.with_analyzer(ruleset, limits, known_values, &mut f);
        }
        result
    }

    fn with_analyzer<T>(
        &mut self,
        ruleset: &dyn ValuedRuleset,
        limits: &Limits,
        known_values: &[Arc<dyn ValueSource>],
        f: &mut impl FnMut(&mut dyn AnalyzerObject) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let name = ruleset.spec().name;
        let known = self.analyzer.take().filter(|(rules, _)| *rules == name);
        let mut analyzer = known.map_or_else(
            || {
                let mut analyzer = ruleset.analyzer(self.sheet.store().clone());
                known_values.iter().for_each(|values| analyzer.add_value_source(values.clone()));
                analyzer
            },
            |(_, analyzer)| analyzer,
        );
        analyzer.set_limits(limits.clone());
        let result = f(&mut *analyzer);
        self.positions_bytes = analyzer.bytes().saturating_sub(analyzer.store().bytes());
        self.analyzer = Some((name, analyzer));
        result
    }

    fn forget_positions(&mut self) {
        (self.analyzer, self.positions_bytes) = (None, 0);
    }

    /// Makes it small enough to be kept.
    ///
    /// # Errors
    /// If what is defined takes too much by itself; then the last definitions are forgotten, or all.
    pub(crate) fn tidy(&mut self, most: usize) -> Result<(), ApiError> {
        let result = self.shrink(most);
        self.sheet.keep();
        self.bytes.store(self.sheet.bytes() + self.positions_bytes, Relaxed);
        result
    }

    fn shrink(&mut self, most: usize) -> Result<(), ApiError> {
        if self.sheet.bytes() + self.positions_bytes <= most {
            return Ok(());
        }
        self.forget_positions();
        self.used = false;
        // Half of it, so that there is room for more.
        let limits = Limits::default().with_bytes(most / 2);
        let fits = |sheet: &mut Worksheet| sheet.renew(&limits).is_ok() && sheet.bytes() <= most;
        if fits(&mut self.sheet) {
            return Ok(());
        }
        self.sheet.take_back();
        let what = match fits(&mut self.sheet) {
            true => "the last definitions are",
            false => {
                self.sheet = Worksheet::new();
                "all definitions are"
            }
        };
        Err(ApiError::limit(
            Limit::Memory,
            format_args!("what is defined takes more than {} MiB: {what} forgotten", most >> 20),
        ))
    }
}

/// Whether a fresh store might have room for what this one has not.
fn is_out_of_room<T>(result: &Result<T, Failure>) -> bool {
    let error = result.as_ref().err().and_then(|failure| failure.value);
    matches!(
        error,
        Some(ValueError::Limit(
            LimitKind::Bytes(_) | LimitKind::Positions(_) | LimitKind::Forms(_)
        ))
    )
}
