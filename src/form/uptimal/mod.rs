//! Uptimals: sums of a number, a nimber, and multiples of `↑`, `↑^2`, `↑^3`, ...
//!
//! `↑^1 = ↑`, and `↑^n = {0 | * - ↑ - ↑^2 - ... - ↑^(n-1)}`: each is infinitesimal in comparison with the one before.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.4.

mod of_form;

use std::fmt;

use smallvec::SmallVec;

use super::number_up_star::NumberUpStar;
use crate::Dyadic;

/// The expansion `x + *m + a1·↑ + a2·↑^2 + ... + ak·↑^k` of an uptimal.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// let g: CanonicalForm = "1 + ^ + ^<2> + ^<2> + *".parse()?;
/// let expansion = g.to_uptimal().unwrap();
/// assert_eq!(expansion.coefficients(), [1, 2]);
/// assert_eq!(expansion.star, 1);
/// assert_eq!(expansion.to_string(), "1*.12");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Uptimal {
    /// The number `x`.
    pub number: Dyadic,
    /// The `m` of the nimber `*m`.
    pub star: u32,
    /// The last one, if any, is not 0.
    pub(crate) coefficients: SmallVec<[i32; 4]>,
}

impl Uptimal {
    /// `a1, a2, .., ak`, of which the last is not 0.
    pub fn coefficients(&self) -> &[i32] {
        &self.coefficients
    }

    fn negative(mut self) -> Uptimal {
        self.number = -self.number;
        self.coefficients.iter_mut().for_each(|a| *a = -*a);
        self
    }

    /// This and `n·↑^k` for `n > 0`, where there was no multiple of `↑^k` or of later ones.
    fn with_last(mut self, k: usize, n: i32) -> Uptimal {
        self.coefficients.resize(k, 0);
        self.coefficients[k - 1] = n;
        self
    }
}

impl From<NumberUpStar> for Uptimal {
    fn from(g: NumberUpStar) -> Uptimal {
        let coefficients = [g.up].into_iter().filter(|&n| n != 0).collect();
        Uptimal { number: g.number, star: g.star, coefficients }
    }
}

/// The expansion as CGSuite writes it: the number (unless it is 0 and there is a nimber), the nimber, a
/// point, and the coefficients as digits: 10 to 35 are `A` to `Z`, larger ones are in parentheses, and
/// a `-` follows a negative one: `0.11-` is `^ - ^<2>`, and `1*2.0` is `1*2`.
impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.star == 0 || self.number != Dyadic::ZERO {
            write!(f, "{}", self.number)?;
        }
        match self.star {
            0 => {}
            1 => f.write_str("*")?,
            m => write!(f, "*{m}")?,
        }
        f.write_str(if self.coefficients.is_empty() { ".0" } else { "." })?;
        for a in &self.coefficients {
            let n = a.unsigned_abs();
            match char::from_digit(n, 36) {
                Some(digit) => write!(f, "{}", digit.to_ascii_uppercase())?,
                None => write!(f, "({n})")?,
            }
            f.write_str(if *a < 0 { "-" } else { "" })?;
        }
        Ok(())
    }
}
