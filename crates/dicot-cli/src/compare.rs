//! `dicot compare`: how two games compare.

use std::cmp::Ordering;

use clap::Args;
use dicot::Limits;
use dicot_api::Session;
use serde::Serialize;

use crate::arguments::{NOTATION_HELP, usage};
use crate::batch::{self, Task, tabbed};
use crate::command::{Command, Failure, Options, Status};
use crate::game::new_session;

/// How two games compare: `<`, `>`, `=` or `||` (confused)
#[derive(Args)]
#[command(after_help = NOTATION_HELP)]
pub(crate) struct CompareArgs {
    /// The first game; in lines of standard input, separated from the second by a tab
    #[arg(allow_hyphen_values = true)]
    g: Option<String>,
    /// The second game
    #[arg(allow_hyphen_values = true)]
    h: Option<String>,
}

impl Command for CompareArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let pair = match (self.g, self.h) {
            (Some(g), Some(h)) => Some(tabbed([g, h])),
            (Some(g), None) if g != "-" => usage("compare takes two games, or none"),
            _ => None,
        };
        let limits = options.limits.limits();
        let mut pairs = Pairs { session: new_session(), limits, json: options.json };
        batch::run(pair, options.json, &mut pairs)
    }
}

/// Answers lines that are pairs of games, with a tab between the two.
struct Pairs {
    session: Session,
    limits: Limits,
    json: bool,
}

#[derive(Serialize)]
struct PairLine<'a> {
    g: &'a str,
    h: &'a str,
    relation: &'static str,
}

impl Task for Pairs {
    const ITEM: &'static str = "pair of games, with a tab between them,";
    const MANY_LINES: bool = false;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let parts: Vec<&str> = item.split('\t').map(str::trim).collect();
        let &[g, h] = &parts[..] else {
            let found = parts.len();
            return Err(Failure::new(format!(
                "expected two games with a tab between, found {found}"
            )));
        };
        let order = self.session.compute(&self.limits, |session, limits| {
            let mut calculation = session.store().calculate(limits);
            let mut read = |text, which| {
                let value = dicot_calc::evaluate(text, &mut calculation);
                let value = value.map_err(|error| Failure::notation(text, &error).of(which))?;
                let message = || Failure::new(format!("{which}: {value} is not a game"));
                value.to_loopy().ok_or_else(message)
            };
            let (first, second) = (read(g, "first game")?, read(h, "second game")?);
            Ok::<_, Failure>(first.compare(&second, &mut calculation)?)
        })?;
        let relation = match order {
            Some(Ordering::Less) => "<",
            Some(Ordering::Greater) => ">",
            Some(Ordering::Equal) => "=",
            None => "||",
        };
        if self.json {
            let line = PairLine { g, h, relation };
            return Ok(serde_json::to_string(&line)?);
        }
        Ok(relation.to_owned())
    }
}
