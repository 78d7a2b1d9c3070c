//! Campaigns: who wins a position that is too large for one search.
//!
//! The position is split after a few moves into jobs, each of them a position or sum that a [`Solver`] searches up to a limit
//! of nodes. A job that reaches the limit is split further. Every result is a line of a file in the campaign's folder, so that
//! a run can end at any time and a later one, with another machine, memory or number of threads, goes on.
//!
//! | module | what it has |
//! |---|---|
//! | `tree` | the sums after the first moves, and which of them to search next: proof numbers that are expected work |
//! | `work` | the expected work of a search, fitted to the jobs that are done |
//! | `sum` | sums as texts, up to symmetry and exchange of the players |
//! | `folder` | the files |
//!
//! # Examples
//! ```
//! use dicot::solver::Solver;
//! use dicot_rulesets::library;
//! use dicot_campaign::Campaign;
//! let folder = tempfile::tempdir()?;
//! let mut campaign = Campaign::open(folder.path(), library(), "clobber", "xoxoxo/oxoxox/xoxoxo")?;
//! campaign.max_nodes = 1000;
//! let mut solver = Solver::new();
//! while let Some(job) = campaign.next_job(&mut solver)? {
//!     let result = job.search(&mut solver)?;
//!     campaign.record(result)?;
//! }
//! assert_eq!(campaign.status().outcome, Some(dicot::Outcome::Previous));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod folder;
mod sum;
mod tree;
mod work;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dicot::rules::{AnyPosition, AnyRuleset};
use dicot::solver::{Solver, Sum as SolverSum};
use dicot::{LimitKind, Limits, Outcome, Player, ValueError};
use dicot_rulesets::{Failure, RulesetExt, Rulesets, no_solution};
use serde::{Serialize, Serializer};

pub use crate::folder::JobResult;
use crate::folder::{Access, Folder, Uncertified};
use crate::sum::Sum;
use crate::tree::Tree;

/// Why a campaign cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The problem.
        error: std::io::Error,
    },
    /// A file of the folder is damaged, or a newer version wrote it.
    #[error("{}{}: {problem}", path.display(), line.map_or(String::new(), |line| format!(", line {line}")))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, if it is known.
        line: Option<usize>,
        /// What is wrong with it.
        problem: String,
    },
    /// The folder is that of another position.
    #[error("{} is the campaign of {rules} {position}; choose another folder", path.display())]
    OtherPosition {
        /// The folder.
        path: PathBuf,
        /// The ruleset of its position.
        rules: String,
        /// Its position.
        position: String,
    },
    /// A folder does not have a campaign: the file is missing.
    #[error("{} is missing; name a position to begin a campaign", .0.display())]
    Missing(PathBuf),
    /// Another process runs the campaign.
    #[error("another process runs the campaign in {}; wait for its end, or choose another folder", .0.display())]
    Busy(PathBuf),
    /// A limit was reached while jobs were chosen.
    #[error("{0}")]
    Limit(LimitKind),
    /// The position cannot be read or solved.
    #[error(transparent)]
    Position(#[from] Failure),
    /// The tree of jobs has reached its limit.
    #[error(
        "the campaign has {0} positions, which is the limit; a larger limit of nodes for each job splits fewer"
    )]
    Full(usize),
}

/// The proof of one position, in a folder.
#[derive(Debug)]
pub struct Campaign {
    folder: Folder,
    ruleset: AnyRuleset,
    position: String,
    tree: Tree,
    /// The limit of nodes of a job; what needs more is split into the positions after one more move. By default
    /// [`Campaign::MAX_NODES`].
    pub max_nodes: u64,
    /// The deadline and the interrupt of this run.
    pub limits: Limits,
    /// The results of this run.
    run: Run,
    uncertified: Uncertified,
}

/// What the jobs of this run took.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    nodes: u64,
    seconds: f64,
}

/// A search to be made: whether Left wins a sum, moving first.
#[derive(Clone, Debug)]
pub struct Job {
    /// The sum, as `dicot solve` reads it.
    pub sum: String,
    /// The limit of nodes.
    pub max_nodes: u64,
    ruleset: AnyRuleset,
}

