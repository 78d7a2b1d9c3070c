//! Even and odd games, and games of even and odd temper.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.6 (temper).

use hashbrown::HashMap;

use super::followers::open_followers;
use super::number_up_star::NumberUpStar;
use super::store::Id;
use super::work::Work;
use super::{Calculation, CanonicalForm, ValueError};
use crate::hash::BuildMix;
use crate::{Dyadic, Player};

/// Even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Even.
    Even,
    /// Odd.
    Odd,
}

impl Parity {
    fn other(self) -> Parity {
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

/// The parity of a closed form: `None` if it has none, or its options differ in theirs.
fn of_closed(g: NumberUpStar, of_number: impl Fn(Dyadic) -> Option<Parity>) -> Option<Parity> {
    match (g.up, g.star) {
        (0, 0) => of_number(g.number),
        (0, 1) => of_number(g.number).map(Parity::other),
        // Among the options are both x and x*.
        _ => None,
    }
}

impl Work<'_> {
    /// The parity of a form, where that of each is other than that of its options.
    fn parity_by(
        &mut self,
        g: Id,
        of_number: impl Fn(Dyadic) -> Option<Parity>,
    ) -> Result<Option<Parity>, ValueError> {
        let (open, closed) = open_followers(self.store, g);
        let mut known: HashMap<Id, Option<Parity>, BuildMix> = HashMap::default();
        for id in closed {
            let parts = self.store.number_up_star(id).unwrap_or_default();
            known.insert(id, of_closed(parts, &of_number));
        }
        for id in open {
            self.step()?;
            let [left, right] = Player::BOTH.map(|player| self.store.stored_options(id, player));
            let mut parities = left.chain(right).map(|o| known[&o]);
            let first = parities.next().flatten();
            let same = parities.all(|parity| parity == first);
            known.insert(id, first.filter(|_| same).map(Parity::other));
        }
        Ok(known[&g])
    }

    /// Whether each play of the canonical form takes an even or an odd number of moves.
    pub(crate) fn parity(&mut self, g: Id) -> Result<Option<Parity>, ValueError> {
        self.parity_by(g, |x| {
            let odd = x.to_integer()? % 2 != 0;
            Some(if odd { Parity::Odd } else { Parity::Even })
        })
    }

    /// The parity of the number of moves until a number is reached.
    pub(crate) fn temper(&mut self, g: Id) -> Result<Option<Parity>, ValueError> {
        self.parity_by(g, |_| Some(Parity::Even))
    }
}

impl CanonicalForm {
    /// Whether the canonical form is *even* or *odd*: 0 is even, a game whose options are all odd is
    /// even, and one whose options are all even is odd. So all lines of play have that parity. `None`
    /// if the game is neither.
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
    /// O(*n*) for *n* options in all followers together.
    pub fn parity(&self) -> Option<Parity> {
        self.store.unbounded(|work| work.parity(self.id))
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
    /// O(*n*) for *n* options in all followers together.
    pub fn temper(&self) -> Option<Parity> {
        self.store.unbounded(|work| work.temper(self.id))
    }
}

impl Calculation<'_> {
    /// Even or odd, as [`CanonicalForm::parity`].
    ///
    /// # Errors
    /// If a bound is passed.
    pub fn parity(&mut self, g: &CanonicalForm) -> Result<Option<Parity>, ValueError> {
        self.fact(g, Work::parity)
    }

    /// Even-tempered or odd-tempered, as [`CanonicalForm::temper`].
    ///
    /// # Errors
    /// If a bound is passed.
    pub fn temper(&mut self, g: &CanonicalForm) -> Result<Option<Parity>, ValueError> {
        self.fact(g, Work::temper)
    }
}
