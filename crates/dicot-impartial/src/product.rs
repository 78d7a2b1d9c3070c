//! Products of rulesets of heaps: positions that are sums of pairs of heaps, or of heaps with other moves for each player.
//!
//! Sources: Berlekamp, Conway, Guy, *Winning Ways*, chapter 14 (acrostic twins, the Tartan theorem) and chapter 2 (Cutcake).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dicot::Player;
use dicot::board::ParsePositionError;
use dicot::rules::{AnyRuleset, OwnedSpec, Position, RulesetSpec, Short};

use crate::positions::{HeapSum, Part, Rest, Rules};

/// What a move on a pair of heaps is, by the moves on the heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Product {
    /// A move on one of the heaps leaves several: each is a pair with the other heap.
    Acrostic,
    /// A move on both heaps: it leaves the pairs of a new heap and a new one, a new one and the old one, the old one and a new one.
    Direct,
    /// Left moves on the second heap by the first ruleset, and Right on the first heap by the second one, as in Cutcake; each new heap is a
    /// pair with the other heap.
    Cake,
    /// One heap, on which Left moves by the first ruleset and Right by the second one.
    PartizanJoin,
}

impl Product {
    /// The ruleset of a product of two rulesets of heaps, which are given by their positions. Its name is that by which it is read.
    ///
    /// # Examples
    /// ```
    /// use dicot::analysis::Analyzer;
    /// use dicot_impartial::{HeapSum, Product, ruleset};
    /// let nim: HeapSum = ruleset("Nim")?.read("0").unwrap().to_type().unwrap();
    /// let nims = Product::Direct.ruleset("Nim x Nim", [&nim, &nim]);
    /// let value = |text: &str| Analyzer::new().canonical_form(&nims.read(text).unwrap()).unwrap();
    /// // The nim product of 2 and 3.
    /// assert_eq!(value("2,3").to_string(), "*");
    /// # Ok::<_, dicot_impartial::ParseError>(())
    /// ```
    pub fn ruleset(self, name: &str, of: [&HeapSum; 2]) -> AnyRuleset {
        const SPEC: &RulesetSpec = &RulesetSpec {
            family: "Heaps",
            how_to_play: &["A player who cannot move loses."],
            ..RulesetSpec::new("product")
        };
        let about = match self {
            Product::Acrostic => {
                "a move on one heap of a pair; each new heap is a pair with the other one"
            }
            Product::Direct => "a move on both heaps of a pair leaves pairs of new and old heaps",
            Product::Cake => "Left moves on the second heap of a pair, Right on the first one",
            Product::PartizanJoin => "Left moves on heaps by one ruleset, Right by another one",
        };
        let written = match self {
            Product::PartizanJoin => {
                "counters of each heap, joined by `+`: 7+5; 0 if there are none"
            }
            _ => "pairs joined by `+`: 7,4+9,5; 0 if there are none",
        };
        let spec = OwnedSpec {
            name: name.to_owned(),
            title: name.to_owned(),
            about: about.to_owned(),
            written: written.into(),
            dicot: self.is_impartial(),
            ..SPEC.owned().clone()
        };
        let of = of.map(|heaps| heaps.rules.clone());
        let most = of.each_ref().map(|rules| ProductRules::most_with_few_moves(rules));
        let rules = Arc::new(ProductRules { product: self, of, most });
        AnyRuleset::new(spec, move |text| Ok(read(text, &rules)?))
    }

    fn is_impartial(self) -> bool {
        matches!(self, Product::Acrostic | Product::Direct)
    }
}

struct ProductRules {
    product: Product,
    of: [Arc<Rules>; 2],
    /// The most counters of a heap of each.
    most: [u16; 2],
}

impl ProductRules {
    /// The most counters of a heap. A first choice: the values of pairs soon take long.
    const MAX_HEAP: u16 = 60;
    /// The most moves on a heap: a move on a pair may be one of each.
    const MAX_MOVES: usize = 140;
    /// The most pairs that are read.
    const MAX_PAIRS: usize = 100;

