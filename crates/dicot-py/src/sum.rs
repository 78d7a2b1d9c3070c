//! Sums of positions and games.

use std::hash::{DefaultHasher, Hash, Hasher};

use dicot::{CanonicalForm, Limits, ValueError, solver};
use dicot_loopy::LoopyValue;
use dicot_rulesets::{PartText, Parts, PositionExt, Subject};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::arguments::wrong_type;
use crate::game::{Game, object, operand};
use crate::own::is_position;
use crate::position::Position;
use crate::session::{session, session_now, with_session};

/// A sum of positions, of one ruleset or several, and of games; the operator + creates it.
///
/// `dicot.solve` computes who wins it, even if it is too large for a value.
///
/// >>> s = dicot.Clobber("xo.xo") + dicot.Konane(".xo.") + dicot.Game("^^")
/// >>> s
/// Clobber('xo.xo') + Konane('.xo.') + Game('^^')
/// >>> s.value()
/// Game('^^*')
/// >>> dicot.solve(s)["outcome"]
/// 'L'
/// >>> sum([dicot.Clobber("xo"), dicot.Clobber("xxo")]) == dicot.Clobber("xxo") + dicot.Clobber("xo")
/// True
#[pyclass(module = "dicot", frozen)]
#[derive(Debug, Default)]
pub(crate) struct Sum {
    /// Positions of rulesets with values.
    pub(crate) positions: Vec<Py<Position>>,
    /// Positions of rulesets in Python.
    pub(crate) own: Vec<Py<PyAny>>,
    /// Games other than 0.
    pub(crate) games: Vec<CanonicalForm>,
}

fn short(value: &LoopyValue) -> PyResult<CanonicalForm> {
    let short = value.as_short().cloned();
    short.ok_or_else(|| PyTypeError::new_err(format!("{value} is not a short game")))
}

/// The value of a position of a ruleset in Python; where it is known it is looked up at once.
#[pyfunction]
pub(crate) fn value_of_own<'py>(position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    if let Some(value) = session_now().pool.known_value(position)? {
        return object(py, value.into());
    }
    Sum { own: vec![position.clone().unbind()], ..Sum::default() }.value(py)
}

/// Whether two lists have the same items, in any order.
fn same_items<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    let count = |list: &[T], item: &T| list.iter().filter(|&other| other == item).count();
    a.len() == b.len() && a.iter().all(|item| count(a, item) == count(b, item))
}

