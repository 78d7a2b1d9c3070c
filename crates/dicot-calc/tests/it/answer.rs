//! What a worksheet answers.

use std::time::Duration;

use dicot::Limits;
use dicot_calc::Worksheet;

/// The text of a value, or the error.
pub(crate) fn answer(sheet: &mut Worksheet, text: &str) -> String {
    let limits = Limits::default().with_forms(5_000_000).with_bytes(2 << 30);
    match sheet.evaluate(text, &limits.with_time(Duration::from_secs(20))) {
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    }
}

/// Texts in new worksheets have errors that begin so.
pub(crate) fn assert_errors<'t>(errors: impl IntoIterator<Item = (&'t str, &'t str)>) {
    for (text, error) in errors {
        let found = answer(&mut Worksheet::new(), text);
        assert!(found.starts_with(error), "{text}: {found}");
    }
}

/// Texts in new worksheets have these values.
pub(crate) fn assert_values(values: &[(&str, &str)]) {
    for (text, value) in values {
        assert_eq!(answer(&mut Worksheet::new(), text), *value, "{text}");
    }
}
