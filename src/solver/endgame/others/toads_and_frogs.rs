//! Endgames of the variants of Toads and Frogs.

use super::{Options, ToMove};
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

    /// Numbers of cells, with the animals of the player to move that can go that far: by steps, then by jumps.
    fn going(&self) -> impl Iterator<Item = (u32, u64)> {
        let empty = (u64::MAX >> (64 - self.width())) & !(self.own | self.other);
        let crossed = if self.animals.over_own { self.own | self.other } else { self.other };
        let after = |set: u64, n: u32| set.checked_shr(n).unwrap_or(0);
        let steps = (1..=u32::from(self.animals.max_step)).scan(self.own, move |movers, n| {
            *movers &= after(empty, n);
            (*movers != 0).then_some((n, *movers))
        });
        let jumps = (2..=u32::from(self.animals.max_jump) + 1).scan(self.own, move |movers, n| {
            *movers &= after(crossed, n - 1);
            (*movers != 0).then_some((n, *movers & after(empty, n)))
        });
        steps.chain(jumps)
    }

    /// The same position, seen from the opponent.
    fn negative(self) -> Strip {
        let mirrored = |set: u64| set.reverse_bits() >> (64 - self.width());
        Strip { own: mirrored(self.other), other: mirrored(self.own), ..self }
    }

    fn move_count(&self) -> i32 {
        self.going().map(|(_, movers)| movers.count_ones() as i32).sum()
    }
}

impl ToMove for Strip {
    const RULES: u64 = 6;

    fn key(&self) -> [u64; 4] {
        let [a, b, c, last] = Self::key_of([self.own, self.other], self.shape);
        let variant =
            u64::from(self.animals.max_step) << 48 | u64::from(self.animals.max_jump) << 56;
        [a, b, c, last | variant | u64::from(self.animals.over_own) << 16]
    }

    fn expand(&self, options: &mut Options<Strip>) -> Option<bool> {
        for (n, movers) in self.going() {
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
