//! Positions of any ruleset.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Mutex;

use dicot::board::{Edge, Grid};
use dicot::rules::{AnyBoard, AnyPosition, AnyRuleset, Position as _, Short};
use dicot::{CanonicalForm, Player, ValueError, WeakForm};
use dicot_loopy::{LoopyOutcome, OptionGraph};
use dicot_rulesets::{
    AnyAnalyzer, Failure, PositionExt, RulesetError, RulesetExt, library, lock, rule_file,
};
use dicot_svg::{Options, Picture};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{Rules, Side, Text, Whole, no_attribute};
use crate::errors::os_error;
use crate::game::{Game, object};
use crate::picture::options;
use crate::session::with_session;
use crate::sum::Sum;

/// A position of a ruleset: dicot.Position("konane", ".xo."), or dicot.Konane(".xo.").
///
/// Each ruleset has its own class; dicot.rulesets() lists them. Left is x, Right is o. Positions of any rulesets and
/// games can be added; the result is a Sum.
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
pub(crate) struct Position(
    AnyPosition,
    /// The value that was found last. It does not keep the store, which is freed when the session is too large.
    Mutex<Option<WeakForm>>,
);

impl From<AnyPosition> for Position {
    fn from(position: AnyPosition) -> Position {
        Position(position, Mutex::default())
    }
}

impl Position {
    /// The position; `None` if its ruleset does not have values.
    pub(crate) fn with_value(&self) -> Option<&AnyPosition> {
        self.0.valued()
    }

    /// Whether play need not end.
    pub(crate) fn is_loopy(&self) -> bool {
        self.0.ruleset().has_loopy_values()
    }

    /// The position, whatever its ruleset is.
    pub(crate) fn object(&self) -> &AnyPosition {
        &self.0
    }

    /// Converts a position to an object of the class of its ruleset.
    pub(crate) fn to_object<'py>(
        py: Python<'py>,
        position: &AnyPosition,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ruleset = position.ruleset();
        let is_of_library = || library().iter().any(|known| known == ruleset);
        match is_of_library() || text_of(ruleset).is_some() {
            true => {
                let arguments = (&ruleset.spec().name, position.to_string());
                py.import("dicot._positions")?.getattr("position")?.call1(arguments)
            }
            false => Ok(Bound::new(py, Position::from(position.clone()))?.into_any()),
        }
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn picture(&self, caption: &str, options: &Options) -> Option<Picture> {
        dicot_svg::position(&self.0, caption, options)
    }

    /// The text of the position in a sum, with the name of its ruleset.
    pub(crate) fn sum_text(&self) -> String {
        format!("{}:{}", self.rules(), self.0)
    }

    /// The value, if it was found and its store was not freed.
    fn known_value(&self) -> Option<CanonicalForm> {
        lock(&self.1).as_ref().and_then(WeakForm::upgrade)
    }

    /// The position; an exception if its ruleset does not have values.
    pub(crate) fn valued(&self) -> PyResult<&AnyPosition> {
        self.0.valued().ok_or_else(|| match self.is_loopy() {
            true => PyTypeError::new_err(format!(
                "this needs a short value, and play of {} need not end: value(), outcome() and winning_moves() are known, also of sums",
                self.rules()
            )),
            false => PyTypeError::new_err(RulesetError::no_values(self.0.ruleset()).to_string()),
        })
    }

    fn analyze<T: Send>(
        &self,
        py: Python<'_>,
        computation: impl Fn(&mut dyn AnyAnalyzer, &AnyPosition) -> Result<T, ValueError> + Send + Sync,
    ) -> PyResult<T> {
        let ruleset = self.valued()?.ruleset();
        with_session(py, |session, limits| computation(session.analyzer(ruleset, limits), &self.0))
    }
}

impl Position {
    fn loopy_outcomes(&self, py: Python<'_>) -> PyResult<(OptionGraph, Vec<LoopyOutcome>)> {
        with_session(py, |session, limits| session.loopy_outcomes(&self.0, limits))
    }
}

/// Vertices, each with its label.
type Labels = Vec<(u8, String)>;

