//! Who wins, for people.

use std::fmt::Write;

use dicot::Player;
use dicot_api::answers::solve::{Answer, Checks, WinningMoves};
use dicot_rulesets::{PartText, grouped};

use crate::position::drawn;
use crate::style::{Style, in_words};
use crate::text::per_second;

/// The width of the first column.
pub(super) const WIDTH: usize = 15;

/// What a person reads.
pub(super) fn page(answer: &Answer, style: Style) -> String {
    let mut page = match &answer.parts.texts[..] {
        [PartText { text, spec: Some(spec) }] => drawn(text, spec, style) + "\n",
        [PartText { text, spec: None }] => format!("  {text}\n\n"),
        parts => {
            let lines = parts
                .iter()
                .enumerate()
                .map(|(i, part)| style.head(&format!("part {}", i + 1), WIDTH) + &part.text + "\n");
            lines.collect()
        }
    };
    if let Some(outcome) = answer.outcome() {
        let head = if answer.misere { "misère outcome" } else { "outcome" };
        let _ = writeln!(page, "{}{}", style.head(head, WIDTH), in_words(outcome));
    }
    for player in Player::BOTH {
        if let Some(winner) = answer.winner(player) {
            let head = style.head(&format!("{player} starts"), WIDTH);
            let _ = writeln!(page, "{head}{winner} wins");
        }
    }
    if let Some(nim_value) = answer.nim_value {
        let _ = writeln!(page, "{}{nim_value}", style.head("nim value", WIDTH));
    }
    for (player, moves) in answer
        .winning_moves
        .iter()
        .flat_map(|WinningMoves { left, right }| [(Player::Left, left), (Player::Right, right)])
    {
        if let Some(moves) = moves {
            let head = style.head(&format!("{player} wins by"), WIDTH);
            let moves = if moves.is_empty() { "no move".to_owned() } else { moves.join(", ") };
            let _ = writeln!(page, "{head}{moves}");
        }
    }
    if let Some(Some(line)) = &answer.line {
        let moves: Vec<String> = line.iter().map(|(player, mv)| format!("{player} {mv}")).collect();
        let moves = if moves.is_empty() { "no move".to_owned() } else { moves.join(", ") };
        let _ = writeln!(page, "{}{moves}", style.head("best play", WIDTH));
    }
    for (first, check) in answer.verified.iter().flat_map(|Checks { left_first, right_first }| {
        [(Player::Left, left_first), (Player::Right, right_first)]
    }) {
        if let (Some(check), Some(winner)) = (check, answer.winner(first)) {
            let (head, positions) = (style.head("verified", WIDTH), grouped(check.positions));
            let _ = writeln!(
                page,
                "{head}{first} starts: {winner}'s moves held against all replies, {positions} \
                 positions"
            );
        }
    }
    let (nodes, speed) = (grouped(answer.nodes), grouped(per_second(answer.nodes, answer.time)));
    let seconds = answer.time.as_secs_f64();
    let head = style.head("nodes", WIDTH);
    page + &format!("{head}{nodes} in {seconds:.2} s ({speed} nodes/s)")
}
