//! Censuses: plans, workers that exchange texts, and Parquet files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use dicot::{Interrupt, Limits, Store};
use dicot_answers::lock;
use dicot_census::parquet::{FileError, Reader};

use dicot_census::{Census, CensusError, Plan, Row, Summary, Worker, finished, halves, write_rows};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::compute::{compute, interruptibly};
use crate::errors::{LimitError, Problem};
use crate::position::negative_text;
use crate::session::session;

/// Converts an error to an exception.
fn exception(py: Python<'_>, error: CensusError) -> PyErr {
    match error {
        CensusError::Value(error) => Problem::Value(error).exception(py, ""),
        CensusError::Memory(_) | CensusError::Interrupted => LimitError::new_err(error.to_string()),
        CensusError::Io(..) => PyOSError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// What a census counts: all boards of a size, or the positions of a list.
///
/// >>> from dicot._dicot import CensusPlan
/// >>> plan = CensusPlan("clobber", "3x4")
/// >>> str(plan), plan.positions
/// ('clobber 3x4', 531441)
#[pyclass(module = "dicot._dicot", frozen)]
#[derive(Debug)]
pub(crate) struct CensusPlan(Plan);

#[pymethods]
impl CensusPlan {
    #[new]
    #[pyo3(signature = (rules, size=None, *, filled=false, positions=None))]
    fn new(
        py: Python<'_>,
        rules: &str,
        size: Option<&str>,
        filled: bool,
        positions: Option<&str>,
    ) -> PyResult<CensusPlan> {
        let plan = match (size, positions) {
            (Some(size), None) => size.parse().and_then(|size| Plan::boards(rules, size, filled)),
            (None, Some(_)) if filled => {
                return Err(PyValueError::new_err("a list of positions is not filled"));
            }
            (None, Some(positions)) => py.detach(|| Plan::list(rules, positions)),
            _ => {
                return Err(PyValueError::new_err(
                    "expected either the size of a board or a list of positions",
                ));
            }
        };
        plan.map(CensusPlan).map_err(|error| exception(py, error))
    }

    /// The name of the ruleset.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules()
    }

    /// The number of positions; images of each other count separately.
    #[getter]
    fn positions(&self) -> u64 {
        self.0.positions()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<dicot census plan: {}>", self.0)
    }
}

/// Evaluates parts of a distributed census; its input and output are texts.
#[pyclass(module = "dicot._dicot", frozen)]
#[derive(Debug)]
pub(crate) struct CensusWorker {
    worker: Mutex<Worker>,
    memory: Option<usize>,
}

impl CensusWorker {
    /// Calls a function with a fork of the worker. Several threads can do so at the same time.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        part: impl FnOnce(&mut Worker) -> Result<T, CensusError> + Send,
    ) -> PyResult<T> {
        let result = interruptibly(py, |interrupt: Interrupt| {
            let mut worker = lock(&self.worker).fork();
            worker.set_limits(self.memory, Some(interrupt));
            part(&mut worker)
        })?;
        result.map_err(|error| exception(py, error))
    }
}

#[pymethods]
impl CensusWorker {
    #[new]
    #[pyo3(signature = (plan, *, memory=None))]
    fn new(
        py: Python<'_>,
        plan: &Bound<'_, CensusPlan>,
        memory: Option<usize>,
    ) -> PyResult<CensusWorker> {
        let worker = Worker::new(&plan.get().0).map_err(|error| exception(py, error))?;
        Ok(CensusWorker { worker: Mutex::new(worker), memory })
    }

    /// The components that need values, in texts of at most `shard` lines.
    ///
    /// The result is a list of layers, each of which depends only on the layers before it.
    fn layers(&self, py: Python<'_>, threads: usize, shard: usize) -> PyResult<Vec<Vec<String>>> {
        self.with(py, move |worker| worker.layers(threads, shard))
    }

    /// Stores the values of a block. Returns the number of its components.
    fn learn(&self, py: Python<'_>, values: &str) -> PyResult<usize> {
        self.with(py, move |worker| worker.learn(values))
    }

    /// Computes the values of components, one per line, and returns them as a block.
    fn evaluate(&self, py: Python<'_>, components: &str) -> PyResult<String> {
        self.with(py, move |worker| worker.evaluate(components))
    }

    /// The number of chunks of rows.
    fn row_chunks(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, Worker::row_chunks)
    }

    /// Computes a chunk of rows and returns it as a block.
    fn rows(&self, py: Python<'_>, chunk: usize) -> PyResult<String> {
        self.with(py, move |worker| worker.rows(chunk))
    }

    /// The memory in use, in bytes, approximately.
    fn bytes(&self) -> usize {
        lock(&self.worker).bytes()
    }
}

fn counts<'py>(py: Python<'py>, summary: &Summary) -> PyResult<Bound<'py, PyDict>> {
    let counts = PyDict::new(py);
    counts.set_item("positions", summary.positions)?;
    counts.set_item("classes", summary.classes)?;
    counts.set_item("values", summary.values)?;
    Ok(counts)
}

