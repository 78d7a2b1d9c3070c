//! `dicot db get`: values that are in a file.

use std::path::{Path, PathBuf};

use clap::Args;
use dicot::rules::{AnyPosition, AnyRuleset};
use dicot::{CanonicalForm, Limits};
use dicot_api::Session;
use dicot_api::answers::text::ValueField;
use dicot_db::{Database, Forms};
use dicot_rulesets::{PositionExt, RulesetError, grouped};
use serde::Serialize;

use super::{failure, open};
use crate::batch::{self, Task};
use crate::command::{Command, Failure, Options, Status};
use crate::position::read;
use crate::rulesets::valued;
use crate::style::Style;
use crate::text::{Beginning, beginning};

/// The value of a position, from a file alone
#[derive(Args)]
#[command(after_help = "\
Adds up the values of the components. Only the sum is computed: a component that is not in the file is an error.

Examples:
  dicot db get clobber-3x4.db xox/ox.
  printf 'xo\\nxxo\\n' | dicot db get clobber-3x4.db --json")]
pub(crate) struct GetArgs {
    /// The file
    file: PathBuf,
    /// A position of the file's ruleset
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
}

impl Command for GetArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let GetArgs { file, position } = &self;
        let database = &open(file)?;
        let ruleset = valued(&options.rulesets, database.rules())?;
        let session = Session::new();
        let forms = Forms::new(database, session.store().clone());
        let Options { json, max_value, .. } = *options;
        let lookup = Lookup { file, database, json, max_value, style: Style::of_stdout() };
        let limits = options.limits.limits();
        let mut values = Values { ruleset, session, forms, limits, lookup };
        batch::run(position.clone(), json, &mut values)
    }
}

/// Answers lines that are positions with their values in a file.
struct Values<'d> {
    ruleset: AnyRuleset,
    session: Session,
    /// The values of the file, in the store of the session.
    forms: Forms<'d>,
    limits: Limits,
    lookup: Lookup<'d>,
}

/// The file, and how answers are written.
struct Lookup<'d> {
    file: &'d Path,
    database: &'d Database,
    json: bool,
    max_value: u64,
    style: Style,
}

#[derive(Serialize)]
struct Line {
    position: String,
    #[serde(flatten)]
    value: ValueField,
    components: Vec<ComponentField>,
}

#[derive(Serialize)]
struct ComponentField {
    position: String,
    #[serde(flatten)]
    value: ValueField,
}

/// The limit of missing components that an error names.
const MAX_NAMES: usize = 5;

impl Lookup<'_> {
    fn find(
        &self,
        forms: &mut Forms<'_>,
        position: &AnyPosition,
        limits: &Limits,
    ) -> Result<String, Failure> {
        let no_values = || RulesetError::no_values(position.ruleset());
        let valued = position.valued().ok_or_else(no_values)?;
        let parts = forms.decompose(valued, limits);
        let parts = parts.map_err(|error| failure(self.file, error))?;
        let mut missing: Vec<String> = parts
            .iter()
            .filter(|(_, value)| value.is_none())
            .map(|(part, _)| part.clone())
            .collect();
        missing.dedup();
        if !missing.is_empty() {
            let others = match missing.len().saturating_sub(MAX_NAMES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            missing.truncate(MAX_NAMES);
            let names = missing.join(", ");
            return Err(Failure::new(format!("{names}{others}: not in {}", self.file.display())));
        }
        let parts: Vec<(String, CanonicalForm)> =
            parts.into_iter().filter_map(|(part, value)| Some((part, value?))).collect();
        let values = parts.iter().map(|(_, value)| value.clone()).collect();
        let sum = forms.sum(values, limits).map_err(|error| failure(self.file, error))?;
        let mut calculation = forms.store().calculate(limits);
        if self.json {
            let mut field =
                |value: &CanonicalForm| ValueField::new(value, self.max_value, &mut calculation);
            let value = field(&sum)?;
            let mut components = Vec::new();
            for (position, value) in parts {
                components.push(ComponentField { position, value: field(&value)? });
            }
            let line = Line { position: position.to_string(), value, components };
            return Ok(serde_json::to_string(&line)?);
        }
        let Beginning { text, length } = beginning(&sum, &mut calculation)?;
        let text = self.style.strong(&self.style.symbols(&text));
        Ok(match length {
            None => text,
            Some(length) => format!("{text}... ({} characters; --json has all)", grouped(length)),
        })
    }
}

impl Task for Values<'_> {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = false;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let position = read(&self.ruleset, item)?;
        let Values { session, forms, lookup, .. } = self;
        session.compute(&self.limits, |session, limits| {
            if session.is_new() {
                *forms = Forms::new(lookup.database, session.store().clone());
            }
            lookup.find(forms, &position, limits)
        })
    }
}
