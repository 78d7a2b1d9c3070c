//! Labels of many positions.

use std::thread;

use dicot::Limits;
use dicot_api::answers::label::Labeler;
use dicot_rulesets::{in_order, library};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{Given, Rules, Side, Whole, wrong_type};
use crate::compute::{LimitSettings, interruptibly};
use crate::errors::Problem;
use crate::position::Position;
use crate::session::limits_with;

/// Who wins each of many positions, and the winning moves, on all cores.
///
/// An item is a position, or a text: a position of the ruleset `rules` or a sum, as for `solve`, or an object in JSON with
/// that text in the field `position`, whose other fields are kept; its field `rules` names the ruleset. The answers are
/// in the same order.
///
/// With `first` only who wins if that player starts is found. The limits `seconds` and `nodes` are those of a position;
/// `bytes` of memory are shared by the `threads`, one for each core if that is None. Those that are not named are those of
/// `set_limits`. What is unknown when a limit is reached is None, and `reason` names the limit.
///
/// >>> for label in dicot.label(["xxo", "xox/ox."]):
/// ...     print(label["position"], label["outcome"], label["winning_moves"]["left"])
/// xxo L ['b1-c1']
/// xox/ox. N ['a2-b2', 'c2-b2', 'b1-b2']
#[pyfunction]
#[pyo3(signature = (positions, rules="clobber".into(), *, first=None, nodes=None, seconds=Given::Not, bytes=Given::Not, threads=Given::Not),
       text_signature = "(positions, rules=\"clobber\", *, first=None, nodes=None, seconds=..., bytes=..., threads=...)")]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn label<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    rules: Rules,
    first: Option<Side>,
    nodes: Option<Whole<u64>>,
    seconds: Given<f64>,
    bytes: Given<Whole<usize>>,
    threads: Given<Whole<usize>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let all = || thread::available_parallelism().map_or(1, Into::into);
    let LimitSettings { time, bytes, threads } = limits_with(seconds, bytes, threads)?;
    let threads = threads.unwrap_or_else(all);
    let text = |item: &Bound<'py, PyAny>| match item.cast::<Position>() {
        Ok(position) => Ok(position.get().sum_text()),
        Err(_) if item.is_instance_of::<PyString>() => item.extract(),
        Err(_) => Err(wrong_type("a position or a text", item)),
    };
    if positions.is_instance_of::<PyString>() || positions.is_instance_of::<Position>() {
        return Err(wrong_type("a list of positions", positions));
    }
    let positions =
        positions.try_iter().map_err(|_| wrong_type("a list of positions", positions))?;
    let positions = positions.map(|item| text(&item?)).collect::<PyResult<Vec<String>>>()?;
    let (first, nodes) = (first.map(|first| first.0), nodes.map(|nodes| nodes.0));
    let limits = Limits::default().with_time(time).with_nodes(nodes).with_bytes(bytes);
    let labelled = interruptibly(py, move |interrupt| {
        let limits = limits.with_interrupt(interrupt);
        let labeler = Labeler::new(library(), &rules, first, &limits, threads);
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
