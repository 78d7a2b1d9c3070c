//! `dicot results`: claims that anyone can repeat, one file each.

pub(crate) mod claim;
pub(crate) mod commands;
mod export;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, SystemTime};

use clap::Args;
use dicot_rulesets::grouped;
use serde::Serialize;
use serde_json::Value;

use crate::command::{Command, Failure, Options};
use crate::ctrl_c;
use crate::failure;
use crate::shared::{Shared, time};
use crate::status::Status as ExitStatus;
use crate::style::Style;
use claim::{Case, Claim, Run, Status, names};
use commands::Answered;
pub(crate) use export::ExportArgs;

pub(crate) const HELP: &str = "\
Each file NAME.json of the folder is a claim: what it states, what is in print, and cases, each with the commands that answer it, \
the answer, its CPU time and peak memory, and the version and machine. An answer is confirmed if it is also in print, in one of \
the sources, and otherwise computed. `run` answers the cases that have no answer yet and saves \
the file after each; to add a case, add a line with its name and command. `check` repeats cases and compares the answers.

Commands run one after another, in an empty folder, by this program. --time is the limit of each case: `run` leaves a case \
open that takes longer, and `check` skips the cases that took more CPU time when they were computed.

The status is 1 if an answer of `check` differs from that in the file, or a command fails, and 3 if a case of `run` stays open.

Examples:
  dicot results list
  dicot results list clobber-boards
  dicot results check --time 1s
  dicot results check domineering-boards
  dicot results run xo-strips --time 1h
  dicot results export > results.csv
  dicot results export clobber-boards --format latex";

/// Where the claims are.
#[derive(Args)]
pub(crate) struct FolderArg {
    /// The folder of the claims
    #[arg(long, value_name = "DIR", default_value = "results/claims")]
    folder: PathBuf,
}

/// List all claims, or the cases of one
#[derive(Args)]
pub(crate) struct ListArgs {
    /// The name of a claim
    name: Option<String>,
    #[command(flatten)]
    at: FolderArg,
}

pub(crate) const CASE_TIME: Shared =
    time("The time limit of a case, like 60s, 5m or 2h; `none` for no limit [default: 10m]");

pub(crate) const CPU_TIME: Shared = time(
    "The CPU time up to which cases are repeated, like 60s, 5m or 2h; `none` for no limit [default: 10m]",
);

impl Command for ListArgs {
    fn run(self, options: &Options) -> Result<ExitStatus, Failure> {
        let results = Results::new(&self.at, options);
        self.name.map_or_else(|| results.list(), |name| results.list_cases(&name))
    }
}

/// Answer the cases of a claim that are open, and save them
#[derive(Args)]
pub(crate) struct RunArgs {
    /// The name of the claim
    name: String,
    /// Answer all cases again
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    at: FolderArg,
}

impl Command for RunArgs {
    fn run(self, options: &Options) -> Result<ExitStatus, Failure> {
        Results::new(&self.at, options).run(&self.name, self.again)
    }
}

/// Repeat the cases of a claim, or of all claims, and compare the answers
#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The name of a claim
    name: Option<String>,
    #[command(flatten)]
    at: FolderArg,
}

impl Command for CheckArgs {
    fn run(self, options: &Options) -> Result<ExitStatus, Failure> {
        Results::new(&self.at, options).check(self.name.as_deref())
    }
}

/// A folder of claims.
struct Results<'a> {
    folder: &'a Path,
    time: Option<Duration>,
    json: bool,
}

/// A claim in a list.
#[derive(Serialize)]
struct ClaimLine<'a> {
    name: &'a str,
    title: &'a str,
    computed: usize,
    confirmed: usize,
    contradicts: usize,
    open: usize,
}

/// A case in a list.
#[derive(Serialize)]
struct CaseLine<'a> {
    status: Status,
    #[serde(flatten)]
    case: &'a Case,
}

