//! Positions that are sums of small parts which are written as numbers: cakes, pairs of numbers, heaps.

use std::collections::BinaryHeap;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::Player;
use crate::board::{ParsePositionError, start_of};
use crate::rules::{Position, Ruleset, RulesetSpec, Short};

/// What a [`TermSum`] adds up: a cake, a pair of numbers, a heap.
///
/// # Examples
/// Heaps from which Left takes one counter and Right two:
/// ```
/// use std::fmt;
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::heap::terms::{Rest, Term, TermSum};
///
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
/// struct Heap {
///     counters: u16,
///     left_takes: u16,
/// }
///
/// impl Term for Heap {
///     const MAX_WEIGHT: u32 = 100;
///     const UNIT: &'static str = "counters";
///
///     fn weight(self) -> u32 {
///         self.counters.into()
///     }
///
///     fn rests(self, player: Player) -> Vec<Rest<Heap>> {
///         let taken = if player == Player::Left { self.left_takes } else { 3 - self.left_takes };
///         let rest = self.counters.checked_sub(taken);
///         rest.map(|counters| Rest::one(Heap { counters, ..self })).into_iter().collect()
///     }
///
///     fn negative(self) -> Heap {
///         Heap { left_takes: 3 - self.left_takes, ..self }
///     }
/// }
///
/// impl fmt::Display for Heap {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{}", self.counters)
///     }
/// }
///
/// let heaps = TermSum::new([2, 3].map(|counters| Heap { counters, left_takes: 1 }))?;
/// assert_eq!(heaps.to_string(), "2+3");
/// assert_eq!(heaps.canonical_form().to_string(), "{1|0}"); // and 0
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub trait Term: Copy + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// The most that the [weights](Term::weight) of a position add up to.
    const MAX_WEIGHT: u32;
    /// What weights count: "squares".
    const UNIT: &'static str;

    /// What no move may increase in all; it bounds the size of a position.
    fn weight(self) -> u32;

    /// What each move of the player leaves, each once.
    fn rests(self, player: Player) -> Vec<Rest<Self>>;

    /// The term with the players exchanged.
    fn negative(self) -> Self;
}

/// A [`Term`] that is read from text, and the description of its ruleset.
pub trait NamedTerm: Term {
    /// The description of the ruleset.
    const SPEC: &'static RulesetSpec;
    /// What is expected in the text of a term, for errors.
    const EXPECTED: &'static str;

    /// Reads a term without blanks around it; `None` if the text is not one.
    fn read(text: &str) -> Option<Self>;

    /// The term that matches start from on a board of that size. Provided: `None`.
    fn start(_width: u8, _height: u8) -> Option<Self> {
        None
    }
}

/// The most terms that a move leaves, but for equal ones.
const MAX_TERMS: usize = 6;

/// What a move leaves of a [`Term`]: other terms, from the least; or equal ones, any number of them.
///
/// # Examples
/// ```
/// use dicot::rules::{Cutcake, Position, Ruleset};
/// use dicot::Player;
/// let cake: Cutcake = "1x3".parse()?;
/// let mv = cake.moves(Player::Left).next().unwrap();
/// assert_eq!(mv.to_string(), "1x3>1x1+1x2");
/// assert_eq!(mv.rest.terms().len(), 2);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rest<T> {
    terms: [Option<T>; MAX_TERMS],
    times: u16,
}

impl<T: Term> Rest<T> {
    /// Nothing.
    pub fn nothing() -> Rest<T> {
        Rest { terms: [None; MAX_TERMS], times: 1 }
    }

    /// One term.
    pub fn one(term: T) -> Rest<T> {
        Rest::equal(term, 1)
    }

    /// Terms that are all equal.
    pub fn equal(term: T, times: u16) -> Rest<T> {
        let mut rest = Rest::nothing();
        (rest.terms[0], rest.times) = (Some(term), times);
        rest
    }

    /// Some terms; `None` if there are more than six.
    pub fn of(terms: impl IntoIterator<Item = T>) -> Option<Rest<T>> {
        let mut sorted: SmallVec<[T; MAX_TERMS]> = SmallVec::new();
        for term in terms.into_iter().take(MAX_TERMS + 1) {
            sorted.insert(sorted.partition_point(|other| *other < term), term);
        }
        let mut rest = Rest::nothing();
        for (n, &term) in sorted.iter().enumerate() {
            *rest.terms.get_mut(n)? = Some(term);
        }
        Some(rest)
    }

    /// Each term replaced by another one.
    pub(in crate::rules) fn map(self, with: impl Fn(T) -> T) -> Rest<T> {
        let mut rest = self;
        rest.terms.iter_mut().flatten().for_each(|term| *term = with(*term));
        rest
    }

    /// The terms.
    pub fn terms(&self) -> Vec<T> {
        let once = self.terms.iter().flatten();
        once.flat_map(|&term| std::iter::repeat_n(term, self.times.into())).collect()
    }
}

/// Prints the terms joined by `+`, or `0`; equal ones as `3*1x4`.
impl<T: Term> Display for Rest<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms[0].is_none() {
            return f.write_str("0");
        }
        for (n, term) in self.terms.iter().flatten().enumerate() {
            f.write_str(if n > 0 { "+" } else { "" })?;
            if self.times > 1 {
                write!(f, "{}*", self.times)?;
            }
            Display::fmt(term, f)?;
        }
        Ok(())
    }
}

