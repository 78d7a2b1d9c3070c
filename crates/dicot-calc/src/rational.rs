//! Rational numbers, dyadic or not.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use dicot::Dyadic;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

/// The maximum number of bits of an integer. A first choice: its product with another one takes some milliseconds.
pub(crate) const MAX_BITS: u64 = 1_000_000;

/// The maximum number of bits of the numerator and the denominator of a fraction, whose greatest common divisor takes quadratic
/// time: 24 seconds for integers of a million bits (`(2 ^ 999999).Gcd(3 ^ 600000)` without this limit).
pub(crate) const MAX_FRACTION_BITS: u64 = 50_000;

/// A rational number in lowest terms, of any size, or one of the infinite numbers 1/0 and -1/0.
///
/// As a [`Value`](crate::Value) it is a number that is not a game: its denominator is not a power of two, or it is out of range.
/// Infinite numbers are as in CGSuite: greater or less than all others.
///
/// # Examples
/// ```
/// use dicot_calc::Rational;
/// let third = Rational::new(-2, -6).unwrap();
/// assert_eq!((third.numerator(), third.denominator()), (1.into(), 3.into()));
/// assert_eq!(third.checked_add(&third).unwrap().to_string(), "2/3");
/// assert_eq!((third.floor(), third.ceiling()), (0.into(), 1.into()));
/// let infinite = Rational::new(7, 0).unwrap();
/// assert!(infinite > third && infinite == Rational::INFINITE);
/// assert_eq!(infinite.checked_sub(&infinite), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational(Parts);

/// The numerator and the denominator, which is coprime to the numerator and positive; of an infinite number it is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Parts {
    Small(i64, i64),
    /// Parts of which one is not in `i64`.
    Large(Arc<(BigInt, BigInt)>),
}

