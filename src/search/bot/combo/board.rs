//! The board on which the bots of Combo think: moves are made and taken back in place.

use crate::Player;
use crate::board::Cell;
use crate::rules::{Combo, ComboMove, Turn};

/// What stands in the cells around the board.
const WALL: i16 = i16::MAX;

/// What the key of a position differs by when it is the other player's turn.
const OTHER_TURN: u64 = 0x5851_f42d_4c95_7f2d;

/// A position with a player to move, whose stacks are numbers above 0 and the enemy's below.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Row by row, with a wall around; between two rows there is a single cell of wall. Those of Right
    /// are below 0.
    stacks: Vec<i16>,
    stride: usize,
    width: usize,
    /// 1 if it is Left's turn, or else -1.
    side: i16,
    /// The stones of Left and of Right.
    totals: [i32; 2],
    key: u64,
}

/// A move by the numbers of the cells.
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
            // Boards of other shapes number their cells otherwise.
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

    /// The move as the rules know it.
    pub(super) fn move_of(&self, step: Step) -> ComboMove {
        ComboMove::new(self.cell(step.from), self.cell(step.to), step.count)
    }

    #[cfg(test)]
    fn step_of(&self, mv: ComboMove) -> Step {
        let index = |cell| u16::try_from(self.index(cell)).unwrap_or(u16::MAX);
        Step { from: index(mv.from()), to: index(mv.to()), count: mv.count() }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The number of cells, those of the wall as well.
    pub(super) fn cells(&self) -> usize {
        self.stacks.len()
    }

    /// 0 if it is Left's turn, 1 if it is Right's.
    pub(super) fn turn(&self) -> usize {
        usize::from(self.side < 0)
    }

    /// The stones of the player whose turn it is, and of the other one.
    pub(super) fn totals(&self) -> (i32, i32) {
        (self.totals[self.turn()], self.totals[1 - self.turn()])
    }

    /// The same for the same stacks and turn, and in all likelihood for no others.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The stack, as the player sees it whose turn it is.
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

    /// Makes a legal move, and gives what lay on the target.
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

    /// Takes back a move that was made, which found `there` on its target.
    pub(super) fn take_back(&mut self, step: Step, there: i16) {
        self.pass();
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        if self.side * there < 0 {
            self.totals[1 - self.turn()] += i32::from(there.abs());
        }
        self.put(to, there);
        self.put(from, self.stacks[from] + self.side * i16::from(step.count));
    }

    /// Makes it the other player's turn.
    pub(super) fn pass(&mut self) {
        self.side = -self.side;
        self.key ^= OTHER_TURN;
    }

    /// The stacks of the player whose turn it is: cells and heights.
    fn own(&self) -> impl Iterator<Item = (usize, i16)> {
        let heights =
            self.stacks.iter().map(|&stack| if stack == WALL { 0 } else { self.side * stack });
        heights.enumerate().filter(|&(_, height)| height > 0)
    }

    /// Shows what `held` stones can reach from a cell: the cell, its distance, and what lies there as
    /// the player sees it whose turn it is.
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

    /// Shows the legal moves, and what lies on their targets.
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

    /// Shows the captures with all stones of a stack and with as few as can make them, and what they
    /// take.
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
        // What cannot go one cell cannot go at all.
        self.own().any(|(from, held)| {
            self.directions().into_iter().any(|direction| {
                let there = self.stacks[from.wrapping_add_signed(direction)];
                there != WALL && (held > 1 || self.side * there >= 0)
            })
        })
    }

    /// Shows the height of each stack, below 0 if it is not of the player whose turn it is.
    pub(super) fn each_height(&self, show: impl FnMut(i16)) {
        let stacks = self.stacks.iter().filter(|&&stack| stack != 0 && stack != WALL);
        stacks.map(|&stack| self.side * stack).for_each(show);
    }

    /// Shows each stack of either player, with its cell as column and row, and what it reaches.
    pub(super) fn each_stack(&self, mut show: impl FnMut(i16, usize, &mut Reach)) {
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
            show(self.side * stack, index, &mut reach);
        }
    }
}

/// What a stack can reach.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// Empty cells.
    pub(super) empty: i32,
    /// The stones of the highest enemy stack.
    pub(super) attacked: i32,
    /// The stones of stacks of the same player.
    pub(super) guarded: i32,
}

fn sign(player: Player) -> i16 {
    if player == Player::Left { 1 } else { -1 }
}

/// Numbers of cells are below 1,000, counts below 128.
fn step(from: usize, to: usize, count: i16) -> Step {
    Step { from: from as u16, to: to as u16, count: count as u8 }
}

/// What a stack on a cell adds to the key: a number that looks random.
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
    use crate::Player;
    use crate::rules::{Combo, Turn};
    use crate::search::bot::{Bot, RandomBot};

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
