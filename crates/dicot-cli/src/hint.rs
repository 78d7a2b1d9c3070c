//! What the author of a text may have meant that is not a game, or not a position.

use dicot::{NotationProblem, ParseFormError};
use dicot_rulesets::library;
use dicot_rulesets::rule_file::foreign_file;

/// Words for games that have a sign.
const WORDS: [(&str, &str); 6] =
    [("up", "^"), ("down", "v"), ("star", "*"), ("upstar", "^*"), ("zero", "0"), ("switch", "+-1")];

/// What to write instead of a text that is not a game.
pub(crate) fn for_game(text: &str, error: &ParseFormError) -> Option<String> {
    let text = text.trim();
    if let Some((name, rest)) = definition(text) {
        let definition = format!("{name} := {rest}");
        return Some(format!("to define a name, write `{}`", short(&definition, "NAME := GAME")));
    }
    if is_position(text) {
        return Some(format!("for a position, run `{}`", command("value", text)));
    }
    if is_sum_of_positions(text) {
        return Some(format!("for a sum of positions, run `{}`", command("value", &spaced(text))));
    }
    match error.problem() {
        NotationProblem::UnknownName { name, suggestion: None } => {
            let word = WORDS.iter().find(|(word, _)| name.eq_ignore_ascii_case(word));
            word.map(|(_, sign)| format!("{} is written `{sign}`", name.to_ascii_lowercase()))
        }
        _ => None,
    }
}

/// What to run instead for a text that is not a position.
pub(crate) fn for_position(text: &str) -> Option<String> {
    let text = text.trim();
    if is_sum_of_positions(text) {
        return Some(format!("for a sum, run `{}`", command("value", &spaced(text))));
    }
    if let Some((name, _)) = text.split_once(':')
        && library().find(name.trim()).is_ok()
    {
        return Some(format!("the ruleset is named by --rules {}", name.trim()));
    }
    let is_game = text.contains(['{', '^', '*']);
    is_game.then(|| format!("for a game, run `{}`", command("game", text)))
}

/// What is wrong with a text that is neither a position nor a game, but the name of a file that dicot does not read, or of a
/// ruleset and a position.
pub(crate) fn instead(text: &str) -> Option<String> {
    let of_ruleset = || library().check_prefix(text).err().map(|error| error.to_string());
    foreign_file(text).or_else(of_ruleset)
}

/// The name and the game of a definition with `=` instead of `:=`.
fn definition(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('=')?;
    let (name, rest) = (name.trim_end(), rest.trim_start());
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && !rest.is_empty() && !rest.starts_with('=')).then_some((name, rest))
}

/// Whether a text has the letters of a board with stones, and at least two cells.
fn is_position(text: &str) -> bool {
    text.len() > 1
        && text.contains(['x', 'o', 'X', 'O'])
        && text.chars().all(|c| "xoXO.#/|".contains(c))
}

/// Whether a text is a sum with a position among its parts.
fn is_sum_of_positions(text: &str) -> bool {
    text.contains('+') && text.split('+').any(|part| is_position(part.trim()))
}

/// A sum with the blanks around its plus signs that are expected.
fn spaced(sum: &str) -> String {
    sum.split('+').map(str::trim).collect::<Vec<_>>().join(" + ")
}

/// A command with its argument for the shell.
fn command(name: &str, argument: &str) -> String {
    short(&format!("dicot {name} '{argument}'"), &format!("dicot {name}")).to_owned()
}

/// The text, or another one if it does not fit a line.
fn short<'a>(text: &'a str, instead: &'a str) -> &'a str {
    let fits = text.len() <= 60 && !text.contains(char::is_control);
    if fits { text } else { instead }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions() {
        assert_eq!(definition("h = 3"), Some(("h", "3")));
        assert_eq!(definition("h1={1|*}"), Some(("h1", "{1|*}")));
        for text in ["h == 3", "h := 3", "h <= 3", "3 = h", "h =", "= 3", "h"] {
            assert_eq!(definition(text), None, "{text}");
        }
    }

    #[test]
    fn sums() {
        assert!(is_sum_of_positions("xo+xo") && is_sum_of_positions("xo + ^"));
        assert!(!is_sum_of_positions("x + o") && !is_sum_of_positions("xo") && !is_position("x"));
        assert_eq!(for_position("xo+xo").unwrap(), "for a sum, run `dicot value 'xo + xo'`");
        let long = for_position(&"xo+".repeat(1000)).unwrap();
        assert_eq!(long, "for a sum, run `dicot value`");
    }
}
