//! Clobber for the alpha-beta search: moves, evaluation by patterns, and components that cancel.
//!
//! This file uses the standard library alone and compiles in edition 2021: it is part of the program that
//! [`codingame::program`](crate::codingame::program) exports.

use std::sync::OnceLock;

use crate::alpha_beta::{AlphaBeta, Class, ClassCache, Step, View};
use crate::clobber_weights::{TO_MOVE, WEIGHTS};
use crate::grid::{Cell, Cells, DIRECTIONS, Grid, hash, hash_up_to_symmetry, mix};
use crate::transposition::MAX_VALUE;

/// A search for good moves in Clobber, whose memory lives on from one position to the next.
pub(crate) struct ClobberSearch(AlphaBeta);

/// The stones of a position of Clobber: those of the player to move, and those of the opponent.
pub(crate) struct Stones {
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) own: Vec<Cell>,
    pub(crate) other: Vec<Cell>,
}

impl ClobberSearch {
    pub(crate) fn new() -> ClobberSearch {
        // 2^20 entries take 16 MiB.
        ClobberSearch(AlphaBeta::new(20))
    }

    /// The moves from a cell to another, the best first, and the value of the best, which is decided if it exceeds
    /// [`MAX_VALUE`] either way. The board has at most 448 cells.
    pub(crate) fn rank_moves(
        &mut self,
        stones: &Stones,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Vec<[Cell; 2]>, i32) {
        let Stones { width, height, .. } = *stones;
        if width > height && width > 8 {
            // The evaluation needs short rows. Of a board with at most 448 cells one side is shorter than 22.
            let turned = |cells: &[Cell]| cells.iter().map(|&(row, col)| (col, row)).collect();
            let (own, other) = (turned(&stones.own), turned(&stones.other));
            let turned = Stones { width: height, height: width, own, other };
            let (mut moves, value) = self.rank_moves(&turned, stop);
            for (row, col) in moves.iter_mut().flatten() {
                std::mem::swap(row, col);
            }
            return (moves, value);
        }
        match u32::from(width) * u32::from(height) {
            ..=64 => self.rank_in::<1>(stones, stop),
            65..=128 => self.rank_in::<2>(stones, stop),
            _ => self.rank_in::<7>(stones, stop),
        }
    }

    /// [`rank_moves`](ClobberSearch::rank_moves) with sets of `N` words.
    fn rank_in<const N: usize>(
        &mut self,
        stones: &Stones,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Vec<[Cell; 2]>, i32) {
        let view = ClobberView::<N>::new(stones);
        let ranking = self.0.rank_moves(&view, u32::MAX, stop);
        (ranking.steps.into_iter().map(|step| view.cells(step)).collect(), ranking.value)
    }
}

/// A position as the player to move sees it, without the stones that can no longer take part.
#[derive(Clone, Copy)]
pub(crate) struct ClobberView<const N: usize> {
    own: Cells<N>,
    other: Cells<N>,
    grid: Grid<N>,
    weights: &'static [i16],
}

impl<const N: usize> ClobberView<N> {
    /// The board must have at most `64 * N` cells, and fewer than 30 columns.
    pub(crate) fn new(stones: &Stones) -> ClobberView<N> {
        let grid = Grid::new(stones.width, stones.height);
        let set = |cells: &[Cell]| grid.set(cells.iter().copied());
        let (own, other) = (set(&stones.own), set(&stones.other));
        ClobberView { own, other, grid, weights: weights() }.without_dead_stones()
    }

    /// The cells that a step goes from and to.
    pub(crate) fn cells(&self, step: Step) -> [Cell; 2] {
        [step.from, step.to].map(|index| self.grid.cell(u32::from(index)))
    }

    /// The number of stones that can still take part.
    fn stones(&self) -> u32 {
        self.own.count() + self.other.count()
    }

    /// The position without the components that have stones of one player only.
    fn without_dead_stones(mut self) -> ClobberView<N> {
        let (own, other, grid) = (self.own, self.other, &self.grid);
        let seeds = grid.around(own) & other | grid.around(other) & own;
        let alive = grid.flood(seeds, own | other);
        self.own = own & alive;
        self.other = other & alive;
        self
    }
}

