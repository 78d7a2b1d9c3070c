//! `dicot perft`: how many sequences of moves there are.

use std::time::Instant;

use clap::Args;
use dicot::Limits;
use dicot::rules::Ruleset;
use dicot_api::answers::text::lower;
use dicot_rulesets::PositionExt;
use serde::Serialize;

use crate::arguments::{Threads, TurnArgs};
use crate::batch::{self, Task};
use crate::command::{Command, Failure, Options, Status};
use crate::position::read;
use crate::shared::{Shared, memory};

/// The number of sequences of exactly DEPTH moves, the players taking turns
#[derive(Args)]
#[command(after_help = "\
The usual test of a move generator. Shorter sequences, which end because a player cannot move, are not \
counted. With --memory, positions that occur again are counted once. By default Left starts; if either player may start, the numbers for both are added up.

Examples:
  dicot perft 3 xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox
  dicot perft 3 xox/ox. --first o --json
  dicot perft 9 xox/ox. --memory 500MB --threads 2
  dicot perft 4 --rules konane --opening any oxox/xoxo/oxox/xoxo")]
pub(crate) struct PerftArgs {
    /// The number of moves, up to 255
    depth: u8,
    /// A position
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    turn: TurnArgs,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) const MEMORY: Shared = memory(
    "Store the counts of positions that occur again, in at most this memory, like 500MB; by default each sequence is counted",
);

impl Command for PerftArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        // Without --memory each sequence is counted, as a test of moves does.
        let limits = options.limits.limits().with_bytes(options.limits.given_bytes());
        let limits = limits.with_threads(self.threads.or_all());
        let mut perft = Perft { arguments: &self, options, limits };
        batch::run(self.position.clone(), options.json, &mut perft)
    }
}

/// Answers lines that are positions.
struct Perft<'a> {
    arguments: &'a PerftArgs,
    options: &'a Options,
    limits: Limits,
}

#[derive(Serialize)]
struct PerftLine {
    rules: String,
    position: String,
    side: Option<&'static str>,
    depth: u8,
    lines: u64,
    seconds: f64,
}

impl Task for Perft<'_> {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = false;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let PerftArgs { depth, ref turn, .. } = *self.arguments;
        let ruleset = self.options.rulesets.find_for_board(turn.ruleset(), item)?;
        let position = read(&ruleset, item)?;
        let starters = turn.first.as_ref().map_or(position.starters(), std::slice::from_ref);
        let (start, limits) = (Instant::now(), self.limits.starting_now());
        let lines = position.perft(starters, depth, &limits)?;
        if !self.options.json {
            return Ok(lines.to_string());
        }
        let line = PerftLine {
            rules: ruleset.spec().name.clone(),
            position: position.to_string(),
            side: if let [side] = starters { Some(lower(*side)) } else { None },
            depth,
            lines,
            seconds: start.elapsed().as_secs_f64(),
        };
        Ok(serde_json::to_string(&line)?)
    }
}
