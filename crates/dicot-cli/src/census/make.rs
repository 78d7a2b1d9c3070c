//! Making a census.

use dicot::Interrupt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use dicot_census::{BoardSize, Census, CensusError, Plan, Summary};
use dicot_rulesets::grouped;
use serde::Serialize;

use super::progress::CensusProgress;
use crate::arguments::{Options, RulesArg, Threads, usage};
use crate::ctrl_c;
use crate::failure::{self, about};
use crate::full::text_without_mark;
use crate::limits::duration;
use crate::status::Status;

/// What is counted, and how.
#[derive(Args)]
pub(crate) struct MakeArgs {
    /// The size of the board, rows x columns: 3x4 has 3 rows and 4 columns
    #[arg(value_name = "BOARD")]
    board: Option<BoardSize>,
    #[command(flatten)]
    pub(crate) rules: RulesArg,
    /// The file to write; it gets its name when it is whole
    #[arg(short, long, alias = "out", value_name = "FILE", required = true)]
    output: Option<PathBuf>,
    /// Only boards without blank cells
    #[arg(long, conflicts_with = "from")]
    filled: bool,
    /// Count the positions of a list instead, one in a line; `-` is standard input
    #[arg(long, value_name = "LIST", conflicts_with = "board")]
    from: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// The time between two saves during a long computation
    #[arg(long, alias = "checkpoint-every", value_name = "TIME", default_value = "1m", value_parser = duration)]
    save_every: Duration,
}

impl MakeArgs {
    /// The size of the board; `None` for a list.
    pub(crate) fn board(&self) -> Option<Board> {
        self.board.map(|BoardSize { rows, columns }| Board { rows, columns })
    }

    /// The file to write. Ends the program if it is missing.
    pub(crate) fn out(&self) -> &Path {
        let missing = || usage("a file to write is missing: --output FILE");
        self.output.as_deref().unwrap_or_else(missing)
    }
}

/// The most bytes, unless --memory says otherwise.
const MEMORY: usize = 4 << 30;

/// What is printed in JSON.
#[derive(Serialize)]
struct SummaryLine {
    census: String,
    /// Of a census of boards.
    board: Option<Board>,
    positions: u64,
    classes: u64,
    values: Option<u64>,
    seconds: f64,
}

/// The size of a board, in JSON.
#[derive(Serialize)]
pub(crate) struct Board {
    rows: u8,
    columns: u8,
}

/// The size of the board in words, with a comma or colon after it; nothing for a list.
pub(crate) fn in_words(board: &Option<Board>, end: &str) -> String {
    let Some(Board { rows, columns }) = *board else { return String::new() };
    let s = |n| if n == 1 { "" } else { "s" };
    format!("{rows} row{}, {columns} column{}{end} ", s(rows), s(columns))
}

/// What can end a run early besides Ctrl-C: the time. A thread watches it from the beginning.
pub(crate) struct Watch {
    time_is_up: Arc<AtomicBool>,
    /// Whether there can be something to keep. Until then the process ends at once.
    begun: Arc<AtomicBool>,
}

impl Watch {
    pub(crate) fn start(options: &Options) -> Watch {
        let [time_is_up, begun] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        if let Some(time) = options.limits.time_or(None) {
            let (up, has_begun) = (time_is_up.clone(), begun.clone());
            thread::spawn(move || {
                thread::sleep(time);
                if !has_begun.load(Ordering::Relaxed) {
                    failure::report(TIME_IS_UP);
                    exit(u8::from(Status::LimitReached).into());
                }
                up.store(true, Ordering::Relaxed);
                ctrl_c::interrupt().set();
            });
        }
        Watch { time_is_up, begun }
    }
}

const TIME_IS_UP: &str =
    "error: the time is up (see --time); the same command continues from the checkpoint";

/// Makes the census, or continues it.
pub(super) fn run(arguments: &MakeArgs, options: &Options) -> io::Result<Status> {
    let start = Instant::now();
    let watch = Watch::start(options);
    let plan = plan(arguments, options, Plan::list)?;
    let census = Census::new(plan.clone(), arguments.out());
    let made = attempt(watch, census, arguments, options, |census, _| census.run())?;
    Ok(match made {
        Ok(summary) => {
            print(&plan, arguments.board(), summary, start.elapsed(), options.json)?;
            Status::Done
        }
        Err(status) => status,
    })
}

