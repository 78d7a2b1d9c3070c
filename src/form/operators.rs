//! The operators of values and integers: `g + h`, `-g`, `g + 1`, `g * 3`, `g > 0`.
//!
//! Comparisons exist with the integer on the right only. `0 < g` would need an implementation for `i64`, which
//! would make the type of `n == text.parse()?` ambiguous wherever `n` is an `i64`.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::{CanonicalForm, Engine, or_panic};

#[track_caller]
fn add(g: &CanonicalForm, h: &CanonicalForm) -> CanonicalForm {
    if let Some(sum) = g.known_sum(h) {
        return sum;
    }
    let (store, sum) = g.with(h, Engine::add);
    store.handle(sum)
}

#[track_caller]
fn subtract(g: &CanonicalForm, h: &CanonicalForm) -> CanonicalForm {
    add(g, &-h)
}

#[track_caller]
fn multiple(g: &CanonicalForm, n: i64) -> CanonicalForm {
    or_panic(g.store().calculation().multiple(g, n))
}

impl Neg for &CanonicalForm {
    type Output = CanonicalForm;

    fn neg(self) -> CanonicalForm {
        self.store().handle(self.id().negative())
    }
}

impl Neg for CanonicalForm {
    type Output = CanonicalForm;

    fn neg(self) -> CanonicalForm {
        -&self
    }
}

/// Implements an operator for pairs of types, each with the function that computes it.
macro_rules! operator {
    ($doc:literal, $trait:ident::$method:ident: $(($left:ty, $right:ty) = |$a:ident, $b:ident| $result:expr;)*) => {$(
        #[doc = $doc]
        ///
        /// # Panics
        /// If the result cannot be represented, and on the integer `i64::MIN`.
        impl $trait<$right> for $left {
            type Output = CanonicalForm;

            #[track_caller]
            fn $method(self, $b: $right) -> CanonicalForm {
                let $a = self;
                $result
            }
        }
    )*};
}

/// Implements `+` or `-` for values and integers, owned or borrowed, and the operator that assigns.
macro_rules! additive {
    ($doc:literal, $trait:ident::$method:ident, $assign:ident::$assign_method:ident = $function:ident) => {
        operator! {
            $doc, $trait::$method:
            (&CanonicalForm, &CanonicalForm) = |g, h| $function(g, h);
            (&CanonicalForm, CanonicalForm) = |g, h| $function(g, &h);
            (CanonicalForm, &CanonicalForm) = |g, h| $function(&g, h);
            (CanonicalForm, CanonicalForm) = |g, h| $function(&g, &h);
            (&CanonicalForm, i64) = |g, n| $function(g, &n.into());
            (CanonicalForm, i64) = |g, n| $function(&g, &n.into());
            (i64, &CanonicalForm) = |n, g| $function(&n.into(), g);
            (i64, CanonicalForm) = |n, g| $function(&n.into(), &g);
        }

        additive! { $assign::$assign_method = $function: CanonicalForm, &CanonicalForm }

        impl $assign<i64> for CanonicalForm {
            #[track_caller]
            fn $assign_method(&mut self, n: i64) {
                *self = $function(self, &n.into());
            }
        }
    };
    ($assign:ident::$assign_method:ident = $function:ident: $($type:ty),*) => {$(
        impl $assign<$type> for CanonicalForm {
            #[track_caller]
            fn $assign_method(&mut self, other: $type) {
                *self = $function(self, other.borrow());
            }
        }
    )*};
}

additive! { "The sum.", Add::add, AddAssign::add_assign = add }
additive! { "The difference.", Sub::sub, SubAssign::sub_assign = subtract }

operator! {
    "The sum of `n` copies, or of `-n` copies of the negative: about `2 log2 n` sums, and O(1) for closed forms.",
    Mul::mul:
    (&CanonicalForm, i64) = |g, n| multiple(g, n);
    (CanonicalForm, i64) = |g, n| multiple(&g, n);
    (i64, &CanonicalForm) = |n, g| multiple(g, n);
    (i64, CanonicalForm) = |n, g| multiple(&g, n);
}

impl<G: Borrow<CanonicalForm>> Sum<G> for CanonicalForm {
    fn sum<I: Iterator<Item = G>>(games: I) -> CanonicalForm {
        games.fold(CanonicalForm::ZERO, |sum, g| sum + g.borrow())
    }
}

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
    #[track_caller]
    fn partial_cmp(&self, n: &i64) -> Option<Ordering> {
        match *n {
            // Every stop of a game is greater, since this integer has no negative and is not a game.
            i64::MIN => Some(Ordering::Greater),
            n => self.partial_cmp(&CanonicalForm::from(n)),
        }
    }
}
