//! Kayles: knock down a pin of a row, or two that touch; the player who knocks down the last one wins.
//!
//! Source: Guy, Smith, *The G-values of various games* (Proc. Cambridge Philos. Soc. 52, 1956);
//! Berlekamp, Conway, Guy, *Winning Ways*, chapter 4.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::board::{ParsePositionError, start_of};
use crate::rules::on_board::debug_as_text;
use crate::rules::ruleset::digits;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{ParseMoveError, Position, Ruleset, RulesetSpec, Short};
use crate::{ByPlayer, Player};

/// The most pins of a position.
const PINS: u16 = 1000;

/// A position of Kayles: heaps, each of them pins in a row.
///
/// Either player knocks down one pin or two that touch, of one heap; the pins on the two sides are
/// heaps of their own. The player who cannot move loses. Values are nimbers.
///
/// There are at most 1000 pins in all, a limit that no move passes: to value a heap of *n* pins is to
/// value all the smaller ones, and each of them has about as many moves as pins.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Kayles, Position};
/// let position: Kayles = "3+1".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["3>2", "3>1+1", "3>1", "1>0"]);
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["2+1", "1+1+1", "1+1", "3"]);
/// assert_eq!(position.canonical_form().to_string(), "*2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Kayles {
    /// None is 0.
    heaps: SmallVec<[u16; 8]>,
}

impl Kayles {
    /// The heaps, in their order: how many pins each has.
    pub fn heaps(&self) -> &[u16] {
        &self.heaps
    }
}

/// A move of Kayles: a heap and what is left of it. It prints like `7>2+3`, `7>6` and `1>0`.
///
/// A move does not tell heaps of the same size apart, nor the two sides of a heap: the first heap of that
/// size is played on, and the smaller part is written first.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Kayles, Position, kayles::KaylesMove};
/// let position: Kayles = "1+7".parse()?;
/// let mv = KaylesMove::new(7, 3, 2);
/// assert_eq!(mv.to_string(), "7>2+3");
/// assert_eq!(position.play(Player::Right, mv)?.to_string(), "1+2+3");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KaylesMove {
    heap: u16,
    /// What is left, the smaller part first.
    parts: [u16; 2],
}

impl KaylesMove {
    /// The move that leaves two parts of a heap; a part may be 0. It need not be legal anywhere.
    pub fn new(heap: u16, part: u16, other: u16) -> KaylesMove {
        KaylesMove { heap, parts: [part.min(other), part.max(other)] }
    }

    /// How many pins are knocked down; `None` if more are left than there were.
    fn taken(self) -> Option<u16> {
        let left = self.parts[0].checked_add(self.parts[1])?;
        self.heap.checked_sub(left)
    }
}

impl fmt::Display for KaylesMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts {
            [0, rest] => write!(f, "{}>{rest}", self.heap),
            [part, other] => write!(f, "{}>{part}+{other}", self.heap),
        }
    }
}

impl Position for Kayles {
    type Move = KaylesMove;

    /// The moves: heaps in their order, each size once; one pin before two, the outermost first.
    fn moves(&self, _: Player) -> impl Iterator<Item = KaylesMove> {
        let sizes = (0..).zip(&self.heaps).filter(|&(n, heap)| !self.heaps[..n].contains(heap));
        sizes.flat_map(|(_, &heap)| {
            let rests = (1..=2).filter_map(move |taken| heap.checked_sub(taken));
            rests.flat_map(move |rest| {
                (0..=rest / 2).map(move |part| KaylesMove { heap, parts: [part, rest - part] })
            })
        })
    }

    fn play_unchecked(&mut self, _: Player, mv: KaylesMove) {
        let Some(n) = self.heaps.iter().position(|&heap| heap == mv.heap) else { return };
        if mv.taken().is_none() {
            return;
        }
        self.heaps.remove(n);
        self.heaps.insert_many(n, mv.parts.into_iter().filter(|&part| part > 0));
    }

