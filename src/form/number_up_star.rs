//! Closed forms: numbers, ups and nimbers, `x + n·↑ + *m`, without any tree.

use std::cmp::Ordering;

use crate::{Dyadic, Player};

/// The sum of a number, a multiple of `↑` and a nimber: `number + up·↑ + *star`.
///
/// These games are closed under addition, and their sums, negatives and order have closed forms.
///
/// Source: Siegel, *Combinatorial Game Theory* (2013), II.3 (numbers, nimbers, ups).
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Dyadic, NumberUpStar};
/// let g: CanonicalForm = "1/2^^*3".parse()?;
/// let parts = g.to_number_up_star().unwrap();
/// assert_eq!(parts, NumberUpStar { number: Dyadic::new(1, 1).unwrap(), up: 2, star: 3 });
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct NumberUpStar {
    /// The number part.
    pub number: Dyadic,
    /// The multiple of `↑`; negative for `↓`.
    pub up: i32,
    /// The nim value of the nimber part, 0 without one.
    pub star: u32,
}

impl NumberUpStar {
    /// The largest nimber and the largest multiple of `↑` that are represented: `2^31 - 1`.
    pub const MAX_MULTIPLE: u32 = i32::MAX as u32;

    pub(crate) fn number(x: Dyadic) -> NumberUpStar {
        NumberUpStar { number: x, up: 0, star: 0 }
    }

    /// Whether this is a number: no ups, no star.
    pub(crate) fn is_number(&self) -> bool {
        self.up == 0 && self.star == 0
    }

    /// The sum, or `None` if a part is out of range.
    pub(crate) fn checked_add(self, rhs: NumberUpStar) -> Option<NumberUpStar> {
        Some(NumberUpStar {
            number: self.number.checked_add(rhs.number)?,
            up: self.up.checked_add(rhs.up).filter(|&n| n != i32::MIN)?,
            star: self.star ^ rhs.star,
        })
    }

    /// The product with an integer, or `None` if a part is out of range.
    pub(crate) fn checked_times(self, n: i64) -> Option<NumberUpStar> {
        let up = i64::from(self.up).checked_mul(n).and_then(|up| i32::try_from(up).ok());
        Some(NumberUpStar {
            number: self.number.checked_times(n)?,
            up: up.filter(|&up| up != i32::MIN)?,
            star: if n % 2 == 0 { 0 } else { self.star },
        })
    }

    /// Whether `self <= other`: only `↑* ` and nimbers are confused with 0 among the differences.
    pub(crate) fn le(&self, other: &NumberUpStar) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => match i64::from(other.up) - i64::from(self.up) {
                0 => self.star == other.star,
                1 => self.star ^ other.star != 1,
                ups => ups > 1,
            },
        }
    }

    /// The negative: number and ups change sign, a nimber is its own negative.
    pub(crate) fn negative(self) -> NumberUpStar {
        NumberUpStar { number: -self.number, up: -self.up, star: self.star }
    }

    /// The birthday of the game.
    pub(crate) fn birthday(&self) -> u64 {
        let n = u64::from(self.up.unsigned_abs());
        let m = u64::from(self.star);
        // The only option of n·↑ + *m other than 0 is (n-1)·↑ + *(m^1), down to a nimber; only ↑* has another one.
        let infinitesimal = match (n, m) {
            (0, m) => m,
            (n, 0 | 1) => n + 1,
            (n, m) => n + (m ^ (n & 1)),
        };
        self.number.birthday() + infinitesimal
    }

    /// The canonical options of `player`; `star` of them if this is a number and a nimber.
    ///
    /// `x + *m` has `x + *k` for `k < m`; for `n >= 1`, `x + n·↑ + *m` is
    /// `{x | x + (n-1)·↑ + *(m^1)}`, except that `x + ↑*` is `{x, x* | x}`.
    pub(crate) fn options(self, player: Player) -> impl Iterator<Item = NumberUpStar> {
        let NumberUpStar { number, up, star } = self;
        let towards_zero = NumberUpStar { number, up: up - up.signum(), star: star ^ 1 };
        let good_for = if up > 0 { Player::Left } else { Player::Right };
        let (single, nimbers) = if self.is_number() {
            (number.option(player).map(NumberUpStar::number), 0)
        } else if up == 0 {
            (None, star)
        } else if player != good_for {
            (Some(towards_zero), 0)
        } else {
            (None, if up.abs() == 1 && star == 1 { 2 } else { 1 })
        };
        let nimbers = (0..nimbers).map(move |star| NumberUpStar { number, up: 0, star });
        single.into_iter().chain(nimbers)
    }

    /// The number of canonical options of `player`, in O(1): a nimber may have `2^31 - 1`.
    pub(crate) fn option_count(self, player: Player) -> usize {
        if self.up == 0 && self.star > 0 {
            self.star as usize
        } else {
            self.options(player).count()
        }
    }

    /// Whether this is a canonical option of `player`.
    fn has_option(self, player: Player, option: NumberUpStar) -> bool {
        if self.up == 0 && self.star > 0 {
            (option.number, option.up) == (self.number, 0) && option.star < self.star
        } else {
            self.options(player).any(|o| o == option)
        }
    }

    /// The closed form whose canonical options are these closed forms, in any order, or `None` if no closed form has them.
    ///
    /// The lists must be the options of a canonical form.
    pub(crate) fn from_canonical_options(
        left: &[NumberUpStar],
        right: &[NumberUpStar],
    ) -> Option<NumberUpStar> {
        let candidate = match (left, right) {
            ([], []) => NumberUpStar::default(),
            ([l], []) => NumberUpStar::number(Dyadic::simplest_between(Some(l.number), None)?),
            ([], [r]) => NumberUpStar::number(Dyadic::simplest_between(None, Some(r.number))?),
            ([l], [r]) if l.is_number() && r.is_number() && l.number < r.number => {
                NumberUpStar::number(Dyadic::simplest_between(Some(l.number), Some(r.number))?)
            }
            // {x | x + (n-1)·↑ + *(m^1)} and its negative, {x,x*|x}, {x|x,x*}, and nimbers.
            ([l], [r]) if l.is_number() && !(r.is_number() || r.up < 0) => {
                NumberUpStar { number: l.number, up: r.up.checked_add(1)?, star: r.star ^ 1 }
            }
            ([l], [r]) if r.is_number() && !(l.is_number() || l.up > 0) => NumberUpStar {
                number: r.number,
                up: l.up.checked_sub(1).filter(|&n| n != i32::MIN)?,
                star: l.star ^ 1,
            },
            ([_, _], [r]) => NumberUpStar { number: r.number, up: 1, star: 1 },
            ([l], [_, _]) => NumberUpStar { number: l.number, up: -1, star: 1 },
            _ => NumberUpStar {
                number: left.first()?.number,
                up: 0,
                star: u32::try_from(left.len()).ok()?,
            },
        };
        // The options given are distinct: it is enough to count them and to recognize each one.
        let same = |player, given: &[NumberUpStar]| {
            candidate.option_count(player) == given.len()
                && given.iter().all(|&o| candidate.has_option(player, o))
        };
        (same(Player::Left, left) && same(Player::Right, right)).then_some(candidate)
    }
}
