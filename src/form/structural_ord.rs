//! A total order of values, for sorted maps and lists.

use std::cmp::Ordering;

use super::CanonicalForm;

/// A value as a key that can be sorted.
///
/// The order is the one in which CGSuite prints options. It is total and the same in every store, and it
/// says nothing of which game is better for Left; that is the order of [`CanonicalForm`] itself.
///
/// # Examples
/// ```
/// use std::collections::BTreeMap;
/// use dicot::{CanonicalForm, StructuralOrd};
/// let mut counts = BTreeMap::new();
/// for text in ["^", "0", "{1|-1}", "^", "*"] {
///     let g: CanonicalForm = text.parse()?;
///     *counts.entry(StructuralOrd(g)).or_insert(0) += 1;
/// }
/// let lines: Vec<String> = counts.iter().map(|(key, n)| format!("{}: {n}", key.0)).collect();
/// assert_eq!(lines, ["0: 1", "*: 1", "^: 2", "+-1: 1"]);
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
///
/// # Panics
/// Comparisons panic as the operators of [`CanonicalForm`] do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructuralOrd(
    /// The value.
    pub CanonicalForm,
);

impl Ord for StructuralOrd {
    fn cmp(&self, other: &StructuralOrd) -> Ordering {
        self.0.structural_cmp(&other.0)
    }
}

impl PartialOrd for StructuralOrd {
    fn partial_cmp(&self, other: &StructuralOrd) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
