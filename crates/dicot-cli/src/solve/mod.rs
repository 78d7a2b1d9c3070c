//! `dicot solve`: who wins a position or a sum, by a search.

#[cfg(feature = "full")]
pub(crate) mod certificate;
mod mcgs;
mod page;
mod saved;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use dicot::solver::{Solver, VerifyError};
use dicot::{Limits, Player, ValueError};
use dicot_api::answers::solve::{Answer, Wanted};
use dicot_rulesets::{Parts, RulesetExt, Rulesets, all_made, no_solution};

use crate::arguments::{RulesArg, Threads, side, usage};
use crate::batch::{self, Task};
use crate::command::{Command, Failure, Options, Status};
use crate::failure;
use crate::full::CertificateFile;
use crate::limits::duration;
use crate::progress::ProgressLine;
use crate::style::Style;
use saved::Files;

/// Who wins a position or a sum, which may be too large for a value
#[derive(Args)]
#[command(after_help = "\
In a sum, NAME:POSITION is a position of the ruleset with that name; any other term is a position of \
--rules if it can be read as one, and otherwise a game in the notation of `dicot game`. Positions are \
parts 1, 2 and so on, in their order; all games together are the last part. If there are several parts, \
each move begins with the number of its part.

If a limit of time, memory or nodes is reached, or after Ctrl-C, the partial result is printed, and the \
status is 3, or 130 after Ctrl-C. The solver stores its results; when the memory is full, it forgets small sums.

A long proof can be made in several runs: repeat the same command with `--load proof --save proof` \
until it is done. A run that is killed loses at most ten minutes. `--time none` removes the time limit. \
A later run may have more memory, other threads and other positions.

Examples:
  dicot solve xoxoxox/oxoxoxo/xoxoxox
  dicot solve xoxo/oxox --first x --moves --line
  dicot solve xoxoxoxox/oxoxoxoxo --verify
  dicot solve xoxoxoxox/oxoxoxoxo --certificate 2x9.cert
  dicot solve 'xoxo/oxox + konane:.xo. + {1|*}' --json
  dicot solve --rules kayles '7+5 + 3'
  dicot solve --rules cram ...../...../.....
  dicot solve xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox --time none --load proof --save proof")]
pub(crate) struct SolveArgs {
    /// A position, or parts joined by ` + `, each a position of --rules, NAME:POSITION, or a game
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    rules: RulesArg,
    /// Play misère: a player who cannot move wins. Positions are searched without values; a value is played as its canonical
    /// form
    #[arg(long, conflicts_with_all = ["verify", "save", "load"])]
    misere: bool,
    /// Only find who wins if this player starts: left, x, black or b; right, o, white or w
    #[arg(long, value_parser = side)]
    first: Option<Player>,
    /// List the winning moves, of both players or of the one who starts
    #[arg(long)]
    moves: bool,
    /// Print a line of best play, in which Left starts unless --first says otherwise
    #[arg(long)]
    line: bool,
    /// Verify who wins: play the winner's moves against all replies to the end, by the rules alone, and
    /// print the number of positions; in JSON `verified`, for each player who starts
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    threads: Threads,
    /// The limit of searched sums for an item, exact on one thread, which is then the default; unlimited by default
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Values are computed of components up to this size (of most rulesets the number of moves, of Clobber and Konane of
    /// stones), and larger ones are searched
    #[arg(long, value_name = "N", default_value_t = Solver::DEFAULT_VALUED_SIZE)]
    valued_size: u32,
    /// Continue from a file that an earlier run saved; if --save names the same file, it need not exist
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Save the results at the end and every --save-every; an existing file is replaced only if --load names it
    #[arg(long, value_name = "FILE", group = "written")]
    save: Option<PathBuf>,
    #[command(flatten)]
    certificate: CertificateFile,
    /// Let --save and --certificate replace any existing file
    #[arg(long, requires = "written")]
    force: bool,
    /// Try the checks in test files of MCGS: who wins, nim values, winning moves and thermographs. Those that do not hold are
    /// printed, and then how many hold; the status is 1 if one does not
    #[arg(long, value_name = "FILE", num_args = 1..,
          conflicts_with_all = ["position", "first", "moves", "line", "verify", "certificate", "json"])]
    tests: Vec<PathBuf>,
    /// The time between two saves during a long search
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration,
          requires = "save")]
    save_every: Duration,
}

impl Command for SolveArgs {
    /// Ends the program if the arguments make no sense.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let rules = &self.rules.rules;
        // In use while positions of it may be loaded.
        let ruleset = options.rulesets.find(rules);
        if !ruleset.as_ref().is_ok_and(dicot_rulesets::RulesetExt::has_sums) {
            usage(&no_solution(rules));
        }
        let Some(limits) = options.limits.solver_limits() else {
            usage("solve needs a limit of memory: a quarter of it is for the table")
        };
        let search = Search::new(limits.with_nodes(self.nodes), &self, options)?;
        self.certificate.check(self.force)?;
        let (item, json) = (self.position.clone(), options.json);
        let (rulesets, style) = (&options.rulesets, Style::of_stdout());
        let mut solve = Solve { rulesets, wanted: self, search, json, style };
        let status = match &solve.wanted.tests[..] {
            [] => batch::run(item, json, &mut solve),
            _ => mcgs::run(&mut solve),
        };
        solve.search.files.save(&solve.search.solver)?;
        status
    }
}

