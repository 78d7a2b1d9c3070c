//! `dicot campaign`: who wins a position that is too large for one search.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::Args;
use dicot::solver::{LoadError, Solver};
use dicot::{Limits, Player, ValueError};
use dicot_api::is_out_of_memory;
use dicot_campaign::{Campaign, CampaignError, Job, Status as CampaignStatus, in_words};
use dicot_rulesets::{DEFAULT_RULES, RulesetExt, Rulesets, all_made, grouped, lock};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::arguments::{Threads, usage};
use crate::command::{Command, Failure, Options, Status};
use crate::failure::{self, about};
use crate::limits::duration;
use crate::progress::ProgressLine;
use crate::solve::certificate;
use crate::style::{self, Style};
use crate::{ctrl_c, saved};

/// Who wins a position that is too large for one search: a proof in many jobs, which any later run goes on with
#[derive(Args)]
#[command(
    after_help = "\
The position is split after a few moves into jobs, each a search of at most --nodes sums. A job that needs more is split \
further; jobs follow the order in which one search would go, so a reply that was begun is finished. The folder has the file `jobs.jsonl` \
with a line for each job, in JSON, to which lines are only added, and the file `table` with the memory of the solver, which may \
be removed at any time. The folder `certificates` has a proof of each solved job, which `dicot certify` checks; the line of the job \
has its name and SHA-256. A run that ends, for whatever reason, loses at most its current job; the same command goes on, \
also with other limits, threads and a copy of the folder on another machine.

At the end, and with --status, it prints how far the campaign is and how long it is expected to take: the nodes of a search \
are estimated from the numbers of moves and from the jobs before, and each move counts with the chance that it has to be searched. The \
factor says how far off half of the estimates of solved jobs were.

The status is 0 if the position is solved, 3 if --time ended the run, and 130 if Ctrl-C did.

Examples:
  dicot campaign 4x6 4x6-campaign --nodes 100000
  dicot campaign 6x6 6x6-campaign --threads 2 --memory 8GiB --time 12h
  dicot campaign 6x6-campaign
  dicot campaign --status 6x6-campaign --json
  dicot campaign 8x8 domineering-8x8 --rules domineering",
    allow_missing_positional = true
)]
pub(crate) struct CampaignArgs {
    /// A position, or the size of a board, rows x columns, for its start position, like 6x6; without it, the campaign in
    /// the folder goes on
    position: Option<String>,
    /// The folder of the campaign, which is created if necessary
    #[arg(value_name = "DIR", required = true)]
    folder: PathBuf,
    /// The ruleset, or a file of one whose name ends with `.game`; `dicot value --list` lists all
    // With an identifier of its own, because the campaign checks the name.
    #[arg(id = "ruleset", long = "rules", value_name = "NAME", default_value = DEFAULT_RULES)]
    rules: String,
    #[command(flatten)]
    threads: Threads,
    /// The limit of searched sums of a job, after which it is split into the positions after one more move
    #[arg(long, value_name = "N", default_value_t = Campaign::MAX_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The time between two saves of the solver's table during a job
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    save_every: Duration,
    /// Do not write the certificates of the jobs
    #[arg(long)]
    no_certificates: bool,
    /// Only print how far the campaign is, also while another process runs it
    #[arg(long, conflicts_with_all = ["nodes", "threads", "save_every", "no_certificates"])]
    status: bool,
}

/// The file in the folder that has the memory of the solver.
const TABLE: &str = "table";
/// The folder in the folder that has the certificates of jobs.
const CERTIFICATES: &str = "certificates";
/// The ending of the name of a certificate that is not complete.
const PART_OF_CERTIFICATE: &str = ".cert.part";

/// What is printed with `--json`.
#[derive(Serialize)]
struct Line<'c> {
    rules: &'c str,
    position: &'c str,
    left_first: Option<char>,
    right_first: Option<char>,
    #[serde(flatten)]
    status: &'c CampaignStatus,
}

