//! The methods of loopy games, and rulesets in Python whose play need not end.

use std::cmp::Ordering;
use std::sync::Arc;

use dicot::notation::latex;
use dicot::rules::Position as Rules;
use dicot::{Calculation, Limits, Player, ValueError};
use dicot_calc::Value as Calculated;
use dicot_loopy::{LoopyThermograph, LoopyValue, OptionGraph};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use super::LoopyGame;
use crate::arguments::{Side, no_attribute, wrong_type};
use crate::compute::compute;
use crate::game::{object, operand, parse};
use crate::numbers::fraction;
use crate::pretty;
use crate::session::session;
use crate::sum::Sum;
use crate::thermograph::Thermograph;
use crate::value::{evaluated, shown, text_start, whole_text};

/// Computes in the store of the session.
fn with<T: Send>(
    py: Python<'_>,
    computation: impl Fn(&mut Calculation<'_>) -> Result<T, ValueError> + Send + Sync,
) -> PyResult<T> {
    let (session, settings) = session();
    compute(py, settings, |limits: &Limits| {
        Ok(computation(&mut session.store().calculate(limits))?)
    })
}

/// Converts a loopy game, a Game, a number, or the value of a position or a sum; `None` for other objects.
fn loopy(object: &Bound<'_, PyAny>) -> PyResult<Option<LoopyValue>> {
    if let Ok(game) = object.cast::<LoopyGame>() {
        return Ok(Some(game.get().0.clone()));
    }
    if let Some(game) = operand(object)? {
        return Ok(Some(game.into()));
    }
    match Sum::of_any(object)? {
        Some(sum) => loopy(&sum.value(object.py())?),
        None => Ok(None),
    }
}

/// The same, or the value of a text.
fn comparand(object: &Bound<'_, PyAny>) -> PyResult<Option<LoopyValue>> {
    let Ok(text) = object.cast::<PyString>() else { return loopy(object) };
    let (py, text) = (object.py(), text.to_cow()?);
    match evaluated(py, &text)?.to_loopy() {
        Some(value) => Ok(Some(value)),
        None => parse(py, &text).map(|game| Some(game.into())), // which says why it is not a game
    }
}

impl LoopyGame {
    fn calculated(&self) -> Calculated {
        Calculated::Loopy(self.0.clone())
    }

    fn sum<'py>(
        &self,
        is_negated: bool,
        other: &Bound<'py, PyAny>,
        other_is_negated: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some(other) = loopy(other)? else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let sum = with(py, |calculation| {
            let [g, h] =
                [(&self.0, is_negated), (&other, other_is_negated)].map(|(value, is_negated)| {
                    match is_negated {
                        true => value.negative(calculation),
                        false => Ok(value.clone()),
                    }
                });
            g?.sum(&h?, calculation)
        })?;
        object(py, sum.into())
    }

    fn walls(&self, py: Python<'_>) -> PyResult<LoopyThermograph> {
        with(py, |calculation| self.0.thermograph(calculation))
    }
}

#[pymethods]
impl LoopyGame {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<LoopyGame> {
        let value = comparand(text)?;
        let value = value.ok_or_else(|| wrong_type("a text of a loopy game", text))?;
        match value.as_short() {
            None => Ok(LoopyGame(value)),
            Some(_) => Err(PyValueError::new_err(format!(
                "{value} is a short game: write Game({:?})",
                value.to_string()
            ))),
        }
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.sum(false, other, false)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.sum(false, other, false)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.sum(false, other, true)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.sum(true, other, false)
    }

