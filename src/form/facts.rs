//! Small facts that follow from those of the options and are stored with each form.

use super::number_up_star::NumberUpStar;
use super::parity::Parity;
use crate::Dyadic;

/// Small facts about a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    /// Whether both players can move or neither, in every follower.
    pub(crate) dicot: bool,
    /// The binary logarithm of the far star: of the least power of two greater than every nimber among the followers.
    pub(crate) far_star_log: u32,
    /// Even or odd.
    pub(crate) parity: Option<Parity>,
    /// Even-tempered or odd-tempered.
    pub(crate) temper: Option<Parity>,
}

impl Facts {
    pub(crate) fn of_closed(g: NumberUpStar) -> Facts {
        let odd = |odd| Some(if odd { Parity::Odd } else { Parity::Even });
        let whole = g.number.to_integer().and_then(|n| odd(n % 2 != 0));
        let (parity, temper) = match (g.up, g.star) {
            (0, 0) => (whole, odd(false)),
            (0, 1) => (whole.map(Parity::other), odd(true)),
            // Among the options are both x and x*.
            _ => (None, None),
        };
        let dicot = g.number == Dyadic::ZERO;
        let greatest_nimber = match g.up.unsigned_abs() {
            _ if !dicot => 0,
            0 => g.star,
            // The last in the chain of options is ↑ + *even or ↓ + *even; its own are * + *even and 0, or * and 0.
            n => (g.star ^ ((n - 1) & 1) ^ 1).max(1),
        };
        let far_star_log = (greatest_nimber + 1).next_power_of_two().ilog2();
        Facts { dicot, far_star_log, parity, temper }
    }

    /// The facts of a game that is not a closed form, with these options.
    pub(crate) fn of_options(mut options: impl Iterator<Item = Facts>) -> Facts {
        let both = |a: Option<Parity>, b: Option<Parity>| a.filter(|_| a == b);
        let join = |a: Facts, b: Facts| Facts {
            dicot: a.dicot && b.dicot,
            far_star_log: a.far_star_log.max(b.far_star_log),
            parity: both(a.parity, b.parity),
            temper: both(a.temper, b.temper),
        };
        let first = options.next().expect("a game that is not a closed form has options");
        let all = options.fold(first, join);
        Facts {
            parity: all.parity.map(Parity::other),
            temper: all.temper.map(Parity::other),
            ..all
        }
    }

    pub(crate) fn to_word(self) -> u32 {
        let bits = |parity: Option<Parity>| parity.map_or(0, |parity| parity as u32 + 1);
        u32::from(self.dicot)
            | bits(self.parity) << 1
            | bits(self.temper) << 3
            | self.far_star_log << 5
    }

    pub(crate) fn from_word(word: u32) -> Facts {
        let parities = [None, Some(Parity::Even), Some(Parity::Odd), None];
        let parity = |bits: u32| parities[bits as usize & 3];
        Facts {
            dicot: word & 1 == 1,
            parity: parity(word >> 1),
            temper: parity(word >> 3),
            far_star_log: word >> 5,
        }
    }
}
