//! Worksheets: expressions whose definitions stay, as files and as objects.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use dicot::{LimitKind, Limits, ValueError};
use dicot_api::Session;
use dicot_api::files::replace_file;
use dicot_calc::{Answer, Document, Entry as Row, Part, Value};
use dicot_rulesets::rule_file::imports_from;
use dicot_rulesets::{Failure, lock};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple, PyType};

use crate::arguments::{Given, Text};
use crate::compute::{LimitSettings, compute_with_text};
use crate::errors::{Problem, os_error};
use crate::game::{object, value_of};
use crate::session::{Forkable, forks, limits_with, lock_within};
use crate::value::whole_text;

/// The memory of values is renewed once it is larger than this and than twice the definitions, as in `dicot repl`.
const MAX_STORE: usize = 256 << 20;

/// An entry of a worksheet: an expression with the text of its value, or of the error. Both are None if the expression ends
/// with `;`, and the value of a text longer than 10,000 characters is cut.
///
/// >>> sheet = dicot.Worksheet("2 + 2")
/// >>> sheet.entries[0].expression, sheet.entries[0].value, sheet.entries[0].error
/// ('2 + 2', '4', None)
#[pyclass(module = "dicot", frozen, eq, hash)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    expression: String,
    value: Option<String>,
    error: Option<String>,
}

impl From<&Row> for Entry {
    fn from(row: &Row) -> Entry {
        let (value, error) = match row.answer.clone() {
            None => (None, None),
            Some(Answer::Value(value)) => (Some(value), None),
            Some(Answer::Error(error)) => (None, Some(error)),
        };
        Entry { expression: row.expression.clone(), value, error }
    }
}

#[pymethods]
impl Entry {
    /// The expression.
    #[getter]
    fn expression(&self) -> &str {
        &self.expression
    }

    /// The text of the value.
    #[getter]
    fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// The reason why there is no value.
    #[getter]
    fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let expression = PyString::new(py, &self.expression).repr()?;
        let (name, text) = match (&self.value, &self.error) {
            (_, Some(error)) => (", error=", PyString::new(py, error).repr()?.to_string()),
            (Some(value), _) => (", value=", PyString::new(py, value).repr()?.to_string()),
            (None, None) => ("", String::new()),
        };
        Ok(format!("<dicot.Entry {expression}{name}{text}>"))
    }
}

/// Expressions one after the other, whose definitions stay: the worksheet of `dicot repl` and `dicot run`.
///
/// >>> sheet = dicot.Worksheet()
/// >>> sheet.evaluate("g := {1|*}")
/// Game('{1|*}')
/// >>> sheet["h"] = sheet["g"] - 1
/// >>> sheet.evaluate("[g + h, g <= h]")
/// [Game('*'), False]
/// >>> sheet.names(), "h" in sheet
/// (['g', 'h'], True)
/// >>> print(sheet)
/// g := {1|*}
/// //= {1|*}
/// <BLANKLINE>
/// h := {0|-1*}
/// //= {0|-1*}
/// <BLANKLINE>
/// [g + h, g <= h]
/// //= [*,false]
/// <BLANKLINE>
///
/// The text is that of the file which `save` writes and `open` reads, and `Worksheet(text)` evaluates its entries. Each entry
/// has the limits of `set_limits`. Evaluating an expression that has no value raises an exception and changes nothing.
#[pyclass(module = "dicot", frozen)]
#[derive(Debug)]
pub(crate) struct Worksheet(Forkable<State>);

/// The definitions and the entries.
#[derive(Debug)]
struct State {
    session: Session,
    document: Document,
    /// The file that was opened, or saved last.
    path: Option<PathBuf>,
    /// What [`forks`] was when the session was used last.
    forks: usize,
}

/// How many evaluations and parts there are.
type Length = (usize, usize);

