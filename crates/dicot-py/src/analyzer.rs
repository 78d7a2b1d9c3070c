//! Analyzers with their own limits and tables.

use std::sync::Mutex;

use dicot::ValueError;
use dicot_answers::Session;
use dicot_answers::object::{AnalyzerObject, PositionObject};
use pyo3::prelude::*;

use crate::compute::compute;
use crate::game::Game;
use crate::own::{Pool, is_position};
use crate::player::player;
use crate::position::Position;
use crate::session::{LimitSettings, lock_session, threads, time};
use crate::sum::Sum;

/// Evaluates positions, with limits and tables of its own.
///
/// The methods of positions share one session, which is renewed when it is large. An analyzer has its own limits, and
/// its memory is freed with it. The value of a position takes `threads` threads, or one for each core.
///
/// >>> analyzer = dicot.Analyzer(seconds=10, bytes=1 << 30)
/// >>> analyzer.value(dicot.Clobber("xox/ox."))
/// Game('{^^*|*,v}')
/// >>> analyzer.positions() > 0
/// True
#[pyclass(module = "dicot", frozen)]
#[derive(Debug)]
pub(crate) struct Analyzer {
    session: Mutex<Session>,
    /// The positions of rulesets in Python.
    pool: Pool,
    settings: LimitSettings,
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
        compute(position.py(), self.settings, |limits| {
            let mut session = lock_session(&self.session, limits)?;
            Ok(session.compute(limits, |session, limits| {
                computation(session.analyzer(ruleset, limits), valued)
            })?)
        })
    }
}

#[pymethods]
impl Analyzer {
    #[new]
    #[pyo3(signature = (*, seconds=None, bytes=Some(4 << 30), threads=None),
           text_signature = "(*, seconds=None, bytes=4294967296, threads=None)")]
    fn new(
        seconds: Option<f64>,
        bytes: Option<usize>,
        threads: Option<usize>,
    ) -> PyResult<Analyzer> {
        let threads = threads.map(self::threads).transpose()?;
        let settings = LimitSettings { time: time(seconds)?, bytes, threads };
        Ok(Analyzer { session: Mutex::new(Session::new()), pool: Pool::new(), settings })
    }

    /// The value of a position.
    fn value(&self, position: &Bound<'_, PyAny>) -> PyResult<Game> {
        if is_position(position)? {
            let sum = Sum::of(position)?.unwrap_or_default();
            return self.pool.value_of(position.py(), self.settings, 0, sum).map(Game);
        }
        let position = position.cast::<Position>()?;
        self.with(position, |analyzer, position| analyzer.canonical_form(position)).map(Game)
    }

    /// Who wins a position: 'L', 'R', 'N' (the player who starts) or 'P' (the other player).
    fn outcome(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        self.value(position)?.outcome(position.py())
    }

    /// The moves with which a player wins, moving first.
    fn winning_moves(&self, position: &Bound<'_, Position>, player: &str) -> PyResult<Vec<String>> {
        let player = self::player(player)?;
        self.with(position, |analyzer, position| analyzer.winning_moves(position, player))
    }

    /// The number of stored components, up to symmetry and exchange of the players.
    fn positions(&self, py: Python<'_>) -> PyResult<usize> {
        let native = compute(py, self.settings, |limits| {
            Ok(lock_session(&self.session, limits)?.positions())
        })?;
        Ok(native + self.pool.len())
    }

    /// The number of bytes of the memory.
    fn bytes(&self, py: Python<'_>) -> PyResult<usize> {
        let native =
            compute(py, self.settings, |limits| Ok(lock_session(&self.session, limits)?.bytes()))?;
        Ok(native + self.pool.bytes())
    }

    fn __repr__(&self) -> String {
        let LimitSettings { time, bytes, threads } = self.settings;
        let seconds = time.map_or("None".to_owned(), |time| time.as_secs_f64().to_string());
        let [bytes, threads] =
            [bytes, threads].map(|n| n.map_or("None".to_owned(), |n| n.to_string()));
        format!("Analyzer(seconds={seconds}, bytes={bytes}, threads={threads})")
    }
}
