//! The search for positions with a property: boards by their number of cells, or what follows from a position.

use std::collections::HashSet;

use dicot::rules::{BoardKind, CellKind, RulesetSpec, SymmetryRule};
use dicot::{Calculation, CanonicalForm, Dyadic, LimitKind, Outcome, Player, ValueError};

use crate::facts::within_range;
use crate::object::{PositionObject, ValuedPosition};

/// What a value must be like; all that is set counts.
///
/// # Examples
/// ```
/// use dicot::{Limits, Store};
/// use dicot_answers::find::Criteria;
/// let (store, limits) = (Store::new(), Limits::default());
/// let criteria = Criteria { temperature: Some(0.into()), ..Criteria::default() };
/// let mut calculation = store.calculate(&limits);
/// assert!(criteria.are_met_by(&"^".parse()?, &mut calculation)?);
/// assert!(!criteria.are_met_by(&"{1|-1}".parse()?, &mut calculation)?);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Criteria {
    /// The value itself.
    pub value: Option<CanonicalForm>,
    /// Who wins, for either player to start.
    pub outcome: Option<Outcome>,
    /// The temperature.
    pub temperature: Option<Dyadic>,
    /// The atomic weight.
    pub atomic_weight: Option<CanonicalForm>,
}

impl Criteria {
    /// Whether a dicot may be like that: the value is one, and the temperature is 0, or -1 as that of the game 0.
    pub fn may_be_of_dicots(&self) -> bool {
        let value = self.value.as_ref().is_none_or(CanonicalForm::is_dicot);
        value && self.temperature.is_none_or(|t| t == 0.into() || t == (-1).into())
    }

    /// Whether a value is like that.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn are_met_by(
        &self,
        g: &CanonicalForm,
        calculation: &mut Calculation<'_>,
    ) -> Result<bool, ValueError> {
        if self.value.as_ref().is_some_and(|value| value != g) {
            return Ok(false);
        }
        if let Some(outcome) = self.outcome
            && calculation.outcome(g)? != outcome
        {
            return Ok(false);
        }
        if self.temperature.is_some()
            && within_range(calculation.temperature(g))? != self.temperature
        {
            return Ok(false);
        }
        Ok(match &self.atomic_weight {
            None => true,
            weight => within_range(calculation.atomic_weight(g))?.flatten() == *weight,
        })
    }
}

/// The texts of all boards of a ruleset with that many cells, wide ones first; of a board and its mirror image on the
/// diagonal, which has the same value, only the wider one. `None` if its positions are not boards of letters.
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, Kayles, Ruleset};
/// use dicot_answers::find::boards;
/// let texts: Vec<String> = boards(Clobber::SPEC, 2).unwrap().collect();
/// assert_eq!(texts, ["..", "x.", "o.", ".x", "xx", "ox", ".o", "xo", "oo"]);
/// assert_eq!(boards(Clobber::SPEC, 6).unwrap().count(), 2 * 3usize.pow(6)); // 6x1 and 3x2
/// assert!(boards(Kayles::SPEC, 2).is_none());
/// ```
pub fn boards(spec: &RulesetSpec, cells: u16) -> Option<impl Iterator<Item = String> + use<>> {
    let is_row = match spec.board {
        BoardKind::Row => true,
        BoardKind::Rectangle => false,
        _ => return None,
    };
    let mut letters: Vec<(CellKind, char)> = (spec.cells.iter())
        .filter(|cell| cell.kind != CellKind::Outside)
        .map(|cell| (cell.kind, cell.letter))
        .collect();
    letters.sort_by_key(|&(kind, _)| kind != CellKind::Empty);
    let may_be_tall = spec.symmetry != SymmetryRule::All;
    let heights = (1..=if is_row { 1 } else { cells }).filter(move |&height| {
        cells.is_multiple_of(height) && (may_be_tall || height <= cells / height)
    });
    Some(heights.flat_map(move |height| {
        let (letters, width) = (letters.clone(), cells / height);
        let mut digits = Some(vec![0; usize::from(cells)]);
        std::iter::from_fn(move || {
            let now = digits.take()?;
            let mut text = String::with_capacity(now.len() + usize::from(height));
            for (at, &digit) in now.iter().enumerate() {
                if at > 0 && at % usize::from(width) == 0 {
                    text.push('/');
                }
                text.push(letters[digit].1);
            }
            let mut next = now;
            for digit in &mut next {
                *digit = (*digit + 1) % letters.len();
                if *digit > 0 {
                    digits = Some(next);
                    break;
                }
            }
            Some(text)
        })
    }))
}

/// The positions that follow from a position, itself included, those with fewer moves or stones
/// ([`size`](ValuedPosition::size)) first.
///
/// # Errors
/// If there are more than `max`, or `is_over` says that the time is.
pub fn followers(
    start: &dyn PositionObject,
    max: usize,
    is_over: impl Fn() -> bool,
) -> Result<Vec<Box<dyn PositionObject>>, ValueError> {
    let (mut known, mut found) = (HashSet::from([start.to_string()]), vec![start.boxed()]);
    let mut next = 0;
    while next < found.len() {
        if is_over() {
            return Err(ValueError::Limit(LimitKind::Time));
        }
        for player in Player::BOTH {
            for option in found[next].options(player) {
                if known.insert(option.to_string()) {
                    found.push(option);
                }
            }
        }
        if found.len() > max {
            return Err(ValueError::Limit(LimitKind::Positions(max)));
        }
        next += 1;
    }
    found.sort_by_cached_key(|position| {
        let text = position.to_string();
        (position.valued().map_or(0, ValuedPosition::size), text.len(), text)
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::library;

    #[test]
    fn boards_of_directed_rulesets_and_rows() {
        let count = |rules: &str, cells| {
            boards(library().find(rules).unwrap().spec(), cells).unwrap().count()
        };
        assert_eq!(count("domineering", 4), 3 * 16); // 4x1, 2x2, 1x4; empty or blocked
        assert_eq!(count("toads-and-frogs", 3), 27);
        assert_eq!(boards(library().find("clobber").unwrap().spec(), 0).unwrap().count(), 0);
    }

    #[test]
    fn what_follows() {
        let position = library().find("kayles").unwrap().read("4").unwrap();
        let texts: Vec<String> =
            followers(&*position, 100, || false).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["0", "1", "1+1", "2", "3", "1+2", "4"]);
        assert!(followers(&*position, 3, || false).is_err());
        assert!(followers(&*position, 100, || true).is_err());
    }
}
