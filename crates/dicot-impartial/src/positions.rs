//! Heaps of a code and pairs of numbers as positions of rulesets, whose values are found by the sequences and tables.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use dicot::board::ParsePositionError;
use dicot::rules::{AnyRuleset, BoardKind, OwnedSpec, Position, RulesetSpec, Short};
use dicot::{LimitKind, Limits, Player};

use crate::code::HeapCode;
use crate::coins::CoinGame;
use crate::coordinate::CoordinateGame;
use crate::error::ParseError;
use crate::misere;
use crate::parts::ValueSet;
use crate::sequence::Sequence;

/// The ruleset of heaps or pairs that a text names, as `dicot heap` reads it: `0.77`, `Subtraction([1,3])`, `GrundysGame`, `Wythoff`.
///
/// # Errors
/// If the text does not name such a game, or one whose moves leave more than six heaps.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyzer;
/// let value = |game: &str, text: &str| {
///     let position = dicot_impartial::ruleset(game).unwrap().read(text).unwrap();
///     Analyzer::new().canonical_form(&position).unwrap().to_string()
/// };
/// assert_eq!(value("GrundysGame", "5"), "*2");
/// assert_eq!(value("Wythoff", "3,4+1,2"), "*2");
/// assert_eq!(dicot_impartial::ruleset("0.77").unwrap().spec().name, "heap-0.77");
/// ```
pub fn ruleset(text: &str) -> Result<AnyRuleset, ParseError> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let pairs = plain.to_ascii_lowercase().parse::<CoordinateGame>();
    let is_pairs = ["wythoff", "gen", "fibonacci", "takeaway", "mem"]
        .into_iter()
        .any(|name| plain.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)));
    if is_pairs {
        return Ok(ruleset_of_pairs(pairs?));
    }
    let code: HeapCode = text.parse()?;
    if code.most_heaps() > MAX_HEAPS {
        let why = format!("moves of positions leave at most {MAX_HEAPS} heaps");
        return Err(ParseError::new(0, why));
    }
    Ok(Game::Heaps(code).ruleset())
}

/// The ruleset of pairs of numbers.
///
/// # Examples
/// ```
/// use dicot_impartial::{Bounds, CoordinateGame, ruleset_of_pairs};
/// let squares = Bounds::new("k -> k*k", &[0, 1, 4, 9, 16]);
/// let ruleset = ruleset_of_pairs(CoordinateGame::TakeAwayTo(squares));
/// assert_eq!(ruleset.read("3,4").unwrap().to_string(), "3,4");
/// ```
pub fn ruleset_of_pairs(game: CoordinateGame) -> AnyRuleset {
    Game::Pairs(game).ruleset()
}

/// The ruleset of heaps by the options of each: `options[n]` are the heaps that the moves on a heap of n leave. Heaps have as
/// many counters as there are options for.
///
/// # Errors
/// If there is no heap, or an option of a heap has a heap that is not smaller, or more than six of them: the message says where.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyzer;
/// // Split a heap in two.
/// let splits = |n: u16| (1..n).map(|k| vec![k, n - k]).collect();
/// let options: Vec<Vec<Vec<u16>>> = (0..=5).map(splits).collect();
/// let ruleset = dicot_impartial::ruleset_of_options("splits", &options)?;
/// let value = |text: &str| Analyzer::new().canonical_form(&ruleset.read(text).unwrap()).unwrap();
/// assert_eq!((value("3").to_string(), value("4").to_string()), ("0".into(), "*".into()));
/// # Ok::<_, String>(())
/// ```
pub fn ruleset_of_options(name: &str, options: &[Vec<Vec<u16>>]) -> Result<AnyRuleset, String> {
    let rests = (0u16..).zip(options).map(|(n, options)| {
        let rests = options.iter().map(|heaps| {
            let mut rest = Rest::NOTHING;
            for &heap in heaps.iter().filter(|&&heap| heap > 0) {
                if heap >= n {
                    return Err(format!(
                        "a move on the heap {n} leaves {heap}, which is not smaller"
                    ));
                }
                if usize::from(rest.len) == MAX_HEAPS {
                    return Err(format!(
                        "a move on the heap {n} leaves more than {MAX_HEAPS} heaps"
                    ));
                }
                rest = rest.with(heap);
            }
            Ok(rest)
        });
        rests.collect()
    });
    let rests: Vec<Vec<Rest>> = rests.collect::<Result<_, String>>()?;
    if rests.is_empty() {
        return Err("there is no heap".to_owned());
    }
    Ok(Game::Options(HeapOptions { name: name.to_owned(), rests }).ruleset())
}

