//! `dicot db build`: the values of many components, in a file.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use clap::Args;
use dicot::analysis::{Analyzer, Limits};
use dicot::rules::{Ruleset, Short};
use dicot::{LimitKind, Store, ValueError};
use dicot_db::Builder;
use serde_json::json;

use super::about;
use super::components::{Components, boards, listed};
use crate::arena::interrupted;
use crate::arguments::{Options, RulesArg};
use crate::failure::{Failure, report};
use crate::progress::ProgressLine;
use crate::text::grouped;

/// What a database is built of, and where it goes.
#[derive(Args)]
pub(crate) struct BuildArgs {
    /// The shape of the boards: ROWSxCOLUMNS
    #[arg(value_name = "BOARD", value_parser = shape, required_unless_present = "from",
          conflicts_with = "from")]
    board: Option<[u8; 2]>,
    #[command(flatten)]
    pub(super) rules: RulesArg,
    /// Only what can arise from boards without an empty cell
    #[arg(long, requires = "board")]
    filled: bool,
    /// The positions of a list, a line each, instead of the boards of a shape; `-` for standard input
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Reads rows and columns.
fn shape(text: &str) -> Result<[u8; 2], String> {
    let sides = text.split_once(['x', 'X']).and_then(|(rows, columns)| {
        let side = |text: &str| text.parse::<u8>().ok().filter(|&side| side > 0);
        Some([side(rows)?, side(columns)?])
    });
    sides.ok_or_else(|| "expected rows and columns like 3x4, up to 255".to_owned())
}

/// The limits of the whole work.
struct Budget {
    limits: Limits,
    deadline: Option<Instant>,
    interrupt: Arc<AtomicBool>,
}

impl Budget {
    fn new(options: &Options) -> Budget {
        let limits = options.limits.limits();
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Budget { limits, deadline, interrupt: interrupted() }
    }

    /// Whether so many bytes are not too many, and there is time.
    fn heed(&self, bytes: usize) -> Result<(), ValueError> {
        let limit = |kind| Err(ValueError::Limit(kind));
        if self.interrupt.load(Relaxed) {
            return limit(LimitKind::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return limit(LimitKind::Time);
        }
        match self.limits.bytes {
            Some(most) if bytes > most => limit(LimitKind::Bytes(most)),
            _ => Ok(()),
        }
    }

    /// An error of an analyzer, which was told what is left, with the limit of the whole.
    fn own(&self, error: ValueError) -> ValueError {
        match (error, self.limits.bytes) {
            (ValueError::Limit(LimitKind::Bytes(_)), Some(most)) => {
                ValueError::Limit(LimitKind::Bytes(most))
            }
            _ => error,
        }
    }

    /// What is left for an analyzer, if so many bytes are in use beside it.
    fn left(&self, bytes: usize) -> Limits {
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Limits {
            bytes: self.limits.bytes.map(|most| most.saturating_sub(bytes)),
            time,
            interrupt: Some(self.interrupt.clone()),
            ..self.limits.clone()
        }
    }
}

/// Builds a database; whether that was possible.
pub(crate) fn run<P: Short + Ruleset>(wanted: &BuildArgs, options: &Options) -> io::Result<bool> {
    let out = &wanted.out;
    if out.is_dir() {
        return Err(about(out, &"is a directory"));
    }
    // Before much is computed in vain.
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(about(out, &"there is no such folder"));
    }
    let progress = ProgressLine::new();
    progress.start();
    let built = build::<P>(wanted, &Budget::new(options), &progress);
    progress.clear();
    let builder = match built {
        Ok(builder) => builder,
        Err(failure) => {
            report(&format!("error: {}", failure.message()));
            return Ok(false);
        }
    };
    builder.save(out).map_err(|error| about(out, &error))?;
    let bytes = out.metadata()?.len();
    let (components, values) = (builder.len(), builder.value_count());
    let text = if options.json {
        json!({
            "file": out.display().to_string(),
            "rules": P::NAME,
            "components": components,
            "values": values,
            "bytes": bytes,
        })
        .to_string()
    } else {
        let [components, values] = [components, values].map(|n| grouped(n as u64));
        format!(
            "{}: {components} components of {}, {values} values, {} bytes",
            out.display(),
            P::NAME,
            grouped(bytes)
        )
    };
    writeln!(io::stdout(), "{text}")?;
    Ok(true)
}

fn build<P: Short + Ruleset>(
    wanted: &BuildArgs,
    budget: &Budget,
    progress: &ProgressLine,
) -> Result<Builder, Failure> {
    let mut collected = |bytes| {
        progress.show_text(|| format!("components: {} MiB", bytes >> 20));
        budget.heed(bytes)
    };
    let components = match (&wanted.from, wanted.board) {
        (Some(file), _) => {
            let listed = listed::<P>(file).map_err(|error| Failure::new(error.to_string()))?;
            Components::of(listed, &mut collected)?
        }
        (None, Some(shape)) => Components::of(boards::<P>(shape, wanted.filled)?, &mut collected)?,
        (None, None) => return Err(Failure::new("a board is needed, or --from")),
    };
    let builder = Builder::new(P::NAME).map_err(|error| Failure::new(error.to_string()))?;
    let (bytes, count, store) = (components.bytes(), components.len(), Store::new());
    let mut valuing = Valuing { builder, budget, progress, bytes, count };
    let mut analyzer = Analyzer::<P::Narrow>::in_store(store.clone());
    valuing.add(components.narrow, &mut analyzer)?;
    if !components.own.is_empty() {
        drop(analyzer);
        valuing.add(components.own, &mut Analyzer::<P>::in_store(store))?;
    }
    Ok(valuing.builder)
}

/// Finds values and adds them.
struct Valuing<'a> {
    builder: Builder,
    budget: &'a Budget,
    progress: &'a ProgressLine,
    /// The bytes of all components.
    bytes: usize,
    /// How many there are.
    count: usize,
}

impl Valuing<'_> {
    fn add<P: Short + Display>(
        &mut self,
        components: impl IntoIterator<Item = P>,
        analyzer: &mut Analyzer<P>,
    ) -> Result<(), Failure> {
        for component in components {
            let bytes = self.bytes + self.builder.bytes();
            self.budget.heed(bytes + analyzer.bytes())?;
            analyzer.set_limits(self.budget.left(bytes));
            let value =
                analyzer.canonical_form(&component).map_err(|error| self.budget.own(error))?;
            let added = self.builder.add(&component.to_string(), &value);
            added.map_err(|error| Failure::new(error.to_string()))?;
            self.progress.show_text(|| {
                let [now, all] = [self.builder.len(), self.count].map(|n| grouped(n as u64));
                let values = grouped(self.builder.value_count() as u64);
                format!("{now} of {all} components, {values} values")
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::shape;

    #[test]
    fn rows_and_columns() {
        assert_eq!(shape("3x4"), Ok([3, 4]));
        assert_eq!(shape("10X255"), Ok([10, 255]));
        for bad in ["", "3", "x4", "3x", "0x4", "3x256", "3x4x5", "-1x4"] {
            assert!(shape(bad).is_err(), "{bad}");
        }
    }
}