    /// The most counters of the first or the second heap.
    fn most(&self, index: usize) -> u16 {
        // In a cake, each player moves on the heap of the other ruleset's place.
        let index = if self.product == Product::Cake { 1 - index } else { index };
        self.most[index]
    }

    /// The most counters up to which heaps have few moves.
    fn most_with_few_moves(rules: &Rules) -> u16 {
        let most = rules.most.min(Self::MAX_HEAP);
        let has_many = |heap: &u16| rules.rests(Part::heap(*heap)).len() > Self::MAX_MOVES;
        (1..=most).find(has_many).map_or(most, |heap| heap - 1)
    }

    /// What the moves on a heap leave.
    fn rests(&self, index: usize, heap: u16) -> Vec<Option<Rest>> {
        let rests = if heap == 0 { Vec::new() } else { self.of[index].rests(Part::heap(heap)) };
        rests.into_iter().map(Some).collect()
    }

    /// The moves of a player on a pair.
    fn moves(&self, pair: Pair, player: Player) -> Vec<ProductMove> {
        let is_left = (player == Player::Left) != pair.is_negative;
        let [first, second] = pair.heaps;
        let none = || vec![None];
        let by = |first: Vec<Option<Rest>>, second: Vec<Option<Rest>>| {
            let second = &second;
            let moves = first.into_iter().flat_map(move |first| {
                second.iter().map(move |&second| ProductMove {
                    product: self.product,
                    pair,
                    rests: [first, second],
                })
            });
            moves.collect::<Vec<ProductMove>>()
        };
        match self.product {
            Product::Acrostic => {
                let mut moves = by(self.rests(0, first), none());
                moves.extend(by(none(), self.rests(1, second)));
                moves
            }
            Product::Direct => by(self.rests(0, first), self.rests(1, second)),
            Product::Cake if is_left => by(none(), self.rests(0, second)),
            Product::Cake => by(self.rests(1, first), none()),
            Product::PartizanJoin => by(self.rests(usize::from(!is_left), first), none()),
        }
    }
}

/// A pair of heaps, or a heap as the first of them. With a minus sign, the players are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pair {
    heaps: [u16; 2],
    is_negative: bool,
}

/// A move: a pair, and what is left of its heaps on which it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProductMove {
    product: Product,
    pair: Pair,
    rests: [Option<Rest>; 2],
}

impl ProductMove {
    /// The pairs that are left.
    fn left(&self) -> Vec<Pair> {
        let [first, second] = self.pair.heaps;
        let heaps = |rest: Option<Rest>, old: u16| -> Vec<u16> {
            match rest {
                Some(rest) => rest.parts().iter().map(|part| part.first).collect(),
                None => vec![old],
            }
        };
        let mut left = Vec::new();
        let mut add = |first: &[u16], second: &[u16]| {
            for &first in first {
                left.extend(
                    second.iter().map(|&second| Pair { heaps: [first, second], ..self.pair }),
                );
            }
        };
        let (new_first, new_second) = (heaps(self.rests[0], first), heaps(self.rests[1], second));
        add(&new_first, &new_second);
        if let [Some(_), Some(_)] = self.rests {
            add(&new_first, &[second]);
            add(&[first], &new_second);
        }
        left
    }
}

fn joined(product: Product, pairs: &[Pair]) -> String {
    let text = |pair: &Pair| {
        let sign = if pair.is_negative { "-" } else { "" };
        match (product, pair.heaps) {
            (Product::PartizanJoin, [heap, _]) => format!("{sign}{heap}"),
            (_, [first, second]) => format!("{sign}{first},{second}"),
        }
    };
    match pairs {
        [] => "0".to_owned(),
        pairs => pairs.iter().map(text).collect::<Vec<_>>().join("+"),
    }
}

impl fmt::Display for ProductMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] =
            [vec![self.pair], self.left()].map(|pairs| joined(self.product, &pairs));
        write!(f, "{before}>{after}")
    }
}