impl Command for CampaignArgs {
    /// Runs a campaign, or prints its status.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let rulesets = &options.rulesets;
        let (position, folder) = (&self.position, &self.folder);
        if self.status {
            if position.is_some() {
                usage("--status takes the folder alone: its position is known");
            }
            let mut campaign = Campaign::view(folder, rulesets).map_err(failure)?;
            print(&mut campaign, options.json)?;
            return Ok(Status::Done);
        }
        let Some(limits) = options.limits.solver_limits() else {
            usage("a campaign needs a limit of memory: a quarter of it is for the table")
        };
        let time = options.limits.time_or(None);
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let limits = limits.with_time(None).with_deadline(deadline);
        let mut campaign = match position {
            None => Campaign::resume(folder, rulesets),
            Some(position) => Campaign::open(folder, rulesets, &self.rules, position),
        }
        .map_err(failure)?;
        campaign.max_nodes = self.nodes;
        campaign.limits = limits.clone();
        let mut search = Search::new(&campaign, limits, &self, rulesets)?;
        ctrl_c::set_not_done("the position is not solved; the same command goes on");
        let ended = search.run(&mut campaign);
        let saved = search.save();
        print(&mut campaign, options.json)?;
        saved?;
        ended?;
        Ok(Status::Done)
    }
}

/// The solver, which is kept from job to job.
struct Search {
    solver: Solver,
    table: PathBuf,
    /// Whether jobs get certificates.
    certificates: bool,
    progress: ProgressLine,
    /// What the line of progress says of the campaign.
    state: Arc<Mutex<String>>,
}

impl Search {
    fn new(
        campaign: &Campaign,
        limits: Limits,
        arguments: &CampaignArgs,
        rulesets: &Rulesets,
    ) -> Result<Search, Failure> {
        let (progress, table) = (ProgressLine::new(), campaign.path(TABLE));
        let state: Arc<Mutex<String>> = Arc::default();
        let (line, shown) = (progress.clone(), state.clone());
        let solver = Solver::new().with_limits(limits.with_threads(arguments.threads.or_all()));
        let mut solver = solver.on_progress(move |now| line.show_search(&lock(&shown), now));
        let all = rulesets.iter().cloned().chain(all_made());
        let valued = all.filter(dicot::rules::AnyRuleset::has_values);
        solver = valued.fold(solver, |solver, ruleset| ruleset.register(solver));
        if table.exists() {
            let loaded = File::open(&table).map_err(LoadError::Io);
            if let Err(error) = loaded.and_then(|file| solver.load(file)) {
                let table = table.display();
                return Err(Failure::new(format!(
                    "{table}: {error}; remove the file to go on without the solver's table"
                )));
            }
        }
        let path = table.clone();
        solver = solver.every(arguments.save_every, move |solver| {
            if let Err(error) = saved::write(&path, |file| solver.save(file)) {
                failure::report(&format!("warning: {error}"));
            }
        });
        let certificates = !arguments.no_certificates;
        if certificates {
            let path = campaign.path(CERTIFICATES);
            let made = fs::create_dir_all(&path).and_then(|()| remove_parts(&path));
            made.map_err(|error| Failure::new(about(&path, error).to_string()))?;
        }
        Ok(Search { solver, table, certificates, progress, state })
    }

    /// Searches jobs until the position is solved or a limit is reached.
    fn run(&mut self, campaign: &mut Campaign) -> Result<(), Failure> {
        self.progress.start();
        let mut result = self.certify_earlier(campaign);
        while result.is_ok() {
            result = match campaign.next_job(&mut self.solver) {
                Ok(Some(job)) => self.search(campaign, &job),
                Ok(None) => break,
                Err(error) => Err(failure(error)),
            };
        }
        self.progress.clear();
        result
    }

    fn search(&mut self, campaign: &mut Campaign, job: &Job) -> Result<(), Failure> {
        let status = campaign.status();
        *lock(&self.state) = format!("{}: ", jobs(&status));
        match job.search(&mut self.solver) {
            Ok(mut result) => {
                let certified = match result.wins {
                    Some(_) if self.certificates => self.certify(campaign, job).map(|written| {
                        result.certificate = written;
                    }),
                    _ => Ok(()),
                };
                campaign.record(result).map_err(failure).and(certified)
            }
            Err(error) => {
                campaign.give_up(&job.sum);
                Err(error.into())
            }
        }
    }

    /// Writes the certificates of jobs that earlier runs have solved without writing one: a run that is ended while it writes a
    /// certificate has recorded the result.
    fn certify_earlier(&mut self, campaign: &mut Campaign) -> Result<(), Failure> {
        let jobs = if self.certificates { campaign.uncertified() } else { Vec::new() };
        for (i, job) in jobs.iter().enumerate() {
            *lock(&self.state) = format!("certificate {} of {}: ", i + 1, jobs.len());
            if let Some(written) = self.certify(campaign, job)? {
                campaign.record_certificate(&job.sum, written).map_err(failure)?;
            }
        }
        Ok(())
    }

