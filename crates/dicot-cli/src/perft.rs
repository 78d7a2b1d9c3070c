//! `dicot perft`: how many sequences of moves there are.

use std::time::Instant;

use dicot::Player;
use dicot_answers::rulesets::Rulesets;
use dicot_answers::text::lower;
use serde::Serialize;

use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::position::read;

/// Answers lines that are positions.
pub(crate) struct Perft<'a> {
    rulesets: &'a Rulesets,
    rules: &'a str,
    depth: u8,
    side: Option<Player>,
    limits: LimitArgs,
    json: bool,
}

impl<'a> Perft<'a> {
    pub(crate) fn new(
        rulesets: &'a Rulesets,
        rules: &'a str,
        depth: u8,
        side: Option<Player>,
        options: &Options,
    ) -> Perft<'a> {
        let Options { json, ref limits, .. } = *options;
        Perft { rulesets, rules, depth, side, limits: limits.clone(), json }
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
        let starters = self.side.as_ref().map_or(position.starters(), std::slice::from_ref);
        let (start, deadline) = (Instant::now(), self.limits.limits().starting_now().deadline);
        let lines = position.perft(starters, self.depth, deadline)?;
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
