//! `dicot value` for sums of positions and games.

use dicot::rules::AnyRuleset;
use dicot_api::answers::loopy_sum::LoopySum;
use dicot_rulesets::{Parts, RulesetExt};

use super::loopy;
use super::page::WIDTH;
use crate::failure::Failure;
use crate::style::Style;
use crate::text::SHORT;

/// Whether a text is a sum, and not a position.
pub(super) fn is_sum(ruleset: &AnyRuleset, text: &str) -> bool {
    Parts::count(text) > 1 && ruleset.parse(text).is_err()
}

/// The answer about a sum, as JSON or for people.
pub(super) fn text(
    sum: &LoopySum,
    is_json: bool,
    max_value: u64,
    style: Style,
) -> Result<String, Failure> {
    match is_json {
        true => Ok(serde_json::to_string(&sum.line(max_value))?),
        false => Ok(page(sum, style)),
    }
}

/// What a person reads of a sum.
fn page(sum: &LoopySum, style: Style) -> String {
    let width = sum.parts.iter().map(|(part, _)| part.len()).max().unwrap_or(0);
    let mut page = String::new();
    for (i, (part, value)) in sum.parts.iter().enumerate() {
        let (head, sign) = if i == 0 { ("parts", " ") } else { ("", "+") };
        let value = loopy::text(value, SHORT, style);
        page += &format!("{}{part:width$}   {sign} {value}\n", style.head(head, WIDTH));
    }
    loopy::facts(&sum.facts, style, &mut page);
    page.truncate(page.trim_end().len());
    page
}
