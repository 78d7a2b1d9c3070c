//! Who wins small positions of Konane: alpha-beta search of a boolean result, without components, symmetries and values.
//!
//! Most large components of a search of Konane are alone in their sum: they do not split, and a node of the solver costs as much
//! as thirty nodes here. Moves commute often, so a cache of results matters.

use smallvec::SmallVec;

use super::Konane;
use crate::Player;
use crate::hash::mix;
use crate::rules::{Position, WinCache};

/// The largest number of stones of a position that is searched. The centre opening of 6x6 takes 3.0, 2.8, 2.0, 1.7 and 1.8 s
/// with 16, 18, 20, 22 and 26.
pub(super) const MAX_STONES: u32 = 22;

/// The largest number of nodes of a search, about 10 ms: the solver goes on with those that take longer, and checks its limits.
pub(super) const MAX_NODES: u32 = 100_000;

/// Whether Left wins, moving first, if that is found within that number of nodes.
pub(super) fn wins(position: Konane<u64>, cache: &mut WinCache, nodes: u32) -> Option<bool> {
    if position.move_count(Player::Left) == 0 {
        return Some(false);
    }
    Search { cache: cache.entries(), nodes }.wins(&position)
}

/// A depth-first search. Left is always to move: after a move the position is replaced by its negative.
struct Search<'a> {
    /// Entries are the sets of the board, and its shape with the result.
    cache: &'a mut [[u64; 4]],
    /// How many more positions may be searched.
    nodes: u32,
}

/// The mark of entries of Konane, and the bit that says that Left wins.
const KONANE: u64 = 1 << 32;
const WINS: u64 = 1 << 16;

impl Search<'_> {
    /// Left has a move.
    fn wins(&mut self, position: &Konane<u64>) -> Option<bool> {
        let [left, right, empty] = position.board.sets();
        let shape = position.shape();
        let key = KONANE | u64::from(shape.width()) << 8 | u64::from(shape.height());
        let place = mix(mix(left, right), empty) as usize & (self.cache.len() - 1);
        let entry = self.cache[place];
        if entry[..3] == [left, right, empty] && entry[3] & !WINS == key {
            return Some(entry[3] & WINS != 0);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let wins = self.wins_by_some_move(position)?;
        self.cache[place] = [left, right, empty, key | if wins { WINS } else { 0 }];
        Some(wins)
    }

    /// The moves with the fewest replies come first; a move of Left's own counts a quarter of a reply.
    fn wins_by_some_move(&mut self, position: &Konane<u64>) -> Option<bool> {
        let mut options = SmallVec::<[(i64, Konane<u64>); 16]>::new();
        for option in position.options(Player::Left) {
            let option = Konane { board: option.board.negative() };
            let [replies, moves] = Player::BOTH.map(|player| option.move_count(player) as i64);
            if replies == 0 {
                return Some(true);
            }
            options.push((4 * replies - moves, option));
        }
        options.sort_by_key(|&(order, _)| order);
        for (_, option) in &options {
            if !self.wins(option)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rules::Short;

    /// Whether Left wins, moving first, by the moves alone.
    fn plainly_wins(position: &Konane<u64>, known: &mut HashMap<Konane<u64>, bool>) -> bool {
        if let Some(&wins) = known.get(position) {
            return wins;
        }
        let mut options = position.options(Player::Left);
        let wins = options.any(|option| !plainly_wins(&option.negative(), known));
        known.insert(*position, wins);
        wins
    }

    /// Random positions: the search agrees with the moves alone, whatever the cache holds, and gives up within its limit.
    #[test]
    fn agrees_with_the_moves_alone() {
        let (mut known, mut cache) = (HashMap::default(), WinCache::default());
        let (mut wins_first, mut unknown) = ([0; 2], 0);
        for n in 0..3000 {
            let [width, height] = [[4, 4], [5, 4], [6, 3], [3, 6], [16, 1], [5, 5]][n as usize % 6];
            let coloured = mix(n, 1) & 1 == 0;
            let cell = |i: u64| match (mix(n, i + 2) % 5, mix(n, i + 2) >> 32 & 1) {
                (0, 0) => '#',
                (0..3, _) => '.',
                (_, _) if coloured => ['x', 'o'][(i / width + i % width) as usize & 1],
                (_, stone) => ['x', 'o'][stone as usize],
            };
            let row = |row: u64| (row * width..(row + 1) * width).map(cell).collect::<String>();
            let text = (0..height).map(row).collect::<Vec<_>>().join("/");
            let position: Konane = text.parse().unwrap();
            for player in Player::BOTH {
                let seen = if player == Player::Left { position } else { position.negative() };
                let expected = plainly_wins(&seen, &mut known);
                let limited = wins(seen, &mut cache, 1);
                unknown += usize::from(limited.is_none());
                assert!(limited.is_none_or(|wins| wins == expected), "{position}, {player}");
                assert_eq!(
                    wins(seen, &mut cache, MAX_NODES),
                    Some(expected),
                    "{position}, {player}"
                );
                wins_first[usize::from(expected)] += 1;
            }
        }
        assert!(wins_first.into_iter().all(|count| count > 1000), "{wins_first:?}");
        assert!(unknown > 500, "{unknown}");
    }
}
