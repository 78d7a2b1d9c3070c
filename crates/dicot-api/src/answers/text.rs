//! Texts of values in JSON: a value can be small and its text enormous, so the length is asked for first.

use dicot::{Calculation, CanonicalForm, Player, ValueError};
use dicot_calc::Value;
use serde::Serialize;
use serde_json::json;

/// A value in JSON: its text, or if that is too long its length, its beginning, and the shared form if that is not
/// too long itself.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValueField {
    /// The text; null if it is too long
    value: Option<String>,
    /// The length of a text that is too long
    #[serde(skip_serializing_if = "Option::is_none")]
    value_length: Option<u64>,
    /// The first 60 characters of a text that is too long
    #[serde(skip_serializing_if = "Option::is_none")]
    value_start: Option<String>,
    /// The text with a name for each part that occurs more than once, if the plain one is too long
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<String>,
}

/// The most characters of the beginning of a text that is too long.
const START: usize = 60;

impl ValueField {
    /// The fields of a value that was not found.
    pub(crate) const UNKNOWN: ValueField =
        ValueField { value: None, value_length: None, value_start: None, shared: None };

    /// The fields of a value with that text.
    pub(crate) fn of_text(text: String, max_value: u64) -> ValueField {
        match text.chars().count() as u64 {
            length if length > max_value => ValueField {
                value_length: Some(length),
                value_start: Some(text.chars().take(START).collect()),
                ..ValueField::UNKNOWN
            },
            _ => ValueField { value: Some(text), ..ValueField::UNKNOWN },
        }
    }

    /// The text, unless it is too long.
    pub(crate) fn into_text(self) -> Option<String> {
        self.value
    }

    /// The fields of a value, with texts of at most `max_value` characters.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(
        value: &CanonicalForm,
        max_value: u64,
        calculation: &mut Calculation<'_>,
    ) -> Result<ValueField, ValueError> {
        let (text, length) = calculation.text_of_at_most(value, max_value)?;
        calculation.hold(text_bytes(text.as_deref()))?;
        Ok(match text {
            Some(_) => ValueField { value: text, ..ValueField::UNKNOWN },
            None => {
                let most = usize::try_from(max_value).map_or(START, |most| most.min(START));
                let (start, _) = calculation.text_start(value, most)?;
                let shared = match calculation.shared_text_start(value, 0)?.1 {
                    length if length > max_value => None,
                    _ => Some(calculation.to_shared_text(value)?),
                };
                calculation.hold(text_bytes(shared.as_deref()))?;
                let (value_length, value_start) = (Some(length), Some(start));
                ValueField { value: None, value_length, value_start, shared }
            }
        })
    }
}

/// The letter of a player, as in outcomes.
pub(crate) fn letter(player: Player) -> &'static str {
    match player {
        Player::Left => "L",
        Player::Right => "R",
    }
}

/// A value in JSON: truth as such, lists and sets as arrays, everything else as its text, or null if that is a
/// game's and has more than `most` characters, or if there is no `room` for it in all texts together.
///
/// # Errors
/// If a limit is reached.
pub fn json_of(
    value: &Value,
    most: u64,
    room: &mut u64,
    calculation: &mut Calculation<'_>,
) -> Result<serde_json::Value, ValueError> {
    Ok(match value {
        Value::Game(game) => {
            let (text, length) = calculation.text_of_at_most(game, most.min(*room))?;
            *room = room.saturating_sub(if text.is_some() { length } else { 0 });
            calculation.hold(text_bytes(text.as_deref()))?;
            json!(text)
        }
        Value::Truth(truth) => json!(truth),
        value if let Some(values) = value.collection() => {
            calculation.hold(size_of_val(values))?;
            let values = values.iter().map(|value| json_of(value, most, room, calculation));
            json!(values.collect::<Result<Vec<_>, ValueError>>()?)
        }
        Value::Literal(_) | Value::Mutable(_) => {
            let most = most.min(*room);
            let (text, length) =
                value.text_start(usize::try_from(most).unwrap_or(usize::MAX), calculation)?;
            calculation.hold(text_bytes(Some(&text)))?;
            *room = room.saturating_sub(if length <= most { length } else { 0 });
            json!((length <= most).then_some(text))
        }
        // The same thermograph can be in a list many times: after one for which there was no room none is written.
        _ if *room == 0 => json!(null),
        other => {
            let text = other.to_string();
            let left = room.checked_sub(text.len() as u64);
            calculation.hold(text_bytes(Some(&text)))?;
            *room = left.unwrap_or(0);
            json!(left.map(|_| text))
        }
    })
}

/// The bytes of a text in a JSON value and in the line that is made of it, about.
pub fn text_bytes(text: Option<&str>) -> usize {
    // The string is allocated with a header, and the line grows to twice its length.
    size_of::<serde_json::Value>() + text.map_or(0, |text| 16 + 4 * text.len())
}

/// The name of a player in JSON.
pub fn lower(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}