/// Creates a position of the same class.
fn like<'py>(position: &Bound<'py, Position>, text: String) -> PyResult<Bound<'py, PyAny>> {
    let class = position.get_type();
    match class.is(position.py().get_type::<Position>()) {
        true => class.call1((position.get().rules(), text)),
        false => class.call1((text,)),
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (rules, text, /))]
    fn new(rules: Rules, text: Text) -> PyResult<Position> {
        let ruleset = library().find(&rules);
        let ruleset = ruleset.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let position = ruleset.parse(&text);
        position
            .map(Position::from)
            .map_err(|failure| PyValueError::new_err(failure.message().to_owned()))
    }

    /// The name of the ruleset.
    #[getter]
    fn rules(&self) -> &str {
        &self.0.ruleset().spec().name
    }

    /// Whether positions of the ruleset have values that are short.
    #[getter]
    fn _has_values(&self) -> bool {
        self.with_value().is_some()
    }

    /// Whether play need not end.
    #[getter]
    fn _is_loopy(&self) -> bool {
        self.is_loopy()
    }

    /// The cells of the board as rows of letters, from the top; None if the position is not a board.
    ///
    /// >>> dicot.Clobber("xo/o.").cells()
    /// [['x', 'o'], ['o', '.']]
    fn cells(&self) -> Option<Vec<Vec<String>>> {
        fn rows<T: ToString>(grid: &Grid<T>) -> Vec<Vec<String>> {
            grid.rows().map(|row| row.iter().map(T::to_string).collect()).collect()
        }
        match self.0.board() {
            AnyBoard::Cells(grid) => Some(rows(&grid)),
            AnyBoard::Stacks(grid) => Some(rows(&grid)),
            _ => None,
        }
    }

    /// The counters of the heaps, below 0 with the players exchanged; None if the position is not one of heaps.
    ///
    /// >>> dicot.Nim(3, 5).heaps()
    /// [3, 5]
    fn heaps(&self) -> Option<Vec<i32>> {
        match self.0.board() {
            AnyBoard::Heaps(heaps) => Some(heaps),
            _ => None,
        }
    }

    /// The edges of the graph: two vertices, and the colour 'b', 'r' or 'g' where edges have one; an arrow leads from the first to the
    /// second, and an edge of a directed graph is two arrows. None if the position is not a graph.
    ///
    /// >>> dicot.Hackenbush("n=3 0-1:b 1-2:r").edges()
    /// [(0, 1, 'b'), (1, 2, 'r')]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyTuple>>>> {
        let AnyBoard::Graph(graph, form) = self.0.board() else { return Ok(None) };
        let mut edges = Vec::new();
        for edge in graph.edges() {
            let ([u, v], colour) = (edge.ends(), edge.colour().letter());
            let ways = [(u, v), (v, u)].into_iter().filter(|&(_, to)| edge.leads_to(to));
            for (from, to) in ways.take(if form.directed { 2 } else { 1 }) {
                edges.push(match form.coloured {
                    true => (from, to, colour).into_pyobject(py)?,
                    false => (from, to).into_pyobject(py)?,
                });
            }
        }
        Ok(Some(edges))
    }

    /// The number of vertices of the graph, their labels, and whether edges are arrows; None if the position is not a graph.
    fn _graph(&self) -> Option<(u8, Labels, bool)> {
        let AnyBoard::Graph(graph, form) = self.0.board() else { return None };
        let label = |v: u8| match graph.label(v) {
            _ if graph.is_gone(v) => form.has_gone().then(|| "#".to_owned()),
            Some(player) => Some(player.to_string()[..1].to_owned()),
            None => {
                Some(graph.counters(v)).filter(|&n| form.counted && n != 1).map(|n| n.to_string())
            }
        };
        let labels = (0..graph.vertices()).filter_map(|v| Some((v, label(v)?))).collect();
        let is_one_way = |edge: &Edge| edge.ends().iter().any(|&end| !edge.leads_to(end));
        Some((graph.vertices(), labels, form.directed || graph.edges().iter().any(is_one_way)))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (class, position) = (slf.get_type(), slf.get());
        let name = class.name()?;
        Ok(match class.is(slf.py().get_type::<Position>()) {
            true => format!("{name}('{}', '{}')", position.rules(), position.0),
            false => format!("{name}('{}')", position.0),
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Position>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let same = self.0 == other.0;
        Ok(same.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, class, position) = (slf.py(), slf.get_type(), slf.get());
        let is_base = class.is(py.get_type::<Position>());
        // Another process imports a class of a user, and makes that of a rule file.
        if (is_base || class.module()?.to_cow()? == "dicot")
            && let Some(rules) = text_of(position.0.ruleset())
        {
            let function = py.import("dicot._positions")?.getattr("position_with_rules")?;
            return Ok((function, PyTuple::new(py, [rules, position.text()])?));
        }
        let arguments = match is_base {
            true => vec![position.rules().to_owned(), position.text()],
            false => vec![position.text()],
        };
        Ok((class.into_any(), PyTuple::new(py, arguments)?))
    }

    /// A player's moves as texts.
    ///
    /// >>> dicot.Clobber("xo/ox").moves("left")
    /// ['a2-b2', 'a2-a1', 'b1-b2', 'b1-a1']
    fn moves(&self, player: Side) -> Vec<String> {
        let Side(player) = player;
        self.0.moves(player).map(|mv| mv.to_string()).collect()
    }

    /// The position after a player's move.
    ///
    /// >>> dicot.Clobber("xo/ox").play("left", "a2-b2")
    /// Clobber('.x/ox')
    fn play<'py>(
        slf: &Bound<'py, Self>,
        player: Side,
        r#move: Text,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Side(player) = player;
        let after = slf.get().0.play_text(player, &r#move);
        let after = after.map_err(|failure| PyValueError::new_err(failure.message().to_owned()))?;
        like(slf, after.to_string())
    }

    /// The value.
    ///
    /// >>> dicot.Clobber("xox/ox.").value()
    /// Game('{^^*|*,v}')
    ///
    /// Where play need not end it is a Game or a LoopyGame.
    ///
    /// >>> dicot.FoxAndGeese(".g.g/..../..../..f.").value()
    /// LoopyGame('over')
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(value) = self.known_value() {
            return object(py, value.into());
        }
        let value = match self.is_loopy() {
            true => {
                with_session(py, |session, limits| session.loopy_value(&self.0, limits))?.into()
            }
            false => {
                let value =
                    self.analyze(py, |analyzer, position| analyzer.canonical_form(position))?;
                *lock(&self.1) = Some(value.downgrade());
                value.into()
            }
        };
        object(py, value)
    }

    /// The outcome: 'L' or 'R' if that player wins, 'N' if the player who starts wins, 'P' if the other one does.
    ///
    /// >>> dicot.Clobber("xoxoxo").outcome()
    /// 'P'
    ///
    /// Where play need not end it can also be 'D', a draw; 'NHat' or 'PHat', if Left wins by starting or by moving second and
    /// otherwise draws; or 'NCheck' or 'PCheck', the same for Right.
    ///
    /// >>> dicot.Combo("b1,./.,w1").outcome()
    /// 'D'
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_loopy() {
            let (_, outcomes) = self.loopy_outcomes(py)?;
            return Ok(outcomes[0].to_string());
        }
        if let Some(value) = self.known_value() {
            return Game(value).outcome(py);
        }
        self.analyze(py, |analyzer, position| analyzer.outcome(position))
            .map(|outcome| outcome.to_string())
    }

    /// The moves with which a player wins, moving first.
    fn winning_moves(&self, py: Python<'_>, player: Side) -> PyResult<Vec<String>> {
        let Side(player) = player;
        if self.is_loopy() {
            let (graph, outcomes) = self.loopy_outcomes(py)?;
            let wins = |option: u32| match player {
                Player::Left => outcomes[option as usize].right_first == Some(player),
                Player::Right => outcomes[option as usize].left_first == Some(player),
            };
            let moves = self.0.moves(player).zip(graph.options(0, player));
            let winning = moves.filter(|&(_, &option)| wins(option));
            return Ok(winning.map(|(mv, _)| mv.to_string()).collect());
        }
        self.analyze(py, |analyzer, position| analyzer.winning_moves(position, player))
    }

    /// A player's moves to canonical options; all other moves are dominated or reversible.
    ///
    /// >>> dicot.Clobber("xxo.ox").sensible_moves("right")
    /// ['c1-b1']
    fn sensible_moves(&self, py: Python<'_>, player: Side) -> PyResult<Vec<String>> {
        let Side(player) = player;
        self.analyze(py, |analyzer, position| analyzer.sensible_moves(position, player))
    }

    /// The components: positions whose values add up to the value of this one.
    ///
    /// Components that are trivially 0 are omitted.
    fn components<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let parts = slf.get().valued()?.components();
        parts.map(|part| like(slf, part.to_string())).collect()
    }

    /// The components with their values.
    ///
    /// >>> dicot.Clobber("xxo.ox").component_values()
    /// [(Clobber('xxo'), Game('^')), (Clobber('ox'), Game('*'))]
    fn component_values<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<(Bound<'py, PyAny>, Game)>> {
        let values =
            slf.get().analyze(slf.py(), |analyzer, position| analyzer.decompose(position))?;
        let object =
            |(part, value): (AnyPosition, _)| Ok((like(slf, part.to_string())?, Game(value)));
        values.into_iter().map(object).collect()
    }

    /// The position with the players exchanged.
    ///
    /// >>> -dicot.Clobber("xxo")
    /// Clobber('oox')
    fn __neg__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let negative = slf.get().valued()?.negative();
        like(slf, negative.to_string())
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

    /// The picture of the board as SVG; None for a ruleset without boards.
    #[pyo3(signature = (*, title=None, caption="", width=None))]
    fn svg(
        &self,
        title: Option<String>,
        caption: &str,
        width: Option<Whole<u32>>,
    ) -> Option<String> {
        let picture = self.picture(caption, &options(title, width));
        picture.map(|picture| picture.to_string())
    }

    /// The picture of the board as a tikzpicture for LaTeX; None for a ruleset without boards.
    #[pyo3(signature = (*, title=None, caption="", width=None))]
    fn tikz(
        &self,
        title: Option<String>,
        caption: &str,
        width: Option<Whole<u32>>,
    ) -> Option<String> {
        let picture = self.picture(caption, &options(title, width));
        picture.map(|picture| picture.to_tikz())
    }

    /// The position as a board to click, in a notebook; it needs the package anywidget.
    ///
    /// See `dicot.widgets.Board`, and `dicot.widgets.Moves` for positions without short values.
    fn widget<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let name = if slf.get().with_value().is_some() { "Board" } else { "Moves" };
        slf.py().import("dicot.widgets")?.getattr(name)?.call1((slf,))
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(no_attribute(slf.as_any(), name))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg(None, "", None)
    }
}

