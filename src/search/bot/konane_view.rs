//! Konane's jumps for the alpha-beta search: who has more of them.

use super::alpha_beta::{BOUND, Memo, Step, View, key_of};
use crate::Player;
use crate::board::{Shape, Steps, Word};
use crate::rules::{Konane, KonaneMove};

/// A position of Konane's game of jumps as the player to move sees it.
#[derive(Clone, Copy)]
pub(crate) struct KonaneView<W> {
    own: W,
    other: W,
    empty: W,
    shape: Shape,
    steps: Steps<W>,
}

/// The four directions, opposite ones two apart.
const DIRECTIONS: usize = 4;
/// What a jump is worth, and a stone that can jump.
const JUMP: i32 = 40;
const STONE: i32 = 60;
/// How good it is to be the one to move.
const TO_MOVE: i32 = 60;

impl<W: Word> KonaneView<W> {
    /// The position as the player sees it.
    pub(crate) fn new(position: &Konane<W>, player: Player) -> KonaneView<W> {
        KonaneView {
            own: position.stones(player).bits(),
            other: position.stones(!player).bits(),
            empty: position.empty_cells().bits(),
            shape: position.shape(),
            steps: Steps::of(position.shape()),
        }
    }

    /// The move of the rules that a step is.
    pub(crate) fn mv(self, step: Step) -> KonaneMove {
        let [from, to] = step.cells::<W>(self.shape);
        KonaneMove::jump(from, to, self.shape)
    }

    fn ahead(&self, set: W, direction: usize) -> W {
        match direction {
            0 => self.steps.east(set),
            1 => self.steps.south(set),
            2 => self.steps.west(set),
            _ => self.steps.north(set),
        }
    }

    /// Where the stones land that jump one stone more.
    fn jumped(&self, stones: W, other: W, direction: usize) -> W {
        self.ahead(self.ahead(stones, direction) & other, direction) & self.empty
    }

    /// The jumps of one player, and the stones that can make one.
    fn count(&self, own: W, other: W) -> i32 {
        let (mut jumps, mut movable) = (0, W::default());
        for direction in 0..DIRECTIONS {
            let mut landed = self.jumped(own, other, direction);
            let back = (direction + 2) % DIRECTIONS;
            movable = movable | self.ahead(self.ahead(landed, back), back);
            while landed != W::default() {
                jumps += landed.count() as i32;
                landed = self.jumped(landed, other, direction);
            }
        }
        JUMP * jumps + STONE * movable.count() as i32
    }
}

impl<W: Word> View for KonaneView<W> {
    fn moves(&self, moves: &mut Vec<(i32, Step)>) {
        for direction in 0..DIRECTIONS {
            let back = (direction + 2) % DIRECTIONS;
            let mut landed = self.jumped(self.own, self.other, direction);
            let mut length = 1;
            while landed != W::default() {
                let mut rest = landed;
                while rest != W::default() {
                    let to = rest.lowest();
                    rest = rest ^ to;
                    let from = (0..2 * length).fold(to, |cell, _| self.ahead(cell, back));
                    let step =
                        Step { from: from.lowest_index() as u16, to: to.lowest_index() as u16 };
                    moves.push((-length, step));
                }
                landed = self.jumped(landed, self.other, direction);
                length += 1;
            }
        }
    }

    fn after(&self, step: Step) -> KonaneView<W> {
        let (from, to) = (u32::from(step.from), u32::from(step.to));
        let stride = W::stride(self.shape);
        let one = if from.abs_diff(to) < stride { 1 } else { stride };
        let (low, high) = (from.min(to), from.max(to));
        let mut taken = W::default();
        let mut over = low + one;
        while over < high {
            taken = taken | W::ONE << over;
            over += 2 * one;
        }
        let (from, to) = (W::ONE << from, W::ONE << to);
        KonaneView {
            own: self.other ^ taken,
            other: self.own ^ from ^ to,
            empty: (self.empty | taken | from) ^ to,
            ..*self
        }
    }

    fn settled(&self, _: &mut Memo) -> (Self, u64) {
        (*self, key_of(self.own, self.other))
    }

    fn value(&self) -> i32 {
        let value = self.count(self.own, self.other) - self.count(self.other, self.own) + TO_MOVE;
        value.clamp(-BOUND, BOUND)
    }

    fn is_over(&self) -> bool {
        (0..DIRECTIONS).all(|d| self.jumped(self.own, self.other, d) == W::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;
    use crate::rules::{Position, Turn};
    use crate::search::bot::{Dice, alpha_beta};

    /// Follows random games by the rules and by views.
    fn follow<W: Word>(width: u8, height: u8, games: u64) {
        let mut dice = Dice::new(u64::from(width));
        let new = |turn: &Turn<_>| KonaneView::new(&turn.position, turn.to_move);
        for _ in 0..games {
            let full = Konane::<W>::start(width, height).unwrap();
            let holes = dice.below(u64::from(width) * u64::from(height) / 3) + 2;
            let text: String = full.to_string();
            let holes: Vec<u64> = (0..holes).map(|_| dice.below(text.len() as u64)).collect();
            let text: String = (0..)
                .zip(text.chars())
                .map(|(i, c)| if c != '/' && holes.contains(&i) { '.' } else { c })
                .collect();
            let turn = Turn::new(text.parse::<Konane<W>>().unwrap(), Player::Left);
            alpha_beta::tests::follow(turn, &mut dice, new, KonaneView::mv, |turn, view| {
                let jumps = turn.position.move_count(turn.to_move) as i32;
                let stones = view.count(view.own, view.other) - JUMP * jumps;
                assert!(stones % STONE == 0 && (stones > 0) == (jumps > 0), "{turn:?}");
            });
        }
    }

    #[test]
    fn views_follow_the_rules() {
        follow::<u64>(8, 8, 40);
        follow::<u64>(7, 5, 40);
        follow::<u64>(1, 20, 20);
        follow::<u128>(1, 90, 10);
        follow::<u128>(10, 10, 10);
        follow::<Wide>(18, 18, 5);
    }
}