impl<const N: usize> View for ClobberView<N> {
    /// The guess counts the mover's stones around both cells, less the opponent's. The factor, which weighs it against
    /// the history heuristic, was not tuned.
    fn moves(&self, moves: &mut Vec<(i32, Step)>) {
        let around = |set| {
            let around = self.grid.around(set);
            ((around & self.own).count() as i32, (around & self.other).count() as i32)
        };
        for direction in 0..DIRECTIONS {
            for to in (self.grid.shifted(self.own, direction) & self.other).indices() {
                let step = Step::to(to, &self.grid, direction, 1);
                let [from, to] = step.sets();
                let (left, taken) = (around(from), around(to));
                moves.push((16 * (taken.0 - left.1 + left.0 - taken.1), step));
            }
        }
    }

    fn after(&self, step: Step) -> ClobberView<N> {
        let [from, to] = step.sets();
        ClobberView { own: self.other ^ to, other: self.own ^ from ^ to, ..*self }
            .without_dead_stones()
    }

    /// Of few stones, a component and one that is its negative are left out: their sum is 0. The key is then the sum
    /// of the hashes of the remaining components, so that their order and place does not count.
    fn canonicalized(&self, cache: &mut ClassCache) -> (Self, u64) {
        if self.stones() > MAX_SPLIT_STONES {
            return (*self, hash(self.own, self.other));
        }
        let mut kept = [(Cells::EMPTY, Class::default()); MAX_SPLIT_STONES as usize / 2];
        let (mut count, mut rest) = (0, self.own | self.other);
        while !rest.is_empty() {
            let component = self.grid.flood(Cells::only(rest.lowest()), rest);
            rest = rest ^ component;
            let (own, other) = (self.own & component, self.other & component);
            let class = cache.get_or_insert(hash(own, other), || Class {
                class: hash_up_to_symmetry(&self.grid, [own, other]),
                negative: hash_up_to_symmetry(&self.grid, [other, own]),
            });
            match kept[..count].iter().position(|(_, known)| known.negative == class.class) {
                Some(i) => {
                    count -= 1;
                    kept[i] = kept[count];
                }
                None => {
                    kept[count] = (component, class);
                    count += 1;
                }
            }
        }
        let kept = &kept[..count];
        let cells = kept.iter().fold(Cells::EMPTY, |cells, &(component, _)| cells | component);
        let key = kept.iter().fold(0, |key: u64, (_, class)| key.wrapping_add(class.class));
        (ClobberView { own: self.own & cells, other: self.other & cells, ..*self }, mix(key, 2))
    }

    /// The sum of the weights of the patterns of 3x3 cells at all places, also across the edges: 100 times the
    /// logarithm of the odds to win.
    fn evaluate(&self) -> i32 {
        let (width, height) = (usize::from(self.grid.width), u32::from(self.grid.height));
        // For each column, the number of the two rows above in the pattern that ends there.
        let mut above = [0usize; 32];
        let mut value = TO_MOVE;
        for row in 0..height + 2 {
            let (own, other) = if row < height {
                (self.grid.row(self.own, row) << 2, self.grid.row(self.other, row) << 2)
            } else {
                (0, 0)
            };
            for column in 0..width + 2 {
                let cells = TERNARY[(own >> column & 7) as usize]
                    + 2 * TERNARY[(other >> column & 7) as usize];
                let pattern = above[column] + 729 * cells;
                value += i32::from(self.weights[pattern]);
                above[column] = pattern / 27;
            }
        }
        value.clamp(-MAX_VALUE, MAX_VALUE)
    }

    fn is_over(&self) -> bool {
        self.own.is_empty()
    }
}

/// Positions of more stones are not split into components, since splitting takes time and seldom finds any that cancel.
/// The number was not tuned.
const MAX_SPLIT_STONES: u32 = 40;

/// Three bits as three digits of base 3.
const TERNARY: [usize; 8] = [0, 1, 3, 4, 9, 10, 12, 13];
/// The number of patterns of 3x3 cells.
const PATTERNS: usize = 19_683;

