//! Exact dyadic rationals `n/2^k`: the numbers among short games.

use std::cmp::Ordering;
use std::fmt::{self, Write as _};
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use num_rational::Rational64;

use crate::ParseTextError;
use crate::player::padded;

/// An exact number `numerator / 2^exponent`, in lowest terms.
///
/// The numerator is an `i64` and the exponent at most 62. On a result outside that
/// range the operators `+ - *` panic, and [`new`](Dyadic::new) and the `checked_` operations return `None`.
///
/// `FromStr` reads what `Display` prints: an integer, or a fraction whose denominator is a power of two.
///
/// # Examples
/// ```
/// use dicot::Dyadic;
/// let x = Dyadic::new(6, 3).unwrap();
/// assert_eq!(x.to_string(), "3/4");
/// assert_eq!("3/4".parse(), Ok(x));
/// assert!(x < Dyadic::from(1));
/// assert_eq!(x + Dyadic::from(1), "7/4".parse()?);
/// assert_eq!(x.checked_add(x), Dyadic::new(3, 1));
/// # Ok::<_, dicot::ParseTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    /// Odd unless the exponent is 0.
    numerator: i64,
    exponent: u8,
}

impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };

    /// The largest exponent: no number has a denominator above `2^62`.
    const MAX_EXPONENT: u32 = 62;

    /// `numerator / 2^exponent`, or `None` if it is out of range in lowest terms.
    pub fn new(numerator: i64, exponent: u32) -> Option<Dyadic> {
        Dyadic::from_wide(i128::from(numerator), exponent)
    }

    fn from_wide(numerator: i128, exponent: u32) -> Option<Dyadic> {
        if numerator == 0 {
            return Some(Dyadic::ZERO);
        }
        let halvings = numerator.trailing_zeros().min(exponent);
        let exponent = exponent - halvings;
        if exponent > Dyadic::MAX_EXPONENT {
            return None;
        }
        // i64::MIN is left out so that every number has a negative.
        let numerator = i64::try_from(numerator >> halvings).ok().filter(|&n| n != i64::MIN)?;
        Some(Dyadic { numerator, exponent: exponent as u8 })
    }

    /// Rebuilds a number that was taken apart by `numerator` and `exponent`.
    pub(crate) fn from_parts(numerator: i64, exponent: u8) -> Dyadic {
        debug_assert!(exponent == 0 || numerator & 1 == 1);
        Dyadic { numerator, exponent }
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent of the denominator in lowest terms: the number is `numerator / 2^exponent`.
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// Whether the number is an integer.
    pub(crate) fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The integer, if the number is one.
    pub fn to_integer(self) -> Option<i64> {
        self.is_integer().then_some(self.numerator)
    }

    /// The sum, or `None` if it is out of range.
    pub fn checked_add(self, rhs: Dyadic) -> Option<Dyadic> {
        if self.exponent == 0 && rhs.exponent == 0 {
            let numerator = self.numerator.checked_add(rhs.numerator).filter(|&n| n != i64::MIN)?;
            return Some(Dyadic { numerator, exponent: 0 });
        }
        let exponent = self.exponent.max(rhs.exponent);
        Dyadic::from_wide(self.scaled(exponent) + rhs.scaled(exponent), u32::from(exponent))
    }

    /// The difference, or `None` if it is out of range.
    pub fn checked_sub(self, rhs: Dyadic) -> Option<Dyadic> {
        self.checked_add(-rhs)
    }

    /// The product with an integer, or `None` if it is out of range.
    pub(crate) fn checked_times(self, n: i64) -> Option<Dyadic> {
        Dyadic::from_wide(i128::from(self.numerator) * i128::from(n), self.exponent())
    }

    /// The product, or `None` if it is out of range.
    pub fn checked_mul(self, rhs: Dyadic) -> Option<Dyadic> {
        let exponent = self.exponent() + rhs.exponent();
        let product = i128::from(self.numerator) * i128::from(rhs.numerator);
        Dyadic::from_wide(product, exponent)
    }

    /// The numerator over the denominator `2^exponent`, which is at least the own one.
    fn scaled(self, exponent: u8) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    /// The simplest number strictly between `low` and `high`; `None` where a bound is missing means
    /// that there is no bound on that side. This is the value of the game `{low|high}`.
    ///
    /// Returns `None` if `low >= high` or if the answer is out of range.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.3 (simplest number theorem).
    ///
    /// ```
    /// use dicot::Dyadic;
    /// let half = Dyadic::new(1, 1);
    /// assert_eq!(Dyadic::simplest_between(half, Some(Dyadic::from(1))), Dyadic::new(3, 2));
    /// assert_eq!(Dyadic::simplest_between(None, Some(Dyadic::from(-2))), Some(Dyadic::from(-3)));
    /// ```
    pub fn simplest_between(low: Option<Dyadic>, high: Option<Dyadic>) -> Option<Dyadic> {
        if low.zip(high).is_some_and(|(l, h)| l >= h) {
            return None;
        }
        if low.is_none_or(|l| l < Dyadic::ZERO) && high.is_none_or(|h| h > Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        match (low, high) {
            // 0 is not between the limits, so one of them is present and beyond it.
            (None, Some(h)) | (Some(_), Some(h)) if h <= Dyadic::ZERO => {
                Dyadic::simplest_between(Some(-h), low.map(Neg::neg)).map(Neg::neg)
            }
            (Some(l), high) => {
                // 0 <= low: the least integer above it, or else the least exponent that fits.
                let next = (l.numerator >> l.exponent).checked_add(1).map(Dyadic::from);
                let Some(high) = high else { return next };
                if let Some(next) = next.filter(|&n| n < high) {
                    return Some(next);
                }
                (1..=Dyadic::MAX_EXPONENT as u8).find_map(|e| {
                    let floor = if e >= l.exponent {
                        l.scaled(e)
                    } else {
                        i128::from(l.numerator >> (l.exponent - e))
                    };
                    Dyadic::from_wide(floor + 1, u32::from(e)).filter(|&x| x < high)
                })
            }
            _ => None,
        }
    }

    /// The day on which the number is born: integers on day `|n|`, `m/2^k` on day `floor(|m|/2^k) + 1 + k`.
    pub(crate) fn birthday(self) -> u64 {
        let whole = self.numerator.unsigned_abs() >> self.exponent;
        if self.is_integer() { whole } else { whole + 1 + u64::from(self.exponent) }
    }

    /// The one canonical option of `player`'s kind: `{left|right}` is this number.
    pub(crate) fn option(self, player: crate::Player) -> Option<Dyadic> {
        let step = if player == crate::Player::Left { -1 } else { 1 };
        if self.is_integer() {
            // n > 0 is {n-1|}, n < 0 is {|n+1}.
            (self.numerator.signum() == -step).then(|| Dyadic::from(self.numerator + step))
        } else {
            // In i128: one more than i64::MAX is even, and fits in lowest terms.
            Dyadic::from_wide(i128::from(self.numerator) + i128::from(step), self.exponent())
        }
    }
}

/// # Panics
/// On `i64::MIN`, the one `i64` without a negative.
impl From<i64> for Dyadic {
    #[track_caller]
    fn from(n: i64) -> Dyadic {
        assert!(n != i64::MIN, "the integer {n} is out of range");
        Dyadic { numerator: n, exponent: 0 }
    }
}

impl From<i32> for Dyadic {
    fn from(n: i32) -> Dyadic {
        Dyadic::from(i64::from(n))
    }
}

impl From<Dyadic> for Rational64 {
    fn from(x: Dyadic) -> Rational64 {
        Rational64::new_raw(x.numerator, 1 << x.exponent)
    }
}

/// # Errors
/// If the denominator is not a power of two, or the number is out of range.
impl TryFrom<Rational64> for Dyadic {
    type Error = ParseTextError;

    fn try_from(x: Rational64) -> Result<Dyadic, ParseTextError> {
        x.to_string().parse()
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, exponent: self.exponent }
    }
}