/// All rulesets: their names, the rules in a line, the notation of positions, whether they have values, or loopy
/// values, and the ruleset of their matches, if that is another one.
///
/// >>> dicot.rulesets()[0]["name"]
/// 'clobber'
#[pyfunction]
pub(crate) fn rulesets(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    library().iter().map(|ruleset| line(py, ruleset)).collect()
}

fn line<'py>(py: Python<'py>, ruleset: &AnyRuleset) -> PyResult<Bound<'py, PyDict>> {
    let (spec, line) = (ruleset.spec(), PyDict::new(py));
    line.set_item("name", &spec.name)?;
    line.set_item("aliases", spec.aliases.to_vec())?;
    line.set_item("about", &spec.about)?;
    line.set_item("notation", spec.notation())?;
    line.set_item("values", ruleset.has_values())?;
    line.set_item("loopy", ruleset.has_loopy_values())?;
    line.set_item("matches", spec.matches.as_deref())?;
    Ok(line)
}

/// The ruleset of a file: its title, and a line as of `rulesets`.
#[pyfunction]
#[pyo3(signature = (path, /))]
pub(crate) fn read_ruleset_file(
    py: Python<'_>,
    path: PathBuf,
) -> PyResult<(String, Bound<'_, PyDict>)> {
    let text = py.detach(|| rule_file::text_of_file(&path));
    let text = text.map_err(|error| os_error(py, &path, &error))?;
    let path = path.to_string_lossy();
    let ruleset = py.detach(|| rule_file::from_text_of_file(&path, &text));
    keep(py, ruleset, &text)
}

