//! `components`: what positions are sums of.

use std::time::Duration;

use dicot::board::Cell;
use dicot::rules::{AnyPosition, Position, Short};
use dicot::{Player, ValueError};
use dicot_rulesets::{PositionExt, RulesetExt};
use serde::{Deserialize, Serialize};

use crate::requests::error::ApiError;
use crate::requests::request::{Answer, Call, Request, default_rules};
use crate::requests::settings::Settings;

/// Positions whose components are wanted.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ComponentsRequest {
    /// The ruleset, one of those with values
    #[serde(default = "default_rules")]
    rules: String,
    /// The text of a ruleset file, whose ruleset takes the place of `rules`
    ruleset: Option<String>,
    #[cfg_attr(feature = "openapi", schema(example = json!(["xox.xo", "oxo"])))]
    positions: Vec<String>,
}

/// The components of positions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ComponentsAnswer {
    /// For each position those in which somebody can move
    positions: Vec<Vec<NormalizedField>>,
}

/// A component, normalized: components that are equal up to symmetry and exchange of the players have the same text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct NormalizedField {
    position: String,
    /// Whether the component is the negative of `position`
    negated: bool,
    /// Whether the component is known to be its own negative
    own_negative: bool,
    /// Where it is on the board: column, and row from the top, from 0
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<[u16; 2]>>,
}

impl Request for ComponentsRequest {
    fn time(&self, settings: &Settings) -> Result<Duration, ApiError> {
        Ok(settings.value_time)
    }

    fn answer(&self, call: &mut Call<'_>) -> Result<Answer, ApiError> {
        let (rulesets, rules) = call.rulesets(&self.rules, self.ruleset.as_deref())?;
        let ruleset = rulesets.find_valued(&rules)?;
        let limits = call.limits(self.time(call.settings)?);
        let mut positions = Vec::new();
        for (i, text) in self.positions.iter().enumerate() {
            limits.check().map_err(ValueError::Limit)?;
            let position = ruleset.parse(text);
            let position = position.map_err(|error| error.of(&format!("position {}", i + 1)))?;
            positions.push(components(&position));
        }
        Answer::new(&ComponentsAnswer { positions })
    }
}

fn components(position: &AnyPosition) -> Vec<NormalizedField> {
    let mut places = position.places().into_iter().flatten();
    let parts = position.valued().into_iter().flat_map(Short::components);
    let fields = parts.map(|part| (part, places.next())).filter_map(|(part, place)| {
        Player::BOTH.iter().find(|&&player| part.move_count(player) > 0)?;
        let (position, negated) = part.component_text();
        let own_negative = part.is_own_negative();
        Some(NormalizedField { position, negated, own_negative, cells: place.map(as_numbers) })
    });
    fields.collect()
}

/// Cells by column, and row from the top, from 0.
pub(crate) fn as_numbers(cells: Vec<Cell>) -> Vec<[u16; 2]> {
    cells.into_iter().map(|Cell { row, col }| [col.into(), row.into()]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::requests::{ApiError, Client, Settings};

    fn components(positions: &[&str]) -> Result<Value, ApiError> {
        let body = json!({ "positions": positions }).to_string();
        let answer = Client::new(Settings::default()).answer("components", body.as_bytes(), "")?;
        Ok(serde_json::from_str::<Value>(&answer).unwrap()["positions"].take())
    }

    #[test]
    fn images_and_negatives_have_the_same_text() {
        let all = components(&["xxo", "..o/..x/..x", "oox", "xo"]).unwrap();
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| &all[i][0]);
        assert!([b, c].iter().all(|part| part["position"] == a["position"]), "{all}");
        assert_eq!(b["negated"], a["negated"]);
        assert_ne!(c["negated"], a["negated"]);
        let own = [a, b, c, d].map(|part| part["own_negative"].as_bool().unwrap());
        assert_eq!(own, [false, false, false, true]);
        assert_eq!(b["cells"], json!([[2, 0], [2, 1], [2, 2]]));
    }

    #[test]
    fn what_nobody_can_move_in_is_left_out() {
        let all = components(&["xx.oo", "xo.x.ox"]).unwrap();
        assert_eq!([0, 1].map(|i| all[i].as_array().unwrap().len()), [0, 2]);
    }

    #[test]
    fn an_error_has_the_number_of_the_position() {
        let error = components(&["xo", "xq"]).unwrap_err().to_string();
        assert!(error.starts_with("position 2: "), "{error}");
    }
}