impl Results<'_> {
    fn new<'a>(at: &'a FolderArg, options: &Options) -> Results<'a> {
        let time = options.limits.time_or(Duration::from_secs(600));
        Results { folder: &at.folder, time, json: options.json }
    }

    fn list(&self) -> Result<ExitStatus, Failure> {
        let style = Style::of_stdout();
        for name in names(self.folder)? {
            let claim = Claim::read(self.folder, &name)?;
            let [computed, confirmed, contradicts, open] =
                [Status::Computed, Status::Confirmed, Status::Contradicts, Status::Open]
                    .map(|status| claim.count(status));
            let title = claim.title.as_str();
            let line = ClaimLine { name: &name, title, computed, confirmed, contradicts, open };
            if self.json {
                self.print(&serde_json::to_string(&line)?)?;
                continue;
            }
            let counts = [
                (computed, "computed"),
                (confirmed, "confirmed"),
                (contradicts, "not as in print"),
                (open, "open"),
            ];
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            let counts: Vec<String> =
                counts.map(|(count, what)| format!("{} {what}", grouped(*count as u64))).collect();
            self.print(&format!("{}{title}", style.head(&name, 28)))?;
            self.print(&format!("{}{}", style.head("", 28), counts.join(", ")))?;
        }
        Ok(ExitStatus::Done)
    }

    fn list_cases(&self, name: &str) -> Result<ExitStatus, Failure> {
        let (claim, style) = (Claim::read(self.folder, name)?, Style::of_stdout());
        if !self.json {
            self.print(&format!("{}\n{}", style.strong(&claim.title), claim.statement))?;
        }
        for case in &claim.cases {
            let status = case.status();
            let line = match self.json {
                true => serde_json::to_string(&CaseLine { status, case })?,
                false => {
                    let answer =
                        case.answer.as_ref().map_or("open".to_owned(), |values| texts(values));
                    let seconds =
                        case.cpu_seconds.map_or(String::new(), |time| format!("{time:.2} s"));
                    format!(
                        "{}{} {seconds:>10}  {}",
                        style.head(&case.name, 14),
                        style.head(&answer, 14),
                        case.command
                    )
                }
            };
            self.print(&line)?;
        }
        Ok(ExitStatus::Done)
    }

    /// Answers cases and saves the claim after each.
    fn run(&self, name: &str, again: bool) -> Result<ExitStatus, Failure> {
        let (mut claim, this) = (Claim::read(self.folder, name)?, this_run(self.folder));
        let mut status = ExitStatus::Done;
        for number in 0..claim.cases.len() {
            let case = &claim.cases[number];
            if case.answer.is_some() && !again {
                continue;
            }
            if ctrl_c::is_pressed() {
                break;
            }
            ctrl_c::set_not_done(format!("cases from {} on are not answered", case.name));
            match self.answer(&claim, case, self.time)? {
                None if ctrl_c::is_pressed() => break,
                None => {
                    status = ExitStatus::LimitReached;
                    self.print(&format!(
                        "{name} {}: open, the limit of time was reached",
                        case.name
                    ))?;
                }
                Some(Answered { answer, cpu_seconds, peak_mib }) => {
                    self.print(&format!("{name} {}: {}", case.name, texts(&answer)))?;
                    let run = Some(claim.number_of(&this));
                    let case = &mut claim.cases[number];
                    *case = Case {
                        answer: Some(answer),
                        run,
                        cpu_seconds,
                        peak_mib,
                        ..std::mem::take(case)
                    };
                    claim.write(self.folder, name)?;
                }
            }
        }
        claim.drop_unused_runs();
        claim.write(self.folder, name)?;
        Ok(status)
    }

    /// Repeats cases that took at most the limit of time, and compares the answers.
    fn check(&self, name: Option<&str>) -> Result<ExitStatus, Failure> {
        let mut status = ExitStatus::Done;
        let most = self.time.map_or(f64::INFINITY, |time| time.as_secs_f64());
        // Machines and builds differ: a debug build takes twenty times as long.
        let patience = self.time.map(|time| 10 * time + Duration::from_secs(60));
        for name in name.map_or_else(|| names(self.folder), |name| Ok(vec![name.to_owned()]))? {
            let claim = Claim::read(self.folder, &name)?;
            let answered = claim.cases.iter().filter(|case| case.answer.is_some());
            let (cheap, dear): (Vec<&Case>, Vec<&Case>) =
                answered.partition(|case| case.cpu_seconds.is_none_or(|time| time <= most));
            let (mut same, mut wrong, mut over) = (0, 0, 0);
            for case in cheap {
                ctrl_c::set_not_done(format!(
                    "cases from {name} {} on are not repeated",
                    case.name
                ));
                match self.answer(&claim, case, patience)? {
                    _ if ctrl_c::is_pressed() => return Ok(status),
                    None => over += 1,
                    Some(now) if Some(&now.answer) == case.answer.as_ref() => same += 1,
                    Some(now) => {
                        wrong += 1;
                        let (now, before) = (texts(&now.answer), case.answer.as_ref());
                        let before = before.map_or(String::new(), |values| texts(values));
                        failure::report(&format!(
                            "error: {name} {}: expected {before}, found {now} by `{}`",
                            case.name, case.command
                        ));
                    }
                }
            }
            if wrong > 0 {
                status = status.max(ExitStatus::Failed);
            } else if over > 0 {
                status = status.max(ExitStatus::LimitReached);
            }
            let skipped = dear.len() + over;
            self.print(&match self.json {
                true => serde_json::to_string(&Checked { name: &name, same, wrong, skipped })?,
                false => format!("{name}: {same} the same, {wrong} different, {skipped} skipped"),
            })?;
        }
        Ok(status)
    }

    /// Runs the commands of a case, for at most that time; `None` if it was over, or after Ctrl-C.
    fn answer(
        &self,
        claim: &Claim,
        case: &Case,
        time: Option<Duration>,
    ) -> Result<Option<Answered>, Failure> {
        // Ctrl-C also ends the command of the case; this process goes on to save what is known.
        commands::run(&case.command, &claim.fields, time, &ctrl_c::interrupt())
            .or_else(|failure| if ctrl_c::is_pressed() { Ok(None) } else { Err(failure) })
    }

    fn print(&self, line: &str) -> Result<(), Failure> {
        writeln!(io::stdout().lock(), "{line}").map_err(Failure::of_output)
    }
}

