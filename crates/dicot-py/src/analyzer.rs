//! Analyzers: positions that were valued are remembered.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use dicot::analysis::{self, Limits};
use dicot::rules::Short;
use dicot::{Bounds, LimitKind, Store, ValueError};
use pyo3::prelude::*;

use crate::compute::compute;
use crate::game::Game;
use crate::player::player;
use crate::position::{Position, Valued};
use crate::session::{Allowance, session, time};

/// The analyzers of all rulesets, with one store.
#[derive(Debug)]
pub(crate) struct Analyzers {
    store: Store,
    of_rules: HashMap<TypeId, Box<dyn AnyAnalyzer>>,
}

/// An analyzer of some ruleset.
trait AnyAnalyzer: Any + Send + std::fmt::Debug {
    fn positions(&self) -> usize;
    /// The bytes beside those of the store.
    fn table_bytes(&self) -> usize;
    fn as_any(&mut self) -> &mut dyn Any;
}

impl<P: Short> AnyAnalyzer for analysis::Analyzer<P> {
    fn positions(&self) -> usize {
        self.positions()
    }

    fn table_bytes(&self) -> usize {
        self.bytes().saturating_sub(self.store().bytes())
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

impl Analyzers {
    pub(crate) fn in_store(store: Store) -> Analyzers {
        Analyzers { store, of_rules: HashMap::new() }
    }

    /// The store of all values.
    pub(crate) fn store(&self) -> Store {
        self.store.clone()
    }

    /// The analyzer for a type of positions, with limits for the next call.
    pub(crate) fn of<P: Short>(&mut self, bounds: &Bounds) -> &mut analysis::Analyzer<P> {
        let key = TypeId::of::<P>();
        let others: usize =
            self.of_rules.iter().filter(|(k, _)| **k != key).map(|(_, a)| a.table_bytes()).sum();
        let limits = Limits {
            positions: None,
            forms: bounds.forms,
            bytes: bounds.bytes.map(|most| most.saturating_sub(others)),
            time: bounds.deadline.map(|end| end.saturating_duration_since(Instant::now())),
            interrupt: bounds.interrupt.clone(),
        };
        let new = || Box::new(analysis::Analyzer::<P>::in_store(self.store.clone()));
        let entry = self.of_rules.entry(key).or_insert_with(|| new());
        let analyzer: &mut analysis::Analyzer<P> =
            entry.as_any().downcast_mut().expect("the key is the type");
        analyzer.set_limits(limits);
        analyzer
    }

    fn positions(&self) -> usize {
        self.of_rules.values().map(|analyzer| analyzer.positions()).sum()
    }

    pub(crate) fn table_bytes(&self) -> usize {
        self.of_rules.values().map(|analyzer| analyzer.table_bytes()).sum()
    }
}

/// Takes the lock within bounds: another thread may compute for long.
pub(crate) fn lock<'a, T>(
    mutex: &'a Mutex<T>,
    bounds: &Bounds,
) -> Result<MutexGuard<'a, T>, ValueError> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                if bounds.interrupt.as_ref().is_some_and(|flag| flag.load(Relaxed)) {
                    return Err(ValueError::Limit(LimitKind::Interrupted));
                }
                if bounds.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return Err(ValueError::Limit(LimitKind::Time));
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// Computes with the analyzers of the session.
pub(crate) fn with_session<T: Send>(
    py: Python<'_>,
    computation: impl Fn(&mut Analyzers, &Bounds) -> Result<T, ValueError> + Send + Sync,
) -> PyResult<T> {
    let (session, allowance) = session();
    compute(py, allowance, |bounds| {
        let mut analyzers = lock(&session.analyzers, bounds)?;
        let result = computation(&mut analyzers, bounds);
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
        computation: impl Fn(&dyn Valued, &mut Analyzers, &Bounds) -> Result<T, ValueError>
        + Send
        + Sync,
    ) -> PyResult<T> {
        let valued = position.get().valued()?;
        compute(position.py(), self.allowance, |bounds| {
            let mut analyzers = lock(&self.analyzers, bounds)?;
            Ok(computation(valued, &mut analyzers, bounds)?)
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
        self.with(position, |position, analyzers, bounds| position.value(analyzers, bounds))
            .map(Game)
    }

    /// Who wins a position: 'L', 'R', 'N' (whoever starts) or 'P' (the other one).
    fn outcome(&self, position: &Bound<'_, Position>) -> PyResult<String> {
        self.with(position, |position, analyzers, bounds| position.outcome(analyzers, bounds))
            .map(|outcome| outcome.to_string())
    }

    /// The moves with which a player wins, moving first.
    fn winning_moves(&self, position: &Bound<'_, Position>, player: &str) -> PyResult<Vec<String>> {
        let player = self::player(player)?;
        self.with(position, |position, analyzers, bounds| {
            position.winning_moves(player, analyzers, bounds)
        })
    }

    /// How many components of positions are remembered, up to symmetry and exchange of the players.
    fn positions(&self, py: Python<'_>) -> PyResult<usize> {
        compute(py, self.allowance, |bounds| Ok(lock(&self.analyzers, bounds)?.positions()))
    }

    /// How many bytes the memory takes.
    fn bytes(&self, py: Python<'_>) -> PyResult<usize> {
        compute(py, self.allowance, |bounds| {
            let analyzers = lock(&self.analyzers, bounds)?;
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