/// Writes the Parquet file of a census from all chunks of rows, in order.
#[pyfunction]
pub(crate) fn write_census<'py>(
    py: Python<'py>,
    plan: &Bound<'py, CensusPlan>,
    chunks: &Bound<'py, PyAny>,
    path: PathBuf,
) -> PyResult<Bound<'py, PyDict>> {
    let named =
        |error: &dyn std::fmt::Display| PyOSError::new_err(format!("{}: {error}", path.display()));
    let chunks: Py<PyAny> = chunks.try_iter()?.into_any().unbind();
    let plan = &plan.get().0;
    // The exception that Python raised in the iterator of chunks.
    let mut raised = None;
    let file = BufWriter::new(File::create(&path).map_err(|error| named(&error))?);
    let next = std::iter::from_fn(|| {
        let chunk = Python::attach(|py| -> PyResult<Option<String>> {
            let chunk = chunks.bind(py).try_iter()?.next();
            chunk.map(|chunk| chunk?.extract()).transpose()
        });
        match chunk {
            Ok(chunk) => chunk.map(Ok),
            Err(error) => {
                raised = Some(error);
                Some(Err(CensusError::Interrupted))
            }
        }
    });
    let written = py.detach(|| write_rows(plan, next, file));
    if let Some(error) = raised {
        return Err(error);
    }
    let (mut file, summary) = written.map_err(|error| exception(py, error))?;
    py.detach(|| file.flush().and_then(|()| file.get_ref().sync_all()))
        .map_err(|error| named(&error))?;
    counts(py, &summary)
}

/// Makes a census on this machine, in several threads, as `dicot census` does.
#[pyfunction]
#[pyo3(signature = (plan, path, *, threads=None, memory=None))]
pub(crate) fn census_here<'py>(
    py: Python<'py>,
    plan: &Bound<'py, CensusPlan>,
    path: PathBuf,
    threads: Option<usize>,
    memory: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let plan = plan.get().0.clone();
    let result = interruptibly(py, move |interrupt| {
        let mut census = Census::new(plan, path).memory(memory).interrupt(interrupt);
        if let Some(threads) = threads {
            census = census.threads(threads);
        }
        census.run()
    })?;
    counts(py, &result.map_err(|error| exception(py, error))?)
}

/// The totals of a census whose file exists, or None. The file must belong to the plan.
#[pyfunction]
pub(crate) fn census_finished<'py>(
    py: Python<'py>,
    plan: &Bound<'py, CensusPlan>,
    path: PathBuf,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let found = finished(&path, &plan.get().0).map_err(|error| exception(py, error))?;
    found.map(|summary| counts(py, &summary)).transpose()
}

/// A census writes the shared form of a value whose text has more characters.
const PLAIN: u64 = 1000;

/// Splits the rows of a census in which half of the positions of each class have the negative of the value in the row:
/// one row for each half, unless the value is its own negative.
fn signed_rows(rows: &[Row], rules: &str, limits: &Limits) -> Result<Vec<Row>, Problem> {
    let store = Store::new();
    let mut calculation = store.calculate(limits);
    // The text of the negative, or `None` if the value is its own negative.
    let mut negative = |text: &str| -> Result<Option<String>, Problem> {
        let value = calculation.parse(text)?;
        let negative = -&value;
        if negative == value {
            return Ok(None);
        }
        if let (Some(text), _) = calculation.text_of_at_most(&negative, PLAIN)? {
            return Ok(Some(text));
        }
        Ok(Some(calculation.to_shared_text(&negative)?))
    };
    // Many rows have the same value.
    let mut values: HashMap<&str, Option<String>> = HashMap::new();
    let mut signed = Vec::new();
    for (number, row) in (1..).zip(rows) {
        if !values.contains_key(row.value.as_str()) {
            values.insert(&row.value, negative(&row.value)?);
        }
        let Some(value) = values[row.value.as_str()].clone() else {
            signed.push(row.clone());
            continue;
        };
        let position = negative_text(rules, &row.position).filter(|_| row.multiplicity % 2 == 0);
        let position = position.ok_or_else(|| {
            Problem::arguments(format!("row {number} is not of a census of {rules}"))
        })?;
        let half = Row { multiplicity: row.multiplicity / 2, ..row.clone() };
        let weight = row.atomic_weight.as_deref().map(&mut negative).transpose()?;
        let atomic_weight = weight.flatten().or_else(|| row.atomic_weight.clone());
        let outcome = -row.outcome;
        signed.push(half.clone());
        signed.push(Row { position, value, outcome, atomic_weight, ..half });
    }
    Ok(signed)
}

/// The rows of a census, from its Parquet file. With `signed`, each half of a class has its own row.
#[pyfunction]
#[pyo3(signature = (path, *, signed=false), text_signature = "(path, *, signed=False)")]
pub(crate) fn read_census(
    py: Python<'_>,
    path: PathBuf,
    signed: bool,
) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let refused = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    let file = File::open(&path).map_err(|error| PyOSError::new_err(refused(&error)))?;
    let read = py.detach(|| {
        let reader = Reader::open(file)?;
        let census = reader.metadata("dicot.census").map(str::to_owned);
        Ok::<_, FileError>((census, reader.collect::<Result<Vec<Row>, _>>()?))
    });
    let (census, mut rows) = read.map_err(|error| PyValueError::new_err(refused(&error)))?;
    if signed {
        let census = census.ok_or_else(|| {
            PyValueError::new_err(refused(&"the metadata do not say which census it is"))
        })?;
        if halves(&census) {
            let rules = census.split(' ').next().unwrap_or_default();
            rows = compute(py, session().1, |limits| signed_rows(&rows, rules, limits))?;
        }
    }
    let mut dicts = Vec::with_capacity(rows.len());
    for row in rows {
        let dict = PyDict::new(py);
        dict.set_item("position", row.position)?;
        dict.set_item("multiplicity", row.multiplicity)?;
        dict.set_item("stones", row.stones)?;
        dict.set_item("value", row.value)?;
        dict.set_item("outcome", row.outcome.to_string())?;
        dict.set_item("temperature", row.temperature)?;
        dict.set_item("atomic_weight", row.atomic_weight)?;
        dict.set_item("birthday", row.birthday)?;
        dicts.push(dict);
    }
    Ok(dicts)
}
