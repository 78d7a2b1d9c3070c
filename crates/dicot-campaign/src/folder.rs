//! The files of a campaign.
//!
//! | file | contents |
//! |---|---|
//! | `campaign.json` | the version of the format, the ruleset and the position |
//! | `jobs.jsonl` | a line for each job that was searched ([`JobResult`]), only ever appended to |
//! | `table` | the memory of the solver, if a run saves it; it may be removed |
//!
//! A run that is killed while it writes a line leaves a part of it at the end, which the next run removes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::CampaignError;

/// The version of the format.
const FORMAT: u32 = 1;

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
    /// Whether Left wins, moving first; `None` if the limit of nodes or of memory was reached.
    pub wins: Option<bool>,
    /// The nodes that were searched.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The version of dicot.
    pub version: String,
    /// The file of the certificate in the folder, and its hash, if there is one.
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

#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    jobs: File,
}

/// The results of earlier runs, each with the number of its line.
type Results = Vec<(usize, JobResult)>;

impl Folder {
    /// Opens the folder of that position, or creates it.
    pub(crate) fn open(
        path: &Path,
        rules: &str,
        position: &str,
    ) -> Result<(Folder, Results), CampaignError> {
        let of = |path: &Path| {
            let path = path.to_owned();
            |error| CampaignError::Io { path, error }
        };
        fs::create_dir_all(path).map_err(of(path))?;
        let (header_path, jobs_path) = (path.join("campaign.json"), path.join("jobs.jsonl"));
        let wanted =
            Header { format: FORMAT, rules: rules.to_owned(), position: position.to_owned() };
        match fs::read_to_string(&header_path) {
            Ok(text) => {
                let damaged = |problem| CampaignError::Damaged {
                    path: header_path.clone(),
                    line: None,
                    problem,
                };
                let header: Header =
                    serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
                if header.format != FORMAT {
                    let problem = format!(
                        "the format is {}, and this version of dicot reads {FORMAT}",
                        header.format
                    );
                    return Err(damaged(problem));
                }
                if header != wanted {
                    let Header { rules, position, .. } = header;
                    return Err(CampaignError::OtherPosition {
                        path: path.to_owned(),
                        rules,
                        position,
                    });
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if jobs_path.exists() {
                    let problem = "campaign.json is missing".to_owned();
                    return Err(CampaignError::Damaged { path: path.to_owned(), line: None, problem });
                }
                let text = serde_json::to_string_pretty(&wanted).map_err(io::Error::other);
                let written = text.and_then(|text| fs::write(&header_path, text + "\n"));
                written.map_err(of(&header_path))?;
            }
            Err(error) => return Err(of(&header_path)(error)),
        }
        let mut options = OpenOptions::new();
        let jobs = options.create(true).append(true).read(true).open(&jobs_path);
        let jobs = jobs.map_err(of(&jobs_path))?;
        let mut folder = Folder { path: path.to_owned(), jobs };
        let results = folder.read_jobs()?;
        Ok((folder, results))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The error of a damaged list of jobs.
    pub(crate) fn damaged(&self, line: Option<usize>, problem: String) -> CampaignError {
        CampaignError::Damaged { path: self.path("jobs.jsonl"), line, problem }
    }

    fn io(&self, error: io::Error) -> CampaignError {
        CampaignError::Io { path: self.path("jobs.jsonl"), error }
    }

    /// Reads the jobs that are done, and removes a line that was not finished.
    fn read_jobs(&mut self) -> Result<Results, CampaignError> {
        let bytes = fs::read(self.path("jobs.jsonl")).map_err(|error| self.io(error))?;
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if end < bytes.len() {
            self.jobs.set_len(end as u64).map_err(|error| self.io(error))?;
        }
        let text = std::str::from_utf8(&bytes[..end])
            .map_err(|error| self.damaged(None, error.to_string()))?;
        let lines = text.lines().enumerate().map(|(i, line)| {
            let result = serde_json::from_str(line);
            let result = result.map_err(|error| self.damaged(Some(i + 1), error.to_string()))?;
            Ok((i + 1, result))
        });
        lines.collect()
    }

    /// Adds a result, and waits until it is on the disk.
    pub(crate) fn append(&mut self, result: &JobResult) -> Result<(), CampaignError> {
        let line = serde_json::to_string(result).map_err(io::Error::other);
        let written = line.and_then(|line| {
            self.jobs.write_all(format!("{line}\n").as_bytes())?;
            self.jobs.sync_data()
        });
        written.map_err(|error| self.io(error))
    }
}
