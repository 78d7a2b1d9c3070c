//! Colour and symbols, on a terminal only.

use std::env;
use std::io::{self, IsTerminal};

use dicot::notation::in_symbols;
use dicot::{Outcome, Player};

/// What the place that is written to can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    colour: bool,
    unicode: bool,
}

impl Style {
    /// That of standard output: plain unless it is a terminal.
    pub(crate) fn of_stdout() -> Style {
        let terminal = io::stdout().is_terminal();
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_some_and(|term| term == "dumb");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let utf8 = locale.is_some_and(|locale| {
            let locale = locale.to_string_lossy().to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        Style {
            colour: terminal && !dumb && set("NO_COLOR").is_none(),
            unicode: terminal && !dumb && (utf8 || cfg!(windows)),
        }
    }

    /// Neither colour nor symbols.
    pub(crate) fn plain() -> Style {
        Style { colour: false, unicode: false }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// The name of what follows, in a column of its own.
    pub(crate) fn head(self, text: &str, width: usize) -> String {
        self.paint("2", &format!("{text:width$}"))
    }

    /// What it is all about.
    pub(crate) fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// A stone, or an empty cell. Left is blue, as is the custom.
    pub(crate) fn stone(self, stone: Option<Player>) -> String {
        let pick = |plain, symbol| if self.unicode { symbol } else { plain };
        match stone {
            Some(Player::Left) => self.paint("34", pick("x", "●")),
            Some(Player::Right) => self.paint("31", pick("o", "○")),
            None => self.paint("2", pick(".", "·")),
        }
    }

    /// A cell that has just changed, with the blanks before it: inverted, or without colours after a `>`.
    pub(crate) fn changed(self, blanks: &str, cell: &str) -> String {
        match blanks.strip_suffix(' ') {
            Some(rest) if !self.colour => format!("{rest}>{cell}"),
            _ => blanks.to_owned() + &self.paint("7", cell),
        }
    }

    /// The text of a value, with symbols that are read back as well.
    pub(crate) fn symbols(self, text: &str) -> String {
        if self.unicode { in_symbols(text) } else { text.to_owned() }
    }

    /// Whether a move wins, in a column of its own.
    pub(crate) fn wins(self, wins: bool) -> String {
        if wins { self.paint("32", "wins ") } else { self.paint("2", "loses") }
    }
}

/// Who wins, in words.
pub(crate) fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "Left wins, whoever starts (L)",
        Outcome::Right => "Right wins, whoever starts (R)",
        Outcome::Next => "the first player wins (N)",
        Outcome::Previous => "the second player wins (P)",
    }
}

#[cfg(test)]
mod tests {
    use super::Style;

    #[test]
    fn arrows_are_not_in_words() {
        let symbols = |text| Style { colour: false, unicode: true }.symbols(text);
        assert_eq!(symbols("{^^*|v,vv*2||v3}"), "{↑↑*|↓,↓↓*2||↓3}");
        assert_eq!(symbols("{1over||+-(v)|off} & v[on]"), "{1over||±(↓)|off} & ↓[on]");
        assert_eq!(symbols("v"), "↓");
    }
}
