//! Words at the beginning of a text.

use dicot_loopy::LoopyValue;

/// The name of the innermost braces as an option in them.
pub(crate) const PASS: &str = "pass";

/// The name at the beginning of a text.
pub(crate) fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let word = &text[..end.unwrap_or(text.len())];
    if word.starts_with(|c: char| c.is_ascii_alphabetic()) { word } else { "" }
}

/// Whether a name has a meaning that cannot be changed.
pub(crate) fn is_loopy_name(name: &str) -> bool {
    LoopyValue::NAMES.contains(&name) || name == PASS
}

/// Whether a word separates the parts of a loop, so that it is not an operation between two operands.
pub(crate) fn is_keyword(word: &str) -> bool {
    matches!(word, "for" | "from" | "to" | "by" | "in" | "while" | "where" | "yield")
        || is_control(word)
}

/// Whether a word is reserved and cannot be an operand.
pub(crate) fn is_control(word: &str) -> bool {
    const WORDS: [&str; 11] =
        ["if", "then", "elseif", "else", "end", "begin", "do", "and", "or", "not", "def"];
    WORDS.contains(&word)
}

/// Whether a text begins with the arrow of a function.
pub(crate) fn is_arrow(text: &str) -> bool {
    text.trim_start().starts_with("->")
}

/// Whether a text continues as a loop after `for`: with a name, and `from`, `in` or `:=`.
pub(crate) fn is_loop(text: &str) -> bool {
    let name = text.trim_start();
    let after = name[word(name).len()..].trim_start();
    let goes_on = matches!(word(after), "from" | "in") || after.starts_with(":=");
    name.len() < text.len() && after.len() < name.len() && goes_on
}
