//! Rational numbers, dyadic or not.

use std::cmp::Ordering;
use std::fmt;

use dicot::Dyadic;

/// A rational number in lowest terms, with parts in `i64`.
///
/// As a [`Value`](crate::Value) it is a number that is not a game: its denominator is not a power of two.
///
/// # Examples
/// ```
/// use dicot_calc::Rational;
/// let third = Rational::new(-2, -6).unwrap();
/// assert_eq!((third.numerator(), third.denominator()), (1, 3));
/// assert_eq!(third.checked_add(third).unwrap().to_string(), "2/3");
/// assert_eq!((third.floor(), third.ceiling()), (0, 1));
/// assert_eq!(Rational::new(1, 0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: i64,
    /// Positive, and coprime to the numerator.
    denominator: i64,
}

impl Rational {
    pub(crate) const ZERO: Rational = Rational { numerator: 0, denominator: 1 };

    /// The quotient of two integers; `None` if the divisor is 0, or a part is out of range.
    pub fn new(numerator: i128, denominator: i128) -> Option<Rational> {
        let (n, d) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = match (u64::try_from(n), u64::try_from(d)) {
            // The division of smaller integers is much faster.
            (Ok(n), Ok(d)) => gcd(n, d).into(),
            _ => gcd(n, d),
        };
        let part = |n: i128| i128::try_from(n.unsigned_abs().checked_div(divisor)?).ok();
        let (n, d) = (part(numerator)?, part(denominator).filter(|&d| d != 0)?);
        let n = if (numerator < 0) == (denominator < 0) { n } else { -n };
        Some(Rational { numerator: i64::try_from(n).ok()?, denominator: i64::try_from(d).ok()? })
    }

    /// The numerator.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator: a positive integer.
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// The numerator and the denominator. The products of two such parts, and their sum, are below `2^127`.
    fn parts(self) -> (i128, i128) {
        (self.numerator.into(), self.denominator.into())
    }

    /// The number as a dyadic one, if its denominator is a power of two.
    pub fn to_dyadic(self) -> Option<Dyadic> {
        let exponent = self.denominator.trailing_zeros();
        (self.denominator == 1 << exponent).then(|| Dyadic::new(self.numerator, exponent))?
    }

    /// The number as an integer.
    pub(crate) fn to_integer(self) -> Option<i64> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// The sum; `None` if it is out of range.
    pub fn checked_add(self, rhs: Rational) -> Option<Rational> {
        let ((a, b), (c, d)) = (self.parts(), rhs.parts());
        Rational::new(a * d + c * b, b * d)
    }

    /// The difference; `None` if it is out of range.
    pub fn checked_sub(self, rhs: Rational) -> Option<Rational> {
        let ((a, b), (c, d)) = (self.parts(), rhs.parts());
        Rational::new(a * d - c * b, b * d)
    }

    /// The product; `None` if it is out of range.
    pub fn checked_mul(self, rhs: Rational) -> Option<Rational> {
        let ((a, b), (c, d)) = (self.parts(), rhs.parts());
        Rational::new(a * c, b * d)
    }

    /// The quotient; `None` if the divisor is 0 or the quotient is out of range.
    pub fn checked_div(self, rhs: Rational) -> Option<Rational> {
        let ((a, b), (c, d)) = (self.parts(), rhs.parts());
        Rational::new(a * d, b * c)
    }

    /// The greatest integer that is not greater.
    pub fn floor(self) -> i64 {
        self.numerator.div_euclid(self.denominator)
    }

    /// The least integer that is not smaller.
    pub fn ceiling(self) -> i64 {
        self.floor() + i64::from(self.denominator != 1)
    }
}

impl From<Dyadic> for Rational {
    fn from(x: Dyadic) -> Rational {
        Rational { numerator: x.numerator(), denominator: 1 << x.exponent() }
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Rational {
        Rational { numerator: n, denominator: 1 }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `2/3`, or `2` for an integer.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => self.numerator.fmt(f),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// The greatest common divisor.
pub(crate) fn gcd<T: Copy + PartialEq + Default + std::ops::Rem<Output = T>>(a: T, b: T) -> T {
    if b == T::default() { a } else { gcd(b, a % b) }
}
