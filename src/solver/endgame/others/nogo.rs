//! Endgames of NoGo.

use super::{Options, Rules, ToMove};
use crate::board::{Board, bits};
use crate::rules::NoGo;

/// A position: Left is to move.
pub(in crate::solver::endgame) struct LeftToMove {
    position: NoGo,
    /// Where Left and Right may place stones.
    places: [u64; 2],
}

impl LeftToMove {
    pub(in crate::solver::endgame) fn of(position: NoGo) -> LeftToMove {
        LeftToMove { position, places: position.places() }
    }
}

impl ToMove for LeftToMove {
    const RULES: u64 = Rules::NoGo as u64;

    fn key(&self) -> [u64; 4] {
        Self::key_of(self.position.board().sets(), self.position.shape())
    }

    fn expand(&self, options: &mut Options<LeftToMove>) -> Option<bool> {
        let [left, right, empty] = self.position.board().sets();
        if self.places[0] == 0 {
            return Some(false);
        }
        for cell in bits(self.places[0]) {
            let sets = [right, left | cell, empty & !cell];
            let option = LeftToMove::of(Board::from_sets(sets, self.position.shape()).into());
            let [replies, moves] = option.places.map(|places| places.count_ones() as i32);
            if replies == 0 {
                return Some(true);
            }
            options.push((4 * replies - moves, option));
        }
        None
    }
}
