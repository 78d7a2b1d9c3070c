//! Who wins small positions: alpha-beta search of a boolean result, without components and values.
//!
//! For rulesets whose large positions do not split, or seldom, or whose bounds decide most positions: there a node of the solver costs as
//! much as two to a hundred nodes here. Moves commute often, so a cache of results matters.

mod konane;
#[cfg(not(target_os = "unknown"))]
mod others;

use std::mem::replace;

use smallvec::SmallVec;

use crate::board::Shape;
use crate::hash::mix;
use crate::rules::{Endgame, Short};
use crate::{Limits, Player};

/// A position that is searched, seen from the player to move.
trait ToMove: Sized {
    /// A number for the ruleset, from 1.
    const RULES: u64;

    /// After that many nodes a search that [continues](WinCache::begin) is given up: 0.3 to 3 s.
    const MAX_CONTINUED: u64 = 1 << 22;

    /// That many of the first options are tested before one of them is searched, and the others only if that one does not decide.
    const FIRST_TESTED: usize = usize::MAX;

    /// A key that is unique to the position and the player to move, made by [`key_of`](ToMove::key_of).
    fn key(&self) -> [u64; 4];

    /// The key of a board: the sets, then the ruleset and the shape. Bits 16 to 31 and 48 to 63 of the fourth word are not set: the
    /// search uses [some of the first](NOT_KEY), a ruleset may use the others.
    fn key_of<const N: usize>(sets: [u64; N], shape: Shape) -> [u64; 4] {
        let mut key = [0; 4];
        key[..N].copy_from_slice(&sets);
        let ruleset = Self::RULES << 32;
        key[3] = ruleset | u64::from(shape.width()) << 8 | u64::from(shape.height());
        key
    }

    /// Whether the player to move wins, if a test that costs less than the moves decides it.
    fn decided(&self) -> Option<bool> {
        None
    }

    /// Adds the positions after each move, seen from the opponent, with an order: the least is searched first. Or returns
    /// whether the player to move wins, if that is seen at once.
    fn expand(&self, options: &mut Options<Self>) -> Option<bool>;
}

/// The options of a position and their order.
type Options<E> = SmallVec<[(i32, E); 16]>;

/// Options that are neither decided nor known.
type Undecided<'e, E> = SmallVec<[&'e E; 16]>;

/// The largest number of nodes of a search, 10 to 500 ms, or what the cache says. A node counts once more for each 16 moves. With a
/// million moves as the limit, Konane 6x6 takes 2.8 s instead of 1.6 s (nodes alone: 1.0 s).
const MAX_NODES: u32 = 100_000;

/// The number of nodes, counted so, after which a search checks its deadline.
const NODES_BETWEEN_CHECKS: u32 = 1 << 10;

/// Searches of the largest size that must succeed in a row before the size limit is raised. Before options were looked up first, and with 100
/// searches at the root, thirty boards of Fission took 29 s with 30 and 37 s with 2,000.
const FOUND: u32 = 100;

/// The bit of an entry that says that the player to move wins.
const WINS: u64 = 1 << 31;

/// The bits of an entry with the logarithm of the nodes that it has taken.
const WORK: u64 = 0x1f << WORK_SHIFT;
const WORK_SHIFT: u32 = 26;

/// The bits of an entry's fourth word that do not come from the key.
const NOT_KEY: u64 = WINS | WORK;

/// Whether the player wins a position, moving first, if the ruleset has [endgames](crate::rules::Search::endgame) and the result is
/// found within the cache's number of nodes, and it allows positions of that [size](Short::size).
pub(super) fn wins<P: Short>(
    position: &P,
    size: u32,
    player: Player,
    cache: &mut WinCache,
) -> Option<bool> {
    let endgame = P::SEARCH.endgame?;
    if size > cache.max_size {
        return None;
    }
    match endgame(position, player)? {
        Endgame::Konane(position) => learn(size, &konane::LeftToMove(position), cache),
        other => others::wins(size, other, cache),
    }
}

/// The searches that browsers do not have.
#[cfg(target_os = "unknown")]
mod others {
    pub(super) fn wins(_: u32, _: crate::rules::Endgame, _: &mut super::WinCache) -> Option<bool> {
        None
    }
}

