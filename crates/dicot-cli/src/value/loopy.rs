//! `dicot value` for rulesets whose play need not end.

use dicot::rules::AnyRuleset;
use dicot::{Limits, Player};
use dicot_api::Session;
use dicot_api::answers::loopy::{LoopyFacts, LoopyFindings, LoopyMove};
use dicot_api::answers::loopy_sum::LoopySum;
use dicot_loopy::{LoopyOutcome, LoopyValue};
use dicot_rulesets::{Rulesets, grouped};

use super::page::WIDTH;
use super::{Positions, analysis_session, sum};
use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::latex::{self, Typeset};
use crate::position::{drawn_position, read};
use crate::progress::ProgressLine;
use crate::style::{self, Style};
use crate::text::{LONG, SHORT};

/// Answers lines that are positions of a ruleset whose play need not end, or sums of them.
pub(crate) struct LoopyPositions<'r> {
    rulesets: &'r Rulesets,
    ruleset: AnyRuleset,
    session: Session,
    limits: Limits,
    progress: ProgressLine,
    json: bool,
    max_value: u64,
    style: Style,
}

impl LoopyPositions<'_> {
    pub(crate) fn new<'r>(
        rulesets: &'r Rulesets,
        ruleset: AnyRuleset,
        options: &Options,
    ) -> LoopyPositions<'r> {
        let progress = ProgressLine::new();
        LoopyPositions {
            rulesets,
            ruleset,
            session: analysis_session(options, &progress),
            limits: options.limits.limits(),
            progress,
            json: options.json,
            max_value: options.max_value,
            style: Style::of_stdout(),
        }
    }

    fn findings(&mut self, item: &str) -> Result<LoopyFindings, Failure> {
        let position = read(&self.ruleset, item)?;
        self.progress.start();
        let findings = self.session.loopy_findings(&position, &self.limits);
        self.progress.clear();
        let findings = findings.ok_or_else(|| {
            let name = &self.ruleset.spec().name;
            Failure::new(format!("the positions of {name} have no values"))
        })?;
        Ok(findings?)
    }

    fn position(&mut self, item: &str) -> Result<String, Failure> {
        let findings = self.findings(item)?;
        match self.json {
            true => Ok(serde_json::to_string(&findings.line(self.max_value, self.max_value))?),
            false => Ok(page(&findings, self.style)),
        }
    }

    fn sum(&mut self, item: &str) -> Result<String, Failure> {
        let rules = &self.ruleset.spec().name;
        self.progress.start();
        let sum = self.session.compute(&self.limits, |session, limits| {
            LoopySum::new(item, self.rulesets, rules, session, limits)
        });
        self.progress.clear();
        sum::text(&sum?, self.json, self.max_value, self.style)
    }
}

impl Typeset for LoopyPositions<'_> {
    const ITEM: &'static str = <LoopyPositions<'_> as Task>::ITEM;
    const HEAD: &'static [&'static str] = <Positions<'_> as Typeset>::HEAD;

    fn cells(&mut self, item: &str) -> Result<Vec<String>, Failure> {
        let findings = self.findings(item)?;
        let value = findings.facts.value.as_ref().map_err(|&error| error)?;
        let value = latex::loopy_value(value, self.max_value)?;
        let position = latex::verbatim(&findings.position.to_string());
        Ok(vec![position, value, findings.facts.outcome.to_string()])
    }
}

impl Task for LoopyPositions<'_> {
    const ITEM: &'static str = "position";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        match sum::is_sum(&self.ruleset, item) {
            false => self.position(item),
            true => self.sum(item),
        }
    }
}

/// What a person reads of a position.
fn page(findings: &LoopyFindings, style: Style) -> String {
    let mut page = drawn_position(&findings.position, style) + "\n";
    facts(&findings.facts, style, &mut page);
    page += &style.head("positions", WIDTH);
    page += &grouped(findings.positions as u64);
    for player in Player::BOTH {
        page += "\n\n";
        moves(player, &findings.moves[player], style, &mut page);
    }
    page
}

/// The rows of the facts, each with a line end.
pub(crate) fn facts(facts: &LoopyFacts, style: Style, page: &mut String) {
    let mut row = |head, text: &str| *page += &format!("{}{text}\n", style.head(head, WIDTH));
    let is_known = facts.value.is_ok();
    match &facts.value {
        Ok(value) => row("value", &style.strong(&text(value, LONG, style))),
        Err(error) => row("value", &format!("not found: {}", Failure::from(*error).message())),
    }
    row("outcome", in_words(facts.outcome));
    match &facts.thermograph {
        Ok(thermograph) => {
            row("mean", &thermograph.mast.to_string());
            row("temperature", &thermograph.temperature.to_string());
        }
        Err(error) if is_known => row("mean", &format!("none: {error}")),
        Err(_) => {}
    }
    match &facts.stops {
        Ok(stops) => {
            let [left, right] = Player::BOTH.map(|player| text(&stops[player], SHORT, style));
            row("stops", &format!("{left} and {right}"));
        }
        Err(error) if is_known => row("stops", &format!("none: {error}")),
        Err(_) => {}
    }
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
pub(crate) fn text(value: &LoopyValue, most: usize, style: Style) -> String {
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
