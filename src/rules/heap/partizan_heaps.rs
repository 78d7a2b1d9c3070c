//! Heaps from which Left and Right take and break by an octal code of their own.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapter 4 (octal codes); Fraenkel, Kotzig, *Partizan octal games*
//! (1987); Mesdal, *Partizan splittles* (Games of No Chance 3, 2009).

use std::error::Error;
use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::board::start_of;
use crate::rules::ruleset::digits;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    AnyRuleset, BoardKind, OwnedSpec, RulesetSpec,
    heap::terms::{Rest, Term, TermSum},
};
use crate::{ByPlayer, Player};

/// The octal code of a player: from a heap the player takes *j* counters and leaves none, one or two heaps, if digit *j* has
/// the bit 1, 2 or 4.
///
/// The digit before the point is that of no counters, and 0 or 4: 4 splits a heap in two. `0.3` takes one counter,
/// `0.33` one or two, `0.77` is Kayles. A code has at most 64 digits after the point; zeros at its end do not count.
///
/// # Examples
/// ```
/// use dicot::rules::heap::partizan_heaps::HeapCode;
/// let code: HeapCode = "0.0330".parse()?;
/// assert_eq!(code.to_string(), "0.033");
/// assert_eq!("2.3".parse::<HeapCode>().unwrap_err().to_string(),
///     "\"2.3\" is not the code of a player: expected 0 or 4, a point, and octal digits, as in 0.33 or 4.07");
/// # Ok::<_, dicot::rules::heap::partizan_heaps::ParseHeapCodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeapCode {
    /// The digits from that of no counters, the lowest first, three bits each.
    words: [u64; 4],
}

const MAX_DIGITS: usize = 64;
const DIGITS_OF_WORD: usize = 21;

impl HeapCode {
    /// The digits from that of no counters; the last one is not 0, but for the first.
    fn digits(&self) -> impl Iterator<Item = u8> {
        let all = (0..=MAX_DIGITS)
            .map(|n| (self.words[n / DIGITS_OF_WORD] >> (3 * (n % DIGITS_OF_WORD)) & 7) as u8);
        let last = all.clone().enumerate().filter(|&(_, digit)| digit > 0).last();
        all.take(last.map_or(0, |(n, _)| n) + 1)
    }

    /// What each move leaves of a heap, each once, the smaller heap first.
    fn rests(&self, heap: u16) -> impl Iterator<Item = [u16; 2]> {
        let digits = (0..=heap).zip(self.digits());
        digits.flat_map(move |(taken, digit)| {
            let rest = heap - taken;
            let smaller = (0..=rest / 2).filter(move |&part| {
                let heaps = u8::from(part > 0) + u8::from(rest > 0);
                digit >> heaps & 1 == 1
            });
            smaller.map(move |part| [part, rest - part])
        })
    }
}

impl FromStr for HeapCode {
    type Err = ParseHeapCodeError;

    fn from_str(text: &str) -> Result<HeapCode, ParseHeapCodeError> {
        let text = text.trim();
        let read = || {
            let (first, rest) = text.split_once('.')?;
            let rest = rest.trim_end_matches('0');
            let is_code = matches!(first, "0" | "4") && rest.len() <= MAX_DIGITS;
            let digits = is_code.then(|| first.chars().chain(rest.chars()));
            let mut words = [0; 4];
            for (n, digit) in digits?.enumerate() {
                let digit = u64::from(digit.to_digit(8)?);
                words[n / DIGITS_OF_WORD] |= digit << (3 * (n % DIGITS_OF_WORD));
            }
            Some(HeapCode { words })
        };
        read().ok_or_else(|| ParseHeapCodeError { text: start_of(text) })
    }
}

impl Display for HeapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, digit) in self.digits().enumerate() {
            write!(f, "{digit}{}", if n == 0 { "." } else { "" })?;
        }
        f.write_str(if self.digits().nth(1).is_none() { "0" } else { "" })
    }
}

/// Why a text is not a [`HeapCode`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseHeapCodeError {
    text: String,
}