/// Searches a position of that size, and [keeps](WinCache::learn) what that says about others.
fn learn<E: ToMove>(size: u32, position: &E, cache: &mut WinCache) -> Option<bool> {
    if cache.continued > E::MAX_CONTINUED {
        return None;
    }
    let wins = wins_within(position, cache, cache.nodes);
    cache.learn(size, wins.is_some());
    wins
}

fn wins_within<E: ToMove>(position: &E, cache: &mut WinCache, nodes: u32) -> Option<bool> {
    let limits = cache.limits.clone();
    let mut search = Search { cache: cache.pairs(), nodes, limits };
    let wins = search.test(position).or_else(|| search.wins(position));
    cache.searched += u64::from(nodes - search.nodes);
    wins
}

/// A depth-first search.
struct Search<'a> {
    cache: &'a mut [Pair],
    /// How many more nodes may be searched.
    nodes: u32,
    limits: Limits,
}

impl Search<'_> {
    fn known<E: ToMove>(&self, position: &E) -> Option<bool> {
        let key = position.key();
        let Pair(entries) = &self.cache[place(key, self.cache.len())];
        let entry = entries.iter().find(|&&[a, b, c, last]| [a, b, c, last & !NOT_KEY] == key)?;
        Some(entry[3] & WINS != 0)
    }

    /// Whether the player to move wins, if that is decided or known.
    fn test<E: ToMove>(&self, position: &E) -> Option<bool> {
        position.decided().or_else(|| self.known(position))
    }

    /// Whether the player to move wins a position that is neither decided nor known.
    fn wins<E: ToMove>(&mut self, position: &E) -> Option<bool> {
        let mut options = Options::new();
        let wins = position.expand(&mut options);
        let before = self.nodes;
        let checks = self.nodes / NODES_BETWEEN_CHECKS;
        self.nodes = self.nodes.checked_sub(1 + options.len() as u32 / 16)?;
        if self.nodes / NODES_BETWEEN_CHECKS < checks && self.limits.check().is_err() {
            return None;
        }
        let wins = match wins {
            Some(wins) => wins,
            None => self.wins_by_some(options)?,
        };
        let key = position.key();
        let work = u64::from((before - self.nodes).ilog2()) << WORK_SHIFT;
        let [a, b, c, last] = key;
        insert(self.cache, [a, b, c, last | work | if wins { WINS } else { 0 }]);
        Some(wins)
    }

    /// Whether one of the moves wins. Those that are decided or known come first (enhanced transposition cutoff): 0.8 to 0.9 of
    /// the nodes.
    fn wins_by_some<E: ToMove>(&mut self, mut options: Options<E>) -> Option<bool> {
        let order = |&(order, _): &(i32, E)| order;
        let tested = E::FIRST_TESTED.min(options.len());
        if tested < options.len() {
            options.select_nth_unstable_by_key(tested, order);
        }
        let (first, others) = options.split_at_mut(tested);
        first.sort_unstable_by_key(order);
        let mut undecided = Undecided::new();
        if self.finds_win(first, &mut undecided) {
            return Some(true);
        }
        if !others.is_empty() {
            if !undecided.is_empty() && !self.wins(undecided.remove(0))? {
                return Some(true);
            }
            others.sort_unstable_by_key(order);
            if self.finds_win(others, &mut undecided) {
                return Some(true);
            }
        }
        for option in undecided {
            let known = self.known(option);
            if !known.or_else(|| self.wins(option))? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether one of the options is a loss for the opponent. Collects those that are neither decided nor known. They are
    /// looked up one after the other, so that waits for memory can overlap.
    fn finds_win<'e, E: ToMove>(
        &self,
        options: &'e [(i32, E)],
        undecided: &mut Undecided<'e, E>,
    ) -> bool {
        let mut next = undecided.len();
        for (_, option) in options {
            match option.decided() {
                Some(false) => return true,
                Some(true) => {}
                None => undecided.push(option),
            }
        }
        while let Some(option) = undecided.get(next) {
            match self.known(*option) {
                Some(false) => return true,
                Some(true) => drop(undecided.remove(next)),
                None => next += 1,
            }
        }
        false
    }
}