/// Does `what` with a census and a flag that ends it, within the limits, showing progress. If a limit or a signal ends
/// it, this prints that the same command continues, and returns the status.
pub(crate) fn attempt<T>(
    watch: Watch,
    census: Census<'_>,
    arguments: &MakeArgs,
    options: &Options,
    what: impl FnOnce(Census<'_>, &Interrupt) -> Result<T, CensusError>,
) -> io::Result<Result<T, Status>> {
    let Watch { time_is_up, begun } = watch;
    let interrupt = ctrl_c::interrupt();
    ctrl_c::set_not_done("the same command continues from the checkpoint");
    begun.store(true, Ordering::Relaxed);
    let mut progress = CensusProgress::new();
    let census = census
        .memory(options.limits.bytes_or(MEMORY))
        .checkpoint_every(arguments.save_every)
        .threads(arguments.threads.or_all())
        .interrupt(interrupt.clone())
        .on_progress(|now| progress.show(now));
    let result = what(census, &interrupt);
    progress.clear();
    match result {
        Ok(result) => return Ok(Ok(result)),
        Err(CensusError::Interrupted) if time_is_up.load(Ordering::Relaxed) => {
            failure::report(TIME_IS_UP);
        }
        // Ctrl-C decides the status.
        Err(CensusError::Interrupted) => {}
        Err(error @ CensusError::Memory(_)) => {
            failure::report(&format!(
                "error: {error}; the same command with a larger --memory continues from the checkpoint"
            ));
        }
        Err(CensusError::OtherPlan(path, plan)) => {
            let text = format!(
                "has the results of another command, about {plan}; end that command, give another --output, or remove \
                 the file or folder"
            );
            return Err(about(&path, text));
        }
        Err(CensusError::Busy(path)) => {
            return Err(about(
                &path,
                "another process writes to this folder; wait for it, or give another --output",
            ));
        }
        Err(error) => return Err(io::Error::other(error)),
    }
    Ok(Err(Status::LimitReached))
}

/// What is to be counted; `list` makes it of the lines of a list.
pub(crate) fn plan(
    arguments: &MakeArgs,
    options: &Options,
    list: impl FnOnce(&str, &str) -> Result<Plan, CensusError>,
) -> io::Result<Plan> {
    let rules = &arguments.rules.rules;
    match (&arguments.from, arguments.board) {
        (None, None) => usage("a board is needed, like 3x4, or --from LIST"),
        (None, Some(board)) => {
            Plan::boards(rules, board, arguments.filled).map_err(io::Error::other)
        }
        (Some(path), _) => {
            let input: Box<dyn Read> = if path.as_os_str() == "-" {
                Box::new(io::stdin().lock())
            } else {
                Box::new(File::open(path).map_err(|error| about(path, error))?)
            };
            let mut text = String::new();
            // The text of each position is there twice while the list is read, with about 100 bytes besides.
            let most = options.limits.bytes_or(MEMORY).map_or(u64::MAX, |most| most as u64 / 8);
            input.take(most).read_to_string(&mut text).map_err(|error| about(path, error))?;
            if text.len() as u64 == most {
                failure::report(&format!(
                    "error: {}",
                    about(path, "the list is longer than an eighth of --memory; give more memory")
                ));
                exit(u8::from(Status::LimitReached).into());
            }
            list(rules, text_without_mark(&text)).map_err(|error| about(path, error))
        }
    }
}

/// Prints what was found.
fn print(
    plan: &Plan,
    board: Option<Board>,
    summary: Summary,
    time: Duration,
    json: bool,
) -> io::Result<()> {
    let Summary { positions, classes, values } = summary;
    let mut out = io::stdout().lock();
    let seconds = time.as_secs_f64();
    if json {
        let census = plan.to_string();
        let line = SummaryLine { census, board, positions, classes, values, seconds };
        return writeln!(out, "{}", serde_json::to_string(&line)?);
    }
    let board = in_words(&board, ":");
    let [positions, classes] = [positions, classes].map(grouped);
    match values.map(grouped) {
        Some(values) => writeln!(
            out,
            "{board}{positions} positions in {classes} classes, with {values} values, in {seconds:.1} s"
        ),
        None => {
            writeln!(out, "{board}{positions} positions in {classes} classes: the file was there")
        }
    }
}