impl State {
    fn new(document: Document, path: Option<PathBuf>) -> State {
        let folder = path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let files = imports_from(folder);
        let session = Session::new()
            .with_max_store(MAX_STORE)
            .with_sheet(|sheet| sheet.with_undo(usize::MAX).with_rule_files(files));
        State { session, document, path, forks: forks() }
    }

    /// Makes the session that of this process. After a fork its store may be locked by a thread of the parent, and is replaced.
    fn adopt(&mut self, limits: &Limits) -> Result<(), ValueError> {
        if self.forks != forks() {
            self.session.renew(limits)?;
            self.forks = forks();
        }
        Ok(())
    }

    fn length(&self) -> Length {
        (self.session.sheet().undo_len(), self.document.parts.len())
    }

    /// Undoes the evaluations after the first ones, and removes the parts after the first ones.
    fn cut(&mut self, (evaluations, parts): Length) {
        self.session.sheet_mut().take_back_to(evaluations);
        self.document.parts.truncate(parts);
    }

    /// Evaluates an expression: its value, and its answer in the file. One that fails defines nothing.
    fn answer(&mut self, expression: &str, limits: &Limits) -> Result<(Value, Answer), Failure> {
        let before = self.length();
        let answered = self.session.compute(limits, |session, limits| {
            let value = session.sheet_mut().evaluate(expression, limits);
            let value = value.map_err(|error| Failure::notation(&error))?;
            let answer = Answer::of(&value, &mut session.store().calculate(limits))?;
            Ok((value, answer))
        });
        answered.inspect_err(|_: &Failure| self.cut(before))
    }

    /// Evaluates a text and adds its parts. If an entry fails, nothing is added.
    fn add(&mut self, text: &str, limits: &Limits) -> Result<Value, Problem> {
        let before = self.length();
        let added = self.add_parts(text, limits);
        added.inspect_err(|_| self.cut(before))
    }

    fn add_parts(&mut self, text: &str, limits: &Limits) -> Result<Value, Problem> {
        let mut last = None;
        for (offset, part) in parts(text) {
            match part {
                Part::Text(_) => self.document.parts.push(part),
                Part::Entry(entry) => {
                    let answered = self.answer(&entry.expression, limits);
                    let (value, answer) = answered.map_err(|failure| problem(failure, offset))?;
                    self.document.parts.push(Part::Entry(Row::new(&entry.expression, answer)));
                    last = Some(value);
                }
            }
        }
        last.ok_or_else(|| Problem::Notation("expected an expression".to_owned(), text.len()))
    }
}

/// The parts of a text that is evaluated, with the offsets in bytes at which they begin: those of a file if it has several lines, so
/// that the file is read as the same parts.
fn parts(text: &str) -> Vec<(usize, Part)> {
    if !text.trim().contains('\n') {
        let entry = Row { expression: text.trim().to_owned(), line: 1, answer: None };
        return vec![(text.len() - text.trim_start().len(), Part::Entry(entry))];
    }
    let mut lines = vec![0];
    lines.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let offset = |part: &Part| match part {
        Part::Entry(entry) => {
            let start = lines.get(entry.line - 1).copied().unwrap_or_default();
            start + text[start..].len() - text[start..].trim_start().len()
        }
        Part::Text(_) => 0,
    };
    Document::read(text).parts.into_iter().map(|part| (offset(&part), part)).collect()
}

/// The problem of an entry that begins at an offset of the text.
fn problem(failure: Failure, start: usize) -> Problem {
    match (failure.value, failure.offset()) {
        (None, Some(offset)) => Problem::Notation(failure.message().to_owned(), start + offset),
        _ => failure.into(),
    }
}

/// The path of a worksheet's file.
fn worksheet_path(path: PathBuf) -> PyResult<PathBuf> {
    let checked = Document::check_name(&path);
    checked.map_err(|why| PyValueError::new_err(format!("{}: {why}", path.display())))?;
    Ok(path)
}

fn read(py: Python<'_>, path: &Path) -> PyResult<Document> {
    let text = py.detach(|| fs::read_to_string(path));
    text.map(|text| Document::read(&text)).map_err(|error| os_error(py, path, &error))
}

