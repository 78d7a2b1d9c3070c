//! A position in JSON.

use dicot::{Bounds, CanonicalForm, Player};
use serde::Serialize;

use super::{Findings, Page};
use crate::facts::{FactFields, Facts};
use crate::failure::Failure;
use crate::text::ValueField;

#[derive(Serialize)]
struct PositionLine<'a> {
    position: &'a str,
    #[serde(flatten)]
    value: ValueField,
    #[serde(flatten)]
    facts: FactFields,
    components: Vec<ComponentField<'a>>,
    moves: Sides<MoveField<'a>>,
    winning_moves: Sides<&'a str>,
}

#[derive(Serialize)]
struct ComponentField<'a> {
    position: &'a str,
    #[serde(flatten)]
    value: ValueField,
}

#[derive(Serialize)]
struct MoveField<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(flatten)]
    value: ValueField,
    wins: bool,
}

#[derive(Serialize)]
struct Sides<T> {
    left: Vec<T>,
    right: Vec<T>,
}

impl Page {
    /// The object for programs.
    pub(super) fn json(self, findings: &Findings, bounds: &Bounds) -> Result<String, Failure> {
        let mut calculation = findings.value.store().within(bounds);
        let mut field =
            |value: &CanonicalForm| ValueField::new(value, self.max_value, &mut calculation);
        let value_field = field(&findings.value)?;
        let mut components = Vec::new();
        for (position, value) in &findings.components {
            components.push(ComponentField { position, value: field(value)? });
        }
        let mut moves = |player| -> Result<Vec<MoveField<'_>>, Failure> {
            let mut fields = Vec::new();
            for m in findings.moves(player).iter().filter(|m| m.sensible) {
                fields.push(MoveField { mv: &m.name, value: field(&m.value)?, wins: m.wins });
            }
            Ok(fields)
        };
        let moves = Sides { left: moves(Player::Left)?, right: moves(Player::Right)? };
        let winning = |player| {
            findings.moves(player).iter().filter(|m| m.wins).map(|m| m.name.as_str()).collect()
        };
        let facts = Facts::new(&findings.value, &mut calculation)?;
        let line = PositionLine {
            position: &findings.position,
            value: value_field,
            facts: facts.fields(self.max_value, &mut calculation)?,
            components,
            moves,
            winning_moves: Sides { left: winning(Player::Left), right: winning(Player::Right) },
        };
        serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
    }
}
