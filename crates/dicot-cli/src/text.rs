//! Texts of values: a value can be small and its text enormous, so the length is asked for first.

use std::time::Duration;

use dicot::{Calculation, CanonicalForm, ValueError};
use dicot_calc::Value;
use dicot_rulesets::grouped;

use crate::failure::Failure;

/// The most characters of a value that has a paragraph of its own.
pub(crate) const LONG: usize = 500;
/// The most characters of a value in a list.
pub(crate) const SHORT: usize = 60;

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
    let (text, length) = value.text_start(most, calculation)?;
    Ok(Beginning { text, length: (length > most as u64).then_some(length) })
}

/// The text, with its length if this is not the whole.
pub(crate) fn cut_text(Beginning { text, length }: Beginning) -> String {
    match length {
        None => text,
        Some(n) => format!("{text}... ({} characters)", grouped(n)),
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

/// A text, or its first characters and an ellipsis if it has more than `max`.
pub(crate) fn shortened(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => text[..end].to_owned() + "…",
        None => text.to_owned(),
    }
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
