//! `dicot label`: who wins many positions, and the winning moves, as JSON lines.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use dicot::Player;
use dicot_api::answers::label::{Label, Labeler};
use dicot_rulesets::{RulesetExt, in_order, lock, no_solution};

use crate::arguments::{RulesArg, Threads, side, usage};
use crate::batch::write_error;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure::{self, about};
use crate::input::{self, Line};

/// Who wins many positions, and the winning moves, as JSON lines: labels to learn from
#[derive(Args)]
#[command(after_help = "\
Writes a line for each line of the input, in the same order: an object in JSON with the position, its outcome (L, R, N or P), \
who wins if Left starts and if Right starts, and the winning moves of both. An object in JSON keeps its other fields; its field \
`rules` names a ruleset. Positions and sums are written as for `dicot solve`.

Each thread has an equal share of --memory. If a limit of time, memory or nodes is reached, what is not known is null, and \
`reason` names the limit; the status is 3. A line that cannot be read has `input` and `error` in place of labels; the status is 1.

Examples:
  dicot label positions.txt > labels.jsonl
  printf 'xox/ox.\\nxo\\n' | dicot label
  printf '{\"position\": \"7+5\", \"rules\": \"kayles\", \"game\": 12}\\n' | dicot label
  dicot label --rules amazons positions.txt --time 10s --threads 2")]
pub(crate) struct LabelArgs {
    /// A file of positions or sums, or of objects in JSON with a field `position`, one per line; `-` is standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    rules: RulesArg,
    /// Only find who wins if this player starts, and that player's winning moves: left, x, black or b; right, o, white or w
    #[arg(long, value_parser = side)]
    first: Option<Player>,
    #[command(flatten)]
    threads: Threads,
    /// The limit of searched sums for a position, unlimited by default
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

/// Lines that are read by several threads.
struct Feed<R> {
    input: R,
    /// The number of lines that were read.
    read: usize,
    /// The lines that were read before they were asked for, by number from 0.
    waiting: BTreeMap<usize, Line>,
}

impl<R: BufRead> Feed<R> {
    /// The line with this number, or `None` after the last one. Each line can be asked for once.
    fn line(&mut self, number: usize) -> io::Result<Option<Line>> {
        while self.read <= number {
            let Some(line) = input::next_line(&mut self.input)? else { return Ok(None) };
            self.waiting.insert(self.read, line);
            self.read += 1;
        }
        Ok(self.waiting.remove(&number))
    }
}

impl Command for LabelArgs {
    /// Labels all lines. The status is that of the worst one.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let (LabelArgs { file, rules, first, threads, nodes }, rulesets) =
            (&self, &options.rulesets);
        if !rulesets.find(&rules.rules).is_ok_and(|ruleset| ruleset.has_sums()) {
            usage(&no_solution(&rules.rules));
        }
        let Some(limits) = options.limits.solver_limits() else {
            usage("label needs a limit of memory: a quarter of it is for the tables")
        };
        let threads = threads.or_all();
        let limits = limits.with_nodes(*nodes);
        let labeler = Labeler::new(rulesets, &rules.rules, *first, &limits, threads)
            .with_value_sources(&options.known_values);
        let input = input::open(file)?;
        let input = ctrl_c::while_waiting(|| input::without_mark(input).map(Some));
        let input = input.map_err(|error| about(file, error))?;
        let Some(input) = input else { return Ok(Status::Done) };
        let feed = Mutex::new(Feed { input, read: 0, waiting: BTreeMap::new() });
        let label = |number: usize| {
            // The lock is released before the line is answered.
            let line = ctrl_c::while_waiting(|| lock(&feed).line(number));
            let line = line.map_err(|error| Some(about(file, error).into()))?;
            Ok(line.filter(|_| !ctrl_c::is_pressed()).map(|line| match line {
                Line::Bad(item, problem) => (item, Err(Failure::new(problem))),
                Line::Text(item) if item.trim().is_empty() => {
                    (item, Err(Failure::new("empty line")))
                }
                Line::Text(item) => {
                    let label = labeler.label(&item).map_err(Failure::from);
                    (item, label)
                }
            }))
        };
        ctrl_c::set_not_done("no line has labels");
        let (mut status, mut number) = (Status::Done, 0u64);
        let mut out = io::stdout().lock();
        let ended = in_order(threads, usize::MAX, label, |answer| {
            // After the last line, or Ctrl-C.
            let Some((item, label)) = answer else { return Err(None) };
            number += 1;
            if !ctrl_c::is_pressed() {
                ctrl_c::set_not_done(format!("lines from {} on have no labels", number + 1));
            }
            status.add(
                write(&item, label, number, &mut out).map_err(Failure::of_output).map_err(Some)?,
            );
            Ok(())
        });
        if let Err(Some(error)) = ended {
            return Err(error);
        }
        Ok(status)
    }
}

/// Writes the line of an item, and reports its problem.
fn write(
    item: &str,
    label: Result<Label, Failure>,
    number: u64,
    out: &mut impl Write,
) -> io::Result<Status> {
    let failure = match label {
        Ok(Label { json, limit }) => {
            writeln!(out, "{json}")?;
            match limit {
                None => return Ok(Status::Done),
                Some(limit) => Failure::from(limit),
            }
        }
        Err(failure) => {
            write_error(item, &failure, out)?;
            failure
        }
    };
    if !failure.is_interrupted() {
        failure::report(&format!("line {number}: {}", failure.message()));
    }
    Ok(failure.status())
}
