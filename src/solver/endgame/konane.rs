//! Endgames of Konane.

use super::{Options, ToMove};
use crate::Player;
use crate::rules::{Konane, Position, Short};

/// A position: Left is to move.
pub(super) struct LeftToMove(pub(super) Konane);

impl ToMove for LeftToMove {
    const RULES: u64 = 1;

    fn key(&self) -> [u64; 4] {
        Self::key_of(self.0.board().sets(), self.0.shape())
    }

    /// The moves with the fewest replies come first; a move of Left's own counts a quarter of a reply.
    fn expand(&self, options: &mut Options<LeftToMove>) -> Option<bool> {
        for option in self.0.options(Player::Left) {
            let option = option.negative();
            let [replies, moves] = Player::BOTH.map(|player| option.move_count(player) as i32);
            if replies == 0 {
                return Some(true);
            }
            options.push((4 * replies - moves, LeftToMove(option)));
        }
        options.is_empty().then_some(false)
    }
}