/// The ruleset of a game in which coins are turned, `"1-3"`: of rows of coins, `"hth"`, or of heaps, one for each coin that is heads.
///
/// # Errors
/// If the text is not that of such a game.
///
/// # Examples
/// ```
/// use dicot_impartial::{HeapSum, ruleset_of_coins};
/// let row = ruleset_of_coins("1-3", true)?.read("hth").unwrap();
/// assert_eq!(row.to_type::<HeapSum>().unwrap().nim_value(), 5);
/// let heaps = ruleset_of_coins("1-3", false)?.read("1+3").unwrap();
/// assert_eq!(heaps.to_type::<HeapSum>().unwrap().nim_value(), 5);
/// # Ok::<_, dicot_impartial::ParseError>(())
/// ```
pub fn ruleset_of_coins(text: &str, is_row: bool) -> Result<AnyRuleset, ParseError> {
    let game: CoinGame = text.parse()?;
    Ok(Game::Coins { game, text: text.trim().to_owned(), is_row }.ruleset())
}

/// The ruleset in which each move is one of either of two rulesets of heaps, which are given by their positions.
pub fn ruleset_of_join(name: &str, [first, second]: [&HeapSum; 2]) -> AnyRuleset {
    let most = first.rules.most.min(second.rules.most).min(MAX_JOINED);
    let (mut rests, mut count) = (Vec::new(), 0);
    for heap in (0..=most).map(Part::heap) {
        let mut both: Vec<Rest> = match heap.first {
            0 => Vec::new(),
            _ => [first, second].into_iter().flat_map(|of| of.rules.rests(heap)).collect(),
        };
        both.sort_unstable();
        both.dedup();
        count += both.len();
        if count > MAX_JOINED_MOVES {
            break;
        }
        rests.push(both);
    }
    Game::Options(HeapOptions { name: name.to_owned(), rests }).ruleset()
}

/// The most moves on all heaps of a join together: their memory is some megabytes. Larger heaps are left out.
const MAX_JOINED_MOVES: usize = 100_000;

/// The largest heap of a join, whose options are all computed first.
const MAX_JOINED: u16 = 100;

/// The most heaps that a move leaves of one.
const MAX_HEAPS: usize = 6;

/// The most counters of all heaps of a game by its options, however large one may be.
const MOST_BY_OPTIONS: u16 = 1000;

/// What is played on heaps or pairs.
#[derive(Debug, PartialEq, Eq)]
enum Game {
    Heaps(HeapCode),
    Pairs(CoordinateGame),
    Options(HeapOptions),
    /// Coins that are turned, by the text of the game: in a row, or each as a heap.
    Coins {
        game: CoinGame,
        text: String,
        is_row: bool,
    },
}

/// The options of each heap from 0 on.
#[derive(Debug, PartialEq, Eq)]
struct HeapOptions {
    name: String,
    rests: Vec<Vec<Rest>>,
}

impl HeapOptions {
    /// The nim values of the heaps to the largest one.
    fn values(&self, largest: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for rests in self.rests.iter().take(largest + 1) {
            let mut options = ValueSet::default();
            for rest in rests {
                let parts = rest.parts().iter().map(|part| values[usize::from(part.first)]);
                options.insert(parts.fold(0, |sum, value| sum ^ value));
            }
            values.push(options.mex());
        }
        values
    }
}

