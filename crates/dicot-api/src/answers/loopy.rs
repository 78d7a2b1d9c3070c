//! The value of a position whose play need not end, and its moves.

use dicot::rules::AnyPosition;
use dicot::{ByPlayer, Calculation, LimitKind, Limits, Player, Store, ValueError};
use dicot_loopy::{Exploration, LoopyOutcome, LoopyThermograph, LoopyValue, OnProgress};
use dicot_rulesets::PositionExt;
use serde::Serialize;

use super::kind::kind;
use super::legal_moves::{LegalMove, legal_moves};
use super::position::Sides;
use super::text::{ValueField, letter};

/// What is known of a game whose play need not end.
#[derive(Clone, Debug)]
pub struct LoopyFacts {
    /// Who wins, for either player to start.
    pub outcome: LoopyOutcome,
    /// The value, or why it was not found.
    pub value: Result<LoopyValue, ValueError>,
    /// The stops of a stopper, where Left moves first and where Right does.
    pub stops: Result<ByPlayer<LoopyValue>, ValueError>,
    /// The thermograph, or why there is none.
    pub thermograph: Result<LoopyThermograph, ValueError>,
    /// What kind of game a short value is, in a word.
    kind: Option<&'static str>,
}

/// Who wins a position whose play need not end, its value if that fits the limits, and its moves.
#[derive(Clone, Debug)]
pub struct LoopyFindings {
    /// The position.
    pub position: AnyPosition,
    /// The number of positions that it leads to, itself included.
    pub positions: usize,
    /// What is known of it.
    pub facts: LoopyFacts,
    /// The moves of the players, in the order of the ruleset.
    pub moves: ByPlayer<Vec<LoopyMove>>,
}

/// A move, the value after it, and who wins then.
#[derive(Clone, Debug)]
pub struct LoopyMove {
    /// The move.
    pub name: String,
    /// The position after it, as a text.
    pub position: String,
    /// The value of the position after it, if values were found.
    pub value: Option<LoopyValue>,
    /// The winner after it; `None` is a draw.
    pub winner: Option<Player>,
}

impl LoopyMove {
    fn new(
        mv: LegalMove,
        player: Player,
        value: Option<LoopyValue>,
        after: LoopyOutcome,
    ) -> LoopyMove {
        let winner = after.winner(!player);
        LoopyMove { name: mv.mv, position: mv.position, value, winner }
    }
}

impl LoopyFindings {
    /// Explores all positions that a position leads to, and finds who wins them and, if the limits allow it, their values;
    /// `None` if the ruleset does not have loopy values.
    ///
    /// # Errors
    /// If a limit is reached before it is known who wins, or the computation is interrupted.
    pub fn new(
        position: &AnyPosition,
        limits: &Limits,
        on_progress: OnProgress<'_>,
    ) -> Option<Result<LoopyFindings, ValueError>> {
        let store = Store::new();
        let limits = &limits.starting_now();
        let mut calculation = store.calculate(limits);
        let Exploration { graph, limit, .. } =
            position.explore(&[], &mut calculation, on_progress)?;
        let mut find = || {
            limit.map_or(Ok(()), Err)?;
            let outcomes = graph.outcomes(&mut calculation)?;
            let values = unless_interrupted(graph.values(&mut calculation, on_progress))?;
            let value = values.as_ref().map(|values| values.get(0).clone()).map_err(|&error| error);
            let of_value = |player| {
                let moves = legal_moves(position, player).into_iter().zip(graph.options(0, player));
                let after = |(mv, &option): (LegalMove, &u32)| {
                    let value = values.as_ref().ok().map(|values| values.get(option).clone());
                    LoopyMove::new(mv, player, value, outcomes[option as usize])
                };
                moves.map(after).collect()
            };
            let moves = ByPlayer { left: of_value(Player::Left), right: of_value(Player::Right) };
            Ok(LoopyFindings {
                position: position.clone(),
                positions: graph.len() as usize,
                facts: LoopyFacts::new(outcomes[0], value, &mut calculation)?,
                moves,
            })
        };
        Some(find())
    }

    /// The line of `dicot value --json`, with texts of at most `max_value` characters, and those of moves of at most `max_listed`.
    pub fn line(&self, max_value: u64, max_listed: u64) -> LoopyLine {
        let text = |value: &LoopyValue, most| ValueField::of_text(value.to_string(), most);
        let moves = |player: Player| {
            let field = |LoopyMove { name, position, value, winner }: &LoopyMove| LoopyMoveField {
                mv: name.clone(),
                value: value.as_ref().map(|value| text(value, max_listed)),
                wins: winner.map(|winner| winner == player),
                position: position.clone(),
            };
            self.moves[player].iter().map(field).collect()
        };
        LoopyLine {
            position: self.position.to_string(),
            facts: self.facts.fields(max_value),
            positions: self.positions,
            moves: Sides { left: moves(Player::Left), right: moves(Player::Right) },
        }
    }
}

