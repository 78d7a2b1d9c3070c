//! Words and brackets at the beginning of a text.

use dicot::notation::at_infinite_power;
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

/// Whether a word begins what is only written with loopy games, `rest` being what follows it.
pub(crate) fn is_loopy_word(word: &str, rest: &str) -> bool {
    is_loopy_name(word) || rest.starts_with('{') || (word == "v" && at_infinite_power(rest))
}

/// Whether a word separates the parts of a loop, so that it is not an operation between two operands.
pub(crate) fn is_keyword(word: &str) -> bool {
    matches!(word, "for" | "from" | "to" | "by" | "in" | "while" | "where")
}

/// Whether a text begins with the arrow of a function.
pub(crate) fn is_arrow(text: &str) -> bool {
    text.trim_start().starts_with("->")
}

/// The length of the part of a text up to the first of these characters outside of brackets, or to a bracket that closes
/// more than was opened. `None` if a bracket is not closed.
pub(crate) fn part_len(text: &str, ends: &[char]) -> Option<usize> {
    let mut open = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' if open == 0 => return Some(at),
            ')' | ']' | '}' => open -= 1,
            c if open == 0 && ends.contains(&c) => return Some(at),
            _ => {}
        }
    }
    (open == 0).then_some(text.len())
}