impl Game {
    fn ruleset(self) -> AnyRuleset {
        let most = match &self {
            Game::Options(heaps) => (heaps.rests.len() - 1).min(u16::MAX.into()) as u16,
            Game::Pairs(_) => 255,
            Game::Coins { game, .. } => game.most_listed(),
            Game::Heaps(code) => match code.most_heaps() {
                ..=2 => 1000,
                3 => 100,
                _ => 24,
            },
        };
        let spec = self.spec();
        let rules = Arc::new(Rules { game: self, most, known: Default::default() });
        AnyRuleset::new(spec, move |text| Ok(read(text, &rules)?))
    }

    fn spec(&self) -> OwnedSpec {
        const HEAPS: &RulesetSpec = &RulesetSpec {
            family: "Heaps",
            how_to_play: &[
                "Counters are in heaps. Digit number j of the code says whether j counters may be taken from a heap, and what must be \
                    left of it: the digit is the sum of 1 for nothing, 2 for one heap, 4 for two heaps, 8 for three.",
                "A player who cannot move loses.",
            ],
            board: BoardKind::Heaps,
            written: "counters of each heap, joined by `+`: 7+5; 0 if there are none",
            start: Some("9+7"),
            dicot: true,
            ..RulesetSpec::new("heap")
        };
        const PAIRS: &RulesetSpec = &RulesetSpec {
            family: "Heaps",
            how_to_play: &["A player who cannot move loses."],
            written: "pairs joined by `+`: 7,4+9,5; 0 if there are none",
            start: Some("9,7"),
            dicot: true,
            ..RulesetSpec::new("heap")
        };
        const BY_FUNCTION: &RulesetSpec = &RulesetSpec { how_to_play: &[], start: None, ..*HEAPS };
        const COINS: &RulesetSpec = &RulesetSpec {
            how_to_play: &[
                "A move turns coins, the rightmost of them from heads to tails.",
                "A player who cannot move loses.",
            ],
            written: "coins in a row, heads or tails: hth",
            start: None,
            ..*PAIRS
        };
        const SPAWNING: &RulesetSpec = &RulesetSpec {
            how_to_play: &[
                "A heap is a coin that is heads, by its place in a row; a move removes it, and adds heaps for the other coins that are turned.",
                "A player who cannot move loses.",
            ],
            start: None,
            ..*HEAPS
        };
        let name_of = |text: String| format!("heap-{}", text.to_ascii_lowercase());
        let (of, name, title, about) = match self {
            Game::Heaps(code) => {
                let about = format!("take and break heaps by the code {code}");
                (HEAPS, name_of(code.to_string()), format!("Heaps of {code}"), about)
            }
            Game::Pairs(game) if game.is_by_function() => {
                (PAIRS, game.to_string(), game.to_string(), game.about())
            }
            Game::Pairs(game) => {
                (PAIRS, name_of(game.to_string()), format!("Heaps of {game}"), game.about())
            }
            Game::Coins { game, text, is_row } => {
                let (of, name) = if *is_row { (COINS, "Turning") } else { (SPAWNING, "Spawning") };
                (of, format!("{name}({text:?})"), format!("{name} {text}"), game.to_string())
            }
            Game::Options(heaps) => {
                let about = "heaps by a function that lists the options of each".to_owned();
                (BY_FUNCTION, heaps.name.clone(), "Heaps by a function".to_owned(), about)
            }
        };
        OwnedSpec { name, title, about, ..of.owned().clone() }
    }
}

pub(crate) struct Rules {
    game: Game,
    /// The most counters of a position, or the largest number of a pair.
    pub(crate) most: u16,
    /// For the parts up to 8, 16, 32 and so on.
    known: [OnceLock<Known>; LEVELS],
}

/// Levels of sizes up to 1024.
const LEVELS: usize = 8;

/// The nim values of all parts, and the first part of each value.
struct Known {
    values: HashMap<Part, u32>,
    first: HashMap<u32, Part>,
}

