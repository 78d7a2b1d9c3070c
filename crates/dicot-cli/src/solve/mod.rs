//! `dicot solve`: who wins a position or a sum, by a search.

#[cfg(feature = "full")]
pub(crate) mod certificate;
mod page;
mod saved;

use std::io;
use std::time::Instant;

use dicot::solver::{Solver, VerifyError};
use dicot::{Limits, ValueError};
use dicot_answers::all_made;
use dicot_answers::object::RulesetObject;
use dicot_answers::rulesets::Rulesets;
use dicot_answers::solve::{Answer, Parts, no_solution};

use crate::arguments::{Options, SolveArgs, usage};
use crate::batch::Task;
use crate::failure::{self, Failure};
use crate::progress::ProgressLine;
use crate::style::Style;
use saved::Files;

/// Answers lines that are sums.
pub(crate) struct Solve<'a> {
    rulesets: &'a Rulesets,
    /// The ruleset of the parts that do not name theirs.
    rules: String,
    wanted: SolveArgs,
    search: Search,
    json: bool,
    style: Style,
}

impl<'a> Solve<'a> {
    /// Ends the program if the arguments make no sense.
    pub(crate) fn new(
        rulesets: &'a Rulesets,
        rules: String,
        wanted: SolveArgs,
        options: &Options,
    ) -> io::Result<Solve<'a>> {
        if !rulesets.find(&rules).is_ok_and(RulesetObject::has_sums) {
            usage(&no_solution(&rules));
        }
        let Some(limits) = options.limits.solver_limits() else {
            usage("solve needs a limit of memory: a quarter of it is for the table")
        };
        let limits = limits.with_nodes(wanted.nodes);
        let search = Search::new(limits, rulesets, &wanted, options)?;
        #[cfg(feature = "full")]
        if let Some(path) = &wanted.certificate {
            certificate::check(path, wanted.force)?;
        }
        Ok(Solve { rulesets, rules, wanted, search, json: options.json, style: Style::of_stdout() })
    }

    /// Saves what was found out, if that was asked for.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.search.files.save(&self.search.solver)
    }

    fn solve(&mut self, item: &str) -> Result<String, Failure> {
        let (start, nodes) = (Instant::now(), self.search.solver.nodes());
        let (rulesets, rules, files) = (self.rulesets, &self.rules, self.wanted.has_files());
        let wanted = self.wanted.wanted();
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
            Ok(()) => self.solved(&answer),
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
        #[cfg(feature = "full")]
        if let Some(path) = &self.wanted.certificate {
            let Search { solver, progress, .. } = &mut self.search;
            progress.start();
            let written = certificate::write(path, solver, &answer.parts, self.wanted.first);
            progress.clear();
            let written = written?;
            return match self.json {
                true => written.json(answer),
                false => Ok(page::page(answer, self.style) + "\n" + &written.text(self.style)),
            };
        }
        self.text(answer)
    }

    /// What is printed.
    fn text(&self, answer: &Answer) -> Result<String, Failure> {
        if !self.json {
            return Ok(page::page(answer, self.style));
        }
        serde_json::to_string(&answer.json_line()).map_err(|error| Failure::new(error.to_string()))
    }
}

impl Task for Solve<'_> {
    const ITEM: &'static str = "position or sum";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        self.solve(item)
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
    fn new(
        limits: Limits,
        rulesets: &Rulesets,
        wanted: &SolveArgs,
        options: &Options,
    ) -> io::Result<Search> {
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
            let rulesets = rulesets.iter().chain(all_made());
            let valued = rulesets.filter_map(RulesetObject::valued);
            solver = valued.fold(solver.with_limits(without_time), |solver, ruleset| {
                ruleset.with_ruleset(solver)
            });
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
