//! What an expression is worth.

use dicot::{Calculation, CanonicalForm, ValueError};
use dicot_calc::Value;
use serde::Serialize;

use super::facts::{FactFields, Facts};
use super::loopy::{LoopyFacts, LoopyFields};
use super::text::{ValueField, json_of};

/// The line of `dicot game --json`.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum GameLine {
    /// The expression is a game
    Game(Box<GameFields>),
    /// The expression is a loopy game
    Loopy(Box<LoopyGameFields>),
    /// It is something else
    Other(OtherFields),
}

/// A game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameFields {
    /// The expression
    input: String,
    #[serde(flatten)]
    value: ValueField,
    #[serde(flatten)]
    facts: FactFields,
    /// What in the expression may be meant otherwise than it is read
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A game whose play need not end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoopyGameFields {
    /// The expression
    input: String,
    /// True: the game is loopy
    loopy: bool,
    #[serde(flatten)]
    facts: LoopyFields,
    /// What in the expression may be meant otherwise than it is read
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A truth value, a list, an outcome...
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OtherFields {
    /// The expression
    input: String,
    /// Truth as such, lists and sets as arrays, and everything else as its text; null if that is too long
    result: serde_json::Value,
    /// What in the expression may be meant otherwise than it is read
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl GameLine {
    /// The line of an expression, its value and the notes on it, with texts of at most `most` characters, and those of a list of at
    /// most `room` together.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(
        input: &str,
        value: &Value,
        notes: &[String],
        most: u64,
        mut room: u64,
        calculation: &mut Calculation<'_>,
    ) -> Result<GameLine, ValueError> {
        let (input, notes) = (input.to_owned(), notes.to_vec());
        Ok(match value {
            Value::Game(game) => GameLine::of_game(input, game, notes, most, calculation)?,
            Value::Loopy(value) => {
                let facts = LoopyFacts::of_value(value.clone(), calculation)?.fields(most);
                GameLine::Loopy(Box::new(LoopyGameFields { input, loopy: true, facts, notes }))
            }
            other => {
                let result = json_of(other, most, &mut room, calculation)?;
                GameLine::Other(OtherFields { input, result, notes })
            }
        })
    }

    fn of_game(
        input: String,
        game: &CanonicalForm,
        notes: Vec<String>,
        most: u64,
        calculation: &mut Calculation<'_>,
    ) -> Result<GameLine, ValueError> {
        let value = ValueField::new(game, most, calculation)?;
        let facts = Facts::new(game, calculation)?.fields(most, calculation)?;
        Ok(GameLine::Game(Box::new(GameFields { input, value, facts, notes })))
    }
}
