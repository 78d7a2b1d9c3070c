//! `dicot solve`: who wins a position or a sum, by a search.

mod answer;
mod saved;
mod sum;

use std::io;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dicot::search::{Solver, SolverLimits, Sum};
use dicot::{Bounds, LimitKind, Player, ValueError};

use crate::arguments::{Options, SolveArgs, usage};
use crate::batch::Task;
use crate::failure::{self, Failure};
use crate::limits;
use crate::progress::ProgressLine;
use crate::rulesets::Rulesets;
use crate::style::Style;
use answer::Answer;
use saved::Files;
use sum::{Parts, no_solution};

pub(crate) use sum::{Extended, Plus};

/// Answers lines that are sums.
pub(crate) struct Solve<'a> {
    rulesets: &'a Rulesets,
    /// The ruleset of the parts that do not name theirs.
    rules: String,
    wanted: SolveArgs,
    search: Search<'a>,
    json: bool,
    style: Style,
    interrupt: Interrupt,
    ran_out: bool,
}

impl<'a> Solve<'a> {
    /// Ends the program if the arguments make no sense. Fails if a file cannot be loaded, or none saved.
    pub(crate) fn new(
        rulesets: &'a Rulesets,
        rules: String,
        wanted: SolveArgs,
        options: &Options,
    ) -> io::Result<Solve<'a>> {
        if !rulesets.has_values(&rules) {
            usage(&no_solution(&rules));
        }
        let Some(mut limits) = options.limits.solver_limits() else {
            usage("solve needs a limit of memory: half of it is for the table")
        };
        let interrupt = Interrupt::new();
        limits.interrupt = Some(interrupt.asked.clone());
        limits.threads = wanted.threads.into();
        limits.nodes = wanted.nodes;
        let search = Search::new(limits, rulesets, Files::new(&wanted)?)?;
        Ok(Solve {
            rulesets,
            rules,
            wanted,
            search,
            json: options.json,
            style: Style::of_stdout(),
            interrupt,
            ran_out: false,
        })
    }

    /// Saves what was found out, if that was asked for.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.interrupt.busy.store(true, Ordering::Relaxed);
        self.search.files.save(&self.search.solver)
    }

    fn solve(&mut self, item: &str) -> Result<String, Failure> {
        self.search.start();
        let bounds = self.search.bounds();
        let (mut answer, result) = match Parts::read(item, self.rulesets, &self.rules, &bounds) {
            Ok(parts) => self.search.answer(parts, &self.wanted),
            Err(Failure { value: Some(limit @ ValueError::Limit(_)), .. }) => {
                (Answer::new(Parts::unread(item), &self.wanted), Err(limit))
            }
            Err(failure) => return Err(failure),
        };
        match result {
            Ok(()) => answer.text(self.json, self.style),
            Err(limit @ ValueError::Limit(_)) => {
                self.ran_out = true;
                let mut failure = Failure::from(limit);
                answer.reason = Some(failure.message().to_owned());
                failure.known = Some(answer.text(self.json, self.style)?);
                Err(failure)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a limit was passed, or the user had enough.
    pub(crate) fn ran_out(&self) -> bool {
        self.ran_out
    }
}

impl Task for Solve<'_> {
    const ITEM: &'static str = "position or sum";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        self.interrupt.busy.store(true, Ordering::Relaxed);
        let result = self.solve(item);
        self.interrupt.busy.store(false, Ordering::Relaxed);
        result
    }

    fn is_over(&self) -> bool {
        self.interrupt.asked.load(Ordering::Relaxed)
    }
}

/// Ctrl-C ends the search, and the program if there is none or it does not end.
struct Interrupt {
    asked: Arc<AtomicBool>,
    busy: Arc<AtomicBool>,
}