impl Worksheet {
    /// The worksheet of a document, whose entries are evaluated.
    fn of(py: Python<'_>, document: Document, path: Option<PathBuf>) -> PyResult<Worksheet> {
        let sheet = Worksheet(Forkable::new(State::new(document, path)));
        sheet.evaluate_entries(py)?;
        Ok(sheet)
    }

    fn limits() -> PyResult<LimitSettings> {
        limits_with(Given::Not, Given::Not, Given::Not)
    }

    /// Computes with the state, without Python's lock. The text is the one in which errors have their places.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        text: &str,
        computation: impl Fn(&mut State, &Limits) -> Result<T, Problem> + Send + Sync,
    ) -> PyResult<T> {
        compute_with_text(py, Worksheet::limits()?, text, |limits| {
            let mut state = lock_within(self.0.mutex()?, limits)?;
            state.adopt(limits)?;
            computation(&mut state, limits)
        })
    }

    fn get<T: Send>(
        &self,
        py: Python<'_>,
        find: impl Fn(&mut State) -> T + Send + Sync,
    ) -> PyResult<T> {
        self.with(py, "", |state, _| Ok(find(state)))
    }

    /// Evaluates a text and adds its entries.
    fn add(&self, py: Python<'_>, text: &str) -> PyResult<Value> {
        let done: Mutex<Option<[Length; 2]>> = Mutex::new(None);
        let value = self.with(py, text, |state, limits| {
            let before = state.length();
            let value = state.add(text, limits)?;
            *lock(&done) = Some([before, state.length()]);
            Ok(value)
        });
        value.inspect_err(|_| {
            // A signal came when the value was found.
            if let (Some([before, after]), Ok(mutex)) = (*lock(&done), self.0.mutex()) {
                let mut state = lock(mutex);
                if state.length() == after {
                    state.cut(before);
                }
            }
        })
    }

    /// Evaluates the entries of the document in order, each within the limits.
    fn evaluate_entries(&self, py: Python<'_>) -> PyResult<()> {
        let expressions = self.get(py, |state| {
            let parts = state.document.parts.iter().enumerate();
            let expressions = parts.filter_map(|(index, part)| match part {
                Part::Entry(entry) => Some((index, entry.expression.clone())),
                Part::Text(_) => None,
            });
            expressions.collect::<Vec<_>>()
        })?;
        for (index, expression) in expressions {
            // The error of the last attempt: a computation that takes long is started twice.
            let error = Mutex::new(None);
            let answer = self.with(py, &expression, |state, limits| {
                *lock(&error) = None;
                let answered = state.answer(&expression, limits);
                answered.map(|(_, answer)| answer).map_err(|failure| {
                    let interrupted = ValueError::Limit(LimitKind::Interrupted);
                    let was_interrupted = failure.value == Some(interrupted);
                    *lock(&error) = (!was_interrupted).then(|| failure.message().to_owned());
                    failure.into()
                })
            });
            let answer = match (answer, lock(&error).take()) {
                (Ok(answer), _) => answer,
                (Err(_), Some(message)) => Answer::Error(message),
                (Err(raised), None) => return Err(raised),
            };
            self.get(py, |state| {
                if let Some(Part::Entry(entry)) = state.document.parts.get_mut(index) {
                    entry.set_answer(answer.clone());
                }
            })?;
        }
        Ok(())
    }

    fn all_entries(&self, py: Python<'_>) -> PyResult<Vec<Row>> {
        self.get(py, |state| state.document.entries().cloned().collect())
    }
}

#[pymethods]
impl Worksheet {
    #[new]
    #[pyo3(signature = (text=None, /))]
    fn new(py: Python<'_>, text: Option<Text>) -> PyResult<Worksheet> {
        let document = text.map(|text| Document::read(&text)).unwrap_or_default();
        Worksheet::of(py, document, None)
    }

