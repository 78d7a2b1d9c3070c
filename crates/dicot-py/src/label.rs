//! Labels of many positions.

use std::thread;

use dicot::Limits;
use dicot_answers::in_order;
use dicot_answers::label::Labeler;
use dicot_answers::rulesets::library;
use pyo3::prelude::*;

use crate::compute::interruptibly;
use crate::errors::Problem;
use crate::player::player;
use crate::position::Position;
use crate::session::{threads, time};

/// Who wins each of many positions, and the winning moves, on all cores.
///
/// An item is a position, or a text: a position of the ruleset `rules` or a sum, as for `solve`, or an object in JSON with
/// that text in the field `position`, whose other fields are kept; its field `rules` names the ruleset. The answers are
/// in the same order.
///
/// With `first` only who wins if that player starts is found. The limits `seconds` and `nodes` are those of a position;
/// `bytes` of memory are shared by the `threads`, by default one for each core. What is unknown when a limit is reached
/// is None, and `reason` names the limit.
///
/// >>> for label in dicot.label(["xxo", "xox/ox."]):
/// ...     print(label["position"], label["outcome"], label["winning_moves"]["left"])
/// xxo L ['b1-c1']
/// xox/ox. N ['a2-b2', 'c2-b2', 'b1-b2']
#[pyfunction]
#[pyo3(signature = (positions, rules="clobber", *, first=None, nodes=None, seconds=None, bytes=1 << 30, threads=None),
       text_signature = "(positions, rules=\"clobber\", *, first=None, nodes=None, seconds=None, bytes=1073741824, threads=None)")]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn label<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, PyAny>>,
    rules: &str,
    first: Option<&str>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    bytes: usize,
    threads: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let all = || thread::available_parallelism().map_or(1, Into::into);
    let threads = self::threads(threads.unwrap_or_else(all))?;
    let text = |item: &Bound<'py, PyAny>| match item.cast::<Position>() {
        Ok(position) => Ok(position.get().sum_text()),
        Err(_) => item.extract::<String>(),
    };
    let positions = positions.iter().map(text).collect::<PyResult<Vec<String>>>()?;
    let first = first.map(player).transpose()?;
    let limits = Limits::default().with_time(time(seconds)?).with_nodes(nodes).with_bytes(bytes);
    let labelled = interruptibly(py, move |interrupt| {
        let limits = limits.with_interrupt(interrupt);
        let labeler = Labeler::new(library(), rules, first, &limits, threads);
        let mut lines = Vec::with_capacity(positions.len());
        let label = |i: usize| {
            let label = labeler.label(&positions[i]);
            label.map_err(|failure| failure.of(&format!("position {}", i + 1)))
        };
        in_order(threads, positions.len(), label, |label| {
            lines.push(label.json);
            Ok(())
        })?;
        Ok::<_, Problem>(lines)
    })?;
    let loads = py.import("json")?.getattr("loads")?;
    let lines = labelled.map_err(|problem| problem.exception(py, ""))?;
    lines.into_iter().map(|line| loads.call1((line,))).collect()
}
