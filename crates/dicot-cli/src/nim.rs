//! `dicot nim`: expressions of nimbers.

use clap::Args;
use dicot_impartial::evaluate;
use serde::Serialize;

use crate::batch::{self, Task};
use crate::command::{Command, Failure, Options, Status};

/// The value of an expression of nimbers, which are written as numbers below 2^64
#[derive(Args)]
#[command(after_help = "\
Powers bind most closely, then products and quotients, then sums. The exponent of a power is an ordinary number. The numbers \
below 2^64 are a field: every number but 0 has an inverse, and every number has a square root.

Examples:
  dicot nim '3 * 5'
  dicot nim '1/2 + sqrt(7)^3'
  printf '2*2\\n8/8\\n' | dicot nim --json")]
pub(crate) struct NimArgs {
    /// An expression: + is the nim sum, * the nim product, / the nim quotient, ^ a power, sqrt( ) the nim square root
    expression: Option<String>,
}

impl Command for NimArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        batch::run(self.expression, options.json, &mut Nim { json: options.json })
    }
}

/// Answers lines that are expressions.
struct Nim {
    json: bool,
}

#[derive(Serialize)]
struct NimLine<'a> {
    expression: &'a str,
    value: u64,
}

impl Task for Nim {
    const ITEM: &'static str = "expression";
    const MANY_LINES: bool = false;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let value =
            evaluate(item).map_err(|error| Failure::at(item, error.offset(), error.to_string()))?;
        if !self.json {
            return Ok(value.to_string());
        }
        Ok(serde_json::to_string(&NimLine { expression: item, value })?)
    }
}