impl Rules {
    /// What is known of parts whose numbers are at most this.
    fn known(&self, largest: u16) -> &Known {
        let level = usize::from(largest).div_ceil(8).next_power_of_two().ilog2() as usize;
        self.known[level].get_or_init(|| {
            let limits = Limits::default();
            let most = usize::from(self.most).min(8 << level);
            let mut parts: Vec<(Part, u32)> = Vec::new();
            match &self.game {
                Game::Heaps(code) => {
                    let mut sequence = Sequence::new(code.clone());
                    // Without limits it ends without an error.
                    let _ = sequence.extend_to(most, &limits);
                    let values = (0..).map(Part::heap).zip(sequence.values().iter().copied());
                    parts.extend(values);
                }
                Game::Options(heaps) => {
                    parts.extend((0..).map(Part::heap).zip(heaps.values(most)));
                }
                Game::Coins { game, .. } => {
                    let values = game.values(most, &limits).unwrap_or_default();
                    parts.extend((1..).map(Part::heap).zip(values));
                }
                Game::Pairs(game) => {
                    let table = game.table(most, most, &limits).unwrap_or_default();
                    for (row, values) in (0..).zip(table) {
                        let pair =
                            |(column, value)| (Part { first: row, second: Some(column) }, value);
                        parts.extend((0..).zip(values).map(pair));
                    }
                }
            }
            let size = |part: &Part| part.first + part.second.unwrap_or(0);
            let mut first: Vec<(Part, u32)> = parts.clone();
            first.sort_by_key(|(part, _)| Reverse((size(part), *part)));
            Known {
                values: parts.into_iter().collect(),
                first: first.into_iter().map(|(part, value)| (value, part)).collect(),
            }
        })
    }

    /// What the moves on a part leave, each once.
    pub(crate) fn rests(&self, part: Part) -> Vec<Rest> {
        let mut rests = match (&self.game, part.second) {
            (Game::Options(heaps), _) => heaps.rests[usize::from(part.first)].clone(),
            (Game::Coins { game, .. }, _) => {
                let others = |coins: Vec<usize>| {
                    coins.into_iter().fold(Rest::NOTHING, |rest, coin| rest.with(coin as u16 + 1))
                };
                game.turned(usize::from(part.first) - 1).into_iter().map(others).collect()
            }
            (Game::Heaps(code), _) => {
                let add = |rest: Rest, heap: usize| Ok::<_, LimitKind>(rest.with(heap as u16));
                let heap = usize::from(part.first);
                misere::options(code, heap, Rest::NOTHING, &Limits::default(), add)
                    .unwrap_or_default()
            }
            (Game::Pairs(game), second) => {
                let mut rests = Vec::new();
                let second = usize::from(second.unwrap_or(0));
                game.for_options(part.first.into(), second, |(row, column)| {
                    let pair = Part { first: row as u16, second: Some(column as u16) };
                    rests.push(Rest { parts: [pair; MAX_HEAPS], len: 1 });
                });
                rests
            }
        };
        rests.sort_unstable();
        rests.dedup();
        rests
    }
}

/// A heap, or a pair of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part {
    pub(crate) first: u16,
    second: Option<u16>,
}

impl Part {
    pub(crate) fn heap(counters: u16) -> Part {
        Part { first: counters, second: None }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.second {
            None => self.first.fmt(f),
            Some(second) => write!(f, "{},{second}", self.first),
        }
    }
}

/// What a move leaves of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rest {
    len: u8,
    parts: [Part; MAX_HEAPS],
}

impl Rest {
    const NOTHING: Rest = Rest { len: 0, parts: [Part { first: 0, second: None }; MAX_HEAPS] };

    /// One heap more, in rising order.
    fn with(self, heap: u16) -> Rest {
        let mut rest = self;
        let len = usize::from(rest.len);
        rest.parts[len] = Part::heap(heap);
        rest.parts[..=len].sort_unstable();
        rest.len += 1;
        rest
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts[..self.len.into()]
    }
}

/// A move: a heap or a pair, and what is left of it. It prints like `7>2+3` and `3,4>1,2`.
///
/// Equal heaps have the same moves; the first one is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapSumMove {
    part: Part,
    rest: Rest,
}

impl fmt::Display for HeapSumMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.part, joined(self.rest.parts()))
    }
}

