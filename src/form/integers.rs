//! Operators between values and integers: `g > 0`, `g + 1`, `g * 3`.
//!
//! Comparisons exist with the integer on the right only. `0 < g` would need an implementation for `i64`, which
//! would make the type of `n == text.parse()?` ambiguous wherever `n` is an `i64`.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use super::{Calculation, CanonicalForm, ValueError};

/// Whether the game is this integer.
impl PartialEq<i64> for CanonicalForm {
    fn eq(&self, n: &i64) -> bool {
        self.to_integer() == Some(*n)
    }
}

/// The order of games, with an integer. `None` means confused.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// let g: CanonicalForm = "{3|1}".parse()?;
/// assert!(g > 0 && g != 2 && g.partial_cmp(&2).is_none());
/// assert!(CanonicalForm::UP > 0 && CanonicalForm::UP < 1);
/// assert_eq!(&g - &g, 0);
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
///
/// # Panics
/// As the order of games.
impl PartialOrd<i64> for CanonicalForm {
    fn partial_cmp(&self, n: &i64) -> Option<Ordering> {
        match *n {
            // Every stop of a game is greater, since this integer has no negative and is not a game.
            i64::MIN => Some(Ordering::Greater),
            n => self.partial_cmp(&CanonicalForm::from(n)),
        }
    }
}

/// The operators `+` and `-` with an integer on either side, by those of values.
macro_rules! with_integers {
    ($($trait:ident $method:ident $doc:literal;)*) => {$(
        #[doc = $doc]
        ///
        /// # Panics
        /// As the operators of games, and on `i64::MIN`.
        impl $trait<i64> for &CanonicalForm {
            type Output = CanonicalForm;
            fn $method(self, n: i64) -> CanonicalForm {
                $trait::$method(self, &CanonicalForm::from(n))
            }
        }

        #[doc = $doc]
        ///
        /// # Panics
        /// As the operators of games, and on `i64::MIN`.
        impl $trait<i64> for CanonicalForm {
            type Output = CanonicalForm;
            fn $method(self, n: i64) -> CanonicalForm {
                $trait::$method(&self, n)
            }
        }

        #[doc = $doc]
        ///
        /// # Panics
        /// As the operators of games, and on `i64::MIN`.
        impl $trait<&CanonicalForm> for i64 {
            type Output = CanonicalForm;
            fn $method(self, g: &CanonicalForm) -> CanonicalForm {
                $trait::$method(&CanonicalForm::from(self), g)
            }
        }

        #[doc = $doc]
        ///
        /// # Panics
        /// As the operators of games, and on `i64::MIN`.
        impl $trait<CanonicalForm> for i64 {
            type Output = CanonicalForm;
            fn $method(self, g: CanonicalForm) -> CanonicalForm {
                $trait::$method(self, &g)
            }
        }
    )*};
}

with_integers! {
    Add add "The sum of a game and an integer.";
    Sub sub "The difference of a game and an integer.";
}

impl AddAssign<i64> for CanonicalForm {
    fn add_assign(&mut self, n: i64) {
        *self = &*self + n;
    }
}

impl SubAssign<i64> for CanonicalForm {
    fn sub_assign(&mut self, n: i64) {
        *self = &*self - n;
    }
}

impl Calculation<'_> {
    /// The sum of `n` copies, or of `-n` copies of the negative: `g * n`.
    ///
    /// # Errors
    /// If the multiple cannot be represented, or a limit is reached.
    pub fn multiple(&mut self, g: &CanonicalForm, n: i64) -> Result<CanonicalForm, ValueError> {
        let g = self.id(g)?;
        self.engine.times(g, n).map(|id| self.handle(id))
    }
}

/// The sum of `n` copies, or of `-n` copies of the negative.
///
/// # Complexity
/// About `2 log2 n` sums; O(1) for closed forms.
impl Mul<i64> for &CanonicalForm {
    type Output = CanonicalForm;

    fn mul(self, n: i64) -> CanonicalForm {
        let multiple = self.store().calculation().multiple(self, n);
        multiple.unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Mul<i64> for CanonicalForm {
    type Output = CanonicalForm;

    fn mul(self, n: i64) -> CanonicalForm {
        &self * n
    }
}

impl Mul<&CanonicalForm> for i64 {
    type Output = CanonicalForm;

    fn mul(self, g: &CanonicalForm) -> CanonicalForm {
        g * self
    }
}

impl Mul<CanonicalForm> for i64 {
    type Output = CanonicalForm;

    fn mul(self, g: CanonicalForm) -> CanonicalForm {
        &g * self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Store, StructuralOrd};

    /// The games born by day 2.
    const EARLY: [&str; 22] = [
        "0", "*", "*2", "^", "v", "^*", "v*", "1", "-1", "1/2", "-1/2", "2", "-2", "1*", "-1*",
        "+-1", "{1|0}", "{0|-1}", "{1|*}", "{*|-1}", "{1|0,*}", "{0,*|-1}",
    ];

    #[test]
    fn integers_are_games() {
        let store = Store::new();
        for g in EARLY.map(|text| store.parse(text).unwrap()) {
            for n in -3..=3 {
                let h = CanonicalForm::from(n);
                assert_eq!(g == n, g == h, "{g} and {n}");
                assert_eq!(g.partial_cmp(&n), g.partial_cmp(&h), "{g} and {n}");
                assert_eq!(
                    [&g + n, n + &g, g.clone() + n, n + g.clone()],
                    [(); 4].map(|()| &g + &h)
                );
                assert_eq!([&g - n, -(n - &g), g.clone() - n], [(); 3].map(|()| &g - &h));
                assert_eq!([&g * n, n * &g, g.clone() * n], {
                    let copies = (0..n.abs()).map(|_| if n < 0 { -&g } else { g.clone() });
                    let sum: CanonicalForm = copies.sum();
                    [(); 3].map(|()| sum.clone())
                });
                let mut sum = g.clone();
                sum += n;
                sum -= 2 * n;
                assert_eq!(sum, &g - n);
            }
            assert!(g > i64::MIN && g != i64::MIN && g < i64::MAX);
        }
        let [least, greatest] = [-i64::MAX, i64::MAX].map(CanonicalForm::from);
        assert!(least > i64::MIN && greatest == i64::MAX);
    }

    #[test]
    fn keys_have_one_order_in_all_stores() {
        let sorted = |store: fn() -> Store| {
            let games = EARLY.map(|text| store().parse(text).unwrap());
            let mut keys = games.map(StructuralOrd);
            keys.sort();
            keys.map(|key| key.0.to_string())
        };
        let order = sorted(Store::global);
        assert_eq!(order, sorted(Store::new)); // each game in a store of its own
        assert_eq!(order[..4], ["-2", "-1", "-1/2", "0"].map(String::from));
    }
}