impl Display for ParseHeapCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        write!(
            f,
            "{text:?} is not the code of a player: expected 0 or 4, a point, and octal digits, "
        )?;
        f.write_str("as in 0.33 or 4.07")
    }
}

impl Error for ParseHeapCodeError {}

/// A heap under a [code](HeapCode) for each player. With a minus sign, the players are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartizanHeap {
    counters: u16,
    is_negative: bool,
    /// Those of Left and of Right.
    codes: [HeapCode; 2],
}

/// Without the codes, which all heaps of a ruleset share.
impl Hash for PartizanHeap {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.counters, self.is_negative).hash(state);
    }
}

/// Heaps under a [code](HeapCode) for each player, of at most 1000 counters in all.
///
/// # Examples
/// Left takes one counter, Right takes two:
/// ```
/// use dicot::analysis::Analyzer;
/// use dicot::rules::PartizanHeaps;
/// let ruleset = PartizanHeaps::ruleset("0.3".parse()?, "0.03".parse()?);
/// assert_eq!(ruleset.spec().name, "partizan-heap-0.3-0.03");
/// let value = |text: &str| -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
///     Ok(Analyzer::new().canonical_form(&ruleset.read(text)?)?.to_string())
/// };
/// assert_eq!([value("1")?, value("2")?, value("5+-5")?], ["1", "{1|0}", "0"]);
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub type PartizanHeaps = TermSum<PartizanHeap>;

impl PartizanHeaps {
    /// The ruleset of these codes.
    pub fn ruleset(left: HeapCode, right: HeapCode) -> AnyRuleset {
        const EXPECTED: &str = "a number of counters from 1 to 1000";
        const SPEC: &RulesetSpec = &RulesetSpec {
            family: "Heaps",
            how_to_play: &[
                "Counters are in heaps. Digit number j of a player's code says whether j counters may be taken from a \
                    heap, and what must be left of it: the digit is the sum of 1 for nothing, 2 for one heap, 4 for \
                    two heaps.",
                "A heap with a minus sign is played with the players exchanged.",
                CANNOT_MOVE_LOSES,
            ],
            board: BoardKind::Heaps,
            written: "counters of each heap, joined by `+`: 7+5; -7 with the players exchanged; 0 if there are none",
            pieces: ByPlayer { left: "counter", right: "counter" },
            start: Some("9+7"),
            ..RulesetSpec::new("partizan-heap")
        };
        let spec = OwnedSpec {
            name: format!("partizan-heap-{left}-{right}"),
            title: format!("Heaps of {left} and {right}"),
            about: format!("take and break heaps, Left by the code {left}, Right by {right}"),
            ..SPEC.owned().clone()
        };
        let read = move |text: &str| {
            let (heap, is_negative) = match text.strip_prefix('-') {
                Some(heap) => (heap, true),
                None => (text, false),
            };
            let counters =
                digits(heap).filter(|n| (1..=PartizanHeap::MAX_WEIGHT).contains(&u32::from(*n)));
            Some(PartizanHeap { counters: counters?, is_negative, codes: [left, right] })
        };
        AnyRuleset::new(spec, move |text| Ok(PartizanHeaps::read(text, EXPECTED, read)?))
    }
}

impl Term for PartizanHeap {
    const MAX_WEIGHT: u32 = 1000;
    const UNIT: &'static str = "counters";

    fn weight(self) -> u32 {
        self.counters.into()
    }

    fn rests(self, player: Player) -> Vec<Rest<PartizanHeap>> {
        let code = &self.codes[if self.is_negative { !player } else { player } as usize];
        let rests = code.rests(self.counters).filter_map(move |heaps| {
            let heaps = heaps.into_iter().filter(|&heap| heap > 0);
            Rest::of(heaps.map(|counters| PartizanHeap { counters, ..self }))
        });
        rests.collect()
    }

    fn negative(self) -> PartizanHeap {
        PartizanHeap { is_negative: !self.is_negative, ..self }
    }
}

impl Display for PartizanHeap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negative { "-" } else { "" }, self.counters)
    }
}