/// The ruleset of a text like that of a file.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn read_ruleset_text(
    py: Python<'_>,
    text: Text,
) -> PyResult<(String, Bound<'_, PyDict>)> {
    keep(py, py.detach(|| rule_file::from_text("text", &text)), &text)
}

fn keep<'py>(
    py: Python<'py>,
    ruleset: Result<AnyRuleset, Failure>,
    text: &str,
) -> PyResult<(String, Bound<'py, PyDict>)> {
    let ruleset = ruleset.map_err(|failure| PyValueError::new_err(failure.message().to_owned()))?;
    if text_of(&ruleset).is_none() {
        lock(&FILES).push((ruleset.clone(), text.to_owned()));
    }
    Ok((ruleset.spec().title.clone(), line(py, &ruleset)?))
}

/// The rulesets of this process that were read from texts and can be named, with the texts.
static FILES: Mutex<Vec<(AnyRuleset, String)>> = Mutex::new(Vec::new());

/// The rulesets that were read from texts.
pub(crate) fn rulesets_from_texts() -> Vec<AnyRuleset> {
    lock(&FILES).iter().map(|(ruleset, _)| ruleset.clone()).collect()
}

/// What another process needs for a ruleset: its name there, and the text that it is read from; `None` for one of the library.
#[pyfunction]
#[pyo3(signature = (rules, /))]
pub(crate) fn portable_rules(rules: Rules) -> PyResult<(String, Option<String>)> {
    let ruleset = library().find(&rules);
    let ruleset = ruleset.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((ruleset.spec().name_in_files().to_owned(), text_of(&ruleset)))
}

fn text_of(ruleset: &AnyRuleset) -> Option<String> {
    let name = ruleset.spec().name_in_files();
    let files = lock(&FILES);
    let file = files.iter().find(|(file, _)| file.spec().name_in_files() == name);
    file.map(|(_, text)| text.clone())
}
