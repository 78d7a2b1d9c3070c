//! Who wins, for people and in JSON.

use std::fmt::Write;
use std::time::Duration;

use dicot::search::{Solver, SumMove, VerifyError};
use dicot::{Outcome, Player};
use serde::Serialize;

use super::sum::Parts;
use crate::arguments::SolveArgs;
use crate::failure::Failure;
use crate::position::drawn;
use crate::style::{Style, in_words};
use crate::text::{grouped, per_second};

/// What is known of a sum.
#[derive(Debug)]
pub(super) struct Answer {
    parts: Parts,
    /// Whether each player wins, moving first.
    wins: [Option<bool>; 2],
    winning_moves: Option<Sides>,
    line: Option<Option<Vec<(Player, String)>>>,
    verified: Option<Checks>,
    /// Why not everything is known.
    pub(super) reason: Option<String>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// The winning moves of the players that were asked for, as far as known.
#[derive(Debug, Default, Serialize)]
struct Sides {
    left: Option<Vec<String>>,
    right: Option<Vec<String>>,
}

/// What was verified, for each player who was asked to start, as far as that came.
#[derive(Debug, Default, Serialize)]
struct Checks {
    left_first: Option<Check>,
    right_first: Option<Check>,
}

/// That the winner's moves held against all replies.
#[derive(Debug, Serialize)]
struct Check {
    positions: u64,
}

#[derive(Serialize)]
struct SolveLine<'a> {
    position: &'a str,
    outcome: Option<String>,
    left_first: Option<&'static str>,
    right_first: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<&'a Sides>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Option<Vec<&'a str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<&'a Checks>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    nodes: u64,
    seconds: f64,
}

/// The width of the first column.
const WIDTH: usize = 15;

