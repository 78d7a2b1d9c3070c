//! Texts of values: a value can be small and its text enormous, so the length is asked for first.

use std::time::Duration;

use dicot::{Calculation, CanonicalForm, ValueError};
use dicot_answers::text::grouped;
use dicot_calc::Value;

use crate::failure::Failure;

/// The most characters of a value that has a paragraph of its own.
pub(crate) const LONG: usize = 500;
/// The most characters of a value in a list.
pub(crate) const SHORT: usize = 60;

/// The most characters of a value in a worksheet's file.
pub(crate) const MAX_KEPT: usize = 10_000;

/// How a command line shows the whole of a long value.
pub(crate) const SHARED_HINT: &str = "--shared shows all of it";

/// The text of a value for people, or how it begins.
pub(crate) struct Beginning {
    pub(crate) text: String,
    /// The whole length, if this is not the whole.
    pub(crate) length: Option<u64>,
}

/// The text of a value with a paragraph of its own.
pub(crate) fn beginning(
    value: &CanonicalForm,
    calculation: &mut Calculation<'_>,
) -> Result<Beginning, Failure> {
    cut(value, LONG, calculation)
}

/// The whole text of a value in the shared form, each definition in a line of its own: lines but the
/// first are indented.
pub(crate) fn shared(
    value: &CanonicalForm,
    indent: usize,
    calculation: &mut Calculation<'_>,
) -> Result<Beginning, Failure> {
    let (text, _) = calculation.shared_text_start(value, usize::MAX)?;
    // The text is copied with line ends, with a style, and into the page.
    calculation.hold(4 * text.len())?;
    let text = text.replace("; ", &format!(";\n{:indent$}", ""));
    Ok(Beginning { text, length: None })
}

/// The text of a value in a list.
pub(crate) fn short(
    value: &CanonicalForm,
    calculation: &mut Calculation<'_>,
) -> Result<String, Failure> {
    Ok(cut_text(cut(value, SHORT, calculation)?))
}

/// The text of a value in a list, if it is short.
pub(crate) fn short_whole(
    value: &CanonicalForm,
    calculation: &mut Calculation<'_>,
) -> Result<Option<String>, ValueError> {
    Ok(calculation.text_of_at_most(value, SHORT as u64)?.0)
}

fn cut(
    value: &CanonicalForm,
    most: usize,
    calculation: &mut Calculation<'_>,
) -> Result<Beginning, Failure> {
    let (text, length) = calculation.text_start(value, most)?;
    Ok(Beginning { text, length: (length > most as u64).then_some(length) })
}

/// The first `most` characters of the text of any value.
pub(crate) fn text_of(
    value: &Value,
    most: usize,
    calculation: &mut Calculation<'_>,
) -> Result<Beginning, ValueError> {
    let mut start = Start { text: String::new(), length: 0, most };
    start.add_value(value, calculation)?;
    let Start { text, length, .. } = start;
    Ok(Beginning { text, length: (length > most as u64).then_some(length) })
}

/// The text, with its length if this is not the whole.
pub(crate) fn cut_text(Beginning { text, length }: Beginning) -> String {
    match length {
        None => text,
        Some(n) => format!("{text}... ({} characters)", grouped(n)),
    }
}

/// The first characters of a text, and how many it has.
struct Start {
    text: String,
    length: u64,
    most: usize,
}

impl Start {
    /// Adds the beginning of a part with this length.
    fn add(&mut self, part: &str, length: u64) {
        let room = self.most.saturating_sub(self.text.len());
        self.text.extend(part.chars().take(room));
        self.length = self.length.saturating_add(length);
    }

    fn add_value(
        &mut self,
        value: &Value,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), ValueError> {
        match value {
            Value::Game(game) => {
                let (part, length) =
                    calculation.text_start(game, self.most.saturating_sub(self.text.len()))?;
                self.add(&part, length);
            }
            Value::Literal(literal) => {
                let room = self.most.saturating_sub(self.text.len());
                let (part, length) = literal.text_start(room, calculation)?;
                self.add(&part, length);
            }
            Value::List(values) | Value::Set(values) => {
                let [open, close] = match value {
                    Value::Set(_) => ["{", "}"],
                    _ => ["[", "]"],
                };
                calculation.hold(size_of_val(&values[..]))?;
                self.add(open, 1);
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        self.add(",", 1);
                    }
                    self.add_value(value, calculation)?;
                }
                self.add(close, 1);
            }
            other => {
                let part = other.to_string();
                self.add(&part, part.len() as u64);
            }
        }
        Ok(())
    }
}

/// The size of a board in words, rows first.
pub(crate) fn sides(rows: u8, columns: u8) -> String {
    let count = |n: u8, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    format!("{}, {}", count(rows, "row"), count(columns, "column"))
}

/// How many there were in a second.
pub(crate) fn per_second(n: u64, time: Duration) -> u64 {
    let per_second = n as f64 / time.as_secs_f64();
    if per_second.is_finite() { per_second as u64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use dicot::{Limits, Store};

    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(sides(1, 30), "1 row, 30 columns");
        assert_eq!(sides(2, 1), "2 rows, 1 column");
    }

    #[test]
    fn thousands() {
        assert_eq!([0u32, 999, 1000, 26_700_000].map(grouped), ["0", "999", "1,000", "26,700,000"]);
    }

    #[test]
    fn long_values_are_cut() {
        let switch = |n: i64| CanonicalForm::new([n.into()], [(-n).into()]);
        let sum: CanonicalForm = (1..=8).map(|n| switch(1 << (2 * n))).sum();
        let (store, limits) = (Store::global(), Limits::default());
        let text = short(&sum, &mut store.calculate(&limits)).unwrap();
        assert!(text.ends_with(" characters)"), "{text}");
        assert!(text.starts_with(&sum.to_string()[..SHORT]));
    }
}
