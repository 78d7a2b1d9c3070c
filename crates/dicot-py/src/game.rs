//! Values as objects.

mod expressions;

mod operands;
mod order;

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use dicot::notation::latex;
use dicot::{
    Calculation, CanonicalForm, Dyadic, LimitKind, Limits, NumberUpStar, Player, ValueError,
};
use dicot_calc::Value;
use dicot_loopy::LoopyThermograph;
use dicot_svg::{TreeError, TreeOptions};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple, PyType};

pub(crate) use self::expressions::{evaluate, object, value_of};
use self::operands::*;
pub(crate) use self::operands::{operand, parse};
pub(crate) use self::order::{SortKey, sort_key};
use crate::arguments::{Side, Text, Whole, no_attribute, wrong_type};
use crate::compute::{compute, compute_with_text};
use crate::errors::Problem;
use crate::numbers::{compared_from_afar, dyadic, dyadic_or_float, fraction, rational};
use crate::picture::{Picture, options};
use crate::pretty;
use crate::session::{session, session_now, store_of};
use crate::thermograph::Thermograph;

/// The maximum length of a text that is shown whole in a notebook or a list.
const SHOWN: usize = 200;
/// A value with a longer text is pickled in the shared form.
const MAX_PICKLED_LENGTH: u64 = 1000;
/// The maximum length of a text, and of one that is converted to LaTeX, which is up to twelve times as long.
const MAX_TEXT_LENGTH: u64 = 1 << 26;
const MAX_LATEX_LENGTH: u64 = 1 << 22;
/// The maximum birthday of a game whose options are sorted: the library supports 25,000 levels.
const MAX_BIRTHDAY: u64 = 20_000;
/// The maximum number of games of a tree. A picture of more is not readable.
const MAX_NODES: usize = 10_000;
/// The maximum number of options of a player.
const MAX_OPTIONS: usize = 65_535;

/// A value: the canonical form of a short game.
///
/// Created from a text in the usual notation, an int, a Fraction whose denominator is a power of two, or another Game.
///
/// >>> g = dicot.Game("{1|*}")
/// >>> g + g
/// Game('1*')
/// >>> g - 1, -g, 3 * g
/// (Game('{0|-1*}'), Game('{*|-1}'), Game('{2*|1}'))
/// >>> dicot.Game("^") > 0, dicot.Game("*") == 0, dicot.Game("*").confused(0)
/// (True, False, True)
/// >>> g <= dicot.Game("1/2")
/// False
///
/// A text that is compared with a game is parsed, and raises ParseError if it is not a game. A float stands for the
/// exact number that it is. Games that are numbers hash as those numbers; a game and its text hash differently. So use
/// Games in sets, as keys, and for `isin` in pandas.
///
/// >>> g == "{1|*}", g < "2", dicot.Game("1/2") == 0.5
/// (True, True, True)
/// >>> "*" in {dicot.Game("*")}, dicot.Game("*1") in {dicot.Game("*")}
/// (False, True)
///
/// Games are only partially ordered: `not g <= h` means that g is greater than h or confused with it. So lists of games
/// cannot be sorted by value; `sort_key` is for another order.
#[pyclass(module = "dicot", frozen)]
#[derive(Debug)]
pub(crate) struct Game(pub(crate) CanonicalForm);

impl From<CanonicalForm> for Game {
    fn from(g: CanonicalForm) -> Game {
        Game(g)
    }
}

impl Game {
    /// Adds a number or a game. Either operand can be negated first.
    fn sum(
        &self,
        negated: bool,
        other: &Bound<'_, PyAny>,
        other_negated: bool,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Some(other) = operand(other)? else { return Ok(py.NotImplemented()) };
        let g = if negated { -&self.0 } else { self.0.clone() };
        let h = if other_negated { -other } else { other };
        let sum = soon(py, &self.0, |calculation| calculation.sum(&g, &h))?;
        Ok(Py::new(py, Game(sum))?.into_any())
    }

    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<Option<Option<Ordering>>> {
        let py = other.py();
        let other = match comparand(other) {
            Ok(Some(other)) => other,
            Ok(None) => return Ok(None),
            Err(error) if other.is_instance_of::<PyString>() => return Err(error),
            Err(error) => return compared_from_afar(other).ok_or(error).map(Some),
        };
        soon(py, &self.0, |calculation| calculation.compare(&self.0, &other)).map(Some)
    }