/// The weight of every pattern. The digits of its number in base 3 are its cells row by row: 0 an empty one, 1 an own
/// stone, 2 a stone of the opponent.
fn weights() -> &'static [i16] {
    static TABLE: OnceLock<Vec<i16>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = vec![None; PATTERNS];
        let mut classes = WEIGHTS.as_bytes().chunks(2);
        for pattern in 0..PATTERNS {
            if table[pattern].is_some() {
                continue;
            }
            let images = images(pattern);
            // A pattern that is its own negative favours neither player.
            let is_even = images.contains(&(pattern, -1));
            let weight = if is_even { 0 } else { classes.next().map_or(0, weight) };
            for (image, sign) in images {
                table[image] = Some(weight * sign);
            }
        }
        table.into_iter().flatten().collect()
    })
}

/// The weight that two characters encode: two digits of base 90, `#` for 0, less 4,050.
fn weight(pair: &[u8]) -> i16 {
    let digit =
        |place: usize| i16::from(pair.get(place).map_or(b'#', |&byte| byte)) - i16::from(b'#');
    digit(0) * 90 + digit(1) - 4_050
}

/// The images of a pattern by rotations and reflections, each also with the players exchanged, which -1 marks.
fn images(pattern: usize) -> Vec<(usize, i16)> {
    let mut cells: [usize; 9] = std::array::from_fn(|i| pattern / 3usize.pow(i as u32) % 3);
    let number = |cells: &[usize; 9]| cells.iter().rev().fold(0, |number, cell| 3 * number + cell);
    let mut images = Vec::with_capacity(16);
    for turn in 0..8 {
        cells = if turn == 4 {
            std::array::from_fn(|i| cells[i / 3 * 3 + 2 - i % 3])
        } else {
            std::array::from_fn(|i| cells[(2 - i % 3) * 3 + i / 3])
        };
        images.push((number(&cells), 1));
        images.push((number(&cells.map(|cell| [0, 2, 1][cell])), -1));
    }
    images
}

#[cfg(test)]
mod tests {
    use dicot::Player;
    use dicot::board::{Board, Symmetry};
    use dicot::rules::{Clobber448, Turn, clobber::ClobberMove};
    use dicot::solver::{Solver, Sum};

    use super::*;
    use crate::Dice;
    use crate::alpha_beta::tests::follow;
    use crate::clobber::{clobber_move, stones_of};

    fn view<const N: usize>(turn: &Turn<Clobber448>) -> ClobberView<N> {
        ClobberView::new(&stones_of(turn))
    }

    fn mv<const N: usize>(view: &ClobberView<N>, step: Step) -> ClobberMove {
        let shape = dicot::board::Shape::new(view.grid.width, view.grid.height).unwrap();
        clobber_move(view.cells(step), shape)
    }

    fn views_follow_random_games<const N: usize>(width: u8, height: u8, games: u64) {
        let mut dice = Dice::new(u64::from(width) << 8 | u64::from(height));
        let start = Clobber448::start(width, height).unwrap();
        for _ in 0..games {
            let turn = Turn::new(start, Player::Right);
            follow(turn, &mut dice, view::<N>, mv, |turn, view| {
                let components = turn.position.board().mixed_components();
                let alive: u32 = components.map(|component| component.occupied().len()).sum();
                assert_eq!(view.stones(), alive, "{turn:?}");
                // What is good for one player is bad for the other, but for the right to move.
                let other = self::view::<N>(&Turn::new(turn.position, !turn.to_move));
                assert_eq!(view.evaluate() - TO_MOVE, TO_MOVE - other.evaluate(), "{turn:?}");
            });
        }
    }

    #[test]
    fn views_follow_the_rules() {
        views_follow_random_games::<1>(8, 8, 20);
        views_follow_random_games::<1>(3, 5, 50);
        views_follow_random_games::<1>(1, 20, 20);
        views_follow_random_games::<2>(10, 10, 5);
        views_follow_random_games::<7>(10, 10, 2);
        views_follow_random_games::<7>(20, 20, 1);
    }

    fn left_to_move(text: &str) -> Turn<Clobber448> {
        Turn::new(text.parse().unwrap(), Player::Left)
    }

