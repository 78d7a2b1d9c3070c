//! A position in JSON.

use dicot::analysis::{MoveReport, Report};
use dicot::rules::{ClobberMove, HugeClobber};
use dicot::{Bounds, CanonicalForm, Player};
use serde::Serialize;

use super::Positions;
use crate::facts::{FactFields, Facts};
use crate::failure::Failure;
use crate::text::ValueField;

#[derive(Serialize)]
struct PositionLine {
    position: String,
    #[serde(flatten)]
    value: ValueField,
    #[serde(flatten)]
    facts: FactFields,
    components: Vec<ComponentField>,
    moves: Sides<MoveField>,
    winning_moves: Sides<String>,
}

#[derive(Serialize)]
struct ComponentField {
    position: String,
    #[serde(flatten)]
    value: ValueField,
}

#[derive(Serialize)]
struct MoveField {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: ValueField,
    wins: bool,
}

#[derive(Serialize)]
struct Sides<T> {
    left: Vec<T>,
    right: Vec<T>,
}

impl Positions {
    /// The object for programs.
    pub(super) fn json(
        &self,
        report: &Report<HugeClobber>,
        bounds: &Bounds,
    ) -> Result<String, Failure> {
        let mut calculation = report.value.store().within(bounds);
        let mut field =
            |value: &CanonicalForm| ValueField::new(value, self.max_value, &mut calculation);
        let value_field = field(&report.value)?;
        let mut components = Vec::new();
        for (position, value) in &report.components {
            let (position, value) = (position.to_string(), field(value)?);
            components.push(ComponentField { position, value });
        }
        let mut moves = |player| -> Result<Vec<MoveField>, Failure> {
            let field = |m: &MoveReport<ClobberMove>| {
                Ok(MoveField { mv: m.mv.to_string(), value: field(&m.value)?, wins: m.wins })
            };
            report.sensible_moves(player).map(field).collect()
        };
        let moves = Sides { left: moves(Player::Left)?, right: moves(Player::Right)? };
        let winning = |player| report.winning_moves(player).map(|m| m.mv.to_string()).collect();
        let facts = Facts::new(&report.value, &mut calculation)?;
        let line = PositionLine {
            position: report.position.to_string(),
            value: value_field,
            facts: facts.fields(self.max_value, &mut calculation)?,
            components,
            moves,
            winning_moves: Sides { left: winning(Player::Left), right: winning(Player::Right) },
        };
        serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
    }
}
