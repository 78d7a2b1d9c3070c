//! Partizan Euclid: pairs of numbers on which the players follow Euclid's algorithm with remainders of their own.
//!
//! Source: McKay, Nowakowski, *Outcomes of partizan Euclid* (Integers 13, 2013).

use std::fmt;

use crate::rules::ruleset::digits;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    MoveExample, RulesetSpec,
    heap::terms::{NamedTerm, Rest, Term, TermSum},
};
use crate::{ByPlayer, Player};

/// A position of Partizan Euclid, a sum of [pairs](EuclidPair).
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{PartizanEuclid, Position};
/// let pair: PartizanEuclid = "7,4".parse()?;
/// let moves = Player::BOTH.map(|player| pair.moves(player).next().unwrap().to_string());
/// assert_eq!(moves, ["7,4>4,3", "7,4>4,1"]);
/// assert_eq!("1,3".parse::<PartizanEuclid>()?.canonical_form().to_string(), "^");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type PartizanEuclid = TermSum<EuclidPair>;

/// The largest number of a pair.
const MAX_NUMBER: u32 = 10_000;

/// A pair of Partizan Euclid. From *p*,*q* Left moves to *q*,*r*, where *r* is the remainder of *p* divided by *q*, and
/// Right to *q*,*q*-*r*; nobody can move if the remainder is 0, or if *q* is 0.
///
/// With a minus sign, the players are exchanged: the negative of a pair is not a pair.
///
/// # Examples
/// ```
/// use dicot::rules::heap::partizan_euclid::EuclidPair;
/// assert_eq!(EuclidPair::new(7, 4).unwrap().to_string(), "7,4");
/// assert!(EuclidPair::new(7, 10_001).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EuclidPair {
    p: u32,
    q: u32,
    is_negative: bool,
}

impl EuclidPair {
    /// The pair *p*,*q*; `None` if a number is more than 10,000.
    pub fn new(p: u32, q: u32) -> Option<EuclidPair> {
        (p.max(q) <= MAX_NUMBER).then_some(EuclidPair { p, q, is_negative: false })
    }
}

impl Term for EuclidPair {
    const MAX_WEIGHT: u32 = 1000;
    const UNIT: &'static str = "pairs";

    fn weight(self) -> u32 {
        1
    }

    fn rests(self, player: Player) -> Vec<Rest<EuclidPair>> {
        let EuclidPair { p, q, is_negative } = self;
        let remainder = p.checked_rem(q).filter(|&remainder| remainder > 0);
        let is_left = (player == Player::Left) != is_negative;
        let rest =
            remainder.map(|r| EuclidPair { p: q, q: if is_left { r } else { q - r }, ..self });
        rest.map(Rest::one).into_iter().collect()
    }

    fn negative(self) -> EuclidPair {
        EuclidPair { is_negative: !self.is_negative, ..self }
    }
}

impl NamedTerm for EuclidPair {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Partizan Euclid",
        about: "replace p,q by q and a remainder: Left by that of p divided by q, Right by what it lacks to q",
        how_to_play: &[
            "From the pair p,q Left moves to q,r, where r is the remainder of p divided by q. Right moves to q,q-r. \
                Nobody can move if the remainder is 0.",
            "A pair with a minus sign is played with the players exchanged.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "7,4", "7,4>4,3", "4,3"),
            MoveExample::new(Player::Right, "7,4", "7,4>4,1", "4,1"),
        ],
        written: "pairs joined by `+`: 7,4+9,5; -7,4 with the players exchanged; 0 if there are none",
        pieces: ByPlayer { left: "pair", right: "pair" },
        start: Some("19,12+7,16"),
        positions: &[("an up", "1,3"), ("a longer one", "20,17"), ("two pairs", "19,12+7,16")],
        ..RulesetSpec::new("partizan-euclid")
    };
    const EXPECTED: &'static str = "two numbers up to 10000 like 7,4";

    fn read(text: &str) -> Option<EuclidPair> {
        let (pair, is_negative) = match text.strip_prefix('-') {
            Some(pair) => (pair, true),
            None => (text, false),
        };
        let (p, q) = pair.split_once(',')?;
        let pair = EuclidPair::new(digits(p)?, digits(q)?)?;
        Some(EuclidPair { is_negative, ..pair })
    }
}

impl fmt::Display for EuclidPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{},{}", if self.is_negative { "-" } else { "" }, self.p, self.q)
    }
}