/// A position of a [product](Product): a sum of pairs of heaps.
#[derive(Clone)]
struct ProductSum {
    pairs: Vec<Pair>,
    rules: Arc<ProductRules>,
}

fn read(text: &str, rules: &Arc<ProductRules>) -> Result<ProductSum, ParsePositionError> {
    let mut pairs = Vec::new();
    let is_join = rules.product == Product::PartizanJoin;
    for (heap, text) in text.split('+').map(str::trim).enumerate() {
        if text == "0" {
            continue;
        }
        let is_negative = text.starts_with('-');
        let plain = text.strip_prefix('-').unwrap_or(text);
        let number = |text: &str, index: usize| {
            let is_number = text.bytes().all(|b| b.is_ascii_digit());
            text.parse::<u16>().ok().filter(|n| is_number && *n <= rules.most(index))
        };
        let heaps = match (is_join, plain.split_once(',')) {
            (true, None) => number(plain, 0).zip(number(plain, 1)).map(|(heap, _)| [heap, 0]),
            (false, Some((first, second))) => {
                number(first.trim(), 0).zip(number(second.trim(), 1)).map(<[u16; 2]>::from)
            }
            _ => None,
        };
        let (what, limit) = match is_join {
            true => ("counters", rules.most(0).min(rules.most(1)).into()),
            false => ("a pair like 3,4, each number", ProductRules::MAX_HEAP.into()),
        };
        let unknown = || ParsePositionError::UnknownHeap {
            heap,
            text: text.chars().take(20).collect(),
            what,
            limit,
        };
        pairs.push(Pair { heaps: heaps.ok_or_else(unknown)?, is_negative });
        if pairs.len() > ProductRules::MAX_PAIRS {
            let limit = ProductRules::MAX_PAIRS as u32;
            return Err(ParsePositionError::TooMany { what: "pairs", limit });
        }
    }
    Ok(ProductSum { pairs, rules: rules.clone() })
}

/// Positions of the same ruleset share their rules.
impl PartialEq for ProductSum {
    fn eq(&self, other: &ProductSum) -> bool {
        self.pairs == other.pairs && Arc::ptr_eq(&self.rules, &other.rules)
    }
}

impl Eq for ProductSum {}

impl Hash for ProductSum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pairs.hash(state);
    }
}

impl fmt::Display for ProductSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&joined(self.rules.product, &self.pairs))
    }
}

impl fmt::Debug for ProductSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProductSum({self})")
    }
}

impl Position for ProductSum {
    type Move = ProductMove;

    /// The moves: pairs in their order, equal ones once.
    fn moves(&self, player: Player) -> impl Iterator<Item = ProductMove> {
        let pairs = self.pairs.iter().enumerate();
        let first = pairs.filter(|&(n, pair)| !self.pairs[..n].contains(pair));
        first.flat_map(move |(_, &pair)| self.rules.moves(pair, player))
    }

    fn term_of(&self, mv: ProductMove) -> Option<usize> {
        self.pairs.iter().position(|&pair| pair == mv.pair)
    }

    fn play_unchecked(&mut self, _: Player, mv: ProductMove) {
        if let Some(n) = self.term_of(mv) {
            self.pairs.splice(n..=n, mv.left());
        }
    }
}

impl Short for ProductSum {
    fn negative(&self) -> ProductSum {
        let negative = |pair: &Pair| Pair { is_negative: !pair.is_negative, ..*pair };
        match self.is_impartial() {
            true => self.clone(),
            false => {
                ProductSum { pairs: self.pairs.iter().map(negative).collect(), ..self.clone() }
            }
        }
    }

    fn is_impartial(&self) -> bool {
        self.rules.product.is_impartial()
    }

    /// The pairs.
    fn components(&self) -> impl Iterator<Item = ProductSum> {
        self.pairs.iter().map(|&pair| ProductSum { pairs: vec![pair], rules: self.rules.clone() })
    }
}