/// A key and its result.
type Entry = [u64; 4];

/// Two entries, which fill a line of the processor's cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Pair([Entry; 2]);

/// Of a pair of entries, the first has taken as many nodes as the second or more; what takes fewer replaces the second only.
fn insert(pairs: &mut [Pair], entry: Entry) {
    let Pair([first, second]) = &mut pairs[place(entry, pairs.len())];
    let is_less = entry[3] & WORK < first[3] & WORK;
    *second = if is_less { entry } else { replace(first, entry) };
}

/// The place of the pair of an entry among a power of 2 of pairs.
fn place(key: Entry, len: usize) -> usize {
    mix(mix(key[0], key[1]), key[2] ^ key[3] & !NOT_KEY) as usize & (len - 1)
}

/// A lossy cache of who wins small positions, which all rulesets share.
#[derive(Debug)]
pub(super) struct WinCache {
    pairs: Vec<Pair>,
    /// The number of pairs to allocate, a power of 2.
    len: usize,
    /// Larger positions are not searched.
    max_size: u32,
    /// The searches of positions of the largest size since one reached its limit.
    found: u32,
    /// The largest number of nodes of the next search.
    nodes: u32,
    /// The number of nodes of the search that the next one continues.
    continued: u64,
    /// The number of nodes of all searches.
    pub(super) searched: u64,
    /// Its time and interrupt end searches without a result.
    pub(super) limits: Limits,
}

impl Default for WinCache {
    /// An empty cache, which takes 1 MiB when it is used.
    fn default() -> Self {
        WinCache {
            pairs: Vec::new(),
            len: 1 << 14,
            max_size: u32::MAX,
            found: 0,
            nodes: MAX_NODES,
            continued: 0,
            searched: 0,
            limits: Limits::default(),
        }
    }
}

impl WinCache {
    /// Lets the next search begin with a position of any size, and continue one of that many nodes: it soon reaches the point where
    /// that one has stopped, since the cache has its results. It gets an eighth of these nodes, so that what is searched again costs
    /// little, and room for the results, within limits.
    pub(super) fn begin(&mut self, nodes: u64, max_nodes: u64, max_bytes: usize) {
        self.nodes = u64::from(MAX_NODES).max(nodes / 8).min(max_nodes) as u32;
        self.continued = nodes;
        let len = (max_bytes / size_of::<Pair>()).min(nodes as usize);
        self.len = self.len.max(len.checked_ilog2().map_or(0, |bits| 1 << bits));
        self.max_size = u32::MAX;
    }

    /// Whether a search since then has ended without a result.
    pub(super) fn gave_up(&self) -> bool {
        self.max_size < u32::MAX
    }

    /// Keeps the largest size such that nearly all searches end with a result: one without costs a solver more than it saves.
    fn learn(&mut self, size: u32, is_found: bool) {
        if !is_found {
            (self.max_size, self.found) = (size.saturating_sub(1), 0);
        } else if size == self.max_size {
            self.found += 1;
            if self.found == FOUND {
                (self.max_size, self.found) = (size.saturating_add(1), 0);
            }
        }
    }

    /// All pairs; the entries not used yet are zeros.
    fn pairs(&mut self) -> &mut [Pair] {
        if self.pairs.len() < self.len {
            let old = replace(&mut self.pairs, vec![Pair::default(); self.len]);
            let used = old.iter().flat_map(|Pair([first, second])| [second, first]);
            let used = used.filter(|entry| entry[3] != 0);
            used.for_each(|&entry| insert(&mut self.pairs, entry));
        }
        &mut self.pairs
    }

    pub(super) fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<Pair>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rules::{
        Amazons, Domineering, ElephantsAndRhinos, Fission, GenToadsAndFrogs, Konane, NoGo, Ruleset,
        RulesetSpec, Short, toads_and_frogs::ToadsVariant,
    };

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct OverOthers;

    impl ToadsVariant for OverOthers {
        const SPEC: &'static RulesetSpec = &RulesetSpec::new("over-others");
        const MAX_STEP: u8 = 2;
        const MAX_JUMP: u8 = 3;
    }

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct OverAll;

