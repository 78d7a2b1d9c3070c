//! Patterns of texts: regular expressions.

use dicot::Calculation;
use regex_lite::{Regex, RegexBuilder};

use crate::failure::Failure;
use crate::text::{MAX_TEXT, push, too_long};

/// The most bytes that a pattern is compiled to. A first choice.
const MAX_SIZE: usize = 1 << 16;
/// The most bytes of a pattern, times those of a text: a match cannot be interrupted, and takes time in proportion. A first choice.
const MAX_WORK: usize = 1 << 22;

/// The text with all matches of a pattern replaced.
pub(crate) fn replaced(
    text: &str,
    pattern: &str,
    by: &str,
    calculation: &mut Calculation<'_>,
) -> Result<String, Failure> {
    let regex = compiled(text, pattern, calculation)?;
    let (mut replaced, mut end) = (String::new(), 0);
    // What a match is replaced by is bounded before it is made: each of the references in `by` is at most the whole match.
    let references = by.matches('$').count();
    let by = in_braces(by);
    for found in regex.captures_iter(text) {
        let whole = found.get(0).map_or(0..0, |part| part.range());
        // The search for a match may have read the rest of the text.
        calculation.count_steps(text.len() - end)?;
        push(&text[end..whole.start], &mut replaced, calculation)?;
        if whole.len().saturating_mul(references) > MAX_TEXT {
            return Err(too_long());
        }
        let mut part = String::new();
        found.expand(&by, &mut part);
        push(&part, &mut replaced, calculation)?;
        end = whole.end;
    }
    push(&text[end..], &mut replaced, calculation)?;
    Ok(replaced)
}

/// The numbers of groups in braces, so that a letter may follow: `$1c` is the first group and c.
fn in_braces(by: &str) -> String {
    let mut text = String::new();
    for (i, part) in by.split('$').enumerate() {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match (i, digits) {
            (0, _) => text.push_str(part),
            (_, 0) => text.extend(["$", part]),
            _ => text.extend(["${", &part[..digits], "}", &part[digits..]]),
        }
    }
    text
}

/// Whether a pattern matches a whole text.
pub(crate) fn matches(
    text: &str,
    pattern: &str,
    calculation: &mut Calculation<'_>,
) -> Result<bool, Failure> {
    compiled(text, pattern, calculation)?; // alone, so that it closes its own groups
    Ok(compiled(text, &format!("^(?:{pattern})$"), calculation)?.is_match(text))
}

/// The pattern, compiled, if it can be matched with a text of this length.
fn compiled(
    text: &str,
    pattern: &str,
    calculation: &mut Calculation<'_>,
) -> Result<Regex, Failure> {
    if pattern.len().saturating_mul(text.len().max(1)) > MAX_WORK {
        return Err(Failure::undefined("the pattern is too long for this text"));
    }
    calculation.hold(2 * MAX_SIZE)?;
    calculation.count_steps(pattern.len() + text.len())?;
    let regex = RegexBuilder::new(pattern).size_limit(MAX_SIZE).nest_limit(50).build();
    regex.map_err(|error| Failure::undefined(format!("no pattern: {error}")))
}
