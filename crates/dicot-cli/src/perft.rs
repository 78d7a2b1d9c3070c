//! `dicot perft`: how many sequences of moves there are.

use std::time::Instant;

use dicot::{Limits, Player};
use dicot_answers::rulesets::Rulesets;
use dicot_answers::text::lower;
use serde::Serialize;

use crate::arguments::{Options, Threads};
use crate::batch::Task;
use crate::failure::Failure;
use crate::position::read;

/// Answers lines that are positions.
pub(crate) struct Perft<'a> {
    rulesets: &'a Rulesets,
    rules: &'a str,
    depth: u8,
    first: Option<Player>,
    limits: Limits,
    json: bool,
}

impl<'a> Perft<'a> {
    pub(crate) fn new(
        rulesets: &'a Rulesets,
        rules: &'a str,
        depth: u8,
        first: Option<Player>,
        threads: Threads,
        options: &Options,
    ) -> Perft<'a> {
        // Without --memory each sequence is counted, as a test of moves does.
        let bytes = options.limits.given_bytes();
        let limits = options.limits.limits().with_bytes(bytes).with_threads(threads.or_all());
        Perft { rulesets, rules, depth, first, limits, json: options.json }
    }
}

#[derive(Serialize)]
struct PerftLine {
    rules: &'static str,
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
        let ruleset = self.rulesets.find_for_board(self.rules, item)?;
        let position = read(ruleset, item)?;
        let starters = self.first.as_ref().map_or(position.starters(), std::slice::from_ref);
        let (start, limits) = (Instant::now(), self.limits.starting_now());
        let lines = position.perft(starters, self.depth, &limits)?;
        if !self.json {
            return Ok(lines.to_string());
        }
        let line = PerftLine {
            rules: ruleset.spec().name,
            position: position.to_string(),
            side: if let [side] = starters { Some(lower(*side)) } else { None },
            depth: self.depth,
            lines,
            seconds: start.elapsed().as_secs_f64(),
        };
        serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
    }
}