impl Answer {
    /// Nothing is known.
    pub(super) fn new(parts: Parts, wanted: &SolveArgs) -> Answer {
        Answer {
            parts,
            wins: [None; 2],
            winning_moves: wanted.moves.then(Sides::default),
            line: wanted.line.then_some(None),
            verified: wanted.verify.then(Checks::default),
            reason: None,
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// Finds out what is wanted.
    pub(super) fn fill(
        &mut self,
        solver: &mut Solver,
        wanted: &SolveArgs,
    ) -> Result<(), VerifyError> {
        let starters = wanted.first.map_or(Player::BOTH.to_vec(), |first| vec![first]);
        let sum = self.parts.sum.clone();
        for &player in &starters {
            self.wins[player as usize] = Some(solver.wins_first(&sum, player)?);
        }
        if wanted.moves {
            for &player in &starters {
                let moves = match self.wins[player as usize] {
                    Some(true) => solver.winning_moves(&sum, player)?,
                    _ => Vec::new(),
                };
                self.set_winning_moves(player, &moves);
            }
        }
        if wanted.line {
            let line = solver.line(&sum, starters[0])?;
            self.set_line(starters[0], &line);
        }
        if let Some(checks) = &mut self.verified {
            for &player in &starters {
                let positions = solver.verify(&sum, player)?.positions();
                match player {
                    Player::Left => checks.left_first = Some(Check { positions }),
                    Player::Right => checks.right_first = Some(Check { positions }),
                }
            }
        }
        Ok(())
    }

    fn set_winning_moves(&mut self, player: Player, moves: &[SumMove]) {
        let texts = Some(moves.iter().map(|mv| self.move_text(mv)).collect());
        let sides = self.winning_moves.get_or_insert_default();
        match player {
            Player::Left => sides.left = texts,
            Player::Right => sides.right = texts,
        }
    }

    fn set_line(&mut self, first: Player, line: &[SumMove]) {
        let turns = [first, !first].into_iter().cycle();
        let texts = turns.zip(line).map(|(player, mv)| (player, self.move_text(mv))).collect();
        self.line = Some(Some(texts));
    }

    /// A move, behind the number of its part if there are several.
    fn move_text(&self, mv: &SumMove) -> String {
        match self.parts.texts.len() {
            1 => mv.mv.clone(),
            _ => format!("{}: {}", mv.part + 1, mv.mv),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let left = self.winner(Player::Left)?;
        Some(Outcome::from_winners(left, self.winner(Player::Right)?))
    }

    /// Who wins if this player moves first.
    fn winner(&self, first: Player) -> Option<Player> {
        self.wins[first as usize].map(|wins| if wins { first } else { !first })
    }

    /// What is printed.
    pub(super) fn text(&self, json: bool, style: Style) -> Result<String, Failure> {
        if !json {
            return Ok(self.page(style));
        }
        let texts: Vec<&str> = self.parts.texts.iter().map(|part| part.text.as_str()).collect();
        let letter =
            |first| self.winner(first).map(|winner| if winner == Player::Left { "L" } else { "R" });
        let line = SolveLine {
            position: &texts.join(" + "),
            outcome: self.outcome().map(|outcome| outcome.to_string()),
            left_first: letter(Player::Left),
            right_first: letter(Player::Right),
            winning_moves: self.winning_moves.as_ref(),
            line: self.line.as_ref().map(|line| {
                let line = line.as_ref()?;
                Some(line.iter().map(|(_, mv)| mv.as_str()).collect())
            }),
            verified: self.verified.as_ref(),
            reason: self.reason.as_deref(),
            nodes: self.nodes,
            seconds: self.time.as_secs_f64(),
        };
        serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
    }

    /// What a person reads.
    fn page(&self, style: Style) -> String {
        let mut page = match &self.parts.texts[..] {
            [part] => drawn(&part.text, part.numbered, style) + "\n",
            parts => {
                let lines = parts.iter().enumerate().map(|(i, part)| {
                    style.head(&format!("part {}", i + 1), WIDTH) + &part.text + "\n"
                });
                lines.collect()
            }
        };
        if let Some(outcome) = self.outcome() {
            let _ = writeln!(page, "{}{}", style.head("outcome", WIDTH), in_words(outcome));
        }
        for player in Player::BOTH {
            if let Some(winner) = self.winner(player) {
                let head = style.head(&format!("{player} starts"), WIDTH);
                let _ = writeln!(page, "{head}{winner} wins");
            }
        }
        for (player, moves) in self
            .winning_moves
            .iter()
            .flat_map(|Sides { left, right }| [(Player::Left, left), (Player::Right, right)])
        {
            if let Some(moves) = moves {
                let head = style.head(&format!("{player} wins by"), WIDTH);
                let moves = if moves.is_empty() { "no move".to_owned() } else { moves.join(", ") };
                let _ = writeln!(page, "{head}{moves}");
            }
        }
        if let Some(Some(line)) = &self.line {
            let moves: Vec<String> =
                line.iter().map(|(player, mv)| format!("{player} {mv}")).collect();
            let moves = if moves.is_empty() { "no move".to_owned() } else { moves.join(", ") };
            let _ = writeln!(page, "{}{moves}", style.head("best play", WIDTH));
        }
        for (first, check) in self.verified.iter().flat_map(|Checks { left_first, right_first }| {
            [(Player::Left, left_first), (Player::Right, right_first)]
        }) {
            if let (Some(check), Some(winner)) = (check, self.winner(first)) {
                let (head, positions) = (style.head("verified", WIDTH), grouped(check.positions));
                let _ = writeln!(
                    page,
                    "{head}{first} starts: {winner}'s moves held against all replies, {positions} \
                     positions"
                );
            }
        }
        let (nodes, speed) = (grouped(self.nodes), grouped(per_second(self.nodes, self.time)));
        let seconds = self.time.as_secs_f64();
        let head = style.head("nodes", WIDTH);
        page + &format!("{head}{nodes} in {seconds:.2} s ({speed} nodes/s)")
    }
}