    /// The text, unless it is too long.
    pub(crate) fn whole_text(&self, py: Python<'_>, shared: bool) -> PyResult<String> {
        let (text, length) = with(py, &self.0, |calculation| {
            if !shared {
                return calculation.text_of_at_most(&self.0, MAX_TEXT_LENGTH);
            }
            let (_, length) = calculation.shared_text_start(&self.0, 0)?;
            let text = (length <= MAX_TEXT_LENGTH).then(|| calculation.to_shared_text(&self.0));
            Ok((text.transpose()?, length))
        })?;
        let hint = if shared { "" } else { ": see shared_text and text_start" };
        text.ok_or_else(|| {
            PyOverflowError::new_err(format!("the text has {length} characters{hint}"))
        })
    }

    /// The number that the game is, as a `Fraction`.
    fn only_number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some(number) = self.0.to_number() else {
            let (title, what) =
                (self.title(py)?, "mean(), left_stop() and right_stop() are numbers");
            return Err(PyValueError::new_err(format!("{title} is not a number; {what}")));
        };
        fraction(py, number)
    }

    fn start(&self, py: Python<'_>, most: usize) -> PyResult<(String, u64)> {
        with(py, &self.0, |calculation| calculation.text_start(&self.0, most))
    }

    /// The title of a picture.
    fn title(&self, py: Python<'_>) -> PyResult<String> {
        let (text, length) = self.start(py, SHOWN)?;
        Ok(if length <= SHOWN as u64 { text } else { format!("{text}... ({length} characters)") })
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (value, /))]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Game> {
        argument(value).map(Game)
    }

    /// The game {left|right} with any options: dominated ones are removed and reversible ones bypassed.
    ///
    /// >>> dicot.Game.from_options([0], ["*"])
    /// Game('^')
    #[staticmethod]
    fn from_options(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Game> {
        let options = |list: &Bound<'_, PyAny>| -> PyResult<Vec<CanonicalForm>> {
            list.try_iter()?.map(|option| argument(&option?)).collect()
        };
        let (left_options, right_options) = (options(left)?, options(right)?);
        let (session, settings) = session();
        let form = compute(left.py(), settings, |limits| {
            let store = session.store();
            let mut calculation = store.calculate(limits);
            Ok(calculation.form(left_options.iter().cloned(), right_options.iter().cloned())?)
        });
        form.map(Game)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.sum(false, other, false)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.sum(false, other, false)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.sum(false, other, true)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.sum(true, other, false)
    }

    fn __mul__(&self, n: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = n.py();
        let n: i64 = match n.extract() {
            Ok(n) => n,
            Err(error) if error.is_instance_of::<PyTypeError>(py) => return Ok(py.NotImplemented()),
            Err(error) => return Err(error),
        };
        let multiple = with(py, &self.0, |calculation| calculation.multiple(&self.0, n))?;
        Ok(Py::new(py, Game(multiple))?.into_any())
    }

    fn __rmul__(&self, n: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(n)
    }

    fn __neg__(&self) -> Game {
        Game(-&self.0)
    }

    fn __pos__(slf: Py<Game>) -> Py<Game> {
        slf
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let answer = match op {
            CompareOp::Eq | CompareOp::Ne => match comparand(other) {
                Ok(Some(other)) => Some((self.0 == other) == matches!(op, CompareOp::Eq)),
                Ok(None) => None,
                // A number that is not a game differs from every game. A text that is not a game is an error.
                Err(error)
                    if !other.is_instance_of::<PyString>()
                        && (error.is_instance_of::<PyValueError>(py)
                            || error.is_instance_of::<PyOverflowError>(py)) =>
                {
                    Some(matches!(op, CompareOp::Ne))
                }
                Err(error) => return Err(error),
            },
            _ => self.compare(other)?.map(|ordering| match (op, ordering) {
                (CompareOp::Lt, Some(ordering)) => ordering.is_lt(),
                (CompareOp::Le, Some(ordering)) => ordering.is_le(),
                (CompareOp::Gt, Some(ordering)) => ordering.is_gt(),
                (CompareOp::Ge, Some(ordering)) => ordering.is_ge(),
                _ => false,
            }),
        };
        match answer {
            None => Ok(py.NotImplemented()),
            Some(answer) => Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind()),
        }
    }

    /// Whether the game is not 0.
    ///
    /// >>> [bool(dicot.Game(text)) for text in ("0", "1/2", "*")]
    /// [False, True, True]
    fn __bool__(&self) -> bool {
        self.0 != CanonicalForm::ZERO
    }

    /// The number as an int, without its fraction, as Python's numbers do.
    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<PyInt>().call1((self.only_number(py)?,))
    }

    /// The number as a float.
    ///
    /// >>> float(dicot.Game("3/4"))
    /// 0.75
    fn __float__<'py>(&self, py: Python<'py>) -> PyResult<f64> {
        self.only_number(py)?.extract()
    }

    /// The numerator and the denominator of a number.
    ///
    /// >>> dicot.Game("3/4").as_integer_ratio()
    /// (3, 4)
    fn as_integer_ratio<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.only_number(py)?.call_method0("as_integer_ratio")
    }

    /// A game that is a number hashes as the number, because it equals ints, Fractions and floats. Texts hash
    /// differently, although they compare equal.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match self.0.to_number() {
            Some(number) => fraction(py, number)?.hash(),
            None => {
                let mut hasher = DefaultHasher::new();
                self.0.hash(&mut hasher);
                // A hash of -1 signals an error in Python.
                Ok((hasher.finish() as isize).max(isize::MIN + 1) & !1)
            }
        }
    }

    /// Whether neither game is as good as the other for Left.
    ///
    /// >>> dicot.Game("*").confused("^")
    /// True
    fn confused(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let other = argument(other)?;
        with(py, &self.0, |calculation| Ok(calculation.compare(&self.0, &other)?.is_none()))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.whole_text(py, false)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (text, length) = self.start(py, SHOWN)?;
        Ok(match length <= SHOWN as u64 {
            true => format!("Game('{text}')"),
            false => format!("<dicot.Game {text}... ({length} characters)>"),
        })
    }

    fn __format__<'py>(slf: &Bound<'py, Self>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.str()?.call_method1("__format__", (spec,))
    }

    /// The first characters of the text. The text of a small game can be exponentially long.
    ///
    /// >>> dicot.Game("{3||2|1}").text_start(4)
    /// '{3||'
    fn text_start(&self, py: Python<'_>, most: Whole<usize>) -> PyResult<String> {
        Ok(self.start(py, most.0.min(MAX_TEXT_LENGTH as usize))?.0)
    }

    /// The number of characters of the text.
    fn text_length(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.start(py, 0)?.1)
    }

    /// The text in which parts that occur more than once have names.
    ///
    /// Its length is at most proportional to the number of followers with their options. It is parsed as the same game.
    ///
    /// >>> g = dicot.Game("{4|2*|||1|-1*} + {3|1^||0}")
    /// >>> g.shared_text()[:41]
    /// 'a := {{7|5*},{7|5^}|{5*|3^*},{5^|3^*}}; b'
    /// >>> dicot.Game(g.shared_text()) == g
    /// True
    fn shared_text(&self, py: Python<'_>) -> PyResult<String> {
        self.whole_text(py, true)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let (py, game) = (slf.py(), slf.get());
        let (text, _) = with(py, &game.0, |calculation| {
            calculation.text_of_at_most(&game.0, MAX_PICKLED_LENGTH)
        })?;
        let text = text.map_or_else(|| game.whole_text(py, true), Ok)?;
        Ok((slf.get_type(), PyTuple::new(py, [text])?))
    }

    /// The game itself, which never changes.
    fn __copy__(slf: Py<Game>) -> Py<Game> {
        slf
    }

    /// The game itself, which never changes.
    fn __deepcopy__(slf: Py<Game>, _memo: &Bound<'_, PyAny>) -> Py<Game> {
        slf
    }

    /// Left's canonical options, in the order in which they are printed.
    ///
    /// >>> dicot.Game("{^^*|*,v}").left_options()
    /// [Game('^^*')]
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<Game>> {
        self.options(py, Side(Player::Left))
    }

    /// Right's canonical options, in the order in which they are printed.
    ///
    /// >>> dicot.Game("{^^*|*,v}").right_options()
    /// [Game('*'), Game('v')]
    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<Game>> {
        self.options(py, Side(Player::Right))
    }

    /// A player's canonical options, in the order in which they are printed.
    pub(crate) fn options(&self, py: Python<'_>, player: Side) -> PyResult<Vec<Game>> {
        let Side(player) = player;
        with(py, &self.0, |_| {
            let g = &self.0;
            if g.option_count(player) > MAX_OPTIONS {
                return Err(ValueError::TooManyOptions);
            }
            if g.option_count(player) > 1
                && g.to_number_up_star().is_none()
                && g.birthday() > MAX_BIRTHDAY
            {
                return Err(ValueError::TooDeep);
            }
            Ok(g.options(player).map(Game).collect())
        })
    }

    /// The outcome: 'L' or 'R' if that player wins, 'N' if the player who starts wins, 'P' if the other one does.
    ///
    /// >>> dicot.Game("^").outcome(), dicot.Game("*").outcome()
    /// ('L', 'N')
    pub(crate) fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        soon(py, &self.0, |calculation| calculation.outcome(&self.0)).map(|o| o.to_string())
    }

    /// The mean value: the stops of n copies divided by n, for large n.
    ///
    /// >>> dicot.Game("{4||2|-4}").mean()
    /// Fraction(2, 1)
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, soon(py, &self.0, |calculation| calculation.mean(&self.0))?)
    }

    /// The temperature: how much the first move is worth.
    ///
    /// >>> dicot.Game("{3|-1}").temperature(), dicot.Game("1/4").temperature()
    /// (Fraction(2, 1), Fraction(-1, 4))
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, soon(py, &self.0, |calculation| calculation.temperature(&self.0))?)
    }

    /// The thermograph.
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        let walls = with(py, &self.0, |calculation| calculation.thermograph(&self.0))?;
        let walls = LoopyThermograph::from(&walls);
        Ok(Thermograph { walls, title: self.title(py)? })
    }

    /// The number that is reached if Left starts.
    ///
    /// >>> dicot.Game("{3||2|-1}").left_stop()
    /// Fraction(3, 1)
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.stop(Player::Left))
    }

    /// The number that is reached if Right starts.
    ///
    /// >>> dicot.Game("{3||2|-1}").right_stop()
    /// Fraction(2, 1)
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.stop(Player::Right))
    }

    /// The day on which the game is born.
    ///
    /// >>> dicot.Game("^").birthday()
    /// 2
    fn birthday(&self) -> u64 {
        self.0.birthday()
    }

    /// The number of followers, the game itself included.
    ///
    /// >>> dicot.Game("^*").follower_count()
    /// 3
    fn follower_count(&self) -> u64 {
        self.0.follower_count()
    }

    /// The atomic weight, or None if the game does not have one.
    ///
    /// >>> dicot.Game("^3*").atomic_weight()
    /// Game('3')
    /// >>> dicot.Game("{1|-1}").atomic_weight() is None
    /// True
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let weight = with(py, &self.0, |calculation| calculation.atomic_weight(&self.0))?;
        Ok(weight.map(Game))
    }

    /// What a player gains by each move, without dominated incentives.
    ///
    /// >>> dicot.Game("{3|-1}").incentives("left")
    /// [Game('{4|0}')]
    fn incentives(&self, py: Python<'_>, player: Side) -> PyResult<Vec<Game>> {
        let Side(player) = player;
        let list = with(py, &self.0, |calculation| calculation.incentives(&self.0, player))?;
        Ok(list.into_iter().map(Game).collect())
    }

    /// The game cooled by a temperature: each move costs that much.
    ///
    /// >>> dicot.Game("{3|-1}").cool(1)
    /// Game('{2|0}')
    fn cool(&self, temperature: &Bound<'_, PyAny>) -> PyResult<Game> {
        let t = number(temperature)?;
        with(temperature.py(), &self.0, |calculation| calculation.cool(&self.0, t)).map(Game)
    }

    /// The game cooled by its temperature.
    ///
    /// >>> dicot.Game("{3|-1}").freeze()
    /// Game('1*')
    fn freeze(&self, py: Python<'_>) -> PyResult<Game> {
        with(py, &self.0, |calculation| calculation.freeze(&self.0)).map(Game)
    }

    /// The game heated by another one.
    ///
    /// >>> dicot.Game("*").heat(2)
    /// Game('+-2')
    fn heat(&self, temperature: &Bound<'_, PyAny>) -> PyResult<Game> {
        let t = argument(temperature)?;
        with(temperature.py(), &self.0, |calculation| calculation.heat(&self.0, &t)).map(Game)
    }

    /// The game overheated from one game to another.
    ///
    /// >>> dicot.Game("1/2").overheat(1, 1)
    /// Game('{1|0}')
    fn overheat(&self, start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<Game> {
        let (s, t) = (argument(start)?, argument(end)?);
        with(start.py(), &self.0, |calculation| calculation.overheat(&self.0, &s, &t)).map(Game)
    }

    /// The reduced canonical form: the simplest game at an infinitesimal distance.
    ///
    /// >>> dicot.Game("{2^|-1*}").reduced()
    /// Game('{2|-1}')
    fn reduced(&self, py: Python<'_>) -> PyResult<Game> {
        with(py, &self.0, |calculation| calculation.reduced_canonical_form(&self.0)).map(Game)
    }

    /// The Norton product with a positive game.
    fn norton_product(&self, unit: &Bound<'_, PyAny>) -> PyResult<Game> {
        let u = argument(unit)?;
        with(unit.py(), &self.0, |calculation| calculation.norton_product(&self.0, &u)).map(Game)
    }

    /// Conway's product.
    fn conway_product(&self, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        let h = argument(other)?;
        with(other.py(), &self.0, |calculation| calculation.conway_product(&self.0, &h)).map(Game)
    }

    /// The ordinal sum, with this game as the base.
    ///
    /// >>> dicot.Game("*").ordinal_sum(1)
    /// Game('^*')
    fn ordinal_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        let h = argument(other)?;
        with(other.py(), &self.0, |calculation| calculation.ordinal_sum(&self.0, &h)).map(Game)
    }

    /// The number that the game is, or None.
    ///
    /// >>> dicot.Game("{0||1|2}").number()
    /// Fraction(1, 1)
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.to_number().map(|x| fraction(py, x)).transpose()
    }

    /// The m of the nimber *m that the game is, or None.
    ///
    /// >>> dicot.Game("*2+*3").nimber()
    /// 1
    fn nimber(&self) -> Option<u32> {
        self.0.to_nimber()
    }

    /// The coefficients of ^, ^<2>, ^<3> and so on if the game is a sum of these, a number and a nimber; or None.
    ///
    /// >>> dicot.Game("{^|*}").uptimal()
    /// [1, 1]
    fn uptimal(&self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        let uptimal = with(py, &self.0, |calculation| calculation.to_uptimal(&self.0))?;
        Ok(uptimal.map(|uptimal| uptimal.coefficients().to_vec()))
    }

    /// Whether the game is a number.
    fn is_number(&self) -> bool {
        self.0.to_number().is_some()
    }

    /// Whether the game is an integer.
    fn is_integer(&self) -> bool {
        self.0.to_integer().is_some()
    }

    /// Whether the game is a nimber *m; 0 is a nimber.
    fn is_nimber(&self) -> bool {
        self.0.to_nimber().is_some()
    }

    /// Whether the game is a sum of a number, ups and a nimber.
    fn is_number_up_star(&self) -> bool {
        self.0.to_number_up_star().is_some()
    }

    /// Whether the game is its own negative, but not a nimber.
    fn is_switch(&self) -> bool {
        self.0.is_switch()
    }

    /// Whether the game is smaller than every positive number and greater than every negative one.
    fn is_infinitesimal(&self) -> bool {
        self.0.is_infinitesimal()
    }

    /// Whether the game is a dicot: in every follower both players can move, or neither.
    fn is_dicot(&self) -> bool {
        self.0.is_dicot()
    }

    /// Whether the player who moves gains: the temperature is positive.
    ///
    /// >>> dicot.Game("{1|-1}").is_hot(), dicot.Game("*").is_hot()
    /// (True, False)
    fn is_hot(&self) -> bool {
        self.0.stop(Player::Left) != self.0.stop(Player::Right)
    }

    /// The picture of the game as a tree, in which each follower is drawn once.
    ///
    /// At most `nodes` games are drawn. Numbers, nimbers and ups are leaves; with `expand` their options are drawn.
    ///
    /// >>> picture = dicot.Game("{^^*|*,v}").tree(title="a first tree")
    /// >>> "a first tree" in picture.svg()
    /// True
    #[pyo3(signature = (*, nodes=Whole(200), expand=false, title=None, width=None),
           text_signature = "($self, *, nodes=200, expand=False, title=None, width=None)")]
    fn tree(
        &self,
        py: Python<'_>,
        nodes: Whole<usize>,
        expand: bool,
        title: Option<String>,
        width: Option<Whole<u32>>,
    ) -> PyResult<Picture> {
        let nodes = nodes.0;
        if !(1..=MAX_NODES).contains(&nodes) {
            return Err(PyValueError::new_err(format!("nodes are 1 to {MAX_NODES}, not {nodes}")));
        }
        let options = TreeOptions { picture: options(title, width), nodes, expand };
        let (_, settings) = store_of(&self.0);
        let picture =
            compute(py, settings, |limits| match dicot_svg::tree(&self.0, &options, limits) {
                Ok(picture) => Ok(picture),
                Err(TreeError::Value(error)) => Err(Problem::from(error)),
                Err(error) => Err(Problem::arguments(format!("{error}; see the argument nodes"))),
            });
        picture.map(Picture)
    }

    /// The text in LaTeX, for math mode.
    ///
    /// >>> print(dicot.Game("{2|-1}").to_latex())
    /// \{2 \mid -1\}
    ///
    /// It takes no package. OverflowError is raised if the text has more than 4 MiB.
    pub(crate) fn to_latex(&self, py: Python<'_>) -> PyResult<String> {
        match with(py, &self.0, |calculation| calculation.text_len(&self.0))? {
            length if length > MAX_LATEX_LENGTH => {
                Err(PyOverflowError::new_err(format!("the text has {length} characters")))
            }
            _ => with(py, &self.0, |calculation| calculation.to_latex(&self.0)),
        }
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(no_attribute(slf.as_any(), name))
    }

    /// The start of a long text.
    fn _repr_pretty_(&self, printer: &Bound<'_, PyAny>, _cycle: bool) -> PyResult<()> {
        pretty::print(printer, self.start(printer.py(), SHOWN)?)
    }

    /// The start of a long text.
    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        let (text, length) = self.start(py, SHOWN)?;
        let math = latex::math(&text).unwrap_or_default();
        let more = if length > SHOWN as u64 { "\\dots" } else { "" };
        Ok(format!("$\\displaystyle {math}{more}$"))
    }
}
