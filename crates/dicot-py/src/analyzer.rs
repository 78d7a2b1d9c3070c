//! Analyzers: positions that were valued are remembered.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use dicot::{Limits, Store, ValueError};
use dicot_answers::object::{AnalyzerObject, PositionObject, ValuedRuleset};
use pyo3::prelude::*;

use crate::compute::compute;
use crate::game::Game;
use crate::player::player;
use crate::position::Position;
use crate::session::{Allowance, session, time};

/// The analyzers of all rulesets, with one store.
#[derive(Debug)]
pub(crate) struct Analyzers {
    store: Store,
    of_rules: HashMap<&'static str, Box<dyn AnalyzerObject>>,
}

/// The bytes of an analyzer beside those of the store.
fn table_bytes(analyzer: &dyn AnalyzerObject) -> usize {
    analyzer.bytes().saturating_sub(analyzer.store().bytes())
}

impl Analyzers {
    pub(crate) fn in_store(store: Store) -> Analyzers {
        Analyzers { store, of_rules: HashMap::new() }
    }

    /// The store of all values.
    pub(crate) fn store(&self) -> Store {
        self.store.clone()
    }

    /// The analyzer of a ruleset, with limits for the next call.
    pub(crate) fn of(
        &mut self,
        ruleset: &dyn ValuedRuleset,
        limits: &Limits,
    ) -> &mut dyn AnalyzerObject {
        let name = ruleset.spec().name;
        let others = self.of_rules.iter().filter(|(rules, _)| **rules != name);
        let others: usize = others.map(|(_, analyzer)| table_bytes(&**analyzer)).sum();
        let bytes = limits.bytes.map(|most| most.saturating_sub(others));
        let limits = limits.clone().with_bytes(bytes);
        let entry = self.of_rules.entry(name);
        let analyzer = entry.or_insert_with(|| ruleset.analyzer(self.store.clone()));
        analyzer.set_limits(limits);
        &mut **analyzer
    }

    fn positions(&self) -> usize {
        self.of_rules.values().map(|analyzer| analyzer.positions()).sum()
    }

    pub(crate) fn table_bytes(&self) -> usize {
        self.of_rules.values().map(|analyzer| table_bytes(&**analyzer)).sum()
    }
}

/// Takes the lock within limits: another thread may compute for long.
pub(crate) fn lock<'a, T>(
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

/// Computes with the analyzers of the session.
pub(crate) fn with_session<T: Send>(
    py: Python<'_>,
    computation: impl Fn(&mut Analyzers, &Limits) -> Result<T, ValueError> + Send + Sync,
) -> PyResult<T> {
    let (session, allowance) = session();
    compute(py, allowance, |limits| {
        let mut analyzers = lock(&session.analyzers, limits)?;
        let result = computation(&mut analyzers, limits);
        session.table_bytes.store(analyzers.table_bytes(), Relaxed);
        Ok(result?)
    })
}

/// Values positions, with limits and a memory of its own.
///
/// The methods of positions share one analyzer, which starts anew when it has become large. One's own is for one's own
/// limits, and goes with what it remembers.
///
/// >>> analyzer = dicot.Analyzer(seconds=10, bytes=1 << 30)
/// >>> analyzer.value(dicot.Clobber("xox/ox."))
/// Game('{^^*|*,v}')
/// >>> analyzer.positions() > 0
/// True
#[pyclass(module = "dicot", frozen)]
#[derive(Debug)]
pub(crate) struct Analyzer {
    analyzers: Mutex<Analyzers>,
    allowance: Allowance,
}

impl Analyzer {
    fn with<T: Send>(
        &self,
        position: &Bound<'_, Position>,
        computation: impl Fn(&mut dyn AnalyzerObject, &dyn PositionObject) -> Result<T, ValueError>
        + Send
        + Sync,
    ) -> PyResult<T> {
        let valued = position.get().valued()?;
        let ruleset = valued.valued_ruleset();
        compute(position.py(), self.allowance, |limits| {
            let mut analyzers = lock(&self.analyzers, limits)?;
            Ok(computation(analyzers.of(ruleset, limits), valued)?)
        })
    }
}

#[pymethods]
impl Analyzer {
    #[new]
    #[pyo3(signature = (*, seconds=None, bytes=Some(4 << 30)), text_signature = "(*, seconds=None, bytes=4294967296)")]
    fn new(seconds: Option<f64>, bytes: Option<usize>) -> PyResult<Analyzer> {
        let allowance = Allowance { time: time(seconds)?, bytes };
        Ok(Analyzer { analyzers: Mutex::new(Analyzers::in_store(Store::new())), allowance })
    }

    /// The value of a position.
    fn value(&self, position: &Bound<'_, Position>) -> PyResult<Game> {
        self.with(position, |analyzer, position| analyzer.canonical_form(position)).map(Game)
    }

    /// Who wins a position: 'L', 'R', 'N' (whoever starts) or 'P' (the other one).
    fn outcome(&self, position: &Bound<'_, Position>) -> PyResult<String> {
        self.with(position, |analyzer, position| analyzer.outcome(position))
            .map(|outcome| outcome.to_string())
    }

    /// The moves with which a player wins, moving first.
    fn winning_moves(&self, position: &Bound<'_, Position>, player: &str) -> PyResult<Vec<String>> {
        let player = self::player(player)?;
        self.with(position, |analyzer, position| analyzer.winning_moves(position, player))
    }

    /// How many components of positions are remembered, up to symmetry and exchange of the players.
    fn positions(&self, py: Python<'_>) -> PyResult<usize> {
        compute(py, self.allowance, |limits| Ok(lock(&self.analyzers, limits)?.positions()))
    }

    /// How many bytes the memory takes.
    fn bytes(&self, py: Python<'_>) -> PyResult<usize> {
        compute(py, self.allowance, |limits| {
            let analyzers = lock(&self.analyzers, limits)?;
            Ok(analyzers.store.bytes() + analyzers.table_bytes())
        })
    }

    fn __repr__(&self) -> String {
        let Allowance { time, bytes } = self.allowance;
        let seconds = time.map_or("None".to_owned(), |time| time.as_secs_f64().to_string());
        let bytes = bytes.map_or("None".to_owned(), |bytes| bytes.to_string());
        format!("Analyzer(seconds={seconds}, bytes={bytes})")
    }
}
