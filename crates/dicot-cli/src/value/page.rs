//! A position for people: the board, its components, its value, who wins, and the moves.

use std::fmt::Write;

use dicot::{Calculation, CanonicalForm, Limits, Player};
use dicot_api::answers::facts::within_range;
use dicot_rulesets::{Findings, Move, grouped};

use super::Page;
use crate::failure::Failure;
use crate::position::drawn_position;
use crate::style::{Style, in_words};
use crate::text::{Beginning, SHARED_HINT, beginning, shared, short, short_whole};

impl Page {
    /// What a person reads.
    pub(super) fn text(self, findings: &Findings, limits: &Limits) -> Result<String, Failure> {
        let style = self.style;
        let mut calculation = findings.value.store().calculate(limits);
        let mut page = drawn_position(&findings.position, style);
        page.push('\n');
        let sum_width = sum(findings, style, &mut calculation, &mut page)?;
        let Beginning { text, length } = match self.shared {
            true => shared(&findings.value, WIDTH, &mut calculation)?,
            false => beginning(&findings.value, &mut calculation)?,
        };
        page += &style.head("value", WIDTH);
        if let Some(width) = sum_width {
            let _ = write!(page, "{:width$}   = ", "");
        }
        page += &style.strong(&style.symbols(&text));
        if let Some(length) = length {
            let [length, birthday, followers] =
                [length, findings.value.birthday(), calculation.follower_count(&findings.value)?]
                    .map(grouped);
            let _ = write!(
                page,
                "...\n{:WIDTH$}({length} characters; birthday {birthday}; {followers} followers; \
                 {SHARED_HINT})",
                ""
            );
        }
        page.push('\n');
        page += &(style.head("outcome", WIDTH) + in_words(findings.outcome));
        let weight = within_range(calculation.atomic_weight(&findings.value))?.flatten();
        let weight = weight.map(|weight| short_whole(&weight, &mut calculation)).transpose()?;
        if let Some(weight) = weight.flatten() {
            page += &format!("\n{}", style.head("atomic weight", WIDTH) + &style.symbols(&weight));
        }
        for player in Player::BOTH {
            page += "\n\n";
            moves(player, findings.moves(player), style, &mut calculation, &mut page)?;
        }
        Ok(page)
    }
}

/// The width of the first column.
pub(super) const WIDTH: usize = 15;

/// The components and their values as a sum, unless the board is a single one: the width of the
/// names of the components.
fn sum(
    findings: &Findings,
    style: Style,
    calculation: &mut Calculation<'_>,
    page: &mut String,
) -> Result<Option<usize>, Failure> {
    let components = &findings.components;
    if components.is_empty() {
        *page += &(style.head("components", WIDTH) + "none in which anybody can move\n");
        return Ok(None);
    }
    let names: Vec<&str> = components.iter().map(|(part, _)| part.as_str()).collect();
    if names == [findings.position.to_string()] {
        return Ok(None);
    }
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    for (i, (name, (_, value))) in names.iter().zip(components).enumerate() {
        let (head, sign) = if i == 0 { ("components", " ") } else { ("", "+") };
        *page += &style.head(head, WIDTH);
        let _ =
            writeln!(page, "{name:width$}   {sign} {}", style.symbols(&short(value, calculation)?));
    }
    Ok(Some(width))
}

/// The moves worth considering, those to the same value in one line and those that win first; then
/// any others that win.
fn moves(
    player: Player,
    moves: &[Move],
    style: Style,
    calculation: &mut Calculation<'_>,
    page: &mut String,
) -> Result<(), Failure> {
    *page += &style.head(&format!("{player} to move"), 0);
    let mut groups: Vec<(&CanonicalForm, bool, Vec<&str>)> = Vec::new();
    for m in moves.iter().filter(|m| m.sensible) {
        match groups.iter_mut().find(|(value, ..)| **value == m.value) {
            Some((.., names)) => names.push(&m.name),
            None => groups.push((&m.value, m.wins, vec![&m.name])),
        }
    }
    groups.sort_by_key(|&(_, wins, _)| !wins);
    let names: Vec<_> = groups.iter().map(|(.., names)| names.join(", ")).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0).min(40);
    for ((value, wins, _), names) in groups.iter().zip(&names) {
        let (wins, value) = (style.wins(*wins), style.symbols(&short(value, calculation)?));
        let _ = write!(page, "\n  {names:width$}   {wins}  leaves {value}");
    }
    let others: Vec<&str> =
        moves.iter().filter(|m| m.wins && !m.sensible).map(|m| m.name.as_str()).collect();
    *page += &match (groups.is_empty(), others.is_empty()) {
        (_, _) if moves.is_empty() => "\n  no legal move".to_owned(),
        (true, true) => "\n  no move is worth considering: all lose".to_owned(),
        (true, false) => format!("\n  reversible or dominated, but winning: {}", others.join(", ")),
        (false, false) => format!("\n  also winning: {}", others.join(", ")),
        (false, true) => String::new(),
    };
    Ok(())
}
