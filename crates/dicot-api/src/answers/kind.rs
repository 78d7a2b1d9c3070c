//! What kind of game a value is: the first name of the list that fits.

use dicot::{Calculation, CanonicalForm, Dyadic, Player, Uptimal, ValueError};

/// A name for programs, and one for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// For programs.
    pub name: &'static str,
    /// For people.
    pub in_words: &'static str,
}

/// The kind of a game, of which it is known whether it is an uptimal.
pub(crate) fn kind(
    g: &CanonicalForm,
    uptimal: Option<&Uptimal>,
    calculation: &mut Calculation<'_>,
) -> Result<Kind, ValueError> {
    let (text, _) = calculation.text_start(g, START)?;
    let text = text.as_str();
    let infinitesimal = g.is_infinitesimal();
    let (name, in_words) = if g.to_integer().is_some() {
        ("integer", "integer")
    } else if g.to_number().is_some() {
        ("dyadic", "number")
    } else if g.to_nimber().is_some() {
        ("nimber", "nimber")
    } else if let Some(parts) = g.to_number_up_star() {
        let number = parts.number != Dyadic::ZERO;
        let in_words = match (number, parts.up != 0, parts.star != 0) {
            (false, true, false) if parts.up > 0 => "multiple of up",
            (false, true, false) => "multiple of down",
            (false, ..) => "multiple of up or down, and a nimber",
            (true, false, _) => "number and nimber",
            (true, true, false) => "number and a multiple of up or down",
            (true, true, true) => "number, multiple of up or down, and nimber",
        };
        ("number_up_star", in_words)
    } else if let Some(parts) = uptimal {
        let in_words = match parts.number == Dyadic::ZERO && parts.star == 0 {
            true => "uptimal: a sum of powers of up",
            false => "uptimal: a sum of powers of up, and a number or nimber",
        };
        ("uptimal", in_words)
    } else if g.is_switch() && infinitesimal {
        ("infinitesimal_switch", "infinitesimal that is its own negative")
    } else if g.is_switch() {
        ("switch", "switch: hot, and its own negative")
    } else if is_tiny(text) {
        ("tiny", "tiny or miny")
    } else if infinitesimal {
        ("infinitesimal", "infinitesimal")
    } else if g.stop(Player::Left) != g.stop(Player::Right) {
        ("hot", "hot: the player who moves gains")
    } else if is_tiny(text.trim_start_matches(|c: char| "-/".contains(c) || c.is_ascii_digit())) {
        ("number_tiny", "number plus tiny or miny")
    } else {
        ("numberish", "number plus an infinitesimal")
    };
    Ok(Kind { name, in_words })
}

/// Longer than any number with `Tiny(` after it.
const START: usize = 64;

/// Only the text of such a game begins like that.
fn is_tiny(text: &str) -> bool {
    text.starts_with("Tiny(") || text.starts_with("Miny(")
}
