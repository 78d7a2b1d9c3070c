//! `dicot value` for rulesets whose play need not end.

use dicot::{Limits, Player};
use dicot_answers::loopy::{LoopyFindings, LoopyMove};
use dicot_answers::object::RulesetObject;
use dicot_answers::text::grouped;
use dicot_loopy::{LoopyOutcome, LoopyValue};

use super::page::WIDTH;
use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::position::{drawn_position, read};
use crate::style::{self, Style};
use crate::text::{LONG, SHORT};

/// Answers lines that are positions of a ruleset whose play need not end.
pub(crate) struct LoopyPositions {
    ruleset: &'static dyn RulesetObject,
    limits: Limits,
    json: bool,
    max_value: u64,
}

impl LoopyPositions {
    pub(crate) fn new(ruleset: &'static dyn RulesetObject, options: &Options) -> LoopyPositions {
        let limits = options.limits.limits();
        LoopyPositions { ruleset, limits, json: options.json, max_value: options.max_value }
    }
}

impl Task for LoopyPositions {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let position = read(self.ruleset, item)?;
        let findings = position.loopy_findings(&self.limits).ok_or_else(|| {
            let name = self.ruleset.spec().name;
            Failure::new(format!("the positions of {name} have no values"))
        })??;
        match self.json {
            true => serde_json::to_string(&findings.line(self.max_value))
                .map_err(|error| Failure::new(error.to_string())),
            false => Ok(page(&findings, Style::of_stdout())),
        }
    }
}

/// What a person reads.
fn page(findings: &LoopyFindings, style: Style) -> String {
    let mut page = drawn_position(&*findings.position, style);
    page.push('\n');
    page += &style.head("value", WIDTH);
    page += &match &findings.value {
        Some(value) => style.strong(&text(value, LONG, style)),
        None => "too large for the memory (see --memory)".to_owned(),
    };
    page.push('\n');
    page += &(style.head("outcome", WIDTH) + in_words(findings.outcome));
    if findings.value.is_some() {
        page.push('\n');
        page += &style.head("stops", WIDTH);
        page += &match &findings.stops {
            Some(stops) => {
                Player::BOTH.map(|player| text(&stops[player], SHORT, style)).join(" and ")
            }
            None => "none: the value is not that of a stopper".to_owned(),
        };
    }
    page.push('\n');
    page += &(style.head("positions", WIDTH) + &grouped(findings.positions as u64));
    for player in Player::BOTH {
        page += "\n\n";
        moves(player, &findings.moves[player], style, &mut page);
    }
    page
}

/// The moves, those to the same value in one line, and those that win first.
fn moves(player: Player, moves: &[LoopyMove], style: Style, page: &mut String) {
    *page += &style.head(&format!("{player} to move"), 0);
    let mut groups: Vec<(&LoopyMove, Vec<&str>)> = Vec::new();
    for mv in moves {
        match groups
            .iter_mut()
            .find(|(first, _)| (&first.value, first.winner) == (&mv.value, mv.winner))
        {
            Some((_, names)) => names.push(&mv.name),
            None => groups.push((mv, vec![&mv.name])),
        }
    }
    groups.sort_by_key(|(mv, _)| match mv.winner {
        Some(winner) if winner == player => 0,
        None => 1,
        Some(_) => 2,
    });
    let names: Vec<_> = groups.iter().map(|(_, names)| names.join(", ")).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0).min(40);
    for ((mv, _), names) in groups.iter().zip(&names) {
        let result = match mv.winner {
            Some(winner) => style.wins(winner == player),
            None => "draws".to_owned(),
        };
        let value =
            mv.value.as_ref().map(|value| format!("  leaves {}", text(value, SHORT, style)));
        let line = format!("{names:width$}   {result}{}", value.unwrap_or_default());
        *page += &format!("\n  {}", line.trim_end());
    }
    if moves.is_empty() {
        *page += "\n  no legal move";
    }
}

/// The text of a value, or its first `most` characters and its length.
fn text(value: &LoopyValue, most: usize, style: Style) -> String {
    let text = value.to_string();
    match text.char_indices().nth(most) {
        None => style.symbols(&text),
        Some((end, _)) => {
            let length = grouped(text.chars().count() as u64);
            format!("{}... ({length} characters)", style.symbols(&text[..end]))
        }
    }
}

/// Who wins, in words.
fn in_words(outcome: LoopyOutcome) -> &'static str {
    use Player::{Left, Right};
    if let Some(outcome) = outcome.without_draws() {
        return style::in_words(outcome);
    }
    match (outcome.left_first, outcome.right_first) {
        (Some(Left), None) => "Left wins if Left starts, else a draw (NHat)",
        (None, Some(Left)) => "Left wins if Right starts, else a draw (PHat)",
        (Some(Right), None) => "Right wins if Left starts, else a draw (PCheck)",
        (None, Some(Right)) => "Right wins if Right starts, else a draw (NCheck)",
        _ => "a draw, whoever starts (D)",
    }
}
