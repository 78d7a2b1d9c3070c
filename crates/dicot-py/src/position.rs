//! Positions of any ruleset.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use dicot::rules::{self, Ruleset, Short, Visitor};
use dicot::svg::Options;
use dicot::{Bounds, CanonicalForm, Outcome, Player, ValueError, search};
use dicot_answers::position::Findings;
use dicot_answers::rulesets::HasValues;
use dicot_answers::solve::PartText;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::analyzer::{Analyzers, with_session};
use crate::game::Game;
use crate::picture;
use crate::player::player;
use crate::sum::Sum;

/// A position of some ruleset.
pub(crate) trait AnyPosition: Send + Sync + Debug {
    fn rules(&self) -> &'static str;
    fn text(&self) -> String;
    fn moves(&self, player: Player) -> Vec<String>;
    fn play(&self, player: Player, mv: &str) -> Result<String, String>;
    fn valued(&self) -> Option<&dyn Valued>;
}

/// A position of a ruleset with values.
pub(crate) trait Valued: Send + Sync {
    fn value(
        &self,
        analyzers: &mut Analyzers,
        bounds: &Bounds,
    ) -> Result<CanonicalForm, ValueError>;
    fn outcome(&self, analyzers: &mut Analyzers, bounds: &Bounds) -> Result<Outcome, ValueError>;
    fn winning_moves(
        &self,
        player: Player,
        analyzers: &mut Analyzers,
        bounds: &Bounds,
    ) -> Result<Vec<String>, ValueError>;
    fn sensible_moves(
        &self,
        player: Player,
        analyzers: &mut Analyzers,
        bounds: &Bounds,
    ) -> Result<Vec<String>, ValueError>;
    fn component_values(
        &self,
        analyzers: &mut Analyzers,
        bounds: &Bounds,
    ) -> Result<Vec<(String, CanonicalForm)>, ValueError>;
    fn findings(&self, analyzers: &mut Analyzers, bounds: &Bounds) -> Result<Findings, ValueError>;
    fn components(&self) -> Vec<String>;
    fn negative(&self) -> String;
    /// The sum with the position added, and the text of this part.
    fn join(&self, sum: search::Sum) -> (search::Sum, PartText);
}

/// One whose positions have no values.
#[derive(Debug)]
struct Loopy<P>(P);

fn texts<T: ToString>(list: impl IntoIterator<Item = T>) -> Vec<String> {
    list.into_iter().map(|item| item.to_string()).collect()
}

fn play<P: Ruleset>(position: &P, player: Player, mv: &str) -> Result<String, String> {
    let mv = position.read_move(mv).map_err(|error| error.to_string())?;
    let after = position.clone().play(player, mv).map_err(|error| error.to_string())?;
    Ok(after.to_string())
}

impl<P: Ruleset> AnyPosition for Loopy<P> {
    fn rules(&self) -> &'static str {
        P::NAME
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn moves(&self, player: Player) -> Vec<String> {
        texts(self.0.moves(player))
    }

    fn play(&self, player: Player, mv: &str) -> Result<String, String> {
        play(&self.0, player, mv)
    }

    fn valued(&self) -> Option<&dyn Valued> {
        None
    }
}

/// One whose positions have values.
#[derive(Debug)]
struct WithValues<P>(P);

impl<P: Short + Ruleset> AnyPosition for WithValues<P> {
    fn rules(&self) -> &'static str {
        P::NAME
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn moves(&self, player: Player) -> Vec<String> {
        texts(self.0.moves(player))
    }

    fn play(&self, player: Player, mv: &str) -> Result<String, String> {
        play(&self.0, player, mv)
    }

    fn valued(&self) -> Option<&dyn Valued> {
        Some(self)
    }
}

impl<P: Short + Ruleset> Valued for WithValues<P> {
    fn value(
        &self,
        analyzers: &mut Analyzers,
        bounds: &Bounds,
    ) -> Result<CanonicalForm, ValueError> {
        analyzers.of::<P>(bounds).canonical_form(&self.0)
    }

    fn outcome(&self, analyzers: &mut Analyzers, bounds: &Bounds) -> Result<Outcome, ValueError> {
        analyzers.of::<P>(bounds).outcome(&self.0)
    }

    fn winning_moves(
        &self,
        player: Player,
        analyzers: &mut Analyzers,
        bounds: &Bounds,
    ) -> Result<Vec<String>, ValueError> {
        analyzers.of::<P>(bounds).winning_moves(&self.0, player).map(texts)
    }

    fn sensible_moves(
        &self,
        player: Player,
        analyzers: &mut Analyzers,
        bounds: &Bounds,
    ) -> Result<Vec<String>, ValueError> {
        analyzers.of::<P>(bounds).sensible_moves(&self.0, player).map(texts)
    }

