//! Patterns of texts: regular expressions.

use dicot::Calculation;
use regex_lite::RegexBuilder;

use crate::failure::Failure;

/// The most bytes that a pattern is compiled to. A first choice.
const MAX_SIZE: usize = 1 << 16;
/// The most bytes of a pattern, times those of a text: a match cannot be interrupted, and takes time in proportion. A first choice.
const MAX_WORK: usize = 1 << 22;

/// Whether a pattern matches a whole text.
pub(crate) fn matches(
    text: &str,
    pattern: &str,
    calculation: &mut Calculation<'_>,
) -> Result<bool, Failure> {
    if pattern.len().saturating_mul(text.len().max(1)) > MAX_WORK {
        return Err(Failure::undefined("the pattern is too long for this text"));
    }
    calculation.hold(2 * MAX_SIZE)?;
    calculation.count_steps(pattern.len() + text.len())?;
    let compile = |pattern: &str| {
        let regex = RegexBuilder::new(pattern).size_limit(MAX_SIZE).nest_limit(50).build();
        regex.map_err(|error| Failure::undefined(format!("no pattern: {error}")))
    };
    compile(pattern)?; // alone, so that it closes its own groups
    Ok(compile(&format!("^(?:{pattern})$"))?.is_match(text))
}
