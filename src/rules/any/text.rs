//! Texts of positions with the names of their rulesets.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::{AnyError, AnyPosition, AnyRuleset};
use crate::rules::rulesets;

/// Reads the name of a ruleset of the library, a colon, and the text of a position.
impl FromStr for AnyPosition {
    type Err = ParseAnyError;

    fn from_str(text: &str) -> Result<AnyPosition, ParseAnyError> {
        let (name, position) = text.split_once(':').ok_or(ParseAnyError(AnyProblem::NoName))?;
        let name = name.trim();
        let unknown = || ParseAnyError(AnyProblem::Unknown(name.chars().take(MAX_NAME).collect()));
        let ruleset = AnyRuleset::named(name).filter(AnyRuleset::has_values).ok_or_else(unknown)?;
        ruleset.read(position.trim()).map_err(|error| ParseAnyError(AnyProblem::Position(error)))
    }
}

/// The most characters of a name in an error, more than any name of the library has.
const MAX_NAME: usize = 40;

/// The name of a ruleset with values that is closest to a name, if one typing error or two make the difference.
fn closest_name(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let names = rulesets()
        .map(|spec| spec.name)
        .filter(|name| AnyRuleset::named(name).is_some_and(|ruleset| ruleset.has_values()));
    let near = names.map(|known| (distance(&name, known), known)).min()?;
    (near.0 <= 2).then_some(near.1)
}

/// The number of characters to insert, remove or replace, and of neighbours to exchange, that make one text of another: the
/// optimal string alignment distance.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<char>>());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let is_exchange =
                        i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    let exchanged = if is_exchange { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                    replaced.min(exchanged).min(rows[i - 1][j].min(rows[i][j - 1]) + 1)
                }
            };
        }
    }
    rows[a.len()][b.len()]
}

/// Why a text is not the name of a ruleset and a position.
///
/// # Examples
/// ```
/// use dicot::rules::AnyPosition;
/// let error = |text: &str| text.parse::<AnyPosition>().unwrap_err().to_string();
/// assert_eq!(error("xo"), "expected the name of a ruleset whose positions have values, a colon, and a position");
/// assert_eq!(error("clober:xo"), "unknown ruleset \"clober\"; did you mean clobber?");
/// assert_eq!(error("combo:xo"), "the positions of combo have no canonical forms");
/// assert_eq!(error("kayles:7+0"), "heap 2: unexpected \"0\", expected a number of pins from 1 to 1000");
/// ```
#[derive(Debug)]
pub struct ParseAnyError(AnyProblem);

/// What is wrong with a text.
#[derive(Debug)]
enum AnyProblem {
    /// It has no colon.
    NoName,
    /// No ruleset with values has that name.
    Unknown(String),
    /// The rest is not a position.
    Position(AnyError),
}

const EXPECTED: &str =
    "expected the name of a ruleset whose positions have values, a colon, and a position";

impl Display for ParseAnyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            AnyProblem::Position(error) => Display::fmt(error, f),
            AnyProblem::NoName => f.write_str(EXPECTED),
            AnyProblem::Unknown(name) => {
                match (rulesets().find(|spec| spec.is_called(name)), closest_name(name)) {
                    (Some(spec), _) => {
                        write!(f, "the positions of {} have no canonical forms", spec.name)
                    }
                    (None, Some(near)) => {
                        write!(f, "unknown ruleset {name:?}; did you mean {near}?")
                    }
                    (None, None) => write!(f, "unknown ruleset {name:?}; {EXPECTED}"),
                }
            }
        }
    }
}

impl Error for ParseAnyError {}