impl Sum {
    /// Converts a position, a game, a number or a sum to a sum; `None` for other objects.
    ///
    /// Errors: a position has no value that is short, or the number is not a game.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Sum>> {
        let sum = Sum::of_any(object)?;
        for position in sum.iter().flat_map(|sum| &sum.positions) {
            position.get().valued()?;
        }
        Ok(sum)
    }

    /// The same, with positions whose play need not end.
    pub(crate) fn of_any(object: &Bound<'_, PyAny>) -> PyResult<Option<Sum>> {
        let py = object.py();
        if let Ok(sum) = object.cast::<Sum>() {
            return Ok(Some(sum.get().clone_ref(py)));
        }
        if let Ok(position) = object.cast::<Position>() {
            if !position.get().is_loopy() {
                position.get().valued()?;
            }
            let positions = vec![position.clone().unbind()];
            return Ok(Some(Sum { positions, ..Sum::default() }));
        }
        if is_position(object)? {
            return Ok(Some(Sum { own: vec![object.clone().unbind()], ..Sum::default() }));
        }
        let games = |game| if game == CanonicalForm::ZERO { Vec::new() } else { vec![game] };
        Ok(operand(object)?.map(|game| Sum { games: games(game), ..Sum::default() }))
    }

    pub(crate) fn clone_ref(&self, py: Python<'_>) -> Sum {
        let positions = self.positions.iter().map(|position| position.clone_ref(py)).collect();
        let own = self.own.iter().map(|position| position.clone_ref(py)).collect();
        Sum { positions, own, games: self.games.clone() }
    }

    /// The parts of the sum, each alone: positions, and the sum of the games.
    pub(crate) fn separated(&self, py: Python<'_>) -> Vec<Sum> {
        let Sum { positions, own, games } = self.clone_ref(py);
        let positions = positions.into_iter().map(|p| Sum { positions: vec![p], ..Sum::default() });
        let own = own.into_iter().map(|p| Sum { own: vec![p], ..Sum::default() });
        let games = (!games.is_empty()).then(|| Sum { games, ..Sum::default() });
        positions.chain(own).chain(games).collect()
    }

    pub(crate) fn extend(&mut self, other: Sum) {
        self.positions.extend(other.positions);
        self.own.extend(other.own);
        self.games.extend(other.games);
    }

    /// Adds two objects, one of which is a position or a sum.
    pub(crate) fn add(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = a.py();
        let (Some(mut sum), Some(other)) = (Sum::of_any(a)?, Sum::of_any(b)?) else {
            return Ok(py.NotImplemented());
        };
        sum.extend(other);
        Ok(Py::new(py, sum)?.into_any())
    }

    /// Subtracts two objects, one of which is a position or a sum.
    pub(crate) fn subtract(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match Sum::of_any(b)? {
            Some(other) => Sum::add(a, Bound::new(a.py(), other.negative(a.py())?)?.as_any()),
            None => Ok(a.py().NotImplemented()),
        }
    }

    fn negative(&self, py: Python<'_>) -> PyResult<Sum> {
        let positions = self
            .positions
            .iter()
            .map(|position| Ok(position.bind(py).neg()?.cast_into::<Position>()?.unbind()));
        let own = self.own.iter().map(|position| Ok(position.bind(py).neg()?.unbind()));
        let games = self.games.iter().map(|game| -game).collect();
        Ok(Sum {
            positions: positions.collect::<PyResult<_>>()?,
            own: own.collect::<PyResult<_>>()?,
            games,
        })
    }

    /// The value of the positions of built-in rulesets and the games.
    fn any_value(&self, py: Python<'_>) -> PyResult<LoopyValue> {
        match (&self.positions[..], &self.games[..]) {
            ([], []) => return Ok(CanonicalForm::ZERO.into()),
            ([], [game]) => return Ok(game.clone().into()),
            _ => {}
        }
        with_session(py, |session, limits| {
            let store = session.store().clone();
            let mut sum = LoopyValue::from(CanonicalForm::ZERO);
            for position in &self.positions {
                let value = session.any_value(position.get().object(), limits)?;
                sum = sum.sum(&value, &mut store.calculate(limits))?;
            }
            let mut games = self.games.iter().cloned().map(LoopyValue::from);
            games.try_fold(sum, |sum, game| sum.sum(&game, &mut store.calculate(limits)))
        })
    }

    /// The same, if no position is one whose play need not end.
    pub(crate) fn native_value(&self, py: Python<'_>) -> PyResult<CanonicalForm> {
        short(&self.any_value(py)?)
    }

    /// The value of all positions and games, if no position is one whose play need not end.
    pub(crate) fn short_value(&self, py: Python<'_>) -> PyResult<CanonicalForm> {
        short(&self.whole_value(py)?)
    }

    /// The value of all positions and games.
    ///
    /// Errors: there are positions of rulesets in Python and positions whose play need not end.
    pub(crate) fn whole_value(&self, py: Python<'_>) -> PyResult<LoopyValue> {
        let Some(own) = self.own.first() else { return self.any_value(py) };
        if self.positions.iter().any(|position| position.get().is_loopy()) {
            let class = own.bind(py).get_type();
            let message = "cannot be in a sum with positions whose play need not end";
            return Err(PyTypeError::new_err(format!("{class} {message}")));
        }
        let (shared, settings) = session();
        let other_bytes = shared.native_bytes();
        shared.pool.value_of(py, settings, other_bytes, self.clone_ref(py)).map(LoopyValue::from)
    }

    /// Whether play need not end in a position of a ruleset in Python.
    fn has_loopy_own(&self, py: Python<'_>) -> PyResult<bool> {
        for position in &self.own {
            if position.getattr(py, "_loopy")?.extract(py)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether both have the same positions of rulesets in Python, in any order.
    fn has_same_own(&self, other: &Sum, py: Python<'_>) -> PyResult<bool> {
        let mut rest: Vec<_> = other.own.iter().map(|position| position.bind(py)).collect();
        for position in &self.own {
            let position = position.bind(py);
            let mut found = None;
            for (i, other) in rest.iter().enumerate() {
                // Positions of two classes may be equal as tuples.
                if other.get_type().is(position.get_type()) && other.eq(position)? {
                    found = Some(i);
                    break;
                }
            }
            let Some(found) = found else { return Ok(false) };
            rest.swap_remove(found);
        }
        Ok(rest.is_empty())
    }

    /// The text that `solve` reads: the parts joined by +, positions with the names of their rulesets. Positions of
    /// rulesets in Python are in it as they print.
    pub(crate) fn text(&self, py: Python<'_>) -> PyResult<String> {
        let mut texts = self.keys();
        for position in &self.own {
            texts.push(position.bind(py).str()?.to_string());
        }
        for game in &self.games {
            texts.push(Game(game.clone()).whole_text(py, false)?);
        }
        Ok(if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") })
    }

    /// The texts that identify the positions of built-in rulesets.
    fn keys(&self) -> Vec<String> {
        self.positions.iter().map(|position| position.get().sum_text()).collect()
    }

    /// The sum for the solver.
    pub(crate) fn to_parts(&self, limits: &Limits) -> Result<Parts, ValueError> {
        let (mut sum, mut texts) = (solver::Sum::default(), Vec::new());
        for position in &self.positions {
            if let Some(position) = position.get().with_value() {
                sum = position.add_to(sum);
                let ruleset = position.ruleset();
                let text = format!("{}:{position}", ruleset.spec().name);
                texts.push(PartText::of_position(text, ruleset));
            }
        }
        for game in &self.games {
            sum = sum.with_value(game.clone());
            texts.push(PartText::of_game(&game_name(game, limits)?));
        }
        if texts.is_empty() {
            texts.push(PartText::of_game("()"));
        }
        Ok(Parts { subject: Subject::Sum(sum), texts })
    }
}

/// The text of a game in an answer, truncated if it is long.
fn game_name(game: &CanonicalForm, limits: &Limits) -> Result<String, ValueError> {
    const MAX_CHARACTERS: usize = 1000;
    let (text, length) = game.store().calculate(limits).text_start(game, MAX_CHARACTERS)?;
    Ok(if length <= MAX_CHARACTERS as u64 {
        text
    } else {
        format!("{text}... ({length} characters)")
    })
}

#[pymethods]
impl Sum {
    #[new]
    #[pyo3(signature = (*parts), text_signature = "(*parts)")]
    fn new(parts: &Bound<'_, PyTuple>) -> PyResult<Sum> {
        let mut all = Sum::default();
        for part in parts {
            let sum = Sum::of_any(&part)?
                .ok_or_else(|| wrong_type("positions, Games, numbers or Sums", &part))?;
            all.extend(sum);
        }
        Ok(all)
    }

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

    fn __neg__(&self, py: Python<'_>) -> PyResult<Sum> {
        self.negative(py)
    }

    /// Whether both sums have the same parts, in any order.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Sum>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let same = same_items(&self.keys(), &other.keys())
            && same_items(&self.games, &other.games)
            && self.has_same_own(other, py)?;
        Ok(same.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        fn hash<T: Hash>(items: &[T]) -> u64 {
            let hashes = items.iter().map(|item| {
                let mut hasher = DefaultHasher::new();
                item.hash(&mut hasher);
                hasher.finish()
            });
            hashes.fold(0, u64::wrapping_add)
        }
        let own = self.own.iter().map(|position| position.bind(py).hash());
        let own = own.collect::<PyResult<Vec<_>>>()?;
        Ok(hash(&self.keys()).rotate_left(1) ^ hash(&self.games) ^ hash(&own).rotate_left(2))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type(), PyTuple::new(slf.py(), slf.get().parts(slf.py())?)?))
    }

    /// The positions and games of the sum.
    ///
    /// >>> (dicot.Clobber("xo") + 1).parts()
    /// [Clobber('xo'), Game('1')]
    fn parts(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let positions = self.positions.iter().map(|position| Ok(position.clone_ref(py).into_any()));
        let own = self.own.iter().map(|position| Ok(position.clone_ref(py)));
        let games = self.games.iter();
        let games = games.map(|game| Ok(Py::new(py, Game(game.clone()))?.into_any()));
        positions.chain(own).chain(games).collect()
    }

    /// The value: the sum of the values of the parts.
    ///
    /// >>> (dicot.Clobber("xxo") + dicot.Clobber("xo")).value()
    /// Game('^*')
    ///
    /// Where play need not end it is a Game or a LoopyGame.
    ///
    /// >>> (dicot.FoxAndGeese(".g.g/..../..../..f.") + dicot.Clobber("xxo") + 1).value()
    /// LoopyGame('1over')
    pub(crate) fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let is_loopy = |position: &Py<Position>| position.get().is_loopy();
        if self.own.is_empty() || !(self.has_loopy_own(py)? || self.positions.iter().any(is_loopy))
        {
            return object(py, self.whole_value(py)?.into());
        }
        let mut total = object(py, CanonicalForm::ZERO.into())?;
        for part in self.separated(py) {
            let value = match &part.own[..] {
                [position] => position.bind(py).call_method0("value")?,
                _ => part.value(py)?,
            };
            total = total.add(value)?;
        }
        Ok(total)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let texts = self.parts(py)?.into_iter().map(|part| Ok(part.bind(py).repr()?.to_string()));
        let texts = texts.collect::<PyResult<Vec<String>>>()?;
        Ok(if texts.len() < 2 { format!("Sum({})", texts.concat()) } else { texts.join(" + ") })
    }

    fn __format__<'py>(slf: &Bound<'py, Self>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.str()?.call_method1("__format__", (spec,))
    }
}
