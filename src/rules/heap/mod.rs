//! Games of heaps and other things that are numbers alone: cakes, pairs.

pub mod cakes;
pub mod kayles;
pub mod nim;
pub mod partizan_euclid;
pub mod partizan_heaps;
pub mod terms;

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::Player;
use crate::board::{ParsePositionError, start_of};
use crate::rules::on_board::debug_as_text;
use crate::rules::ruleset::digits;
use crate::rules::{ParseMoveError, Position, Ruleset, RulesetSpec, Short};

/// The most counters of a position.
const COUNTERS: u16 = 1000;

/// A ruleset on heaps of counters, under which each move takes some from one heap.
///
/// # Examples
/// Take one, two or three counters:
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{RulesetSpec, heap::{HeapGame, HeapRules}};
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct UpToThree;
///
/// impl HeapRules for UpToThree {
///     const SPEC: &'static RulesetSpec = &RulesetSpec::new("up-to-three");
///     const UNIT: &'static str = "counters";
///     const MAX_TAKEN: u16 = 3;
///     const ILLEGAL: &'static str = "one to three counters must be taken";
/// }
///
/// let position: HeapGame<UpToThree> = "4+6".parse()?;
/// assert_eq!(position.canonical_form().to_string(), "*2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub trait HeapRules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The description of the ruleset.
    const SPEC: &'static RulesetSpec;

    /// What heaps are made of: "stones".
    const UNIT: &'static str;

    /// The most counters that a move takes; it takes at least one. Provided: any number.
    const MAX_TAKEN: u16 = COUNTERS;

    /// Whether a move may divide what is left of the heap in two. Provided: `false`.
    const DIVIDES: bool = false;

    /// Why a move on a heap of the position that is not legal is not.
    const ILLEGAL: &'static str;
}

/// A position of a ruleset on heaps, such as [`Kayles`](crate::rules::Kayles) or [`Nim`](crate::rules::Nim): values are nimbers.
///
/// There are at most 1000 counters in all, a limit that no move passes: to value a heap of *n* counters is to
/// value all the smaller ones, and each of them has about as many moves as counters.
///
/// # Decomposition
/// A position is the sum of its heaps.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct HeapGame<R> {
    /// None is 0.
    heaps: Heaps,
    rules: PhantomData<fn() -> R>,
}

type Heaps = SmallVec<[u16; 8]>;

impl<R> HeapGame<R> {
    /// The heaps, in their order: how many counters each has.
    pub fn heaps(&self) -> &[u16] {
        &self.heaps
    }

    fn with(heaps: Heaps) -> Self {
        HeapGame { heaps, rules: PhantomData }
    }
}

/// A move on heaps: a heap and what is left of it. It prints like `7>2+3`, `7>6` and `1>0`.
///
/// A move does not tell heaps of the same size apart, nor the two sides of a heap: the first heap of that
/// size is played on, and the smaller part is written first.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Kayles, Position, heap::HeapMove};
/// let position: Kayles = "1+7".parse()?;
/// let mv = HeapMove::new(7, 3, 2);
/// assert_eq!(mv.to_string(), "7>2+3");
/// assert_eq!(position.play(Player::Right, mv)?.to_string(), "1+2+3");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    heap: u16,
    /// What is left, the smaller part first.
    parts: [u16; 2],
}

impl HeapMove {
    /// The move that leaves two parts of a heap; a part may be 0. It need not be legal anywhere.
    pub fn new(heap: u16, part: u16, other: u16) -> HeapMove {
        HeapMove { heap, parts: [part.min(other), part.max(other)] }
    }

    /// How many counters it takes; `None` if more are left than there were.
    fn taken(self) -> Option<u16> {
        let left = self.parts[0].checked_add(self.parts[1])?;
        self.heap.checked_sub(left)
    }
}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts {
            [0, rest] => write!(f, "{}>{rest}", self.heap),
            [part, other] => write!(f, "{}>{part}+{other}", self.heap),
        }
    }
}

/// The moves: heaps in their order, each size once; few counters before many, and the outermost first.
fn moves(heaps: &[u16], max_taken: u16, divides: bool) -> impl Iterator<Item = HeapMove> {
    let sizes = (0..).zip(heaps).filter(|&(n, heap)| !heaps[..n].contains(heap));
    sizes.flat_map(move |(_, &heap)| {
        let rests = (1..=max_taken.min(heap)).map(move |taken| heap - taken);
        rests.flat_map(move |rest| {
            let parts = 0..=if divides { rest / 2 } else { 0 };
            parts.map(move |part| HeapMove { heap, parts: [part, rest - part] })
        })
    })
}

#[inline(never)] // one copy for all rulesets
fn play(heaps: &mut Heaps, mv: HeapMove) {
    let Some(n) = heaps.iter().position(|&heap| heap == mv.heap) else { return };
    if mv.taken().is_some() {
        heaps.remove(n);
        heaps.insert_many(n, mv.parts.into_iter().filter(|&part| part > 0));
    }
}