    /// Opens a file, whose name ends with `.dicot`, and evaluates its entries in order. An entry without a value keeps its error.
    ///
    /// >>> import pathlib, tempfile
    /// >>> folder = tempfile.TemporaryDirectory()
    /// >>> path = pathlib.Path(folder.name) / "switches.dicot"
    /// >>> path.write_text("// A switch.\n\ng := {1|-1}\n\ng.Temperature\n")
    /// 41
    /// >>> sheet = dicot.Worksheet.open(path)
    /// >>> sheet.entries
    /// [<dicot.Entry 'g := {1|-1}', value='+-1'>, <dicot.Entry 'g.Temperature', value='1'>]
    /// >>> sheet.evaluate("g + g")
    /// Game('0')
    /// >>> sheet.save()
    /// >>> dicot.Worksheet.check(path)
    /// []
    /// >>> folder.cleanup()
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Worksheet> {
        let path = worksheet_path(path)?;
        let document = read(py, &path)?;
        Worksheet::of(py, document, Some(path))
    }

    /// Evaluates a file and compares the answers with those in it. Returns the entries that differ, in pairs: as the file has
    /// them, and as they are. The file is not changed.
    #[staticmethod]
    #[pyo3(signature = (path, /))]
    fn check(py: Python<'_>, path: PathBuf) -> PyResult<Vec<(Entry, Entry)>> {
        let path = worksheet_path(path)?;
        let document = read(py, &path)?;
        let before: Vec<Row> = document.entries().cloned().collect();
        let after = Worksheet::of(py, document, Some(path))?.all_entries(py)?;
        let pairs = before.iter().zip(&after);
        let different = pairs.filter(|(old, new)| old.answer.is_some() && old != new);
        Ok(different.map(|(old, new)| (old.into(), new.into())).collect())
    }

