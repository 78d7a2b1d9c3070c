//! The limits of all requests.

use std::sync::Arc;
use std::time::Duration;

use dicot::analysis::ValueSource;
use dicot::rules::AnyRuleset;
use dicot::solver::Solver;
use dicot::{Interrupt, Limits};

use crate::requests::error::ApiError;

/// The limits of all requests, and values that are known.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The default time limit of a value: 10 seconds.
    pub value_time: Duration,
    /// The default time limit of a search: 10 seconds.
    pub solve_time: Duration,
    /// The longest time limit that a request may set for either: 60 seconds.
    pub max_time: Duration,
    /// The longest time that a request may give a bot for a move: 10 seconds.
    pub bot_time: Duration,
    /// The memory limit of a computation with values: 256 MiB.
    pub value_bytes: usize,
    /// The memory limit of a search: 256 MiB.
    pub solve_bytes: usize,
    /// The limit of the positions that a computation with values stores: four million.
    pub value_positions: usize,
    /// The limit of the canonical forms that a computation stores: none.
    pub value_forms: Option<usize>,
    /// The longest value that a request may ask for, in characters: 100,000.
    pub max_value: u64,
    /// The limit of the moves listed for a player: 10,000.
    pub max_moves: usize,
    /// The limit of the terms of a sum: 1,000.
    pub max_parts: usize,
    /// The memory that each session keeps between requests: 32 MiB.
    pub session_bytes: usize,
    /// Rulesets from files that are listed before those of the library: none.
    pub rulesets: Vec<AnyRuleset>,
    /// Sources of known values, which are not computed again: none.
    pub known_values: Vec<Arc<dyn ValueSource>>,
}

impl Default for Settings {
    fn default() -> Settings {
        const SECOND: Duration = Duration::from_secs(1);
        const MIB: usize = 1 << 20;
        Settings {
            value_time: 10 * SECOND,
            solve_time: 10 * SECOND,
            max_time: 60 * SECOND,
            bot_time: 10 * SECOND,
            value_bytes: 256 * MIB,
            solve_bytes: 256 * MIB,
            value_positions: 4_000_000,
            value_forms: None,
            max_value: 100_000,
            max_moves: 10_000,
            max_parts: 1_000,
            session_bytes: 32 * MIB,
            rulesets: Vec::new(),
            known_values: Vec::new(),
        }
    }
}

impl Settings {
    /// The time limit of a request: the requested one, at most the longest; the default if it does not set one.
    pub(crate) fn time(
        &self,
        seconds: Option<f64>,
        default: Duration,
    ) -> Result<Duration, ApiError> {
        let Some(seconds) = seconds else { return Ok(default) };
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Ok(time.min(self.max_time)),
            // Too large for a `Duration`.
            Err(_) if seconds > 0.0 => Ok(self.max_time),
            _ => Err(ApiError::request("`seconds` must be a positive number")),
        }
    }

    /// The limits of a computation with values that starts now. It has one thread: requests share the cores.
    pub(crate) fn value_limits(&self, time: Duration, interrupt: &Interrupt) -> Limits {
        Limits::default()
            .with_forms(self.value_forms)
            .with_bytes(self.value_bytes)
            .with_time(time)
            .with_threads(1)
            .with_interrupt(interrupt.clone())
            .starting_now()
    }

    /// A solver with the limits of a search and the known values.
    pub(crate) fn solver(&self, time: Duration, interrupt: &Interrupt) -> Solver {
        let limits = Limits::default()
            .with_bytes(self.solve_bytes)
            .with_time(time)
            .with_interrupt(interrupt.clone());
        let known_values = self.known_values.iter().cloned();
        known_values.fold(Solver::new().with_limits(limits), Solver::with_value_source)
    }
}