/// The heaps from the smallest; two of a size are 0 and left out.
#[inline(never)] // one copy for all rulesets
fn normalized(heaps: &Heaps) -> Heaps {
    let mut sorted = heaps.clone();
    sorted.sort_unstable();
    let odd = sorted.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
    odd.map(|same| same[0]).collect()
}

#[inline(never)] // one copy for all rulesets
fn read(text: &str, unit: &'static str) -> Result<Heaps, ParsePositionError> {
    let (mut heaps, mut total) = (Heaps::new(), 0);
    if text.trim() == "0" {
        return Ok(heaps);
    }
    for (heap, text) in text.split('+').map(str::trim).enumerate() {
        let counters = digits(text).filter(|counters| (1..=COUNTERS).contains(counters));
        let counters = counters.ok_or_else(|| ParsePositionError::UnknownHeap {
            heap,
            text: start_of(text),
            what: unit,
            limit: COUNTERS.into(),
        })?;
        total += counters;
        if total > COUNTERS {
            return Err(ParsePositionError::TooMany { what: unit, limit: COUNTERS.into() });
        }
        heaps.push(counters);
    }
    Ok(heaps)
}

#[inline(never)] // one copy for all rulesets
fn read_move(text: &str) -> Option<HeapMove> {
    let (heap, rest) = text.split_once('>')?;
    let (part, other) = rest.split_once('+').unwrap_or(("0", rest));
    Some(HeapMove::new(digits(heap)?, digits(part)?, digits(other)?))
}

#[inline(never)] // one copy for all rulesets
fn text(heaps: &[u16]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    let heaps: Vec<String> = heaps.iter().map(u16::to_string).collect();
    heaps.join("+")
}

impl<R: HeapRules> Position for HeapGame<R> {
    type Move = HeapMove;

    /// The moves: heaps in their order, each size once; few counters before many, and the outermost first.
    fn moves(&self, _: Player) -> impl Iterator<Item = HeapMove> {
        moves(&self.heaps, R::MAX_TAKEN, R::DIVIDES)
    }

    fn play_unchecked(&mut self, _: Player, mv: HeapMove) {
        play(&mut self.heaps, mv);
    }

    fn broken_rule(&self, _: Player, mv: HeapMove) -> Option<&'static str> {
        if !self.heaps.contains(&mv.heap) {
            return Some("there is no such heap");
        }
        let is_legal = mv.taken().is_some_and(|taken| (1..=R::MAX_TAKEN).contains(&taken))
            && (R::DIVIDES || mv.parts[0] == 0);
        (!is_legal).then_some(R::ILLEGAL)
    }

    fn term_of(&self, mv: HeapMove) -> Option<usize> {
        self.heaps.iter().position(|&heap| heap == mv.heap)
    }
}

impl<R: HeapRules> Short for HeapGame<R> {
    /// The position itself: both players have the same moves.
    fn negative(&self) -> Self {
        self.clone()
    }

    /// The number of binary digits of all counters: a heap has as many followers as counters.
    fn size(&self) -> u32 {
        let counters: u64 = self.heaps.iter().map(|&heap| u64::from(heap)).sum();
        u64::BITS - counters.leading_zeros()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// The heaps.
    fn components(&self) -> impl Iterator<Item = Self> {
        self.heaps.iter().map(|&heap| Self::with(SmallVec::from_slice(&[heap])))
    }

    /// The heaps from the smallest; two of a size are 0 and left out.
    fn normalized(&self) -> (Self, bool) {
        (Self::with(normalized(&self.heaps)), false)
    }
}

impl<R: HeapRules> Ruleset for HeapGame<R> {
    const SPEC: &'static RulesetSpec = R::SPEC;

    /// One heap, for boards of height 1, under rulesets that do not need more than that: two equal heaps would only cancel.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        let is_heap = R::SPEC.start.is_none() && width > 0 && height == 1;
        is_heap.then(|| Self::with(SmallVec::from_slice(&[width.into()])))
    }

    fn read_move(&self, text: &str) -> Result<HeapMove, ParseMoveError> {
        let expected = if R::DIVIDES {
            "expected a heap and what is left of it, like 7>2+3, 7>6 or 1>0"
        } else {
            "expected a heap and what is left of it, like 7>4 or 1>0"
        };
        read_move(text).ok_or_else(|| ParseMoveError::new(text, expected))
    }
}

/// Reads numbers of counters joined by `+`, with or without blanks; `0` alone is no heap.
impl<R: HeapRules> FromStr for HeapGame<R> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        read(text, R::UNIT).map(Self::with)
    }
}

/// Prints the heaps joined by `+`, or `0`.
impl<R> fmt::Display for HeapGame<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&text(&self.heaps))
    }
}

debug_as_text!(HeapGame<R: HeapRules>);
