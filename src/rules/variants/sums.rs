//! Two positions played at the same time, in other ways than one move in one of them.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapter 9 (conjunctive sums: "join the club", selective sums); Conway,
//! *On Numbers and Games*, chapters 14 and 15; Siegel, *Combinatorial Game Theory* (2013), II.1 for ordinal sums.

use std::fmt::{self, Display, Write as _};

use crate::Player;
use crate::player::padded;
use crate::rules::{Position, Search, Short};

/// A move in one of two positions, or in both: it prints like `a1-b1 & _`, `_ & 7>5` and `a1-b1 & 7>5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairMove<M, N> {
    /// In the first position.
    First(M),
    /// In the second position.
    Second(N),
    /// In both.
    Both(M, N),
}

impl<M: Copy, N: Copy> PairMove<M, N> {
    fn first(self) -> Option<M> {
        match self {
            PairMove::First(mv) | PairMove::Both(mv, _) => Some(mv),
            PairMove::Second(_) => None,
        }
    }

    fn second(self) -> Option<N> {
        match self {
            PairMove::Second(mv) | PairMove::Both(_, mv) => Some(mv),
            PairMove::First(_) => None,
        }
    }
}

impl<M: Display, N: Display> Display for PairMove<M, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PairMove::First(mv) => write!(f, "{mv} & _"),
            PairMove::Second(mv) => write!(f, "_ & {mv}"),
            PairMove::Both(first, second) => write!(f, "{first} & {second}"),
        }
    }
}

/// The moves in both of two positions.
fn both<'p, A: Position, B: Position>(
    first: &'p A,
    second: &'p B,
    player: Player,
) -> impl Iterator<Item = PairMove<A::Move, B::Move>> + use<'p, A, B> {
    first.moves(player).flat_map(move |mv| second.moves(player).map(move |n| PairMove::Both(mv, n)))
}

/// The conjunctive sum of two positions: a player moves in both, and the game ends as soon as one of them ends for
/// the player to move.
///
/// # Examples
/// Of two heaps of Kayles, a player takes from both:
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Conjunctive, Kayles};
/// let [one, two]: [Kayles; 2] = ["1".parse()?, "2".parse()?];
/// let sum = Conjunctive(one, two);
/// assert_eq!((sum.to_string().as_str(), sum.canonical_form().to_string().as_str()), ("1 & 2", "*"));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Conjunctive<A, B>(pub A, pub B);

impl<A: Position, B: Position> Position for Conjunctive<A, B> {
    type Move = PairMove<A::Move, B::Move>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        both(&self.0, &self.1, player)
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        if let PairMove::Both(first, second) = mv {
            self.0.play_unchecked(player, first);
            self.1.play_unchecked(player, second);
        }
    }

    fn move_count(&self, player: Player) -> u64 {
        self.0.move_count(player).saturating_mul(self.1.move_count(player))
    }
}

impl<A: Short, B: Short> Short for Conjunctive<A, B> {
    const SEARCH: Search<Self> = Search {
        has_value: |sum| A::SEARCH.has_value(&sum.0) && B::SEARCH.has_value(&sum.1),
        option_steps: |sum| A::SEARCH.option_steps(&sum.0) + B::SEARCH.option_steps(&sum.1),
        heap_bytes: |sum| A::SEARCH.heap_bytes(&sum.0) + B::SEARCH.heap_bytes(&sum.1),
        ..Search::NONE
    };

    fn negative(&self) -> Self {
        Conjunctive(self.0.negative(), self.1.negative())
    }
}

impl<A: Display, B: Display> Display for Conjunctive<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, &|text| write!(text, "{} & {}", self.0, self.1))
    }
}

/// The selective sum of two positions: a player moves in one of them, or in both.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Kayles, Selective};
/// let one: Kayles = "1".parse()?;
/// let sum = Selective(one.clone(), one);
/// assert_eq!((sum.to_string().as_str(), sum.canonical_form().to_string().as_str()), ("1 | 1", "*2"));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Selective<A, B>(pub A, pub B);

impl<A: Position, B: Position> Position for Selective<A, B> {
    type Move = PairMove<A::Move, B::Move>;

