//! The board on which the searches of Combo make and take back moves.

use dicot::Player;
use dicot::board::Cell;
use dicot::rules::{Combo, Turn, combo::ComboMove};

/// The content of the cells around the board.
const WALL: i16 = i16::MAX;

/// The part of the key that tells whose turn it is: a random number.
const OTHER_TURN: u64 = 0x5851_f42d_4c95_7f2d;

/// A position with a player to move.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The heights of the stacks row by row, those of Right below 0, with a wall around the board: between two rows
    /// lies a single cell of wall, so that a step off either side meets it.
    stacks: Vec<i16>,
    stride: usize,
    width: usize,
    /// 1 on Left's turn, -1 on Right's.
    side: i16,
    /// The stones of Left and of Right.
    totals: [i32; 2],
    /// The Zobrist hash of the position.
    key: u64,
}

/// A move by the indices of its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: u16,
    pub(super) to: u16,
    pub(super) count: u8,
}

impl Board {
    pub(super) fn new(turn: &Turn<Combo>) -> Board {
        let shape = turn.position.shape();
        let (width, height) = (usize::from(shape.width()), usize::from(shape.height()));
        let stride = width + 1;
        let mut board = Board {
            stacks: vec![WALL; (height + 2) * stride + 1],
            stride,
            width,
            side: sign(turn.to_move),
            totals: Player::BOTH.map(|player| turn.position.total(player).cast_signed()),
            // The same index is another cell on a board of another shape.
            key: part_of_key(width << 16 | height, 0x0b0a)
                ^ if turn.to_move == Player::Left { 0 } else { OTHER_TURN },
        };
        for row in 1..=height {
            board.stacks[row * stride + 1..][..width].fill(0);
        }
        for player in Player::BOTH {
            for (cell, stones) in turn.position.stacks(player) {
                let stack = sign(player) * i16::from(stones);
                board.put(board.index(cell), stack);
            }
        }
        board
    }

    fn index(&self, cell: Cell) -> usize {
        (usize::from(cell.row) + 1) * self.stride + usize::from(cell.col) + 1
    }

    fn cell(&self, index: u16) -> Cell {
        let at = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let index = usize::from(index);
        Cell { row: at((index - 1) / self.stride - 1), col: at((index - 1) % self.stride) }
    }

    /// The move of the ruleset.
    pub(super) fn move_of(&self, step: Step) -> ComboMove {
        ComboMove { from: self.cell(step.from), to: self.cell(step.to), count: step.count }
    }

    #[cfg(test)]
    fn step_of(&self, mv: ComboMove) -> Step {
        let index = |cell| u16::try_from(self.index(cell)).unwrap_or(u16::MAX);
        Step { from: index(mv.from), to: index(mv.to), count: mv.count }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The number of cells, with those of the wall.
    pub(super) fn cells(&self) -> usize {
        self.stacks.len()
    }

    /// 0 on Left's turn, 1 on Right's.
    pub(super) fn turn(&self) -> usize {
        usize::from(self.side < 0)
    }

    /// The numbers of stones of the player to move and of the opponent.
    pub(super) fn totals(&self) -> (i32, i32) {
        (self.totals[self.turn()], self.totals[1 - self.turn()])
    }

    /// The Zobrist hash (Zobrist, *A new hashing method with application for game playing*, 1970): equal for equal
    /// positions, and different for different ones in all likelihood.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The height of the stack, above 0 if it belongs to the player to move.
    #[cfg(test)]
    fn stack(&self, index: u16) -> i32 {
        i32::from(self.side * self.stacks[usize::from(index)])
    }

    /// The offsets of the eight directions.
    fn directions(&self) -> [isize; 8] {
        let down = self.stride.cast_signed();
        [-down, 1 - down, 1, down + 1, down, down - 1, -1, -down - 1]
    }

    fn put(&mut self, index: usize, stack: i16) {
        self.key ^= part_of_key(index, self.stacks[index]) ^ part_of_key(index, stack);
        self.stacks[index] = stack;
    }

    /// Makes a legal move, and returns the earlier content of the target, for [`take_back`](Board::take_back).
    pub(super) fn make(&mut self, step: Step) -> i16 {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let (moved, there) = (self.side * i16::from(step.count), self.stacks[to]);
        let captures = self.side * there < 0;
        self.put(from, self.stacks[from] - moved);
        self.put(to, if captures { moved } else { there + moved });
        if captures {
            self.totals[1 - self.turn()] -= i32::from(there.abs());
        }
        self.pass();
        there
    }

    /// Takes back the last move, before which the content of the target was `there`.
    pub(super) fn take_back(&mut self, step: Step, there: i16) {
        self.pass();
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        if self.side * there < 0 {
            self.totals[1 - self.turn()] += i32::from(there.abs());
        }
        self.put(to, there);
        self.put(from, self.stacks[from] + self.side * i16::from(step.count));
    }

    /// Gives the turn to the opponent.
    pub(super) fn pass(&mut self) {
        self.side = -self.side;
        self.key ^= OTHER_TURN;
    }

    /// The stacks of the player to move: cells and heights.
    fn own(&self) -> impl Iterator<Item = (usize, i16)> {
        let heights =
            self.stacks.iter().map(|&stack| if stack == WALL { 0 } else { self.side * stack });
        heights.enumerate().filter(|&(_, height)| height > 0)
    }

    /// Shows the targets that `held` stones can reach from a cell: the cell, its distance, and the height of the stack
    /// there, above 0 if it belongs to the player to move.
    fn each_target(&self, from: usize, held: i16, mut show: impl FnMut(usize, i16, i16)) {
        for direction in self.directions() {
            let mut to = from;
            for distance in 1..=held {
                to = to.wrapping_add_signed(direction);
                let there = self.stacks[to];
                if there == WALL {
                    break;
                }
                show(to, distance, self.side * there);
                if there != 0 {
                    break;
                }
            }
        }
    }

    /// Shows the legal moves, each with the height of the stack on its target, below 0 for a capture.
    pub(super) fn each_move(&self, mut show: impl FnMut(Step, i16)) {
        for (from, held) in self.own() {
            self.each_target(from, held, |to, distance, there| {
                let least = if there < 0 { distance.max(2) } else { distance };
                for count in least..=held {
                    show(step(from, to, count), there);
                }
            });
        }
    }

    /// Shows the captures with all stones of a stack and with as few as possible, each with the number of stones that
    /// it takes.
    pub(super) fn each_capture(&self, mut show: impl FnMut(Step, i16)) {
        for (from, held) in self.own().filter(|&(_, held)| held > 1) {
            self.each_target(from, held, |to, distance, there| {
                let least = distance.max(2);
                if there < 0 {
                    show(step(from, to, held), -there);
                    if least < held {
                        show(step(from, to, least), -there);
                    }
                }
            });
        }
    }

    /// Whether there is a legal move.
    pub(super) fn can_move(&self) -> bool {
        // A stack that cannot move by one cell cannot move.
        self.own().any(|(from, held)| {
            self.directions().into_iter().any(|direction| {
                let there = self.stacks[from.wrapping_add_signed(direction)];
                there != WALL && (held > 1 || self.side * there >= 0)
            })
        })
    }

    /// Shows the height of each stack, above 0 if it belongs to the player to move.
    pub(super) fn each_height(&self, show: impl FnMut(i16)) {
        let stacks = self.stacks.iter().filter(|&&stack| stack != 0 && stack != WALL);
        stacks.map(|&stack| self.side * stack).for_each(show);
    }

    /// Shows the height of each stack, above 0 if it belongs to the player to move, and what it reaches.
    pub(super) fn each_stack(&self, mut show: impl FnMut(i16, Reach)) {
        let directions = self.directions();
        for (index, &stack) in self.stacks.iter().enumerate() {
            if stack == 0 || stack == WALL {
                continue;
            }
            let (height, sign) = (stack.abs(), stack.signum());
            let mut reach = Reach::default();
            for direction in directions {
                let mut to = index;
                for _ in 0..height {
                    to = to.wrapping_add_signed(direction);
                    let there = self.stacks[to];
                    if there == WALL {
                        break;
                    }
                    match sign * there {
                        0 => reach.empty += 1,
                        n if n < 0 => reach.attacked = reach.attacked.max(-i32::from(n)),
                        n => reach.guarded += i32::from(n),
                    }
                    if there != 0 {
                        break;
                    }
                }
            }
            show(self.side * stack, reach);
        }
    }
}

/// What a stack can reach: in all directions, up to its height, or to the next stack.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// The number of empty cells.
    pub(super) empty: i32,
    /// The stones of the highest enemy stack.
    pub(super) attacked: i32,
    /// The stones of all stacks of the same player.
    pub(super) guarded: i32,
}

