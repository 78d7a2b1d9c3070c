//! Konane's phase of jumps for the alpha-beta search, which prefers to have more jumps than the opponent.

use dicot::Player;
use dicot::board::{Cell, Word};
use dicot::rules::{Konane, konane::KonaneMove};

use crate::alpha_beta::{ClassCache, Step, View};
use crate::grid::{Cells, DIRECTIONS, Grid, hash, opposite};
use crate::transposition::MAX_VALUE;

/// A position as the player to move sees it.
#[derive(Clone, Copy)]
pub(crate) struct KonaneView<const N: usize> {
    own: Cells<N>,
    other: Cells<N>,
    empty: Cells<N>,
    grid: Grid<N>,
}

/// The values of a jump, of a stone that can jump, and of being the one to move. All three are guesses.
const JUMP: i32 = 40;
const MOVABLE_STONE: i32 = 60;
const TO_MOVE: i32 = 60;

impl<const N: usize> KonaneView<N> {
    /// The board must have at most `64 * N` cells.
    pub(crate) fn new<W: Word>(position: &Konane<W>, player: Player) -> KonaneView<N> {
        let shape = position.shape();
        let grid = Grid::new(shape.width(), shape.height());
        let set =
            |set: dicot::board::Bitboard<W>| grid.set(set.cells().map(|cell| (cell.row, cell.col)));
        KonaneView {
            own: set(position.board().stones(player)),
            other: set(position.board().stones(!player)),
            empty: set(position.board().set(2)),
            grid,
        }
    }

    /// The move that a step is.
    pub(crate) fn mv(&self, step: Step) -> KonaneMove {
        let cell = |index: u16| {
            let (row, col) = self.grid.cell(u32::from(index));
            Cell { row, col }
        };
        let shape = dicot::board::Shape::new(self.grid.width, self.grid.height);
        KonaneMove::jump(cell(step.from), cell(step.to), shape.expect("a grid has cells"))
    }

    /// Where stones land that jump over one stone in the direction.
    fn landings(&self, stones: Cells<N>, other: Cells<N>, direction: usize) -> Cells<N> {
        let over = self.grid.shifted(stones, direction) & other;
        self.grid.shifted(over, direction) & self.empty
    }

    /// The value of the jumps of one player and of the stones that can jump.
    fn mobility(&self, own: Cells<N>, other: Cells<N>) -> i32 {
        let (mut jumps, mut movable) = (0, Cells::EMPTY);
        for direction in 0..DIRECTIONS {
            let mut landed = self.landings(own, other, direction);
            let back = |set| self.grid.shifted(set, opposite(direction));
            movable = movable | back(back(landed));
            while !landed.is_empty() {
                jumps += landed.count() as i32;
                landed = self.landings(landed, other, direction);
            }
        }
        JUMP * jumps + MOVABLE_STONE * movable.count() as i32
    }
}

impl<const N: usize> View for KonaneView<N> {
    /// The guess prefers short jumps.
    fn moves(&self, moves: &mut Vec<(i32, Step)>) {
        for direction in 0..DIRECTIONS {
            let mut landed = self.landings(self.own, self.other, direction);
            let mut length = 1;
            while !landed.is_empty() {
                moves.extend(
                    landed
                        .indices()
                        .map(|to| (-length, Step::to(to, &self.grid, direction, 2 * length))),
                );
                landed = self.landings(landed, self.other, direction);
                length += 1;
            }
        }
    }

    fn after(&self, step: Step) -> KonaneView<N> {
        let [from, to] = step.sets();
        let stride = self.grid.offset(1) as u16;
        let (low, high) = (step.from.min(step.to), step.from.max(step.to));
        let one = if high - low < stride { 1 } else { stride };
        let over = (low + one..high).step_by(2 * usize::from(one));
        let taken = over.fold(Cells::EMPTY, |taken, cell| taken | Cells::only(u32::from(cell)));
        KonaneView {
            own: self.other ^ taken,
            other: self.own ^ from ^ to,
            empty: (self.empty | taken | from) ^ to,
            ..*self
        }
    }

    fn canonicalized(&self, _: &mut ClassCache) -> (Self, u64) {
        (*self, hash(self.own, self.other))
    }

    fn evaluate(&self) -> i32 {
        let [own, other] = [(self.own, self.other), (self.other, self.own)];
        let value = self.mobility(own.0, own.1) - self.mobility(other.0, other.1) + TO_MOVE;
        value.clamp(-MAX_VALUE, MAX_VALUE)
    }

    fn is_over(&self) -> bool {
        (0..DIRECTIONS).all(|d| self.landings(self.own, self.other, d).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use dicot::board::U448;
    use dicot::rules::{Position, Turn};

    use super::*;
    use crate::Dice;
    use crate::alpha_beta::tests::follow;

    fn views_follow_random_games<const N: usize>(width: u8, height: u8, games: u64) {
        let mut dice = Dice::new(u64::from(width));
        let new = |turn: &Turn<_>| KonaneView::<N>::new(&turn.position, turn.to_move);
        for _ in 0..games {
            let full = Konane::<U448>::start(width, height).unwrap();
            let holes = dice.below(u64::from(width) * u64::from(height) / 3) + 2;
            let text: String = full.to_string();
            let holes: Vec<u64> = (0..holes).map(|_| dice.below(text.len() as u64)).collect();
            let text: String = (0..)
                .zip(text.chars())
                .map(|(i, c)| if c != '/' && holes.contains(&i) { '.' } else { c })
                .collect();
            let turn = Turn::new(text.parse::<Konane<U448>>().unwrap(), Player::Left);
            follow(turn, &mut dice, new, KonaneView::mv, |turn, view| {
                let jumps = turn.position.move_count(turn.to_move) as i32;
                let stones = view.mobility(view.own, view.other) - JUMP * jumps;
                assert!(stones % MOVABLE_STONE == 0 && (stones > 0) == (jumps > 0), "{turn:?}");
            });
        }
    }

    #[test]
    fn views_follow_the_rules() {
        views_follow_random_games::<1>(8, 8, 40);
        views_follow_random_games::<1>(7, 5, 40);
        views_follow_random_games::<1>(1, 20, 20);
        views_follow_random_games::<2>(1, 90, 10);
        views_follow_random_games::<2>(10, 10, 10);
        views_follow_random_games::<7>(18, 18, 5);
    }
}
