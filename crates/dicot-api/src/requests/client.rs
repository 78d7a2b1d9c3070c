//! Answers requests one after the other, for a program without a server.

use std::collections::BTreeMap;
use std::fmt;

use dicot::Interrupt;
use dicot::analysis::Progress;

use crate::Session;
use crate::requests::error::ApiError;
use crate::requests::list::{information, read};
use crate::requests::request::{Call, Kind};
use crate::requests::session::shrink_to;
use crate::requests::settings::Settings;

/// Answers requests one after the other, and keeps the memory of their sessions.
///
/// Its user names few sessions: their number is not limited.
pub struct Client {
    settings: Settings,
    interrupt: Interrupt,
    sessions: BTreeMap<String, Session>,
    on_progress: fn(&Progress),
    seed: u64,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Client {
    /// Creates a client without sessions.
    pub fn new(settings: Settings) -> Client {
        Client {
            settings,
            interrupt: Interrupt::default(),
            sessions: BTreeMap::new(),
            on_progress: |_| {},
            seed: 0,
        }
    }

    /// Sets the interrupt of all computations.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Client {
        Client { interrupt, ..self }
    }

    /// Sets what is called while values are computed.
    #[must_use]
    pub fn on_progress(self, report: fn(&Progress)) -> Client {
        Client { on_progress: report, ..self }
    }

    /// Sets the seed of the random choices of bots, for requests that do not set one. It changes with each request.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Client {
        Client { seed, ..self }
    }

    /// The answer to a request in JSON. The requests without a body are `rulesets`, `operations` and `limits`.
    ///
    /// # Errors
    /// If no request has this name, the body is not such a request, or a limit is reached.
    pub fn answer(&mut self, name: &str, body: &[u8], session: &str) -> Result<String, ApiError> {
        if let Some(answer) = information(name, &self.settings) {
            return Ok(answer?.json);
        }
        let request = read(name, body)?;
        let new = || {
            let session = Session::new().with_value_sources(&self.settings.known_values);
            session.on_progress(self.on_progress)
        };
        let is_kept = request.kind() == Kind::InSession;
        let session = self.sessions.entry(session.to_owned()).or_insert_with(new);
        self.seed = self.seed.wrapping_add(1);
        let mut call = Call {
            settings: &self.settings,
            session,
            interrupt: self.interrupt.clone(),
            seed: self.seed,
        };
        let answer = request.answer(&mut call);
        if is_kept {
            shrink_to(session, self.settings.session_bytes)?;
        }
        Ok(answer?.json)
    }

    /// Ends a session: its definitions and values are forgotten.
    pub fn end(&mut self, session: &str) {
        self.sessions.remove(session);
    }
}
