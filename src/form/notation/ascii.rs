//! The signs of books and pages in ASCII.

use std::borrow::Cow;

use super::error::ParseFormError;

/// Reads a text in which signs of books and pages are replaced by those of the notation. The offset of an error is that in the text
/// itself.
///
/// | sign | is read as |
/// |---|---|
/// | `∗`, `⋆` | `*` |
/// | `∣`, `∥` | `\|`, `\|\|` |
/// | `3·↑`, `3⋅↑` | `3 * ↑` |
/// | `↑²`, `↓³` | `↑<2>`, `↓<3>` |
/// | `tiny₂`, `miny₁₀`, `⧾₂`, `⧿₂` | `tiny(2)`, `miny(10)`, `Tiny(2)`, `Miny(2)` |
///
/// [`Calculation::parse`](crate::Calculation::parse) and its kin do so.
///
/// # Examples
/// ```
/// use dicot::notation::in_ascii;
/// assert_eq!(in_ascii("{1∣∗2}", |text| Ok(text.to_owned()))?, "{1|*2}");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
///
/// # Errors
/// Those of the function.
pub fn in_ascii<T>(
    text: &str,
    read: impl FnOnce(&str) -> Result<T, ParseFormError>,
) -> Result<T, ParseFormError> {
    if text.is_ascii() {
        return read(text);
    }
    let plain: String = Pieces { text, at: 0 }.map(|(_, piece)| piece).collect();
    read(&plain).map_err(|error| {
        let (mut at, mut plain_at) = (0, 0);
        for (len, piece) in (Pieces { text, at: 0 }) {
            if plain_at + piece.len() > error.offset() {
                break;
            }
            (at, plain_at) = (at + len, plain_at + piece.len());
        }
        ParseFormError::new(text, at, error.problem().clone())
    })
}

/// The parts of a text, each a character or a number in small digits: their lengths, and what they are read as.
struct Pieces<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = (usize, Cow<'t, str>);

    fn next(&mut self) -> Option<(usize, Cow<'t, str>)> {
        let (before, rest) = self.text.split_at(self.at);
        let first = rest.chars().next()?;
        let number = |digits: &str| {
            let small = rest.chars().map_while(|c| Some((c, digits.chars().position(|d| d == c)?)));
            let (mut len, mut number) = (0, String::new());
            for (c, digit) in small {
                len += c.len_utf8();
                number += &digit.to_string();
            }
            (len, number)
        };
        let (len, piece) = match first {
            '∗' | '⋆' => (first.len_utf8(), "*".into()),
            '∣' => (first.len_utf8(), "|".into()),
            '∥' => (first.len_utf8(), "||".into()),
            '·' | '⋅' => (first.len_utf8(), " * ".into()),
            '⧾' => (first.len_utf8(), "Tiny".into()),
            '⧿' => (first.len_utf8(), "Miny".into()),
            _ => match (number("⁰¹²³⁴⁵⁶⁷⁸⁹"), number("₀₁₂₃₄₅₆₇₈₉"))
            {
                ((len @ 1.., n), _) if before.ends_with(['^', '↑', 'v', '↓']) => {
                    (len, format!("<{n}>").into())
                }
                (_, (len @ 1.., n)) if ends_as_tiny(before) => (len, format!("({n})").into()),
                _ => (first.len_utf8(), rest[..first.len_utf8()].into()),
            },
        };
        self.at += len;
        Some((len, piece))
    }
}

fn ends_as_tiny(text: &str) -> bool {
    let name = text.len().checked_sub(4).and_then(|start| text.get(start..)).unwrap_or_default();
    let is_name = name.eq_ignore_ascii_case("tiny") || name.eq_ignore_ascii_case("miny");
    is_name || text.ends_with(['⧾', '⧿'])
}