    impl ToadsVariant for OverAll {
        const SPEC: &'static RulesetSpec = &RulesetSpec::new("over-all");
        const MAX_STEP: u8 = 3;
        const MAX_JUMP: u8 = 2;
        const OVER_OWN: bool = true;
    }

    /// Whether the player wins, moving first, by the moves alone.
    fn plainly_wins<P: Ruleset>(
        position: &P,
        player: Player,
        known: &mut HashMap<(P, Player), bool>,
    ) -> bool {
        if let Some(&wins) = known.get(&(position.clone(), player)) {
            return wins;
        }
        let mut options = position.options(player);
        let wins = options.any(|option| !plainly_wins(&option, !player, known));
        known.insert((position.clone(), player), wins);
        wins
    }

    /// Random positions of these shapes with cells of these letters: the search agrees with the moves alone, whatever the
    /// cache, which all rulesets share, holds. Only those that the ruleset searches.
    fn agrees_with_the_moves_alone<P: Ruleset + Short>(
        shapes: &[(u64, u64)],
        letters: &str,
        positions: u64,
        is_searched: impl Fn(&P) -> bool,
        cache: &mut WinCache,
    ) {
        let (mut known, mut wins_first) = (HashMap::default(), [0; 2]);
        let letters: Vec<char> = letters.chars().collect();
        for n in 0..positions {
            let (width, height) = shapes[n as usize % shapes.len()];
            let cell = |i: u64| letters[mix(n, i) as usize % letters.len()];
            let row = |row: u64| (row * width..(row + 1) * width).map(cell).collect::<String>();
            let text = (0..height).map(row).collect::<Vec<_>>().join("/");
            let Ok(position) = text.parse::<P>() else { panic!("{text}") };
            if !is_searched(&position) {
                continue;
            }
            for player in Player::BOTH {
                let expected = plainly_wins(&position, player, &mut known);
                let found = wins(&position, position.size(), player, cache);
                assert_eq!(found, Some(expected), "{position}, {player}");
                wins_first[usize::from(expected)] += 1;
            }
        }
        assert!(wins_first.into_iter().all(|count| count > positions / 3), "{wins_first:?}");
    }

    #[test]
    fn rulesets_agree_with_the_moves_alone() {
        let mut cache = WinCache::default();
        let shapes = [(4, 4), (5, 4), (6, 3), (3, 6), (16, 1), (5, 5)];
        agrees_with_the_moves_alone::<Konane>(&shapes, "xo.xo.xo.#", 2000, |_| true, &mut cache);
        let shapes = [(3, 3), (4, 3), (3, 4), (9, 1), (2, 5)];
        agrees_with_the_moves_alone::<NoGo>(&shapes, "xo.xo.....#", 1000, |_| true, &mut cache);
        let shapes = [(5, 4), (3, 5), (4, 4), (4, 5), (5, 5)];
        agrees_with_the_moves_alone::<Fission>(&shapes, "x..#..", 2000, |_| true, &mut cache);
        let shapes = [(3, 2), (2, 4), (3, 3), (7, 1), (4, 2), (5, 2)];
        agrees_with_the_moves_alone::<Amazons>(&shapes, "xo..#.#", 1000, |_| true, &mut cache);
        let (shapes, letters) = ([(7, 1), (10, 1), (12, 1)], "tf.tf..");
        agrees_with_the_moves_alone::<ElephantsAndRhinos>(
            &shapes,
            letters,
            600,
            |_| true,
            &mut cache,
        );
        agrees_with_the_moves_alone::<GenToadsAndFrogs<OverOthers>>(
            &shapes,
            letters,
            600,
            |_| true,
            &mut cache,
        );
        agrees_with_the_moves_alone::<GenToadsAndFrogs<OverAll>>(
            &shapes,
            letters,
            600,
            |_| true,
            &mut cache,
        );
        agrees_with_the_moves_alone::<Domineering>(
            &[(4, 4), (5, 4), (4, 5)],
            "....#",
            600,
            |position| position.components().count() < 2,
            &mut cache,
        );
    }