/// What a check of a claim found.
#[derive(Serialize)]
struct Checked<'a> {
    name: &'a str,
    same: usize,
    wrong: usize,
    skipped: usize,
}

/// The values of an answer as they are read.
fn texts(values: &[Value]) -> String {
    values.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// A value of an answer as it is read.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// This program on this machine, today.
fn this_run(folder: &Path) -> Run {
    let git = |args: &[&str]| {
        let output = process::Command::new("git").arg("-C").arg(folder).args(args).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    };
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    if let Some(commit) = git(&["rev-parse", "--short", "HEAD"]) {
        // A run changes the claims themselves.
        let changed = git(&["status", "--porcelain", "-uno", "--", ":/", ":(exclude,top)results"]);
        let dirty =
            if changed.is_some_and(|changed| changed.is_empty()) { "" } else { ", changed" };
        version += &format!(" ({commit}{dirty})");
    }
    Run { date: date(SystemTime::now()), version, machine: machine() }
}

/// The processor and the number of its cores, as far as the system tells.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name"));
    let model =
        model.map_or(std::env::consts::ARCH, |line| line.trim_start_matches(['\t', ':', ' ']));
    format!("{model}, {cores} cores")
}

/// The day of a time, in UTC, as 2026-11-25: the proleptic Gregorian calendar in years that begin with March, so that the
/// leap day is the last one (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let days = seconds / 86_400 + 719_468; // since 0000-03-01
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153; // from March
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (era * 400 + year, month + 3),
        _ => (era * 400 + year + 1, month - 9),
    };
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let after = |days: u64| date(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400));
        // By `date -u -d @$((DAYS * 86400)) +%F`.
        let days = [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_782, "2026-11-25"),
        ];
        for (days, expected) in days {
            assert_eq!(after(days), expected);
        }
    }
}