fn sign(player: Player) -> i16 {
    if player == Player::Left { 1 } else { -1 }
}

/// Indices are below 1,000, counts below 128.
fn step(from: usize, to: usize, count: i16) -> Step {
    Step { from: from as u16, to: to as u16, count: count as u8 }
}

/// The part of the key for a stack on a cell: the finalizer of SplitMix64 (see [`Dice`](crate::Dice)) in place of a
/// table of random numbers.
fn part_of_key(index: usize, stack: i16) -> u64 {
    if stack == 0 || stack == WALL {
        return 0;
    }
    let seed = (index as u64) << 16 | u64::from(stack.cast_unsigned());
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::Board;
    use crate::{Bot, RandomBot};
    use dicot::Player;
    use dicot::rules::{Combo, Turn};

    /// Moves are those of the rules, are taken back, and equal positions have equal keys.
    #[test]
    fn moves_as_by_the_rules() {
        let mut keys = HashMap::new();
        let starts = [(1, 6), (3, 4), (8, 8), (5, 20), (21, 21)];
        for ((width, height), seed) in starts.into_iter().zip(1..) {
            let mut bot = RandomBot::new(seed);
            let mut turn = Turn::new(Combo::start(width, height).unwrap(), Player::Left);
            let mut board = Board::new(&turn);
            for _ in 0..60 {
                let mut moves = Vec::new();
                board.each_move(|step, there| moves.push((step, there)));
                let legal: Vec<_> = turn.moves().collect();
                assert_eq!(board.can_move(), !legal.is_empty());
                let same: Vec<_> = moves.iter().map(|&(step, _)| board.move_of(step)).collect();
                assert_eq!(same, legal, "{turn:?}");
                for &(step, there) in &moves {
                    assert_eq!(board.step_of(board.move_of(step)), step);
                    let before = format!("{board:?}");
                    let taken = board.make(step);
                    board.take_back(step, taken);
                    assert_eq!(format!("{board:?}"), before);
                    assert_eq!(there, i16::try_from(board.stack(step.to)).unwrap());
                }
                board.each_capture(|step, taken| assert!(moves.contains(&(step, -taken))));
                let Some(mv) = bot.choose(&turn, std::time::Instant::now()) else { break };
                board.make(board.step_of(mv));
                turn = turn.play(mv).unwrap();
                let totals = [turn.to_move, !turn.to_move].map(|p| turn.position.total(p));
                assert_eq!(board.totals(), (totals[0].cast_signed(), totals[1].cast_signed()));
                assert_eq!(format!("{:?}", Board::new(&turn)), format!("{board:?}"));
                assert_eq!(*keys.entry(board.key()).or_insert(turn.clone()), turn);
            }
        }
    }
}
