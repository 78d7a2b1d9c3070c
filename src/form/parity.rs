//! Even and odd games, and games of even and odd temper.

use super::CanonicalForm;

/// Even or odd.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Parity};
/// let of = |text: &str| text.parse::<CanonicalForm>().map(|g| (g.parity(), g.temper()));
/// assert_eq!(of("3"), Ok((Some(Parity::Odd), Some(Parity::Even))));
/// assert_eq!(of("{2|0}"), Ok((Some(Parity::Odd), Some(Parity::Odd))));
/// assert_eq!(of("{2||1|0}"), Ok((None, None)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Even.
    Even,
    /// Odd.
    Odd,
}

impl Parity {
    pub(crate) fn other(self) -> Parity {
        match self {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
        }
    }
}

/// `even` or `odd`.
impl std::fmt::Display for Parity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Parity::Even => "even",
            Parity::Odd => "odd",
        })
    }
}

impl CanonicalForm {
    /// Whether the canonical form is *even* or *odd*: 0 is even, a game whose options are all odd is even, and one
    /// whose options are all even is odd. So all lines of play have that parity. `None` if the game is neither.
    ///
    /// Source: CGSuite's `IsEven` and `IsOdd`.
    pub fn parity(&self) -> Option<Parity> {
        self.store().inner().facts(self.id()).parity
    }

    /// Whether the canonical form is *even-tempered* or *odd-tempered*: numbers are even-tempered, and
    /// any other game has the temper that all its options do not have. `None` if the game is neither.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.6.
    pub fn temper(&self) -> Option<Parity> {
        self.store().inner().facts(self.id()).temper
    }
}