/// How far a campaign is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// The outcome of the position, if it is known.
    #[serde(serialize_with = "as_text")]
    pub outcome: Option<Outcome>,
    /// Whether the player wins who moves first, for Left and for Right, if it is known.
    #[serde(skip)]
    pub wins: [Option<bool>; 2],
    /// The number of jobs that were searched to the end.
    pub solved: usize,
    /// The number of jobs that reached their limit, and were split.
    pub split: usize,
    /// The number of positions that the campaign has made so far, solved or not.
    pub positions: usize,
    /// The nodes of all jobs.
    pub nodes: u64,
    /// The seconds of all jobs, on the threads that they had.
    pub seconds: f64,
    /// The nodes that are expected to be left until the outcome is known: less if the player who moves first wins,
    /// or more, since the cheaper of both proofs is counted.
    pub nodes_left: f64,
    /// The seconds that these take at the speed of this run, or without jobs in this run at that of all; `None` before the
    /// first job.
    pub seconds_left: Option<f64>,
    /// The factor by which half of the finished jobs were within what was expected of them: 1 is an exact expectation. `None` before a few jobs
    /// are done.
    pub factor: Option<f64>,
}

impl Campaign {
    /// The limit of nodes of a job, unless it is set: some minutes on one thread.
    pub const MAX_NODES: u64 = 5_000_000;

    /// Begins the campaign of a position in a folder, or goes on with it. `3x4` is the start position of a board with 3 rows and
    /// 4 columns.
    ///
    /// # Errors
    /// If the position cannot be read, the folder is not that of the same position, another process runs the campaign, or a file
    /// is damaged or cannot be written.
    pub fn open(
        folder: &Path,
        rulesets: &Rulesets,
        rules: &str,
        position: &str,
    ) -> Result<Campaign, CampaignError> {
        let ruleset = find(rulesets, rules)?;
        let position = read(&ruleset, position)?.to_string();
        Folder::begin(folder, ruleset.spec().name_in_files(), &position)?;
        Campaign::load(folder, ruleset, position, Access::Run)
    }

    /// Goes on with the campaign in a folder.
    ///
    /// # Errors
    /// If the folder does not have a campaign, another process runs it, or a file is damaged or cannot be written.
    pub fn resume(folder: &Path, rulesets: &Rulesets) -> Result<Campaign, CampaignError> {
        let (rules, position) = Folder::position(folder)?;
        Campaign::load(folder, find(rulesets, &rules)?, position, Access::Run)
    }

    /// Reads the campaign in a folder to see its [`status`](Campaign::status), also while another process runs it. Results
    /// cannot be recorded.
    ///
    /// # Errors
    /// If the folder does not have a campaign, or a file is damaged.
    pub fn view(folder: &Path, rulesets: &Rulesets) -> Result<Campaign, CampaignError> {
        let (rules, position) = Folder::position(folder)?;
        Campaign::load(folder, find(rulesets, &rules)?, position, Access::Read)
    }

    fn load(
        folder: &Path,
        ruleset: AnyRuleset,
        position: String,
        access: Access,
    ) -> Result<Campaign, CampaignError> {
        let (folder, results) = Folder::open(folder, access)?;
        let tree = Tree::new(&ruleset, &position)?;
        let mut campaign = Campaign {
            folder,
            ruleset,
            position,
            tree,
            max_nodes: Campaign::MAX_NODES,
            limits: Limits::default(),
            run: Run::default(),
            uncertified: Uncertified::default(),
        };
        for (line, result) in results {
            if campaign.uncertified.note(&result) {
                continue;
            }
            let added = campaign.tree.add(&result)?;
            added.map_err(|problem| campaign.folder.damaged(Some(line), &problem))?;
        }
        Ok(campaign)
    }

    /// The job to search next, or `None` if the outcome is known or all that is left is being searched. The solver orders the moves:
    /// best is the one that searches the jobs, whose results are used at once; one that searches nothing does as well. The job counts
    /// as being searched until its result is [recorded](Campaign::record) or it is [given up](Campaign::give_up).
    ///
    /// # Errors
    /// If the tree has reached its limit, one of [`limits`](Campaign::limits) is reached, or a file cannot be written.
    pub fn next_job(&mut self, solver: &mut Solver) -> Result<Option<Job>, CampaignError> {
        let (next, split) = self.tree.next(self.max_nodes, &self.limits, solver)?;
        let split = split.into_iter().map(|sum| JobResult::new(sum, None, 0, Duration::ZERO));
        self.folder.append(split)?;
        Ok(next.map(|sum| Job::new(self.ruleset.clone(), sum, self.max_nodes)))
    }

    /// Writes the result of a job to the folder.
    ///
    /// # Errors
    /// If it cannot be written, it is not a result of this campaign, or it contradicts an earlier result.
    pub fn record(&mut self, result: JobResult) -> Result<(), CampaignError> {
        let added = self.tree.add(&result)?;
        added.map_err(|problem| Failure::new(format!("{}: {problem}", result.sum)))?;
        self.uncertified.note(&result);
        self.run.nodes += result.nodes;
        self.run.seconds += result.seconds;
        self.folder.append([result])?;
        Ok(())
    }

