//! Censuses: plans, workers that exchange texts, and Parquet files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use dicot::Interrupt;
use dicot_census::parquet::{FileError, Reader};
use dicot_rulesets::lock;

use dicot_census::{Census, CensusError, Plan, Row, Summary, Worker, finished, write_rows};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Rules;
use crate::compute::{compute, interruptibly};
use crate::errors::{LimitError, Problem, os_error};
use crate::session::session;

/// Converts an error to an exception.
fn exception(py: Python<'_>, error: CensusError) -> PyErr {
    match error {
        CensusError::Value(error) => Problem::Value(error).exception(py, ""),
        CensusError::Memory(_) | CensusError::Interrupted => LimitError::new_err(error.to_string()),
        CensusError::Io(path, error) => os_error(py, &path, &error),
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
        rules: Rules,
        size: Option<&str>,
        filled: bool,
        positions: Option<&str>,
    ) -> PyResult<CensusPlan> {
        let plan = match (size, positions) {
            (Some(size), None) => size.parse().and_then(|size| Plan::boards(&rules, size, filled)),
            (None, Some(_)) if filled => {
                return Err(PyValueError::new_err("a list of positions is not filled"));
            }
            (None, Some(positions)) => py.detach(|| Plan::list(&rules, positions)),
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
    fn rules(&self) -> &str {
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
    let named = |error: io::Error| os_error(py, &path, &error);
    let chunks: Py<PyAny> = chunks.try_iter()?.into_any().unbind();
    let plan = &plan.get().0;
    // The exception that Python raised in the iterator of chunks.
    let mut raised = None;
    let file = BufWriter::new(File::create(&path).map_err(named)?);
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
    py.detach(|| file.flush().and_then(|()| file.get_ref().sync_all())).map_err(named)?;
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

/// The rows of a census, from its Parquet file.
#[pyfunction]
pub(crate) fn read_census(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let refused = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    let read = compute(py, session().1, |limits| {
        let file = File::open(&path).map_err(FileError::Io);
        let rows = file
            .and_then(Reader::open)
            .and_then(|reader| reader.with_limits(limits).collect::<Result<Vec<Row>, FileError>>());
        match rows {
            Err(FileError::Value(error)) => Err(Problem::Value(error)),
            rows => Ok(rows),
        }
    })?;
    let rows = read.map_err(|error| match error {
        FileError::Io(error) => os_error(py, &path, &error),
        error => PyValueError::new_err(refused(&error)),
    })?;
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
