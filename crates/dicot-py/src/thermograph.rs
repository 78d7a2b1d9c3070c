//! Thermographs.

use std::hash::{Hash, Hasher};

use dicot::Player;
use dicot_loopy::{Breakpoint, LoopyThermograph as Walls, Rational64};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::arguments::{Side, Whole, wrong_type};
use crate::numbers::{exact, fraction};
use crate::picture::options;

/// The thermograph of a game: for each temperature t, the stops if each move costs t.
///
/// A notebook displays it as a picture.
///
/// >>> t = dicot.Game("{4||2|-4}").thermograph()
/// >>> t.mean(), t.temperature()
/// (Fraction(2, 1), Fraction(2, 1))
///
/// It can be created from the points of its walls, which `wall` returns.
///
/// >>> dicot.Thermograph(t.wall("left"), t.wall("right")) == t
/// True
#[pyclass(module = "dicot", frozen, eq, hash)]
#[derive(Debug)]
pub(crate) struct Thermograph {
    pub(crate) walls: Walls,
    /// The title of the picture.
    pub(crate) title: String,
}

impl PartialEq for Thermograph {
    fn eq(&self, other: &Thermograph) -> bool {
        self.walls == other.walls
    }
}

impl Hash for Thermograph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.walls.hash(state);
    }
}

/// A point of a wall: temperature and value.
type Point<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Converts the points of a wall to numbers.
fn points(wall: &[Point<'_>]) -> PyResult<Vec<(Rational64, Rational64)>> {
    let number = |object: &Bound<'_, PyAny>| {
        exact(object)?.ok_or_else(|| wrong_type("an int or a Fraction", object))
    };
    wall.iter().map(|(t, value)| Ok((number(t)?, number(value)?))).collect()
}

impl Thermograph {
    fn picture(&self, title: Option<String>, width: Option<Whole<u32>>) -> dicot_svg::Picture {
        let title = title.or_else(|| (!self.title.is_empty()).then(|| self.title.clone()));
        dicot_svg::loopy_thermograph(&self.walls, &options(title, width))
    }
}

#[pymethods]
impl Thermograph {
    /// Creates a thermograph from the points of its walls.
    #[new]
    #[pyo3(signature = (left, right, /, title=String::new()), text_signature = "(left, right, /, title='')")]
    fn new(left: Vec<Point<'_>>, right: Vec<Point<'_>>, title: String) -> PyResult<Thermograph> {
        let walls = Walls::from_points(&points(&left)?, &points(&right)?);
        let walls = walls.ok_or_else(|| {
            PyValueError::new_err(
                "these are not walls: they begin at temperature -1, have integers as slopes, the left one is at least the right one, and they end in one value",
            )
        })?;
        Ok(Thermograph { walls, title })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, thermograph) = (slf.py(), slf.get());
        let walls =
            (thermograph.wall(py, Side(Player::Left))?, thermograph.wall(py, Side(Player::Right))?);
        let arguments = (walls.0, walls.1, thermograph.title.as_str()).into_pyobject(py)?;
        Ok((slf.get_type(), arguments))
    }

    /// The value of the mast.
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.walls.mast)
    }

    /// The temperature at which the mast begins; -1 for an integer.
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.walls.temperature)
    }

    /// The points at which a player's wall bends: (temperature, value), from temperature -1 up.
    ///
    /// The mast is above the last one.
    ///
    /// >>> dicot.Game("{3|-1}").thermograph().wall("left")
    /// [(Fraction(-1, 1), Fraction(4, 1)), (Fraction(2, 1), Fraction(1, 1))]
    fn wall<'py>(&self, py: Python<'py>, player: Side) -> PyResult<Vec<Point<'py>>> {
        let Side(player) = player;
        let points = self.walls.walls[player].iter();
        let point =
            |point: &Breakpoint| Ok((fraction(py, point.temperature)?, fraction(py, point.value)?));
        points.map(point).collect()
    }

    /// The value of a player's wall at a temperature.
    ///
    /// >>> dicot.Game("{3|-1}").thermograph().at("right", 1)
    /// Fraction(0, 1)
    fn at<'py>(
        &self,
        py: Python<'py>,
        player: Side,
        temperature: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Side(player) = player;
        let value = exact(temperature)?.and_then(|t| self.walls.at(player, t));
        let value = value.ok_or_else(|| {
            PyValueError::new_err("a temperature is a number of at least -1, and exact")
        })?;
        fraction(py, value)
    }

    /// The picture as SVG.
    #[pyo3(signature = (*, title=None, width=None))]
    fn svg(&self, title: Option<String>, width: Option<Whole<u32>>) -> String {
        self.picture(title, width).to_string()
    }

    /// The picture as a tikzpicture for LaTeX.
    #[pyo3(signature = (*, title=None, width=None))]
    fn tikz(&self, title: Option<String>, width: Option<Whole<u32>>) -> String {
        self.picture(title, width).to_tikz()
    }

    fn _repr_svg_(&self) -> String {
        self.svg(None, None)
    }

    fn __str__(&self) -> String {
        self.walls.to_string()
    }

    fn __repr__(&self) -> String {
        let [left, right] = Player::BOTH.map(|player| self.walls.walls[player].len());
        format!(
            "<dicot.Thermograph: mean {}, temperature {}, walls of {left} and {right} points>",
            self.walls.mast, self.walls.temperature
        )
    }
}