    /// The moves: those in the first position, those in the second, those in both.
    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let first = self.0.moves(player).map(PairMove::First);
        let second = self.1.moves(player).map(PairMove::Second);
        first.chain(second).chain(both(&self.0, &self.1, player))
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        if let Some(mv) = mv.first() {
            self.0.play_unchecked(player, mv);
        }
        if let Some(mv) = mv.second() {
            self.1.play_unchecked(player, mv);
        }
    }

    fn move_count(&self, player: Player) -> u64 {
        let [first, second] = [self.0.move_count(player), self.1.move_count(player)];
        first.saturating_mul(second).saturating_add(first).saturating_add(second)
    }
}

impl<A: Short, B: Short> Short for Selective<A, B> {
    const SEARCH: Search<Self> = Search {
        has_value: |sum| A::SEARCH.has_value(&sum.0) && B::SEARCH.has_value(&sum.1),
        option_steps: |sum| A::SEARCH.option_steps(&sum.0) + B::SEARCH.option_steps(&sum.1),
        heap_bytes: |sum| A::SEARCH.heap_bytes(&sum.0) + B::SEARCH.heap_bytes(&sum.1),
        ..Search::NONE
    };

    fn negative(&self) -> Self {
        Selective(self.0.negative(), self.1.negative())
    }
}

impl<A: Display, B: Display> Display for Selective<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, &|text| write!(text, "{} | {}", self.0, self.1))
    }
}

/// The ordinal sum `A:B` of two positions: a move in the base `A` takes the other position away, a move in `B` leaves the
/// base as it is.
///
/// Its value depends on the base itself, not only on the value of the base; of the other position the value is enough.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Ordinal, TopplingDominoes};
/// let [base, other]: [TopplingDominoes; 2] = ["l".parse()?, "r".parse()?];
/// let sum = Ordinal::new(base, other);
/// assert_eq!((sum.to_string().as_str(), sum.canonical_form().to_string().as_str()), ("l : r", "1/2"));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ordinal<A, B> {
    /// The base.
    pub base: A,
    /// The other position; `None` after a move in the base.
    pub other: Option<B>,
}

impl<A, B> Ordinal<A, B> {
    /// The ordinal sum `base:other`.
    pub fn new(base: A, other: B) -> Self {
        Ordinal { base, other: Some(other) }
    }
}

impl<A: Position, B: Position> Position for Ordinal<A, B> {
    type Move = PairMove<A::Move, B::Move>;

    /// The moves: those in the base, then those in the other position.
    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let base = self.base.moves(player).map(PairMove::First);
        let other = self.other.iter().flat_map(move |other| other.moves(player));
        base.chain(other.map(PairMove::Second))
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        match (mv, &mut self.other) {
            (PairMove::First(mv), _) => {
                self.base.play_unchecked(player, mv);
                self.other = None;
            }
            (PairMove::Second(mv), Some(other)) => other.play_unchecked(player, mv),
            _ => {}
        }
    }

    fn move_count(&self, player: Player) -> u64 {
        let other = self.other.as_ref().map_or(0, |other| other.move_count(player));
        self.base.move_count(player).saturating_add(other)
    }
}

impl<A: Short, B: Short> Short for Ordinal<A, B> {
    const SEARCH: Search<Self> = Search {
        has_value: |sum| {
            let other = sum.other.as_ref().is_none_or(|other| B::SEARCH.has_value(other));
            A::SEARCH.has_value(&sum.base) && other
        },
        option_steps: |sum| {
            let other = sum.other.as_ref().map_or(0, |other| B::SEARCH.option_steps(other));
            A::SEARCH.option_steps(&sum.base) + other
        },
        heap_bytes: |sum| {
            let other = sum.other.as_ref().map_or(0, |other| B::SEARCH.heap_bytes(other));
            A::SEARCH.heap_bytes(&sum.base) + other
        },
        ..Search::NONE
    };

    fn negative(&self) -> Self {
        Ordinal { base: self.base.negative(), other: self.other.as_ref().map(B::negative) }
    }
}

/// Prints `base : other`, or the base alone.
impl<A: Display, B: Display> Display for Ordinal<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.other {
            Some(other) => padded(f, &|text| write!(text, "{} : {other}", self.base)),
            None => Display::fmt(&self.base, f),
        }
    }
}
