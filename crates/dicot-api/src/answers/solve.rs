//! Who wins a sum, as far as a search has come.

use std::time::Duration;

use dicot::solver::{Solver, VerifyError};
use dicot::{Outcome, Player};
use dicot_rulesets::{PartMove, PartText, Parts, Subject};
use serde::Serialize;
use serde_json::{Map, Value};

use super::text::letter;
use crate::is_out_of_memory;

/// The questions about a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Whether play is misère: a player who cannot move wins.
    pub misere: bool,
    /// Only who wins if this player starts.
    pub first: Option<Player>,
    /// The winning moves.
    pub moves: bool,
    /// A line of best play.
    pub line: bool,
    /// Verification by play.
    pub verify: bool,
    /// The nim value, of a sum of impartial positions.
    pub nim_value: bool,
}

/// What is known of a sum.
#[derive(Debug)]
pub struct Answer {
    /// The sum.
    pub parts: Parts,
    /// Whether play is misère.
    pub misere: bool,
    /// Whether each player wins, moving first.
    wins: [Option<bool>; 2],
    /// The winning moves, if they are wanted.
    pub winning_moves: Option<WinningMoves>,
    /// A line of best play, if it is wanted and known.
    pub line: Option<Option<Vec<(Player, String)>>>,
    /// What was verified, if that is wanted.
    pub verified: Option<Checks>,
    /// The nim value, if it is wanted, the sum is impartial, and it is known.
    pub nim_value: Option<u32>,
    /// Why not everything is known.
    pub reason: Option<String>,
    /// The number of searched sums.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// The winning moves of the players that were asked for, as far as known.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WinningMoves {
    /// Left's.
    pub left: Option<Vec<String>>,
    /// Right's.
    pub right: Option<Vec<String>>,
}

/// What was verified, for each player who was asked to start, as far as that came.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Checks {
    /// Left starts.
    pub left_first: Option<Check>,
    /// Right starts.
    pub right_first: Option<Check>,
}

/// That the winner's moves held against all replies.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Check {
    /// In how many positions.
    pub positions: u64,
}

/// The line of `dicot solve --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveLine {
    position: String,
    /// Whether play is misère; left out if it is not
    #[serde(skip_serializing_if = "is_normal")]
    misere: bool,
    /// Who wins: `L`, `R`, `N` (the player who starts) or `P` (the other player), if both starts were asked for and solved
    outcome: Option<String>,
    /// Who wins if Left starts: `L` or `R`
    left_first: Option<&'static str>,
    /// Who wins if Right starts
    right_first: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<WinningMoves>,
    /// A line of best play
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<String>>))]
    line: Option<Option<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<Checks>,
    /// The nim value, if both players always have the same moves, play is not misère, and no starter was named
    #[serde(skip_serializing_if = "Option::is_none")]
    nim_value: Option<u32>,
    /// The limit because of which not everything is known
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The number of searched sums
    nodes: u64,
    seconds: f64,
}

