//! `dicot moves`: the legal moves of a position, and the positions after them.

use dicot::Player;
use dicot_answers::moves::{LegalMove, Played};
use dicot_answers::rulesets::Rulesets;

use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::position::{drawn_position, read};
use crate::style::Style;

/// Answers lines that are positions, each followed by moves to play first, after tabs.
pub(crate) struct Moves<'a> {
    rulesets: &'a Rulesets,
    rules: &'a str,
    first: Option<Player>,
    json: bool,
    style: Style,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(
        rulesets: &'a Rulesets,
        rules: &'a str,
        first: Option<Player>,
        options: &Options,
    ) -> Moves<'a> {
        Moves { rulesets, rules, first, json: options.json, style: Style::of_stdout() }
    }
}

impl Task for Moves<'_> {
    const ITEM: &'static str = "position, followed by moves after tabs,";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let mut parts = item.split('\t');
        let start = parts.next().unwrap_or_default();
        let start = read(self.rulesets.find_for_board(self.rules, start)?, start)?;
        let played = Played::new(start, self.first, parts, "--first")?;
        if self.json {
            let line = serde_json::to_string(&played.line());
            return line.map_err(|error| Failure::new(error.to_string()));
        }
        let board = drawn_position(&*played.position, self.style);
        let lists = played.moves().map(|(player, moves)| list(player, &moves, self.style));
        Ok(format!("{board}\n{}", lists.collect::<Vec<String>>().join("\n\n")))
    }
}

/// The moves for people, a line each.
fn list(player: Player, moves: &[LegalMove], style: Style) -> String {
    let mut text = style.head(&format!("{player} to move"), 0);
    let width = moves.iter().map(|m| m.mv.chars().count()).max().unwrap_or(0);
    for LegalMove { mv, position } in moves {
        text += &format!("\n  {mv:width$}   {position}");
    }
    if moves.is_empty() {
        text += "\n  no legal move";
    }
    text
}