fn joined(parts: &[Part]) -> String {
    match parts {
        [] => "0".to_owned(),
        parts => parts.iter().map(Part::to_string).collect::<Vec<_>>().join("+"),
    }
}

/// A position of heaps or of pairs of numbers: see [`ruleset`].
///
/// # Decomposition
/// A position is the sum of its heaps.
#[derive(Clone)]
pub struct HeapSum {
    parts: Vec<Part>,
    pub(crate) rules: Arc<Rules>,
}

impl HeapSum {
    /// The code of the heaps; `None` for pairs.
    pub fn code(&self) -> Option<&HeapCode> {
        match &self.rules.game {
            Game::Heaps(code) => Some(code),
            _ => None,
        }
    }

    /// The game in which coins are turned, each of which is a heap; `None` for other heaps and for pairs.
    pub fn coins(&self) -> Option<&CoinGame> {
        match &self.rules.game {
            Game::Coins { game, .. } => Some(game),
            _ => None,
        }
    }

    /// Whether the heaps are the coins of a row.
    fn is_row(&self) -> bool {
        matches!(self.rules.game, Game::Coins { is_row: true, .. })
    }

    /// The game on pairs of numbers; `None` for heaps.
    pub fn pairs(&self) -> Option<&CoordinateGame> {
        match &self.rules.game {
            Game::Pairs(game) => Some(game),
            _ => None,
        }
    }

    /// The nim value: the nim sum of those of the heaps or pairs, which are known together.
    ///
    /// # Examples
    /// ```
    /// use dicot_impartial::HeapSum;
    /// let kayles = dicot_impartial::ruleset("0.77").unwrap();
    /// let heaps: HeapSum = kayles.read("7+5").unwrap().to_type().unwrap();
    /// assert_eq!(heaps.nim_value(), 2 ^ 4);
    /// ```
    pub fn nim_value(&self) -> u32 {
        let values = self.known_values();
        self.parts.iter().fold(0, |sum, part| sum ^ values.values[part])
    }

    /// What is known of parts up to the largest of the position.
    fn known_values(&self) -> &Known {
        let numbers = self.parts.iter().map(|part| part.first.max(part.second.unwrap_or(0)));
        self.rules.known(numbers.max().unwrap_or(0))
    }

    fn with(&self, parts: Vec<Part>) -> HeapSum {
        HeapSum { parts, rules: self.rules.clone() }
    }
}

/// Reads heaps or pairs joined by `+`; `0` is the empty position.
fn read(text: &str, rules: &Arc<Rules>) -> Result<HeapSum, ParsePositionError> {
    let (mut parts, mut total) = (Vec::new(), 0_u32);
    let most = rules.most;
    if let Game::Coins { is_row: true, .. } = rules.game
        && text.trim() != "0"
    {
        return read_row(text.trim(), rules);
    }
    let is_pairs = matches!(rules.game, Game::Pairs(_));
    let in_all = match rules.game {
        Game::Options(_) | Game::Coins { .. } => most.max(MOST_BY_OPTIONS),
        _ => most,
    };
    if text.trim() != "0" {
        for (heap, text) in text.split('+').map(str::trim).enumerate() {
            let number = |text: &str| {
                let is_number = text.bytes().all(|b| b.is_ascii_digit());
                text.parse::<u16>().ok().filter(|n| is_number && *n <= most)
            };
            let part = match (is_pairs, text.split_once(',')) {
                (true, Some((first, second))) => number(first.trim())
                    .zip(number(second.trim()))
                    .map(|(first, second)| Part { first, second: Some(second) }),
                (false, None) => number(text).filter(|&heap| heap > 0).map(Part::heap),
                _ => None,
            };
            let (what, limit) = match is_pairs {
                true => ("a pair like 3,4, each number", most.into()),
                false => ("counters", most.into()),
            };
            let unknown = || ParsePositionError::UnknownHeap {
                heap,
                text: text.chars().take(20).collect(),
                what,
                limit,
            };
            let part = part.ok_or_else(unknown)?;
            total += if is_pairs { 1 } else { part.first.into() };
            if total > u32::from(in_all) {
                let what = if is_pairs { "pairs" } else { "counters" };
                return Err(ParsePositionError::TooMany { what, limit: in_all.into() });
            }
            parts.push(part);
        }
    }
    Ok(HeapSum { parts, rules: rules.clone() })
}

