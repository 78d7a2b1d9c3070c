//! A total order of games, for sorted lists.

use super::*;

/// A key by which games are sorted: `sorted(games, key=dicot.sort_key)`.
///
/// The order is the one in which options are printed: numbers by size, then other games. It is the same everywhere, and says nothing of which
/// game is better for Left; that is the order of Games themselves, in which `*` and `^` are neither less nor greater.
///
/// >>> sorted([dicot.Game("^"), dicot.Game("*"), 1, dicot.Game("1/2"), dicot.Game("{1|-1}")], key=dicot.sort_key)
/// [Game('1/2'), 1, Game('*'), Game('^'), Game('+-1')]
#[pyfunction]
pub(crate) fn sort_key(game: &Bound<'_, PyAny>) -> PyResult<SortKey> {
    let expected = || wrong_type("a Game, an int or a Fraction", game);
    operand(game)?.map(SortKey).ok_or_else(expected)
}

/// A Game as a key of a sorted list: what `sort_key` returns.
#[pyclass(module = "dicot", frozen)]
#[derive(Debug)]
pub(crate) struct SortKey(CanonicalForm);

#[pymethods]
impl SortKey {
    fn __richcmp__(&self, other: &SortKey, operator: CompareOp, py: Python<'_>) -> PyResult<bool> {
        let order = soon(py, &self.0, |calculation| calculation.structural_cmp(&self.0, &other.0))?;
        Ok(operator.matches(order))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }
}
