//! The name under which a component is kept.

use dicot::rules::{Ruleset, Short};

/// The text of the normalized component, by which it is found, and whether its value is the negative of the one that is
/// found.
///
/// # Examples
/// ```
/// use dicot::rules::{Clobber, HugeClobber};
/// use dicot_db::component;
/// let (text, negated) = component(&Clobber::parse("o/x/x")?);
/// assert_eq!(component(&HugeClobber::parse("xxo..")?), (text.clone(), negated));
/// assert_eq!(component(&Clobber::parse("oox")?), (text, !negated));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn component<P: Short + Ruleset>(position: &P) -> (String, bool) {
    let (normalized, negated) = position.normalized();
    match normalized.narrow() {
        // Small positions are kept by their small type.
        Some(narrow) => {
            let (normalized, again) = narrow.normalized();
            (normalized.to_string(), negated ^ again)
        }
        None => (normalized.to_string(), negated),
    }
}