/// Defines operations by the parts of their results for a/b and c/d. The products of two small parts, and their sum, are below `2^127`.
macro_rules! checked {
    ($($(#[$doc:meta])* $visible:vis $name:ident |$a:ident, $b:ident, $c:ident, $d:ident| $n:expr, $m:expr;)*) => {
        $($(#[$doc])*
        $visible fn $name(&self, rhs: &Rational) -> Option<Rational> {
            if let (&Parts::Small($a, $b), &Parts::Small($c, $d)) = (&self.0, &rhs.0) {
                let [$a, $b, $c, $d] = [$a, $b, $c, $d].map(i128::from);
                return Rational::new($n, $m);
            }
            let (x, y) = (self.large(), rhs.large());
            let (($a, $b), ($c, $d)) = (&*x, &*y);
            Rational::quotient($n, $m)
        })*
    };
}

impl Rational {
    pub(crate) const ZERO: Rational = Rational(Parts::Small(0, 1));

    /// The infinite number 1/0, which is greater than all others.
    pub const INFINITE: Rational = Rational(Parts::Small(1, 0));

    /// The quotient of two integers, infinite if the divisor is 0; `None` if both are 0.
    pub fn new(numerator: i128, denominator: i128) -> Option<Rational> {
        // As for sums and products of integers.
        if let (Ok(n), 1) = (i64::try_from(numerator), denominator) {
            return Some(n.into());
        }
        let (n, d) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = match (u64::try_from(n), u64::try_from(d)) {
            // The division of smaller integers is much faster.
            (Ok(n), Ok(d)) => gcd(n, d).into(),
            _ => gcd(n, d),
        };
        let part = |n: i128| i128::try_from(n.unsigned_abs().checked_div(divisor)?).ok();
        let (n, d) = (part(numerator)?, part(denominator)?);
        // The sign of n / -0 is that of n.
        let n = if (numerator < 0) == (denominator < 0) { n } else { -n };
        Some(match (i64::try_from(n), i64::try_from(d)) {
            (Ok(n), Ok(d)) => Rational(Parts::Small(n, d)),
            _ => Rational(Parts::Large(Arc::new((n.into(), d.into())))),
        })
    }

    /// The quotient of two integers, infinite if the divisor is 0; `None` if both are 0, or the quotient has too many bits.
    fn quotient(numerator: BigInt, denominator: BigInt) -> Option<Rational> {
        let bits = |n: &BigInt, d: &BigInt| n.bits().max(d.bits());
        let (n, d) = (numerator, denominator);
        if d == BigInt::ZERO {
            let infinite = if n < d { Rational::new(-1, 0) } else { Some(Rational::INFINITE) };
            return infinite.filter(|_| n != d);
        }
        let (quotient, remainder) = n.div_rem(&d);
        if remainder == BigInt::ZERO {
            return (quotient.bits() <= MAX_BITS).then(|| quotient.into());
        }
        // The sum of two fractions has twice as many bits before it is reduced.
        if bits(&n, &d) > 2 * MAX_FRACTION_BITS + 1 {
            return None;
        }
        let divisor = if d < BigInt::ZERO { -n.gcd(&d) } else { n.gcd(&d) };
        let (n, d) = (n / &divisor, d / divisor);
        (bits(&n, &d) <= MAX_FRACTION_BITS).then(|| Rational::of_parts(n, d))
    }

    /// The number with these parts, which are coprime.
    fn of_parts(n: BigInt, d: BigInt) -> Rational {
        Rational(match (i64::try_from(&n), i64::try_from(&d)) {
            (Ok(n), Ok(d)) => Parts::Small(n, d),
            _ => Parts::Large(Arc::new((n, d))),
        })
    }

    fn large(&self) -> Arc<(BigInt, BigInt)> {
        match &self.0 {
            Parts::Small(n, d) => Arc::new(((*n).into(), (*d).into())),
            Parts::Large(parts) => parts.clone(),
        }
    }

    /// The numerator.
    pub fn numerator(&self) -> BigInt {
        self.large().0.clone()
    }

    /// The denominator: a positive integer, or 0 of an infinite number.
    pub fn denominator(&self) -> BigInt {
        self.large().1.clone()
    }

    /// The number as a dyadic one, if its denominator is a power of two and it is in range.
    pub fn to_dyadic(&self) -> Option<Dyadic> {
        let Parts::Small(n, d @ 1..) = self.0 else { return None };
        let exponent = d.trailing_zeros();
        (d == 1 << exponent).then(|| Dyadic::new(n, exponent))?
    }

    /// Whether the denominator is a power of two.
    pub(crate) fn is_dyadic(&self) -> bool {
        match &self.0 {
            Parts::Small(_, d) => d.count_ones() == 1,
            Parts::Large(parts) => parts.1.magnitude().count_ones() == 1,
        }
    }

    /// Whether it is 1/0 or -1/0.
    pub fn is_infinite(&self) -> bool {
        matches!(self.0, Parts::Small(_, 0))
    }

    /// Whether the denominator is 1.
    pub(crate) fn is_integer(&self) -> bool {
        match &self.0 {
            Parts::Small(_, d) => *d == 1,
            Parts::Large(parts) => parts.1 == BigInt::ONE,
        }
    }

    /// The number as an integer, if it is one in `i64`.
    pub(crate) fn to_integer(&self) -> Option<i64> {
        match self.0 {
            Parts::Small(n, 1) => Some(n),
            _ => None,
        }
    }

    /// The number as an integer, if it is one that is not negative.
    pub(crate) fn to_unsigned(&self) -> Option<BigUint> {
        self.is_integer().then(|| self.numerator().to_biguint())?
    }

    checked! {
        /// The sum, not of two infinite numbers.
        added |a, b, c, d| a * d + c * b, b * d;
        /// The difference, not of two infinite numbers.
        subtracted |a, b, c, d| a * d - c * b, b * d;
        /// The product; `None` if it has too many bits, or of 0 and an infinite number.
        pub checked_mul |a, b, c, d| a * c, b * d;
        /// The quotient of a finite number.
        divided |a, b, c, d| a * d, b * c;
    }

    /// The sum; `None` if it has too many bits, or of infinite numbers with different signs.
    pub fn checked_add(&self, rhs: &Rational) -> Option<Rational> {
        if self.is_infinite() && self == rhs { Some(self.clone()) } else { self.added(rhs) }
    }

    /// The difference; `None` if it has too many bits, or of infinite numbers with the same sign.
    pub fn checked_sub(&self, rhs: &Rational) -> Option<Rational> {
        let are_infinite = self.is_infinite() && rhs.is_infinite();
        if are_infinite && self != rhs { Some(self.clone()) } else { self.subtracted(rhs) }
    }

    /// The quotient, infinite if the divisor is 0; `None` if it has too many bits, of 0 and 0, and of infinite numbers.
    pub fn checked_div(&self, rhs: &Rational) -> Option<Rational> {
        if !self.is_infinite() {
            return self.divided(rhs);
        }
        let sign = |x: &Rational| if *x < Rational::ZERO { -1 } else { 1 };
        Rational::new(sign(self) * sign(rhs), 0).filter(|_| !rhs.is_infinite())
    }

    /// The greatest integer that is not greater; of an infinite number the number itself.
    pub fn floor(&self) -> Rational {
        match &self.0 {
            Parts::Small(_, 0) => self.clone(),
            Parts::Small(n, d) => n.div_euclid(*d).into(),
            Parts::Large(parts) => parts.0.div_floor(&parts.1).into(),
        }
    }

    /// The least integer that is not smaller; of an infinite number the number itself.
    pub fn ceiling(&self) -> Rational {
        match &self.0 {
            Parts::Small(_, 0) => self.clone(),
            Parts::Small(n, d) => (n.div_euclid(*d) + i64::from(*d != 1)).into(),
            Parts::Large(parts) => parts.0.div_ceil(&parts.1).into(),
        }
    }

    /// The memory that the number owns in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Parts::Small(..) => 0,
            Parts::Large(parts) => 64 + (parts.0.bits() + parts.1.bits()) as usize / 8,
        }
    }
}

impl From<Dyadic> for Rational {
    fn from(x: Dyadic) -> Rational {
        Rational(Parts::Small(x.numerator(), 1 << x.exponent()))
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Rational {
        Rational(Parts::Small(n, 1))
    }
}

impl From<BigInt> for Rational {
    fn from(n: BigInt) -> Rational {
        Rational::of_parts(n, BigInt::ONE)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        if let (&Parts::Small(a, b), &Parts::Small(c, d)) = (&self.0, &other.0) {
            if b == 0 && d == 0 {
                return a.cmp(&c);
            }
            return (i128::from(a) * i128::from(d)).cmp(&(i128::from(c) * i128::from(b)));
        }
        let (x, y) = (self.large(), other.large());
        (&x.0 * &y.1).cmp(&(&y.0 * &x.1))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `2/3`, `2` for an integer, `inf` and `-inf` for infinite numbers.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Parts::Small(n, 0) = self.0 {
            return f.write_str(if n < 0 { "-inf" } else { "inf" });
        }
        let parts = self.large();
        match self.is_integer() {
            true => parts.0.fmt(f),
            false => write!(f, "{}/{}", parts.0, parts.1),
        }
    }
}

/// The greatest common divisor.
fn gcd<T: Copy + PartialEq + Default + std::ops::Rem<Output = T>>(a: T, b: T) -> T {
    if b == T::default() { a } else { gcd(b, a % b) }
}