/// The line of `dicot label`: what is found out about a position, and no numbers that differ from run to run.
#[derive(Clone, Debug, Serialize)]
pub struct LabelLine {
    position: String,
    outcome: Option<String>,
    left_first: Option<&'static str>,
    right_first: Option<&'static str>,
    winning_moves: Option<WinningMoves>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The fields of the item that are not labels.
    #[serde(flatten)]
    fields: Map<String, Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_normal(misere: &bool) -> bool {
    !misere
}

impl SolveLine {
    /// The line of `dicot label`, with other fields of the item.
    pub fn into_label(self, mut fields: Map<String, Value>) -> LabelLine {
        let SolveLine { position, outcome, left_first, right_first, winning_moves, reason, .. } =
            self;
        for label in ["outcome", "left_first", "right_first", "winning_moves", "reason"] {
            fields.remove(label);
        }
        LabelLine { position, outcome, left_first, right_first, winning_moves, reason, fields }
    }
}

impl Answer {
    /// Nothing is known.
    pub fn new(parts: Parts, wanted: Wanted) -> Answer {
        Answer {
            parts,
            misere: wanted.misere,
            wins: [None; 2],
            winning_moves: wanted.moves.then(WinningMoves::default),
            line: wanted.line.then_some(None),
            verified: wanted.verify.then(Checks::default),
            nim_value: None,
            reason: None,
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// Finds out what is wanted. What was found before an error is kept.
    ///
    /// # Errors
    /// If a limit of the solver is reached, a value cannot be represented, or the solver is refuted.
    pub fn fill(&mut self, solver: &mut Solver, wanted: Wanted) -> Result<(), VerifyError> {
        let starters = wanted.first.map_or(Player::BOTH.to_vec(), |first| vec![first]);
        let subject = self.parts.subject.clone();
        solver.misere = wanted.misere;
        for &player in &starters {
            self.wins[player as usize] = Some(subject.wins_first(solver, player)?);
        }
        if let (true, false, Subject::Sum(sum)) = (wanted.nim_value, wanted.misere, &subject) {
            self.nim_value = solver.nim_value(sum)?;
        }
        if wanted.moves {
            for &player in &starters {
                let moves = match self.wins[player as usize] {
                    Some(true) => subject.winning_moves(solver, player)?,
                    _ => Vec::new(),
                };
                self.set_winning_moves(player, &moves);
            }
        }
        if wanted.line {
            let line = subject.line(solver, starters[0])?;
            self.set_line(starters[0], &line);
        }
        if let Some(checks) = &mut self.verified {
            for &player in &starters {
                let positions = subject.verify(solver, player)?;
                match player {
                    Player::Left => checks.left_first = Some(Check { positions }),
                    Player::Right => checks.right_first = Some(Check { positions }),
                }
            }
        }
        Ok(())
    }

    /// Does the same as [`fill`](Answer::fill) with a solver that need not keep its results: if it was `used` before and
    /// its memory is full, it is cleared and searches once more. Sets `used` to whether it is to be kept.
    ///
    /// # Errors
    /// As [`fill`](Answer::fill).
    pub fn fill_or_clear(
        &mut self,
        solver: &mut Solver,
        wanted: Wanted,
        used: &mut bool,
    ) -> Result<(), VerifyError> {
        let full = |result: &Result<(), VerifyError>| match result {
            Err(VerifyError::Value(error)) => is_out_of_memory(error),
            _ => false,
        };
        let mut result = self.fill(solver, wanted);
        if *used && full(&result) {
            solver.clear();
            result = self.fill(solver, wanted);
        }
        *used = !full(&result);
        if !*used {
            solver.clear();
        }
        result
    }

    fn set_winning_moves(&mut self, player: Player, moves: &[PartMove]) {
        let texts = Some(moves.iter().map(|mv| self.first_move_text(mv)).collect());
        let sides = self.winning_moves.get_or_insert_default();
        match player {
            Player::Left => sides.left = texts,
            Player::Right => sides.right = texts,
        }
    }

    fn set_line(&mut self, first: Player, line: &[PartMove]) {
        let turns = [first, !first].into_iter().cycle();
        let texts = turns.zip(line).map(|(player, mv)| (player, self.move_text(mv))).collect();
        self.line = Some(Some(texts));
    }

    /// A move in the sum itself, which names the game that it is made in if there are several parts.
    fn first_move_text(&self, (part, mv): &PartMove) -> String {
        match self.parts.texts.get(*part) {
            Some(PartText { text, spec: None }) if self.parts.texts.len() > 1 => {
                self.move_text(&(*part, format!("{text} to {mv}")))
            }
            _ => self.move_text(&(*part, mv.clone())),
        }
    }

    /// A move, after the number of its part if there are several.
    fn move_text(&self, (part, mv): &PartMove) -> String {
        match self.parts.texts.len() {
            1 => mv.clone(),
            _ => format!("{}: {mv}", part + 1),
        }
    }

    /// Who wins, for either player to start, if that is known.
    pub fn outcome(&self) -> Option<Outcome> {
        let left = self.winner(Player::Left)?;
        Some(Outcome::from_winners(left, self.winner(Player::Right)?))
    }

    /// Who wins if this player moves first, if that is known.
    pub fn winner(&self, first: Player) -> Option<Player> {
        self.wins[first as usize].map(|wins| if wins { first } else { !first })
    }

    /// The line of `dicot solve --json`.
    pub fn json_line(&self) -> SolveLine {
        let texts: Vec<&str> = self.parts.texts.iter().map(|part| part.text.as_str()).collect();
        let winner = |first| self.winner(first).map(letter);
        SolveLine {
            position: texts.join(" + "),
            misere: self.misere,
            outcome: self.outcome().map(|outcome| outcome.to_string()),
            left_first: winner(Player::Left),
            right_first: winner(Player::Right),
            winning_moves: self.winning_moves.clone(),
            line: self.line.as_ref().map(|line| {
                let line = line.as_ref()?;
                Some(line.iter().map(|(_, mv)| mv.clone()).collect())
            }),
            verified: self.verified.clone(),
            nim_value: self.nim_value,
            reason: self.reason.clone(),
            nodes: self.nodes,
            seconds: self.time.as_secs_f64(),
        }
    }
}
