//! Who wins, beyond exact values.

use dicot::rules;
use dicot::search::{Solver, SolverLimits};
use dicot_answers::solve::{Answer, Parts, Wanted};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::compute::interruptibly;
use crate::errors::Problem;
use crate::player::player;
use crate::session::time;

/// What to ask of a sum.
struct Question {
    text: String,
    rules: String,
    wanted: Wanted,
}

impl Question {
    /// The answer as JSON. Where a limit is passed it says what is known, and why no more.
    fn answer(&self, limits: SolverLimits) -> Result<String, Problem> {
        let mut solver = Solver::new().with_limits(limits);
        let answer = solver.as_one_call(|solver| {
            let known =
                |name: &str, plus: dicot_answers::solve::Plus<'_>| rules::choose(name, plus);
            let parts = Parts::read(&self.text, &known, &self.rules, &solver.bounds())?;
            let mut answer = Answer::new(parts, self.wanted);
            if let Err(error) = answer.fill(solver, self.wanted) {
                match Problem::from(error) {
                    Problem::Value(limit @ dicot::ValueError::Limit(_)) => {
                        answer.reason = Some(limit.to_string());
                    }
                    problem => return Err(problem),
                }
            }
            Ok::<_, Problem>(answer)
        });
        let mut answer = answer?;
        answer.nodes = solver.nodes();
        serde_json::to_string(&answer.json_line())
            .map_err(|error| Problem::arguments(error.to_string()))
    }
}

/// Who wins a sum of positions and values that may be too large for values.
///
/// Positions are of the ruleset `rules` unless they name another one, as in `xo.xo + konane:.xo. + ^`. The answer says
/// who wins if Left starts and if Right does, and the outcome; with `moves` the winning moves of both, with `line` a
/// line of best play, Left starting. What is not known when a limit is passed is None, and `reason` says which limit.
///
/// >>> dicot.solve("oxo/xox/oxo")["outcome"]
/// 'N'
/// >>> dicot.solve("xoxo/oxox/xoxo + {1|*}")["left_first"]
/// 'L'
#[pyfunction]
#[pyo3(signature = (sum, rules="clobber", *, first=None, moves=false, line=false, seconds=None, bytes=1 << 30, threads=1),
       text_signature = "(sum, rules=\"clobber\", *, first=None, moves=False, line=False, seconds=None, bytes=1073741824, threads=1)")]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    sum: String,
    rules: &str,
    first: Option<&str>,
    moves: bool,
    line: bool,
    seconds: Option<f64>,
    bytes: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(PyValueError::new_err(format!("threads are 1 to {MOST_THREADS}")));
    }
    let first = first.map(player).transpose()?;
    let wanted = Wanted { first, moves, line, ..Wanted::default() };
    let question = Question { text: sum, rules: rules.to_owned(), wanted };
    let mut limits = SolverLimits::default();
    (limits.time, limits.bytes, limits.threads) = (time(seconds)?, bytes, threads);
    let answer = interruptibly(py, move |interrupt| {
        limits.interrupt = Some(interrupt);
        question.answer(limits)
    })?;
    let answer = answer.map_err(|problem| problem.exception(py, ""))?;
    let answer = py.import("json")?.call_method1("loads", (answer,))?;
    answer.call_method1("pop", ("seconds",))?;
    Ok(answer)
}

/// More would not be of use.
const MOST_THREADS: usize = 256;
