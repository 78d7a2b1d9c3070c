//! The files of a campaign.
//!
//! | file | contents |
//! |---|---|
//! | `campaign.json` | the version of the format, the ruleset and the position |
//! | `jobs.jsonl` | a line for each job that was searched or split ([`JobResult`]), with a second one if a later run wrote its certificate; only ever appended to |
//! | `table` | the memory of the solver, if a run saves it; it may be removed |
//! | `certificates` | the proofs of jobs, if a run writes them |
//!
//! A run that is killed while it writes a line leaves a part of it at the end, which the next run removes.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::CampaignError;

/// The version of the format.
const FORMAT: u32 = 1;
const HEADER: &str = "campaign.json";
const JOBS: &str = "jobs.jsonl";

/// The contents of `campaign.json`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    format: u32,
    rules: String,
    position: String,
}

/// The result of a job: a line of `jobs.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JobResult {
    /// The sum, as `dicot solve` reads it.
    pub sum: String,
    /// Whether Left wins, moving first; `None` if the limit of nodes or of memory was reached, or if the sum was split without
    /// a search.
    pub wins: Option<bool>,
    /// The nodes that were searched; 0 of a sum that was split without a search.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of dicot.
    pub version: String,
    /// The file of the certificate in the folder, and its SHA-256, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<(String, String)>,
}

impl JobResult {
    /// A result of this version.
    pub fn new(sum: String, wins: Option<bool>, nodes: u64, time: Duration) -> JobResult {
        JobResult {
            sum,
            wins,
            nodes,
            seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            certificate: None,
        }
    }
}

/// The line of `jobs.jsonl`.
impl fmt::Display for JobResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for JobResult {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<JobResult, serde_json::Error> {
        serde_json::from_str(text)
    }
}

/// A folder. If it is opened for a run, no other process can open it for one until it is closed.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    jobs: File,
    /// When the jobs were last synced to the disk.
    synced: Option<Instant>,
}

/// Results are synced to the disk once in this time, so that a failure of the machine loses little; a killed process loses
/// none that it has written. A sync takes 5 ms here, as long as a small job.
const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// The results of earlier runs, each with the number of its line.
type Results = Vec<(usize, JobResult)>;

/// The sums of solved jobs that do not have a certificate, with whether Left wins.
#[derive(Debug, Default)]
pub(crate) struct Uncertified(pub(crate) BTreeMap<String, bool>);

impl Uncertified {
    /// Takes note of a result. Returns whether it only adds the certificate of a job that is solved already.
    pub(crate) fn note(&mut self, result: &JobResult) -> bool {
        match (result.wins, &result.certificate) {
            (Some(_), Some(_)) => self.0.remove(&result.sum).is_some(),
            (Some(wins), None) => {
                self.0.insert(result.sum.clone(), wins);
                false
            }
            (None, _) => false,
        }
    }
}

/// What a folder is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// To read the results; another process may add some at the same time.
    Read,
    /// To add results.
    Run,
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
    let path = path.to_owned();
    |error| CampaignError::Io { path, error }
}

impl Folder {
    /// Begins the campaign of a position, or checks that the folder has it.
    pub(crate) fn begin(path: &Path, rules: &str, position: &str) -> Result<(), CampaignError> {
        let (header_path, part) = (path.join(HEADER), path.join("campaign.json.part"));
        if header_path.exists() {
            let (found_rules, found) = Folder::position(path)?;
            if (found_rules.as_str(), found.as_str()) == (rules, position) {
                return Ok(());
            }
            let path = path.to_owned();
            return Err(CampaignError::OtherPosition { path, rules: found_rules, position: found });
        }
        fs::create_dir_all(path).map_err(io_error(path))?;
        if path.join(JOBS).exists() {
            let problem = format!("{HEADER} is missing; restore it, or choose another folder");
            return Err(CampaignError::Damaged { path: path.to_owned(), line: None, problem });
        }
        let header =
            Header { format: FORMAT, rules: rules.to_owned(), position: position.to_owned() };
        let text = serde_json::to_string_pretty(&header).map_err(io::Error::other);
        let written = text.and_then(|text| {
            let mut file = File::create(&part)?;
            file.write_all((text + "\n").as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &header_path)
        });
        written.map_err(io_error(&header_path))
    }

