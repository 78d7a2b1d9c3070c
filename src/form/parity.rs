//! Even and odd games, and games of even and odd temper.

use super::CanonicalForm;

/// Even or odd.
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
    /// Whether the canonical form is *even* or *odd*: 0 is even, a game whose options are all odd is
    /// even, and one whose options are all even is odd. So all lines of play have that parity. `None`
    /// if the game is neither.
    ///
    /// Source: CGSuite's `IsEven` and `IsOdd`.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Parity};
    /// let parity = |text: &str| text.parse::<CanonicalForm>().unwrap().parity();
    /// assert_eq!(parity("3"), Some(Parity::Odd));
    /// assert_eq!(parity("{2|0}"), Some(Parity::Odd));
    /// assert_eq!(parity("^"), None); // {0|*}
    /// ```
    ///
    /// # Complexity
    /// O(1): it is stored with each form.
    pub fn parity(&self) -> Option<Parity> {
        self.store().inner().facts(self.id()).parity
    }

    /// Whether the canonical form is *even-tempered* or *odd-tempered*: numbers are even-tempered, and
    /// any other game has the temper that all its options do not have. `None` if the game is neither.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.6.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Parity};
    /// let temper = |text: &str| text.parse::<CanonicalForm>().unwrap().temper();
    /// assert_eq!(temper("3"), Some(Parity::Even));
    /// assert_eq!(temper("{2|-1}"), Some(Parity::Odd));
    /// assert_eq!(temper("{2||1|0}"), None);
    /// ```
    ///
    /// # Complexity
    /// O(1): it is stored with each form.
    pub fn temper(&self) -> Option<Parity> {
        self.store().inner().facts(self.id()).temper
    }
}
