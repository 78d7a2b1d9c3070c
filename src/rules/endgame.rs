//! Who wins small positions: alpha-beta search of a boolean result, without components, symmetries and values.
//!
//! For rulesets whose large positions do not split, or seldom: there a node of the solver costs as much as ten to a hundred nodes
//! here. Moves commute often, so a cache of results matters.

use smallvec::SmallVec;

use super::WinCache;
use crate::hash::mix;

/// A position that is searched, seen from the player to move.
pub(super) trait Endgame: Sized {
    /// What tells the position and the player from all others. The upper half of the fourth word is the ruleset's, and
    /// [`WINS`] is not set.
    fn key(&self) -> [u64; 4];

    /// Adds the positions after each move, seen from the opponent, with an order: the least is searched first. Or returns
    /// whether the player to move wins, if that is seen at once.
    fn expand(&self, options: &mut Options<Self>) -> Option<bool>;
}

/// The options of a position and their order.
pub(super) type Options<E> = SmallVec<[(i32, E); 16]>;

/// The bit of an entry that says that the player to move wins.
const WINS: u64 = 1 << 31;

/// Whether the player to move wins, if that is found within that number of nodes.
pub(super) fn wins<E: Endgame>(position: &E, cache: &mut WinCache, nodes: u32) -> Option<bool> {
    Search { cache: cache.entries(), nodes }.wins(position)
}

/// A depth-first search.
struct Search<'a> {
    /// Entries are keys and results.
    cache: &'a mut [[u64; 4]],
    /// How many more positions may be searched.
    nodes: u32,
}

impl Search<'_> {
    fn wins<E: Endgame>(&mut self, position: &E) -> Option<bool> {
        let key = position.key();
        let place = mix(mix(key[0], key[1]), key[2] ^ key[3]) as usize & (self.cache.len() - 1);
        let entry = self.cache[place];
        if entry[..3] == key[..3] && entry[3] & !WINS == key[3] {
            return Some(entry[3] & WINS != 0);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let mut options = Options::new();
        let wins = match position.expand(&mut options) {
            Some(wins) => wins,
            None => self.wins_by_some(options)?,
        };
        self.cache[place] = key;
        self.cache[place][3] |= if wins { WINS } else { 0 };
        Some(wins)
    }

    /// Whether one of the moves wins.
    fn wins_by_some<E: Endgame>(&mut self, mut options: Options<E>) -> Option<bool> {
        options.sort_by_key(|&(order, _)| order);
        for (_, option) in &options {
            if !self.wins(option)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
