//! Endgames of the variants of Toads and Frogs.

use super::{Options, Rules, ToMove};
use crate::board::{Board, Shape, bits};
use crate::rules::Animals;

/// A strip, seen from the player to move, whose animals go to higher cells.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    own: u64,
    other: u64,
    shape: Shape,
    animals: Animals,
}

impl Strip {
    pub(super) fn new(board: Board<u64, 2>, animals: Animals) -> Strip {
        let [own, other] = board.sets();
        Strip { own, other, shape: board.shape(), animals }
    }

    fn width(&self) -> u32 {
        u32::from(self.shape.width())
    }

    /// [`Animals::movers`] of the player to move.
    fn movers(&self) -> impl Iterator<Item = (u8, u64)> + use<> {
        let Strip { own, other, animals, .. } = *self;
        let empty = (u64::MAX >> (64 - self.width())) & !(own | other);
        animals.movers(own, animals.crossed(own, other), empty, |set| set >> 1)
    }

    /// The same position, seen from the opponent.
    fn negative(self) -> Strip {
        let mirrored = |set: u64| set.reverse_bits() >> (64 - self.width());
        Strip { own: mirrored(self.other), other: mirrored(self.own), ..self }
    }

    fn move_count(&self) -> i32 {
        self.movers().map(|(_, movers)| movers.count_ones() as i32).sum()
    }
}

impl ToMove for Strip {
    const RULES: u64 = Rules::ToadsAndFrogs as u64;

    fn key(&self) -> [u64; 4] {
        let [a, b, c, last] = Self::key_of([self.own, self.other], self.shape);
        let variant =
            u64::from(self.animals.max_step) << 48 | u64::from(self.animals.max_jump) << 56;
        let first = u64::from(self.animals.min_step) << 40 | u64::from(self.animals.over_own) << 16;
        [a, b, c, last | variant | first]
    }

    fn expand(&self, options: &mut Options<Strip>) -> Option<bool> {
        for (n, movers) in self.movers() {
            for from in bits(movers) {
                let moved = Strip { own: self.own & !from | from << n, ..*self };
                let moves = moved.move_count();
                let option = moved.negative();
                let replies = option.move_count();
                if replies == 0 {
                    return Some(true);
                }
                options.push((4 * replies - moves, option));
            }
        }
        options.is_empty().then_some(false)
    }
}