impl SolveArgs {
    /// The questions about each sum.
    fn wanted(&self) -> Wanted {
        let SolveArgs { misere, first, moves, line, verify, .. } = *self;
        Wanted { misere, first, moves, line, verify, nim_value: first.is_none() }
    }
}

/// Answers lines that are sums.
struct Solve<'a> {
    rulesets: &'a Rulesets,
    wanted: SolveArgs,
    search: Search,
    json: bool,
    style: Style,
}

impl Solve<'_> {
    /// What is found of a sum; if a limit is reached, what is known is in the failure.
    fn search(&mut self, item: &str, wanted: Wanted) -> Result<Answer, Failure> {
        let (start, nodes) = (Instant::now(), self.search.solver.nodes());
        let (rulesets, rules) = (self.rulesets, &self.wanted.rules.rules);
        let files = self.wanted.save.is_some() || self.wanted.load.is_some();
        let Search { solver, progress, used, .. } = &mut self.search;
        progress.start();
        let found =
            solver.as_one_call(|solver, limits| match Parts::read(item, rulesets, rules, limits) {
                Ok(parts) => {
                    let mut answer = Answer::new(parts, wanted);
                    // Saved results are worth more than the next items.
                    let result = match files {
                        true => answer.fill(solver, wanted),
                        false => answer.fill_or_clear(solver, wanted, used),
                    };
                    Ok((answer, result))
                }
                Err(failure) => match failure.value {
                    Some(limit @ ValueError::Limit(_)) => {
                        Ok((Answer::new(Parts::unread(item), wanted), Err(limit.into())))
                    }
                    _ => Err(Failure::from(failure)),
                },
            });
        progress.clear();
        let (mut answer, result) = found?;
        (answer.nodes, answer.time) = (self.search.solver.nodes() - nodes, start.elapsed());
        match result {
            Ok(()) => Ok(answer),
            Err(VerifyError::Value(limit @ ValueError::Limit(_))) => {
                let mut failure = Failure::from(limit);
                answer.reason = Some(failure.message().to_owned());
                failure.known = Some(self.text(&answer)?);
                Err(failure)
            }
            Err(VerifyError::Value(error)) => Err(error.into()),
            Err(error) => {
                Err(Failure::new(format!("{error}. This is a bug of dicot: please report it")))
            }
        }
    }

    /// Writes the certificate of a sum that is solved, if it is wanted. Returns what is printed.
    fn solved(&mut self, answer: &Answer) -> Result<String, Failure> {
        let (SolveArgs { certificate, first, .. }, json) = (&self.wanted, self.json);
        let Search { solver, progress, .. } = &mut self.search;
        progress.start();
        let written = certificate.write(solver, answer, *first, json, self.style);
        progress.clear();
        if let Some(text) = written? {
            return Ok(text);
        }
        self.text(answer)
    }

    /// What is printed.
    fn text(&self, answer: &Answer) -> Result<String, Failure> {
        if !self.json {
            return Ok(page::page(answer, self.style));
        }
        Ok(serde_json::to_string(&answer.json_line())?)
    }
}

impl Task for Solve<'_> {
    const ITEM: &'static str = "position or sum";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let answer = self.search(item, self.wanted.wanted())?;
        self.solved(&answer)
    }
}

/// A solver that is kept from item to item.
struct Search {
    solver: Solver,
    progress: ProgressLine,
    files: Files,
    used: bool,
}

impl Search {
    /// A solver that knows what was saved.
    fn new(limits: Limits, wanted: &SolveArgs, options: &Options) -> io::Result<Search> {
        let (progress, files) = (ProgressLine::new(), Files::new(wanted)?);
        let line = progress.clone();
        let mut solver = Solver::new().on_progress(move |now| line.show_search("", now));
        // The nodes that several threads search differ from run to run.
        let limits = limits.with_threads(match wanted.nodes {
            Some(_) => wanted.threads.or_else(|| 1),
            None => wanted.threads.or_all(),
        });
        solver.valued_size = wanted.valued_size;
        let known_values = options.known_values.iter().cloned();
        let mut solver = known_values.fold(solver, Solver::with_value_source);
        if files.has_any() {
            // The time is that of an item.
            let without_time = limits.clone().with_time(None);
            let rulesets = options.rulesets.iter().cloned().chain(all_made());
            let valued = rulesets.filter(dicot::rules::AnyRuleset::has_values);
            solver = valued
                .fold(solver.with_limits(without_time), |solver, ruleset| ruleset.register(solver));
            files.load(&mut solver)?;
        }
        solver = solver.with_limits(limits);
        if files.are_written() {
            let files = files.clone();
            solver = solver.every(wanted.save_every, move |solver| {
                if let Err(error) = files.save(solver) {
                    failure::report(&format!("warning: {error}"));
                }
            });
        }
        Ok(Search { solver, progress, files, used: false })
    }
}