impl LoopyFacts {
    /// The facts about a game with that outcome, and with that value if it was found.
    ///
    /// # Errors
    /// If the computation is interrupted.
    pub fn new(
        outcome: LoopyOutcome,
        value: Result<LoopyValue, ValueError>,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyFacts, ValueError> {
        let known = value.as_ref().map_err(|&error| error);
        let stops = known.and_then(|value| stops(value, calculation));
        let thermograph = known.and_then(|value| value.thermograph(calculation));
        let short = known.ok().and_then(LoopyValue::as_short);
        let kind = short.map(|form| {
            let uptimal = calculation.to_uptimal(form)?;
            Ok(kind(form, uptimal.as_ref(), calculation)?.name)
        });
        Ok(LoopyFacts {
            outcome,
            stops: unless_interrupted(stops)?,
            thermograph: unless_interrupted(thermograph)?,
            kind: unless_interrupted(kind.transpose())?.ok().flatten(),
            value,
        })
    }

    /// The facts about a value.
    ///
    /// # Errors
    /// If a limit is reached before it is known who wins, or the computation is interrupted.
    pub fn of_value(
        value: LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyFacts, ValueError> {
        LoopyFacts::new(value.outcome(calculation)?, Ok(value), calculation)
    }

    /// The fields for programs, with texts of at most `max_value` characters.
    pub fn fields(&self, max_value: u64) -> LoopyFields {
        let text = |value: &LoopyValue| ValueField::of_text(value.to_string(), max_value);
        let stop = |player| text(&self.stops.as_ref().ok()?[player]).into_text();
        let value = self.value.as_ref();
        let thermograph = self.thermograph.as_ref();
        let LoopyOutcome { left_first, right_first } = self.outcome;
        LoopyFields {
            value: value.map_or(ValueField::UNKNOWN, text),
            kind: value.ok().map(|value| match self.kind {
                Some(kind) => kind,
                None if value.is_stopper() => "stopper",
                None => "loopy",
            }),
            outcome: self.outcome.to_string(),
            left_first: left_first.map(letter),
            right_first: right_first.map(letter),
            stopper: value.ok().map(LoopyValue::is_stopper),
            mean: thermograph.ok().map(|t| t.mast.to_string()),
            temperature: thermograph.ok().map(|t| t.temperature.to_string()),
            left_stop: stop(Player::Left),
            right_stop: stop(Player::Right),
            thermograph: thermograph.ok().map(ToString::to_string),
            no_thermograph: value.ok().and(thermograph.err()).map(ToString::to_string),
            reason: value.err().map(ToString::to_string),
        }
    }
}

fn stops(
    value: &LoopyValue,
    calculation: &mut Calculation<'_>,
) -> Result<ByPlayer<LoopyValue>, ValueError> {
    let mut stop = |player| value.stop(player, calculation);
    Ok(ByPlayer { left: stop(Player::Left)?, right: stop(Player::Right)? })
}

/// A result that may be missing, unless the computation was interrupted: then it starts again, or nobody waits for it.
fn unless_interrupted<T>(
    result: Result<T, ValueError>,
) -> Result<Result<T, ValueError>, ValueError> {
    match result {
        Err(error @ ValueError::Limit(LimitKind::Interrupted)) => Err(error),
        result => Ok(result),
    }
}

/// The line of `dicot value --json` for a position whose play need not end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoopyLine {
    position: String,
    #[serde(flatten)]
    facts: LoopyFields,
    /// The number of positions that the position leads to, itself included
    positions: usize,
    /// All moves
    moves: Sides<LoopyMoveField>,
}

/// What is known of a game whose play need not end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoopyFields {
    #[serde(flatten)]
    value: ValueField,
    /// What kind of game the value is: `stopper`, `loopy`, or a kind of short games; null without a value
    kind: Option<&'static str>,
    /// Who wins: `L`, `R`, `N`, `P`, `D` (a draw), `NHat`, `PHat`, `NCheck` or `PCheck`
    outcome: String,
    /// The winner if Left starts, `L` or `R`; null for a draw
    left_first: Option<&'static str>,
    /// The winner if Right starts
    right_first: Option<&'static str>,
    /// Whether the value is that of a stopper; null without a value
    stopper: Option<bool>,
    /// The mast of the thermograph; null if there is none
    mean: Option<String>,
    temperature: Option<String>,
    /// Null if the value is not that of a stopper, or the text is too long
    left_stop: Option<String>,
    right_stop: Option<String>,
    thermograph: Option<String>,
    /// Why the value has no thermograph
    #[serde(skip_serializing_if = "Option::is_none")]
    no_thermograph: Option<String>,
    /// Why the value was not found
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// A move and what it leads to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct LoopyMoveField {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: Option<ValueField>,
    /// Whether the player wins with it; null for a draw
    wins: Option<bool>,
    /// The position after it
    position: String,
}
