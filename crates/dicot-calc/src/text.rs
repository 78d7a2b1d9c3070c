//! Texts of values.

use dicot::Calculation;

use crate::failure::Failure;
use crate::value::{OpResult, Value};

/// The maximum length of a text that is computed, in bytes. A first choice, not compared with others.
pub(crate) const MAX_TEXT: usize = 1_000_000;

/// The text of a value, as it is printed.
pub(crate) fn of(value: &Value, calculation: &mut Calculation<'_>) -> Result<String, Failure> {
    let mut text = String::new();
    add(&value.clone().formed(calculation)?, &mut text, calculation)?;
    Ok(text)
}

/// The texts of these values with a separator between them.
pub(crate) fn joined(
    values: &[Value],
    separator: &str,
    calculation: &mut Calculation<'_>,
) -> Result<String, Failure> {
    let mut text = String::new();
    for (i, value) in values.iter().enumerate() {
        push(if i == 0 { "" } else { separator }, &mut text, calculation)?;
        add(&value.clone().formed(calculation)?, &mut text, calculation)?;
    }
    Ok(text)
}

/// One text after another: an output if one of them is an output; `None` if a value is neither.
pub(crate) fn sum(
    left: &Value,
    right: &Value,
    calculation: &mut Calculation<'_>,
) -> Option<OpResult> {
    let (Value::Text(first) | Value::Output(first), Value::Text(second) | Value::Output(second)) =
        (left, right)
    else {
        return None;
    };
    let mut text = String::new();
    let pushed =
        [first, second].into_iter().try_for_each(|part| push(part, &mut text, calculation));
    Some(pushed.map(|()| match (left, right) {
        (Value::Text(_), Value::Text(_)) => Value::Text(text.into()),
        _ => Value::Output(text.into()),
    }))
}

/// The text with all occurrences of a part replaced.
pub(crate) fn replaced(
    text: &str,
    part: &str,
    by: &str,
    calculation: &mut Calculation<'_>,
) -> Result<String, Failure> {
    calculation.count_steps(text.len())?;
    let mut replaced = String::new();
    let mut end = 0;
    for (at, found) in text.match_indices(part) {
        push(&text[end..at], &mut replaced, calculation)?;
        push(by, &mut replaced, calculation)?;
        end = at + found.len();
    }
    push(&text[end..], &mut replaced, calculation)?;
    Ok(replaced)
}

/// Adds the text of a value, whose elements are printed as they are.
fn add(value: &Value, text: &mut String, calculation: &mut Calculation<'_>) -> Result<(), Failure> {
    let room = MAX_TEXT - text.len();
    let (part, length) = match value {
        Value::Game(game) => calculation.text_start(game, room)?,
        Value::Literal(literal) => literal.text_start(room, calculation)?,
        Value::List(values) | Value::Set(values) => {
            let [open, close] = value.brackets();
            push(open, text, calculation)?;
            for (i, value) in values.iter().enumerate() {
                push(if i == 0 { "" } else { "," }, text, calculation)?;
                add(value, text, calculation)?;
            }
            return push(close, text, calculation);
        }
        other => {
            let part = other.to_string();
            let length = part.len() as u64;
            (part, length)
        }
    };
    if length > room as u64 {
        return Err(too_long());
    }
    push(&part, text, calculation)
}

fn push(part: &str, text: &mut String, calculation: &mut Calculation<'_>) -> Result<(), Failure> {
    calculation.count_steps(1)?;
    // The text may have room for twice its length.
    calculation.hold(2 * part.len())?;
    if part.len() > MAX_TEXT - text.len() {
        return Err(too_long());
    }
    text.push_str(part);
    Ok(())
}

pub(crate) fn too_long() -> Failure {
    Failure::undefined(format!("texts have at most {MAX_TEXT} bytes"))
}