/// The operators, by the checked operations.
macro_rules! operators {
    ($($trait:ident $method:ident $checked:ident;)*) => {$(
        /// # Panics
        /// If the result is out of range.
        impl $trait for Dyadic {
            type Output = Dyadic;

            #[track_caller]
            fn $method(self, other: Dyadic) -> Dyadic {
                self.$checked(other).expect("a dyadic number is out of range")
            }
        }
    )*};
}

operators! {
    Add add checked_add;
    Sub sub checked_sub;
    Mul mul checked_mul;
}

/// Reads an integer or a fraction, such as `-5` or `3/4`.
impl FromStr for Dyadic {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Dyadic, ParseTextError> {
        let read = |(numerator, denominator): (&str, &str)| {
            let denominator: u64 = denominator.parse().ok()?;
            let exponent = denominator.is_power_of_two().then(|| denominator.trailing_zeros())?;
            Dyadic::new(numerator.parse().ok()?, exponent)
        };
        read(text.split_once('/').unwrap_or((text, "1")))
            .ok_or_else(|| ParseTextError::new("a dyadic number such as -5 or 3/4", text))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dyadic { numerator, exponent } = *self;
        padded(f, &|f| match exponent {
            0 => write!(f, "{numerator}"),
            _ => write!(f, "{numerator}/{}", 1u64 << exponent),
        })
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
