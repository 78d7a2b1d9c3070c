//! Campaigns: the choice of jobs, and workers that search them; both exchange texts.

use std::path::PathBuf;
use std::sync::Mutex;

use dicot::Limits;
use dicot::rules::AnyRuleset;
use dicot::solver::Solver;
use dicot_campaign::{CampaignError, Job};
use dicot_rulesets::{library, lock};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::Rules;
use crate::compute::interruptibly;
use crate::errors::{Problem, os_error};

/// Converts an error to an exception.
fn exception(py: Python<'_>, error: CampaignError) -> PyErr {
    match error {
        CampaignError::Io { path, error } => os_error(py, &path, &error),
        CampaignError::Position(failure) => Problem::from(failure).exception(py, ""),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// The jobs of a campaign in a folder.
#[pyclass(module = "dicot._dicot", frozen)]
#[derive(Debug)]
pub(crate) struct Campaign(Mutex<dicot_campaign::Campaign>);

#[pymethods]
impl Campaign {
    #[new]
    #[pyo3(signature = (rules, position, folder, *, nodes=None))]
    fn new(
        py: Python<'_>,
        rules: Rules,
        position: &str,
        folder: PathBuf,
        nodes: Option<u64>,
    ) -> PyResult<Campaign> {
        let opened =
            py.detach(|| dicot_campaign::Campaign::open(&folder, library(), &rules, position));
        let mut campaign = opened.map_err(|error| exception(py, error))?;
        campaign.max_nodes = nodes.unwrap_or(campaign.max_nodes);
        Ok(Campaign(Mutex::new(campaign)))
    }

    /// The sum to search next, and its limit of nodes; None if the position is solved or all that is left is being searched.
    fn next_job(&self, py: Python<'_>) -> PyResult<Option<(String, u64)>> {
        let job = interruptibly(py, |interrupt| {
            let mut campaign = lock(&self.0);
            campaign.limits = Limits::default().with_interrupt(interrupt);
            campaign.next_job(&mut Solver::new())
        })?;
        let job = job.map_err(|error| exception(py, error))?;
        Ok(job.map(|job| (job.sum, job.max_nodes)))
    }

    /// Writes the result of a worker to the folder.
    fn record(&self, py: Python<'_>, result: &str) -> PyResult<()> {
        let result = result
            .parse()
            .map_err(|error| PyValueError::new_err(format!("not the result of a job: {error}")))?;
        let recorded = py.detach(|| lock(&self.0).record(result));
        recorded.map_err(|error| exception(py, error))
    }

    /// Takes back the job of a sum, so that it can be chosen again.
    fn give_up(&self, sum: &str) {
        lock(&self.0).give_up(sum);
    }

    /// How far the campaign is, in JSON.
    fn status(&self, py: Python<'_>) -> PyResult<String> {
        let status = py.detach(|| lock(&self.0).status());
        serde_json::to_string(&status).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// Searches the jobs of a campaign, with one solver for all of them.
#[pyclass(module = "dicot._dicot", frozen)]
#[derive(Debug)]
pub(crate) struct CampaignWorker {
    ruleset: AnyRuleset,
    solver: Mutex<Solver>,
}

#[pymethods]
impl CampaignWorker {
    #[new]
    #[pyo3(signature = (rules, *, memory=None))]
    fn new(rules: Rules, memory: Option<usize>) -> PyResult<CampaignWorker> {
        let ruleset = library().find_valued(&rules);
        let ruleset = ruleset.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let solver = Solver::new().with_limits(Limits::default().with_bytes(memory));
        Ok(CampaignWorker { ruleset, solver: Mutex::new(solver) })
    }

    /// Searches a sum up to a limit of nodes, and returns the result as a line of JSON.
    fn search(&self, py: Python<'_>, sum: String, nodes: u64) -> PyResult<String> {
        let job = Job::new(self.ruleset.clone(), sum, nodes);
        let result = interruptibly(py, |interrupt| {
            let mut solver = lock(&self.solver);
            solver.limits.interrupt = Some(interrupt);
            job.search(&mut solver)
        })?;
        let result = result.map_err(|failure| Problem::from(failure).exception(py, ""))?;
        Ok(result.to_string())
    }
}