    /// Saves the worksheet in its file, or in another one from now on, whose name ends with `.dicot`. A file of this name is
    /// replaced.
    #[pyo3(signature = (path=None))]
    fn save(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<()> {
        let path = path.map(worksheet_path).transpose()?;
        let (text, path) = self.get(py, |state| {
            (state.document.to_string(), path.clone().or_else(|| state.path.clone()))
        })?;
        let path = path.ok_or_else(|| {
            PyValueError::new_err("the worksheet has no file yet: give save a path")
        })?;
        // What a link leads to is replaced, and not the link.
        let target = path.canonicalize().unwrap_or_else(|_| path.clone());
        let written =
            py.detach(|| replace_file(&target, |mut file| file.write_all(text.as_bytes())));
        written.map_err(|error| os_error(py, &path, &error))?;
        self.get(py, |state| state.path = Some(path.clone()))
    }

    /// The path of the file that was opened or saved; None if there is none.
    #[getter]
    fn path(&self, py: Python<'_>) -> PyResult<Option<PathBuf>> {
        self.get(py, |state| state.path.clone())
    }

    /// The value of an expression, which becomes an entry; names that it defines stay. Several lines are several entries, and
    /// the value is that of the last one.
    ///
    /// >>> sheet = dicot.Worksheet()
    /// >>> sheet.evaluate("f(n) := n*^ + *")
    /// Value('n -> n*^ + *')
    /// >>> sheet.evaluate("f(3)")
    /// Game('^3*')
    #[pyo3(signature = (text, /))]
    fn evaluate<'py>(&self, py: Python<'py>, text: Text) -> PyResult<Bound<'py, PyAny>> {
        object(py, self.add(py, &text)?)
    }

    /// Adds a text in Markdown, which is not evaluated.
    ///
    /// >>> sheet = dicot.Worksheet()
    /// >>> sheet.note("# Switches")
    /// >>> str(sheet)
    /// '// # Switches\n'
    #[pyo3(signature = (text, /))]
    fn note(&self, py: Python<'_>, text: Text) -> PyResult<()> {
        let text = text.replace("\r\n", "\n");
        self.get(py, |state| state.document.parts.push(Part::Text(text.clone())))
    }

    /// Removes the last entry and what it defines, and returns its expression.
    ///
    /// >>> sheet = dicot.Worksheet("a := 1\n\na := 2")
    /// >>> sheet.undo(), sheet["a"]
    /// ('a := 2', Game('1'))
    fn undo(&self, py: Python<'_>) -> PyResult<String> {
        let entry = self.get(py, |state| {
            let entry = state.document.remove_last_entry()?;
            if !matches!(entry.answer, Some(Answer::Error(_))) {
                state.session.sheet_mut().take_back();
            }
            Some(entry)
        })?;
        let entry = entry.ok_or_else(|| PyValueError::new_err("there is no entry to undo"))?;
        Ok(entry.expression)
    }

    /// The entries, from the top.
    #[getter]
    fn entries(&self, py: Python<'_>) -> PyResult<Vec<Entry>> {
        Ok(self.all_entries(py)?.iter().map(Entry::from).collect())
    }

    /// The defined names, sorted.
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.get(py, |state| {
            state.session.sheet().variables().map(|(name, _)| name.to_owned()).collect()
        })
    }

    /// The value of a defined name.
    fn __getitem__<'py>(&self, py: Python<'py>, name: Text) -> PyResult<Bound<'py, PyAny>> {
        let value = self.get(py, |state| state.session.sheet().variable(&name))?;
        object(py, value.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?)
    }

    /// Defines a name, by an entry: `sheet["g"] = value` is `sheet.evaluate("g := ..")` with the text of the value.
    fn __setitem__(&self, name: Text, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = value.py();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            let name = PyString::new(py, &name).repr()?;
            let message = format!("{name} is not a name: names have letters, digits and _");
            return Err(PyValueError::new_err(message));
        }
        let text = match value.cast::<PyString>() {
            Ok(text) => text.to_cow()?.into_owned(),
            Err(_) => {
                let value = value_of(value)?;
                if value.picture().is_some() {
                    let message = "a picture is not read: evaluate what draws it, such as p := [0,1].ScatterPlot";
                    return Err(PyTypeError::new_err(message));
                }
                whole_text(py, &value)?
            }
        };
        self.add(py, &format!("{} := {text}", &*name)).map(drop)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = name.py();
        let Ok(name) = name.cast::<PyString>() else { return Ok(false) };
        let name = name.to_cow()?.into_owned();
        self.get(py, |state| state.session.sheet().variable(&name).is_some())
    }

    /// Iterates over the defined names.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.names(py)?.into_pyobject(py)?.try_iter()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.get(py, |state| state.document.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (entries, path) =
            self.get(py, |state| (state.document.entries().count(), state.path.clone()))?;
        let entries = if entries == 1 { "1 entry".into() } else { format!("{entries} entries") };
        let file = path.map_or(String::new(), |path| format!(", {}", path.display()));
        Ok(format!("<dicot.Worksheet: {entries}{file}>"))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        Ok((slf.get_type(), PyTuple::new(py, [slf.get().__str__(py)?])?))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.get(py, |state| html(&state.document))
    }
}

/// The document for a notebook. Texts are shown as they are written: a worksheet may be a stranger's.
fn html(document: &Document) -> String {
    let escaped = |text: &str| {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('$', "&#36;")
    };
    let blocks = document.parts.iter().map(|part| match part {
        Part::Text(text) => {
            format!("<p style=\"white-space:pre-wrap\">{}</p>\n", escaped(text))
        }
        Part::Entry(entry) => {
            let answer = match &entry.answer {
                None => String::new(),
                Some(Answer::Value(value)) => format!("\n<b>{}</b>", escaped(value)),
                Some(Answer::Error(error)) => format!("\n<em>error: {}</em>", escaped(error)),
            };
            let expression = escaped(&entry.expression);
            format!("<pre style=\"white-space:pre-wrap\">{expression}{answer}</pre>\n")
        }
    });
    blocks.collect()
}