    fn broken_rule(&self, _: Player, mv: KaylesMove) -> Option<&'static str> {
        if !self.heaps.contains(&mv.heap) {
            Some("there is no such heap")
        } else if !matches!(mv.taken(), Some(1 | 2)) {
            Some("one pin must fall, or two that touch")
        } else {
            None
        }
    }
}

impl Short for Kayles {
    /// The position itself: both players have the same moves.
    fn negative(&self) -> Self {
        self.clone()
    }

    /// The number of binary digits of all pins: a heap has as many followers as pins.
    fn size(&self) -> u32 {
        let pins: u64 = self.heaps.iter().map(|&heap| u64::from(heap)).sum();
        u64::BITS - pins.leading_zeros()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// The heaps.
    fn components(&self) -> impl Iterator<Item = Self> {
        self.heaps.iter().map(|&heap| Self { heaps: SmallVec::from_slice(&[heap]) })
    }

    /// The heaps from the smallest; two of a size are 0 and left out.
    fn normalized(&self) -> (Self, bool) {
        let mut sorted = self.heaps.clone();
        sorted.sort_unstable();
        let odd = sorted.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
        (Self { heaps: odd.map(|same| same[0]).collect() }, false)
    }
}

impl Ruleset for Kayles {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Kayles",
        about: "knock down a pin of a row, or two that touch; the rows on the two sides are apart",
        how_to_play: &[
            "Pins stand in rows. Knock down one pin, or two that touch each other. Pins on both \
                sides of a gap become rows of their own.",
            "The move 7>2+3 takes two pins out of a row of seven and leaves rows of two and three \
                pins.",
            CANNOT_MOVE_LOSES,
        ],
        written: "pins of each row, joined by `+`: 7+5+1; 0 if there are none",
        pieces: ByPlayer { left: "pin", right: "pin" },
        sizes: &[(10, 1), (20, 1), (30, 1)],
        positions: &[("three rows of pins", "7+5+1")],
        dicot: true,
        ..RulesetSpec::new("kayles")
    };

    /// One row of pins, for boards of height 1: two equal rows would only cancel.
    fn start_position(width: u8, height: u8) -> Option<Kayles> {
        (width > 0 && height == 1).then(|| Kayles { heaps: SmallVec::from_slice(&[width.into()]) })
    }

    fn read_move(&self, text: &str) -> Result<KaylesMove, ParseMoveError> {
        let read = || {
            let (heap, rest) = text.split_once('>')?;
            let (part, other) = rest.split_once('+').unwrap_or(("0", rest));
            Some(KaylesMove::new(digits(heap)?, digits(part)?, digits(other)?))
        };
        read().ok_or_else(|| {
            ParseMoveError::new(
                text,
                "expected a heap and what is left of it, like 7>2+3, 7>6 or 1>0",
            )
        })
    }
}

/// Reads numbers of pins joined by `+`, with or without blanks; `0` alone is no heap.
impl FromStr for Kayles {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Kayles, ParsePositionError> {
        let (mut heaps, mut total) = (SmallVec::new(), 0);
        if text.trim() == "0" {
            return Ok(Kayles { heaps });
        }
        for (heap, text) in text.split('+').map(str::trim).enumerate() {
            let pins = digits(text).filter(|pins| (1..=PINS).contains(pins));
            let pins = pins.ok_or_else(|| ParsePositionError::UnknownHeap {
                heap,
                text: start_of(text),
                limit: PINS.into(),
            })?;
            total += pins;
            if total > PINS {
                return Err(ParsePositionError::TooMany { what: "pins", limit: PINS.into() });
            }
            heaps.push(pins);
        }
        Ok(Kayles { heaps })
    }
}

/// Prints the heaps joined by `+`, or `0`.
impl fmt::Display for Kayles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.heaps.is_empty() {
            return f.pad("0");
        }
        let heaps: Vec<String> = self.heaps.iter().map(u16::to_string).collect();
        f.pad(&heaps.join("+"))
    }
}

debug_as_text!(Kayles);
