//! The rulesets that the command line knows.

use std::fmt;
use std::io::{self, Write};

use clap::builder::PossibleValue;
use dicot::rules::{self, Ruleset, Short, Summary, Visitor};
use dicot::search::Solver;
use dicot_answers::Failure;
use dicot_answers::rulesets::{HasValues, RulesetLine};
use dicot_answers::solve::{Extended, Plus};

use crate::job::Job;
use crate::status::Status;
use crate::style::Style;

/// The rulesets of the library, and those that were added.
#[derive(Debug, Default)]
pub(crate) struct Rulesets {
    added: Vec<Added>,
}

/// A ruleset that was added.
struct Added {
    summary: Summary,
    has_values: bool,
    /// Answers questions about its positions.
    answer: fn(Job<'_>) -> io::Result<Status>,
    /// Adds a position to a sum.
    plus: fn(Plus<'_>) -> Result<Extended, Failure>,
    /// Makes it known to a solver.
    introduce: fn(Solver) -> Solver,
}

impl fmt::Debug for Added {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.summary.name)
    }
}

impl Rulesets {
    /// Adds a ruleset whose positions have values.
    pub(crate) fn add<P: Short + Ruleset>(&mut self) {
        let answer = |job: Job<'_>| job.short::<P>();
        let plus = |plus: Plus<'_>| plus.short::<P>();
        let (summary, introduce) = (Summary::of::<P>(), Introduce.short::<P>());
        self.added.push(Added { summary, has_values: true, answer, plus, introduce });
    }

    /// Adds a ruleset whose positions have none.
    pub(crate) fn add_loopy<P: Ruleset>(&mut self) {
        let answer = |job: Job<'_>| job.loopy::<P>();
        let plus = |plus: Plus<'_>| plus.loopy::<P>();
        let (summary, introduce) = (Summary::of::<P>(), Introduce.loopy::<P>());
        self.added.push(Added { summary, has_values: false, answer, plus, introduce });
    }

    /// Whether a ruleset of that name was added.
    pub(crate) fn added(&self, name: &str) -> bool {
        self.added.iter().any(|added| added.summary.is_called(name))
    }

    /// Whether the positions of the ruleset with that name have values.
    pub(crate) fn has_values(&self, name: &str) -> bool {
        match self.added.iter().find(|added| added.summary.is_called(name)) {
            Some(added) => added.has_values,
            None => rules::choose(name, HasValues) == Some(true),
        }
    }

    /// The sum with one more position, of the ruleset with that name; `None` if there is none.
    pub(crate) fn plus(&self, name: &str, plus: Plus<'_>) -> Option<Result<Extended, Failure>> {
        match self.added.iter().find(|added| added.summary.is_called(name)) {
            Some(added) => Some((added.plus)(plus)),
            None => rules::choose(name, plus),
        }
    }

    /// The solver, to which all rulesets are known whose positions have values.
    pub(crate) fn introduce(&self, solver: Solver) -> Solver {
        self.all().iter().fold(solver, |solver, (summary, _)| {
            let added = self.added.iter().find(|added| added.summary.is_called(summary.name));
            let introduce = added.map(|added| added.introduce);
            match introduce.or_else(|| rules::choose(summary.name, Introduce)) {
                Some(introduce) => introduce(solver),
                None => solver,
            }
        })
    }

    /// Puts a question to the ruleset with that name, which is one of [`names`](Rulesets::names).
    pub(crate) fn choose(&self, name: &str, job: Job<'_>) -> io::Result<Status> {
        match self.added.iter().find(|added| added.summary.is_called(name)) {
            Some(added) => (added.answer)(job),
            None => rules::choose(name, job).unwrap_or_else(|| {
                Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no ruleset {name}")))
            }),
        }
    }

    /// All rulesets and whether their positions have values: those that were added first, without
    /// those that can no longer be chosen by their name.
    fn all(&self) -> Vec<(Summary, bool)> {
        let mut all: Vec<_> =
            self.added.iter().map(|added| (added.summary, added.has_values)).collect();
        for summary in rules::rulesets() {
            if !self.added.iter().any(|added| added.summary.is_called(summary.name)) {
                let has_values = rules::choose(summary.name, HasValues);
                all.push((summary, has_values == Some(true)));
            }
        }
        all
    }

    /// The names that can be chosen.
    pub(crate) fn names(&self) -> Vec<PossibleValue> {
        let value = |(summary, _): (Summary, bool)| {
            PossibleValue::new(summary.name).aliases(summary.aliases.iter().copied())
        };
        self.all().into_iter().map(value).collect()
    }

    /// Prints all rulesets.
    pub(crate) fn list(&self, json: bool) -> io::Result<Status> {
        let (mut out, style) = (io::stdout().lock(), Style::of_stdout());
        for (i, (summary, values)) in self.all().into_iter().enumerate() {
            let Summary { name, aliases, about, notation, .. } = summary;
            if json {
                let line = RulesetLine::new(summary, values);
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
                continue;
            }
            if i > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}", style.strong(name))?;
            let aliases = aliases.join(", ");
            let no_values = if values { "" } else { "none" };
            let rows = [
                ("also", aliases.as_str()),
                ("rules", about),
                ("positions", notation),
                ("values", no_values),
            ];
            for (head, text) in rows.into_iter().filter(|(_, text)| !text.is_empty()) {
                writeln!(out, "  {}{text}", style.head(head, 11))?;
            }
        }
        Ok(Status::Done)
    }
}

/// Makes a ruleset known to a solver.
struct Introduce;

impl Visitor for Introduce {
    type Output = fn(Solver) -> Solver;

    fn short<P: Short + Ruleset>(self) -> fn(Solver) -> Solver {
        Solver::with_ruleset::<P>
    }

    fn loopy<P: Ruleset>(self) -> fn(Solver) -> Solver {
        |solver| solver
    }
}