    fn component_values(
        &self,
        analyzers: &mut Analyzers,
        bounds: &Bounds,
    ) -> Result<Vec<(String, CanonicalForm)>, ValueError> {
        let parts = analyzers.of::<P>(bounds).decompose(&self.0)?;
        Ok(parts.into_iter().map(|(part, value)| (part.to_string(), value)).collect())
    }

    fn components(&self) -> Vec<String> {
        texts(self.0.components())
    }

    fn findings(&self, analyzers: &mut Analyzers, bounds: &Bounds) -> Result<Findings, ValueError> {
        analyzers.of::<P>(bounds).report(&self.0).map(Findings::from)
    }

    fn negative(&self) -> String {
        self.0.negative().to_string()
    }

    fn join(&self, sum: search::Sum) -> (search::Sum, PartText) {
        let text = format!("{}:{}", P::NAME, self.0);
        (sum.plus(self.0.clone()), PartText { text, numbered: P::NUMBERED })
    }
}

/// Reads a position.
struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = Result<Box<dyn AnyPosition>, String>;

    fn short<P: Short + Ruleset>(self) -> Self::Output {
        let position = self.0.trim().parse::<P>().map_err(|error| error.to_string())?;
        Ok(Box::new(WithValues(position)))
    }

    fn loopy<P: Ruleset>(self) -> Self::Output {
        let position = self.0.trim().parse::<P>().map_err(|error| error.to_string())?;
        Ok(Box::new(Loopy(position)))
    }
}

/// The text of a position with the players exchanged; `None` if there is no such position or it has no value.
pub(crate) fn negative_text(rules: &str, text: &str) -> Option<String> {
    let position = rules::choose(rules, Read(text))?.ok()?;
    Some(position.valued()?.negative())
}

/// A position of a ruleset: dicot.Position("konane", ".xo."), or dicot.Konane(".xo.").
///
/// Each ruleset has a class of its own; dicot.rulesets() lists them. Left is x, Right is o. Positions, of whatever
/// rulesets, and games add up to a Sum.
///
/// >>> p = dicot.Clobber("xxo.ox")
/// >>> p.value()
/// Game('^*')
/// >>> p.components()
/// [Clobber('xxo'), Clobber('ox')]
/// >>> p.winning_moves("left")
/// ['f1-e1']
/// >>> p.play("left", "f1-e1")
/// Clobber('xxo.x.')
#[pyclass(module = "dicot", frozen, subclass)]
#[derive(Debug)]
pub(crate) struct Position(Box<dyn AnyPosition>);

impl Position {
    /// The position, if its ruleset has values.
    pub(crate) fn with_value(&self) -> Option<&dyn Valued> {
        self.0.valued()
    }

    /// The text of the position in a sum, with the name of its ruleset.
    pub(crate) fn sum_text(&self) -> String {
        format!("{}:{}", self.0.rules(), self.0.text())
    }

    /// The position; an exception if its ruleset has no values.
    pub(crate) fn valued(&self) -> PyResult<&dyn Valued> {
        self.0.valued().ok_or_else(|| {
            PyTypeError::new_err(format!(
                "positions of {} have no values: play need not end, or is that of a match",
                self.0.rules()
            ))
        })
    }

    fn analyze<T: Send>(
        &self,
        py: Python<'_>,
        computation: impl Fn(&dyn Valued, &mut Analyzers, &Bounds) -> Result<T, ValueError>
        + Send
        + Sync,
    ) -> PyResult<T> {
        let valued = self.valued()?;
        with_session(py, |analyzers, bounds| computation(valued, analyzers, bounds))
    }
}