    #[test]
    fn images_have_the_same_value() {
        let turn = left_to_move("xo..ox/.xxo.o/oo.xx.");
        let value = |symmetry| {
            let image = turn.position.board().image(symmetry).into();
            view::<1>(&Turn::new(image, Player::Left)).evaluate()
        };
        assert!(Symmetry::ALL.map(value).iter().all(|&v| v == value(Symmetry::Identity)));
    }

    #[test]
    fn components_that_cancel_are_left_out() {
        let cache = &mut ClassCache::new();
        let mut canonicalized = |text| view::<1>(&left_to_move(text)).canonicalized(cache);
        // A game and its negative, turned; and a game that is its own negative, twice.
        for nothing in ["xxo...o/......o/......x", "xo.xo", "xo.o/...x"] {
            assert_eq!(canonicalized(nothing).0.stones(), 0, "{nothing}");
        }
        let text = "xxo.o.xo/....o.../....x.../......../xo....../......../xxox....";
        let (rest, key) = canonicalized(text);
        assert_eq!(rest.stones(), 4);
        // The same elsewhere and turned, but not the other player's.
        assert_eq!(key, canonicalized("...x/...x/...o/...x").1);
        assert_ne!(key, canonicalized("ooxo").1);
    }

    #[test]
    fn images_and_only_images_have_the_same_hash() {
        let mut dice = Dice::new(3);
        let mut known = std::collections::HashMap::new();
        for _ in 0..300 {
            let cells: String = (0..12)
                .map(|i| if i % 4 == 3 { '/' } else { ['x', 'o', '.'][dice.below(3) as usize] })
                .collect();
            let board: Board<u64> = cells[..11].parse().unwrap();
            if Player::BOTH.iter().any(|&player| board.stones(player).is_empty()) {
                continue;
            }
            let hash = |board: Board<u64>| {
                let shape = board.shape();
                let grid = Grid::<1>::new(shape.width(), shape.height());
                let cells = |player| board.stones(player).cells().map(|cell| (cell.row, cell.col));
                let sets = Player::BOTH.map(|player| grid.set(cells(player)));
                hash_up_to_symmetry(&grid, sets)
            };
            let least = board.least_image().0;
            assert!(Symmetry::ALL.iter().all(|&s| hash(board.image(s)) == hash(least)), "{board}");
            assert_eq!(*known.entry(hash(least)).or_insert(least), least);
        }
    }

    #[test]
    fn canonicalized_positions_have_the_same_winner() {
        let (mut dice, mut solver) = (Dice::new(4), Solver::new());
        let cache = &mut ClassCache::new();
        for _ in 0..200 {
            let mut turn = Turn::new(Clobber448::start(5, 4).unwrap(), Player::Right);
            for _ in 0..6 + dice.below(6) {
                let Some(mv) = dice.pick(turn.moves()) else { break };
                turn = turn.play(mv).unwrap();
            }
            let (rest, _) = view::<1>(&turn).canonicalized(cache);
            let mut board = Board::empty(turn.position.shape()).unwrap();
            for (set, player) in [(rest.own, turn.to_move), (rest.other, !turn.to_move)] {
                for index in set.indices() {
                    let (row, col) = rest.grid.cell(index);
                    board = board.with(dicot::board::Cell { row, col }, player);
                }
            }
            let mut wins =
                |position| solver.wins_first(&Sum::from(position), turn.to_move).unwrap();
            assert_eq!(wins(Clobber448::from(board)), wins(turn.position), "{turn:?}");
        }
    }

    #[test]
    fn every_class_of_patterns_has_a_weight() {
        let weights = weights();
        assert_eq!(weights.len(), PATTERNS);
        assert!(WEIGHTS.len() > 2_000);
        let classes = (0..PATTERNS).filter(|&pattern| {
            let images = images(pattern);
            let is_least = images.iter().all(|&(image, _)| image >= pattern);
            is_least && !images.contains(&(pattern, -1))
        });
        assert_eq!(classes.count(), WEIGHTS.len() / 2);
        assert_eq!(weights[0], 0);
    }
}