    /// The ruleset and the position of the campaign in a folder.
    pub(crate) fn position(path: &Path) -> Result<(String, String), CampaignError> {
        let path = path.join(HEADER);
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => CampaignError::Missing(path.clone()),
            _ => io_error(&path)(error),
        })?;
        let damaged = |problem| CampaignError::Damaged { path: path.clone(), line: None, problem };
        let header: Header =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if header.format != FORMAT {
            let problem = format!(
                "the format is {}, and this version of dicot reads {FORMAT}; use a newer version",
                header.format
            );
            return Err(damaged(problem));
        }
        Ok((header.rules, header.position))
    }

    /// Opens the folder of a campaign that has begun.
    pub(crate) fn open(path: &Path, access: Access) -> Result<(Folder, Results), CampaignError> {
        let jobs_path = path.join(JOBS);
        let mut options = OpenOptions::new();
        match access {
            Access::Read => options.read(true),
            Access::Run => options.create(true).append(true).read(true),
        };
        let jobs = match options.open(&jobs_path) {
            // The process that began the campaign has not come further.
            Err(error) if error.kind() == ErrorKind::NotFound => File::open(path.join(HEADER)),
            opened => opened,
        };
        let jobs = jobs.map_err(io_error(&jobs_path))?;
        let folder = Folder { path: path.to_owned(), jobs, synced: None };
        if access == Access::Run && !lock(&folder.jobs).map_err(io_error(&jobs_path))? {
            return Err(CampaignError::Busy(path.to_owned()));
        }
        let results = folder.read_jobs(access)?;
        Ok((folder, results))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The error of a damaged list of jobs.
    pub(crate) fn damaged(&self, line: Option<usize>, problem: &str) -> CampaignError {
        let problem = format!("{problem}; remove the line, and its job is searched again");
        CampaignError::Damaged { path: self.path(JOBS), line, problem }
    }

    fn io(&self, error: io::Error) -> CampaignError {
        CampaignError::Io { path: self.path(JOBS), error }
    }

    /// Reads the jobs that are done. A line at the end that is not finished is left out, and before a run it is removed.
    fn read_jobs(&self, access: Access) -> Result<Results, CampaignError> {
        let bytes = match fs::read(self.path(JOBS)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(|error| self.io(error))?,
        };
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if end < bytes.len() && access == Access::Run {
            self.jobs.set_len(end as u64).map_err(|error| self.io(error))?;
        }
        let text = std::str::from_utf8(&bytes[..end])
            .map_err(|error| self.damaged(None, &error.to_string()))?;
        let lines = text.lines().enumerate().map(|(i, line)| {
            let result = line.parse::<JobResult>();
            let result = result.map_err(|error| self.damaged(Some(i + 1), &error.to_string()))?;
            Ok((i + 1, result))
        });
        lines.collect()
    }

    /// Adds results.
    pub(crate) fn append(
        &mut self,
        results: impl IntoIterator<Item = JobResult>,
    ) -> Result<(), CampaignError> {
        let lines: String = results.into_iter().map(|result| format!("{result}\n")).collect();
        let mut written = self.jobs.write_all(lines.as_bytes());
        if !lines.is_empty() && self.synced.is_none_or(|last| last.elapsed() > BETWEEN_SYNCS) {
            written = written.and_then(|()| self.jobs.sync_data());
            self.synced = Some(Instant::now());
        }
        written.map_err(|error| self.io(error))
    }
}

/// Locks a file until it is closed. Returns `false` if another process has locked it.
#[cfg(unix)]
fn lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn lock(_: &File) -> io::Result<bool> {
    Ok(true)
}