    fn __mul__<'py>(&self, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = n.py();
        let Ok(n) = n.extract::<i64>() else { return Ok(py.NotImplemented().into_bound(py)) };
        object(py, with(py, |calculation| self.0.multiple(n, calculation))?.into())
    }

    fn __rmul__<'py>(&self, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(n)
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, with(py, |calculation| self.0.negative(calculation))?.into())
    }

    fn __pos__(slf: Py<LoopyGame>) -> Py<LoopyGame> {
        slf
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let answer = match comparand(other) {
            Ok(None) => return Ok(py.NotImplemented()),
            Ok(Some(other)) if is_equality => (self.0 == other) == matches!(op, CompareOp::Eq),
            Ok(Some(other)) => {
                let ordering = with(py, |calculation| self.0.compare(&other, calculation))?;
                ordering.is_some_and(|ordering| op.matches(ordering))
            }
            // A number that is not a game differs from every game.
            Err(_) if is_equality && !other.is_instance_of::<PyString>() => {
                matches!(op, CompareOp::Ne)
            }
            Err(error) => return Err(error),
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    /// A loopy game hashes as its text, which equals it.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.__str__(py)?).hash()
    }

    /// Whether neither game is as good as the other for Left.
    ///
    /// >>> dicot.LoopyGame("dud").confused(0)
    /// True
    fn confused(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let value = comparand(other)?;
        let value = value.ok_or_else(|| wrong_type("a game, a text or a number", other))?;
        let ordering: Option<Ordering> =
            with(other.py(), |calculation| self.0.compare(&value, calculation))?;
        Ok(ordering.is_none())
    }

    /// The outcome: 'L', 'R', 'N' or 'P'; with draws 'D', 'NHat', 'PHat', 'NCheck' or 'PCheck'.
    ///
    /// >>> dicot.LoopyGame("over").outcome(), dicot.LoopyGame("dud").outcome()
    /// ('L', 'D')
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        with(py, |calculation| self.0.outcome(calculation)).map(|outcome| outcome.to_string())
    }

    /// A player's options in the simplest form; ValueError if the game is not a stopper.
    ///
    /// >>> dicot.LoopyGame("{0|pass}").options("left")
    /// [Game('0')]
    fn options<'py>(&self, py: Python<'py>, player: Side) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let Side(player) = player;
        let options = with(py, |calculation| self.0.options(player, calculation))?;
        options.into_iter().map(|option| object(py, option.into())).collect()
    }

    /// Left's options in the simplest form.
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.options(py, Side(Player::Left))
    }

    /// Right's options in the simplest form.
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.options(py, Side(Player::Right))
    }

    /// The thermograph; ValueError if the game is not a stopper, or the walls do not meet.
    ///
    /// >>> dicot.LoopyGame("{3|pass}").thermograph().at("left", 0)
    /// Fraction(3, 1)
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        Ok(Thermograph { walls: self.walls(py)?, title: self.__str__(py)? })
    }

    /// The mean: the value of the mast of the thermograph.
    ///
    /// >>> dicot.LoopyGame("over").mean()
    /// Fraction(0, 1)
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.walls(py)?.mast)
    }

    /// The temperature: where the mast of the thermograph begins.
    ///
    /// >>> dicot.LoopyGame("over").temperature()
    /// Fraction(0, 1)
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.walls(py)?.temperature)
    }

    /// The text in LaTeX, for math mode.
    ///
    /// >>> print(dicot.LoopyGame("over").to_latex())
    /// \mathbf{over}
    fn to_latex(&self, py: Python<'_>) -> PyResult<String> {
        Ok(latex::math(&self.__str__(py)?).unwrap_or_default())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        whole_text(py, &self.calculated())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        shown(py, "LoopyGame", &self.calculated())
    }

    fn __format__<'py>(slf: &Bound<'py, Self>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.str()?.call_method1("__format__", (spec,))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        Ok((slf.get_type(), PyTuple::new(py, [slf.get().__str__(py)?])?))
    }

    /// The game itself, which never changes.
    fn __copy__(slf: Py<LoopyGame>) -> Py<LoopyGame> {
        slf
    }

    /// The game itself, which never changes.
    fn __deepcopy__(slf: Py<LoopyGame>, _memo: &Bound<'_, PyAny>) -> Py<LoopyGame> {
        slf
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(no_attribute(slf.as_any(), name))
    }

    /// The start of a long text.
    fn _repr_pretty_(&self, printer: &Bound<'_, PyAny>, _cycle: bool) -> PyResult<()> {
        pretty::print(printer, text_start(printer.py(), &self.calculated(), SHOWN)?)
    }

    /// The start of a long text.
    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        let (text, length) = text_start(py, &self.calculated(), SHOWN)?;
        let math = latex::math(&text).unwrap_or_default();
        let more = if length > SHOWN as u64 { "\\dots" } else { "" };
        Ok(format!("$\\displaystyle {math}{more}$"))
    }
}

/// The maximum length of a text that is shown whole in a notebook or a list.
const SHOWN: usize = 200;

/// A position of a graph, whose options are others by their numbers.
#[derive(Clone, Debug)]
struct Node {
    options: Arc<Vec<[Vec<u32>; 2]>>,
    number: u32,
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.number == other.number
    }
}

impl Eq for Node {}

impl std::hash::Hash for Node {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl Rules for Node {
    type Move = u32;

    fn moves(&self, player: Player) -> impl Iterator<Item = u32> {
        self.options[self.number as usize][player as usize].iter().copied()
    }

    fn play_unchecked(&mut self, _: Player, to: u32) {
        self.number = to;
    }
}

/// The value of the first position of a graph, or with `outcome` alone its outcome as a text. The options of a position are the numbers of
/// others, those of Left and those of Right.
#[pyfunction]
pub(crate) fn loopy_graph(
    py: Python<'_>,
    options: Vec<[Vec<u32>; 2]>,
    outcome: bool,
) -> PyResult<Bound<'_, PyAny>> {
    let start = Node { options: Arc::new(options), number: 0 };
    let graph = |calculation: &mut Calculation<'_>| {
        OptionGraph::of_positions([start.clone()], calculation, &mut |_| {})
    };
    if outcome {
        let outcome = with(py, |calculation| Ok(graph(calculation)?.0.outcomes(calculation)?[0]))?;
        return Ok(PyString::new(py, &outcome.to_string()).into_any());
    }
    let value = with(py, |calculation| {
        let (graph, _) = graph(calculation)?;
        Ok(graph.values(calculation, &mut |_| {})?.get(0).clone())
    })?;
    object(py, value.into())
}