impl Interrupt {
    fn new() -> Interrupt {
        let flag = || Arc::new(AtomicBool::new(false));
        let interrupt = Interrupt { asked: flag(), busy: flag() };
        let (asked, busy) = (interrupt.asked.clone(), interrupt.busy.clone());
        // Without a handler Ctrl-C ends the program, as usual.
        let _ = ctrlc::set_handler(move || {
            let again = asked.swap(true, Ordering::Relaxed);
            if again || !busy.load(Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
        interrupt
    }
}

/// The status of a program that Ctrl-C ends, as shells have it.
const INTERRUPTED: i32 = 130;

/// A solver that is kept from item to item, and what is left for this one.
struct Search<'a> {
    solver: Solver,
    rulesets: &'a Rulesets,
    files: Files,
    limits: SolverLimits,
    progress: ProgressLine,
    used: bool,
    /// When the solver was new.
    new: Instant,
    start: Instant,
    nodes: u64,
}

impl<'a> Search<'a> {
    fn new(limits: SolverLimits, rulesets: &'a Rulesets, files: Files) -> io::Result<Search<'a>> {
        let mut search = Search {
            solver: Solver::new(),
            rulesets,
            files,
            limits,
            progress: ProgressLine::new(),
            used: false,
            new: Instant::now(),
            start: Instant::now(),
            nodes: 0,
        };
        search.begin()?;
        Ok(search)
    }

    /// Begins with a new solver, which knows what was saved.
    fn begin(&mut self) -> io::Result<()> {
        let progress = self.progress.clone();
        self.solver = Solver::new()
            .with_limits(self.limits.clone())
            .on_progress(move |now| progress.show_search(now));
        let result = if self.files.has_any() {
            self.solver = self.rulesets.introduce(mem::take(&mut self.solver));
            self.files.load(&mut self.solver)
        } else {
            Ok(())
        };
        (self.used, self.new) = (false, Instant::now());
        result
    }

    /// Saves the solver; a failure is told and does not end the search.
    fn save(&mut self) -> bool {
        let saved = self.files.save(&self.solver);
        if let Err(error) = &saved {
            failure::report(&format!("warning: {error}"));
        }
        saved.is_ok()
    }

    /// Begins with a new solver because there is no room left in this one; whether to ask once more.
    fn renew(&mut self, used: bool) -> bool {
        let (searched, start) = (self.new.elapsed(), Instant::now());
        let kept = self.files.are_written() && self.save();
        if let Err(error) = self.begin() {
            failure::report(&format!("warning: {error}"));
            // What is there is more than what is found from now on.
            self.files.close();
            return false;
        }
        // What was found takes less room without what was looked at. But in the end it fills all of it,
        // and saving and loading takes longer than searching.
        if kept { searched >= start.elapsed() } else { used }
    }

    /// An item begins.
    fn start(&mut self) {
        (self.start, self.nodes) = (Instant::now(), 0);
    }

    fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.start.elapsed()))
    }

    /// Bounds of what is computed before the search.
    fn bounds(&self) -> Bounds {
        Bounds {
            bytes: Some(self.limits.bytes),
            deadline: self.time_left().and_then(|time| Instant::now().checked_add(time)),
            interrupt: self.limits.interrupt.clone(),
            ..Bounds::default()
        }
    }

    /// Finds out what is wanted; if that fails, the answer has what was found before.
    fn answer(&mut self, parts: Parts, wanted: &SolveArgs) -> (Answer, Result<(), ValueError>) {
        let mut answer = Answer::new(parts, wanted);
        let result = self.fill(&mut answer, wanted);
        (answer.nodes, answer.time) = (self.nodes, self.start.elapsed());
        (answer, result)
    }

    fn fill(&mut self, answer: &mut Answer, wanted: &SolveArgs) -> Result<(), ValueError> {
        let starters = wanted.first.map_or(Player::BOTH.to_vec(), |first| vec![first]);
        let sum = answer.parts.sum.clone();
        for &player in &starters {
            answer.wins[player as usize] = Some(self.wins_first(&sum, player)?);
        }
        if wanted.moves {
            for &player in &starters {
                let moves = match answer.wins[player as usize] {
                    Some(true) => {
                        sum.winning_moves(player, |sum, player| self.wins_first(sum, player))?
                    }
                    _ => Vec::new(),
                };
                answer.set_winning_moves(player, &moves);
            }
        }
        if wanted.line {
            let line = sum.line(starters[0], |sum, player| self.wins_first(sum, player))?;
            answer.set_line(starters[0], &line);
        }
        Ok(())
    }

    /// Whether the player wins, moving first; asked for until it is known or a limit is passed, with a
    /// pause now and then to save the solver, and with a new one if there is no room left in this one.
    fn wins_first(&mut self, sum: &Sum, player: Player) -> Result<bool, ValueError> {
        loop {
            if self.files.time_left() == Some(Duration::ZERO) {
                self.save();
            }
            let result = self.ask(sum, player);
            let used = mem::replace(&mut self.used, true);
            let again = match result {
                Err(ValueError::Limit(LimitKind::Time)) => self.time_left() != Some(Duration::ZERO),
                Err(error) if limits::is_out_of_room(error) => self.renew(used),
                _ => false,
            };
            if !again {
                return result;
            }
        }
    }

    fn ask(&mut self, sum: &Sum, player: Player) -> Result<bool, ValueError> {
        let mut limits = self.limits.clone();
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        limits.time = [self.time_left(), self.files.time_left()].into_iter().flatten().min();
        self.solver = mem::take(&mut self.solver).with_limits(limits);
        let before = self.solver.nodes();
        self.progress.start();
        let result = self.solver.wins_first(sum, player);
        self.progress.clear();
        self.nodes += self.solver.nodes() - before;
        result.map_err(|error| match (error, self.limits.nodes) {
            // Not those that were left.
            (ValueError::Limit(LimitKind::Nodes(_)), Some(all)) => {
                ValueError::Limit(LimitKind::Nodes(all))
            }
            _ => error,
        })
    }
}