    /// The solved jobs that do not have a certificate: the run was ended while it wrote one, or did not write any.
    pub fn uncertified(&self) -> Vec<Job> {
        let sums = self.uncertified.0.keys();
        sums.map(|sum| Job::new(self.ruleset.clone(), sum.clone(), self.max_nodes)).collect()
    }

    /// Writes the file of a certificate and its SHA-256 to the folder, for a job that was solved without one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn record_certificate(
        &mut self,
        sum: &str,
        certificate: (String, String),
    ) -> Result<(), CampaignError> {
        let wins = self.uncertified.0.remove(sum);
        let result = JobResult::new(sum.to_owned(), wins, 0, Duration::ZERO);
        self.folder.append([JobResult { certificate: Some(certificate), ..result }])
    }

    /// Takes back the job of a sum, whose search was not finished, so that it can be chosen again.
    pub fn give_up(&mut self, sum: &str) {
        self.tree.give_up(sum);
    }

    /// The name of the ruleset, and the position.
    pub fn position(&self) -> (&str, &str) {
        (&self.ruleset.spec().name, &self.position)
    }

    /// A file in the folder, for what a run keeps there beside its results: the memory of its solver, certificates.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path(name)
    }

    /// How far the campaign is.
    pub fn status(&mut self) -> Status {
        let mut status = self.tree.status();
        let (nodes, seconds) = match self.run.nodes {
            0 => (status.nodes, status.seconds),
            nodes => (nodes, self.run.seconds),
        };
        status.seconds_left = (nodes > 0).then(|| status.nodes_left * seconds / nodes as f64);
        status
    }
}

impl Job {
    /// The search of a sum that a campaign of this ruleset has chosen, for another process.
    pub fn new(ruleset: AnyRuleset, sum: String, max_nodes: u64) -> Job {
        Job { sum, max_nodes, ruleset }
    }

    /// The sum for a solver.
    ///
    /// # Errors
    /// If it is not a sum of positions of the ruleset.
    pub fn to_solve(&self) -> Result<SolverSum, Failure> {
        Sum::read(&self.ruleset, &self.sum)?.to_solve()
    }

    /// Searches, up to the limit of nodes and within the solver's other limits. Returns what to
    /// [record](Campaign::record): a result without an answer if the limit of nodes or of memory was reached.
    ///
    /// # Errors
    /// If another limit was reached, or the solver was interrupted.
    pub fn search(&self, solver: &mut Solver) -> Result<JobResult, Failure> {
        let (start, nodes) = (Instant::now(), solver.nodes());
        let sum = self.to_solve()?;
        let before = solver.limits.nodes.replace(self.max_nodes);
        let answer = solver.wins_first(&sum, Player::Left);
        solver.limits.nodes = before;
        let wins = match answer {
            Ok(wins) => Some(wins),
            Err(ValueError::Limit(LimitKind::Nodes(_))) => None,
            Err(ValueError::Limit(LimitKind::Bytes(_))) => {
                // What the solver cannot forget in part, it forgets: the next job needs memory as well.
                solver.clear();
                None
            }
            Err(error) => return Err(error.into()),
        };
        Ok(JobResult::new(self.sum.clone(), wins, solver.nodes() - nodes, start.elapsed()))
    }
}

/// The ruleset of that name, whose positions must have values.
fn find(rulesets: &Rulesets, rules: &str) -> Result<AnyRuleset, CampaignError> {
    let ruleset = rulesets.find(rules).map_err(Failure::from)?;
    match ruleset.has_values() {
        true => Ok(ruleset),
        false => Err(Failure::new(no_solution(rules)).into()),
    }
}

/// Reads a position, or the size of a board for its start position.
fn read(ruleset: &AnyRuleset, text: &str) -> Result<AnyPosition, Failure> {
    let sides = text.split_once(['x', 'X']);
    let Some((Ok(rows), Ok(columns))) =
        sides.map(|(rows, columns)| (rows.parse(), columns.parse()))
    else {
        return ruleset.parse(text);
    };
    let none = || {
        Failure::new(format!("{} does not have a start position of {text}", ruleset.spec().name))
    };
    ruleset.start_position(columns, rows).ok_or_else(none)
}

fn as_text<S: Serializer>(outcome: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
    outcome.map(|outcome| outcome.to_string()).serialize(to)
}

/// A time in the largest unit of which it has two.
pub fn in_words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let units =
        [(86_400.0 * 365.25, "years"), (86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    match units.iter().find(|(unit, _)| seconds >= 2.0 * unit) {
        Some((unit, name)) => format!("{:.1} {name}", seconds / unit),
        None => format!("{seconds:.1} seconds"),
    }
}