/// Reads coins in a row: `hth`.
fn read_row(text: &str, rules: &Arc<Rules>) -> Result<HeapSum, ParsePositionError> {
    if text.chars().count() > usize::from(rules.most) {
        return Err(ParsePositionError::TooMany { what: "coins", limit: rules.most.into() });
    }
    let mut parts = Vec::new();
    for (coin, letter) in (1..).zip(text.chars()) {
        match letter {
            'h' | 'H' => parts.push(Part::heap(coin)),
            't' | 'T' => {}
            _ => {
                let (heap, text) = (0, text.chars().take(20).collect());
                let (what, limit) = ("coins in a row like hth, each place", rules.most.into());
                return Err(ParsePositionError::UnknownHeap { heap, text, what, limit });
            }
        }
    }
    Ok(HeapSum { parts, rules: rules.clone() })
}

impl PartialEq for HeapSum {
    fn eq(&self, other: &HeapSum) -> bool {
        let is_same = || self.rules.game == other.rules.game;
        self.parts == other.parts && (Arc::ptr_eq(&self.rules, &other.rules) || is_same())
    }
}

impl Eq for HeapSum {}

/// Without the rules, which all positions of a ruleset share.
impl Hash for HeapSum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts.hash(state);
    }
}

impl fmt::Display for HeapSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_row() {
            return f.pad(&joined(&self.parts));
        }
        let last = self.parts.iter().map(|part| part.first).max().unwrap_or(1);
        let is_head = |coin| self.parts.contains(&Part::heap(coin));
        let row: String = (1..=last).map(|coin| if is_head(coin) { 'h' } else { 't' }).collect();
        f.pad(&row)
    }
}

impl fmt::Debug for HeapSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HeapSum({self})")
    }
}

impl Position for HeapSum {
    type Move = HeapSumMove;

    /// The moves: parts in their order, equal ones once.
    fn moves(&self, _: Player) -> impl Iterator<Item = HeapSumMove> {
        let parts = self.parts.iter().enumerate();
        let first = parts.filter(|&(n, part)| !self.parts[..n].contains(part));
        first.flat_map(|(_, &part)| {
            self.rules.rests(part).into_iter().map(move |rest| HeapSumMove { part, rest })
        })
    }

    fn term_of(&self, mv: HeapSumMove) -> Option<usize> {
        self.parts.iter().position(|&part| part == mv.part)
    }

    fn play_unchecked(&mut self, _: Player, mv: HeapSumMove) {
        if let Some(n) = self.term_of(mv) {
            self.parts.splice(n..=n, mv.rest.parts().iter().copied());
            if self.is_row() {
                // A coin that is turned twice is as it was.
                self.parts.sort_unstable();
                let twice =
                    |part: &Part| self.parts.iter().filter(|other| *other == part).count() > 1;
                self.parts = self.parts.iter().copied().filter(|part| !twice(part)).collect();
            }
        }
    }
}

impl Short for HeapSum {
    /// The position itself: both players have the same moves.
    fn negative(&self) -> HeapSum {
        self.clone()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// The heaps or pairs.
    fn components(&self) -> impl Iterator<Item = HeapSum> {
        self.parts.iter().map(|&part| self.with(vec![part]))
    }

    /// The first heap or pair with the nim value of the position, if there is one; else of each heap or pair.
    fn normalized(&self) -> (HeapSum, bool) {
        let known = self.known_values();
        let values: Vec<u32> = self.parts.iter().map(|part| known.values[part]).collect();
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let parts = match (sum, known.first.get(&sum)) {
            (0, _) => Vec::new(),
            (_, Some(part)) => vec![*part],
            (_, None) => values.iter().map(|value| known.first[value]).collect(),
        };
        (self.with(parts), false)
    }
}