/// Another position of the same class.
fn like<'py>(position: &Bound<'py, Position>, text: String) -> PyResult<Bound<'py, PyAny>> {
    let class = position.get_type();
    match class.is(position.py().get_type::<Position>()) {
        true => class.call1((position.get().0.rules(), text)),
        false => class.call1((text,)),
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (rules, text, /))]
    fn new(rules: &str, text: &str) -> PyResult<Position> {
        let position = rules::choose(rules, Read(text)).ok_or_else(|| {
            let names: Vec<&str> = rules::rulesets().map(|summary| summary.name).collect();
            let rules: String = rules.chars().take(40).collect();
            PyValueError::new_err(format!(
                "there is no ruleset {rules:?}; there are {}",
                names.join(", ")
            ))
        })?;
        position.map(Position).map_err(PyValueError::new_err)
    }

    /// The name of the ruleset.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules()
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (class, position) = (slf.get_type(), slf.get());
        let name = class.name()?;
        Ok(match class.is(slf.py().get_type::<Position>()) {
            true => format!("{name}('{}', '{}')", position.0.rules(), position.0.text()),
            false => format!("{name}('{}')", position.0.text()),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Position>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let same = self.0.rules() == other.0.rules() && self.0.text() == other.0.text();
        Ok(same.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.rules(), self.0.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, class, position) = (slf.py(), slf.get_type(), slf.get());
        let arguments = match class.is(py.get_type::<Position>()) {
            true => PyTuple::new(py, [position.0.rules().to_owned(), position.0.text()])?,
            false => PyTuple::new(py, [position.0.text()])?,
        };
        Ok((class.into_any(), arguments))
    }

    /// A player's moves, as texts.
    ///
    /// >>> dicot.Clobber("xo/ox").moves("left")
    /// ['a2-b2', 'a2-a1', 'b1-b2', 'b1-a1']
    fn moves(&self, player: &str) -> PyResult<Vec<String>> {
        Ok(self.0.moves(self::player(player)?))
    }

    /// The position after a player's move.
    ///
    /// >>> dicot.Clobber("xo/ox").play("left", "a2-b2")
    /// Clobber('.x/ox')
    fn play<'py>(
        slf: &Bound<'py, Self>,
        player: &str,
        r#move: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let player = self::player(player)?;
        let text = slf.get().0.play(player, r#move).map_err(PyValueError::new_err)?;
        like(slf, text)
    }

    /// The value.
    ///
    /// >>> dicot.Clobber("xox/ox.").value()
    /// Game('{^^*|*,v}')
    fn value(&self, py: Python<'_>) -> PyResult<Game> {
        self.analyze(py, |position, analyzers, bounds| position.value(analyzers, bounds)).map(Game)
    }

    /// Who wins: 'L' or 'R', whoever starts; 'N', the next player, who starts; or 'P', the previous one.
    ///
    /// >>> dicot.Clobber("xoxoxo").outcome()
    /// 'P'
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        self.analyze(py, |position, analyzers, bounds| position.outcome(analyzers, bounds))
            .map(|outcome| outcome.to_string())
    }

    /// The moves with which a player wins, moving first.
    fn winning_moves(&self, py: Python<'_>, player: &str) -> PyResult<Vec<String>> {
        let player = self::player(player)?;
        self.analyze(py, |position, analyzers, bounds| {
            position.winning_moves(player, analyzers, bounds)
        })
    }

    /// A player's moves to canonical options: all others are dominated or reversible.
    ///
    /// >>> dicot.Clobber("xxo.ox").sensible_moves("right")
    /// ['c1-b1']
    fn sensible_moves(&self, py: Python<'_>, player: &str) -> PyResult<Vec<String>> {
        let player = self::player(player)?;
        self.analyze(py, |position, analyzers, bounds| {
            position.sensible_moves(player, analyzers, bounds)
        })
    }

    /// The components: positions whose values sum up to that of this one. Those that are plainly 0 are left out.
    fn components<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let texts = slf.get().valued()?.components();
        texts.into_iter().map(|text| like(slf, text)).collect()
    }

    /// The components with their values.
    ///
    /// >>> dicot.Clobber("xxo.ox").component_values()
    /// [(Clobber('xxo'), Game('^')), (Clobber('ox'), Game('*'))]
    fn component_values<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<(Bound<'py, PyAny>, Game)>> {
        let values = slf.get().analyze(slf.py(), |position, analyzers, bounds| {
            position.component_values(analyzers, bounds)
        })?;
        values.into_iter().map(|(text, value)| Ok((like(slf, text)?, Game(value)))).collect()
    }

    /// The position with the players exchanged.
    ///
    /// >>> -dicot.Clobber("xxo")
    /// Clobber('oox')
    fn __neg__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let text = slf.get().valued()?.negative();
        like(slf, text)
    }

    /// The sum with another position, a game, a number or a sum.
    fn __add__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Sum::add(slf.as_any(), other)
    }

    fn __radd__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Sum::add(other, slf.as_any())
    }

    fn __sub__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Sum::subtract(slf.as_any(), other)
    }

    fn __rsub__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Sum::subtract(other, slf.as_any())
    }

    fn __format__<'py>(slf: &Bound<'py, Self>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.str()?.call_method1("__format__", (spec,))
    }

    /// The picture of the board, as SVG; None for a ruleset without boards.
    #[pyo3(signature = (*, title=None, caption="", width=None))]
    fn svg(&self, title: Option<String>, caption: &str, width: Option<u32>) -> Option<String> {
        picture::board(&self.0.text(), caption, &Options { title, width })
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg(None, "", None)
    }
}

/// All rulesets: their names, the rules in a line, how positions are written, and whether they have values.
///
/// >>> dicot.rulesets()[0]["name"]
/// 'clobber'
#[pyfunction]
pub(crate) fn rulesets(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let lines = rules::rulesets().map(|summary| {
        let line = PyDict::new(py);
        line.set_item("name", summary.name)?;
        line.set_item("aliases", summary.aliases.to_vec())?;
        line.set_item("about", summary.about)?;
        line.set_item("notation", summary.notation)?;
        line.set_item("values", rules::choose(summary.name, HasValues))?;
        Ok(line)
    });
    lines.collect()
}