/// A move in a [`TermSum`]: a term, and what is left of it. It prints like `3x4>3x1+3x3`.
///
/// A move does not tell equal terms apart: the first of them is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TermMove<T> {
    /// The term that is played on.
    pub term: T,
    /// What is left of it.
    pub rest: Rest<T>,
}

impl<T: Term> Display for TermMove<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.term, self.rest)
    }
}

/// A sum of [terms](Term), on one of which a player moves: a position of [`Cutcake`](crate::rules::Cutcake) and its kin or of
/// [`PartizanEuclid`](crate::rules::PartizanEuclid), or heaps of [`PartizanHeaps`](crate::rules::PartizanHeaps).
///
/// # Decomposition
/// A position is the sum of its terms.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Cutcake, Position};
/// let cakes: Cutcake = "1x3+2x2".parse()?;
/// assert_eq!(cakes.terms().len(), 2);
/// let options: Vec<String> = cakes.options(Player::Right).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["1x3+1x2+1x2"]);
/// assert_eq!(cakes.canonical_form().to_string(), "2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TermSum<T: Term> {
    terms: SmallVec<[T; 4]>,
}

impl<T: Term> TermSum<T> {
    /// The sum of the terms, in their order.
    ///
    /// # Errors
    /// [`ParsePositionError::TooMany`] if their weights exceed the limit.
    pub fn new(terms: impl IntoIterator<Item = T>) -> Result<Self, ParsePositionError> {
        let (mut sum, mut weight) = (Self { terms: SmallVec::new() }, 0_u32);
        for term in terms {
            weight = weight.saturating_add(term.weight());
            if weight > T::MAX_WEIGHT || sum.terms.len() >= T::MAX_WEIGHT as usize {
                return Err(ParsePositionError::TooMany { what: T::UNIT, limit: T::MAX_WEIGHT });
            }
            sum.terms.push(term);
        }
        Ok(sum)
    }

    /// The terms, in their order.
    pub fn terms(&self) -> &[T] {
        &self.terms
    }

    /// Reads terms joined by `+`, with or without blanks; `0` alone is no term.
    pub(in crate::rules) fn read(
        text: &str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Self, ParsePositionError> {
        if text.trim() == "0" {
            return Self::new([]);
        }
        let mut terms = Vec::new();
        for (term, text) in text.split('+').map(str::trim).enumerate() {
            if term >= T::MAX_WEIGHT as usize {
                return Err(ParsePositionError::TooMany { what: T::UNIT, limit: T::MAX_WEIGHT });
            }
            terms.push(read(text).ok_or_else(|| ParsePositionError::UnknownTerm {
                term,
                text: start_of(text),
                expected,
            })?);
        }
        Self::new(terms)
    }
}

impl<T: Term> Position for TermSum<T> {
    type Move = TermMove<T>;

    /// The moves: terms in their order, equal ones once.
    fn moves(&self, player: Player) -> impl Iterator<Item = TermMove<T>> {
        let terms = self.terms.iter().enumerate();
        let first = terms.filter(|&(n, term)| !self.terms[..n].contains(term));
        first.flat_map(move |(_, &term)| {
            term.rests(player).into_iter().map(move |rest| TermMove { term, rest })
        })
    }

    fn term_of(&self, mv: TermMove<T>) -> Option<usize> {
        self.terms.iter().position(|&term| term == mv.term)
    }

    fn play_unchecked(&mut self, _: Player, mv: TermMove<T>) {
        if let Some(n) = self.term_of(mv) {
            self.terms.remove(n);
            self.terms.insert_many(n, mv.rest.terms());
        }
    }
}

impl<T: Term> Short for TermSum<T> {
    fn negative(&self) -> Self {
        Self { terms: self.terms.iter().map(|term| term.negative()).collect() }
    }

    /// The terms.
    fn components(&self) -> impl Iterator<Item = Self> {
        self.terms.iter().map(|&term| Self { terms: SmallVec::from_slice(&[term]) })
    }

    /// The terms from the least, or their negatives, whichever is less.
    fn normalized(&self) -> (Self, bool) {
        let mut images = [self.clone(), self.negative()];
        if self.terms.len() > 1 {
            // Components have one term. A heap is a tenth of the code of a sort, for each type of terms.
            for sum in &mut images {
                let terms = BinaryHeap::from(sum.terms.to_vec());
                sum.terms = terms.into_sorted_vec().into();
            }
        }
        let [sum, negative] = images;
        if negative.terms < sum.terms { (negative, true) } else { (sum, false) }
    }
}

impl<T: NamedTerm> Ruleset for TermSum<T> {
    const SPEC: &'static RulesetSpec = T::SPEC;

    fn start_position(width: u8, height: u8) -> Option<Self> {
        Self::new([T::start(width, height)?]).ok()
    }
}

/// Reads terms joined by `+`, with or without blanks; `0` alone is no term.
impl<T: NamedTerm> FromStr for TermSum<T> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Self::read(text, T::EXPECTED, T::read)
    }
}

/// Prints the terms joined by `+`, or `0`.
impl<T: Term> Display for TermSum<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.pad("0");
        }
        let terms: Vec<String> = self.terms.iter().map(T::to_string).collect();
        f.pad(&terms.join("+"))
    }
}

/// Shows the text of the position.
impl<T: Term> Debug for TermSum<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TermSum({self})")
    }
}