    /// A board of Domineering at the edge of one that is too large for words of 64 bits has the same result, and what the solver
    /// searches better has none.
    #[test]
    fn large_boards() {
        let mut cache = WinCache::default();
        let mut results = [0; 3];
        for n in 0..200 {
            let cell = |i: u64| if mix(n, i).is_multiple_of(6) { '#' } else { '.' };
            let row = |row: u64| (4 * row..4 * row + 4).map(cell).collect::<String>();
            let rows: Vec<String> = (0..5).map(row).collect();
            let small = rows.join("/").parse::<Domineering>().unwrap();
            let rows: Vec<String> = rows.iter().map(|row| format!("#####{row}#####")).collect();
            let large = rows.join("/").parse::<Domineering<u128>>().unwrap();
            for player in Player::BOTH {
                let expected = wins(&small, small.size(), player, &mut cache);
                assert_eq!(
                    wins(&large, large.size(), player, &mut cache),
                    expected,
                    "{small}, {player}"
                );
                results[expected.map_or(2, usize::from)] += 1;
            }
        }
        assert!(results.into_iter().all(|count| count > 20), "{results:?}");
        for board in ["..../..../####/..../....", "............../..............", "..#/.#./..."] {
            let board = board.parse::<Domineering>().unwrap();
            assert_eq!(wins(&board, board.size(), Player::Left, &mut cache), None, "{board}");
        }
    }

    /// A search gives up within its limit, and the next one goes on with its results. Later searches are of smaller positions,
    /// until many have ended.
    #[test]
    fn limits() {
        let board = "..../.x../...o/....".parse::<NoGo>().unwrap();
        let (mut cache, mut searches) = (WinCache::default(), 0);
        cache.begin(1 << 17, u64::MAX, 1 << 22);
        let position = others::nogo::LeftToMove::of(board);
        let found = loop {
            searches += 1;
            if let Some(wins) = wins_within(&position, &mut cache, 50) {
                break wins;
            }
        };
        assert!(searches > 5, "{searches}");
        assert_eq!(cache.bytes(), 1 << 22);
        let mut whole = WinCache::default();
        assert_eq!(wins(&board, board.size(), Player::Left, &mut whole), Some(found));
        cache.learn(10, false);
        assert_eq!(wins(&board, board.size(), Player::Left, &mut cache), None);
        (0..FOUND * (board.size() - 9)).for_each(|n| cache.learn(9 + n / FOUND, true));
        assert_eq!(wins(&board, board.size(), Player::Left, &mut cache), Some(found));
        // A board that takes more nodes than one between two checks.
        let board = "...../.x.../...o./.....".parse::<NoGo>().unwrap();
        let position = others::nogo::LeftToMove::of(board);
        cache.limits = Limits::default().with_deadline(Some(std::time::Instant::now()));
        assert_eq!(wins_within(&position, &mut cache, u32::MAX), None);
    }

    /// Of what meets in a pair, the largest search is kept, and the last of the others; all of it when the cache grows.
    #[test]
    fn pairs_of_entries() {
        let mut cache = WinCache::default();
        cache.pairs();
        let len = cache.len;
        let pair = place([0, 0, 0, 7], len);
        let meets = |&n: &u64| place([n, 0, 0, 7], len) == pair;
        let keys: Vec<u64> = (1..).filter(meets).take(4).collect();
        for (key, work) in keys.iter().zip([3, 9, 9, 1]) {
            insert(cache.pairs(), [*key, 0, 0, 7 | work << WORK_SHIFT]);
        }
        let kept = |cache: &mut WinCache| {
            let len = cache.len;
            let mut has = |n: u64| {
                let Pair(entries) = cache.pairs()[place([n, 0, 0, 7], len)];
                entries.iter().any(|entry| entry[0] == n)
            };
            keys.iter().copied().filter(|&n| has(n)).collect::<Vec<_>>()
        };
        assert_eq!(kept(&mut cache), [keys[2], keys[3]]);
        cache.begin(1 << 20, u64::MAX, 1 << 22);
        assert_eq!(kept(&mut cache), [keys[2], keys[3]]);
    }
}
