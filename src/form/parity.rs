//! Even and odd games, and games of even and odd temper.

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
