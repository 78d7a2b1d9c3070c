//! Analyzers with their own limits and tables.

use dicot::ValueError;
use dicot::rules::AnyPosition;
use dicot_api::Session;
use dicot_rulesets::AnyAnalyzer;
use pyo3::prelude::*;

use crate::arguments::{Given, Side, Whole};
use crate::compute::{LimitSettings, compute};
use crate::game::Game;
use crate::own::{Pool, is_position};
use crate::position::Position;
use crate::session::{Forkable, limits_with, lock_within};
use crate::sum::Sum;

/// Evaluates positions, with limits and tables of its own.
///
/// The methods of positions share one session, which is renewed when it is large. An analyzer has its own memory, which is freed
/// with it, and its own limits; one that is not named is that of `set_limits`. The value of a position takes `threads` threads, or
/// one for each core if that is None.
///
/// >>> analyzer = dicot.Analyzer(seconds=10, bytes=1 << 30)
/// >>> analyzer.value(dicot.Clobber("xox/ox."))
/// Game('{^^*|*,v}')
/// >>> analyzer.positions() > 0
/// True
#[pyclass(module = "dicot", frozen)]
#[derive(Debug)]
pub(crate) struct Analyzer {
    session: Forkable<Session>,
    /// The positions of rulesets in Python.
    pool: Pool,
    seconds: Given<f64>,
    bytes: Given<Whole<usize>>,
    threads: Given<Whole<usize>>,
}

impl Analyzer {
    fn limits(&self) -> PyResult<LimitSettings> {
        limits_with(self.seconds, self.bytes, self.threads)
    }

    fn with<T: Send>(
        &self,
        position: &Bound<'_, Position>,
        computation: impl Fn(&mut dyn AnyAnalyzer, &AnyPosition) -> Result<T, ValueError> + Send + Sync,
    ) -> PyResult<T> {
        let valued = position.get().valued()?;
        let ruleset = valued.ruleset();
        compute(position.py(), self.limits()?, |limits| {
            let mut session = lock_within(self.session.mutex()?, limits)?;
            Ok(session.compute(limits, |session, limits| {
                computation(session.analyzer(ruleset, limits), valued)
            })?)
        })
    }
}

#[pymethods]
impl Analyzer {
    #[new]
    #[pyo3(signature = (*, seconds=Given::Not, bytes=Given::Not, threads=Given::Not),
           text_signature = "(*, seconds=..., bytes=..., threads=...)")]
    fn new(
        seconds: Given<f64>,
        bytes: Given<Whole<usize>>,
        threads: Given<Whole<usize>>,
    ) -> PyResult<Analyzer> {
        limits_with(seconds, bytes, threads)?;
        let session = Forkable::new(Session::new());
        Ok(Analyzer { session, pool: Pool::new(), seconds, bytes, threads })
    }

    /// The value of a position.
    fn value(&self, position: &Bound<'_, PyAny>) -> PyResult<Game> {
        if is_position(position)? {
            let sum = Sum::of(position)?.unwrap_or_default();
            return self.pool.value_of(position.py(), self.limits()?, 0, sum).map(Game);
        }
        let position = position.cast::<Position>()?;
        self.with(position, |analyzer, position| analyzer.canonical_form(position)).map(Game)
    }

    /// Who wins a position: 'L', 'R', 'N' (the player who starts) or 'P' (the other player).
    fn outcome(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        self.value(position)?.outcome(position.py())
    }

    /// The moves with which a player wins, moving first.
    fn winning_moves(&self, position: &Bound<'_, Position>, player: Side) -> PyResult<Vec<String>> {
        let Side(player) = player;
        self.with(position, |analyzer, position| analyzer.winning_moves(position, player))
    }

    /// The number of stored components, up to symmetry and exchange of the players.
    fn positions(&self, py: Python<'_>) -> PyResult<usize> {
        let native = compute(py, self.limits()?, |limits| {
            Ok(lock_within(self.session.mutex()?, limits)?.positions())
        })?;
        Ok(native + self.pool.len())
    }

    /// The number of bytes of the memory.
    fn bytes(&self, py: Python<'_>) -> PyResult<usize> {
        let native = compute(py, self.limits()?, |limits| {
            Ok(lock_within(self.session.mutex()?, limits)?.bytes())
        })?;
        Ok(native + self.pool.bytes())
    }

    fn __repr__(&self) -> PyResult<String> {
        let LimitSettings { time, bytes, threads } = self.limits()?;
        let seconds = time.map_or("None".to_owned(), |time| time.as_secs_f64().to_string());
        let [bytes, threads] =
            [bytes, threads].map(|n| n.map_or("None".to_owned(), |n| n.to_string()));
        Ok(format!("Analyzer(seconds={seconds}, bytes={bytes}, threads={threads})"))
    }
}