    /// Writes the certificate of a solved job: its file in the folder, and its SHA-256. `None` if the memory does not suffice.
    fn certify(
        &mut self,
        campaign: &Campaign,
        job: &Job,
    ) -> Result<Option<(String, String)>, Failure> {
        let hash = certificate::hexadecimal(&Sha256::digest(&job.sum)[..8]);
        let name = format!("{CERTIFICATES}/{hash}.cert");
        let (path, sum) = (campaign.path(&name), job.to_solve()?);
        match certificate::write_sum(&path, &mut self.solver, &sum, &[Player::Left]) {
            Ok(written) => Ok(Some((name, written.sha256))),
            Err(error) if is_out_of_memory(&error) => {
                let (sum, reason) = (&job.sum, error.message());
                failure::report(&format!("warning: no certificate of {sum}: {reason}"));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn save(&self) -> Result<(), Failure> {
        let saved = saved::write(&self.table, |file| self.solver.save(file));
        saved.map_err(|error| Failure::new(error.to_string()))
    }
}

/// Removes the parts of certificates that runs have left which were killed: no other run writes to the folder now.
fn remove_parts(certificates: &Path) -> io::Result<()> {
    for file in fs::read_dir(certificates)? {
        let path = file?.path();
        if path.to_string_lossy().ends_with(PART_OF_CERTIFICATE) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn failure(error: CampaignError) -> Failure {
    match error {
        CampaignError::Position(failure) => failure.into(),
        CampaignError::Limit(limit) => ValueError::Limit(limit).into(),
        error => Failure::new(error.to_string()),
    }
}

/// The jobs, and the time that is expected to be left.
fn jobs(status: &CampaignStatus) -> String {
    let CampaignStatus { solved, split, seconds_left, .. } = *status;
    let left = match seconds_left.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(left) => format!(", {} left", in_words(left)),
        None => String::new(),
    };
    let [solved, split] = [solved, split].map(|n| grouped(n as u64));
    format!("{solved} jobs solved, {split} split{left}")
}

const WIDTH: usize = 15;

/// Prints how far a campaign is.
fn print(campaign: &mut Campaign, json: bool) -> Result<(), Failure> {
    let status = campaign.status();
    let (rules, position) = campaign.position();
    let winner =
        |first: Player| status.wins[first as usize].map(|wins| if wins { first } else { !first });
    let text = if json {
        let letter =
            |first| winner(first).map(|player| if player == Player::Left { 'L' } else { 'R' });
        let [left_first, right_first] = Player::BOTH.map(letter);
        let line = Line { rules, position, left_first, right_first, status: &status };
        serde_json::to_string(&line)? + "\n"
    } else {
        page(rules, position, &status, winner)
    };
    let written = io::stdout().lock().write_all(text.as_bytes());
    written.map_err(Failure::of_output)
}

fn page(
    rules: &str,
    position: &str,
    status: &CampaignStatus,
    winner: impl Fn(Player) -> Option<Player>,
) -> String {
    let style = Style::of_stdout();
    let mut rows = vec![("campaign".to_owned(), format!("{rules} {position}"))];
    let mut add = |head: &str, text: String| rows.push((head.to_owned(), text));
    if let Some(outcome) = status.outcome {
        add("outcome", style::in_words(outcome).to_owned());
    }
    for first in Player::BOTH {
        let text =
            winner(first).map_or("not known yet".to_owned(), |winner| format!("{winner} wins"));
        add(&format!("{first} starts"), text);
    }
    let positions = grouped(status.positions as u64);
    let [solved, split] = [status.solved, status.split].map(|n| grouped(n as u64));
    add("jobs", format!("{solved} solved, {split} split; {positions} positions"));
    let time = |seconds| {
        Duration::try_from_secs_f64(seconds).map_or("longer than can be said".to_owned(), in_words)
    };
    add("searched", format!("{} nodes in {}", grouped(status.nodes), time(status.seconds)));
    if status.outcome.is_none() {
        let seconds = status.seconds_left.map_or(String::new(), |left| format!(", {}", time(left)));
        add("expected left", format!("{:.1e} nodes{seconds}", status.nodes_left));
    }
    if let Some(factor) = status.factor {
        add(
            "factor",
            format!("half of the estimates of solved jobs were within a factor of {factor:.1}"),
        );
    }
    rows.iter().map(|(head, text)| format!("{}{text}\n", style.head(head, WIDTH))).collect()
}
