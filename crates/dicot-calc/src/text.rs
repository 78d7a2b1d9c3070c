//! Texts of values.

use dicot::{Calculation, ValueError};

use crate::failure::Failure;
use crate::value::{OpResult, Value};

/// The maximum length of a text that is computed, in bytes. A first choice, not compared with others.
pub(crate) const MAX_TEXT: usize = 1_000_000;

/// The text of a value, as it is printed.
pub(crate) fn of(value: &Value, calculation: &mut Calculation<'_>) -> Result<String, Failure> {
    joined(std::slice::from_ref(value), "", calculation)
}

/// The texts of these values with a separator between them.
pub(crate) fn joined(
    values: &[Value],
    separator: &str,
    calculation: &mut Calculation<'_>,
) -> Result<String, Failure> {
    let mut start = Start::new(MAX_TEXT);
    for (i, value) in values.iter().enumerate() {
        start.add(if i == 0 { "" } else { separator }, calculation)?;
        start.add_value(&value.clone().formed(calculation)?, calculation)?;
        if start.length > MAX_TEXT as u64 || start.text.len() > MAX_TEXT {
            return Err(too_long());
        }
    }
    Ok(start.text)
}

/// One text after another: an output if one of them is an output; `None` if a value is neither.
pub(crate) fn sum<'v>(values: &[&'v Value], calculation: &mut Calculation<'_>) -> Option<OpResult> {
    let text = |value: &'v Value| match value {
        Value::Text(text) => Some(&**text),
        value => value.output(),
    };
    let texts = values.iter().map(|value| text(value)).collect::<Option<Vec<&str>>>()?;
    let mut sum = String::new();
    let pushed = texts.iter().try_for_each(|part| push(part, &mut sum, calculation));
    Some(pushed.map(|()| match values.iter().all(|value| matches!(value, Value::Text(_))) {
        true => Value::Text(sum.into()),
        false => Value::Output(sum.into()),
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

pub(crate) fn push(
    part: &str,
    text: &mut String,
    calculation: &mut Calculation<'_>,
) -> Result<(), Failure> {
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

impl Value {
    /// The first `most` characters of the text, and its length. The text of a small value can be exponentially long.
    ///
    /// # Examples
    /// ```
    /// let store = dicot::Store::new();
    /// let mut calculation = store.calculation();
    /// let value = dicot_calc::evaluate("[1,{3||2|1}]", &mut calculation)?;
    /// assert_eq!(value.text_start(6, &mut calculation)?, ("[1,{3|".to_owned(), 12));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn text_start(
        &self,
        most: usize,
        calculation: &mut Calculation<'_>,
    ) -> Result<(String, u64), ValueError> {
        let mut start = Start::new(most);
        start.add_value(self, calculation)?;
        Ok((start.text, start.length))
    }
}

/// The first characters of a text, and its length.
struct Start {
    text: String,
    length: u64,
    most: usize,
}

impl Start {
    fn new(most: usize) -> Start {
        Start { text: String::new(), length: 0, most }
    }

    fn room(&self) -> usize {
        self.most.saturating_sub(self.text.len())
    }

    /// Adds a part, of which only the beginning may have room.
    fn add(&mut self, part: &str, calculation: &mut Calculation<'_>) -> Result<(), ValueError> {
        calculation.count_steps(1)?;
        // The text may have room for twice its length.
        calculation.hold(2 * part.len().min(self.room()))?;
        self.text.extend(part.chars().take(self.room()));
        self.length = self.length.saturating_add(part.chars().count() as u64);
        Ok(())
    }

    /// Adds the text of a value, whose elements are printed as they are.
    fn add_value(
        &mut self,
        value: &Value,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), ValueError> {
        let (part, length) = match value {
            Value::Game(game) => calculation.text_start(game, self.room())?,
            Value::Literal(literal) => literal.text_start(self.room(), calculation)?,
            Value::List(values) | Value::Set(values) => {
                let [open, close] = value.brackets();
                self.add(open, calculation)?;
                for (i, value) in values.iter().enumerate() {
                    self.add(if i == 0 { "" } else { "," }, calculation)?;
                    self.add_value(value, calculation)?;
                }
                return self.add(close, calculation);
            }
            Value::Map(entries) if !entries.is_empty() => {
                for (i, [key, value]) in entries.iter().enumerate() {
                    self.add(if i == 0 { "{" } else { "," }, calculation)?;
                    self.add_value(key, calculation)?;
                    self.add(" => ", calculation)?;
                    self.add_value(value, calculation)?;
                }
                return self.add("}", calculation);
            }
            Value::Mutable(mutable) => {
                self.add(mutable.of.name(), calculation)?;
                self.add("(", calculation)?;
                calculation.hold(size_of_val(&mutable.values[..]))?;
                self.add_value(&mutable.frozen(), calculation)?;
                return self.add(")", calculation);
            }
            other => {
                calculation.count_steps(other.heap_bytes())?;
                return self.add(&other.to_string(), calculation);
            }
        };
        self.add(&part, calculation)?;
        self.length = self.length.saturating_add(length.saturating_sub(part.len() as u64));
        Ok(())
    }
}

/// A number with commas between thousands.
///
/// # Examples
/// ```
/// assert_eq!(dicot_calc::grouped(1_234_567_u64), "1,234,567");
/// ```
pub fn grouped(n: impl Into<u128>) -> String {
    let digits = n.into().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
