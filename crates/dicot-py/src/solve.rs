//! Winners of sums that may be too large for exact values.

use dicot::Limits;
use dicot::solver::Solver;
use dicot_api::answers::solve::{Answer, Wanted};
use dicot_rulesets::{Parts, library};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{Given, Rules, Side, Whole, name_of, wrong_type};
use crate::compute::interruptibly;
use crate::errors::Problem;
use crate::own;
use crate::session::limits_with;
use crate::sum::Sum;

/// A question about a sum.
struct Question {
    sum: Asked,
    wanted: Wanted,
}

/// A sum as a text with the default ruleset, or as an object.
enum Asked {
    Text(String, String),
    Object(Sum),
}

impl Question {
    /// Answers as JSON. If a limit is reached, the answer contains partial results and the reason.
    fn answer(&self, limits: Limits, threads: usize) -> Result<String, Problem> {
        let mut solver = Solver::new().with_limits(limits.with_threads(threads));
        let answer = solver.as_one_call(|solver, limits| {
            let parts = match &self.sum {
                Asked::Text(text, rules) => Parts::read(text, library(), rules, limits)?,
                Asked::Object(sum) => sum.to_parts(limits)?,
            };
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

/// Who wins a sum of positions and values, even if it is too large for exact values.
///
/// The sum is a text, a position, a Game or a Sum. In a text, positions belong to the ruleset `rules` unless they name
/// another one, as in `xo.xo + konane:.xo. + ^`. The answer has the winner if Left starts and if Right starts, and the
/// outcome; with `misere` a player who cannot move wins, and a value is played as its canonical form; where both players always have
/// the same moves, `nim_value` is the number of the nimber that the sum equals, unless `first` is named; with `moves` the winning moves of both players, which are None without, and with `line` a line of best play, Left starting. Results
/// that are unknown when a limit is reached are None, and `reason` names the limit; `seconds` and `bytes` that are not named are
/// those of `set_limits`.
///
/// Positions of rulesets in Python (`dicot.Ruleset`) are searched on one thread, by a search for either player that stops
/// at the first winning move. If few positions follow from them, they are valued; the library's solver does the rest.
/// Otherwise positions of built-in rulesets in the same sum are valued. Under misère play the whole sum is searched in Python. A move in a position of Python is named by the
/// option.
///
/// >>> dicot.solve("oxo/xox/oxo")["outcome"]
/// 'N'
/// >>> dicot.solve(dicot.Cram("...../...../...../.....") + dicot.Kayles("3"))["nim_value"]
/// 1
/// >>> dicot.solve("xoxo/oxox/xoxo + {1|*}")["left_first"]
/// 'L'
/// >>> dicot.solve(dicot.Clobber("xoxo/oxox") + dicot.Konane(".xo.") + dicot.Game("{1|*}"))["outcome"]
/// 'L'
#[pyfunction]
#[pyo3(signature = (sum, rules="clobber".into(), *, misere=false, first=None, moves=false, line=false, seconds=Given::Not, bytes=Given::Not, threads=Whole(1)),
       text_signature = "(sum, rules=\"clobber\", *, misere=False, first=None, moves=False, line=False, seconds=..., bytes=..., threads=1)")]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    sum: &Bound<'py, PyAny>,
    rules: Rules,
    misere: bool,
    first: Option<Side>,
    moves: bool,
    line: bool,
    seconds: Given<f64>,
    bytes: Given<Whole<usize>>,
    threads: Whole<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = limits_with(seconds, bytes, Given::As(Some(threads)))?;
    let threads = threads.0;
    let first = first.map(|first| first.0);
    let wanted =
        Wanted { misere, first, moves, line, nim_value: first.is_none(), ..Wanted::default() };
    let sum = match sum.cast::<PyString>() {
        Ok(text) => Asked::Text(text.to_cow()?.into_owned(), (*rules).to_owned()),
        Err(_) => Asked::Object(
            Sum::of(sum)?.ok_or_else(|| wrong_type("a text, a position, a Game or a Sum", sum))?,
        ),
    };
    if let Asked::Object(sum) = &sum
        && !sum.own.is_empty()
    {
        if misere {
            let search = py.import("dicot._misere")?.getattr("solve")?;
            let first = first.map(name_of);
            let seconds = settings.time.map(|time| time.as_secs_f64());
            let sum = Bound::new(py, sum.clone_ref(py))?;
            return search.call1((sum, first, moves, line, seconds, settings.bytes));
        }
        return Ok(own::answer(py, sum, wanted, settings, threads)?.into_any());
    }
    let question = Question { sum, wanted };
    let limits = Limits::default().with_time(settings.time).with_bytes(settings.bytes);
    let answer = interruptibly(py, move |interrupt| {
        question.answer(limits.with_interrupt(interrupt), threads)
    })?;
    let answer = answer.map_err(|problem| problem.exception(py, ""))?;
    let answer = py.import("json")?.call_method1("loads", (answer,))?;
    answer.call_method1("pop", ("seconds",))?;
    answer.call_method1("setdefault", ("winning_moves", own::no_winning_moves(py)?))?;
    Ok(answer)
}
