//! The characters of books in place of those of the notation.

/// The text of a value with the arrows and the sign of books, which are read as well: `↑*` for `^*`, `↓` for `v`, `±1` for `+-1`.
///
/// # Examples
/// ```
/// use dicot::notation::in_symbols;
/// assert_eq!(in_symbols("{^^*|v,+-1||v3}"), "{↑↑*|↓,±1||↓3}");
/// assert_eq!(in_symbols("over + v[on]"), "over + ↓[on]");
/// ```
pub fn in_symbols(text: &str) -> String {
    // The v of `over` is not an arrow.
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphabetic());
    let symbols = words.map(|word| {
        let arrows = word.trim_start_matches('v');
        match arrows.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => word.to_owned(),
            false => word.replace('v', "↓"),
        }
    });
    symbols.collect::<String>().replace("+-", "±").replace('^', "↑")
}
