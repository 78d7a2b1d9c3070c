//! Endgames of Fission.

use super::{Options, Rules, ToMove};
use crate::Player;
use crate::rules::{self, Position};

/// A position, and the player to move.
pub(super) struct Fission(pub(super) rules::Fission, pub(super) Player);

impl ToMove for Fission {
    const RULES: u64 = Rules::Fission as u64;

    fn key(&self) -> [u64; 4] {
        let [a, b, c, last] = Self::key_of(self.0.board().sets(), self.0.shape());
        [a, b, c, last | (self.1 as u64) << 16]
    }

    fn expand(&self, options: &mut Options<Fission>) -> Option<bool> {
        let &Fission(position, player) = self;
        for option in position.options(player) {
            let [replies, moves] =
                [!player, player].map(|player| option.ready(player).count_ones() as i32);
            if replies == 0 {
                return Some(true);
            }
            options.push((4 * replies - moves, Fission(option, !player)));
        }
        options.is_empty().then_some(false)
    }
}
